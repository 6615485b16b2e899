"""How many cards a zone can hold by the rules, where they say so: a hand that is only ever filled up to a number."""

from collections.abc import Iterator

from ..ruleset import core
from .compiled import Compiled


def limits(game: Compiled) -> dict[str, int]:
    """For zones that cards come into only by being filled up to a number, that number.

    Such a zone has standing rules that move cards into it while `size of ZONE < N`, and nothing else puts cards there but
    deals of the same N cards. Any other zone has no limit that could be read from the rules.
    """
    found: dict[str, int] = {}
    fillers = list(_fillers(game))
    for name in dict.fromkeys(name for name, _, _ in fillers):
        bounds = [bound for zone, bound, _ in fillers if zone == name]
        inside = {id(part) for zone, _, parts in fillers if zone == name for part in parts}
        values = {_number(game, bound) for bound in bounds}
        dealt = [part for part in _moves(game) if _target(part) in (name, None) and id(part) not in inside]
        if not game.ruleset.zones[name].starts and None not in values and all(_deals(game, part, values) for part in dealt):
            found[name] = max(value for value in values if value is not None)
    return found


def _fillers(game: Compiled) -> Iterator[tuple[str, core.Expr, list[object]]]:
    """Standing rules that fill a zone: its name, up to what, and the instructions that do it."""
    for rule in game.ruleset.rules.values():
        tests = rule.test.items if isinstance(rule.test, core.Logic) and rule.test.op == "and" else (rule.test,)
        for test in tests:
            match test:
                case core.Compare("<", core.Call("size", (core.Zone(name, _), *_)), bound):
                    moves = [p for p in core.walk(rule.procedure.body) if isinstance(p, core.MoveFrom) and _target(p) == name]
                    ones = [p for p in moves if p.amount is not None and _number(game, p.amount) == 1]
                    if ones and len(rule.procedure.body) == len(moves) == 1:
                        yield name, bound, list(ones)


def _moves(game: Compiled) -> Iterator[core.MoveFrom | core.MoveCards]:
    """Every instruction that moves cards."""
    for body in game.program.bodies.values():
        for part in core.walk(body.body):
            if isinstance(part, core.MoveFrom | core.MoveCards):
                yield part


def _target(part: core.MoveFrom | core.MoveCards) -> str | None:
    """The zone that cards are moved to; None where it is not known before play."""
    if isinstance(part, core.MoveCards) and part.place == "under":
        return None
    return part.target.name if isinstance(part.target, core.Zone) else None


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
