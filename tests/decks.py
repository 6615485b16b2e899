"""Cards and melds made in Python, without a rules file, for the tests of what can be chosen."""

from collections.abc import Mapping, Sequence

from croupier.interpreter.melds import MeldBook
from croupier.interpreter.packing import Packing
from croupier.interpreter.patterns import FLAT
from croupier.interpreter.shapes import MOST
from croupier.ruleset import model
from croupier.ruleset.source import Source
from croupier.ruleset.types import symbol

SPAN = Source("test.yaml", "melds").span(0)


def group(
    word: str, low: int = 1, high: int | None = 0, *, by: str | None = None, each: int = 1, same: Sequence[str] = (),
    different: Sequence[str] = (), mixed: Sequence[str] = (), codes: Sequence[int] = (), where: object = None,
) -> model.Group:  # fmt: skip
    """A group; without `high` of exactly `low`. `where` is the test itself, which `book` hands to the engine."""
    high = low if high == 0 else high
    return model.Group(word, low, high, by, each, tuple(same), tuple(different), tuple(mixed), where, tuple(codes), SPAN)  # type: ignore[arg-type]


def part(item: model.Group | Sequence[str], as_many: bool = False) -> model.Part:
    return model.Part(item, (), as_many, SPAN) if isinstance(item, model.Group) else model.Part(None, tuple(item), as_many, SPAN)


def meld(
    name: str, *parts: model.Part | model.Group | Sequence[str], key: Sequence[str] = (), decides: int = 0, beats: Sequence[str] = ()
) -> model.MeldType:
    made = tuple(p if isinstance(p, model.Part) else part(p) for p in parts)
    return model.MeldType(name, "", made, tuple(key), decides, tuple(beats), SPAN)


class Deck:
    """Cards of a product of suits and ranks, or of ranks alone, and jokers that have a rank of their own."""

    def __init__(self, ranks: Sequence[int | str], suits: Sequence[str] = (), copies: int = 1, jokers: Sequence[str] = ()) -> None:
        lists = {"rank": tuple(ranks) + tuple(jokers)} | ({"suit": tuple(suits)} if suits else {})
        self.lists = {name: model.SymbolList(name, values, SPAN) for name, values in lists.items()}
        self.attributes = {name: model.Attribute(name, "symbol", (name,), symbol(name), SPAN) for name in lists}
        cards: list[model.Card] = []
        for suit in suits or ("",):
            for rank in ranks:
                values: dict[str, model.Value] = {"rank": rank} | ({"suit": suit} if suit else {})
                cards.append(model.Card(len(cards), "card", f"{suit[:1].upper()}{rank}", "", copies, values, {}, SPAN))
        for joker in jokers:
            cards.append(model.Card(len(cards), "card", joker, "", 1 if copies < 8 else 2, {"rank": joker}, {}, SPAN))
        self.cards = tuple(cards)
        self.kind = {card.code: card.index for card in cards}
        self.caps = tuple(card.copies for card in cards)

    def kinds(self, text: str) -> tuple[int, ...]:
        return tuple(self.kind[code] for code in text.split())

    @property
    def physical(self) -> list[int]:
        return [card.index for card in self.cards for _ in range(card.copies)]

    def book(
        self, categories: Mapping[str, Sequence[model.MeldType]], *, reading: str = "strongest", flat: int = FLAT, most: int = MOST,
        run_orders: Mapping[str, tuple[int | str, ...]] | None = None, wraps: Sequence[str] = (),
    ) -> MeldBook:  # fmt: skip
        types = [model.MeldType(m.name, name, m.parts, m.key, m.decides, m.beats, m.span) for name, ms in categories.items() for m in ms]
        return MeldBook(
            self.cards, self.lists, self.attributes,
            {name: model.Category(name, tuple(m.name for m in ms), reading, SPAN) for name, ms in categories.items()},
            {m.name: m for m in types}, run_orders or {}, frozenset(wraps), Packing(self.caps), self.caps,
            lambda g: g.where,  # type: ignore[arg-type, return-value]
            flat,
            most,
        )  # fmt: skip


# --------------------------------------------------------------------------- three games

SUIT = ("suit",)

MENU_DECK = Deck(range(1, 7), ("ketchup", "mustard", "relish"), 3)
MAINS = ("hot_dog", "cheeseburger", "fancy_dog", "fancy_burger")
SIDES = ("rings", "fries", "fancy_rings", "fancy_fries")
MENU = {
    "drinks": [meld("soda", group("card"))],
    "sides": [
        meld("rings", group("run", 2)),
        meld("fries", group("set", 2)),
        meld("fancy_rings", group("run", 2, same=SUIT)),
        meld("fancy_fries", group("set", 2, same=SUIT)),
    ],
    "mains": [
        meld("hot_dog", group("run", 3)),
        meld("cheeseburger", group("set", 3)),
        meld("fancy_dog", group("run", 3, same=SUIT)),
        meld("fancy_burger", group("set", 3, same=SUIT)),
    ],
    "combo_1": [meld("combo_1", MAINS, ("soda",))],
    "combo_2": [meld("combo_2", MAINS, SIDES)],
}

LANDLORD_RANKS = (3, 4, 5, 6, 7, 8, 9, 10, "J", "Q", "K", "A", 2)
LANDLORD_RUNS = {"rank": LANDLORD_RANKS[:-1]}
LANDLORD = {
    "solo": [meld("solo", group("card"))],
    "pair": [meld("pair", group("set", 2))],
    "trio": [meld("trio", group("set", 3))],
    "trio_solo": [meld("trio_solo", group("set", 3), group("card"), decides=1)],
    "trio_pair": [meld("trio_pair", group("set", 3), group("set", 2), decides=1)],
    "chain": [meld("chain", group("run", 5, None))],
    "pairs": [meld("pairs", group("run", 3, None, each=2))],
    "plane": [meld("plane", group("run", 2, None, each=3))],
    "plane_solos": [meld("plane_solos", group("run", 2, None, each=3), part(group("card"), True), decides=1)],
    "plane_pairs": [meld("plane_pairs", group("run", 2, None, each=3), part(group("set", 2), True), decides=1)],
    "bombs": [meld("bomb", group("set", 4), beats=("*",))],
}


def landlord(copies: int = 4, flat: int = FLAT) -> tuple[Deck, MeldBook]:
    """A landlord game's cards without suits, and its melds; the rocket is two named cards."""
    deck = Deck(LANDLORD_RANKS, (), copies, ("BJ", "RJ"))
    rocket = meld("rocket", group("exactly", 2, codes=deck.kinds("BJ RJ")), beats=("*",))
    return deck, deck.book({**LANDLORD, "bombs": [*LANDLORD["bombs"], rocket]}, run_orders=LANDLORD_RUNS, flat=flat)


BIG_TWO_DECK = Deck((3, 4, 5, 6, 7, 8, 9, "T", "J", "Q", "K", "A", 2), ("diamonds", "clubs", "hearts", "spades"))
HIGH = ("rank", "suit")
BIG_TWO = {
    "one": [meld("one", group("card"), key=HIGH)],
    "two": [meld("two", group("set", 2), key=HIGH)],
    "three": [meld("three", group("set", 3), key=HIGH)],
    "five": [
        meld("straight", group("run", 5), key=HIGH),
        meld("flush", group("cards", 5, same=SUIT), key=HIGH),
        meld("full_house", group("set", 3), group("set", 2), decides=1),
        meld("quads", group("set", 4), group("card"), decides=1),
        meld("straight_flush", group("run", 5, same=SUIT), key=HIGH),
    ],
}
