"""Procedures, loops and standing rules that cannot end, and instructions that are never come to."""

from collections.abc import Callable, Iterator
from itertools import pairwise

from . import core, model
from .check_sums import key_of
from .check_survey import Body, Effects, Node, Reads, Survey, effects, in_circles, reads, walk
from .check_values import Values
from .finding import Finding, error, warning
from .types import TRUTH, Kind

MANY = 100
"""So many standing rules are looked at in pairs."""

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


# --------------------------------------------------------------------------- standing rules


def standing(survey: Survey) -> Iterator[Finding]:
    """Standing rules that would apply again and again for ever, alone or in pairs."""
    values = Values(survey)
    rules = list(survey.ruleset.rules.values())
    endless: set[str] = set()
    for index, rule in enumerate(rules):
        does = done_by(survey, values, rule)
        if does.ends:
            endless.add(rule.name)
            continue
        if interrupted(survey, values, does, reads(rule.test), rules[:index]):
            continue
        if not reads(rule.test).met_by(does):
            endless.add(rule.name)
            yield error(
                "R624",
                rule.test.span,
                f"the standing rule '{rule.name}' changes nothing that its condition looks at, so it applies again and again",
                f"let its `do` change something: {looks_at(reads(rule.test))}",
            )
        elif (after := afterwards(values, rule)) and values.excluded([*after, (rule.test, False)]):
            endless.add(rule.name)
            yield error(
                "R624",
                rule.test.span,
                f"when the standing rule '{rule.name}' has applied, its condition still holds, so it applies for ever",
                "ask for something that `do` brings to an end",
            )
    results = {r.name: after for r in rules if (after := afterwards(values, r))}
    plain = [r for r in rules if r.name in results][:MANY]
    for index, one in enumerate(plain):
        for two in plain[index + 1 :]:
            if (
                not {one.name, two.name} & endless
                and not broken(survey, values, rules, one, two)
                and one.each == two.each
                and (one.during == two.during or None in (one.during, two.during))
            ):
                first, second = results[one.name], results[two.name]
                if values.excluded([*first, (two.test, False)]) and values.excluded([*second, (one.test, False)]):
                    yield error(
                        "R625",
                        two.test.span,
                        f"the standing rules '{one.name}' and '{two.name}' undo each other for ever",
                        "narrow one of the two conditions",
                        related=((one.test.span, f"the condition of '{one.name}'"),),
                    )
                    endless.add(two.name)
    if len(rules) <= MANY:
        yield from unguarded(values, [r for r in rules if r.name not in endless], rules)


def done_by(survey: Survey, values: Values, rule: model.Rule) -> Effects:
    """All that a standing rule does, with what it plays and offers, but for what it moves at once from a zone that is surely empty then."""
    body = rule.procedure.body
    never = values.excluded([(rule.test, True)])  # told as that
    while body and not never and isinstance(body[0], core.MoveFrom) and isinstance(source := body[0].source, core.Zone):
        if not values.excluded([(rule.test, True), (core.Is("empty", source, None, TRUTH, source.span), False)]):
            break
        body = body[1:]
    does = effects(body)
    for node in survey.reach(does.begins):
        does.add(survey.own[node])
    return does


def interrupted(survey: Survey, values: Values, does: Effects, looked_at: Reads, earlier: list[model.Rule]) -> bool:
    """Whether some effects make earlier rules apply, one after another, that end something or change what is looked at.

    The earlier rule is the one that applies where several could.
    """
    found = Effects()
    found.add(does)
    left = list(earlier)
    while due := next((r for r in left if reads(r.test).met_by(found)), None):
        left.remove(due)
        does = done_by(survey, values, due)
        if does.ends or looked_at.met_by(does):
            return True
        found.add(does)
    return False


def broken(survey: Survey, values: Values, rules: list[model.Rule], one: model.Rule, two: model.Rule) -> bool:
    """Whether a rule before two others changes what they look at, on account of what they do."""
    does = done_by(survey, values, one)
    does.add(done_by(survey, values, two))
    return interrupted(survey, values, does, reads((one.test, two.test)), [r for r in rules[: rules.index(two)] if r is not one])


def afterwards(values: Values, rule: model.Rule) -> list[tuple[core.Expr, bool]]:
    """What surely holds when a standing rule with a plain body has been carried out; nothing where that is not sure."""
    facts: list[tuple[core.Expr, bool]] = []
    touched: set[str] = set()
    for stmt in rule.procedure.body:
        match stmt:
            case core.Say() | core.Shuffle():
                continue
            case core.MoveFrom(core.Zone(source) as left, None, _, "to" | "top" | "bottom", core.Zone(target) as right) if (
                source != target and not {source, target} & touched
            ):
                touched |= {source, target}
                empty = core.Is("empty", left, None, TRUTH, left.span)
                facts.append((empty, True))
                if values.excluded([(rule.test, True), (empty, True)]):
                    facts.append((core.Is("empty", right, None, TRUTH, right.span), False))
            case core.Assign(target, "=", core.Const() as value) if target.name not in touched and value.value is not None:
                touched.add(target.name)
                if target.type.kind is Kind.TRUTH:
                    facts.append((target, bool(value.value)))
                elif target.type.kind in (Kind.NUMBER, Kind.SYMBOL):
                    facts.append((core.Compare("==", target, value, TRUTH, stmt.span), True))
            case _:
                return []
    return facts


def unguarded(values: Values, plain: list[model.Rule], rules: list[model.Rule]) -> Iterator[Finding]:
    """Standing rules that take cards from a zone and do not ask whether there are any."""
    for rule in plain:
        moves = [s for s in rule.procedure.body if not isinstance(s, core.Say | core.Shuffle)]
        if not moves or not all(isinstance(s, core.MoveFrom) and isinstance(s.source, core.Zone) for s in moves):
            continue
        sources = {key_of(s.source): s.source for s in moves if isinstance(s, core.MoveFrom)}
        if len(sources) != 1:
            continue
        source = next(iter(sources.values()))
        empty = core.Is("empty", source, None, TRUTH, source.span)
        others = [(r.test, False) for r in rules if r is not rule and r.each in (rule.each, False) and (r.during in (None, rule.during))]
        if not values.excluded([(rule.test, True), (empty, True), *others]):
            name = " ".join(source.span.text.split())
            yield warning(
                "R626",
                rule.test.span,
                f"when '{name}' is empty, the standing rule '{rule.name}' moves nothing, and applies again and again",
                f"add `and {name} is not empty`",
            )


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
