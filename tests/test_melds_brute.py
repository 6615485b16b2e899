"""Sets of melds against a brute force over the cards of a hand that knows no tables, no packing and no shapes of the engine."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise

import pytest

from croupier.interpreter.melds import Meld, MeldBook, MeldSet
from croupier.ruleset import model
from croupier.tests.brute import Cards, Reading, left_of, makes, reading, reading_of, subsets
from croupier.tests.decks import BIG_TWO, BIG_TWO_DECK, LANDLORD_RANKS, MENU, MENU_DECK, Deck, group, landlord, meld, part


def ranks_of(deck: Deck, kinds: Sequence[int]) -> list[int]:
    order = deck.lists["rank"].values
    return sorted(order.index(deck.cards[kind].values["rank"]) for kind in kinds)  # type: ignore[arg-type]


def in_a_row(places: Sequence[int]) -> bool:
    return all(b == a + 1 for a, b in pairwise(places))


def one_suit(deck: Deck, kinds: Sequence[int]) -> bool:
    return len({deck.cards[kind].values.get("suit") for kind in kinds}) == 1


# --------------------------------------------------------------------------- the menu


def item(kinds: Cards) -> str | None:
    """The dearest dish of one part that the cards are."""
    if len(kinds) == 1:
        return "soda"
    places, fancy = ranks_of(MENU_DECK, kinds), one_suit(MENU_DECK, kinds)
    run, alike = {2: ("rings", "fries"), 3: ("dog", "burger")}[len(kinds)]
    plain = {"dog": "hot_dog", "burger": "cheeseburger"}
    if len(set(places)) == 1:
        return f"fancy_{alike}" if fancy else plain.get(alike, alike)
    if in_a_row(places):
        return f"fancy_{run}" if fancy else plain.get(run, run)
    return None


def dishes(hand: Sequence[int]) -> Iterator[Reading]:
    for size in (1, 2, 3):
        for kinds in subsets(hand, size):
            if name := item(kinds):
                yield reading(name, kinds)
                if size == 3:
                    for more in (1, 2):
                        for others in subsets(left_of(hand, kinds), more):
                            if item(others):
                                yield reading(f"combo_{more}", kinds, others)


PRICES = ("soda", "rings", "fries", "fancy_rings", "fancy_fries", "hot_dog", "cheeseburger", "fancy_dog", "fancy_burger")


def price(dish: Reading) -> tuple[object, ...]:
    return tuple(value for kinds in dish[1] for value in (PRICES.index(item(kinds) or ""), max(ranks_of(MENU_DECK, kinds))))


def dearer(a: Reading, b: Reading) -> bool:
    shape = [tuple(len(kinds) for kinds in dish[1]) for dish in (a, b)]
    return shape[0] == shape[1] and price(a) > price(b)  # type: ignore[operator]


# --------------------------------------------------------------------------- the landlord's game


def landlord_melds(deck: Deck, hand: Sequence[int]) -> Iterator[Reading]:
    top = len(LANDLORD_RANKS) - 1  # the 2 and the jokers stand in no chain
    for size in range(1, len(hand) + 1):
        for kinds in subsets(hand, size):
            names = [deck.cards[kind].code for kind in kinds]
            counts = Counter(ranks_of(deck, kinds))
            if size <= 4 and len(counts) == 1:
                yield reading(("solo", "pair", "trio", "bomb")[size - 1], kinds)
            if sorted(names) == ["BJ", "RJ"]:
                yield reading("rocket", kinds)
            chain = in_a_row(sorted(counts)) and max(counts) < top
            length = len(counts)
            for each, least, name in ((1, 5, "chain"), (2, 3, "pairs"), (3, 2, "plane")):
                if chain and length >= least and set(counts.values()) == {each}:
                    yield reading(name, kinds)
                    if each == 3:
                        yield from attached(deck, left_of(hand, kinds), kinds, length, "plane")
            if size == 3 and len(counts) == 1:
                yield from attached(deck, left_of(hand, kinds), kinds, 1, "trio")


def attached(deck: Deck, left: Sequence[int], core: Cards, times: int, name: str) -> Iterator[Reading]:
    solos, pairs = ("trio_solo", "trio_pair") if name == "trio" else ("plane_solos", "plane_pairs")
    for others in subsets(left, times):
        yield reading(solos, core, others)
    for others in subsets(left, 2 * times):
        if all(count % 2 == 0 for count in Counter(ranks_of(deck, others)).values()):
            yield reading(pairs, core, others)


# --------------------------------------------------------------------------- Big Two


def five(kinds: Cards) -> Iterator[Reading]:
    places = ranks_of(BIG_TWO_DECK, kinds)
    straight, flush = in_a_row(places), one_suit(BIG_TWO_DECK, kinds)
    if straight or flush:
        yield reading("straight_flush" if straight and flush else "straight" if straight else "flush", kinds)
    for size, name in ((3, "full_house"), (4, "quads")):
        for core in combinations(kinds, size):
            rest = left_of(kinds, core)
            if len(set(ranks_of(BIG_TWO_DECK, core))) == 1 and len(set(ranks_of(BIG_TWO_DECK, rest))) == 1:
                yield reading(name, core, rest)


def big_two_melds(hand: Sequence[int]) -> Iterator[Reading]:
    for size, name in ((1, "one"), (2, "two"), (3, "three")):
        yield from (reading(name, kinds) for kinds in subsets(hand, size) if len(set(ranks_of(BIG_TWO_DECK, kinds))) == 1)
    for kinds in subsets(hand, 5):
        yield from five(kinds)


# --------------------------------------------------------------------------- the tests


def check(found: MeldSet, wanted: set[Reading]) -> list[Meld]:
    """The set as a list, after its count, its members by place, by walking and by membership are found to agree."""
    melds = list(found)
    assert len(melds) == found.count() == len(wanted)
    assert {reading_of(m) for m in melds} == wanted
    assert [found.nth(i) for i in range(found.count())] == melds
    assert all(found.contains(m) for m in melds)
    with pytest.raises(IndexError):
        found.nth(found.count())
    return melds


@pytest.mark.parametrize("flat", [50_000, 0], ids=["listed", "in parts"])
def test_the_menu(flat: int) -> None:
    book = MENU_DECK.book(MENU, flat=flat)
    rng = random.Random(flat)
    for _ in range(120):
        hand = rng.sample(MENU_DECK.physical, rng.randint(0, 11))
        packed = book.packing.pack(hand)
        wanted = set(dishes(hand))
        check(book.set(packed, book.everything), wanted)
        lies = rng.choice(list(book.set(book.packing.pack(rng.sample(MENU_DECK.physical, 11)), book.everything)))
        check(book.set(packed, book.beating(lies)), {dish for dish in wanted if dearer(dish, reading_of(lies))})


@pytest.mark.parametrize("flat", [50_000, 0], ids=["listed", "in parts"])
@pytest.mark.parametrize("copies", [4, 8])
def test_the_landlord(copies: int, flat: int) -> None:
    deck, book = landlord(copies, flat)
    rng = random.Random(copies)
    for _ in range(60):
        some = rng.sample(range(13), 4) if rng.random() < 0.3 else list(range(low := rng.randint(0, 7), low + 4))
        cards = [kind for kind in deck.physical if kind in some] + (deck.physical[-2:] if rng.random() < 0.3 else [])
        hand = rng.sample(cards, min(len(cards), rng.randint(6, 11)))
        check(book.set(book.packing.pack(hand), book.everything), set(landlord_melds(deck, hand)))


def test_big_two() -> None:
    book = BIG_TWO_DECK.book(BIG_TWO)
    rng = random.Random(2)
    for _ in range(20):
        hand = rng.sample(BIG_TWO_DECK.physical, 13)
        check(book.set(book.packing.pack(hand), book.everything), set(big_two_melds(hand)))


def test_listed_and_in_parts_agree() -> None:
    listed, parts = landlord(4), landlord(4, 0)
    rng = random.Random(5)
    for _ in range(60):
        cards = [kind for kind in listed[0].physical if kind < 8]
        hand = listed[1].packing.pack(rng.sample(cards, 14))
        melds = list(listed[1].set(hand, listed[1].everything))
        assert Counter(melds) == Counter(parts[1].set(hand, parts[1].everything))
        lies = rng.choice(melds)
        other = next(m for m in parts[1].readings(lies.kinds) if m == lies)
        a, b = (set(book.set(hand, book.beating(m))) for book, m in ((listed[1], lies), (parts[1], other)))
        assert a == b == {m for m in melds if listed[1].beats(m, lies)}


def test_a_draw_by_place_is_even() -> None:
    deck, book = landlord(4, 0)
    found = book.set(book.packing.pack(deck.kinds("3 3 3 4 4 4 5 5 6 7")), book.of(("plane_solos", "trio_pair")))
    rng = random.Random(3)
    seen = Counter(str(found.nth(rng.randrange(found.count()))) for _ in range(400 * found.count()))
    assert len(seen) == found.count() and all(300 < n < 500 for n in seen.values())


GROUPS: Mapping[str, Callable[[], model.Group]] = {
    "run": lambda: group("run", 3, by="rank"),
    "run of any length": lambda: group("run", 2, None),
    "run of sets": lambda: group("run", 2, 3, each=2),
    "run of one suit": lambda: group("run", 2, 4, same=("suit",)),
    "run of different suits": lambda: group("run", 2, 3, different=("suit",)),
    "run not of one suit": lambda: group("run", 2, 3, mixed=("suit",)),
    "set": lambda: group("set", 2, 3),
    "set by suit": lambda: group("set", 3, by="suit"),
    "set of different suits": lambda: group("set", 2, None, different=("suit",)),
    "set not of one suit": lambda: group("set", 2, 3, mixed=("suit",)),
    "cards": lambda: group("cards", 2, 3),
    "cards of one suit": lambda: group("cards", 2, None, same=("suit",)),
    "cards of different ranks": lambda: group("cards", 3, different=("rank",)),
    "cards where": lambda: group("cards", 1, 2, where=lambda kind: kind % 2 == 0),
    "run where": lambda: group("run", 2, 3, where=lambda kind: kind != 1),
}


@pytest.mark.parametrize("line", [None, ("c", "a", "b"), ("a", "b", "c", "d", "a")], ids=["as listed", "own order", "both ends"])
@pytest.mark.parametrize("wraps", [False, True], ids=["open", "around"])
@pytest.mark.parametrize("name", GROUPS)
def test_every_kind_of_group(name: str, wraps: bool, line: tuple[str, ...] | None) -> None:
    deck = Deck(("a", "b", "c", "d"), ("red", "blue"), 2, ("joker",))
    order = line or ("a", "b", "c", "d", "joker")
    g = GROUPS[name]()
    book: MeldBook = deck.book({"some": [meld("it", g)]}, run_orders={"rank": line} if line else {}, wraps=("rank",) if wraps else ())
    shapes = book.patterns.shapes
    hand = deck.physical
    wanted = {reading("it", kinds) for size in range(1, 8) for kinds in subsets(hand, size) if makes(deck, order, wraps, g, kinds)}
    found = book.set(book.packing.pack(hand), book.everything)
    assert {reading_of(m) for m in found if m.size < 8} == wanted
    best: dict[Cards, tuple[int, ...]] = {}
    for key, kinds in shapes.ways(g):
        best[tuple(sorted(kinds))] = max(key, best.get(tuple(sorted(kinds)), key))
    assert best == {kinds: shapes.strength(g, kinds) for kinds in best}
    assert all(shapes.strength(g, kinds) is None for size in (2, 3, 4) for kinds in subsets(hand, size) if kinds not in best)


def test_several_types_of_one_category_over_the_same_cards_in_parts() -> None:
    deck = Deck(range(1, 6), ("red", "blue"), 2)
    types = [
        meld("two", group("set", 2), group("card"), decides=1),
        meld("two_red", group("set", 2, same=("suit",)), group("card"), decides=1),
        meld("two_and_low", group("set", 2, mixed=("suit",)), group("card", where=lambda kind: kind % 5 < 2), decides=1),
    ]
    listed, parts = deck.book({"all": types}), deck.book({"all": types}, flat=0)
    rng = random.Random(9)
    for _ in range(30):
        hand = listed.packing.pack(rng.sample(deck.physical, 8))
        wanted = set(listed.set(hand, listed.everything))
        assert wanted == set(check(parts.set(hand, parts.everything), {reading_of(m) for m in wanted}))


def test_three_parts() -> None:
    deck = Deck(range(1, 5), ("red", "blue"), 2)
    types = [meld("three", group("set", 2), group("run", 2), part(group("card")))]
    rng = random.Random(10)
    books = [deck.book({"all": types}, flat=flat) for flat in (50_000, 0)]
    for _ in range(20):
        hand = rng.sample(deck.physical, 8)
        wanted = {
            reading("three", a, b, c)
            for a in subsets(hand, 2) if len(set(ranks_of(deck, a))) == 1
            for b in subsets(left_of(hand, a), 2) if in_a_row(ranks_of(deck, b))
            for c in subsets(left_of(left_of(hand, a), b), 1)
        }  # fmt: skip
        for book in books:
            check(book.set(book.packing.pack(hand), book.everything), wanted)


@pytest.mark.parametrize("line", [None, ("c", "a", "b"), ("a", "b", "c", "d", "a")], ids=["as listed", "own order", "both ends"])
@pytest.mark.parametrize("wraps", [False, True], ids=["open", "around"])
@pytest.mark.parametrize("key", [(), ("rank", "suit")], ids=["by rank", "by rank then suit"])
@pytest.mark.parametrize("name", ["run", "run of any length", "run of sets", "run not of one suit", "run where"])
def test_runs_that_are_too_many_to_list(name: str, key: tuple[str, ...], wraps: bool, line: tuple[str, ...] | None) -> None:
    deck = Deck(("a", "b", "c", "d"), ("red", "blue"), 2, ("joker",))
    g = GROUPS[name]()
    types = [meld("it", g, key=key), meld("red", group("run", 3, where=lambda kind: kind < 4), key=key)]
    orders = {"rank": line} if line else {}
    around = ("rank",) if wraps else ()
    listed, kept = (deck.book({"some": types}, run_orders=orders, wraps=around, most=most) for most in (400_000, 20))
    rng = random.Random(11)
    for _ in range(10):
        hand = listed.packing.pack(rng.sample(deck.physical, 10))
        melds = check(kept.set(hand, kept.everything), {reading_of(m) for m in listed.set(hand, listed.everything)})
        if line is None:
            assert set(melds) == set(listed.set(hand, listed.everything))
        for lies in rng.sample(melds, min(3, len(melds))):
            (other,) = [m for m in listed.readings(lies.kinds) if reading_of(m) == reading_of(lies)]
            higher, wanted = kept.set(hand, kept.beating(lies)), listed.set(hand, listed.beating(other))
            assert sorted(map(reading_of, higher)) == sorted(map(reading_of, wanted))
            assert lies in kept.readings(lies.kinds)


def test_long_runs_over_cards_that_all_differ() -> None:
    deck = Deck(LANDLORD_RANKS, ("clubs", "diamonds", "hearts", "spades"), 1, ("BJ", "RJ"))
    types = {
        "chain": [meld("chain", group("run", 5, None))],
        "plane": [meld("plane", group("run", 2, None, each=3), part(group("card"), True), decides=1)],
    }
    book = deck.book(types, run_orders={"rank": LANDLORD_RANKS[:-1]})
    everything = book.packing.pack(deck.physical)
    assert book.set(everything, book.of(("chain",))).count() == sum((13 - length) * 4**length for length in range(5, 13))
    rng = random.Random(12)
    for _ in range(6):
        hand = [kind for kind in rng.sample(deck.physical, 30) if deck.cards[kind].values["rank"] in (3, 4, 5, 6, 7, 8)][:10]
        wanted = set()
        for size in range(5, 9):
            for kinds in subsets(hand, size):
                places = ranks_of(deck, kinds)
                if in_a_row(places):
                    wanted.add(reading("chain", kinds))
                for core in subsets(kinds, 6) if size == 8 else ():
                    counts = Counter(ranks_of(deck, core))
                    if set(counts.values()) == {3} and in_a_row(sorted(counts)):
                        wanted.add(reading("plane", core, left_of(kinds, core)))
        check(book.set(book.packing.pack(hand), book.everything), wanted)
