"""The rule language as it was written: what `parse` makes of a text, before any name is looked up.

Every part carries its `span` in the rules file. Sugar is kept here; `core` is the tree with names resolved.
"""

from dataclasses import dataclass

from .source import Span

# --------------------------------------------------------------------------- values and conditions


@dataclass(frozen=True, slots=True)
class Number:
    value: int
    span: Span


@dataclass(frozen=True, slots=True)
class String:
    """`"text"`; the text without its quotes."""

    value: str
    span: Span


@dataclass(frozen=True, slots=True)
class Name:
    id: str
    span: Span


@dataclass(frozen=True, slots=True)
class Items:
    """`[a, b, c]`."""

    items: tuple["Expr", ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Not:
    item: "Expr"
    span: Span


@dataclass(frozen=True, slots=True)
class Logic:
    """Two or more parts joined by `and` or by `or` (`op`)."""

    op: str
    items: tuple["Expr", ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Compare:
    """`op` is one of `==`, `!=`, `<`, `<=`, `>`, `>=`."""

    op: str
    left: "Expr"
    right: "Expr"
    span: Span


@dataclass(frozen=True, slots=True)
class IsState:
    """`X is [not] empty` or `X is [not] none`; `state` is `empty` or `none`."""

    item: "Expr"
    state: str
    negated: bool
    span: Span


@dataclass(frozen=True, slots=True)
class IsIn:
    """`X is [not] in Y`."""

    item: "Expr"
    where: "Expr"
    negated: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Beats:
    """`A beats B`, for two melds."""

    left: "Expr"
    right: "Expr"
    span: Span


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`op` is one of `+`, `-`, `*`, `/` (rounded down) and `%`."""

    op: str
    left: "Expr"
    right: "Expr"
    span: Span


@dataclass(frozen=True, slots=True)
class Negative:
    item: "Expr"
    span: Span


@dataclass(frozen=True, slots=True)
class Of:
    """`NAME of X`: an attribute of a card, a zone or counter of a player, or a word such as `size`, `owner`, `tops`."""

    name: Name
    item: "Expr"
    span: Span


@dataclass(frozen=True, slots=True)
class Step:
    """`next PLAYER` or `previous PLAYER` (`word`)."""

    word: str
    item: "Expr"
    span: Span


@dataclass(frozen=True, slots=True)
class Seat:
    """`seat N`: the player who sits there, from 1."""

    number: "Expr"
    span: Span


@dataclass(frozen=True, slots=True)
class RandomOf:
    """`random player`, `random 1 to 6`, `random card in hand`: drawn by lot from a domain."""

    domain: "Domain"
    span: Span


@dataclass(frozen=True, slots=True)
class Top:
    """`top of ZONE` (one card) or `top N of ZONE` (cards, the top one first)."""

    count: "Expr | None"
    zone: "Expr"
    span: Span


@dataclass(frozen=True, slots=True)
class Cards:
    """`cards in X [where ...]`."""

    domain: "Expr"
    where: "Expr | None"
    span: Span


@dataclass(frozen=True, slots=True)
class Subject:
    """`NAME [in X]`: what `any`, `every`, `no`, `count of` and `for each` go through."""

    name: Name
    domain: "Expr | None"
    span: Span


@dataclass(frozen=True, slots=True)
class Quantified:
    """`any | every | no SUBJECT where CONDITION`."""

    quantity: str
    subject: Subject
    where: "Expr"
    span: Span


@dataclass(frozen=True, slots=True)
class Count:
    """`count of SUBJECT [where CONDITION]`."""

    subject: Subject
    where: "Expr | None"
    span: Span


@dataclass(frozen=True, slots=True)
class Aggregate:
    """`sum | highest | lowest of ATTRIBUTE in X [where CONDITION]`."""

    word: str
    attribute: Name
    domain: "Expr"
    where: "Expr | None"
    span: Span


Expr = (
    Number | String | Name | Items | Not | Logic | Compare | IsState | IsIn | Beats | Arithmetic | Negative | Of | Step | Seat
    | RandomOf | Top | Cards | Quantified | Count | Aggregate
)  # fmt: skip


# --------------------------------------------------------------------------- what can be chosen


@dataclass(frozen=True, slots=True)
class Amount:
    """`N` or `N to M`; `high` is None for exactly `low`."""

    low: Expr
    high: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Melds:
    """`melds [of NAME, NAME or NAME] in ZONE [where ...]`."""

    kinds: tuple[Name, ...]
    zone: Expr
    where: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Covers:
    """`[full] covers of NEEDS in ZONE`; `full` where no card may cover less than it is worth."""

    needs: Expr
    zone: Expr
    full: bool
    span: Span


@dataclass(frozen=True, slots=True)
class SomeCards:
    """`1 card in X [where ...]`, `2 cards in X`, `0 to 3 cards in X`; `card in X` has no amount: one card."""

    amount: Amount | None
    domain: Expr
    where: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Numbers:
    """`1 to 6`."""

    amount: Amount
    span: Span


@dataclass(frozen=True, slots=True)
class Each:
    """Whatever else has members: `players`, `suit`, `[1, 2, 3]`, `tops of board`, `places of board`, with `where`."""

    domain: Expr
    where: Expr | None
    span: Span


Domain = Melds | Covers | SomeCards | Numbers | Each


@dataclass(frozen=True, slots=True)
class Pick:
    """`NAME from DOMAIN`."""

    name: Name
    domain: Domain
    span: Span


# --------------------------------------------------------------------------- instructions


@dataclass(frozen=True, slots=True)
class Move:
    """`move N [random] from ZONE to PLACE`, `move all from ZONE to PLACE`, `move CARDS to PLACE`.

    Of `amount` and `cards` exactly one is given, but for `move all from ZONE`, which has neither.
    `place` is `to`, `under`, `bottom` or `top`: what stands before the target.
    """

    amount: Expr | None
    random: bool
    source: Expr | None
    cards: Expr | None
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
    name: Name
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Assign:
    """`NAME [of PLAYER] = VALUE`; `op` is `=`, `+=` or `-=`."""

    name: Name
    owner: Expr | None
    op: str
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Play:
    name: Name
    span: Span


@dataclass(frozen=True, slots=True)
class Do:
    """`do NAME of CARD`: carry out a card's text."""

    effect: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class End:
    """`end PROCEDURE [won by PLAYER]`."""

    name: Name
    winner: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Template:
    """A text with values in it: `{player} draws {n}`; strings and expressions in turn."""

    parts: tuple["str | Expr", ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Say:
    text: Template
    span: Span


@dataclass(frozen=True, slots=True)
class Choose:
    pick: Pick
    by: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Offer:
    """`offer A, B or C [to PLAYER] [as NAME]`."""

    actions: tuple[Name, ...]
    to: Expr | None
    answer: Name | None
    span: Span


@dataclass(frozen=True, slots=True)
class If:
    """Conditions with their blocks, tried in turn; then `otherwise`."""

    branches: tuple[tuple[Expr, tuple["Stmt", ...]], ...]
    otherwise: tuple["Stmt", ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ForEach:
    """`for each NAME [in X] [where ...] [from PLAYER]:`."""

    subject: Subject
    where: Expr | None
    start: Expr | None
    body: tuple["Stmt", ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Repeat:
    """`repeat:`, `repeat N:`, `repeat until X:`, `repeat while X:`; `until` is looked at after each round, `loop_while` before.

    `until` before the first round too, where it stands in the head: a loop whose end holds already is not entered.
    """

    times: Expr | None
    until: Expr | None
    loop_while: Expr | None
    body: tuple["Stmt", ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Turns:
    """`turns from PLAYER [among players where X] [until X]:`."""

    start: Expr
    among: Expr | None
    until: Expr | None
    body: tuple["Stmt", ...]
    span: Span


Stmt = (
    Move | Gather | Shuffle | Show | Let | Assign | Play | Do | End | Say | Choose | Offer | If | ForEach | Repeat | Turns
)  # fmt: skip


# --------------------------------------------------------------------------- shapes of melds


@dataclass(frozen=True, slots=True)
class Size:
    """`N`, `N or more` (`high` is None), `N to M`."""

    low: int
    high: int | None
    span: Span


@dataclass(frozen=True, slots=True)
class Group:
    """Cards that belong together: `card`, `3 cards`, `set of 3 [by ATTRIBUTE]`, `run of 5 or more [by ATTRIBUTE]`.

    `word` is `card`, `cards`, `set` or `run`. For `run of 2 or more sets of 3`, `each` is 3. `same` (all alike),
    `different` (no two alike) and `mixed` (not all alike) name attributes; `where` is a condition that every card meets.
    """

    word: str
    size: Size
    by: Name | None
    each: int
    same: tuple[Name, ...]
    different: tuple[Name, ...]
    mixed: tuple[Name, ...]
    where: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Named:
    """The name of a category or type of meld, standing for any meld of it."""

    name: Name
    span: Span


@dataclass(frozen=True, slots=True)
class Exactly:
    """`exactly BJ, RJ`: these cards by code."""

    codes: tuple[Name, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Part:
    """A part behind a `+`; `as_many` takes one of it for each set of the first part."""

    shape: Group | Named | Exactly
    as_many: bool


@dataclass(frozen=True, slots=True)
class Shape:
    """One part, or several joined by `+`, no card in two of them."""

    parts: tuple[Part, ...]
    span: Span
