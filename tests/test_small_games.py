"""Small games, each for one thing that rules can say: what can be chosen then, what happens, and that it is saved and typed as it is."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from croupier.interpreter.game import Game
from croupier.interpreter.table import Table
from croupier.ruleset.loading import check_text, load_source
from croupier.tests.playing import comes_back, comes_from_its_save, dealt, lists_itself, set_up_again
from croupier.tests.steps import STEPS

DATA = yaml.safe_load((Path(__file__).parent / "cases" / "small_games.yaml").read_text(encoding="utf-8"))


def rules(case: dict[str, Any]) -> str:
    """The rules of a case: the head that all have, with what is swapped in it, and the flow of its own."""
    text = DATA["head"]
    for old, new in case.get("swap", {}).items():
        assert old in text
        text = text.replace(old, new)
    flow = "".join(f"    {line}\n" for line in [*case["game"].strip().split("\n"), "offer stop to seat 1"])
    return str(text + case.get("actions", "") + "flow:\n  game: |\n" + flow + case.get("below", ""))


def begun(case: dict[str, Any]) -> Table:
    ruleset, findings = load_source(rules(case), "small.yaml")
    assert ruleset is not None, [str(f) for f in findings]
    return dealt(Game(ruleset, case.get("seats", 2), {}), seed=1)


@pytest.mark.parametrize("case", DATA["played"], ids=lambda case: str(case["name"]))
def test_what_is_played(case: dict[str, Any]) -> None:
    table, rng = begun(case), Random(1)
    for step in case["then"]:
        if "says" in step:
            assert list(table.view(1).log) == step["says"]
        else:
            STEPS[next(iter(step))](table, step, 1)
        if not table.over:
            lists_itself(table, rng)
            set_up_again(table)
        comes_from_its_save(table)
    comes_back(table)


@pytest.mark.parametrize("case", DATA["found"], ids=lambda case: str(case["name"]))
def test_what_is_found(case: dict[str, Any]) -> None:
    text = rules(case)
    found = [f for f in check_text(text, "small.yaml") if str(f.severity) == "error"]
    assert [(f.code, f.span.text) for f in found] == [(case["code"], case["at"])], [str(f) for f in found]
    assert all(part in str(found[0]) for part in case["says"])
