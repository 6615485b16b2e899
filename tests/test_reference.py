"""The reference page: it is what the command prints, it leaves nothing out, and its examples are in the language."""

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from croupier.cli.main import build
from croupier.ruleset.parse import parse_block, parse_condition, parse_shape
from croupier.ruleset.reference import COMMAND, keys, reference, titles
from croupier.ruleset.signatures import DOMAINS, EXPRESSIONS, INSTRUCTIONS, MELD_SHAPES, WORDS, Form, Word
from croupier.ruleset.source import Source, Text

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "reference.md"
SCHEMA = json.loads((ROOT / "schemas" / "ruleset.schema.json").read_text(encoding="utf-8"))
FORMS: dict[str, tuple[Form | Word, ...]] = {
    "expressions": EXPRESSIONS,
    "instructions": INSTRUCTIONS,
    "choices": DOMAINS,
    "shapes": MELD_SHAPES,
    "words": tuple(WORDS.values()),
}
EXAMPLES = [(table, item.name, item.example) for table, items in FORMS.items() for item in items]


def text(written: str) -> Text:
    return Text.plain(Source("example", written))


def test_the_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == reference(), f"docs/reference.md is out of date: renew it with `{COMMAND}`"


def test_the_command_prints_it() -> None:
    assert CliRunner().invoke(build(), ["reference"], prog_name="croupier").output == reference()


@pytest.mark.parametrize(("table", "name", "example"), EXAMPLES, ids=[f"{table}: {name}" for table, name, _ in EXAMPLES])
def test_an_example_is_in_the_language(table: str, name: str, example: str) -> None:
    found = {door.__name__: door(text(example))[1] for door in (parse_block, parse_condition, parse_shape)}
    doors = {door for door, findings in found.items() if not findings}
    match table:
        case "instructions" | "choices":
            assert "parse_block" in doors, found["parse_block"]
        case "shapes":
            assert "parse_shape" in doors, found["parse_shape"]
        case _:
            assert doors & {"parse_block", "parse_condition"}, found


@pytest.mark.parametrize("item", INSTRUCTIONS, ids=lambda item: item.name)
def test_an_instruction_is_shown_in_its_example(item: Form) -> None:
    first = item.form.split()[0].rstrip(":")
    assert first == "NAME" or item.example.startswith(first)


def test_every_form_word_key_and_code_is_on_the_page() -> None:
    page = reference()
    for items in FORMS.values():
        for item in items:
            assert item.doc in page and item.example in page
    for name, part in SCHEMA["properties"].items():
        assert f"### `{name}`" in page
        for key, schema in keys(SCHEMA, part):
            assert (f"**`{key}`**" in page or key == "NAME") and schema.get("description"), key
    for code, title in titles().items():
        assert f"| `{code}` | {title} |" in page


def test_its_links_lead_somewhere() -> None:
    page = reference()
    heads = {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in re.findall(r"^#+ (.*)$", page, re.M)}
    for link in re.findall(r"\]\(([^)]*)\)", page):
        assert link.removeprefix("#") in heads if link.startswith("#") else (PAGE.parent / link).is_file(), link


def test_nothing_on_it_ends_in_a_blank() -> None:
    assert not re.search(r"[ \t]$|\n\n\n", reference(), re.M)
