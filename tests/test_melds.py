"""Melds: the hard cases as data, masks, what beats what, and the checks of types."""

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from croupier.interpreter.melds import Meld, MeldBook, both, either, inverse
from croupier.interpreter.packing import Packing
from croupier.interpreter.shapes import TooManyMelds
from croupier.interpreter.tables import nth_bit, places
from croupier.ruleset import model
from croupier.ruleset.types import NUMBER
from croupier.tests.decks import BIG_TWO, BIG_TWO_DECK, MENU, MENU_DECK, Deck, group, landlord, meld

HERE = Path(__file__).parent / "cases"


@cache
def game(name: str) -> tuple[Deck, MeldBook]:
    match name:
        case "menu":
            return MENU_DECK, MENU_DECK.book(MENU)
        case "landlord":
            return landlord()
        case "two_packs":
            return landlord(8)
        case _:
            return BIG_TWO_DECK, BIG_TWO_DECK.book(BIG_TWO)


def load(name: str) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = yaml.safe_load((HERE / name).read_text(encoding="utf-8"))
    return cases


def split(deck: Deck, text: str) -> tuple[tuple[int, ...], ...]:
    return tuple(deck.kinds(part) for part in text.split("+"))


def shown(melds: Any) -> list[str]:
    return sorted(f"{m} ({m.type})" for m in melds)


@pytest.mark.parametrize("case", load("melds.yaml"), ids=lambda case: case["name"])
def test_what_a_hand_makes(case: dict[str, Any]) -> None:
    deck, book = game(case["game"])
    mask = book.of(tuple(case.get("of", ())))
    if "lies" in case:
        (standing,) = book.meld(split(deck, str(case["lies"])))
        mask = both(mask, book.beating(standing))
    found = book.set(book.packing.pack(deck.kinds(case["hand"])), mask)
    assert shown(found) == sorted(case["melds"])
    assert found.count() == len(case["melds"])


@pytest.mark.parametrize("case", load("readings.yaml"), ids=lambda case: case["name"])
def test_readings(case: dict[str, Any]) -> None:
    deck, book = game(case["game"])
    found = book.readings(deck.kinds(str(case["cards"])))
    assert shown(found) == sorted(case["melds"])
    for one in found:
        mixed = tuple(tuple(reversed(part)) for part in one.parts)
        assert book.meld(mixed, one.type) == (one,)
        assert book.meld(mixed, "no such type") == ()


def test_beats_is_strict_and_stays_in_its_category() -> None:
    _, book = game("menu")
    rng = random.Random(1)
    melds = [m for i in range(5) for m in map(book.table(i).meld, rng.sample(range(len(book.table(i))), min(40, len(book.table(i)))))]
    for a in melds:
        assert not book.beats(a, a)
        for b in melds:
            assert not (book.beats(a, b) and book.beats(b, a))
            assert not book.beats(a, b) or a.category == b.category


def test_masks() -> None:
    _, book = game("menu")
    mains, fancy = book.of(("mains",)), book.of(("fancy_dog", "fancy_burger"))
    hand = book.packing.pack(MENU_DECK.physical)
    assert book.set(hand, mains).count() == 168
    assert shown(book.set(hand, both(mains, inverse(fancy)))) == shown(m for m in book.set(hand, mains) if not m.type.startswith("fancy"))
    assert book.set(hand, either(fancy, book.of(("soda",)))).count() == book.set(hand, fancy).count() + 18
    assert book.set(hand, book.nothing).count() == 0
    assert inverse(book.everything) == book.nothing
    assert [len(book.table(i)) for i in range(5)] == [18, 81, 168, 3006, 13428]


def test_masks_make_no_tables() -> None:
    book = MENU_DECK.book(MENU)
    book.set(book.packing.pack([0]), both(book.of(("drinks",)), inverse(book.nothing))).count()
    assert [table is not None for table in book._tables] == [True, False, False, False, False]


