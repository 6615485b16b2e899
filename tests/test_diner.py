"""Diner at tables set up by hand, and what the other seats never learn. The cases use the cards of a lunch counter, so that
the game itself can be balanced without a change here; its own cards are tried in random games."""

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.cli.menu import listed
from croupier.cli.screen import Screen
from croupier.cli.sitting import verdict_lines
from croupier.interpreter.game import Game, load, settle_options
from croupier.interpreter.position import load_position
from croupier.interpreter.table import Table
from croupier.ruleset.loading import check_text, load_source
from croupier.tests.hidden import swapped
from croupier.tests.playing import GAMES, comes_back, dealt, game_of, people, playout, replays, toy
from croupier.tests.steps import STEPS, Case, cases

CASES = cases("diner.yaml")
DECKS = {
    "order_deck": "two_teas three_drinks with_milk two_sodas",
    "food_deck": "burger salad burger salad",
    "drink_deck": "milk cola tea soda",
    "action_deck": "errand encore switch barter",
}
ZONES = (*DECKS, "board", "plate", "hand", "done", "discard")


def set_up(case: Case) -> Table:
    """The table of a case: seat 1 in its turn, with three actions left where nothing else is said."""
    seats = case.get("seats", 2)
    position = {
        "croupier": 1,
        "seats": seats,
        "options": case.get("options", {}),
        "choice": {"seat": 1, "at": "turn"},
        "zones": DECKS | {name: case[name] for name in ZONES if name in case},
        "state": {"cook": 1, "left": {"1": case.get("left", 3)}},
    }
    table = load_position(toy(f"{case.get('game', 'lunch_counter')}.yaml", seats), json.dumps(position))
    table.check = True
    return table


# --------------------------------------------------------------------------- steps of these cases


def play(table: Table, step: Case, first: int) -> None:
    """A move as people type it, with what is left out where only one thing can be meant."""
    move = table.play(step["play"])
    assert str(move) == step.get("as", str(move))


def places(table: Table, step: Case, first: int) -> None:
    """The stacks on the board, the top card first."""
    piles = table.view().zone("board").places
    for place, cards in step["places"].items():
        assert " ".join(piles[place - 1].cards or ()) == cards, f"place {place}"


def scores(table: Table, step: Case, first: int) -> None:
    assert list(table.view().scores or ()) == step["scores"]


def left(table: Table, step: Case, first: int) -> None:
    assert [table.value("left", seat + 1) for seat in range(table.game.seats)] == step["left"]


def result(table: Table, step: Case, first: int) -> None:
    found = table.result
    assert found is not None, "the game goes on"
    assert {"how": found.how, "winners": list(found.winners), "scores": list(found.scores or ())} == step["result"]


def order(table: Table, step: Case, first: int) -> None:
    for zone, cards in step["order"].items():
        assert " ".join(table.cards(zone)) == cards


def told(table: Table, step: Case, first: int) -> None:
    for seat in (None, *range(1, table.game.seats + 1)):
        assert step["told"] in table.view(seat).log


def shown(table: Table, seat: int) -> str:
    """All that a seat is shown now, but for the cards whose kinds lie open anyway."""
    view = table.view(seat)
    texts = [json.dumps(view.as_dict()), *Screen(table.game).table(view), *view.log]
    if not table.over and table.choice.seat == seat:
        texts += listed(table.choice, 100)
    return "\n".join(texts)


def seen(table: Table, step: Case, first: int) -> None:
    for seat, codes in step["seen"].items():
        assert all(code in shown(table, seat) for code in codes)


def unseen(table: Table, step: Case, first: int) -> None:
    for seat, codes in step["unseen"].items():
        own = {code for zone in table.view(seat).zones for code in [*(zone.cards or ()), *(c for p in zone.places for c in p.cards or ())]}
        text = shown(table, seat)
        assert [code for code in codes if code not in own and f'"{code}"' in text or f" {code}" in text and code not in own] == []


ALL_STEPS: Mapping[str, Callable[[Table, Case, int], None]] = STEPS | {
    step.__name__: step for step in (play, places, scores, left, result, order, told, seen, unseen)
}


@pytest.mark.parametrize("name", CASES)
def test_case(name: str) -> None:
    table = set_up(CASES[name])
    assert not table.setup.findings, table.setup.findings
    for step in CASES[name]["then"]:
        ALL_STEPS[next(iter(step))](table, step, 1)
