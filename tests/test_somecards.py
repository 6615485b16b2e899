"""From so many to so many cards: against combinations of the cards themselves."""

import random
from collections import Counter
from itertools import combinations

import pytest

from croupier.interpreter.somecards import SomeCards


@pytest.mark.parametrize("seed", range(40))
def test_choices_equal_combinations_of_cards(seed: int) -> None:
    rng = random.Random(seed)
    counts = tuple((kind * 2, rng.randint(0, 3)) for kind in range(rng.randint(0, 5)))
    low, high = rng.randint(0, 3), rng.randint(0, 6)
    cards = [kind for kind, count in counts for _ in range(count)]
    wanted = [some for size in range(low, high + 1) for some in sorted(set(combinations(cards, size)))]
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
