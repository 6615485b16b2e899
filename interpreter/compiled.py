"""Rules made ready for play: options, seats, program, code and melds of one game."""

from collections.abc import Callable, Iterator, Mapping
from typing import Self

from ..ruleset import model
from ..ruleset.core import PLAYER_SLOT
from ..ruleset.types import Kind
from .code import Code, generate
from .emit import Names
from .faults import FAULTS, fault_of
from .layout import Layout
from .lower import lower
from .melds import MeldBook
from .notation import Notation
from .option import asks
from .options import Setting, shown
from .program import Program


class Compiled:
    """Rules, options and seats, with the code made from them. It never changes."""

    def __init__(self, ruleset: model.Ruleset, seats: int, options: Mapping[str, Setting]) -> None:
        self.ruleset = ruleset
        self.seats = seats
        self.options = dict(options)
        self.program: Program = lower(ruleset, seats, self.options)
        self.layout: Layout = self.program.layout
        self.action_numbers = {name: i for i, name in enumerate(ruleset.actions)}
        self.body_numbers = {name: i for i, name in enumerate(self.program.bodies)}
        self._book: MeldBook | None = None
        self.code: Code = generate(self.program, self.book)
        self.notation = Notation(self.code.generator.constants, self.book)
        self.start = self._first_state()
        self.asks = asks(self.program, self.code, self.notation)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.ruleset.name}, {self.seats} seats>"

    def __reduce__(self) -> tuple[type[Self], tuple[model.Ruleset, int, dict[str, Setting]]]:
        return type(self), (self.ruleset, self.seats, self.options)

    @property
    def title(self) -> str:
        return self.ruleset.title

    def _first_state(self) -> tuple[object, ...]:
        """Every slot before the game begins: all cards where they start, counters and memories with their first values."""
        slots = list(self.layout.start)
        empty: dict[Kind, object] = {Kind.NUMBER: 0, Kind.TRUTH: False, Kind.TEXT: ""}
        for declared in self.ruleset.state.values():
            base = self.layout.state[declared.name]
            for seat in range(self.seats if declared.each else 1):
                value = empty.get(declared.type.kind)
                if declared.initial is not None:
                    value = self.code.evaluate(declared.initial, self.ruleset.start, slots, {PLAYER_SLOT: seat})
                slots[base + seat] = value
        return tuple(slots)

    def book(self) -> MeldBook:
        """The melds of the ruleset, compiled when first asked for."""
        if self._book is None:
            r, layout = self.ruleset, self.layout
            self._book = MeldBook(
                r.cards, r.lists, r.attributes, r.categories, r.melds, r.run_orders, r.wraps, layout.packing, layout.caps, self._accepts
            )
        return self._book

    def _accepts(self, group: model.Group) -> Callable[[int], bool]:
        """The test of a group's `where` on a kind of card, of which it asks nothing that changes."""
        assert group.where is not None
        where = group.where
        source = self.code.generator.expr(where, Names(0, {0: "card"}))
        self.code.functions.update(self.code.generator.constants.values)
        test = eval(f"lambda card: {source}", self.code.functions)  # source of our own making

        def accepts(kind: int) -> bool:
            try:
                return bool(test((kind, -1)))
            except FAULTS as error:
                raise fault_of(error, where.span) from error

        return accepts

    def rules_of(self) -> Iterator[str]:
        """What the rules say of themselves: title, about, options and actions, a line each."""
        ruleset = self.ruleset
        yield ruleset.title
        if ruleset.about:
            yield ruleset.about
        for option in ruleset.options.values():
            yield f"{option.name} = {shown(self.options[option.name])}" + (f": {option.about}" if option.about else "")
