"""A ruleset as a flat program: instructions with numbers, explicit jumps, and choices as the only places to stop.

`str(program)` prints it, with the place in the rules file beside each instruction.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from ..ruleset import core, model
from ..ruleset.source import Span
from .layout import Layout

COLUMNS = 80


@dataclass(frozen=True, slots=True)
class Step:
    """One instruction that neither jumps nor waits: it moves cards, or changes or tells something."""

    stmt: core.Stmt
    body: str
    span: Span


@dataclass(frozen=True, slots=True)
class Jump:
    to: int
    body: str
    span: Span


@dataclass(frozen=True, slots=True)
class Unless:
    """Goes on at `to` where the test does not hold."""

    test: core.Expr
    to: int
    body: str
    span: Span


@dataclass(frozen=True, slots=True)
class Gather:
    """Puts what a loop goes through into its work slot: a list's members, or how often."""

    work: int
    value: core.Expr
    start: core.Expr | None
    body: str
    span: Span


@dataclass(frozen=True, slots=True)
class Next:
    """Takes the next member from the work slot to `slot` (None: counts down); goes on at `to` where there is none."""

    work: int
    slot: int | None
    kind: str | None
    to: int
    body: str
    span: Span


@dataclass(frozen=True, slots=True)
class Seats:
    """Begins `turns`: the seat before the first one, no idle turns."""

    turns: core.Turns
    body: str
    span: Span


@dataclass(frozen=True, slots=True)
class NextSeat:
    """The next seat that is in; goes on at `to` where nobody is."""

    turns: core.Turns
    to: int
    body: str
    span: Span


@dataclass(frozen=True, slots=True)
class TurnDone:
    """Counts the turn as idle where nobody had a choice in it."""

    turns: core.Turns
    body: str
    span: Span


@dataclass(frozen=True, slots=True)
class Call:
    """Begins another body; it comes back to the next instruction. `effect` calls what a card's attribute says."""

    name: str
    player: core.Expr | None
    effect: core.Do | None
    body: str
    span: Span


@dataclass(frozen=True, slots=True)
class Return:
    body: str
    span: Span


@dataclass(frozen=True, slots=True)
class Leave:
    """Ends a procedure that is running, and all that it began."""

    name: str
    winner: core.Expr | None
    body: str
    span: Span


@dataclass(frozen=True, slots=True)
class Settle:
    """Looks at standing rules, and carries out the first that applies; it then comes back here."""

    rules: tuple[str, ...]
    body: str
    span: Span


@dataclass(frozen=True, slots=True)
class Ask:
    """Waits for a choice. Where there is nothing to choose it goes on at once."""

    point: int
    body: str
    span: Span


Instr = Step | Jump | Unless | Gather | Next | Seats | NextSeat | TurnDone | Call | Return | Leave | Settle | Ask


@dataclass(frozen=True, slots=True)
class Point:
    """A choice that the program can wait for. `label` names it in positions: `round`, `pass: aside`, `round 2`.

    `stmt` is the offer or choice; `pc` is where it stands, and the game goes on at `pc + 1`.
    """

    index: int
    label: str
    stmt: core.Offer | core.Choose
    body: str
    pc: int
    loops: tuple[core.ForEach | core.Repeat | core.Turns, ...]


@dataclass(frozen=True, slots=True)
class Site:
    """A place from which a body is begun: `label` names it in positions, `to` are the bodies it can begin."""

    label: str
    pc: int
    body: str
    to: tuple[str, ...]
    loops: tuple[core.ForEach | core.Repeat | core.Turns, ...]


@dataclass(frozen=True)
class Program:
    """Everything that play needs: the instructions, where each body begins, what can be waited for, the slots."""

    ruleset: model.Ruleset
    options: Mapping[str, int | bool | str]
    layout: Layout
    code: tuple[Instr, ...]
    entries: Mapping[str, int]
    bodies: Mapping[str, model.Procedure]
    points: tuple[Point, ...]
    sites: tuple[Site, ...]
    recursive: frozenset[str]
    during: tuple[str, ...]
    """Procedures that standing rules are limited to, in the order of their bits."""

    def __str__(self) -> str:
        return "\n".join(lines(self))


def lines(program: Program) -> list[str]:
    """The program as text, an instruction a line, in 80 columns."""
    heads = {pc: name for name, pc in program.entries.items()}
    places = [f"{instr.span.source.name.rsplit('/', 1)[-1]}:{instr.span.line}" for instr in program.code]
    room = COLUMNS - max(map(len, places), default=0) - 10
    found: list[str] = []
    for pc, instr in enumerate(program.code):
        if pc in heads:
            found += ([""] if found else []) + [f"{heads[pc]}:"]
        text = told(instr, program, room)
        text = text if len(text) <= room else text[: room - 3] + "..."
        found.append(f"  {pc:4}  {text:<{room}}  {places[pc]}".rstrip())
    return found


def told(instr: Instr, program: Program, room: int = COLUMNS) -> str:
    """An instruction in words; texts out of the rules are cut to the room that there is."""
    match instr:
        case Step(core.Let(_, name, core.Const(None, "none"))):
            return f"{name} = none"
        case Step(stmt):
            return brief(stmt.span, room)
        case Jump(to):
            return f"jump {to}"
        case Unless(test, to):
            jump = f": jump {to}"
            return f"unless {brief(test.span, room - 7 - len(jump))}{jump}"
        case Gather(_, value):
            return f"begin with {brief(value.span)}"
        case Next(_, _, _, to):
            return f"next, or jump {to}"
        case Seats(turns):
            return f"turns from {brief(turns.start.span)}"
        case NextSeat(_, to):
            return f"next seat, or jump {to}"
        case TurnDone():
            return "turn done"
        case Call(name, _, effect):
            return f"call {name}" if effect is None else f"call {brief(effect.span)}"
        case Return():
            return "return"
        case Leave(name, winner):
            return f"leave {name}" + (f", won by {brief(winner.span)}" if winner else "")
        case Settle(rules):
            return f"settle {', '.join(rules)}"
        case Ask(point):
            return f"ask {program.points[point].label}: {brief(program.points[point].stmt.span)}"


def brief(span: Span, limit: int = 56) -> str:
    """The text of a place on one line."""
    text = " ".join(span.text.split())
    return text if len(text) <= limit else text[: limit - 3] + "..."
