"""From so many to so many cards: against combinations of the cards themselves."""

import random
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

import croupier
from croupier.interpreter.picks import CardPicks
from croupier.interpreter.somecards import SomeCards


@pytest.mark.parametrize("seed", range(80))
def test_choices_equal_combinations_of_cards(seed: int) -> None:
    rng = random.Random(seed)
    counts = tuple((kind * 2, rng.randint(0, 3)) for kind in range(rng.randint(0, 5)))
    low, high = rng.randint(-3, 3), rng.randint(-2, 6)
    cards = [kind for kind, count in counts for _ in range(count)]
    wanted = [some for size in range(max(low, 0), high + 1) for some in sorted(set(combinations(cards, size)))]
    found = SomeCards(counts, low, high)
    assert list(found) == wanted
    assert found.count() == len(wanted)
    assert [found.nth(i) for i in range(len(wanted))] == wanted
    assert all(some in found for some in wanted)
    with pytest.raises(IndexError):
        found.nth(len(wanted))


@pytest.mark.parametrize("kinds", [(0,), (0, 0, 0), (1, 0), (5,), (0, 1, 1), [0, 1], "01"])
def test_what_is_not_a_choice(kinds: object) -> None:
    assert kinds not in SomeCards(((0, 2), (1, 1)), 2, 3)


def test_a_draw_is_by_size_first_and_then_by_cards() -> None:
    rng = random.Random(1)
    found = SomeCards(((0, 3), (1, 1)), 0, 1)
    seen = Counter(found.sample_by_size(rng.randrange) for _ in range(8000))
    assert set(seen) == {(), (0,), (1,)}
    for kinds, share in (((), 1 / 2), ((0,), 3 / 8), ((1,), 1 / 8)):
        assert abs(seen[kinds] / 8000 - share) < 0.03


def test_a_draw_of_all_there_is() -> None:
    assert SomeCards(((0, 1), (4, 2)), 3, 9).sample_by_size(lambda n: n - 1) == (0, 4, 4)


def test_large_numbers_are_counted_not_listed() -> None:
    found = SomeCards(tuple((kind, 1) for kind in range(52)), 13, 13)
    assert found.count() == 635_013_559_600
    assert found.nth(found.count() - 1) == tuple(range(39, 52))


@pytest.mark.parametrize("low", range(-3, 5))
@pytest.mark.parametrize("high", range(-3, 5))
def test_picks_of_cards_are_there_where_they_are_counted(low: int, high: int) -> None:
    found = CardPicks(((0, 2), (3, 1)), low, high, 7)
    some = list(found)
    assert found.exists() == bool(some) == (max(low, 0) <= min(high, 3))
    assert [found.nth(i) for i in range(found.count())] == some
    assert all(value in found for value in some) and (() in found) == (low <= 0 <= high)


RULES = """
croupier: 1
title: Cards
players: 2
cards:
  card: {suit: [x, y], rank: 1..3, code: "{suit:1}{rank}"}
zones:
  hand: {ZONE, starts: card}
  pile: {faces: all}
actions:
  drop: {choose: AMOUNT cards in SOURCE, do: move k to pile}
  pass: {do: end game won by player}
flow:
  game: "turns from seat 1: offer drop or pass"
"""


@pytest.mark.parametrize("zone", ["faces: all", "faces: all, ordered: true", "each: player, faces: owner"])
@pytest.mark.parametrize(
    ("amount", "sizes"),
    [("size of hand - 9", ()), ("0 - 3 to 0 - 1", ()), ("0 - 3 to 1", (0, 1)), ("0 - 1 to size of hand - 6", (0,)), ("2", (2,))],
)
@pytest.mark.parametrize("source", ["hand", "cards in hand where rank > 0"], ids=["a zone", "a list"])
def test_fewer_than_no_cards_are_never_picked(source: str, zone: str, amount: str, sizes: tuple[int, ...], tmp_path: Path) -> None:
    text = RULES.replace("ZONE", zone).replace("AMOUNT", f"k from {amount}").replace("SOURCE", source)
    (tmp_path / "rules.yaml").write_text(text)
    choice = croupier.load(tmp_path / "rules.yaml").deal(seed=1).choice
    moves = list(choice)
    assert {len(move.values[1]) for move in moves if move.name == "drop"} == set(sizes)
    assert choice.names == (("drop", "pass") if sizes else ("pass",))
    assert len(choice) == len(moves) and [choice[i] for i in range(len(choice))] == moves
    assert all(move in choice for move in moves)
    if not sizes:
        with pytest.raises(croupier.IllegalMove, match="there is nothing to pick for 'k'"):
            choice.parse("drop x1")
