"""Hints: what a designer is told to write, in the words of the file."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from croupier.ruleset import check_text

ROOT = Path(__file__).parent.parent
RULES = (ROOT / "games" / "greasy_spoon" / "ruleset.yaml").read_text(encoding="utf-8")
CASES: list[dict[str, str]] = yaml.safe_load((Path(__file__).parent / "cases" / "hints.yaml").read_text(encoding="utf-8"))
LINES: dict[str, Any] = yaml.safe_load((Path(__file__).parent / "cases" / "hints_lines.yaml").read_text(encoding="utf-8"))
USUAL = {"chooses": "wanted from others", "if": "size of hand > 0", "written": "total += 1"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["that"])
def test_hint(case: dict[str, str]) -> None:
    code, _, on = case["finds"].partition(" ")
    assert case["this"] in RULES
    (finding,) = check_text(RULES.replace(case["this"], case["that"], 1), "rules.yaml", ROOT)
    assert finding.code == code
    assert on in finding.span.source.line(finding.span.line)
    assert case["says"] in (finding.hint or "")
    assert case.get("message", "") in finding.message


def lines(case: dict[str, str]) -> str:
    """The plain rules with what a case writes into them."""
    rules: str = LINES["rules"]
    for place, usual in USUAL.items():
        rules = rules.replace(f"<{place}>", case.get(place, usual))
    return rules


def test_plain_rules_have_no_errors() -> None:
    assert [f for f in check_text(lines({}), "rules.yaml", ROOT) if f.severity == "error"] == []


@pytest.mark.parametrize("case", LINES["cases"], ids=lambda case: next(iter(case.values())))
def test_hint_for_a_line(case: dict[str, str]) -> None:
    (finding,) = check_text(lines(case), "rules.yaml", ROOT)
    assert f"{finding.code} {finding.span.text}" == case["finds"]
    assert case["says"] in (finding.hint or "")
