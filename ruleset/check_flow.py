"""Procedures and loops that cannot end, and instructions that are never come to."""

from collections.abc import Callable, Iterator
from itertools import pairwise

from . import core
from .check_survey import Body, Effects, Node, Reads, Survey, in_circles, reads, walk
from .finding import Finding, error, warning

STEPS = 100_000
"""So many bodies are gone through for loops, one time with another; of a larger game the last loops are not looked at."""

Plays = dict[str, dict[str, core.Play]]
"""What each procedure plays, with the place."""

WAY_OUT = "write `repeat until ...`, or `end PROCEDURE` where it should stop"


def circles(survey: Survey) -> Iterator[Finding]:
    """Procedures that always play themselves, directly or in a circle, and circles of several that a condition may end."""
    procedures, start = survey.ruleset.procedures, survey.ruleset.start
    surely = {name: plays(p.body, True) for name, p in procedures.items()}
    maybe = {name: plays(p.body, False) for name, p in procedures.items()}
    told: set[str] = set()
    for chain in in_circles(surely):
        told.update(chain)
        bodies = [b for b in survey.bodies if b.node[0] == "procedure" and b.node[1] in chain]
        left = any(way_out(survey, b, survey.total(b.procedure.body, b.node)) for b in bodies)
        yield circle(warning if left else error, surely, chain, "only when something else ends it" if left else "")
    for chain in in_circles({name: found for name, found in maybe.items() if name not in told}):
        if len(chain) > 1 or start in chain:  # one that goes on under a condition by playing itself is a loop of a kind
            yield circle(warning, maybe, chain, "only when what is played in it has" if len(chain) == 1 else "only when what they play has")


def circle(tell: Callable[..., Finding], edges: Plays, chain: list[str], when: str) -> Finding:
    """That procedures play each other in a circle; `when` they still come to an end."""
    name, steps = chain[0], [*chain, chain[0]]
    if len(chain) == 1:
        message = (
            f"'{name}' plays itself, and so comes to an end {when}" if when else f"'{name}' plays itself, and so never comes to an end"
        )
    else:
        end = f"come to an end {when}" if when else "never come to an end"
        message = f"these procedures play each other in a circle and {end}: {' > '.join(steps)}"
    related = tuple((edges[a][b].span, f"'{a}' plays '{b}'") for a, b in pairwise(steps[1:]))
    return tell("R620", edges[name][steps[1]].span, message, "write `repeat:` around what comes again and again", related=related)


def plays(block: tuple[core.Stmt, ...], surely: bool) -> dict[str, core.Play]:
    """What instructions play, each procedure with the first place where they do; `surely` leaves out what a condition hangs on."""
    found: dict[str, core.Play] = {}
    for stmt in block:
        match stmt:
            case core.Play(name):
                found.setdefault(name, stmt)
            case core.If(branches, otherwise):
                inside = [plays(b, surely) for b in (*(b for _, b in branches), otherwise)]
                for name, part in ((n, p) for i in inside for n, p in i.items()):
                    if not surely or all(name in i for i in inside):
                        found.setdefault(name, part)
            case core.ForEach(core.Filter(domain=domain, where=where), body=body):
                if not surely or (where is None and isinstance(domain, core.Members)):
                    found = plays(body, surely) | found
            case core.Repeat(times, until, loop_while, body=body):
                if not surely or (until is None and loop_while is None and (times is None or isinstance(times, core.Const))):
                    found = plays(body, surely) | found
            case core.Turns(among=among, until=until, body=body):
                if not surely or (among is None and until is None):
                    found = plays(body, surely) | found
    return found


# --------------------------------------------------------------------------- loops