def test_a_condition_keeps_some() -> None:
    _, book = game("menu")
    hand = book.packing.pack([0, 0, 1, 2, 3])
    kept = book.set(hand, book.everything, lambda m: m.size == 2)
    assert list(kept) == [m for m in book.set(hand, book.everything) if m.size == 2]
    assert [kept.nth(i) for i in range(kept.count())] == list(kept)
    assert all(kept.contains(m) == (m.size == 2) for m in book.set(hand, book.everything))


def test_a_meld_is_equal_to_the_same_reading_elsewhere() -> None:
    a, b = MENU_DECK.book(MENU), MENU_DECK.book(MENU, flat=0)
    (x,), (y,) = a.meld(split(MENU_DECK, "K5 K5 R5 + M1 R1")), b.meld(split(MENU_DECK, "R5 K5 K5 + R1 M1"))
    assert x == y and hash(x) == hash(y) and (x.index, y.index) != (-1, -1) and y.index == -1
    assert str(x) == str(y) == "K5 K5 R5 + M1 R1"
    assert isinstance(x, Meld) and x.size == 5 and a.packing.unpack(x.need) == tuple(sorted(x.kinds))


def test_big_two_has_as_many_plays_as_it_should() -> None:
    _, book = game("big_two")
    assert [len(book.table(i)) for i in range(4)] == [52, 78, 52, 9 * 1020 + 5112 + 3744 + 624 + 36]


def test_announced_types_are_melds_of_their_own() -> None:
    book = MENU_DECK.book(MENU, reading="announced")
    assert shown(book.readings(MENU_DECK.kinds("K3 K4"))) == ["K3 K4 (fancy_rings)", "K3 K4 (rings)"]
    (rings,), (fancy,) = book.meld([MENU_DECK.kinds("K3 K4")], "rings"), book.meld([MENU_DECK.kinds("K3 K4")], "fancy_rings")
    assert book.beats(fancy, rings) and rings != fancy


def test_types_that_no_cards_can_make() -> None:
    deck = Deck(range(1, 4), ("red", "blue"), 1)
    book = deck.book(
        {
            "some": [
                meld("three_red", group("set", 3, same=("suit",))),
                meld("long", group("run", 4)),
                meld("pair", group("set", 2)),
                meld("unlike", group("set", 2, different=("suit",))),
                meld("house", group("set", 2), group("set", 2)),
                meld("thirds", group("cards", 3), group("cards", 4)),
            ]
        }
    )
    assert [name for name in book.patterns.melds if not book.possible(name)] == ["three_red", "long", "thirds"]
    assert [name for name in book.patterns.melds if book.never_strongest(name)] == ["pair"]
    assert book._tables == [None]


def test_many_cards_without_a_shape_are_refused_by_name() -> None:
    deck = Deck(range(1, 14), ("clubs", "diamonds", "hearts", "spades"), 1)
    book = deck.book({"some": [meld("handful", group("cards", 5))]})
    with pytest.raises(TooManyMelds, match="'handful'"):
        book.set(0, book.everything).count()
    assert book.possible("handful") and not book.never_strongest("handful")


def test_a_run_may_go_around_or_have_a_card_at_both_ends() -> None:
    ranks = ("A", 2, 3, 4, "K")
    deck = Deck(ranks)
    runs = {"run": [meld("run", group("run", 3))]}
    around = deck.book(runs, wraps=("rank",))
    assert shown(around.set(around.packing.pack(range(5)), around.everything)) == [
        "2 3 4 (run)", "3 4 K (run)", "4 K A (run)", "A 2 3 (run)", "K A 2 (run)",
    ]  # fmt: skip
    ends = deck.book(runs, run_orders={"rank": (*ranks, "A")})
    assert shown(ends.set(ends.packing.pack(range(5)), ends.everything)) == ["2 3 4 (run)", "3 4 K (run)", "4 K A (run)", "A 2 3 (run)"]
    (low,), (high,) = ends.readings(deck.kinds("A 2 3")), ends.readings(deck.kinds("4 K A"))
    assert ends.beats(high, low) and not ends.beats(low, high)


def test_sizes_that_vary_have_to_be_equal() -> None:
    deck, book = game("landlord")
    (five,), (six,) = book.readings(deck.kinds("3 4 5 6 7")), book.readings(deck.kinds("4 5 6 7 8 9"))
    assert not book.beats(six, five) and not book.beats(five, six)


