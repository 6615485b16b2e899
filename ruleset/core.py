"""The rule language with every name resolved and every expression typed: what a `Ruleset` holds and a program is made from.

Values at play: a number, a truth, a seat from 0, a symbol as its place in its list, a card as (kind, slot), a list as a
tuple. `Local` slots are numbered for each procedure, action, rule or effect on its own; slot 0 is always `player`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields

from .source import Span
from .types import Type

PLAYER_SLOT = 0


@dataclass(frozen=True, slots=True)
class Const:
    """A number, truth, symbol (its place in its list), text, or None for `none`; `word` is how it is written."""

    value: int | bool | str | None
    word: str
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Option:
    """The value of an option, fixed before the deal."""

    name: str
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Local:
    """A name bound by `let`, `choose`, `for each`, a `where`, or `player`."""

    slot: int
    name: str
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class State:
    """A counter or memory; `owner` is the player whose it is, None for one of the table."""

    name: str
    owner: "Expr | None"
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Zone:
    name: str
    owner: "Expr | None"
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Winner:
    """Who won the procedure that ended last, or none."""

    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Blocked:
    """Whether everybody in the innermost `turns` (`among` some of the players) had a turn since anybody last had a choice.

    `slot` counts idle turns.
    """

    slot: int
    among: "Filter | None"
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute of a card; a card without it has 0, none, no needs or nothing to do."""

    name: str
    item: "Expr"
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Call:
    """A word with its arguments: `size`, `owner`, `next`, `previous`, `seat`, `tops`, `places`, `top`, `title`, ... see `signatures`."""

    word: str
    args: tuple["Expr", ...]
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Members:
    """All of something: `players`, or the values of a list (`of`)."""

    of: str
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Range:
    """The numbers from `low` to `high`."""

    low: "Expr"
    high: "Expr"
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Items:
    items: tuple["Expr", ...]
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Filter:
    """The members of `domain` for which `where` holds, each in turn bound to `slot`; `kind` limits them to one card type."""

    slot: int
    name: str
    domain: "Expr"
    where: "Expr | None"
    kind: str | None
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Quantified:
    """`any`, `every`, `no` (a truth), `count`, `sum`, `highest` or `lowest` (numbers; `value` is what is added or compared)."""

    word: str
    over: Filter
    value: "Expr | None"
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Random:
    """One member of a list, drawn by lot; none from an empty one."""

    domain: "Expr"
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Logic:
    op: str
    items: tuple["Expr", ...]
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Not:
    item: "Expr"
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Compare:
    """`==`, `!=`, `<`, `<=`, `>`, `>=`; between two values of one type. Anything ordered that is none compares as false."""

    op: str
    left: "Expr"
    right: "Expr"
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Is:
    """`is empty`, `is none`, `is in` (`other`)."""

    state: str
    item: "Expr"
    other: "Expr | None"
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Beats:
    left: "Expr"
    right: "Expr"
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Arithmetic:
    op: str
    left: "Expr"
    right: "Expr"
    type: Type
    span: Span


Expr = (
    Const | Option | Local | State | Zone | Winner | Blocked | Attribute | Call | Members | Range | Items | Filter | Quantified
    | Random | Logic | Not | Compare | Is | Beats | Arithmetic
)  # fmt: skip


# --------------------------------------------------------------------------- what can be chosen


@dataclass(frozen=True, slots=True)
class MeldsIn:
    """Melds that the cards of a zone make, of the named types (all where empty); `slot` is bound to each in `where`."""

    zone: Expr
    kinds: tuple[str, ...]
    slot: int
    where: Expr | None
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class CoversOf:
    """Minimal sets of cards in a zone that meet a bag of needs; with `full` no card covers less than it is worth."""

    needs: Expr
    zone: Expr
    full: bool
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class CardsFrom:
    """From `low` to `high` cards of a zone or list, those for which `where` holds. `single` picks one card, not a list."""

    low: Expr
    high: Expr
    source: Expr
    slot: int
    where: Expr | None
    single: bool
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class OneOf:
    """One member of a list (players, numbers, symbols, places, cards)."""

    domain: Expr
    type: Type
    span: Span


Domain = MeldsIn | CoversOf | CardsFrom | OneOf


@dataclass(frozen=True, slots=True)
class Pick:
    """What is picked, into which slot, from what."""

    slot: int
    name: str
    domain: Domain
    span: Span


@dataclass(frozen=True, slots=True)
class Template:
    """Strings and expressions in turn."""

    parts: tuple["str | Expr", ...]
    span: Span


# --------------------------------------------------------------------------- instructions


@dataclass(frozen=True, slots=True)
class MoveFrom:
    """The top `amount` cards (None: all) of a zone, place or list to a place; `random` draws them by lot."""

    source: Expr
    amount: Expr | None
    random: bool
    place: str
    target: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class MoveCards:
    """Chosen cards (a card, cards or a meld) from where they are to `place` (`to`, `top`, `bottom`, `under`) of the target.

    `local` is the slot of the name that held them, which afterwards knows where they lie.
    """

    cards: Expr
    place: str
    target: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Gather:
    span: Span


@dataclass(frozen=True, slots=True)
class Shuffle:
    zone: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Show:
    cards: Expr
    to: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Let:
    slot: int
    name: str
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Assign:
    """`op` is `=`, `+=` or `-=`."""

    target: State
    op: str
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Play:
    name: str
    player: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Do:
    """Carry out the effect that `attribute` of a card holds."""

    attribute: str
    card: Expr
    player: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class End:
    name: str
    winner: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Say:
    text: Template
    span: Span


@dataclass(frozen=True, slots=True)
class Choose:
    pick: Pick
    by: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Offer:
    """`answer` is the slot that keeps which action it was, if any."""

    actions: tuple[str, ...]
    to: Expr
    answer: int | None
    span: Span


@dataclass(frozen=True, slots=True)
class If:
    branches: tuple[tuple[Expr, tuple["Stmt", ...]], ...]
    otherwise: tuple["Stmt", ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ForEach:
    """`work` is a slot of the loop's own, for what is still to come; `start` is the first player of a round of players."""

    over: Filter
    start: Expr | None
    work: int
    body: tuple["Stmt", ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Repeat:
    """`work` counts down where `times` is given."""

    times: Expr | None
    until: Expr | None
    loop_while: Expr | None
    work: int
    body: tuple["Stmt", ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Turns:
    """`player` (slot) is bound to each seat in turn; `idle` counts turns without a choice, `mark` remembers when one began."""

    start: Expr
    player: int
    among: Filter | None
    until: Expr | None
    idle: int
    mark: int
    body: tuple["Stmt", ...]
    span: Span


Stmt = (
    MoveFrom | MoveCards | Gather | Shuffle | Show | Let | Assign | Play | Do | End | Say | Choose | Offer | If | ForEach | Repeat | Turns
)  # fmt: skip


def walk(item: object) -> Iterator[object]:
    """Every part of an expression, domain, instruction or block, outermost first."""
    if isinstance(item, tuple):
        for part in item:
            yield from walk(part)
    elif hasattr(item, "__dataclass_fields__") and not isinstance(item, Type | Span):
        yield item
        for f in fields(item):  # type: ignore[arg-type]
            yield from walk(getattr(item, f.name))


def lots(item: object) -> bool:
    """Whether something is drawn by lot in a part of the rules."""
    return any(isinstance(part, Random) for part in walk(item))
