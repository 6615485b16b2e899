"""What the checks find before play, case by case, and what they leave alone."""

import random
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from croupier.ruleset.catalog import find_games, shipped
from croupier.ruleset.loading import check_file, check_text

DATA = yaml.safe_load((Path(__file__).parent / "cases" / "checks.yaml").read_text(encoding="utf-8"))
CASES = {case["name"]: case for case in DATA["cases"]}


def text_of(base: str) -> str:
    if base in DATA["bases"]:
        return DATA["bases"][base]
    return (shipped() / base / "ruleset.yaml").read_text(encoding="utf-8")


def edited(case: dict[str, Any]) -> str:
    text = text_of(case["base"])
    for old, new in case["edit"]:
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in the text"
        text = text.replace(old, new)
    return text


def place(text: str, stretch: str) -> tuple[int, int]:
    """The line and column of the first place of a stretch; » stands before the place inside it."""
    whole = stretch.replace("»", "")
    assert whole in text, f"{whole!r} does not stand in the text"
    offset = text.index(whole) + max(stretch.find("»"), 0)
    before = text[:offset]
    return before.count("\n") + 1, offset - before.rfind("\n")


@pytest.mark.parametrize("name", CASES)
def test_finds_what_it_should_and_nothing_else(name: str) -> None:
    case = CASES[name]
    text = edited(case)
    found = {(f.code, f.span.line, f.span.column): f.severity for f in check_text(text, "rules.yaml")}
    expected = {(e["code"], *place(text, e["at"])): e.get("severity") for e in case.get("expect", [])}
    assert found.keys() == expected.keys()
    assert all(severity in (None, found[key]) for key, severity in expected.items())


WORDS = re.compile(r"[a-z_]{3,}|\d+|[<>=!]+|is not|is empty")


def test_whatever_is_written_there_are_findings_or_none() -> None:
    """Words of the rules in each other's places: nothing but findings comes of it."""
    rng = random.Random(20)
    for base in [*DATA["bases"], "greasy_spoon"] * 25:
        text = text_of(base)
        for _ in range(rng.choice((1, 1, 2, 3))):
            words = [word for word in WORDS.finditer(text) if word.start() > text.index("flow:")]
            one, two = rng.choice(words), rng.choice(words)
            text = text[: one.start()] + two.group() + text[one.end() :]
        for finding in check_text(text, "rules.yaml"):
            assert finding.message and finding.span.line > 0


def test_every_code_of_the_checks_has_a_case() -> None:
    folder = Path(check_file.__code__.co_filename).parent
    files = [path for path in folder.glob("check_*.py") if path.stem != "check_cards"]
    raised = {code for path in files for code in re.findall(r'"(R6\d\d)"', path.read_text(encoding="utf-8"))}
    assert raised == {e["code"] for case in CASES.values() for e in case.get("expect", [])}


@pytest.mark.parametrize("path", sorted((Path(__file__).parent / "games").glob("*.yaml")), ids=lambda p: p.stem)
def test_sound_games_raise_nothing(path: Path) -> None:
    assert [str(f) for f in check_file(path)] == []


def shipped_files() -> list[Path]:
    return [path for game in find_games() for path in (game.path, *(p for _, p in game.variants))]


@pytest.mark.parametrize("path", shipped_files(), ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_shipped_files_raise_nothing(path: Path) -> None:
    assert [str(f) for f in check_file(path) if f.code.startswith("R6")] == []
