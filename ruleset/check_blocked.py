"""Turns that go on for ever when nobody can do anything.

What the conditions of the offered actions ask becomes a set of single claims (`standing is none`, `hand is empty`, "something
can be picked"). The pass looks for a way in which they can come out so that no offered action can be taken, while every
standing rule in force is at rest and nothing ends the turns.
"""

from collections.abc import Iterable, Iterator, Sequence

from . import core, model
from .check_claims import TRUE, Claims, Term, asks_who, assignment, named, never_below, seated
from .check_flow import blocks, running
from .check_logic import surely_less
from .check_survey import Body, Survey, effects, walk
from .check_values import Values
from .finding import Finding, error, warning
from .types import Kind

LIMIT = 14
"""So many claims are tried in all ways; with more, nothing is reported."""


def blocked(survey: Survey) -> Iterator[Finding]:
    """Turns in which nobody may be able to act."""
    for body in survey.bodies:
        if body.node in survey.reached:
            for part in walk(body.procedure.body):
                if isinstance(part, core.Turns) and not any(isinstance(p, core.Blocked) for p in walk(part.until)):
                    yield from stuck(survey, body, part)


def stuck(survey: Survey, body: Body, loop: core.Turns) -> Iterator[Finding]:
    plain = inner(survey, loop)
    if plain is None:
        return
    offered = list(
        dict.fromkeys(a for part in walk(plain) if isinstance(part, core.Offer) for a in part.actions if a in survey.ruleset.actions)
    )
    if not offered:
        return
    actions = [survey.ruleset.actions[a] for a in offered]
    idle = [a for a in actions if does_nothing(survey, a)]
    actions = [a for a in actions if a not in idle]
    if not actions or asks_who(loop.until, loop.player):
        return
    claims = Claims(Values(survey))
    wanted: list[Term] = [("not", (can_be_taken(survey, claims, a),)) for a in actions]
    names = running(survey, body.node)
    if loop.until is None and loop.among is None and not survey.total(loop.body, body.node).ends & names:
        return  # told as turns that never end
    can = {n for term in wanted for n in named(term)}
    claims.ending = True
    played = {("procedure", p.name) for p in walk(loop.body) if isinstance(p, core.Play)}
    for rule in survey.rules_during({*survey.above(body.node), *survey.reach(played)}):
        wanted.append(("not", (claims.term(rule.test),)))
    for action in actions:
        for test in ends(action.procedure.body, names):
            slots = frozenset(range(1, len(action.procedure.slots)))
            wanted.append(("not", (claims.term(test, f"after {action.name}", slots),)))
    if loop.until is not None:
        wanted.append(("not", (claims.term(seated(loop.until, loop.player)),)))
    if loop.among is not None and loop.among.where is not None:
        wanted.append(claims.term(seated(loop.among.where, loop.among.slot)))
    if len(claims.exprs) > LIMIT or claims.decided:
        return
    whole: Term = ("and", tuple(wanted))
    facts = never_below(claims)
    found, tell = assignment(claims, whole, {n: True for n, expr in enumerate(claims.exprs) if expr is None}, facts), error
    if claims.loose or (found is not None and open_zones(claims, found.keys() - can, can)):
        tell = warning
    if found is None:  # it hangs on what players hold, and the game may be made so that somebody always can
        others = {n for term in wanted[len(actions) :] for n in named(term)}
        begun = {n: holds for n, holds in begun_by(survey, claims, actions).items() if n not in others}
        found, tell = assignment(claims, whole, begun, facts) or (assignment(claims, whole, begun, ()) if facts else None), warning
    if found is not None:
        said = [in_words(claims.exprs[n], claims.words[n], holds) for n, holds in found.items()]
        when = f", for instance when {' and '.join(said[:4])}" if said else ""
        what = " or ".join(a.name for a in actions)
        hint = "write `until blocked` behind `turns`, or add an action that is always possible and leads on"
        if idle:
            hint = f"'{idle[0].name}' changes nothing: let it end something, or leave it out and write `until blocked` behind `turns`"
        yield tell("R640", loop.span, f"if nobody can {what}, these turns go on for ever{when}", hint)


def open_zones(claims: Claims, ending: Iterable[int], can: Iterable[int]) -> set[str]:
    """Zones of the table that what ends the turns looks at, and of which what players can do says nothing."""
    parts = [[p for n in numbers for p in walk(claims.exprs[n]) if isinstance(p, core.Zone)] for numbers in (ending, can)]
    looked, said = ({zone.name for zone in zones if zone.owner is None} for zones in parts)
    return looked - said


def begun_by(survey: Survey, claims: Claims, actions: Sequence[model.Action]) -> dict[int, bool]:
    """What the truths of the table come to as soon as an action has been taken.

    Before that the cards lie as they were dealt, and the rules may have seen to it that whoever begins can act: nothing is claimed of it.
    """
    given: dict[str, set[object]] = {}
    for part in walk(tuple(a.procedure.body for a in actions)):
        if isinstance(part, core.Assign):
            given.setdefault(part.target.name, set()).add(part.value.value if isinstance(part.value, core.Const) else None)
    return {
        n: True in given[expr.name]
        for n, expr in enumerate(claims.exprs)
        if isinstance(expr, core.State) and expr.type.kind is Kind.TRUTH and given.get(expr.name) in ({True}, {False})
        if not survey.ruleset.state[expr.name].each
    }


