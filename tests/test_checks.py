"""What the checks find before play, case by case, and what they leave alone."""

from pathlib import Path

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


def edited(case: dict) -> str:
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
    found = {(f.code, f.span.line, f.span.column) for f in check_text(text, "rules.yaml")}
    assert found == {(e["code"], *place(text, e["at"])) for e in case.get("expect", [])}


def shipped_files() -> list[Path]:
    return [path for game in find_games() for path in (game.path, *(p for _, p in game.variants))]


@pytest.mark.parametrize("path", shipped_files(), ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_shipped_files_raise_nothing(path: Path) -> None:
    assert [str(f) for f in check_file(path) if f.code.startswith("R6")] == []
