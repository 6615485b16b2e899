"""Groups of cards: the ways in which kinds of cards make a set, a run or any cards, and whether given cards do.

`Shapes.ways` lists, `Shapes.strength` tests; they are written apart from each other, and the tests hold them together.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain

from ..ruleset import model
from ..ruleset.errors import CroupierError
from ..ruleset.source import Span
from .somecards import picks

Kinds = tuple[int, ...]
Key = tuple[int, ...]
Accepts = Callable[[model.Group], Callable[[int], bool]]

RANK = "rank"

MOST = model.MOST_MELDS

TRIES = 10_000_000
"""The most cards that are looked at in search of cards that all differ."""


class TooManyMelds(CroupierError, ValueError):
    """A type of meld that so many cards can make that they cannot be told apart in time. `span` is its place."""

    def __init__(self, name: str, span: Span) -> None:
        self.span = span
        super().__init__(f"{span}: more than {MOST:,} different cards make '{name}'; ask for fewer cards or set a narrower `where`")


class Shapes:
    """What shapes need to know of the cards: attributes in their order, runs, and how many copies lie in one zone."""

    def __init__(
        self,
        cards: Sequence[model.Card],
        lists: Mapping[str, model.SymbolList],
        attributes: Mapping[str, model.Attribute],
        run_orders: Mapping[str, tuple[int | str, ...]],
        wraps: frozenset[str],
        caps: Sequence[int],
        accepts: Accepts,
    ) -> None:
        self.cards = cards
        self.caps = caps
        self._lists = lists
        self._attributes = attributes
        self._run_orders = run_orders
        self._wraps = wraps
        self._accepts = accepts
        self._tests: dict[model.Group, Callable[[int], bool]] = {}
        self._places: dict[str, tuple[int, ...]] = {}
        self._tries = 0
        ranks = self.places(RANK)
        self.written = sorted(range(len(cards)), key=lambda kind: (ranks[kind], kind))
        self._order = [0] * len(cards)
        for i, kind in enumerate(self.written):
            self._order[kind] = i

    # ----------------------------------------------------------------------- attributes

    def value(self, attribute: str, kind: int) -> model.Value:
        return self.cards[kind].values.get(attribute)

    def places(self, attribute: str) -> tuple[int, ...]:
        """For each kind where its value stands in the order of an attribute; -1 where it has none."""
        found = self._places.get(attribute)
        if found is None:
            order = {value: i for i, value in enumerate(self._values(attribute))}
            found = tuple(self._place(self.value(attribute, kind), order) for kind in range(len(self.cards)))
            self._places[attribute] = found
        return found

    @staticmethod
    def _place(value: model.Value, order: Mapping[int | str, int]) -> int:
        if isinstance(value, int | str) and value in order:
            return order[value]
        return value if isinstance(value, int) else -1

    def _values(self, attribute: str) -> tuple[int | str, ...]:
        declared = self._attributes.get(attribute)
        names = declared.lists if declared else ()
        return tuple(chain.from_iterable(self._lists[name].values for name in names if name in self._lists))

    def run_order(self, attribute: str) -> tuple[tuple[int | str, ...], bool]:
        """The values of an attribute as runs go through them, and whether a run goes on from the last to the first."""
        declared = self._attributes.get(attribute)
        names = (*(declared.lists if declared else ()), attribute)
        wraps = any(name in self._wraps for name in names)
        for name in names:
            if name in self._run_orders:
                return self._run_orders[name], wraps
        listed = self._values(attribute)
        if not listed:
            numbers = {v for v in (self.value(attribute, kind) for kind in range(len(self.cards))) if isinstance(v, int)}
            # a number that no card has stands for the whole gap: it ends a run as well as all of them would
            listed = tuple(sorted(numbers | {number + 1 for number in numbers}))
        return listed, wraps

    def by(self, group: model.Group) -> str:
        """The attribute in which a set is alike and a run goes up."""
        return group.by or RANK

    def as_written(self, kinds: Sequence[int]) -> Kinds:
        """The cards in the order in which they are written: by rank, then as the rules list them."""
        return tuple(sorted(kinds, key=self._order.__getitem__))

    # ----------------------------------------------------------------------- strength

    def highest(self, kinds: Sequence[int], key: tuple[str, ...]) -> Key:
        """The attributes of the highest card, where cards are compared by the attributes of a key, first to last."""
        return max(tuple(self.places(attribute)[kind] for attribute in key) for kind in kinds)

    def _key(self, group: model.Group, kinds: Sequence[int], steps: Sequence[tuple[int, int]], key: tuple[str, ...]) -> Key:
        """The strength of a group; `steps` gives for a run (kind, its step in the order of the run)."""
        by = self.by(group)
        if key and steps:
            return max(tuple(step if attribute == by else self.places(attribute)[kind] for attribute in key) for kind, step in steps)
        if key:
            return self.highest(kinds, key)
        match group.word:
            case "run":
                return (max(step for _, step in steps),)
            case "set":
                return (self.places(by)[kinds[0]],)
            case "exactly":
                return (0,)
            case _:
                return self.highest(kinds, (RANK,))

    # ----------------------------------------------------------------------- every way to make a group

    def ways(self, group: model.Group, key: tuple[str, ...] = ()) -> Iterator[tuple[Key, Kinds]]:
        """(strength, cards as written) of everything that makes a group; the same cards twice where a run fits in two places."""
        if group.word == "exactly":
            if self._held(group.codes):
                yield self._key(group, group.codes, (), key), group.codes
            return
        self._tries = 0
        pool = self.pool(group)
        if group.same:
            alike: dict[tuple[model.Value, ...], list[int]] = {}
            for kind in pool:
                values = tuple(self.value(attribute, kind) for attribute in group.same)
                if None not in values:
                    alike.setdefault(values, []).append(kind)
            pools = list(alike.values())
        else:
            pools = [pool]
        for part in pools:
            match group.word:
                case "run":
                    yield from self._runs(group, part, key)
                case "set":
                    places = self.places(self.by(group))
                    for place in sorted({places[kind] for kind in part if self.value(self.by(group), kind) is not None}, reverse=True):
                        yield from self._cards(group, [kind for kind in part if places[kind] == place], key)
                case _:
                    yield from self._cards(group, part, key)

    def pool(self, group: model.Group) -> list[int]:
        """The kinds that may stand in a group at all, as written."""
        test = self._test(group)
        return [kind for kind in self.written if self.caps[kind] and test(kind)]

    def _test(self, group: model.Group) -> Callable[[int], bool]:
        if group not in self._tests:
            self._tests[group] = self._accepts(group) if group.where is not None else lambda kind: True
        return self._tests[group]

    def _held(self, kinds: Sequence[int]) -> bool:
        return all(count <= self.caps[kind] for kind, count in Counter(kinds).items())

    def _cards(self, group: model.Group, pool: Sequence[int], key: tuple[str, ...]) -> Iterator[tuple[Key, Kinds]]:
        room = sum(self.caps[kind] for kind in pool)
        for size in range(group.low, (room if group.high is None else min(group.high, room)) + 1):
            for kinds in self._picks(group, pool, size, ()):
                if not group.mixed or self.is_mixed(group, kinds):
                    yield self._key(group, kinds, (), key), kinds

    def _picks(self, group: model.Group, pool: Sequence[int], size: int, before: Kinds) -> Iterator[Kinds]:
        """Every choice of `size` cards from a pool; where cards have to be different, from each other and those before."""
        if any(size > len({self.value(attribute, kind) for kind in pool}) for attribute in group.different):
            return iter(())
        if not group.different:
            counts = [(i, self.caps[kind]) for i, kind in enumerate(pool)]
            return (tuple(pool[i] for i in chosen) for chosen in picks(counts, size))
        return self._unlike(group, pool, size, before)

    def _unlike(self, group: model.Group, pool: Sequence[int], size: int, before: Kinds) -> Iterator[Kinds]:
        if not size:
            yield ()
            return
        self._tries += len(pool)
        if self._tries > TRIES:
            raise TooManyMelds(group.span.text, group.span)
        for i, kind in enumerate(pool):
            if self._differs(group, kind, before):
                for rest in self._unlike(group, pool[i + 1 :], size - 1, (*before, kind)):
                    yield (kind, *rest)

    def _differs(self, group: model.Group, kind: int, others: Sequence[int]) -> bool:
        for attribute in group.different:
            value = self.value(attribute, kind)
            if value is None or any(self.value(attribute, other) == value for other in others):
                return False
        return True

    def is_mixed(self, group: model.Group, kinds: Sequence[int]) -> bool:
        """Whether cards are not all alike in what a group wants mixed."""
        return all(len({self.value(attribute, kind) for kind in kinds}) > 1 for attribute in group.mixed)

    def _runs(self, group: model.Group, pool: Sequence[int], key: tuple[str, ...]) -> Iterator[tuple[Key, Kinds]]:
        by, each = self.by(group), max(group.each, 1)
        order, wraps = self.run_order(by)
        at: list[list[int]] = [[kind for kind in pool if self.value(by, kind) == value] for value in order]
        longest = len(order) if group.high is None else min(group.high, len(order))

        def grow(step: int, start: int, kinds: Kinds, steps: tuple[tuple[int, int], ...]) -> Iterator[tuple[Key, Kinds]]:
            done = step - start
            if done >= group.low and self._held(kinds) and self.is_mixed(group, kinds):
                yield self._key(group, kinds, steps, key), kinds
            if done < longest and (wraps or step < len(order)):
                place = step % len(order)
                for more in self._picks(group, at[place], each, kinds):
                    yield from grow(step + 1, start, kinds + more, steps + tuple((kind, place) for kind in more))

        for start in range(len(order) - 1, -1, -1):
            if wraps or start + group.low <= len(order):
                yield from grow(start, start, (), ())

    # ----------------------------------------------------------------------- whether cards make a group

    def strength(self, group: model.Group, kinds: Sequence[int], key: tuple[str, ...] = ()) -> Key | None:
        """How strong these cards are as a group, at the best; None where they are none."""
        if group.word == "exactly":
            return self._key(group, kinds, (), key) if sorted(kinds) == sorted(group.codes) else None
        test = self._test(group)
        if not kinds or not all(test(kind) for kind in kinds):
            return None
        for attribute in group.same:
            if self.value(attribute, kinds[0]) is None or len({self.value(attribute, kind) for kind in kinds}) > 1:
                return None
        if group.different and not all(self._differs(group, kind, kinds[:i]) for i, kind in enumerate(kinds)):
            return None
        if not self.is_mixed(group, kinds):
            return None
        if group.word == "run":
            return self._run_strength(group, kinds, key)
        if len(kinds) < group.low or (group.high is not None and len(kinds) > group.high):
            return None
        if group.word == "set":
            values = {self.value(self.by(group), kind) for kind in kinds}
            if len(values) > 1 or None in values:
                return None
        return self._key(group, kinds, (), key)

    def _run_strength(self, group: model.Group, kinds: Sequence[int], key: tuple[str, ...]) -> Key | None:
        by, each = self.by(group), max(group.each, 1)
        length, rest = divmod(len(kinds), each)
        order, wraps = self.run_order(by)
        if rest or length < group.low or length > len(order) or (group.high is not None and length > group.high):
            return None
        values = Counter(self.value(by, kind) for kind in kinds)
        best = None
        for start in range(len(order) if wraps else len(order) - length + 1):
            places = [(start + i) % len(order) for i in range(length)]
            wanted: Counter[model.Value] = Counter()
            for place in places:
                wanted[order[place]] += each
            if wanted == values:
                steps = tuple((kind, place) for kind in kinds for place in places if order[place] == self.value(by, kind))
                found = self._key(group, kinds, steps, key)
                best = found if best is None else max(best, found)
        return best
