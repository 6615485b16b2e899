"""How many cards a zone can hold by the rules, where they say so: a hand that is only ever filled up to a number."""

from collections.abc import Iterable, Iterator
from typing import TypeGuard

from ..ruleset import core
from .chain import ways_into
from .compiled import Compiled

BEGINS = core.Play | core.Do | core.Offer
"""Instructions that begin another body, where anything can happen."""


def limits(game: Compiled) -> dict[str, int]:
    """For zones that cards come into only by being filled up to a number, that number.

    Such a zone has standing rules that move cards into it while `size of ZONE < N`, and nothing else puts cards there but
    deals of the same N cards while it is surely empty. Any other zone has no limit that could be read from the rules.
    """
    found: dict[str, int] = {}
    fillers = list(_fillers(game))
    for name in dict.fromkeys(name for name, _, _, _ in fillers):
        own = [filler for filler in fillers if filler[0] == name]
        values = {_number(game, bound) for _, bound, _, _ in own}
        inside = {id(part) for _, _, parts, _ in own for part in parts}
        dealt = [part for part in _moves(game) if _fills(part, name) and id(part) not in inside]
        fresh = _fresh(game, name, {during for _, _, _, during in own}) if dealt else set()
        sound = not game.ruleset.zones[name].starts and None not in values
        if sound and all(_deals(game, part, values) and id(part) in fresh for part in dealt):
            found[name] = max(value for value in values if value is not None)
    return found


def _fillers(game: Compiled) -> Iterator[tuple[str, core.Expr, list[object], str | None]]:
    """Standing rules that fill a zone: its name, up to what, the instructions that do it, and during which procedure."""
    for rule in game.ruleset.rules.values():
        tests = rule.test.items if isinstance(rule.test, core.Logic) and rule.test.op == "and" else (rule.test,)
        for test in tests:
            match test:
                case core.Compare("<", core.Call("size", (core.Zone(name, _), *_)), bound):
                    moves = [p for p in core.walk(rule.procedure.body) if isinstance(p, core.MoveFrom) and _target(p) == name]
                    ones = [p for p in moves if p.amount is not None and _number(game, p.amount) == 1]
                    if ones and len(rule.procedure.body) == len(moves) == 1:
                        yield name, bound, list(ones), rule.during


def _moves(game: Compiled) -> Iterator[core.MoveFrom | core.MoveCards]:
    """Every instruction that moves cards."""
    for body in game.program.bodies.values():
        for part in core.walk(body.body):
            if isinstance(part, core.MoveFrom | core.MoveCards):
                yield part


def _target(part: core.MoveFrom | core.MoveCards) -> str | None:
    """The zone that cards are moved to; None where it is not known before play."""
    if part.place == "under":
        return None
    return part.target.name if isinstance(part.target, core.Zone) else None


def _fresh(game: Compiled, name: str, during: set[str | None]) -> set[int]:
    """The instructions that put cards into a zone while it is surely empty, and while no rule that fills it stands."""
    rules = game.ruleset.rules.values()
    if None in during or any(isinstance(part, BEGINS) for rule in rules for part in core.walk(rule.procedure.body)):
        return set()
    ways = ways_into(game)
    found: set[int] = set()
    for body, procedure in game.program.bodies.items():
        if during.isdisjoint(_around(game, body)):
            _follow(procedure.body, name, body == game.ruleset.start and not ways.get(body), found)
    return found


def _around(game: Compiled, body: str) -> set[str]:
    """The bodies that can be running while one runs, itself included."""
    found, todo = {body}, [body]
    while todo:
        callers = {way.body for way in ways_into(game).get(todo.pop(), ())} - found
        found |= callers
        todo += callers
    return found


def _follow(block: Iterable[core.Stmt], name: str, empty: bool, found: set[int]) -> bool:
    """Gathers what puts cards into a zone while it is empty; whether it is surely empty behind the block."""
    for stmt in block:
        match stmt:
            case core.Gather():
                empty = True
            case core.MoveFrom() | core.MoveCards() if _fills(stmt, name):
                found |= {id(stmt)} if empty else set()
                empty = False
            case core.If(branches, otherwise):
                empty = all([_follow(part, name, empty, found) for part in (*(body for _, body in branches), otherwise)])
            case core.ForEach(core.Filter(slot, _, core.Members("players")), _, _, body) if empty and _once_each(body, name, slot):
                _follow(body, name, True, found)
                empty = False
            case core.ForEach() | core.Repeat() | core.Turns():
                _follow(stmt.body, name, False, found)
                empty = empty and not any(isinstance(part, BEGINS) or _fills(part, name) for part in core.walk(stmt.body))
            case core.Play() | core.Do() | core.Offer():
                empty = False
    return empty


def _once_each(body: tuple[core.Stmt, ...], name: str, slot: int) -> bool:
    """Whether a block for each player puts cards once into that player's own zone, and can do so in no other way."""
    parts = list(core.walk(body))
    owners = [part.target.owner for part in parts if _fills(part, name) and isinstance(part.target, core.Zone)]
    own = len(owners) == 1 and isinstance(owners[0], core.Local) and owners[0].slot == slot
    return own and not any(isinstance(part, core.ForEach | core.Repeat | core.Turns | BEGINS) for part in parts)


def _fills(part: object, name: str) -> TypeGuard[core.MoveFrom | core.MoveCards]:
    """Whether an instruction can put cards into a zone."""
    return isinstance(part, core.MoveFrom | core.MoveCards) and _target(part) in (name, None)


def _deals(game: Compiled, part: core.MoveFrom | core.MoveCards, values: set[int | None]) -> bool:
    return isinstance(part, core.MoveFrom) and part.amount is not None and _number(game, part.amount) in values


def _number(game: Compiled, bound: core.Expr) -> int | None:
    """The value of a number that stands fast before the deal."""
    match bound:
        case core.Const(int() as value):
            return value
        case core.Option(name):
            setting = game.options[name]
            return setting if isinstance(setting, int) else None
    return None
