"""The reference page: it is what the command prints, it leaves nothing out, and its examples are in the language."""

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from croupier.cli.main import build
from croupier.ruleset import check_text
from croupier.ruleset.finding import Severity
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


FRAME = """\
croupier: 1
title: Examples
players: 2
options: {{hand_size: {{default: 5}}, best_of: {{default: 1}}, limit: {{default: 3}}, passing: {{default: true}}}}
cards:
  plain: {{suit: [red, blue], rank: 1..6}}
  written:
    columns: {{points: number, cost: bag of suit, bonus: effect, covers: any of suit}}
    rows: [{{title: Black, code: BJ, points: 1}}, {{title: Red, code: RJ, points: 2}}]
zones:
  draw: {{each: player, faces: hidden, starts: plain}}
  deck: {{faces: hidden, starts: written}}
  hand: {{each: player, faces: owner}}
  shed: {{faces: all}}
  done: {{each: player, faces: all}}
  purse: {{each: player, faces: all}}
  pile: {{faces: all, ordered: true}}
  board: {{faces: all, places: 3}}
melds: {{pairs: {{pair: set of 2}}, triples: set of 3, singles: card, shown: "{shape}"}}
state: {{wins: {{each: player, type: number}}, {state}}}
actions:
  lay: {{do: gather}}
  pass: {{do: gather}}
  swap:
    choose: [{picks}]
    do: |
      {do}
flow: {{game: play round, round: "for each player: offer swap", turn: gather}}
"""
STATE = {
    **dict.fromkeys(("standing", "trick"), "meld"),
    **dict.fromkeys(("starter", "leader"), "player"),
    **dict.fromkeys(("contract", "new", "old"), "card"),
    "wanted": "suit",
}


@pytest.mark.parametrize(("table", "name", "example"), EXAMPLES, ids=[f"{table}: {name}" for table, name, _ in EXAMPLES])
def test_an_example_means_something(table: str, name: str, example: str) -> None:
    given = {word for word in re.findall(r"(?:choose|let) (\w+)", example)}
    state = ", ".join(f"{word}: {{type: {type}}}" for word, type in STATE.items() if word not in given)
    picks = "" if "payment" in given else "payment from 0 to 3 cards in hand"
    is_block = not parse_block(text(example))[1]
    do = example if is_block else "gather" if table == "shapes" else f"let value_1 = {example}"
    shape = example if table == "shapes" else "card"
    rules = FRAME.format(state=state, picks=picks or "other from 0 to 1 cards in hand", do=do, shape=shape)
    assert [str(f) for f in check_text(rules, "example", ROOT) if f.severity is Severity.ERROR and f.code < "R6"] == []
