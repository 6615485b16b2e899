"""Which locals of a running body can still be read before they are set anew."""

from dataclasses import dataclass
from functools import lru_cache

from ..ruleset import core
from .compiled import Compiled
from .program import Ask, Call, Gather, Instr, Jump, Leave, Next, NextSeat, Program, Return, Seats, Step, TurnDone, Unless


@dataclass(frozen=True, slots=True)
class Use:
    """The slots that an instruction reads, and those that it sets."""

    reads: frozenset[int]
    sets: frozenset[int]


@lru_cache(maxsize=4096)
def live_at(game: Compiled, pc: int) -> frozenset[int]:
    """The slots of the body at an instruction that may be read from there on before they are set."""
    program = game.program
    uses: dict[int, Use] = {}
    after: dict[int, tuple[int, ...]] = {}
    todo = [pc]
    while todo:
        at = todo.pop()
        if at not in uses:
            uses[at], after[at] = use(program, program.code[at]), following(program.code[at], at)
            todo += after[at]
    live: dict[int, frozenset[int]] = {at: frozenset() for at in uses}
    changed = True
    while changed:
        changed = False
        for at in sorted(uses, reverse=True):
            later = frozenset().union(*(live[to] for to in after[at]))
            now = uses[at].reads | (later - uses[at].sets)
            changed, live[at] = changed or now != live[at], now
    return live[pc]


def following(instr: Instr, pc: int) -> tuple[int, ...]:
    """Where the body can go on after an instruction."""
    match instr:
        case Jump(to):
            return (to,)
        case Unless(_, to) | Next(_, _, _, to) | NextSeat(_, to):
            return (pc + 1, to)
        case Return() | Leave():
            return ()
    return (pc + 1,)


def use(program: Program, instr: Instr) -> Use:
    """What an instruction does with the slots of its body."""
    match instr:
        case Step(core.Let(slot, _, value)):
            return Use(slots_in(value), frozenset({slot}))
        case Step(stmt):
            return Use(slots_in(stmt), frozenset())
        case Unless(test):
            return Use(slots_in(test), frozenset())
        case Gather(work, value, start):
            return Use(slots_in(value) | slots_in(start), frozenset({work}))
        case Next(work, slot):
            return Use(frozenset({work}), frozenset() if slot is None else frozenset({slot}))
        case Seats(turns):
            return Use(slots_in(turns.start), frozenset({turns.player, turns.idle}))
        case NextSeat(turns):
            return Use(frozenset({turns.player}) | slots_in(turns.among), frozenset({turns.mark}))
        case TurnDone(turns):
            return Use(frozenset({turns.idle, turns.mark}), frozenset())
        case Call(_, player, effect):
            return Use(slots_in(player) | slots_in(effect), frozenset())
        case Leave(_, winner):
            return Use(slots_in(winner), frozenset())
        case Ask(point):
            stmt = program.points[point].stmt
            set_here = stmt.pick.slot if isinstance(stmt, core.Choose) else stmt.answer
            return Use(slots_in(stmt), frozenset() if set_here is None else frozenset({set_here}))
    return Use(frozenset(), frozenset())


def slots_in(item: object) -> frozenset[int]:
    """The slots that a part of the rules reads."""
    return frozenset(part.slot for part in core.walk(item) if isinstance(part, core.Local | core.Blocked))
