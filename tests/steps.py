"""Cases as data: a table set up by hand, and what is played and must hold then, step by step.

Seats are counted from the player who has the first choice (after the moves `before`). A step is one of: `play` (and `as`: what the
move is taken for) · `moves`: all that there are · `some`: moves that there are among others · `lists`: all moves of the action
named in `of` · `refused` with a reason that says `because`, or nothing but what it `says` · `seat`: whose choice it is · `sizes` and
`cards` of zones · `value` of memories · `won` · `over`.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import yaml

from croupier.interpreter.table import Table
from croupier.tests.arranging import arrange, seat_of
from croupier.tests.playing import refuses

Case = Mapping[str, Any]


def cases(name: str) -> dict[str, Case]:
    """The cases of a file in `tests/cases`, by name."""
    found = yaml.safe_load((Path(__file__).parent / "cases" / name).read_text(encoding="utf-8"))
    assert len({case["name"] for case in found}) == len(found), "two cases have one name"
    return {case["name"]: case for case in found}


def lying(table: Table, place: str, first: int) -> list[str]:
    zone, seat = seat_of(place, first, table.game.seats)
    return sorted(table.cards(zone, seat))


def play(table: Table, step: Case, first: int) -> None:
    assert str(table.play(step["play"])) == step.get("as", step["play"])


def moves(table: Table, step: Case, first: int) -> None:
    assert sorted(map(str, table.choice)) == sorted(step["moves"])


def some(table: Table, step: Case, first: int) -> None:
    texts = set(map(str, table.choice))
    assert texts.issuperset(step["some"]) and all(text in table.choice for text in step["some"])


def lists(table: Table, step: Case, first: int) -> None:
    assert sorted(text for move in table.choice if (text := str(move)).startswith(step["of"])) == sorted(step["lists"])


def refused(table: Table, step: Case, first: int) -> None:
    told = refuses(table, step["refused"])
    if "says" in step:
        assert told.removeprefix(f"{step['refused']}: ") == step["says"]
    else:
        assert str(step["because"]) in told


def seat(table: Table, step: Case, first: int) -> None:
    assert table.choice.seat == (step["seat"] + first - 2) % table.game.seats + 1


def sizes(table: Table, step: Case, first: int) -> None:
    assert {place: len(lying(table, place, first)) for place in step["sizes"]} == step["sizes"]


def cards(table: Table, step: Case, first: int) -> None:
    for place, text in step["cards"].items():
        assert lying(table, place, first) == sorted(text.split()), place


def value(table: Table, step: Case, first: int) -> None:
    assert {name: table.value(name) for name in step["value"]} == step["value"]


def won(table: Table, step: Case, first: int) -> None:
    winners = [step["won"]] if isinstance(step["won"], int) else step["won"]
    assert table.over and table.result is not None
    assert list(table.result.winners) == sorted((seat + first - 2) % table.game.seats + 1 for seat in winners)


def over(table: Table, step: Case, first: int) -> None:
    assert table.over is step["over"]


STEPS: Mapping[str, Callable[[Table, Case, int], None]] = {
    step.__name__: step for step in (play, moves, some, lists, refused, seat, sizes, cards, value, won, over)
}


def run(table: Table, case: Case, away: str) -> None:
    """Plays the moves `before`, lays the cards of a case and goes through its steps."""
    for move in case.get("before", ()):
        table.play(move)
    first = table.choice.seat
    arrange(table, case["table"], away, first)
    for step in case["then"]:
        STEPS[next(iter(step))](table, step, first)
