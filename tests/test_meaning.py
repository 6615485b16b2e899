"""What rule texts do, by themselves: small games whose log says what has happened."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from croupier.interpreter.game import load
from croupier.interpreter.position import load_position, write_position
from croupier.interpreter.save import load_save, save_text
from croupier.interpreter.table import Table
from croupier.ruleset import load_source
from croupier.ruleset.finding import Severity

DATA = yaml.safe_load((Path(__file__).parent / "cases" / "meaning.yaml").read_text(encoding="utf-8"))
CASES = {case["name"]: case for case in DATA["cases"]}


def rules(case: dict[str, Any]) -> str:
    head = DATA["head"]
    if "actions" in case:
        head = head[: head.index("actions:")] + "actions:\n" + indented(case["actions"], 2)
    head = head.replace("state:\n", f"state:\n  {case['memories']}\n") if "memories" in case else head
    text = head + "flow:\n  game: |\n" + indented(case["game"].rstrip() + "\n", 4) + "    offer stop to seat 1\n"
    return text + indented(case.get("flow", ""), 2) + str(case.get("more", ""))


def indented(text: str, by: int) -> str:
    return "".join(" " * by + line for line in text.splitlines(keepends=True))


def begun(case: dict[str, Any]) -> Table:
    text = rules(case)
    ruleset, findings = load_source(text, "meaning.yaml")
    assert ruleset is not None, "\n".join(map(str, findings))
    return load(ruleset, seats=case.get("seats", 2)).deal(seed=1)


@pytest.mark.parametrize("name", CASES)
def test_what_a_text_does(name: str) -> None:
    case = CASES[name]
    table = begun(case)
    for move in case.get("plays", ()):
        table.play(move)
    assert list(table.view(1).log) == case["told"]


@pytest.mark.parametrize("case", DATA["refused"], ids=lambda case: case["name"])
def test_what_a_text_cannot_mean_is_told(case: dict[str, Any]) -> None:
    """A text that the program would have to guess at is refused where it stands."""
    _, findings = load_source(rules(case), "meaning.yaml")
    assert [(f.code, f.span.text) for f in findings if f.severity is Severity.ERROR] == [(case["code"], case["at"])]


@pytest.mark.parametrize("name", CASES)
def test_a_table_set_up_or_saved_goes_on_as_the_one_that_was_played(name: str) -> None:
    table, rng = begun(CASES[name]), Random(1)
    while not table.over and table.ply < 6:
        others = [load_save(save_text(table), game=table.game), load_position(table.game, write_position(table)), table.copy()]
        before = len(table.view(1).log)
        move = table.choice.sample(rng)
        table.play(move)
        for other in others:
            since = 0 if other.setup is not None else before
            other.play(str(move))
            assert list(other.view(1).log)[since:] == list(table.view(1).log)[before:]
