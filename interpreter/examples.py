"""Whether types of melds can be made at all, told from examples and never from a whole table."""

from collections.abc import Iterator
from itertools import islice

from ..ruleset import model
from .patterns import Parts, Patterns
from .shapes import TooManyMelds

TRIES = 4_000
"""How many ways are tried before the answer is that nobody knows."""


def examples(patterns: Patterns, meld: model.MeldType, tries: int) -> Iterator[Parts | None]:
    """Melds of a type by its pattern, made one after another; None at the end where so many tries did not get to it."""
    try:
        for way in islice(_examples(patterns, meld), tries):
            if way is not None:
                yield way[1]
            tries -= 1
    except TooManyMelds:
        tries = 0
    if not tries:
        yield None


Example = tuple[int, Parts, int]
"""A way, and how many sets its first part has."""


def _examples(patterns: Patterns, meld: model.MeldType) -> Iterator[Example | None]:
    """Melds of a type, and None for each try that came to nothing."""
    slack, guard = patterns.packing.slack, patterns.packing.guard

    def rest(i: int, need: int, parts: Parts, sets: int) -> Iterator[Example | None]:
        if i == len(meld.parts):
            yield need, parts, sets
            return
        part = meld.parts[i]
        for way in _part_examples(patterns, part, sets if part.as_many else 1):
            if way is None or need + way[0] + slack & guard:
                yield None
            else:
                yield from rest(i + 1, need + way[0], parts + way[1], sets if i else way[2])
        yield None

    return rest(0, 0, (), 1)


def _part_examples(patterns: Patterns, part: model.Part, times: int) -> Iterator[Example | None]:
    written = patterns.shapes.as_written
    if times > 1:
        for way in _part_examples(patterns, part, times - 1):
            for more in _part_examples(patterns, part, 1) if way else ():
                if way is None or more is None or way[0] + more[0] + patterns.packing.slack & patterns.packing.guard:
                    yield None
                else:
                    yield way[0] + more[0], (written(way[1][0] + more[1][0]),), 1
    elif part.group is not None:
        for _, kinds in patterns.shapes.ways(part.group):
            yield patterns.packing.pack(kinds), (kinds,), patterns.sets(part, kinds)
    else:
        for name in patterns.types_of(part):
            for way in _examples(patterns, patterns.melds[name]):
                if way is None or patterns.overtaken(patterns.melds[name], way[1]):
                    yield None
                else:
                    yield way[0], (written([kind for kinds in way[1] for kind in kinds]),), way[2]


def possible(patterns: Patterns, meld: model.MeldType, tries: int = TRIES) -> bool:
    """Whether any cards make a meld of a type by its pattern; where so many tries find none, they may."""
    if patterns.least(meld) > sum(patterns.shapes.caps):
        return False
    return next(examples(patterns, meld, tries), ()) != ()


def never_strongest(patterns: Patterns, meld: model.MeldType, tries: int = TRIES) -> bool:
    """Whether a type is possible, and all of its melds are taken by later types; where so many tries do not tell, it is not."""
    seen = False
    for parts in examples(patterns, meld, tries):
        if parts is None or not patterns.overtaken(meld, parts):
            return False
        seen = True
    return seen
