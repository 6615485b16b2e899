"""What a player can pick, as lazy sets of values: counted, drawn from, asked, walked, written and read.

Values are those of play: a seat from 0, a number, a symbol's place in its list, a slot for a place, (kind, slot) for a
card, a tuple of these for cards, (meld, seat, slot) for a meld. Notation is what a person types.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Protocol

from .covers import Covers, Fault
from .faults import FAULTS, fault_of
from .layout import Layout
from .melds import Meld, MeldBook, MeldSet
from .somecards import SomeCards

Value = Any
Test = Callable[[Value], bool]


class Picks(Protocol):
    """A set of values, none of which is made before it is asked for."""

    def exists(self) -> bool: ...
    def count(self) -> int: ...
    def nth(self, i: int) -> Value: ...
    def __contains__(self, value: object) -> bool: ...
    def __iter__(self) -> Iterator[Value]: ...


class MeldPicks:
    """The melds that a seat can make from a zone."""

    __slots__ = ("melds", "seat", "slot")

    def __init__(self, melds: MeldSet, seat: int, slot: int) -> None:
        self.melds, self.seat, self.slot = melds, seat, slot

    def exists(self) -> bool:
        return self.melds.count() > 0

    def count(self) -> int:
        return self.melds.count()

    def nth(self, i: int) -> Value:
        return (self.melds.nth(i), self.seat, self.slot)

    def __contains__(self, value: object) -> bool:
        if not (isinstance(value, tuple) and isinstance(value[0], Meld)):
            return False
        meld, seat, slot = value
        return slot == self.slot and seat == self.seat and self.melds.contains(meld)

    def __iter__(self) -> Iterator[Value]:
        return ((meld, self.seat, self.slot) for meld in self.melds)


class CardPicks:
    """So many cards of one zone, as tuples of (kind, slot)."""

    __slots__ = ("_some", "counts", "high", "low", "slot", "total")

    def __init__(self, counts: tuple[tuple[int, int], ...], low: int, high: int, slot: int) -> None:
        self.counts, self.slot = counts, slot
        self.total = sum([count for _, count in counts])
        self.low, self.high = max(low, 0), min(high, self.total)
        self._some: SomeCards | None = None

    @property
    def some(self) -> SomeCards:
        if self._some is None:
            self._some = SomeCards(self.counts, self.low, self.high)
        return self._some

    def exists(self) -> bool:
        return self.low <= self.high

    def count(self) -> int:
        return self.some.count()

    def nth(self, i: int) -> Value:
        return tuple([(kind, self.slot) for kind in self.some.nth(i)])

    def by_size(self, randrange: Callable[[int], int]) -> Value:
        """A choice drawn as people draw: first how many, then that many cards by lot."""
        size = self.low + randrange(self.high - self.low + 1)
        if not size:
            return ()
        kinds = [kind for kind, count in self.counts for _ in range(count)]
        return tuple([(kind, self.slot) for kind in sorted([kinds.pop(randrange(len(kinds))) for _ in range(size)])])

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, tuple) or not self.low <= len(value) <= self.high:
            return False
        held = dict(self.counts)
        kinds = [kind for kind, slot in value if slot == self.slot]
        return len(kinds) == len(value) and all(kinds.count(kind) <= held.get(kind, 0) for kind in kinds)

    def __iter__(self) -> Iterator[Value]:
        return (tuple([(kind, self.slot) for kind in kinds]) for kinds in self.some)


class CoverPicks:
    """The payments of a bag of needs from one zone. `all_cards` gives the same with the cards of the zone that are of no use."""

    __slots__ = ("all_cards", "covers", "slot")

    def __init__(self, covers: Covers, slot: int, all_cards: Callable[[], Covers]) -> None:
        self.covers, self.slot, self.all_cards = covers, slot, all_cards

    def fault(self, kinds: Iterable[int]) -> Fault | None:
        """Why cards of the zone are no payment."""
        return self.all_cards().fault(kinds)

    def exists(self) -> bool:
        return bool(self.covers)

    def count(self) -> int:
        return self.covers.count()

    def nth(self, i: int) -> Value:
        return tuple([(kind, self.slot) for kind in self.covers.nth(i)])

    def __contains__(self, value: object) -> bool:
        return (
            isinstance(value, tuple) and all(slot == self.slot for _, slot in value) and tuple(sorted(k for k, _ in value)) in self.covers
        )

    def __iter__(self) -> Iterator[Value]:
        return (tuple([(kind, self.slot) for kind in kinds]) for kinds in self.covers)


class ListPicks:
    """One of some values, each offered once: cards that are alike and lie in one zone are one."""

    __slots__ = ("values",)

    def __init__(self, values: Sequence[Value]) -> None:
        self.values = tuple(dict.fromkeys(values))

    def exists(self) -> bool:
        return bool(self.values)

    def count(self) -> int:
        return len(self.values)

    def nth(self, i: int) -> Value:
        return self.values[i]

    def __contains__(self, value: object) -> bool:
        return value in self.values

    def __iter__(self) -> Iterator[Value]:
        return iter(self.values)


class Kept:
    """Another set without what a condition refuses: walked where it has to be counted."""

    __slots__ = ("_all", "keep", "of")

    def __init__(self, of: Picks, keep: Test) -> None:
        self.of, self.keep, self._all = of, guarded(keep), None

    _all: list[Value] | None

    def all(self) -> list[Value]:
        if self._all is None:
            self._all = list(self)
        return self._all

    def exists(self) -> bool:
        return next(iter(self), None) is not None

    def count(self) -> int:
        return len(self.all())

    def nth(self, i: int) -> Value:
        return self.all()[i]

    def __contains__(self, value: object) -> bool:
        return value in self.of and self.keep(value)

    def __iter__(self) -> Iterator[Value]:
        return filter(self.keep, self.of)


def guarded(test: Test) -> Test:
    """A test of the rules whose errors are faults of the rules: it is asked at times when nothing of them is carried out."""

    def asked(value: Value) -> bool:
        try:
            return test(value)
        except FAULTS as error:
            raise fault_of(error) from error

    return asked


def makers(
    layout: Layout, book: Callable[[], MeldBook], covers: Callable[[int], Any], worth: Callable[[int], int]
) -> dict[str, Callable[..., Any]]:
    """The functions with which generated source makes sets of picks."""
    packing, ordered = layout.packing, layout.ordered

    def counts_of(zone: Any, is_ordered: bool) -> tuple[tuple[int, int], ...]:
        """(kind, how many) in a zone."""
        if not is_ordered:
            return packing.kinds(zone)
        return tuple((kind, zone.count(kind)) for kind in sorted(set(zone)))

    def some_cards(s: list[Any], slot: int, low: int, high: int, test: Test | None, clamp: bool) -> Picks:
        """So many cards of a zone; `clamp` takes as many as there are where more are asked for."""
        counts = counts_of(s[slot], ordered[slot])
        if test is not None:
            counts = tuple([(kind, count) for kind, count in counts if test((kind, slot))])
        if clamp and 0 < low <= high:  # at least one is asked for, and where there is none nothing is asked
            low = max(min(low, sum([count for _, count in counts])), 1)
        return CardPicks(counts, low, high, slot)

    def card_at(s: list[Any], slot: int, test: Test | None) -> Picks:
        """One card of a zone."""
        return one_card([(kind, slot) for kind, _ in counts_of(s[slot], ordered[slot])], test)

    def one_card(cards: Sequence[Any], test: Test | None) -> Picks:
        """One of some cards, in an order that tells nothing of how they lie."""
        return ListPicks(sorted(cards if test is None else [card for card in cards if test(card)]))

    def some_of(cards: Sequence[Any], low: int, high: int, test: Test | None, clamp: bool) -> Picks:
        """So many out of cards that may lie in several zones."""
        kept = [card for card in cards if test is None or test(card)]
        low = max(min(low, len(kept)), 1) if clamp and 0 < low <= high else low
        distinct = tuple(sorted(set(kept)))
        some = SomeCards(tuple([(i, kept.count(card)) for i, card in enumerate(distinct)]), low, high)
        return ListPicks([tuple([distinct[i] for i in chosen]) for chosen in some])

    def melds_in(s: list[Any], slot: int, seat: int, mask: Any, keep: Test | None) -> Picks:
        wrapped = None if keep is None else guarded(lambda meld: keep((meld, seat, slot)))
        return MeldPicks(book().set(s[slot], mask, wrapped), seat, slot)

    @lru_cache(maxsize=4096)
    def payments(needs: tuple[tuple[str, int], ...], zone: Any, is_ordered: bool, full: bool) -> Covers:
        """The payments from a zone's cards; the same needs and cards come up again and again in a game."""
        return Covers(tuple(sorted(needs)), counts_of(zone, is_ordered), covers, worth, full)

    field = (1 << packing.width) - 1

    @lru_cache(maxsize=4096)
    def of_use(needs: tuple[tuple[str, int], ...]) -> int:
        """The bits of the kinds that cover any of the needs."""
        wanted = {symbol for symbol, _ in needs}
        return sum(field << packing.width * kind for kind in range(len(packing.caps)) if wanted.intersection(covers(kind)))

    def covers_in(s: list[Any], needs: Any, slot: int, full: bool) -> Picks:
        needs, zone = needs or (), s[slot]
        # cards that cover nothing of this cannot be in a payment, and without them the same comes up more often
        useful = zone if ordered[slot] else zone & of_use(needs)
        return CoverPicks(payments(needs, useful, ordered[slot], full), slot, lambda: payments(needs, zone, ordered[slot], full))

    def beating(meld: Any) -> Any:
        return book().nothing if meld is None else book().beating(meld[0])

    return {
        "some_cards": some_cards, "card_at": card_at, "one_card": one_card, "some_of": some_of, "melds_in": melds_in,
        "covers_in": covers_in, "beating": beating, "one_of": ListPicks, "kept": Kept, "of_types": lambda names: book().of(names),
    }  # fmt: skip
