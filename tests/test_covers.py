"""Payments: the hard cases as data, and random ones against a brute force over all subsets of the cards."""

import random
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest
import yaml

from croupier.interpreter.covers import WIDE, Fault, bag_of, covers, lacks

DATA = yaml.safe_load((Path(__file__).parent / "cases" / "covers.yaml").read_text(encoding="utf-8"))
NAMES = sorted({name for case in DATA["cases"] for name in f"{case['needs']} {case['cards']}".split()})
COVERS = {i: frozenset(DATA["kinds"].get(name, {}).get("covers", [name])) for i, name in enumerate(NAMES)}
WORTH = {i: DATA["kinds"].get(name, {}).get("worth", 1) for i, name in enumerate(NAMES)}

Case = tuple[list[tuple[str, int]], list[tuple[int, int]], dict[int, frozenset[str]], dict[int, int]]


def counted(names: str) -> list[tuple[int, int]]:
    return [(NAMES.index(name), 1) for name in names.split()]


@pytest.mark.parametrize("case", DATA["cases"], ids=lambda case: case["name"])
def test_payments(case: dict[str, Any]) -> None:
    for full in (False, True) if "full" in case else (False,):
        for needs in set(permutations(case["needs"].split())):
            for cards in set(permutations(counted(case["cards"]))):
                found = covers(needs, cards, COVERS, WORTH, full)
                shown = [" ".join(NAMES[kind] for kind in payment) for payment in found]
                assert sorted(shown) == sorted(case["full" if full else "payments"])
                assert list(found) == list(covers(case["needs"].split(), counted(case["cards"]), COVERS, WORTH, full))
                assert dict(lacks(needs, cards, COVERS.__getitem__, WORTH.__getitem__)) == case.get("lacks", {})


def pays(need: list[str], cards: tuple[int, ...], symbols: dict[int, frozenset[str]], left: list[int], full: bool = False) -> bool:
    """Whether the cards cover every need, tried one need after another with every card."""
    if not need:
        return not full or not any(left)
    for i, kind in enumerate(cards):
        if left[i] and need[0] in symbols[kind]:
            fewer = [units - (i == j) for j, units in enumerate(left)]
            if pays(need[1:], cards, symbols, fewer, full):
                return True
    return False


def payments(
    needs: list[tuple[str, int]], cards: list[tuple[int, int]], symbols: dict[int, frozenset[str]], worth: dict[int, int], full: bool
) -> set[tuple[int, ...]]:
    need = [symbol for symbol, count in needs for _ in range(count)]
    pool = sorted(kind for kind, count in cards for _ in range(count))
    found = set()
    for size in range(min(len(pool), len(need)) + 1):
        for some in set(combinations(pool, size)):
            if not pays(need, some, symbols, [worth[kind] for kind in some], full):
                continue
            fewer = (some[:i] + some[i + 1 :] for i in range(size))
            if not any(pays(need, less, symbols, [worth[kind] for kind in less]) for less in fewer):
                found.add(some)
    return found


def a_case(rng: random.Random, most_cards: int, most_needs: int) -> Case:
    names = [f"s{i}" for i in range(rng.randint(1, 5))]
    symbols, worth = {}, {}
    for kind in range(rng.randint(1, 8)):
        chance = rng.random()
        symbols[kind] = frozenset([rng.choice(names)] if chance < 0.5 else rng.sample(names, rng.randint(1, len(names))))
        worth[kind] = 1 if chance < 0.7 else rng.randint(1, 3)
    cards = [(rng.choice(list(symbols)), 1) for _ in range(rng.randint(0, most_cards))]
    needs = [(rng.choice(names), 1) for _ in range(rng.randint(0, most_needs))]
    return needs, cards, symbols, worth


@pytest.mark.parametrize("seed", range(20))
def test_payments_equal_a_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    some = 0
    for _ in range(100):
        needs, cards, symbols, worth = a_case(rng, 8, 5)
        full = rng.random() < 0.3
        wanted = payments(needs, cards, symbols, worth, full)
        found = covers(needs, cards, symbols, worth, full)
        listed = list(found)
        assert set(listed) == wanted and len(listed) == len(wanted) == found.count() and bool(found) == bool(wanted)
        assert [found.nth(i) for i in range(len(listed))] == listed
        assert all(payment in found for payment in wanted)
        assert full or bool(wanted) == (not found.lacks())
        rng.shuffle(cards)
        rng.shuffle(needs)
        assert list(covers(needs, cards, symbols, worth, full)) == listed
        some += bool(wanted)
    assert some > 20


@pytest.mark.parametrize("seed", range(4))
def test_payments_from_many_cards(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(5):
        needs, cards, symbols, worth = a_case(rng, 14, 6)
        assert set(covers(needs, cards, symbols, worth)) == payments(needs, cards, symbols, worth, False)


@pytest.mark.parametrize("seed", range(5))
def test_many_symbols_by_a_flow_give_the_same(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    cases = [a_case(rng, 10, 6) for _ in range(40)]
    plain = [list(covers(*case)) for case in cases]
    monkeypatch.setattr("croupier.interpreter.covers.WIDE", 0)
    assert [list(covers(*case)) for case in cases] == plain


def test_more_symbols_than_all_sets_of_could_be_looked_at() -> None:
    names = [f"s{i}" for i in range(WIDE + 8)]
    symbols = {i: frozenset([name]) for i, name in enumerate(names)} | {len(names): frozenset(names)}
    found = covers(names, [(i, 1) for i in symbols], symbols, dict.fromkeys(symbols, 1))
    assert found.count() == len(names) + 1


def test_why_cards_are_no_payment() -> None:
    symbols = {0: frozenset(["tea"]), 1: frozenset(["cola"]), 2: frozenset(["tea", "cola"])}
    worth = {0: 1, 1: 1, 2: 2}
    found = covers({"tea": 1, "cola": 1}, [(0, 1), (1, 2), (2, 1)], symbols, worth)
    assert found.fault((0, 1)) is None and (0, 1) in found and (1, 0) not in found
    assert found.fault((0, 0, 1)) == Fault("held", (0,))
    assert found.fault((1,)) == Fault("lacks", needs=(("tea", 1),))
    assert found.fault((1, 2, 0)) == Fault("spare", (0, 1, 2))
    assert found.fault((1, 2)) == Fault("spare", (1,))
    whole = covers({"tea": 1}, [(2, 1)], symbols, worth, full=True)
    assert whole.fault((2,)) == Fault("waste", (2,)) and not whole and whole.count() == 0


def test_what_is_lacking_is_the_least_there_can_be() -> None:
    rng = random.Random(4)
    for _ in range(300):
        needs, cards, symbols, worth = a_case(rng, 6, 5)
        pool = tuple(kind for kind, count in cards for _ in range(count))
        need = [symbol for symbol, count in needs for _ in range(count)]
        least = min(
            len(need) - size
            for size in range(len(need) + 1)
            for some in set(combinations(need, size))
            if pays(list(some), pool, symbols, [worth[kind] for kind in pool])
        )
        assert sum(count for _, count in lacks(needs, cards, symbols, worth)) == least


def test_bags() -> None:
    assert bag_of({"b": 1, "a": 2}) == bag_of(["a", "b", "a"]) == bag_of([("a", 1), ("b", 1), ("a", 1)]) == (("a", 2), ("b", 1))
    assert bag_of({3: 1, 1: 0}) == ((3, 1),)