def does_nothing(survey: Survey, action: model.Action) -> bool:
    """Whether an action leaves everything as it is, such as a pass that only says so."""
    found = effects(action.procedure.body)
    for node in survey.reach(found.begins):
        found.add(survey.own[node])
    return found.idle and not found.ends and not action.free


def in_words(expr: core.Expr | None, words: str, holds: bool) -> str:
    """A claim as it comes out: `hand is not empty`, `not rank > 3`."""
    match expr:
        case core.Is("empty" | "none" as state, item):
            return f"{' '.join(item.span.text.split())} is {'' if holds else 'not '}{state}"
    return words if holds else f"not {words}"


def inner(survey: Survey, loop: core.Turns) -> tuple[core.Stmt, ...] | None:
    """The instructions of a loop with those of the procedures played in it; None where something else than an offer goes on."""
    found: list[core.Stmt] = []
    todo, seen = [loop.body], set[str]()
    while todo:
        for block in blocks(todo.pop()):
            for stmt in block:
                if isinstance(stmt, core.Play):
                    if stmt.name not in seen and stmt.name in survey.ruleset.procedures:
                        seen.add(stmt.name)
                        todo.append(survey.ruleset.procedures[stmt.name].body)
                elif isinstance(stmt, core.Offer):
                    found.append(stmt)
                elif not isinstance(stmt, core.Say | core.Let | core.If | core.ForEach | core.Repeat | core.Show):
                    return None
    return tuple(found)


def ends(block: tuple[core.Stmt, ...], names: frozenset[str]) -> Iterator[core.Expr]:
    """Conditions under which a body ends a procedure that runs."""
    for part in walk(block):
        if isinstance(part, core.If):
            for test, inside in part.branches:
                if any(isinstance(s, core.End) and s.name in names for s in walk(inside)):
                    yield test


def can_be_taken(survey: Survey, claims: Claims, action: model.Action) -> Term:
    """When an action can be taken: its conditions hold, for something that can be picked."""
    slots = {p.slot for p in action.picks}
    terms = [pick_term(survey, claims, action, p, slots) for p in action.picks]
    free = {p.slot for p in action.picks if isinstance(p.domain, core.OneOf)}
    for condition in action.conditions:
        named = {part.slot for part in walk(condition.test) if isinstance(part, core.Local)} & slots
        if not named or named - free:  # where it is about a player, a number or a symbol, there mostly is one that fits
            terms.append(claims.term(condition.test, action.name, frozenset(slots)))
    return ("and", tuple(terms))


def pick_term(survey: Survey, claims: Claims, action: model.Action, pick: core.Pick, slots: set[int]) -> Term:
    """When something can be picked."""
    match pick.domain:
        case core.CardsFrom(low, high, source, slot, where):
            terms = []
            claims.decided |= low is not high and surely_less(claims.values, high, low)
            if claims.values.bounds(low) != (0, 0):
                terms.append(enough(claims, action, pick, low, source))
            if where is not None and terms:
                slots.add(slot)
                terms.append(claims.term(where, action.name, frozenset(slots)))
            return ("and", tuple(terms))
        case core.MeldsIn(zone, kinds, slot, where):
            some = ("not", (claims.empty(zone),))
            terms = [
                some
                if single(survey, kinds)
                else ("and", (some, claims.claim((action.name, pick.slot), None, f"a meld for '{pick.name}'")))
            ]
            if where is not None:
                slots.add(slot)
                terms.append(claims.term(where, action.name, frozenset(slots)))
            return ("and", tuple(terms))
        case core.OneOf(core.Members() | core.Range() | core.Items()):
            return TRUE
        case core.OneOf(core.Filter(slot, _, core.Members("players"), where)) if where is not None:
            some = claims.claim((action.name, pick.slot), None, f"a player for '{pick.name}'")
            return ("or", (claims.term(seated(where, slot), action.name, frozenset(slots)), some))
    return claims.claim((action.name, pick.slot), None, f"something to choose for '{pick.name}'")


def enough(claims: Claims, action: model.Action, pick: core.Pick, low: core.Expr, source: core.Expr) -> Term:
    if claims.values.bounds(low) == (1, 1) and source.type.kind in (Kind.ZONE, Kind.PLACE):
        return ("not", (claims.empty(source),))
    return claims.claim((action.name, pick.slot), None, f"cards for '{pick.name}'")


def single(survey: Survey, kinds: tuple[str, ...]) -> bool:
    """Whether any card makes a meld of these types by itself."""
    for name, meld in survey.ruleset.melds.items():
        if not kinds or name in kinds or meld.category in kinds:
            group = meld.parts[0].group if len(meld.parts) == 1 else None
            if group and group.word in ("card", "cards") and group.low == 1 and not (group.where or group.mixed):
                return True
    return False
