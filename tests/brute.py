"""Which melds a hand makes, told by brute force from what is declared: without tables, packing or shapes of the engine."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from croupier.interpreter.melds import Meld
from croupier.ruleset import model
from croupier.tests.decks import Deck

Reading = tuple[str, tuple[tuple[int, ...], ...]]
Cards = tuple[int, ...]


def reading(type: str, *parts: Sequence[int]) -> Reading:
    return type, tuple(tuple(sorted(p)) for p in parts)


def reading_of(m: Meld) -> Reading:
    return reading(m.type, *m.parts)


def subsets(hand: Sequence[int], size: int) -> set[Cards]:
    return set(combinations(sorted(hand), size))


def left_of(hand: Sequence[int], taken: Sequence[int]) -> list[int]:
    left = list(hand)
    for kind in taken:
        left.remove(kind)
    return left


def makes(deck: Deck, order: Sequence[object], wraps: bool, g: model.Group, kinds: Cards) -> bool:
    """Whether cards make a group, as plainly as it can be said."""
    values = {name: [deck.cards[kind].values.get(name) for kind in kinds] for name in ("rank", "suit")}
    for name in g.same:
        if None in values[name] or len(set(values[name])) != 1:
            return False
    for name in g.different:
        if None in values[name] or len(set(values[name])) != len(kinds):
            return False
    for name in g.mixed:
        if len(set(values[name])) == 1:
            return False
    if g.where is not None and not all(g.where(kind) for kind in kinds):  # type: ignore[operator]
        return False
    sets, rest = divmod(len(kinds), g.each) if g.word == "run" else (len(kinds), 0)
    if rest or sets < g.low or (g.high is not None and sets > g.high):
        return False
    match g.word:
        case "set":
            return None not in values[g.by or "rank"] and len(set(values[g.by or "rank"])) == 1
        case "run":
            line = list(order) * (2 if wraps else 1)
            wanted = sorted(map(str, values["rank"]))
            rows = [line[start : start + sets] for start in range(len(line) - sets + 1)] if sets <= len(order) else []
            return any(sorted(str(value) for value in row for _ in range(g.each)) == wanted for row in rows)
        case _:
            return True


class Brute:
    """The melds of some categories, whose parts may be types of the categories before; runs go along a `line`, and `around` its end."""

    def __init__(
        self,
        deck: Deck,
        categories: Mapping[str, Sequence[model.MeldType]],
        hand: Sequence[int],
        line: Sequence[object] = (),
        around: bool = False,
    ) -> None:
        self.deck = deck
        self.line = line or deck.lists["rank"].values
        self.around = around
        self.categories = categories
        self.types = {meld.name: meld for melds in categories.values() for meld in melds}
        self.category = {meld.name: category for category, melds in categories.items() for meld in melds}
        self.order = list(self.types)
        self.hand = tuple(sorted(hand))
        self._melds: dict[str, set[Reading]] = {}
        self._read: dict[tuple[str, ...], dict[Cards, tuple[int, int]]] = {}
        self._makes: dict[tuple[int, Cards], bool] = {}

    def melds(self, category: str) -> set[Reading]:
        """All melds of a category: each way to part cards is read as the last type that it fits."""
        if category not in self._melds:
            found: dict[tuple[Cards, ...], str] = {}
            for meld in self.categories[category]:
                found.update(dict.fromkeys(self.splits(meld), meld.name))
            self._melds[category] = {(name, parts) for parts, name in found.items()}
        return self._melds[category]

    def splits(self, meld: model.MeldType) -> Iterator[tuple[Cards, ...]]:
        """Every way in which cards of the hand are the parts of a type."""
        for first in self.all_of(self.hand):
            if self.is_part(meld.parts[0], first):
                yield from self.rest(meld, (first,), self.sets(meld.parts[0], first))

    def rest(self, meld: model.MeldType, parts: tuple[Cards, ...], sets: int) -> Iterator[tuple[Cards, ...]]:
        if len(parts) == len(meld.parts):
            yield parts
            return
        part = meld.parts[len(parts)]
        for kinds in self.all_of(left_of(self.hand, [kind for some in parts for kind in some])):
            if self.is_part(part, kinds, sets if part.as_many else 1):
                yield from self.rest(meld, (*parts, kinds), sets)

    def all_of(self, hand: Sequence[int]) -> Iterator[Cards]:
        for size in range(1, len(hand) + 1):
            yield from subsets(hand, size)

    def is_part(self, part: model.Part, kinds: Cards, times: int = 1) -> bool:
        """Whether cards can be dealt out to so many of a part."""
        if times == 1:
            if part.group is None:
                return kinds in self.read(part.types)
            key = id(part.group), kinds
            if key not in self._makes:
                self._makes[key] = makes(self.deck, self.line, self.around, part.group, kinds)
            return self._makes[key]
        return any(
            kinds[0] in some and self.is_part(part, some) and self.is_part(part, tuple(left_of(kinds, some)), times - 1)
            for some in self.all_of(kinds)
            if len(some) < len(kinds)
        )

    def read(self, types: tuple[str, ...]) -> dict[Cards, tuple[int, int]]:
        """The cards that make one of some types: (place of the strongest of them, how many sets they are as that)."""
        if types not in self._read:
            found: dict[Cards, tuple[int, int]] = {}
            names = [t for one in types for t in ([m.name for m in self.categories[one]] if one in self.categories else [one])]
            for type, parts in (way for name in names for way in self.melds(self.category[name]) if way[0] == name):
                kinds = tuple(sorted(kind for some in parts for kind in some))
                read = self.order.index(type), self.sets(self.types[type].parts[0], parts[0])
                found[kinds] = max(found.get(kinds, read), read)
            self._read[types] = found
        return self._read[types]

    def sets(self, part: model.Part, kinds: Cards) -> int:
        """How many sets cards are as a first part."""
        if part.group is None:
            return self.read(part.types)[kinds][1]
        return len(kinds) // part.group.each if part.group.word == "run" else 1
