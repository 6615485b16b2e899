"""Every code: it is explained, its bad example raises it at its place and its good one raises nothing, and `explain` prints both."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

import croupier.ruleset
from croupier.cli.main import build
from croupier.ruleset import cards, check_file, check_text, decode, overlay, parse
from croupier.ruleset.finding import Finding

FOLDER = Path(croupier.ruleset.__file__).parent
TEXT = (FOLDER / "codes.yaml").read_text(encoding="utf-8")
CODES: dict[str, dict[str, Any]] = yaml.load(TEXT, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
BAD = [code for code, entry in CODES.items() if "bad" in entry]
GOOD = [code for code, entry in CODES.items() if "good" in entry]
KEYS = {"title", "text", "file", "files", "bad", "at", "good"}
NO_EXAMPLE = {"R101", "R102", "R103", "R104", "R116", "R135", "R330", "R437"}
"""Files that are missing, too large or no text: no text can show them."""
BETWEEN_QUOTES = re.compile(r'"(R\d{3})"')


def found(code: str, text: str, folder: Path) -> tuple[Finding, ...]:
    """What is found in an example, with the files that lie beside it."""
    entry = CODES[code]
    if "file" not in entry:
        return check_text(text, "ruleset.yaml", folder)
    game = folder / "game"
    for name, content in {**entry.get("files", {}), entry["file"]: text}.items():
        (game / name).parent.mkdir(parents=True, exist_ok=True)
        (game / name).write_text(content, encoding="utf-8")
    rules = entry["file"] if entry["file"].endswith(".yaml") else "ruleset.yaml"
    return check_file(game / rules, rules)


def test_the_codes_that_are_raised_are_those_that_are_explained() -> None:
    raised = {code for path in FOLDER.glob("*.py") for code in BETWEEN_QUOTES.findall(path.read_text(encoding="utf-8"))}
    assert raised == set(CODES)


def test_the_table_is_in_order_and_whole() -> None:
    assert list(CODES) == sorted(CODES)
    assert re.findall(r"^(R\d{3}):", TEXT, re.M) == list(CODES)
    for code, entry in CODES.items():
        assert set(entry) <= KEYS, code
        assert ("bad" in entry) == ("at" in entry) == (code not in NO_EXAMPLE), code
        assert entry["title"] and not entry["title"][0].isupper() and not entry["title"].endswith("."), code
        assert len(entry["text"].split()) > 8 and entry["text"].rstrip().endswith("."), code
        assert all(line == line.rstrip() for line in entry["text"].split("\n")), code


def test_no_title_is_given_twice() -> None:
    titles = [entry["title"] for entry in CODES.values()]
    assert len(titles) == len(set(titles))


@pytest.mark.parametrize(
    ("code", "limit", "said"),
    [
        ("R103", decode.LARGEST // 1_000_000, "{} MB"),
        ("R330", parse.LONGEST, "{:,} characters"),
        ("R331", parse.DEEPEST, "{} levels in an expression"),
        ("R331", parse.DEEPEST_BLOCK, "{} in a block"),
        ("R135", overlay.LONGEST_CHAIN, "more than {} files"),
        ("R408", cards.MOST_CARDS, "{:,} cards"),
    ],
)
def test_limits_are_told_as_they_are(code: str, limit: int, said: str) -> None:
    assert said.format(limit) in " ".join(CODES[code]["text"].split())


@pytest.mark.parametrize("code", BAD)
def test_the_bad_example(code: str, tmp_path: Path) -> None:
    findings = found(code, CODES[code]["bad"], tmp_path)
    assert [f"{f.code} {f.span.line}:{f.span.column}" for f in findings] == [f"{code} {CODES[code]['at']}"]
    assert all(f.span.source.name == CODES[code].get("file", "ruleset.yaml") for f in findings)
    assert all(f.message and len(f.message) < 400 for f in findings)


@pytest.mark.parametrize("code", GOOD)
def test_the_good_example(code: str, tmp_path: Path) -> None:
    assert found(code, CODES[code]["good"], tmp_path) == ()


@pytest.mark.parametrize("code", CODES)
def test_explain(code: str) -> None:
    entry = CODES[code]
    done = CliRunner().invoke(build(), ["explain", code.lower()], prog_name="croupier")
    assert done.exit_code == 0
    head, *rest = done.output.split("\n\n")
    assert head == f"{code}: {entry['title']}" and max(map(len, rest[0].split("\n"))) < 80
    assert rest[0].split() == entry["text"].split()
    heads = [part.split(" (")[0].rstrip(":") for part in rest[1:] if not part.startswith("    ")]
    assert heads[:2] == [head for head, key in (("Wrong", "bad"), ("Right", "good")) if key in entry]
    if "bad" in entry:
        shown = rest[rest.index(next(part for part in rest if part.startswith("Wrong"))) + 1].rstrip("\n").split("\n")
        line = int(entry["at"].split(":")[0])
        assert shown[line].strip() == "^"
        assert len(shown) == len(entry["bad"].rstrip("\n").split("\n")) + 1
