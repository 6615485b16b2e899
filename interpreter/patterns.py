"""Types of melds as blocks: every way in which cards make a part or a whole meld, those of equal strength and size together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from math import comb

from ..ruleset import model
from .meldtypes import MeldTypes
from .packing import Packing
from .shapes import MOST, Key, Kinds, Shapes, TooManyMelds

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


@dataclass(frozen=True, slots=True)
class Reading:
    """How cards are read as a part that stands for types: their strength there, `sets` as in a block, and the cards as written."""

    key: Key
    sets: int
    kinds: Kinds


def _strongest_first(blocks: Mapping[tuple[Key, int, int], list[Way]]) -> list[Block]:
    return [Block(key, size, sets, tuple(ways)) for (key, size, sets), ways in sorted(blocks.items(), key=lambda b: b[0], reverse=True)]


class Patterns(MeldTypes):
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
        super().__init__(shapes, categories, melds)
        self.packing = packing
        self.flat = flat
        self.most = most
        self._listed: dict[str, tuple[dict[str, list[Block]], tuple[str, ...]]] = {}
        self._readings: dict[tuple[str, ...], dict[int, Reading]] = {}

    # ----------------------------------------------------------------------- parts

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
        blocks: dict[tuple[Key, int, int], list[Way]] = {}
        for need, found in self.readings(part).items():
            strength = self.shapes.highest(found.kinds, meld.key) if meld.key else found.key
            blocks.setdefault((strength, len(found.kinds), found.sets), []).append((need, (found.kinds,)))
        return _strongest_first(blocks)

    def readings(self, part: model.Part) -> dict[int, Reading]:
        """All that makes a part that stands for types, by what it needs: the same cards once, as the strongest that they are."""
        names = self.types_of(part)
        if names not in self._readings:
            best: dict[int, Reading] = {}
            for name in names:
                listed, factored = self.listed(self.melds[name].category)
                if name in factored:
                    raise TooManyMelds(name, part.span)
                for block in listed[name]:
                    key = (self.order[name], *block.key)
                    for need, parts in block.ways:
                        if need not in best or best[need].key < key:
                            kinds = parts[0] if len(parts) == 1 else self.shapes.as_written([kind for p in parts for kind in p])
                            best[need] = Reading(key, block.sets, kinds)
            self._readings[names] = best
        return self._readings[names]

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

    def fits(self, meld: model.MeldType, parts: Parts) -> bool:
        """Whether these parts make a meld of a type by its pattern, whatever later types they fit as well."""
        return len(parts) == len(meld.parts) and all(
            self._part_fits(meld, part, kinds, parts[0]) for part, kinds in zip(meld.parts, parts, strict=True)
        )

    def _part_fits(self, meld: model.MeldType, part: model.Part, kinds: Kinds, first: Kinds) -> bool:
        times = self.sets(meld.parts[0], first) if part.as_many else 1
        return self._makes(part, kinds) if times == 1 else self._makes_times(part, kinds, times)

    def _makes(self, part: model.Part, kinds: Kinds) -> bool:
        """Whether cards make one of what a part stands for."""
        if part.group is not None:
            return self.shapes.strength(part.group, kinds) is not None
        return self.packing.pack(kinds) in self.readings(part)

    def sets(self, part: model.Part, kinds: Kinds) -> int:
        """How many sets these cards are as a first part: what `as many` counts."""
        group = part.group
        if group is not None:
            return len(kinds) // max(group.each, 1) if group.word == "run" else 1
        found = self.readings(part).get(self.packing.pack(kinds))
        return found.sets if found else 1

    def _makes_times(self, part: model.Part, kinds: Kinds, times: int) -> bool:
        """Whether cards can be dealt out to so many of what a part stands for."""
        if times == 1:
            return self._makes(part, kinds)
        least, most = self.part_least(part), self.part_most(part)
        if not least * times <= len(kinds) <= most * times:
            return False
        if most == 1:
            return all(self._makes(part, (kind,)) for kind in kinds)
        # the first card is in one of them: what else is in it?
        first, others = kinds[0], self._near(part.group, kinds) if part.group is not None else kinds[1:]
        for size in range(least, min(most, len(kinds) - least * (times - 1)) + 1):
            for some in dict.fromkeys(combinations(others, size - 1)):
                head = (first, *some)
                if self._makes(part, head) and self._makes_times(part, without(kinds, head), times - 1):
                    return True
        return False

    def _near(self, group: model.Group, kinds: Kinds) -> Kinds:
        """Those of some cards that can be in a group together with the first of them."""
        alike = (*group.same, self.shapes.by(group)) if group.word == "set" else group.same
        return tuple(kind for kind in kinds[1:] if all(self.shapes.value(a, kind) == self.shapes.value(a, kinds[0]) for a in alike))

    def overtaken(self, meld: model.MeldType, parts: Parts) -> bool:
        """Whether a later type of the same category takes these parts, where each has its strongest reading only."""
        category = self.categories[meld.category]
        later = category.types[category.types.index(meld.name) + 1 :]
        return category.reading == "strongest" and any(self.fits(self.melds[name], parts) for name in later)


def _join(left: Sequence[Way], right: Sequence[Way], slack: int, guard: int) -> list[Way]:
    return [(n + m, p + q) for n, p in left for m, q in right if not n + m + slack & guard]


def without(kinds: Kinds, taken: Sequence[int]) -> Kinds:
    """The cards that are left when some are taken away."""
    left = list(kinds)
    for kind in taken:
        left.remove(kind)
    return tuple(left)
