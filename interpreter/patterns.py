"""Types of melds as blocks: every way in which cards make a part or a whole meld, those of equal strength and size together."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from math import comb

from ..ruleset import model
from .packing import Packing
from .shapes import MOST, Key, Kinds, Shapes, TooManyMelds
from .somecards import SomeCards

Parts = tuple[Kinds, ...]
Way = tuple[int, Parts]
"""What is needed, packed, and the cards of each part as written."""

FLAT = 50_000
"""The most melds of one category that are listed where they come from joining parts."""


@dataclass(frozen=True, slots=True)
class Block:
    """Ways of equal strength and size. `sets` is how many sets the first part has: what `as many` counts."""

    key: Key
    size: int
    sets: int
    ways: tuple[Way, ...]


def _strongest_first(blocks: Mapping[tuple[Key, int, int], list[Way]]) -> list[Block]:
    return [Block(key, size, sets, tuple(ways)) for (key, size, sets), ways in sorted(blocks.items(), key=lambda b: b[0], reverse=True)]


class Patterns:
    """The types of melds of a ruleset over its cards. Blocks are made when they are first asked for."""

    def __init__(
        self,
        shapes: Shapes,
        categories: Mapping[str, model.Category],
        melds: Mapping[str, model.MeldType],
        packing: Packing,
        flat: int = FLAT,
        most: int = MOST,
    ) -> None:
        self.shapes = shapes
        self.categories = categories
        self.melds = melds
        self.packing = packing
        self.flat = flat
        self.most = most
        names = [name for category in categories.values() for name in category.types]
        self.order = {name: i for i, name in enumerate(names)}
        self._listed: dict[str, tuple[dict[str, list[Block]], tuple[str, ...]]] = {}
        self._needed: dict[str, frozenset[int]] = {}

    # ----------------------------------------------------------------------- parts

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

    def vast(self, meld: model.MeldType, part: model.Part) -> bool:
        """Whether a part is a run that is kept as its values and the ways to fill them, because there are too many to list."""
        group = part.group
        if group is None or group.word != "run" or group.same or group.different or part.as_many:
            return False
        # the highest card of a run is on its highest step only where the order of the run comes first
        return (not meld.key or meld.key[0] == self.shapes.by(group)) and self.amount(group) > self.most

    def group_blocks(self, group: model.Group, key: tuple[str, ...], name: str) -> list[Block]:
        """All that makes a group, strongest first; the same cards once, at their strongest."""
        if not group.different and not group.mixed and self.amount(group) > self.most:
            raise TooManyMelds(name, group.span)
        best: dict[int, tuple[Key, Kinds]] = {}
        pack = self.packing.pack
        for strength, kinds in self.shapes.ways(group, key):
            need = pack(kinds)
            if need not in best or best[need][0] < strength:
                best[need] = (strength, kinds)
                if len(best) > self.most:
                    raise TooManyMelds(name, group.span)
        blocks: dict[tuple[Key, int, int], list[Way]] = {}
        each = max(group.each, 1)
        for need, (strength, kinds) in best.items():
            sets = len(kinds) // each if group.word == "run" else 1
            blocks.setdefault((strength, len(kinds), sets), []).append((need, (kinds,)))
        return _strongest_first(blocks)

    def part_blocks(self, meld: model.MeldType, part: model.Part, sets: int = 1) -> list[Block]:
        """All that makes a part of a type of meld; one with `as_many` for a first part of so many sets."""
        if part.group is not None:
            blocks = self.group_blocks(part.group, meld.key, meld.name)
        else:
            blocks = self._type_blocks(meld, part)
        return self._repeated(meld, blocks, sets) if part.as_many and sets != 1 else blocks

    def _type_blocks(self, meld: model.MeldType, part: model.Part) -> list[Block]:
        best: dict[int, tuple[Key, int, int, Kinds]] = {}
        for name in self.types_of(part):
            listed, factored = self.listed(self.melds[name].category)
            if name in factored:
                raise TooManyMelds(name, part.span)
            for block in listed[name]:
                key = (self.order[name], *block.key)
                for need, parts in block.ways:
                    kinds = parts[0] if len(parts) == 1 else self.shapes.as_written([kind for p in parts for kind in p])
                    strength = self.shapes.highest(kinds, meld.key) if meld.key else key
                    if need not in best or best[need][0] < strength:
                        best[need] = (strength, block.size, block.sets, kinds)
        blocks: dict[tuple[Key, int, int], list[Way]] = {}
        for need, (strength, size, sets, kinds) in best.items():
            blocks.setdefault((strength, size, sets), []).append((need, (kinds,)))
        return _strongest_first(blocks)

    def _repeated(self, meld: model.MeldType, blocks: list[Block], times: int) -> list[Block]:
        """The ways to take something so many times, in no order; as strong as the strongest of it."""
        ways = [(block.key, need, parts[0]) for block in blocks for need, parts in block.ways]
        if comb(len(ways) + times - 1, times) > self.most:
            raise TooManyMelds(meld.name, meld.span)
        slack, guard = self.packing.slack, self.packing.guard
        found: dict[int, tuple[Key, Kinds]] = {}
        for some in combinations_with_replacement(ways, times):
            need = 0
            for _, more, _ in some:
                need += more
                if need + slack & guard:
                    break
            else:
                found.setdefault(need, (some[0][0], self.shapes.as_written([kind for _, _, kinds in some for kind in kinds])))
        made: dict[tuple[Key, int, int], list[Way]] = {}
        for need, (key, kinds) in found.items():
            made.setdefault((key, len(kinds), 1), []).append((need, (kinds,)))
        return _strongest_first(made)

    # ----------------------------------------------------------------------- whole melds

    def deciding(self, meld: model.MeldType) -> int:
        """How many leading parts count when two melds of a type are compared."""
        return min(meld.decides, len(meld.parts)) if meld.decides else len(meld.parts)

    def joined_key(self, meld: model.MeldType, keys: Sequence[Key]) -> Key:
        """The strength of a meld from that of its parts."""
        keys = keys[: self.deciding(meld)]
        return max(keys) if meld.key else tuple(k for key in keys for k in key)

    def meld_blocks(self, meld: model.MeldType) -> list[Block]:
        """All melds of a type by their parts, whatever other types the same cards may fit."""
        slack, guard = self.packing.slack, self.packing.guard
        blocks: dict[tuple[Key, int, int], list[Way]] = {}
        later: dict[int, list[list[Block]]] = {}
        for first in self.part_blocks(meld, meld.parts[0]):
            if first.sets not in later:
                later[first.sets] = [self.part_blocks(meld, part, first.sets) for part in meld.parts[1:]]
            joined: list[tuple[tuple[Key, ...], int, list[Way]]] = [((first.key,), first.size, list(first.ways))]
            for choices in later[first.sets]:
                joined = [
                    ((*keys, block.key), size + block.size, _join(ways, block.ways, slack, guard))
                    for keys, size, ways in joined
                    for block in choices
                ]
            for keys, size, ways in joined:
                if ways:
                    blocks.setdefault((self.joined_key(meld, keys), size, first.sets), []).extend(ways)
        return _strongest_first(blocks)

    def estimate(self, meld: model.MeldType) -> int:
        """How many melds of a type there are at most, without making them."""
        first: dict[int, int] = {}
        for block in self.part_blocks(meld, meld.parts[0]):
            first[block.sets] = first.get(block.sets, 0) + len(block.ways)
        total = 0
        for sets, ways in first.items():
            for part in meld.parts[1:]:
                if part.group is not None:
                    more = self.amount(part.group)
                else:
                    more = sum(len(block.ways) for block in self.part_blocks(meld, part))
                ways *= comb(more + sets - 1, sets) if part.as_many and more else more
            total += ways
        return total

    def listed(self, category: str) -> tuple[dict[str, list[Block]], tuple[str, ...]]:
        """The blocks of each type of a category that is listed, and the types that are kept in parts."""
        if category not in self._listed:
            self._listed[category] = self._list(self.categories[category])
        return self._listed[category]

    def _list(self, category: model.Category) -> tuple[dict[str, list[Block]], tuple[str, ...]]:
        room, factored = self.flat, {name for name in category.types if any(self.vast(self.melds[name], p) for p in self.melds[name].parts)}
        joined = [name for name in category.types if len(self.melds[name].parts) > 1 and name not in factored]
        amounts = sorted((self.estimate(self.melds[name]), name) for name in joined)
        for amount, name in amounts:
            if amount > room:
                factored.add(name)
            else:
                room -= amount
        listed: dict[str, list[Block]] = {}
        taken: set[tuple[int, ...]] = set()
        strongest = category.reading == "strongest" and len(category.types) > 1
        for i, name in reversed(list(enumerate(category.types))):
            if name in factored:
                continue
            blocks = self.meld_blocks(self.melds[name])
            if strongest:
                above = [self.melds[later] for later in category.types[i + 1 :] if later in factored]
                blocks = self._not_taken(self.melds[name], blocks, taken, above)
            listed[name] = blocks
        return listed, tuple(name for name in category.types if name in factored)

    def _not_taken(
        self, meld: model.MeldType, blocks: list[Block], taken: set[tuple[int, ...]], above: Sequence[model.MeldType]
    ) -> list[Block]:
        """The ways that no later type takes; `taken` learns those that are left."""
        pack = self.packing.pack
        above = [later for later in above if self.may_overlap(meld, later)]
        left = []
        for block in blocks:
            ways = []
            for need, parts in block.ways:
                split = (need,) if len(parts) == 1 else tuple(pack(kinds) for kinds in parts)
                if split not in taken and not any(self.fits(later, parts) for later in above):
                    taken.add(split)
                    ways.append((need, parts))
            if ways:
                left.append(Block(block.key, block.size, block.sets, tuple(ways)))
        return left

    # ----------------------------------------------------------------------- without any list

    def least(self, meld: model.MeldType) -> int:
        """The fewest cards that a meld of a type can have by its pattern."""
        return sum(self._part_least(part) for part in meld.parts)

    def _part_least(self, part: model.Part) -> int:
        group = part.group
        if group is None:
            return min((self.least(self.melds[name]) for name in self.types_of(part)), default=0)
        return len(group.codes) if group.word == "exactly" else group.low * max(group.each, 1)

    def varies(self, meld: model.MeldType) -> bool:
        """Whether melds of a type can be of different sizes."""
        return any(self._part_varies(part) for part in meld.parts)

    def _part_varies(self, part: model.Part) -> bool:
        if part.group is not None:
            return part.group.high != part.group.low and part.group.word != "exactly"
        types = [self.melds[name] for name in self.types_of(part)]
        return any(self.varies(inner) for inner in types) or len({self.least(inner) for inner in types}) > 1

    def fits(self, meld: model.MeldType, parts: Parts) -> bool:
        """Whether these parts make a meld of a type by its pattern, whatever later types they fit as well."""
        return len(parts) == len(meld.parts) and all(
            self._part_fits(meld, part, kinds, parts[0]) for part, kinds in zip(meld.parts, parts, strict=True)
        )

    def _part_fits(self, meld: model.MeldType, part: model.Part, kinds: Kinds, first: Kinds) -> bool:
        times = self.sets(meld.parts[0], len(first)) if part.as_many else 1
        if times > 1:
            return self._fits_times(meld, part, kinds, times)
        if part.group is not None:
            return self.shapes.strength(part.group, kinds) is not None
        need = self.packing.pack(kinds)
        return any(need in self._needs(name) for name in self.types_of(part))

    def _needs(self, name: str) -> frozenset[int]:
        """What the listed melds of a type need, those that a later type takes left out."""
        if name not in self._needed:
            listed, _ = self.listed(self.melds[name].category)
            self._needed[name] = frozenset(need for block in listed.get(name, ()) for need, _ in block.ways)
        return self._needed[name]

    def sets(self, part: model.Part, size: int) -> int:
        """How many sets so many cards of a first part are: what `as many` counts."""
        groups = [part.group] if part.group else [self.melds[name].parts[0].group for name in self.types_of(part)]
        return next((size // max(group.each, 1) for group in groups if group and group.word == "run"), 1)

    def _fits_times(self, meld: model.MeldType, part: model.Part, kinds: Kinds, times: int) -> bool:
        if not times:
            return not kinds
        if part.group is None:
            return False
        if part.group.low == 1:
            return len(kinds) == times and all(self.shapes.strength(part.group, (kind,)) is not None for kind in kinds)
        size = len(kinds) // times
        heads = {self.shapes.as_written(some) for some in combinations_of(kinds, size) if some and some[0] == kinds[0]}
        for head in heads:
            if self.shapes.strength(part.group, head) is not None and self._fits_times(meld, part, without(kinds, head), times - 1):
                return True
        return False

    def may_overlap(self, one: model.MeldType, other: model.MeldType) -> bool:
        """Whether the same parts could fit two types, as far as can be seen from their patterns alone."""
        return len(one.parts) == len(other.parts) and all(self._part_overlap(a, b) for a, b in zip(one.parts, other.parts, strict=True))

    def _part_overlap(self, a: model.Part, b: model.Part) -> bool:
        if a.types and b.types:
            mine, theirs = self.types_of(a), self.types_of(b)
            apart = all(self.categories[self.melds[name].category].reading == "strongest" for name in mine + theirs)
            same = {self.melds[name].category for name in mine + theirs}
            return not (apart and len(same) == 1) or bool(set(mine) & set(theirs))
        if a.group is None or b.group is None or a.as_many != b.as_many:
            return True
        g, h = a.group, b.group
        if {g.word, h.word} == {"set", "run"} and self.shapes.by(g) == self.shapes.by(h) and max(g.each, h.each, 1) == 1:
            return g.low < 2 or h.low < 2
        low_g, low_h = g.low * max(g.each, 1), h.low * max(h.each, 1)
        high_g = low_h if g.high is None else g.high * max(g.each, 1)
        high_h = low_g if h.high is None else h.high * max(h.each, 1)
        return g.word == "exactly" or h.word == "exactly" or (low_g <= high_h and low_h <= high_g)

    def overtaken(self, meld: model.MeldType, parts: Parts) -> bool:
        """Whether a later type of the same category takes these parts, where each has its strongest reading only."""
        category = self.categories[meld.category]
        later = category.types[category.types.index(meld.name) + 1 :]
        return category.reading == "strongest" and any(self.fits(self.melds[name], parts) for name in later)


def _join(left: Sequence[Way], right: Sequence[Way], slack: int, guard: int) -> list[Way]:
    return [(n + m, p + q) for n, p in left for m, q in right if not n + m + slack & guard]


def combinations_of(kinds: Kinds, size: int) -> Iterator[Kinds]:
    """Every choice of so many of the given cards, each once."""
    yield from dict.fromkeys(combinations(kinds, size))


def without(kinds: Kinds, taken: Sequence[int]) -> Kinds:
    """The cards that are left when some are taken away."""
    left = list(kinds)
    for kind in taken:
        left.remove(kind)
    return tuple(left)
