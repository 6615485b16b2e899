"""Flat tables of melds as bit sets: fast, and hard to read, so it lives here alone.

A set of melds is an integer with one bit for each meld, the strongest at bit 0. The kinds of cards are cut into groups
of neighbours. For each group and each state of it (how many of each of its kinds a hand holds) a row says which melds
need no more than that of the group. What a hand can make is then the AND of one row a group. `fitting` in the tests is
the plain version.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from .packing import Packing

STATES = 512
"""The most entries that the rows of one group may have."""


@dataclass(frozen=True, slots=True)
class Bank:
    """A group of neighbouring kinds: where its bits are, its possible states in rising order, and every bit pattern's state."""

    shift: int
    mask: int
    states: tuple[int, ...]
    steps: tuple[tuple[int, int], ...]
    clamped: tuple[int, ...]


def banks(packing: Packing) -> tuple[Bank, ...]:
    """All kinds, cut into groups whose rows stay small."""
    per = 1
    while 1 << packing.width * (per + 1) <= STATES:
        per += 1
    return tuple(_bank(packing, low, min(low + per, len(packing.caps))) for low in range(0, len(packing.caps), per))


def _bank(packing: Packing, low: int, high: int) -> Bank:
    width, digit = packing.width, (1 << packing.width) - 1
    caps = packing.caps[low:high]
    mask = (1 << width * len(caps)) - 1
    clamped = []
    for pattern in range(mask + 1):
        clamped.append(sum(min(pattern >> width * i & digit, cap) << width * i for i, cap in enumerate(caps)))
    states = tuple(pattern for pattern, state in enumerate(clamped) if pattern == state)
    return Bank(width * low, mask, states, tuple((1 << width * i, digit << width * i) for i in range(len(caps))), tuple(clamped))


def _rows(needs: Sequence[int], bank: Bank) -> list[int] | None:
    """For each bit pattern of a group the melds that need no more of it; None where no meld needs any of it."""
    shift, mask = bank.shift, bank.mask
    cells: dict[int, bytearray] = {}
    length = (len(needs) + 7) // 8
    for i, need in enumerate(needs):
        state = need >> shift & mask
        if state:
            cell = cells.get(state)
            if cell is None:
                cell = cells[state] = bytearray(length)
            cell[i >> 3] |= 1 << (i & 7)
    if not cells:
        return None
    exact = {state: int.from_bytes(cell, "little") for state, cell in cells.items()}
    nothing = (1 << len(needs)) - 1
    for bits in exact.values():
        nothing ^= bits
    row = {state: exact.get(state, 0) for state in bank.states}
    row[0] = nothing
    for unit, digit in bank.steps:
        for state in bank.states:
            if state & digit:
                row[state] |= row[state - unit]
    return [row[state] for state in bank.clamped]


_HALVES: list[tuple[int, int]] = []
_STEPS: list[tuple[tuple[int, int], ...]] = [(), (), (), ()]
"""For bits up to 1, 2, 4, 8, ... the halves to cut them into until a byte is left: (how many bits, their mask)."""


def _grow(length: int) -> None:
    """Steps for `1 << length` bits, where no table has been as long so far."""
    while len(_STEPS) <= length:
        width = 1 << len(_STEPS) - 1
        _HALVES.insert(0, (width, (1 << width) - 1))
        _STEPS.append(tuple(_HALVES))


_grow(21)
_IN_BYTE = tuple(tuple(place for place in range(8) if byte >> place & 1) for byte in range(256))


def nth_bit(bits: int, n: int) -> int:
    """The place of the n-th (from 0, lowest first) bit that is set."""
    place = 0
    length = (bits.bit_length() - 1).bit_length()
    try:
        steps = _STEPS[length]
    except IndexError:
        _grow(length)
        steps = _STEPS[length]
    for width, mask in steps:
        low = bits & mask
        count = low.bit_count()
        if n < count:
            bits = low
        else:
            n -= count
            bits >>= width
            place += width
    return place + _IN_BYTE[bits][n]


def places(bits: int) -> Iterator[int]:
    """The places of all bits that are set, lowest first."""
    text = bin(bits)[:1:-1]
    place = text.find("1")
    while place >= 0:
        yield place
        place = text.find("1", place + 1)


class FlatTable:
    """Melds by what they need, strongest first. `classes` gives for each run of equally strong ones (class, how many)."""

    def __init__(self, needs: Sequence[int], classes: Sequence[tuple[int, int]], groups: Sequence[Bank]) -> None:
        self.needs = needs
        self.full = (1 << len(needs)) - 1
        self._groups = groups
        ends = [0, *accumulate(count for _, count in classes)]
        self._classes = tuple((s, (1 << end) - (1 << start)) for (s, _), start, end in zip(classes, ends, ends[1:], strict=False))
        self._allowed: dict[int, int] = {-1: self.full, 0: 0}

    @cached_property
    def rows(self) -> tuple[tuple[int, int, list[int]], ...]:
        """(shift, mask, row) for each group of kinds that any meld needs."""
        made = [(bank.shift, bank.mask, _rows(self.needs, bank)) for bank in self._groups]
        return tuple((shift, mask, row) for shift, mask, row in made if row is not None)

    def allowed(self, mask: int) -> int:
        """The melds whose strength class is in a class mask."""
        found = self._allowed.get(mask)
        if found is None:
            found = 0
            for s, bits in self._classes:
                if mask >> s & 1:
                    found |= bits
            if len(self._allowed) > 4096:
                self._allowed = {-1: self.full, 0: 0}
            self._allowed[mask] = found
        return found

    def fit(self, hand: int, mask: int) -> int:
        """The melds of the allowed classes that the cards of a hand make."""
        bits = self._allowed.get(mask)
        if bits is None:
            bits = self.allowed(mask)
        for shift, low, row in self.rows:
            bits &= row[hand >> shift & low]
        return bits