@pytest.mark.parametrize("caps", [(1, 1, 1), (3, 2, 3, 1), (8, 8, 1), (1,), (5, 0, 4)])
def test_packing(caps: tuple[int, ...]) -> None:
    packing = Packing(caps)
    rng = random.Random(len(caps))
    for _ in range(200):
        hand, need = ([rng.randint(0, cap) for cap in caps] for _ in range(2))
        held = packing.pack(k for k, n in enumerate(hand) for _ in range(n))
        other = packing.pack(k for k, n in enumerate(need) for _ in range(n))
        assert packing.size(held) == sum(hand)
        assert packing.fits(other, held) == all(a <= b for a, b in zip(need, hand, strict=True))
        both = [k for k, (a, b) in enumerate(zip(need, hand, strict=True)) for _ in range(a + b)]
        are_within = all(a + b <= c for a, b, c in zip(need, hand, caps, strict=True))
        assert packing.within_caps(both) == are_within == (not (held + other + packing.slack) & packing.guard)
        assert packing.unpack(held) == tuple(k for k, n in enumerate(hand) for _ in range(n))
        assert packing.kinds(held) == tuple((k, n) for k, n in enumerate(hand) if n)
        assert [packing.count(held, k) for k in range(len(caps))] == hand


@pytest.mark.parametrize("times", range(4, 40))
def test_more_copies_than_there_are_make_no_meld(times: int) -> None:
    """Counts of more copies than can be would run over into the counts of other cards."""
    _, book = game("menu")
    for kind in range(3):
        assert book.readings([kind] * times) == () and book.meld([[kind] * times]) == ()
        assert book.readings([kind] * times + [9]) == ()


def test_bits() -> None:
    rng = random.Random(7)
    for _ in range(300):
        bits = rng.getrandbits(rng.randint(1, 700)) | 1 << rng.randint(0, 700)
        plain = [i for i in range(bits.bit_length()) if bits >> i & 1]
        assert list(places(bits)) == plain
        n = rng.randrange(len(plain))
        assert nth_bit(bits, n) == plain[n]


@pytest.mark.parametrize("length", [0, 1, 2, 3, 4, 7, 8, 9, 20, 21, 22, 23])
def test_bits_of_any_length(length: int) -> None:
    for last in ((1 << length) - 1, 1 << length, (1 << length) + 1):
        assert nth_bit(1 << last | 1, int(last > 0)) == last


def test_ranks_are_written_lowest_first() -> None:
    deck, book = game("landlord")
    assert [str(m) for m in book.set(book.packing.pack(deck.kinds("10 J Q K A")), book.of(("chain",)))] == ["10 J Q K A"]


@pytest.mark.parametrize(
    ("parts", "there_may_be"),
    [
        ([group("cards", 14, different=("rank",))], False),
        ([group("cards", 13, different=("rank", "suit"))], False),
        ([group("cards", 13), group("cards", 40)], False),
        ([group("cards", 53)], False),
        ([group("run", 14)], False),
        ([group("set", 3, different=("suit",)), group("set", 3, by="suit"), group("run", 5)], True),
        ([group("cards", 26), group("cards", 26)], True),
    ],
)
def test_whether_there_are_melds_is_told_in_time(parts: list[Any], there_may_be: bool) -> None:
    deck = Deck(range(1, 14), ("clubs", "diamonds", "hearts", "spades"), 1)
    book = deck.book({"some": [meld("it", *parts)]})
    assert book.possible("it") == there_may_be
    assert not book.never_strongest("it")


def test_runs_by_numbers_far_apart() -> None:
    numbers = (1, 2, 3, 1_000_000, 1_000_001, 5_000_000)
    deck = Deck(numbers)
    deck.attributes = {"rank": model.Attribute("rank", "number", (), NUMBER, deck.cards[0].span)}
    book = deck.book({"run": [meld("run", group("run", 2, None))]})
    found = book.set(book.packing.pack(range(6)), book.everything)
    assert shown(found) == ["1 2 (run)", "1 2 3 (run)", "1000000 1000001 (run)", "2 3 (run)"]
