"""Greasy Spoon at tables set up by hand: what can be served, what a move becomes, what follows from it."""

from collections.abc import Callable
from random import Random

import pytest

from croupier.interpreter.table import Table
from croupier.tests.arranging import arrange
from croupier.tests.playing import SPOONS, dealt, people, playout, spoon, tables, uniformly
from croupier.tests.steps import cases, run

CASES = cases("greasy_spoon.yaml")


@pytest.mark.parametrize("name", CASES)
def test_case(name: str) -> None:
    case = CASES[name]
    run(dealt(spoon(case.get("variant", "ruleset.yaml"), **case.get("options", {})), seed=1), case, "shed")


# --------------------------------------------------------------------------- laws of every game


@pytest.mark.parametrize("name", SPOONS)
def test_hands_are_full_and_draw_decks_never_empty_before_backburners(name: str) -> None:
    """C02, after every settled step."""
    game = spoon(name)
    hand_size = game.options["hand_size"]
    has_backburner = "backburner" in game.ruleset.zones
    for table in tables(game, 400, seed=5):
        if not table.choice.is_offer:
            continue  # in the middle of passing
        for seat in (1, 2):
            draw, hand = table.cards("draw", seat), table.cards("hand", seat)
            backburner = table.cards("backburner", seat) if has_backburner else ()
            assert len(hand) == hand_size or (not draw and not backburner)
            assert draw or not backburner
            assert len(hand) <= hand_size


@pytest.mark.parametrize("make", [uniformly, people])
def test_every_game_ends_within_107_serves(make: Callable[[Table, Random], None]) -> None:
    """C01: each serve sheds a card, and the last one of a deck ends the game."""
    rng = Random(1)
    for seed in range(60):
        table = playout(dealt(spoon(), seed), rng, make)
        assert sum(move.name == "serve" for move in table.moves) <= 107
        assert table.result is not None and len(table.result.winners) == 1
        winner = table.result.winners[0]
        assert not table.cards("hand", winner) + table.cards("draw", winner) + table.cards("backburner", winner)
        assert table.cards("hand", 3 - winner), "the other player still holds cards"


@pytest.mark.parametrize("best_of", [1, 3, 5])
def test_a_match_ends_with_more_than_half_of_its_games(best_of: int) -> None:
    """G16, G17: the other player starts each later game; games that cannot matter are not played."""
    game, rng = spoon(best_of=best_of), Random(best_of)
    for seed in range(12):
        table = dealt(game, seed)
        openers = [table.value("opener")]
        played = 0
        while not table.over:
            uniformly(table, rng)
            wins = 0 if table.over else table.value("wins", 1) + table.value("wins", 2)
            if wins > played:
                played = wins
                openers.append(table.value("opener"))
        assert openers == ["1", "2", "1", "2", "1"][: len(openers)]
        scores = table.result.scores
        assert max(scores) == best_of // 2 + 1 and min(scores) <= best_of // 2 and sum(scores) == len(openers)
        assert table.result.winners == (1 + scores.index(max(scores)),)


@pytest.mark.parametrize(("starter", "seats"), [("first", {1}), ("second", {2}), ("lot", {1, 2})])
def test_who_starts(starter: str, seats: set[int]) -> None:
    assert {dealt(spoon(starter=starter), seed).choice.seat for seed in range(20)} == seats


# --------------------------------------------------------------------------- chance


def order(table: Table, seat: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A player's deck as it was shuffled, as far as it can be told: hand, then draw deck."""
    return table.cards("hand", seat), table.cards("draw", seat)


def test_two_decks_are_never_shuffled_alike() -> None:
    """E04: one generator runs on across all shuffles."""
    seen = set()
    for seed in range(1, 21):
        table = spoon().deal(seed=seed)
        assert order(table, 1) != order(table, 2)
        assert (order(table, 1), order(table, 2)) == tuple(order(spoon().deal(seed=seed), seat) for seat in (1, 2))
        seen |= {order(table, 1), order(table, 2)}
    assert len(seen) == 40


def test_a_reshuffled_backburner_comes_in_all_orders() -> None:
    """E04: 600 times three cards, in one stream: six orders, each about 100 times (chi-square below the 0.1 % point)."""
    table = dealt(spoon(hand_size=1), seed=2)
    seen: dict[tuple[str, ...], int] = {}
    for _ in range(600):
        arrange(table, {"hand 1": "K1", "backburner 1": "M1 M2 M3", "hand 2": "R1"}, "shed")
        table.play("remix")
        cards = table.cards("draw", 1)
        seen[cards] = seen.get(cards, 0) + 1
    assert len(seen) == 6
    assert sum((count - 100) ** 2 / 100 for count in seen.values()) < 20.5


def test_what_is_dealt_is_fair() -> None:
    """Over 2,000 hands each of the 18 kinds is held as often as any other (chi-square, 17 degrees of freedom)."""
    seen: dict[str, int] = {}
    for seed in range(1000):
        for seat in (1, 2):
            for card in spoon().deal(seed=seed).cards("hand", seat):
                seen[card] = seen.get(card, 0) + 1
    expected = 2000 * 11 / 18
    assert len(seen) == 18
    assert sum((count - expected) ** 2 / expected for count in seen.values()) < 40.8
