"""A game ready to be dealt: rules, options, number of players, and the code made from them."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ..ruleset import model
from ..ruleset.core import PLAYER_SLOT
from ..ruleset.errors import OptionError
from ..ruleset.finding import did_you_mean
from ..ruleset.loading import load as load_ruleset
from ..ruleset.types import Kind
from .choice import asks
from .emit import Names
from .code import Code, generate
from .layout import Layout
from .lower import lower
from .melds import MeldBook
from .notation import Notation
from .program import Program

if TYPE_CHECKING:
    from .table import Table

Setting = int | bool | str


def load(game: "str | Path | model.Ruleset", *, seats: int | None = None, **options: Setting) -> "Game":
    """The game of that name or path, with these options, for so many seats (the fewest it can be played by).

    Raises RulesetError with every finding, or OptionError.

    >>> load("greasy_spoon", best_of=3).options["best_of"]
    3
    """
    ruleset = game if isinstance(game, model.Ruleset) else load_ruleset(game)
    return Game(ruleset, ruleset.players[0] if seats is None else seats, settle_options(ruleset, options))


def settle_options(ruleset: model.Ruleset, given: Mapping[str, Setting]) -> dict[str, Setting]:
    """The value of every option: as given, else its default. Raises OptionError for one that the rules do not allow."""
    for name in given:
        if name not in ruleset.options:
            hint = did_you_mean(name, ruleset.options) or f"there are: {', '.join(ruleset.options) or 'none'}"
            raise OptionError(f"{ruleset.title} has no option '{name}'; {hint}")
    return {name: allowed(option, given[name]) if name in given else option.default for name, option in ruleset.options.items()}


def allowed(option: model.Option, value: Setting) -> Setting:
    """A value for an option, from a text too. Raises OptionError."""
    if isinstance(value, str) and option.type.kind is Kind.TRUTH and value.lower() in ("true", "false"):
        value = value.lower() == "true"
    elif isinstance(value, str) and value.lstrip("-").isdecimal() and value.isascii() and len(value) < 16:
        value = int(value)
    if option.choices is not None:
        if isinstance(value, bool) or value not in option.choices:
            raise OptionError(f"'{option.name}' is one of {', '.join(map(str, option.choices))}, not {value}")
        return value
    if option.type.kind is Kind.TRUTH:
        if not isinstance(value, bool):
            raise OptionError(f"'{option.name}' is true or false, not {value}")
        return value
    if isinstance(value, bool) or not isinstance(value, int):
        raise OptionError(f"'{option.name}' is a whole number, not {value}")
    low, high = option.low, option.high
    if (low is not None and value < low) or (high is not None and value > high):
        span = f"{low} to {high}" if None not in (low, high) else f"{low} or more" if high is None else f"at most {high}"
        raise OptionError(f"'{option.name}' is {span}, not {value}")
    return value


class Game:
    """Rules, options and seats, compiled. Tables are dealt from it; it never changes."""

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
        self.asks = asks(self)

    def __repr__(self) -> str:
        return f"<Game {self.ruleset.name}, {self.seats} seats>"

    def __reduce__(self) -> "tuple[type[Game], tuple[model.Ruleset, int, dict[str, Setting]]]":
        return Game, (self.ruleset, self.seats, self.options)

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
            self._book = MeldBook(r.cards, r.lists, r.attributes, r.categories, r.melds, r.run_orders, r.wraps, layout.packing, layout.caps, self._accepts)
        return self._book

    def _accepts(self, group: model.Group) -> Callable[[int], bool]:
        """The test of a group's `where` on a kind of card."""
        assert group.where is not None
        source = self.code.generator.expr(group.where, Names(0, {0: "card"}))
        self.code.functions.update(self.code.generator.constants.values)
        test = eval(f"lambda card: {source}", self.code.functions)  # source of our own making
        return lambda kind: bool(test((kind, -1)))

    def deal(self, seed: int = 0) -> "Table":
        """A table at its first choice. The same seed gives the same game, on every machine."""
        from .table import Table

        return Table.begin(self, seed)

    def rules_of(self) -> Iterator[str]:
        """What the rules say of themselves: title, about, options and actions, a line each."""
        ruleset = self.ruleset
        yield ruleset.title
        if ruleset.about:
            yield ruleset.about
        for option in ruleset.options.values():
            yield f"{option.name} = {_word(self.options[option.name])}" + (f": {option.about}" if option.about else "")


def _word(value: Setting) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
