"""Melds of declarations made by lot, listed and kept in parts, against a brute force."""

import random
from collections.abc import Callable, Mapping, Sequence

import pytest

from croupier.interpreter.melds import Meld, MeldBook
from croupier.interpreter.shapes import TooManyMelds
from croupier.ruleset import model
from croupier.tests.brute import Brute, reading_of
from croupier.tests.decks import Deck, group, meld, part

ATTRIBUTES: tuple[tuple[str, ...], ...] = ((), (), ("suit",), ("rank",), ("suit", "rank"))

INNER: Sequence[Callable[[random.Random], list[model.Group]]] = (
    lambda rng: [group("run", low := rng.randint(1, 3), low + rng.randint(0, 1), by="rank", each=rng.choice((1, 1, 2)))],
    lambda rng: [group("set", low := rng.randint(1, 3), low + rng.randint(0, 1))],
    lambda rng: [group("cards", low := rng.randint(1, 3), low + rng.randint(0, 1), mixed=rng.choice(ATTRIBUTES))],
    lambda rng: [group("set", 2), group("card")],
    lambda rng: [group("run", 2, by="rank"), group("card", where=lambda kind: kind % 2 == 0)],
)
"""Types that parts can stand for; those of several parts are always of the same sets."""


def a_group(rng: random.Random) -> model.Group:
    low = rng.choice((1, 1, 2, 2, 3))
    high = rng.choice((low, low, low + 1, None))
    limits = {"same": (), "different": (), "mixed": ()} | {rng.choice(("same", "different", "mixed")): rng.choice(ATTRIBUTES)}
    where = (lambda kind: kind % 3 != 0) if rng.random() < 0.2 else None
    match rng.choice(("run", "set", "cards", "cards")):
        case "run":
            return group("run", low, high, by="rank", each=rng.choice((1, 1, 2)), where=where, **limits)
        case word:
            return group(word, low, high, where=where, **limits)


def a_declaration(rng: random.Random) -> dict[str, list[model.MeldType]]:
    """Types of melds: some of one category, and some of another that are made of them."""
    inner = [meld(f"inner_{i}", *rng.choice(INNER)(rng)) for i in range(rng.randint(1, 3))]
    names = ["inner", *(one.name for one in inner)]

    def a_part(as_many: bool) -> model.Part:
        return part((rng.choice(names),) if rng.random() < 0.4 else a_group(rng), as_many)

    outer = []
    for i in range(rng.randint(1, 3)):
        later = [a_part(rng.random() < 0.6) for _ in range(rng.choice((1, 1, 1, 2)))]
        key = rng.choice(((), (), ("rank",), ("suit", "rank")))
        outer.append(meld(f"outer_{i}", a_part(False), *later, decides=rng.randint(0, 1 + len(later)), key=key))
    return {"inner": inner, "outer": outer}


def melds_of(book: MeldBook, hand: Sequence[int], category: str) -> list[Meld] | None:
    """The melds of a hand as a list, in their order; None where they are too many for the tables."""
    try:
        found = book.set(book.packing.pack(hand), book.of((category,)))
        melds = list(found)
        assert [found.nth(i) for i in range(found.count())] == melds
        assert all(found.contains(m) and m in book.readings(m.kinds) for m in melds)
    except TooManyMelds:
        return None
    return melds


def check(
    deck: Deck,
    declared: Mapping[str, Sequence[model.MeldType]],
    hands: Sequence[list[int]],
    rng: random.Random,
    line: tuple[int, ...] = (),
    around: bool = False,
) -> None:
    """The melds of each hand are those of the brute force, each once, and beat the same, however they are kept."""
    orders, wraps = {"rank": line} if line else {}, ("rank",) if around else ()
    books = [deck.book(declared, flat=flat, most=4_000, run_orders=orders, wraps=wraps) for flat in (50_000, 300, 0)]
    for hand in hands:
        brute = Brute(deck, declared, hand, line, around)
        for category in declared:
            wanted = sorted(brute.melds(category))
            some = rng.sample(wanted, min(len(wanted), 12))
            beaten = []
            for book in books:
                if (melds := melds_of(book, hand, category)) is not None:
                    assert sorted(map(reading_of, melds)) == wanted
                    assert len({str(m) for m in melds}) == len(melds)
                    by_reading = {reading_of(m): m for m in melds}
                    beaten.append([(a, b) for a in some for b in some if book.beats(by_reading[a], by_reading[b])])
            assert all(pairs == beaten[0] for pairs in beaten)


