"""Types of melds that are too many to list: the parts stay apart, and what a hand makes of them is counted and drawn exactly.

A part is looked for in what the parts before it leave of the hand, so no card is ever in two parts.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, islice
from typing import Protocol

from ..ruleset import model
from .patterns import Block, Parts, Patterns, Way
from .runs import Runs
from .shapes import Key, Kinds, TooManyMelds
from .somecards import SomeCards
from .tables import Bank, FlatTable, nth_bit, places


class Source(Protocol):
    """What can be one part: its ways by class, a class being (strength, size, sets)."""

    @property
    def classes(self) -> Sequence[tuple[Key, int, int]]:
        """All its classes, by number."""

    def count(self, hand: int, mask: int) -> int:
        """How many ways of the classes in `mask` the hand makes."""

    def nth(self, hand: int, mask: int, i: int) -> tuple[int, int, Parts]:
        """(class, need, part) at place `i`."""

    def walk(self, hand: int, mask: int) -> Iterator[tuple[int, int, Parts]]:
        """All of them, in the order of `nth`."""


class Listed:
    """A part out of a flat table; class 0 is the strongest."""

    def __init__(self, blocks: Sequence[Block], groups: Sequence[Bank]) -> None:
        self.classes = [(block.key, block.size, block.sets) for block in blocks]
        self.ways = [way for block in blocks for way in block.ways]
        self._table = FlatTable([need for need, _ in self.ways], [(i, len(block.ways)) for i, block in enumerate(blocks)], groups)
        self._starts = [0, *accumulate(len(block.ways) for block in blocks)]

    def count(self, hand: int, mask: int) -> int:
        return self._table.fit(hand, mask).bit_count()

    def _at(self, place: int) -> tuple[int, int, Parts]:
        return (bisect_right(self._starts, place) - 1, *self.ways[place])

    def nth(self, hand: int, mask: int, i: int) -> tuple[int, int, Parts]:
        return self._at(nth_bit(self._table.fit(hand, mask), i))

    def walk(self, hand: int, mask: int) -> Iterator[tuple[int, int, Parts]]:
        return map(self._at, places(self._table.fit(hand, mask)))


class AnyCards:
    """A part of any `low` to `high` cards of some kinds, which decides nothing: one class for each size.

    `mixed` is the group whose cards must not be all alike, where it asks for that: its choices are walked to be counted.
    """

    def __init__(self, pool: Sequence[int], low: int, high: int, patterns: Patterns, mixed: model.Group | None = None) -> None:
        self.classes: list[tuple[Key, int, int]] = [((), size, 1) for size in range(low, high + 1)]
        self._pool = pool
        self._packing = patterns.packing
        self._shapes = patterns.shapes
        self._mixed = mixed

    def _of(self, hand: int, mask: int) -> Iterator[tuple[int, SomeCards]]:
        count = self._packing.count
        held = tuple((i, n) for i, kind in enumerate(self._pool) if (n := count(hand, kind)))
        for i, (_, size, _) in enumerate(self.classes):
            if mask >> i & 1:
                yield i, SomeCards(held, size, size)

    def _way(self, s: int, chosen: tuple[int, ...]) -> tuple[int, int, Parts]:
        kinds = tuple(self._pool[i] for i in chosen)
        return s, self._packing.pack(kinds), (kinds,)

    def count(self, hand: int, mask: int) -> int:
        if self._mixed is not None:
            return sum(1 for _ in self.walk(hand, mask))
        return sum(some.count() for _, some in self._of(hand, mask))

    def nth(self, hand: int, mask: int, i: int) -> tuple[int, int, Parts]:
        if self._mixed is not None:
            return next(islice(self.walk(hand, mask), i, None))
        for s, some in self._of(hand, mask):
            if i < some.count():
                return self._way(s, some.nth(i))
            i -= some.count()
        raise IndexError("there are not so many cards")

    def walk(self, hand: int, mask: int) -> Iterator[tuple[int, int, Parts]]:
        ways = (self._way(s, chosen) for s, some in self._of(hand, mask) for chosen in some)
        mixed = self._mixed
        return ways if mixed is None else (way for way in ways if self._shapes.is_mixed(mixed, way[2][0]))


class AlikeSets:
    """A part of so many sets of `size` cards that are alike in everything: counted as cards of which it takes `size` at once."""

    def __init__(self, pool: Sequence[int], size: int, times: int, patterns: Patterns) -> None:
        self.classes: list[tuple[Key, int, int]] = [((), size * times, 1)]
        self._pool, self._size, self._times, self._patterns = pool, size, times, patterns

    def _some(self, hand: int) -> SomeCards:
        count = self._patterns.packing.count
        sets = tuple((i, n) for i, kind in enumerate(self._pool) if (n := count(hand, kind) // self._size))
        return SomeCards(sets, self._times, self._times)

    def _way(self, chosen: tuple[int, ...]) -> tuple[int, int, Parts]:
        kinds = tuple(self._pool[i] for i in chosen for _ in range(self._size))
        return 0, self._patterns.packing.pack(kinds), (self._patterns.shapes.as_written(kinds),)

    def count(self, hand: int, mask: int) -> int:
        return self._some(hand).count() if mask & 1 else 0

    def nth(self, hand: int, mask: int, i: int) -> tuple[int, int, Parts]:
        return self._way(self._some(hand).nth(i))

    def walk(self, hand: int, mask: int) -> Iterator[tuple[int, int, Parts]]:
        return map(self._way, self._some(hand)) if mask & 1 else iter(())


def repeated(source: Listed, times: int, patterns: Patterns) -> Source:
    """The part that takes ways of a source so many times."""
    parts = [part for _, (part, *_) in source.ways]
    sizes = {len(part) for part in parts}
    if len(sizes) == 1 and all(len(set(part)) == 1 for part in parts):
        return AlikeSets(sorted({part[0] for part in parts}), sizes.pop(), times, patterns)
    return Repeated(source, times, patterns)


class Repeated:
    """A part that takes ways of another source so many times, in no order, and decides nothing."""

    def __init__(self, source: Listed, times: int, patterns: Patterns) -> None:
        sizes = {size for _, size, _ in source.classes}
        totals = {0}
        for _ in range(times):
            totals = {total + size for total in totals for size in sizes}
        self.classes: list[tuple[Key, int, int]] = [((), total, 1) for total in sorted(totals)]
        self._class = {total: i for i, total in enumerate(sorted(totals))}
        self._source = source
        self._times = times
        self._patterns = patterns
        self._made: dict[int, list[tuple[int, int, Parts]]] = {}

    def _ways(self, hand: int, mask: int) -> list[tuple[int, int, Parts]]:
        if hand not in self._made:
            if len(self._made) > 256:
                self._made.clear()
            self._made[hand] = self._make(hand)
        return [way for way in self._made[hand] if mask >> way[0] & 1]

    def _make(self, hand: int) -> list[tuple[int, int, Parts]]:
        fits, written = self._patterns.packing.fits, self._patterns.shapes.as_written
        single = [(need, parts[0]) for _, need, parts in self._source.walk(hand, -1)]
        found: dict[int, Kinds] = {}

        def take(start: int, need: int, kinds: Kinds, left: int) -> None:
            if not left:
                found.setdefault(need, kinds)
                return
            for i in range(start, len(single)):
                more, others = single[i]
                if fits(need + more, hand):
                    take(i, need + more, kinds + others, left - 1)

        take(0, 0, (), self._times)
        return [(self._class[len(kinds)], need, (written(kinds),)) for need, kinds in found.items()]

    def count(self, hand: int, mask: int) -> int:
        return len(self._ways(hand, mask))

    def nth(self, hand: int, mask: int, i: int) -> tuple[int, int, Parts]:
        return self._ways(hand, mask)[i]

    def walk(self, hand: int, mask: int) -> Iterator[tuple[int, int, Parts]]:
        return iter(self._ways(hand, mask))


Allowed = dict[tuple[int, ...], int]


class Product:
    """The melds of one type, by parts. `strengths` are all (size, key) that there can be, weakest first."""

    def __init__(self, meld: model.MeldType, patterns: Patterns, groups: Sequence[Bank]) -> None:
        self.meld = meld
        self._packing = patterns.packing
        first = _source(patterns, meld, 0, 1, groups)
        self._first = first
        self._later: dict[int, list[Source]] = {}
        for _, _, sets in first.classes:
            if sets not in self._later:
                self._later[sets] = [_source(patterns, meld, i, sets, groups) for i in range(1, len(meld.parts))]
        combinations: dict[tuple[int, ...], tuple[int, Key]] = {}
        for i, (key, size, sets) in enumerate(first.classes):
            joined: list[tuple[tuple[int, ...], int, tuple[Key, ...]]] = [((i,), size, (key,))]
            for source in self._later[sets]:
                joined = [
                    ((*chosen, s), total + more, (*keys, k))
                    for chosen, total, keys in joined
                    for s, (k, more, _) in enumerate(source.classes)
                ]
            for chosen, total, keys in joined:
                combinations[chosen] = total, patterns.joined_key(meld, keys)
        self._combinations = combinations
        self.strengths = sorted(set(combinations.values()))
        self._class_of: dict[tuple[int, Key], int] = {}
        self._allowed: dict[int, Allowed] = {}
        later = patterns.categories[meld.category].types
        later = later[later.index(meld.name) + 1 :] if patterns.categories[meld.category].reading == "strongest" else ()
        rivals = [patterns.melds[name] for name in later if patterns.may_overlap(meld, patterns.melds[name])]
        self._rivals = [(patterns, rival) for rival in rivals]

    def number(self, classes: dict[tuple[int, Key], int]) -> None:
        """Take over the numbers that the category gave to (size, key)."""
        self._class_of = classes

    def allowed(self, mask: int) -> Allowed:
        """For the classes of the first parts, those of the next part that lead to a meld whose class is in the mask."""
        found = self._allowed.get(mask)
        if found is None:
            found = {}
            for chosen, strength in self._combinations.items():
                if mask >> self._class_of[strength] & 1:
                    for i, s in enumerate(chosen):
                        found[chosen[:i]] = found.get(chosen[:i], 0) | 1 << s
            if len(self._allowed) > 1024:
                self._allowed.clear()
            self._allowed[mask] = found
        return found

    def strength(self, chosen: tuple[int, ...]) -> int:
        """The strength class of a meld whose parts are of the chosen classes."""
        return self._class_of[self._combinations[chosen]]

    def source(self, chosen: tuple[int, ...]) -> Source:
        """Where the next part comes from when parts of these classes are chosen."""
        if not chosen:
            return self._first
        return self._later[self._first.classes[chosen[0]][2]][len(chosen) - 1]

    def rival(self, parts: Parts) -> bool:
        """Whether a later type of the category takes these parts."""
        return any(patterns.fits(rival, parts) for patterns, rival in self._rivals)

    def found(self, hand: int, mask: int) -> "Found":
        """The melds of the allowed classes that a hand makes."""
        return Found(self, hand, self.allowed(mask), bool(self._rivals))


class Found:
    """What one hand makes of a product. Counted over the first parts; the last part is never listed."""

    def __init__(self, product: Product, hand: int, allowed: Allowed, filtered: bool) -> None:
        self._product = product
        self._hand = hand
        self._allowed = allowed
        self._heads: list[tuple[int, int, Parts, tuple[int, ...]]] = []
        self._ends: list[int] = []
        self._kept: list[tuple[tuple[int, ...], int, Parts]] | None = None
        if filtered:
            self._kept = [way for way in self._walk(hand, (), 0, ()) if not product.rival(way[2])]
            self.count = len(self._kept)
        else:
            self._spread(hand, (), 0, ())
            self.count = self._ends[-1] if self._ends else 0

    def _spread(self, left: int, chosen: tuple[int, ...], need: int, parts: Parts) -> None:
        mask = self._allowed.get(chosen, 0)
        if not mask:
            return
        source = self._product.source(chosen)
        if len(chosen) == len(self._product.meld.parts) - 1:
            count = source.count(left, mask)
            if count:
                self._heads.append((left, need, parts, chosen))
                self._ends.append((self._ends[-1] if self._ends else 0) + count)
            return
        for s, more, part in source.walk(left, mask):
            self._spread(left - more, (*chosen, s), need + more, parts + part)

    def _walk(self, left: int, chosen: tuple[int, ...], need: int, parts: Parts) -> Iterator[tuple[tuple[int, ...], int, Parts]]:
        mask = self._allowed.get(chosen, 0)
        if not mask:
            return
        last = len(chosen) == len(self._product.meld.parts) - 1
        for s, more, part in self._product.source(chosen).walk(left, mask):
            if last:
                yield (*chosen, s), need + more, parts + part
            else:
                yield from self._walk(left - more, (*chosen, s), need + more, parts + part)

    def walk(self) -> Iterator[tuple[int, Way]]:
        """(class, way) of all of them, in the order of `nth`."""
        ways = self._walk(self._hand, (), 0, ()) if self._kept is None else iter(self._kept)
        return ((self._product.strength(chosen), (need, parts)) for chosen, need, parts in ways)

    def nth(self, i: int) -> tuple[int, Way]:
        """(class, way) at place `i`."""
        if self._kept is not None:
            chosen, need, parts = self._kept[i]
            return self._product.strength(chosen), (need, parts)
        at = bisect_right(self._ends, i)
        left, need, parts, chosen = self._heads[at]
        i -= self._ends[at - 1] if at else 0
        s, more, part = self._product.source(chosen).nth(left, self._allowed[chosen], i)
        return self._product.strength((*chosen, s)), (need + more, parts + part)


def _source(patterns: Patterns, meld: model.MeldType, i: int, sets: int, groups: Sequence[Bank]) -> Source:
    """Where the i-th part comes from when the first has so many sets."""
    part = meld.parts[i]
    group = part.group
    decides = i < patterns.deciding(meld)
    if group is not None and patterns.vast(meld, part):
        return Runs(patterns.shapes, patterns.packing, group, meld.key)
    times = sets if part.as_many else 1
    if group is not None and not decides and group.word in ("card", "cards") and not group.same and not group.different:
        pool = patterns.shapes.pool(group)
        room = sum(patterns.shapes.caps[kind] for kind in pool)
        high = room if group.high is None else min(group.high * times, room)
        if not group.mixed or times == 1:
            return AnyCards(pool, group.low * times, high, patterns, group if group.mixed else None)
    if part.as_many and not decides:
        return repeated(Listed(patterns.part_blocks(meld, model.Part(group, part.types, False, part.span)), groups), sets, patterns)
    blocks = patterns.part_blocks(meld, part, sets)
    if len(blocks) > 4096:
        raise TooManyMelds(meld.name, part.span)
    return Listed(blocks, groups)
