"""Runs that so many cards make that they are not listed: which values a run goes through, times the ways to fill them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from ..ruleset import model
from .packing import Packing
from .shapes import Key, Kinds, Shapes
from .somecards import SomeCards

Parts = tuple[Kinds, ...]


@dataclass(frozen=True, slots=True)
class Fill:
    """What can be taken of one value: so many cards of some kinds, one of them `highest` where it is given."""

    pool: Kinds
    count: int
    highest: int | None = None

    def of(self, held: Mapping[int, int]) -> SomeCards:
        """The choices from what is held, by places in the pool, `highest` itself left out."""
        counts = tuple((i, n) for i, kind in enumerate(self.pool) if (n := held.get(kind, 0) - (kind == self.highest)) > 0)
        if self.highest is None:
            return SomeCards(counts, self.count, self.count)
        return SomeCards(counts, self.count - 1, self.count - 1) if held.get(self.highest) else NONE

    def kinds(self, places: Sequence[int]) -> list[int]:
        """The kinds of a choice, as written."""
        if self.highest is None:
            return [self.pool[i] for i in places]
        return [self.pool[i] for i in sorted((*places, self.pool.index(self.highest)))]


NONE = SomeCards((), 1, 1)


@dataclass(frozen=True, slots=True)
class Row:
    """A stretch that a run goes through: its class, and what is taken of each value on it.

    `order` says for each step which of the values is on it: one that a run meets twice is filled once.
    """

    number: int
    fills: tuple[Fill, ...]
    order: tuple[int, ...]


Strength = tuple[Key, int, int]


class Runs:
    """A part that is a run of a group without `same` and `different`; class 0 is the strongest."""

    def __init__(self, shapes: Shapes, packing: Packing, group: model.Group, key: tuple[str, ...]) -> None:
        self._packing = packing
        self._shapes = shapes
        self._group = group
        self._each = max(group.each, 1)
        found = sorted(self._stretches(shapes, group, key), key=lambda row: row[0], reverse=True)
        self.classes = list(dict.fromkeys(strength for strength, _, _ in found))
        numbers = {strength: i for i, strength in enumerate(self.classes)}
        self._rows = [Row(numbers[strength], values, order) for strength, values, order in found]

    def _stretches(
        self, shapes: Shapes, group: model.Group, key: tuple[str, ...]
    ) -> Iterator[tuple[Strength, tuple[Fill, ...], tuple[int, ...]]]:
        by = shapes.by(group)
        line, wraps = shapes.run_order(by)
        pool = shapes.pool(group)
        at = {value: tuple(kind for kind in pool if shapes.value(by, kind) == value) for value in line}
        best: dict[frozenset[tuple[int | str, int]], tuple[int, list[int]]] = {}
        for start in range(len(line)):
            for length in range(group.low, min(group.high or len(line), len(line) if wraps else len(line) - start) + 1):
                steps = [(start + i) % len(line) for i in range(length)]
                met = frozenset(Counter(line[step] for step in steps).items())
                if met not in best or best[met][0] <= max(steps):
                    best[met] = max(steps), steps
        for top, steps in best.values():
            values = list(dict.fromkeys(line[step] for step in steps))
            times = Counter(line[step] for step in steps)
            fills = [Fill(at[value], times[value] * self._each) for value in values]
            order = tuple(values.index(line[step]) for step in steps)
            size = len(steps) * self._each
            if not key:
                yield ((top,), size, len(steps)), tuple(fills), order
                continue
            # compared by the highest card: a row of its own for each card that may be that
            place = values.index(line[top])
            ranked = []
            for kind in at[line[top]]:
                ranked.append((tuple(top if attribute == by else shapes.places(attribute)[kind] for attribute in key), kind))
            ranked.sort()
            for i, (strength, kind) in enumerate(ranked):
                below = {other for _, other in ranked[: i + 1]}
                fills[place] = Fill(tuple(k for k in at[line[top]] if k in below), times[line[top]] * self._each, kind)
                yield (strength, size, len(steps)), tuple(fills), order

    # ----------------------------------------------------------------------- what a hand makes

    def _filled(self, hand: int, mask: int) -> Iterator[tuple[Row, list[SomeCards]]]:
        """Each row of the allowed classes that the hand can fill, with the ways to fill each of its values."""
        held = dict(self._packing.kinds(hand))
        made: dict[Fill, SomeCards] = {}
        for row in self._rows:
            if mask >> row.number & 1:
                ways = []
                for fill in row.fills:
                    some = made.get(fill)
                    if some is None:
                        some = made[fill] = fill.of(held)
                    if not some.sizes:
                        break
                    ways.append(some)
                else:
                    yield row, ways

    def _way(self, row: Row, chosen: Sequence[Sequence[int]]) -> tuple[int, int, Parts]:
        left = [fill.kinds(places) for fill, places in zip(row.fills, chosen, strict=True)]
        kinds: list[int] = []
        for value in row.order:
            kinds += left[value][: self._each]
            del left[value][: self._each]
        return row.number, self._packing.pack(kinds), (tuple(kinds),)

    def count(self, hand: int, mask: int) -> int:
        if self._group.mixed:
            return sum(1 for _ in self.walk(hand, mask))
        return sum(prod(some.count() for some in ways) for _, ways in self._filled(hand, mask))

    def nth(self, hand: int, mask: int, i: int) -> tuple[int, int, Parts]:
        if self._group.mixed:
            return list(self.walk(hand, mask))[i]
        for row, ways in self._filled(hand, mask):
            amounts = [some.count() for some in ways]
            if i >= (total := prod(amounts)):
                i -= total
                continue
            chosen = []
            for some, amount in zip(ways, amounts, strict=True):
                total //= amount
                place, i = divmod(i, total)
                chosen.append(some.nth(place))
            return self._way(row, chosen)
        raise IndexError("there are not so many runs")

    def walk(self, hand: int, mask: int) -> Iterator[tuple[int, int, Parts]]:
        for row, ways in self._filled(hand, mask):
            for places in product(*ways):
                way = self._way(row, places)
                if not self._group.mixed or self._shapes.is_mixed(self._group, way[2][0]):
                    yield way
