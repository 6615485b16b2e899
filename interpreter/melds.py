"""Melds as values, and the book of all melds of a ruleset: what a hand makes, what beats what, how cards can be read."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ..ruleset import model
from .examples import never_strongest, possible
from .packing import Packing
from .patterns import FLAT, Parts, Patterns, Way
from .products import Found, Product
from .shapes import MOST, Accepts, Key, Shapes
from .tables import FlatTable, banks, nth_bit, places

ClassMask = tuple[int, ...]
"""For each category which strength classes are meant: bit s is class s; -1 all, 0 none."""


def both(a: ClassMask, b: ClassMask) -> ClassMask:
    """What is in both masks."""
    return tuple([x & y for x, y in zip(a, b, strict=True)])


def either(a: ClassMask, b: ClassMask) -> ClassMask:
    """What is in one mask or the other."""
    return tuple([x | y for x, y in zip(a, b, strict=True)])


def inverse(a: ClassMask) -> ClassMask:
    """What is not in a mask."""
    return tuple([~x for x in a])


@dataclass(frozen=True, slots=True)
class Meld:
    """Cards and how they are read. `parts` are kinds as written, `need` the same cards packed.

    `strength` is the class within its category, 0 the weakest; melds of one class neither beat each other nor differ in
    what they beat. `index` is the place in its category's table, -1 where that is kept in parts.
    """

    category: str
    type: str
    parts: Parts
    need: int = field(compare=False)
    size: int = field(compare=False)
    category_index: int = field(compare=False, repr=False)
    strength: int = field(compare=False)
    index: int = field(compare=False, repr=False)
    text: str = field(compare=False, repr=False)

    def __str__(self) -> str:
        return self.text

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kinds of all its cards, part after part."""
        return tuple(kind for part in self.parts for kind in part)


MOST_READ = 4_096
"""Of how many sets of cards the readings are remembered."""


@dataclass(frozen=True, slots=True)
class Strength:
    """A strength class: the place of the type in its category, how many cards, and the key."""

    type: int
    size: int
    key: Key


class Table:
    """All melds of one category, made when the category is first asked for: a flat table, and products beside it."""

    def __init__(self, book: "MeldBook", index: int) -> None:
        self._book = book
        self.category = book.categories[index]
        self._index = index
        patterns = book.patterns
        listed, factored = patterns.listed(self.category.name)
        self.products = {name: Product(patterns.melds[name], patterns, book.banks) for name in factored}
        blocks: dict[tuple[int, int, Key], list[Way]] = {}
        for name, made in listed.items():
            for block in made:
                blocks.setdefault((self.category.types.index(name), block.size, block.key), []).extend(block.ways)
        strengths = set(blocks)
        for name, product in self.products.items():
            strengths.update((self.category.types.index(name), *strength) for strength in product.strengths)
        ranking = sorted(strengths)
        number = {strength: s for s, strength in enumerate(ranking)}
        self.strengths = [Strength(*strength) for strength in ranking]
        for name, product in self.products.items():
            place = self.category.types.index(name)
            product.number({(size, key): s for (t, size, key), s in number.items() if t == place})
        ordered = sorted(blocks, reverse=True)
        self._ways = [way for strength in ordered for way in blocks[strength]]
        self._class_of = [(number[strength], len(blocks[strength])) for strength in ordered]
        self.flat = FlatTable([need for need, _ in self._ways], self._class_of, book.banks)
        self._melds: list[Meld | None] = [None] * len(self._ways)
        self._strength_at: list[int] | None = None
        self._by_need: dict[int, list[int]] | None = None
        self._type_masks: dict[str, int] = {}
        self._size_masks: dict[int, int] = {}
        for s, of in enumerate(self.strengths):
            self._size_masks[of.size] = self._size_masks.get(of.size, 0) | 1 << s

    def __len__(self) -> int:
        return len(self._ways)

    def meld(self, index: int) -> Meld:
        """The meld at a place of the flat table."""
        found = self._melds[index]
        if found is None:
            if self._strength_at is None:
                self._strength_at = [s for s, count in self._class_of for _ in range(count)]
            found = self._melds[index] = self.made(self._strength_at[index], self._ways[index], index)
        return found

    def made(self, strength: int, way: Way, index: int = -1) -> Meld:
        """A meld as a value."""
        need, parts = way
        codes = self._book.codes
        of = self.strengths[strength]
        text = " + ".join([" ".join([codes[kind] for kind in part]) for part in parts])
        return Meld(self.category.name, self.category.types[of.type], parts, need, of.size, self._index, strength, index, text)

    def of_type(self, name: str) -> int:
        """The strength classes of one type, as a mask."""
        if name not in self._type_masks:
            place = self.category.types.index(name)
            self._type_masks[name] = sum(1 << s for s, of in enumerate(self.strengths) if of.type == place)
        return self._type_masks[name]

    def of_size(self, size: int) -> int:
        """The strength classes of melds of so many cards, as a mask."""
        return self._size_masks.get(size, 0)

    def readings(self, need: int) -> Iterator[Meld]:
        """Every meld that uses exactly these cards."""
        if self._by_need is None:
            by_need: dict[int, list[int]] = {}
            for i, n in enumerate(self.flat.needs):
                by_need.setdefault(n, []).append(i)
            self._by_need = by_need
        yield from map(self.meld, self._by_need.get(need, ()))
        if self.products:
            # a meld of as many cards as there are uses them all
            mask = self.of_size(self._book.packing.size(need))
            for product in self.products.values():
                yield from (self.made(s, way) for s, way in product.found(need, mask).walk())


