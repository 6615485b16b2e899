"""Counts of cards in one integer: a zone, or what a move needs, as so many cards of each kind."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Packing:
    """Where each kind of card has its bits. `caps[k]` is the most cards of kind `k` that can lie in one zone.

    Every kind has the same width: enough bits for the highest cap, and one guard bit above them that is always 0 in a
    packed count, so that a subtraction never borrows from the neighbour.
    """

    caps: tuple[int, ...]
    width: int = field(init=False, compare=False)
    unit: tuple[int, ...] = field(init=False, compare=False, repr=False)
    guard: int = field(init=False, compare=False, repr=False)
    slack: int = field(init=False, compare=False, repr=False)
    planes: tuple[tuple[int, int], ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        bits = max(max(self.caps, default=1).bit_length(), 1)
        width = bits + 1
        unit = tuple(1 << width * kind for kind in range(len(self.caps)))
        ones = sum(unit)
        put = object.__setattr__
        put(self, "width", width)
        put(self, "unit", unit)
        put(self, "guard", ones << bits)
        # added to a sum of two counts, this lifts a kind into its guard bit exactly where there are more than its cap
        put(self, "slack", sum(((1 << bits) - 1 - cap) * u for cap, u in zip(self.caps, unit, strict=True)))
        # bit p of a count weighs 2**p: once through the count of all bits, the rest here
        put(self, "planes", tuple((ones << p, (1 << p) - 1) for p in range(1, bits)))

    def pack(self, kinds: Iterable[int]) -> int:
        """The packed counts of these cards, which have to be within the caps: of more a kind would run over into the next."""
        unit = self.unit
        return sum([unit[kind] for kind in kinds])

    def within_caps(self, kinds: Sequence[int]) -> bool:
        """Whether no kind has more cards than can lie in one zone."""
        caps = self.caps
        return not any([kinds.count(kind) > caps[kind] for kind in set(kinds)])

    def size(self, packed: int) -> int:
        """How many cards there are."""
        total = packed.bit_count()
        for plane, extra in self.planes:
            total += (packed & plane).bit_count() * extra
        return total

    def fits(self, need: int, hand: int) -> bool:
        """Whether `hand` holds at least `need` of every kind."""
        guard = self.guard
        return ((hand | guard) - need) & guard == guard

    def count(self, packed: int, kind: int) -> int:
        """How many cards of one kind there are."""
        return packed >> self.width * kind & ((1 << self.width) - 1)

    def kinds(self, packed: int) -> tuple[tuple[int, int], ...]:
        """(kind, how many) for each kind of which there are any."""
        width, mask = self.width, (1 << self.width) - 1
        found = []
        while packed:
            kind = ((packed & -packed).bit_length() - 1) // width
            count = packed >> width * kind & mask
            found.append((kind, count))
            packed ^= count << width * kind
        return tuple(found)

    def unpack(self, packed: int) -> tuple[int, ...]:
        """The kinds of all the cards, sorted, copies repeated."""
        return tuple(kind for kind, count in self.kinds(packed) for _ in range(count))


def packing_for(caps: Sequence[int]) -> Packing:
    """The packing of kinds of which at most `caps[k]` lie in one zone."""
    return Packing(tuple(caps))