RUN_OR_PAIR = [meld("row", group("run", 3, 4, by="rank")), meld("two", group("set", 2))]
CARDS_OR_ROW = [meld("three", group("cards", 3)), meld("row", group("run", 3, by="rank"))]
IN_TWO_WAYS = [meld("pair_and_card", group("set", 2), group("card")), meld("row_and_card", group("run", 2, by="rank"), group("card"))]

DECLARED: Mapping[str, Mapping[str, Sequence[model.MeldType]]] = {
    "mixed cards that decide nothing": {"all": [meld("it", group("set", 2), group("cards", 2, 3, mixed=("suit",)), decides=1)]},
    "as many that are mixed": {
        "all": [
            meld("it", group("run", 2, by="rank"), part(group("cards", 2, mixed=("suit",)), True), decides=1),
            meld("one", group("set", 2), part(group("card", mixed=("suit",)), True), decides=1),
        ]
    },
    "sets of what the cards are": {
        "cores": RUN_OR_PAIR,
        "all": [meld("small", group("set", 2), group("card"), decides=1), meld("big", ("cores",), part(group("card"), True), decides=1)],
    },
    "as many of a type": {
        "cores": [meld("row", group("run", 3, 4, by="rank"))],
        "ones": [meld("one", group("card"))],
        "all": [
            meld("small", group("run", 3, by="rank"), group("cards", 3), decides=1),
            meld("big", ("row",), part(("one",), True), decides=1),
        ],
    },
    "as many of sizes that vary": {
        "all": [
            meld("small", group("run", 2, by="rank"), group("cards", 2, 4), decides=1),
            meld("big", group("run", 2, by="rank"), part(group("set", 1, 2), True), decides=1),
        ]
    },
    "as many sets where others are as many runs": {
        "all": [
            meld("small", group("run", 2, by="rank"), part(group("set", 2), True), decides=1),
            meld("big", group("run", 2, by="rank"), part(group("run", 2, by="rank"), True), decides=1),
        ]
    },
    "as many of what is more in one type than in another": {
        "all": [
            meld("small", group("cards", 3), part(group("set", 3), True), decides=1),
            meld("big", group("run", 3, by="rank"), part(group("card"), True), decides=1),
        ]
    },
    "as many of a category where cards were less": {
        "cores": CARDS_OR_ROW,
        "all": [
            meld("small", ("three",), part(group("set", 3), True), decides=1),
            meld("big", ("row",), part(group("card"), True), decides=1),
        ],
    },
    "types that cut the same cards in two ways": {
        "cores": IN_TWO_WAYS,
        "all": [
            meld("small", ("pair_and_card",), group("card"), decides=1),
            meld("big", ("row_and_card",), group("cards", 1, 2), decides=1),
        ],
    },
    "as many of as many": {
        "cores": [meld("long", group("run", 4, by="rank")), meld("double", group("run", 2, by="rank", each=2))],
        "all": [meld("it", ("cores",), part(group("card"), True)), meld("other", group("cards", 4), part(group("cards", 2), True))],
    },
}


@pytest.mark.parametrize("name", DECLARED)
def test_declarations_of_as_many_and_mixed(name: str) -> None:
    rng = random.Random(name)
    for copies in (1, 2):
        deck = Deck(range(1, 6), ("red", "blue", "green"), copies)
        check(deck, DECLARED[name], [sorted(rng.sample(deck.physical, 7)) for _ in range(6)], rng)


@pytest.mark.parametrize("seed", range(80))
def test_declarations_made_by_lot(seed: int) -> None:
    rng = random.Random(seed)
    deck = Deck(range(1, rng.randint(4, 6)), ("red", "blue", "green")[: rng.randint(2, 3)], rng.randint(1, 2))
    declared, hands = a_declaration(rng), [rng.sample(deck.physical, 6) for _ in range(3)]
    check(deck, declared, hands, rng, rng.choice(((), (), (3, 1, 2), (1, 2, 3, 1))), rng.random() < 0.2)
