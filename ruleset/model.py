"""A checked ruleset: frozen, complete, picklable. What `build` makes of a file and `interpreter` plays.

Mappings are plain dicts in the order of the file, never changed after building.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from . import core
from .source import Span
from .types import Type

Value = int | str | tuple[str, ...] | tuple[tuple[str, int], ...] | None
"""A card's attribute: number, symbol or text, a set of symbols, a bag of (symbol, how many); effects are held apart."""

MOST_MELDS = 400_000
"""So many different choices of cards that make one part of a meld are told apart in play, and no more."""


@dataclass(frozen=True, slots=True)
class Option:
    """A setting chosen before the deal. `choices` is given, or `low` and `high` for a number; a truth has neither."""

    name: str
    default: int | bool | str
    low: int | None
    high: int | None
    choices: tuple[int | str, ...] | None
    about: str
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class SymbolList:
    """An ordered list of names or numbers, lowest first. A list of numbers only is of type number."""

    name: str
    values: tuple[int | str, ...]
    span: Span

    @property
    def numeric(self) -> bool:
        return all(isinstance(v, int) for v in self.values)


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute that cards of some types have. `lists` are the lists whose symbols it holds.

    `shape` is `number`, `symbol`, `set` (any of some symbols), `bag`, `text` or `effect`.
    """

    name: str
    shape: str
    lists: tuple[str, ...]
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Procedure:
    """A body with its local slots. `kind` is `procedure`, `action`, `rule` or `effect`; `slots` are the locals' names."""

    name: str
    kind: str
    body: tuple[core.Stmt, ...]
    slots: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Card:
    """A kind of card: all copies of it are alike.

    `index` numbers the kinds of a ruleset from 0, `code` is how it is written and typed, `values` maps attributes to
    values, `effects` maps attributes to procedures.
    """

    index: int
    type: str
    code: str
    title: str
    copies: int
    values: Mapping[str, Value] = field(hash=False)
    effects: Mapping[str, Procedure] = field(hash=False)
    span: Span
    places: Mapping[str, Span] = field(default_factory=dict, hash=False, compare=False)
    """Where its cells stand, by attribute; one that was left empty has no width. Only cards of a row have them."""

    def __str__(self) -> str:
        return self.code


@dataclass(frozen=True, slots=True)
class CardType:
    """A type of cards with its attributes. `tells` are the texts that tell people of an effect, each with that effect."""

    name: str
    attributes: tuple[str, ...]
    span: Span
    tells: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Zone:
    """`faces` is `hidden`, `owner` or `all`; `places` is 0 for a single pile or hand; `starts` are card types."""

    name: str
    each: bool
    faces: str
    ordered: bool
    places: int | core.Expr
    rows: int
    starts: tuple[str, ...]
    about: str
    span: Span


@dataclass(frozen=True, slots=True)
class Group:
    """Cards of a shape that belong together; attributes are resolved names, `where` binds `slot` 0 of its own to each card.

    `word` is `card`, `cards`, `set`, `run` or `exactly` (then `codes` are card indices). `high` None: or more. The cards are
    all alike in each attribute of `same`, no two alike in `different`, not all alike in `mixed`.
    """

    word: str
    low: int
    high: int | None
    by: str | None
    each: int
    same: tuple[str, ...]
    different: tuple[str, ...]
    mixed: tuple[str, ...]
    where: core.Expr | None
    codes: tuple[int, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a meld: a group of its own, or any meld of the named types. `as_many`: one for each set of the first part."""

    group: Group | None
    types: tuple[str, ...]
    as_many: bool
    span: Span


@dataclass(frozen=True, slots=True)
class MeldType:
    """`key` lists what decides between two melds of this type (attributes); `decides` is how many leading parts count.

    `beats` names categories that it beats besides its own (`*`: all).
    """

    name: str
    category: str
    parts: tuple[Part, ...]
    key: tuple[str, ...]
    decides: int
    beats: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Category:
    """Types of melds, cheapest first. `reading` is `strongest` or `announced`."""

    name: str
    types: tuple[str, ...]
    reading: str
    span: Span


@dataclass(frozen=True, slots=True)
class State:
    name: str
    each: bool
    type: Type
    initial: core.Expr | None
    about: str
    span: Span


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition and the reason to give when it does not hold."""

    test: core.Expr
    reason: core.Template | None
    span: Span


@dataclass(frozen=True, slots=True)
class Rule:
    """A standing rule: its body (`procedure`) is carried out whenever the test holds."""

    name: str
    each: bool
    during: str | None
    test: core.Expr
    procedure: Procedure
    span: Span


@dataclass(frozen=True, slots=True)
class Action:
    """`procedure` holds the body; its slots begin with `player` and the picks."""

    name: str
    free: bool
    picks: tuple[core.Pick, ...]
    conditions: tuple[Condition, ...]
    procedure: Procedure
    say: core.Template | None
    about: str
    span: Span


@dataclass(frozen=True, slots=True)
class Score:
    """How a game that nobody won outright is counted: `points` for each player (slot 0), most wins unless `lowest`."""

    points: core.Expr
    lowest: bool
    ties: str
    span: Span


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A game, whole. `start` is the outermost procedure. `content` is a hash over everything that decides play."""

    name: str
    title: str
    about: str
    credits: Mapping[str, str]
    players: tuple[int, int]
    options: Mapping[str, Option]
    lists: Mapping[str, SymbolList]
    attributes: Mapping[str, Attribute]
    card_types: Mapping[str, CardType]
    cards: tuple[Card, ...]
    zones: Mapping[str, Zone]
    categories: Mapping[str, Category]
    melds: Mapping[str, MeldType]
    run_orders: Mapping[str, tuple[int | str, ...]]
    wraps: frozenset[str]
    state: Mapping[str, State]
    rules: Mapping[str, Rule]
    actions: Mapping[str, Action]
    procedures: Mapping[str, Procedure]
    start: str
    score: Score | None
    value: core.Expr | None
    content: str
    path: str

    def __repr__(self) -> str:
        least, most = self.players
        return f"<Ruleset {self.name}, {least if least == most else f'{least} to {most}'} players, {len(self.cards)} kinds of cards>"
