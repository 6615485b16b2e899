"""Whether what takes from a counter asks first for as much as it takes, so that the counter never goes below 0."""

from collections.abc import Callable, Iterator, Sequence
from math import inf

from . import core, model
from .check_survey import walk
from .types import NUMBER, TRUTH

Fact = tuple[core.Expr, bool]
Excluded = Callable[[Sequence[Fact]], bool]


def enough_there(ruleset: model.Ruleset, excluded: Excluded, change: core.Assign, most: float) -> bool:
    """Whether each way to an instruction that takes up to so many from a counter asks for as many.

    A body in which the counter is changed more than once, or in a loop, is no plain way, and neither is what plays a procedure that
    plays the one in which it is changed.
    """
    amounts: list[core.Expr] = [change.value] if is_fixed(change.value) else []
    if most < inf:
        amounts.append(core.Const(int(most), str(int(most)), NUMBER, change.span))
    fewer = [core.Compare("<", change.target, amount, TRUTH, change.span) for amount in amounts]
    there = False
    for asked, body in bodies(ruleset):
        own = changes_of(body, change.target.name)
        if change not in own:
            continue
        inside = path(body.body, change)
        if len(own) > 1 or inside is None:
            return False
        there = True
        if any(excluded([*asked, *inside, (less, True)]) for less in fewer):
            continue
        plain = [fact for fact in inside if is_plain(fact[0])]
        ways = [[*known, *plain] for known in played(ruleset, body, change.target.name)]
        if not ways or not all(any(excluded([*way, (less, True)]) for less in fewer if is_plain(less)) for way in ways):
            return False
    return there


def bodies(ruleset: model.Ruleset) -> Iterator[tuple[list[Fact], model.Procedure]]:
    """Every body, with what is asked for before it is carried out."""
    yield from (([(c.test, True) for c in a.conditions], a.procedure) for a in ruleset.actions.values())
    yield from (([(r.test, True)], r.procedure) for r in ruleset.rules.values())
    yield from (([], p) for p in ruleset.procedures.values())
    yield from (([], p) for c in ruleset.cards for p in c.effects.values())


def played(ruleset: model.Ruleset, procedure: model.Procedure, counter: str) -> Iterator[list[Fact]]:
    """What has been asked for where a procedure is played, for each place where it is, by the player whose it is."""
    if procedure.kind != "procedure":
        return
    for asked, body in bodies(ruleset):
        for part in walk(body.body):
            if isinstance(part, core.Play) and part.name == procedure.name:
                before = path(body.body, part) if not changes_of(body, counter) else None
                own = part.player is None or (isinstance(part.player, core.Local) and part.player.slot == core.PLAYER_SLOT)
                yield [fact for fact in (*asked, *before) if is_plain(fact[0])] if before is not None and own else []


def changes_of(body: model.Procedure, counter: str) -> list[core.Assign]:
    return [p for p in walk(body.body) if isinstance(p, core.Assign) and p.target.name == counter]


def is_fixed(expr: core.Expr) -> bool:
    """Whether nothing that a body does changes what an expression comes to."""
    return all(isinstance(p, core.Const | core.Option | core.Attribute | core.Local | core.Arithmetic) for p in walk(expr))


def is_plain(expr: core.Expr) -> bool:
    """Whether no name but `player` stands in an expression, so that it means the same in another body of that player's."""
    return all(p.slot == core.PLAYER_SLOT for p in walk(expr) if isinstance(p, core.Local))


def path(block: tuple[core.Stmt, ...], stmt: core.Stmt) -> list[Fact] | None:
    """What the branches on the way to an instruction ask for; None where it does not stand there, or in a loop."""
    for one in block:
        if one is stmt or one == stmt:
            return []
        if isinstance(one, core.If):
            before: list[Fact] = []
            for test, inside in (*one.branches, (None, one.otherwise)):
                found = path(inside, stmt)
                if found is not None:
                    return [*before, *([(test, True)] if test is not None else []), *found]
                if test is not None:
                    before.append((test, False))
    return None
