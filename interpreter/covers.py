"""Payments: the minimal choices of cards that cover a bag of needs, as a set that is never listed unless somebody walks it.

A card covers up to its worth of needs, each among its symbols; a payment covers every need once, and without any one of
its cards it would not. Cards that cover the same needs for the same worth are looked at together (`Sort`), since whether
they pay depends only on how many of each sort there are. Whether they do is Hall's condition: for every set of symbols,
the cards that cover any of them are worth at least what is needed of them (P. Hall, 1935). All those sums for all sets
of symbols stand in one integer.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import prod
from typing import TypeVar

from .somecards import SomeCards

Symbol = str | int
Bag = tuple[tuple[Symbol, int], ...]
"""(symbol, how many), in the order of the symbols."""

T = TypeVar("T")

WIDE = 12
"""With more symbols than this that have to be told apart, a flow is looked for instead of all sets of symbols."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Why cards are no payment. `reason`: `held` (`cards` are not there), `lacks` (`needs` stay uncovered), `spare` (any one
    of `cards` can be left out), or `waste` (the cards cover more than is needed, and each has to be used in full)."""

    reason: str
    cards: tuple[int, ...] = ()
    needs: Bag = ()


@dataclass(frozen=True, slots=True)
class Sort:
    """Cards that cover the same needs (bits of `mask`) for the same worth."""

    mask: int
    worth: int
    kinds: tuple[tuple[int, int], ...]

    @property
    def room(self) -> int:
        return sum(count for _, count in self.kinds)


def covers(
    needs: Mapping[Symbol, int] | Iterable[Symbol | tuple[Symbol, int]],
    cards: Iterable[tuple[int, int]],
    covers_of: Callable[[int], Collection[Symbol]] | Mapping[int, Collection[Symbol]],
    worth: Callable[[int], int] | Mapping[int, int],
    full: bool = False,
) -> "Covers":
    """All payments of `needs` from `cards` (kind, how many). With `full` no card may cover less than its worth."""
    return Covers(needs, cards, _asked(covers_of), _asked(worth), full)


def lacks(
    needs: Mapping[Symbol, int] | Iterable[Symbol | tuple[Symbol, int]],
    cards: Iterable[tuple[int, int]],
    covers_of: Callable[[int], Collection[Symbol]] | Mapping[int, Collection[Symbol]],
    worth: Callable[[int], int] | Mapping[int, int],
) -> Bag:
    """The fewest needs that stay uncovered when all the cards may be used; empty where they pay."""
    return _missing(bag_of(needs), cards, _asked(covers_of), _asked(worth))


def bag_of(needs: Mapping[Symbol, int] | Iterable[Symbol | tuple[Symbol, int]]) -> Bag:
    """A bag in the order of its symbols, each once, from a mapping, from pairs or from symbols."""
    total: Counter[Symbol] = Counter()
    for need in needs.items() if isinstance(needs, Mapping) else needs:
        symbol, count = need if isinstance(need, tuple) else (need, 1)
        total[symbol] += count
    return tuple(sorted(((s, n) for s, n in total.items() if n > 0), key=lambda pair: (isinstance(pair[0], str), pair[0])))


def _asked(source: Callable[[int], T] | Mapping[int, T]) -> Callable[[int], T]:
    return source.__getitem__ if isinstance(source, Mapping) else source


def _missing(
    needs: Bag, cards: Iterable[tuple[int, int]], covers_of: Callable[[int], Collection[Symbol]], worth: Callable[[int], int]
) -> Bag:
    """What a largest flow from cards to needs leaves out; of several the one that covers the first symbols."""
    units = [(frozenset(covers_of(kind)), worth(kind) * count) for kind, count in sorted(cards) if count > 0 and worth(kind) > 0]
    left = [total for _, total in units]
    used: list[Counter[Symbol]] = [Counter() for _ in units]

    def augment(symbol: Symbol, seen: set[int]) -> bool:
        """Make room for one more of a symbol, moving what is covered already to other cards where that helps."""
        for i, (symbols, _) in enumerate(units):
            if symbol in symbols and i not in seen:
                seen.add(i)
                if left[i]:
                    left[i] -= 1
                    used[i][symbol] += 1
                    return True
                for other in [s for s, n in used[i].items() if n]:
                    if other != symbol and augment(other, seen):
                        used[i][other] -= 1
                        used[i][symbol] += 1
                        return True
        return False

    found = []
    for symbol, count in needs:
        covered = 0
        while covered < count and augment(symbol, set()):
            covered += 1
        if covered < count:
            found.append((symbol, count - covered))
    return tuple(found)


class Covers:
    """The payments of a bag of needs, each a sorted tuple of kinds; the same whatever the order of cards and needs.

    Their order: by how many cards of each sort there are, sorts by what they cover and are worth, many of the first sort
    first; then as `SomeCards` orders the cards of each sort.
    """

    def __init__(
        self,
        needs: Mapping[Symbol, int] | Iterable[Symbol | tuple[Symbol, int]],
        cards: Iterable[tuple[int, int]],
        covers_of: Callable[[int], Collection[Symbol]],
        worth: Callable[[int], int],
        full: bool = False,
    ) -> None:
        self.needs = bag_of(needs)
        self.full = full
        self._covers_of = covers_of
        self._worth = worth
        held: Counter[int] = Counter()
        for kind, count in cards:
            held[kind] += count
        self.cards = tuple(sorted((kind, count) for kind, count in held.items() if count > 0))
        self._amounts, self._sorts = self._sorted()
        self._total = sum(self._amounts)
        self._vectors: list[tuple[int, ...]] | None = None
        self._ends: list[int] = []

    def _sorted(self) -> tuple[list[int], list[Sort]]:
        """What is needed of each bit, symbols that all the same cards cover being one; and the sorts of cards."""
        masks = {kind: 0 for kind, _ in self.cards}
        symbols = [frozenset(self._covers_of(kind)) for kind, _ in self.cards]
        alike: dict[tuple[bool, ...], int] = {}
        for symbol, count in self.needs:
            pattern = tuple(symbol in covered for covered in symbols)
            alike[pattern] = alike.get(pattern, 0) + count
        for bit, pattern in enumerate(alike):
            for (kind, _), covered in zip(self.cards, pattern, strict=True):
                masks[kind] |= covered << bit
        sorts: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for kind, count in self.cards:
            units = self._worth(kind)
            if masks[kind] and units > 0:
                sorts.setdefault((masks[kind], units), []).append((kind, count))
        amounts = list(alike.values())
        # those that cover least first: they leave the fewest ways to go on
        ordered = sorted(sorts.items(), key=lambda item: (item[0][0].bit_count(), item[1][0][0]))
        return amounts, [Sort(mask, units, tuple(kinds)) for (mask, units), kinds in ordered]

    # ----------------------------------------------------------------------- the search

    def _walk(self) -> Iterator[tuple[int, ...]]:
        """How many cards of each sort make a payment, for every payment of other numbers."""
        sorts, full = self._sorts, self.full
        within, gains = _test_of(self._amounts, sorts)
        rest = [0] * (len(sorts) + 1)
        for i in range(len(sorts) - 1, -1, -1):
            rest[i] = rest[i + 1] + gains[i] * sorts[i].room
        chosen = [0] * len(sorts)

        def walk(i: int, supply: int, short: int) -> Iterator[tuple[int, ...]]:
            """Goes on from a choice that leaves `short` needs uncovered and has no card that could be left out."""
            if not short:
                yield tuple(chosen)
                return
            if i == len(sorts) or not within(supply + rest[i], 0):
                return
            tried = [(0, supply, short)]
            for n in range(1, sorts[i].room + 1):
                supply += gains[i]
                less = short
                while less and within(supply, less - 1):
                    less -= 1
                # a card that covers nothing more now covers nothing more later, nor do its copies
                if less == short or (full and short - less < sorts[i].worth):
                    break
                short = less
                tried.append((n, supply, short))
            for n, supply, short in reversed(tried):
                chosen[i] = n
                if not n or not any(count and within(supply - gains[j], short) for j, count in enumerate(chosen)):
                    yield from walk(i + 1, supply, short)
            chosen[i] = 0

        return walk(0, 0, self._total)

    def _all(self) -> list[tuple[int, ...]]:
        if self._vectors is None:
            self._vectors = list(self._walk())
            self._ends = list(accumulate(self._ways(vector) for vector in self._vectors))
        return self._vectors

    def _ways(self, vector: Sequence[int]) -> int:
        return prod(SomeCards(s.kinds, n, n).count() for s, n in zip(self._sorts, vector, strict=True) if n)

    # ----------------------------------------------------------------------- the set

    def __bool__(self) -> bool:
        """Whether there is any payment."""
        return next(self._walk(), None) is not None if self._vectors is None else bool(self._vectors)

    def count(self) -> int:
        """How many payments there are."""
        self._all()
        return self._ends[-1] if self._ends else 0

    def nth(self, i: int) -> tuple[int, ...]:
        """The payment at place `i` of the order."""
        vectors = self._all()
        at = bisect_right(self._ends, i)
        if i < 0 or at == len(vectors):
            raise IndexError("there are not so many payments")
        i -= self._ends[at - 1] if at else 0
        taken: list[int] = []
        for s, n in zip(reversed(self._sorts), reversed(vectors[at]), strict=True):
            if n:
                some = SomeCards(s.kinds, n, n)
                i, place = divmod(i, some.count())
                taken += some.nth(place)
        return tuple(sorted(taken))

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        for vector in self._walk() if self._vectors is None else self._vectors:
            yield from self._expand([SomeCards(s.kinds, n, n) for s, n in zip(self._sorts, vector, strict=True) if n], ())

    def _expand(self, some: Sequence[SomeCards], before: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if not some:
            yield tuple(sorted(before))
            return
        for kinds in some[0]:
            yield from self._expand(some[1:], before + kinds)

    def __contains__(self, kinds: object) -> bool:
        return isinstance(kinds, tuple) and list(kinds) == sorted(kinds) and self.fault(kinds) is None

    def fault(self, kinds: Iterable[int]) -> Fault | None:
        """Why these cards, in any order, are no payment; None where they are one."""
        taken = Counter(kinds)
        held = dict(self.cards)
        absent = tuple(kind for kind, n in sorted(taken.items()) for _ in range(n - held.get(kind, 0)))
        if absent:
            return Fault("held", absent)
        missing = self._lacking(taken)
        if missing:
            return Fault("lacks", needs=missing)
        spare = tuple(kind for kind in sorted(taken) if not self._lacking(taken - Counter([kind])))
        if spare:
            return Fault("spare", spare)
        if self.full and sum(self._worth(kind) * n for kind, n in taken.items()) != self._total:
            return Fault("waste", tuple(sorted(taken.elements())))
        return None

    def lacks(self) -> Bag:
        """The fewest needs that stay uncovered when all the cards may be used."""
        return self._lacking(Counter(dict(self.cards)))

    def _lacking(self, taken: Counter[int]) -> Bag:
        return _missing(self.needs, taken.items(), self._covers_of, self._worth)


Test = Callable[[int, int], bool]


def _test_of(amounts: Sequence[int], sorts: Sequence[Sort]) -> tuple[Test, list[int]]:
    """A test of whether a supply leaves no more than so many needs uncovered, and what a card of each sort adds to a supply."""
    if len(amounts) > WIDE:
        return _flow_test(amounts, sorts)
    width = (sum(amounts) + sum(s.room * s.worth for s in sorts) + 1).bit_length() + 1
    # sets of symbols are counted up bit by bit: those without a symbol below, those with it above
    ones, need, gains = 1, 0, [0] * len(sorts)
    for bit, amount in enumerate(amounts):
        shift = width << bit
        need |= need + amount * ones << shift
        gains = [gain | (ones * s.worth if s.mask >> bit & 1 else gain) << shift for gain, s in zip(gains, sorts, strict=True)]
        ones |= ones << shift
    guard = ones << width - 1
    bars = [ones * short for short in range(sum(amounts) + 1)]
    return (lambda supply, short: ((supply + bars[short] | guard) - need) & guard == guard), gains


def _flow_test(amounts: Sequence[int], sorts: Sequence[Sort]) -> tuple[Test, list[int]]:
    """The same by a flow; the supply holds how many cards of each sort there are."""
    width = max((s.room for s in sorts), default=1).bit_length() + 1
    needs: Bag = tuple(enumerate(amounts))
    covered = [frozenset(bit for bit in range(len(amounts)) if s.mask >> bit & 1) for s in sorts]
    digit = (1 << width) - 1

    def within(supply: int, short: int) -> bool:
        counts = [(i, supply >> width * i & digit) for i in range(len(sorts))]
        return sum(count for _, count in _missing(needs, counts, covered.__getitem__, lambda i: sorts[i].worth)) <= short

    return within, [1 << width * i for i in range(len(sorts))]
