"""What can be taken at a choice: one action of an offer, or the one thing that a `choose` asks for, with all its moves."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..ruleset import core
from ..ruleset.types import Kind
from .code import Code
from .faults import FAULTS, fault_of
from .layout import Layout
from .notation import Notation
from .picks import Kept, ListPicks, Picks
from .program import Program

Values = tuple[Any, ...]


class Ask:
    """One action of an offer, or what a `choose` asks for, at whatever state: its functions, made once for a game.

    `test` is the conditions that need no pick (None: nothing but picks decides); `sets[i]` gives what the i-th pick can be.
    `do` takes an action (None for a `choose`). What was picked, or which action was taken, is bound to `slot`, if there is one.
    """

    __slots__ = ("body", "do", "key", "name", "notation", "number", "picks", "sets", "slot", "strewn", "test", "write")

    def __init__(
        self,
        code: Code,
        notation: Notation,
        name: str,
        number: int | None,
        body: str,
        key: str,
        picks: tuple[core.Pick, ...],
        slot: int | None,
    ) -> None:
        functions, write = code.functions, notation.write
        self.slot, self.number, self.notation = slot, number, notation
        self.name, self.body, self.key, self.picks = name, body, key, picks
        is_action = key[0] == "a"
        self.do: Callable[..., int] | None = functions[f"{key}_do"] if is_action else None
        self.test: Callable[[Any, int], bool] | None = functions[key] if is_action else None
        self.sets: tuple[Callable[..., Picks], ...] = tuple(functions[f"{key}_{i}" if is_action else key] for i in range(len(picks)))
        types = [p.domain.type for p in picks]
        self.write: Callable[[Values], tuple[str, ...]] = lambda values: tuple(
            [write(v, t) for v, t in zip(values[1:], types, strict=True)]
        )
        self.strewn = tuple([i for i, pick in enumerate(picks) if is_strewn(pick.domain, notation.layout)])


def is_strewn(domain: core.Domain, layout: Layout) -> bool:
    """Whether cards may be picked that lie in several places, so that cards alike are not one choice, or places of several zones."""
    if isinstance(domain, core.CardsFrom):
        source = domain.source
        return not (isinstance(source, core.Zone) and source.owner is not None and not layout.zones[source.name].places)
    if isinstance(domain, core.OneOf) and domain.type.kind is Kind.PLACE:
        source = domain.domain.domain if isinstance(domain.domain, core.Filter) else domain.domain
        return not isinstance(source, core.Call)
    return isinstance(domain, core.OneOf) and domain.type.kind is Kind.CARD


def asks(program: Program, code: Code, notation: Notation) -> tuple[tuple[Ask, ...], ...]:
    """For each choice that a program can wait for what it asks."""
    found = []
    numbers = {name: i for i, name in enumerate(program.ruleset.actions)}
    for point in program.points:
        base = program.layout.bodies[point.body]
        if isinstance(point.stmt, core.Offer):
            slot = None if point.stmt.answer is None else base + point.stmt.answer
            actions = [(n, numbers[n], program.ruleset.actions[n].picks) for n in point.stmt.actions]
            found.append(tuple([Ask(code, notation, n, i, f"action {n}", f"a{i}", picks, slot) for n, i, picks in actions]))
        else:
            pick = point.stmt.pick
            found.append((Ask(code, notation, pick.name, None, point.body, f"c{point.index}", (pick,), base + pick.slot),))
    return tuple(found)


class Option:
    """An `Ask` at a state: the moves it has, counted pick by pick."""

    __slots__ = ("_first", "_open", "_s", "_seat", "_sets", "_total", "ask")

    def __init__(self, ask: Ask, s: Sequence[Any], seat: int) -> None:
        self.ask = ask
        self._s = s
        self._seat = seat
        self._first: Picks | None = None
        self._sets: dict[Values, Picks] | None = None
        self._total = -1
        self._open: bool | None = None

    @property
    def name(self) -> str:
        return self.ask.name

    @property
    def body(self) -> str:
        return self.ask.body

    @property
    def key(self) -> str:
        return self.ask.key

    @property
    def picks(self) -> tuple[core.Pick, ...]:
        return self.ask.picks

    def picks_after(self, before: Values) -> Picks:
        """What can be picked after the picks made so far."""
        if not before:
            if self._first is None:
                self._first = self._made(())
            return self._first
        if self._sets is None:
            self._sets = {}
        found = self._sets.get(before)
        if found is None:
            found = self._sets[before] = self._made(before)
        return found

    def _made(self, before: Values) -> Picks:
        try:
            return self.ask.sets[len(before)](self._s, self._seat, *before)
        except FAULTS as error:
            raise fault_of(error) from error

    def write(self, values: Values) -> tuple[str, ...]:
        """The texts of picks. Where cards alike lie in several places, each says in which, as `ring@3`."""
        ask = self.ask
        texts = ask.write(values)
        if not ask.strewn:
            return texts
        told = list(texts)
        for i in ask.strewn:
            value, found, type = values[i + 1], self.picks_after(values[1 : i + 1]), ask.picks[i].domain.type
            others = found if isinstance(found.of if isinstance(found, Kept) else found, ListPicks) else ()
            alike = kinds_of if type.kind is not Kind.PLACE else ask.notation.place
            same = [other for other in others if other != value and alike(other) == alike(value)]
            if same:
                told[i] = ask.notation.placed(value, type, whole=False)
                if any(ask.notation.placed(other, type, whole=False) == told[i] for other in same):
                    told[i] = ask.notation.placed(value, type, whole=True)
        return tuple(told)

    def is_open(self) -> bool:
        """Whether the conditions hold that need no pick."""
        if self._open is None:
            try:
                self._open = self.ask.test is None or bool(self.ask.test(self._s, self._seat))
            except FAULTS as error:
                raise fault_of(error) from error
        return self._open

    def exists(self) -> bool:
        """Whether there is any move."""
        if not self.is_open():
            return False
        left = len(self.ask.picks)
        if left == 1:
            return self.picks_after(()).exists()
        return left == 0 or next(self.walk(), None) is not None

    def count(self) -> int:
        """How many moves there are."""
        if self._total < 0:
            if self._open is False or not self.is_open():
                self._total = 0
            elif len(self.ask.picks) == 1:
                self._total = self.picks_after(()).count()
            else:
                self._total = self._counted(())
        return self._total

    def _counted(self, before: Values) -> int:
        left = len(self.ask.picks) - len(before)
        if left == 0:
            return 1
        found = self.picks_after(before)
        return found.count() if left == 1 else sum(self._counted((*before, value)) for value in found)

    def nth(self, i: int) -> Values:
        """The picks of the move at place `i`."""
        left = len(self.ask.picks)
        if left < 2:
            return (self.picks_after(()).nth(i),) if left else ()
        before: Values = ()
        while len(before) < left - 1:
            for value in self.picks_after(before):
                count = self._counted((*before, value))
                if i < count:
                    before = (*before, value)
                    break
                i -= count
        return (*before, self.picks_after(before).nth(i))

    def holds(self, values: Values) -> bool:
        if len(values) != len(self.ask.picks) or not self.is_open():
            return False
        for i, value in enumerate(values):  # noqa: SIM110  # a generator would cost as much again
            if value not in self.picks_after(values[:i]):
                return False
        return True

    def walk(self, before: Values = ()) -> Iterator[Values]:
        if not before and not self.is_open():
            return
        if len(before) == len(self.picks):
            yield before
            return
        for value in self.picks_after(before):
            yield from self.walk((*before, value))


def kinds_of(value: Any) -> tuple[int, ...]:
    """The kinds of a card, or of several."""
    return (value[0],) if value and isinstance(value[0], int) else tuple([kind for kind, _ in value])
