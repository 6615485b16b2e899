"""Types of melds as they are written: what can be told of them without making any."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from ..ruleset import model
from .shapes import Key, Shapes
from .somecards import SomeCards


class MeldTypes:
    """The types of melds of a ruleset over its cards."""

    def __init__(self, shapes: Shapes, categories: Mapping[str, model.Category], melds: Mapping[str, model.MeldType]) -> None:
        self.shapes = shapes
        self.categories = categories
        self.melds = melds
        names = [name for category in categories.values() for name in category.types]
        self.order = {name: i for i, name in enumerate(names)}

    def types_of(self, part: model.Part) -> tuple[str, ...]:
        """The types that a part stands for, cheapest first; empty for a group of its own."""
        names = [t for name in part.types for t in (self.categories[name].types if name in self.categories else (name,))]
        return tuple(sorted(dict.fromkeys(names), key=self.order.__getitem__))

    def amount(self, group: model.Group) -> int:
        """How many different cards make a group, at most (exactly, where nothing has to be different or mixed)."""
        shapes = self.shapes
        pools: dict[object, list[int]] = {}
        for kind in shapes.pool(group):
            pools.setdefault(tuple(shapes.value(attribute, kind) for attribute in group.same), []).append(kind)
        return sum(self._amount(group, pool) for pool in pools.values())

    def _amount(self, group: model.Group, pool: Sequence[int]) -> int:
        by, caps = self.shapes.by(group), self.shapes.caps
        counts = [(kind, caps[kind]) for kind in pool]
        if group.word == "exactly":
            return 1
        room = sum(caps[kind] for kind in pool)
        high = room if group.high is None else group.high
        if group.word not in ("set", "run"):
            return SomeCards(tuple(counts), group.low, high).count()
        alike: dict[model.Value, list[tuple[int, int]]] = {}
        for kind, count in counts:
            alike.setdefault(self.shapes.value(by, kind), []).append((kind, count))
        if group.word == "set":
            return sum(SomeCards(tuple(some), group.low, high).count() for some in alike.values())
        order, wraps = self.shapes.run_order(by)
        each = max(group.each, 1)
        ways = [SomeCards(tuple(alike.get(value, ())), each, each).count() for value in order]
        total = 0
        for start in range(len(order)):
            product = 1
            for length in range(1, min(high, len(order) if wraps else len(order) - start) + 1):
                product *= ways[(start + length - 1) % len(order)]
                if not product:
                    break
                total += product if length >= group.low else 0
        return total

    def deciding(self, meld: model.MeldType) -> int:
        """How many leading parts count when two melds of a type are compared."""
        return min(meld.decides, len(meld.parts)) if meld.decides else len(meld.parts)

    def joined_key(self, meld: model.MeldType, keys: Sequence[Key]) -> Key:
        """The strength of a meld from that of its parts."""
        keys = keys[: self.deciding(meld)]
        return max(keys) if meld.key else tuple(k for key in keys for k in key)

    def least(self, meld: model.MeldType) -> int:
        """The fewest cards that a meld of a type can have by its pattern."""
        return sum(self.part_least(part) for part in meld.parts)

    def part_least(self, part: model.Part) -> int:
        """The fewest cards that one of what a part stands for can have."""
        group = part.group
        if group is None:
            return min((self.least(self.melds[name]) for name in self.types_of(part)), default=0)
        return len(group.codes) if group.word == "exactly" else group.low * max(group.each, 1)

    def greatest(self, meld: model.MeldType) -> int:
        """The most cards that a meld of a type can have by its pattern."""
        first = self.part_most(meld.parts[0])
        return first + sum(self.part_most(part) * (first if part.as_many else 1) for part in meld.parts[1:])

    def part_most(self, part: model.Part) -> int:
        """The most cards that one of what a part stands for can have."""
        group, room = part.group, sum(self.shapes.caps)
        if group is None:
            return min(max((self.greatest(self.melds[name]) for name in self.types_of(part)), default=0), room)
        if group.word == "exactly":
            return len(group.codes)
        return room if group.high is None else min(group.high * max(group.each, 1), room)

    def varies(self, meld: model.MeldType) -> bool:
        """Whether melds of a type can be of different sizes."""
        counted = any(part.as_many for part in meld.parts) and len(self._sets_of(meld.parts[0])) > 1
        return counted or any(self._part_varies(part) for part in meld.parts)

    def _part_varies(self, part: model.Part) -> bool:
        if part.group is not None:
            return part.group.high != part.group.low and part.group.word != "exactly"
        types = [self.melds[name] for name in self.types_of(part)]
        return any(self.varies(inner) for inner in types) or len({self.least(inner) for inner in types}) > 1

    def _sets_of(self, part: model.Part) -> set[int | None]:
        """The fewest and the most sets, None for `or more`, that a first part can be: what `as many` counts."""
        group = part.group
        if group is None:
            return {sets for name in self.types_of(part) for sets in self._sets_of(self.melds[name].parts[0])}
        return {group.low, group.high} if group.word == "run" else {1}

    def may_overlap(self, one: model.MeldType, other: model.MeldType) -> bool:
        """Whether the same parts could fit two types, as far as can be seen from their patterns alone."""
        if len(one.parts) != len(other.parts):
            return False
        counted = self._count_alike(one.parts[0], other.parts[0])
        return all(self._part_overlap(a, b, counted) for a, b in zip(one.parts, other.parts, strict=True))

    def _count_alike(self, a: model.Part, b: model.Part) -> bool:
        """Whether the same cards are as many sets in one first part as in another."""
        if a.group is None or b.group is None:
            return False
        sizes = {max(part.each, 1) if part.word == "run" else 0 for part in (a.group, b.group)}
        return len(sizes) == 1

    def _part_overlap(self, a: model.Part, b: model.Part, counted: bool) -> bool:
        if a.types and b.types and not a.as_many and not b.as_many:
            mine, theirs = self.types_of(a), self.types_of(b)
            # cards that are read as one type are no other only where they are all of it, and not two parts that could be cut elsewhere
            apart = all(
                self.categories[self.melds[name].category].reading == "strongest" and len(self.melds[name].parts) == 1
                for name in mine + theirs
            )
            same = {self.melds[name].category for name in mine + theirs}
            return not (apart and len(same) == 1) or bool(set(mine) & set(theirs))
        if a.group is None or b.group is None or a.as_many != b.as_many or (a.as_many and not counted):
            return True
        g, h = a.group, b.group
        if {g.word, h.word} == {"set", "run"} and self.shapes.by(g) == self.shapes.by(h) and max(g.each, h.each, 1) == 1 and not a.as_many:
            return g.low < 2 or h.low < 2 or self._repeats(self.shapes.by(g))
        low_g, low_h = g.low * max(g.each, 1), h.low * max(h.each, 1)
        high_g = low_h if g.high is None else g.high * max(g.each, 1)
        high_h = low_g if h.high is None else h.high * max(h.each, 1)
        return g.word == "exactly" or h.word == "exactly" or (low_g <= high_h and low_h <= high_g)

    def _repeats(self, attribute: str) -> bool:
        """Whether a run can go from a value to the same value."""
        order, wraps = self.shapes.run_order(attribute)
        return any(a == b for a, b in pairwise(order)) or (wraps and order[:1] == order[-1:])