class MeldBook:
    """All melds of a ruleset. Tables are made for each category when it is first asked for.

    `accepts(group)` gives the test of a group's `where` on a kind of card; it is asked for groups that have one.
    `flat` is the most melds of a category that are listed where they are joined from parts,
    `most` the most of one group of cards; longer runs are kept as values and ways to fill them, anything else is refused.
    """

    def __init__(
        self,
        cards: tuple[model.Card, ...],
        lists: Mapping[str, model.SymbolList],
        attributes: Mapping[str, model.Attribute],
        categories: Mapping[str, model.Category],
        melds: Mapping[str, model.MeldType],
        run_orders: Mapping[str, tuple[int | str, ...]],
        wraps: frozenset[str],
        packing: Packing,
        copies: Sequence[int],
        accepts: Accepts,
        flat: int = FLAT,
        most: int = MOST,
    ) -> None:
        self.codes = tuple(card.code for card in cards)
        self.categories = tuple(categories.values())
        self.packing = packing
        self.banks = banks(packing)
        shapes = Shapes(cards, lists, attributes, run_orders, wraps, copies, accepts)
        self.patterns = Patterns(shapes, categories, melds, packing, flat, most)
        self.everything: ClassMask = (-1,) * len(self.categories)
        self.nothing: ClassMask = (0,) * len(self.categories)
        self._index = {category.name: i for i, category in enumerate(self.categories)}
        self._tables: list[Table | None] = [None] * len(self.categories)
        self._beating: dict[tuple[int, int], ClassMask] = {}
        self._of: dict[tuple[str, ...], ClassMask] = {}
        self._readings: dict[int, tuple[Meld, ...]] = {}

    def table(self, index: int) -> Table:
        """The table of a category, by its place among the categories."""
        found = self._tables[index]
        if found is None:
            found = self._tables[index] = Table(self, index)
        return found

    # ----------------------------------------------------------------------- masks

    def of(self, names: tuple[str, ...]) -> ClassMask:
        """The melds of these types or categories; of all where no name is given."""
        if names not in self._of:
            mask = list(self.nothing if names else self.everything)
            for name in names:
                if name in self._index:
                    mask[self._index[name]] = -1
                else:
                    i = self._index[self.patterns.melds[name].category]
                    mask[i] |= self.table(i).of_type(name)
            self._of[names] = tuple(mask)
        return self._of[names]

    def beating(self, meld: Meld) -> ClassMask:
        """The melds that beat one."""
        key = meld.category_index, meld.strength
        found = self._beating.get(key)
        if found is None:
            found = self._beating[key] = tuple(self._beats_in(i, meld) for i in range(len(self.categories)))
        return found

    def _beats_in(self, index: int, meld: Meld) -> int:
        category = self.categories[index]
        bombs = [name for name in category.types if {"*", meld.category} & set(self.patterns.melds[name].beats)]
        if index != meld.category_index:
            if len(bombs) == len(category.types):
                return -1
            return self.of(tuple(bombs))[index] if bombs else 0
        table = self.table(index)
        return sum(1 << s for s, of in enumerate(table.strengths) if self._outranks(category, of, table.strengths[meld.strength]))

    def _outranks(self, category: model.Category, a: Strength, b: Strength) -> bool:
        if a.type == b.type:
            return a.size == b.size and a.key > b.key
        if a.type < b.type:
            return False
        mine = self.patterns.melds[category.types[a.type]]
        if {"*", category.name} & set(mine.beats) or a.size == b.size:
            return True
        return not any(self.patterns.varies(self.patterns.melds[category.types[of.type]]) for of in (a, b))

    def beats(self, a: Meld, b: Meld) -> bool:
        """Whether one meld beats another that lies."""
        return bool(self.beating(b)[a.category_index] >> a.strength & 1)

    # ----------------------------------------------------------------------- sets and readings

    def set(self, hand: int, mask: ClassMask, keep: Callable[[Meld], bool] | None = None) -> "MeldSet":
        """The melds in a mask that the cards of a hand make, those that `keep` refuses left out."""
        return MeldSet(self, hand, mask) if keep is None else KeptMelds(self, hand, mask, keep)

    def readings(self, kinds: Sequence[int]) -> tuple[Meld, ...]:
        """Every meld that uses exactly these cards, in the order of a set."""
        if not self.packing.within_caps(kinds):
            return ()
        need = self.packing.pack(kinds)
        found = self._readings.get(need)
        if found is None:
            if len(self._readings) >= MOST_READ:
                self._readings.clear()
            found = tuple([meld for i in range(len(self.categories)) for meld in self.table(i).readings(need)])
            self._readings[need] = found
        return found

    def meld(self, parts: Sequence[Sequence[int]], type: str | None = None) -> tuple[Meld, ...]:
        """The readings in which the cards are split like this, of one type where it is given; cards of a part in any order."""
        split = tuple(tuple(sorted(part)) for part in parts)
        found = self.readings([kind for part in parts for kind in part])
        return tuple(m for m in found if tuple(tuple(sorted(p)) for p in m.parts) == split and type in (None, m.type))

    # ----------------------------------------------------------------------- for the checks of a ruleset

    def possible(self, type: str) -> bool:
        """Whether any cards make a meld of a type by its pattern."""
        return possible(self.patterns, self.patterns.melds[type])

    def never_strongest(self, type: str) -> bool:
        """Whether whatever makes a type is always taken by a later type of its category."""
        return never_strongest(self.patterns, self.patterns.melds[type])