def loops(survey: Survey) -> Iterator[Finding]:
    """Loops without a way out."""
    found = [
        (body, part)
        for body in survey.bodies
        if body.node in survey.reached
        for part in walk(body.procedure.body)
        if isinstance(part, core.Repeat | core.Turns)
    ]
    for body, part in found[: STEPS // len(survey.reached)] if found else ():
        if isinstance(part, core.Turns):
            yield from turns(survey, body, part)
        elif part.times is None:
            yield from repeat(survey, body, part)


def way_out(survey: Survey, body: Body, inside: Effects) -> bool:
    """Whether something inside a loop can end a procedure that it is part of."""
    return bool(inside.ends & running(survey, body.node))


def running(survey: Survey, node: Node) -> frozenset[str]:
    """The procedures that may be running while a body runs."""
    found = set(survey.above(node))
    for kind, name in survey.above(node):
        if kind == "rule" and (during := survey.ruleset.rules[name].during):
            found |= survey.reach([("procedure", during)])
    return frozenset(name for kind, name in found if kind == "procedure")


def repeat(survey: Survey, body: Body, loop: core.Repeat) -> Iterator[Finding]:
    inside = survey.total(loop.body, body.node)
    if way_out(survey, body, inside):
        if loop.until is None and loop.loop_while is None and inside.idle and not any(leaves(survey, body, s) for s in loop.body):
            yield error(
                "R623",
                loop.span,
                "this loop changes nothing and asks nobody, so it goes on for ever",
                "let it move a card, ask a player or count something",
            )
        return
    tests = [t for t in (loop.until, loop.loop_while) if t is not None]
    if not tests:
        yield error("R621", loop.span, "nothing ever leaves this loop", WAY_OUT)
    elif not any(reads(t).met_by(inside) for t in tests):
        yield error(
            "R622",
            tests[0].span,
            "nothing in this loop changes what its condition looks at, so it runs never or for ever",
            f"change it inside the loop: {looks_at(reads(tests[0]))}",
        )


def turns(survey: Survey, body: Body, loop: core.Turns) -> Iterator[Finding]:
    inside = survey.total(loop.body, body.node)
    if way_out(survey, body, inside):
        return
    if loop.until is None and loop.among is None:
        yield error(
            "R621", loop.span, "these turns never end", "write `until ...` behind `turns`, or `end PROCEDURE` where they should stop"
        )
        return
    tests = [(t, moving) for t, moving in ((loop.until, frozenset({loop.player})), (loop.among, frozenset[int]())) if t is not None]
    if not any(reads(t, moving).met_by(inside) for t, moving in tests):
        test = loop.until if loop.until is not None else loop.among
        assert test is not None
        yield error(
            "R622",
            test.span,
            "nothing in these turns changes what their condition looks at, so they may go on for ever",
            f"change it during the turns: {looks_at(reads(test))}",
        )


def looks_at(found: Reads) -> str:
    """The zones and memories that a condition depends on, in words."""
    words = [f"'{n}'" for n in (*sorted(found.zones - {"*"}), *sorted(found.state))]
    return f"it looks at {', '.join(words)}" if words else "it looks at nothing that can change"


# --------------------------------------------------------------------------- never come to


def unreachable(survey: Survey) -> Iterator[Finding]:
    """Instructions behind what always leaves, and procedures ended where they never run."""
    for body in survey.bodies:
        if body.node not in survey.reached:
            continue
        for block in blocks(body.procedure.body):
            for stmt, after in pairwise(block):
                if leaves(survey, body, stmt):
                    what = (
                        "`end` leaves the procedure"
                        if isinstance(stmt, core.End)
                        else "what stands before it never comes to an end by itself"
                    )
                    yield warning(
                        "R630",
                        after.span,
                        f"this is never carried out: {what}",
                        "move it further up, or leave it out",
                        related=((stmt.span, "nothing behind this is carried out"),),
                    )
                    break
            for stmt in block:
                if isinstance(stmt, core.End) and stmt.name not in (names := running(survey, body.node)):
                    yield error(
                        "R631",
                        stmt.span,
                        f"'{stmt.name}' is never being played here, so it cannot be ended",
                        f"name a procedure that plays this one: {', '.join(sorted(names)) or 'there is none'}",
                    )


def blocks(block: tuple[core.Stmt, ...]) -> Iterator[tuple[core.Stmt, ...]]:
    """A block and those inside it."""
    todo = [block]
    while todo:
        block = todo.pop()
        yield block
        for stmt in block:
            match stmt:
                case core.If(branches, otherwise):
                    todo.extend((*(b for _, b in branches), otherwise))
                case core.ForEach(body=inner) | core.Repeat(body=inner) | core.Turns(body=inner):
                    todo.append(inner)


def leaves(survey: Survey, body: Body, stmt: core.Stmt) -> bool:
    """Whether nothing behind an instruction is ever carried out."""
    match stmt:
        case core.End(name):
            return always_running(survey, name, body.node)
        case core.Repeat(None, None, None) | core.Turns(among=None, until=None):
            return True
        case core.If(branches, otherwise):
            return all(any(leaves(survey, body, s) for s in block) for block in (*(b for _, b in branches), otherwise))
    return False


def always_running(survey: Survey, name: str, node: Node) -> bool:
    """Whether a body is come to only while a procedure runs."""
    gate = ("procedure", name)
    if node == gate:
        return True
    start = ("procedure", survey.ruleset.start)
    if start == gate:
        return node in survey.reached
    seen, todo = {gate, start}, [start]
    while todo:
        for other in survey.begins.get(todo.pop(), ()):
            if other not in seen and other in survey.begins:
                seen.add(other)
                todo.append(other)
    return node not in seen
