"""Small rules and what they say, and that the table set up from what is written of it goes on as it was."""

from pathlib import Path
from textwrap import indent
from typing import Any

import pytest
import yaml

import croupier
from croupier.interpreter.limits import limits
from croupier.interpreter.position import load_position, write_position
from croupier.ruleset.finding import Finding
from croupier.ruleset.loading import load_source
from croupier.ruleset.model import Ruleset
from croupier.tests.playing import dealt

DATA = yaml.safe_load((Path(__file__).parent / "cases" / "sayings.yaml").read_text(encoding="utf-8"))
PLAYED = [case for case in DATA["cases"] if "log" in case]
REFUSED = [case for case in DATA["cases"] if "at" in case]


def rules(case: dict[str, Any]) -> tuple[Ruleset | None, tuple[Finding, ...], int]:
    """The ruleset of a case, its findings, and the line in front of its instructions."""
    head = DATA["base"]
    for old, new in case.get("with", {}).items():
        assert old in head
        head = head.replace(old, new)
    head += "flow:\n  game: |\n"
    text = head + indent(case["game"].strip() + "\noffer stop to seat 1\n", "    ") + case.get("more", "")
    return *load_source(text, "rules.yaml"), head.count("\n")


@pytest.mark.parametrize("case", PLAYED, ids=lambda case: case["name"])
def test_said(case: dict[str, Any]) -> None:
    ruleset, findings, _ = rules(case)
    assert ruleset is not None, findings
    table = dealt(croupier.load(ruleset), seed=1)
    for move in case.get("moves", ()):
        table.play(move)
    assert list(table.view(1).log) == case["log"]
    written = write_position(table)
    assert write_position(load_position(table.game, written)) == written


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case["name"])
def test_refused(case: dict[str, Any]) -> None:
    _, findings, before = rules(case)
    assert [f"{f.code} {f.span.line - before}:{f.span.column - 4}" for f in findings if f.severity == "error"] == case["at"]


@pytest.mark.parametrize("case", DATA["limits"], ids=lambda case: case["name"])
def test_limits(case: dict[str, Any]) -> None:
    during = case.get("during", "round")
    filled = f"each: player, during: {during}, if: size of hand < 3 and deck is not empty, do: move 1 from deck to hand"
    procedure = indent(case.get("round", "n += 0") + "\noffer stop to seat 1\n", "    ")
    ruleset, findings, _ = rules(case | {"more": f"  round: |\n{procedure}whenever:\n  refill: {{{filled}}}\n"})
    assert ruleset is not None, findings
    assert limits(croupier.load(ruleset)) == ({"hand": case["most"]} if "most" in case else {})