class MeldSet:
    """The melds that a hand makes, of the classes in a mask: counted and drawn from without being listed.

    The order: the cheapest category first; in each the listed melds, strongest first, then the types kept in parts.
    """

    __slots__ = ("_bits", "_counts", "_products", "book", "hand", "mask")

    def __init__(self, book: MeldBook, hand: int, mask: ClassMask) -> None:
        self.book = book
        self.hand = hand
        self.mask = mask
        self._bits: list[tuple[int, Table, int, list[Found]]] | None = None
        self._counts = 0

    def _fit(self) -> list[tuple[int, Table, int, list[Found]]]:
        """(how many, table, bits, products) for each category that has any."""
        made = []
        total = 0
        hand, book = self.hand, self.book
        for i, mask in enumerate(self.mask):
            if mask:
                table = book._tables[i]
                if table is None:
                    table = book.table(i)
                bits = table.flat.fit(hand, mask)
                count = bits.bit_count()
                found = []
                if table.products:
                    found = [product.found(hand, mask) for product in table.products.values()]
                    count += sum(f.count for f in found)
                if count:
                    total += count
                    made.append((count, table, bits, found))
        self._counts = total
        self._bits = made
        return made

    def count(self) -> int:
        """How many melds there are."""
        if self._bits is None:
            self._fit()
        return self._counts

    def nth(self, i: int) -> Meld:
        """The meld at place `i` of the order."""
        for count, table, bits, found in self._bits if self._bits is not None else self._fit():
            if i < count:
                if not found:
                    return table.meld(nth_bit(bits, i))
                flat = bits.bit_count()
                if i < flat:
                    return table.meld(nth_bit(bits, i))
                i -= flat
                for some in found:
                    if i < some.count:
                        return table.made(*some.nth(i))
                    i -= some.count
            i -= count
        raise IndexError("there are not so many melds")

    def contains(self, meld: Meld) -> bool:
        """Whether a meld of the book is in the set."""
        return bool(self.mask[meld.category_index] >> meld.strength & 1) and self.book.packing.fits(meld.need, self.hand)

    def __iter__(self) -> Iterator[Meld]:
        for _, table, bits, found in self._bits if self._bits is not None else self._fit():
            yield from map(table.meld, places(bits))
            for some in found:
                yield from (table.made(*way) for way in some.walk())


class KeptMelds(MeldSet):
    """A set of melds out of which a condition keeps some: walked where it has to be counted."""

    __slots__ = ("_keep", "_kept")

    def __init__(self, book: MeldBook, hand: int, mask: ClassMask, keep: Callable[[Meld], bool]) -> None:
        super().__init__(book, hand, mask)
        self._keep = keep
        self._kept: list[Meld] | None = None

    def _all(self) -> list[Meld]:
        if self._kept is None:
            self._kept = list(self)
        return self._kept

    def count(self) -> int:
        return len(self._all())

    def nth(self, i: int) -> Meld:
        return self._all()[i]

    def contains(self, meld: Meld) -> bool:
        return super().contains(meld) and self._keep(meld)

    def __iter__(self) -> Iterator[Meld]:
        return filter(self._keep, super().__iter__())
