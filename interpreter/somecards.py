"""From so many to so many cards of a multiset, as a set that is never listed unless somebody walks it.

The order is by size, then by kinds as sorted tuples: `(0, 0)` before `(0, 1)`.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

Card = TypeVar("Card")


@dataclass(frozen=True, slots=True)
class SomeCards:
    """All choices of `low` to `high` cards from `counts`, which says (kind, how many) in rising order of kinds.

    Each choice is a sorted tuple of kinds, copies repeated; choices that differ only in which copy they take are one. No choice
    has fewer than no cards: a `low` below 0 is as 0, and with a `high` below 0 there is none.
    """

    counts: tuple[tuple[int, int], ...]
    low: int
    high: int
    tails: tuple[tuple[int, ...], ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        top = min(self.high, sum(count for _, count in self.counts))
        # tails[i][n]: in how many ways n cards come from the kinds from the i-th on
        ways = [1, *[0] * top] if top >= 0 else []
        tails = [tuple(ways)]
        for _, count in reversed(self.counts):
            total, sums = 0, []
            for n, w in enumerate(ways):
                total += w - (ways[n - count - 1] if n > count else 0)
                sums.append(total)
            ways = sums
            tails.append(tuple(ways))
        object.__setattr__(self, "tails", tuple(reversed(tails)))

    @property
    def sizes(self) -> range:
        """How many cards there can be in a choice, as many as there are."""
        return range(max(self.low, 0), len(self.tails[0]))

    def count(self) -> int:
        """How many choices there are."""
        return sum(self.tails[0][self.low if self.low > 0 else 0 :])

    def nth(self, i: int) -> tuple[int, ...]:
        """The choice at place `i` of the order."""
        for size in self.sizes:
            ways = self.tails[0][size]
            if i < ways:
                return self._of_size(size, i)
            i -= ways
        raise IndexError("there are not so many choices")

    def _of_size(self, left: int, i: int) -> tuple[int, ...]:
        taken: list[int] = []
        for (kind, count), tail in zip(self.counts, self.tails[1:], strict=True):
            for copies in range(min(count, left), -1, -1):
                ways = tail[left - copies]
                if i < ways:
                    break
                i -= ways
            taken += [kind] * copies
            left -= copies
        return tuple(taken)

    def __contains__(self, kinds: object) -> bool:
        if not isinstance(kinds, tuple) or len(kinds) not in self.sizes:
            return False
        held = dict(self.counts)
        return tuple(sorted(kinds)) == kinds and all(count <= held.get(kind, 0) for kind, count in Counter(kinds).items())

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        for size in self.sizes:
            yield from picks(self.counts, size)

    def sample_by_size(self, below: Callable[[int], int]) -> tuple[int, ...]:
        """One choice: each size as likely as the other, then that many cards as if drawn from the cards themselves.

        `below(n)` draws a number from 0 up to, without, `n`. There must be a choice at all.
        """
        size = self.sizes[below(len(self.sizes))]
        left = [kind for kind, count in self.counts for _ in range(count)]
        taken = []
        for _ in range(size):
            at = below(len(left))
            taken.append(left[at])
            left[at] = left[-1]
            left.pop()
        return tuple(sorted(taken))


def picks(counts: Sequence[tuple[Card, int]], size: int) -> Iterator[tuple[Card, ...]]:
    """Every choice of `size` cards from (card, how many), in rising order where these are."""
    room = [0]
    for _, count in reversed(counts):
        room.append(room[-1] + count)
    room.reverse()

    def walk(i: int, left: int) -> Iterator[tuple[Card, ...]]:
        if not left:
            yield ()
            return
        if room[i] < left:
            return
        kind, count = counts[i]
        for copies in range(min(count, left), -1, -1):
            head = (kind,) * copies
            for tail in walk(i + 1, left - copies):
                yield head + tail

    return walk(0, size)
