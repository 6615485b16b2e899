"""Hints: what a designer is told to write, in the words of the file."""

from pathlib import Path

import pytest
import yaml

from croupier.ruleset import check_text

ROOT = Path(__file__).parent.parent
RULES = (ROOT / "games" / "greasy_spoon" / "ruleset.yaml").read_text(encoding="utf-8")
CASES: list[dict[str, str]] = yaml.safe_load((Path(__file__).parent / "cases" / "hints.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["that"])
def test_hint(case: dict[str, str]) -> None:
    code, _, on = case["finds"].partition(" ")
    assert case["this"] in RULES
    (finding,) = check_text(RULES.replace(case["this"], case["that"], 1), "rules.yaml", ROOT)
    assert finding.code == code
    assert on in finding.span.source.line(finding.span.line)
    assert case["says"] in (finding.hint or "")
    assert case.get("message", "") in finding.message
