"""Set-ups that cannot be: cards that start nowhere or twice, deals of more than there is, places that stay open."""

from collections.abc import Iterator
from math import inf

from . import core, model
from .check_deal import Deal, Shortage, typed
from .check_survey import Body, Survey, effects, reads, walk
from .check_values import Values
from .finding import Finding, error, warning
from .source import Span
from .types import Kind

Options = dict[str, int | bool | str]


def starts(survey: Survey) -> Iterator[Finding]:
    """Card types that start in no zone, or in several; zones that never hold a card."""
    rules = survey.ruleset
    for name, kind in rules.card_types.items():
        homes = [z for z in rules.zones.values() if name in z.starts]
        if not homes and any(c.type == name for c in rules.cards):
            yield error(
                "R650",
                kind.span,
                f"the cards '{name}' start in no zone, so they are never in the game",
                f"write `starts: {name}` at the zone where they lie at first",
            )
        for home in homes[1:]:
            yield error(
                "R651",
                home.span,
                f"the cards '{name}' start in '{home.name}' and in '{homes[0].name}', so each would be there twice",
                "let them start in one zone, and move them from there",
                related=((homes[0].span, "they start here, too"),),
            )
    if any(isinstance(p, core.MoveCards) and p.place == "under" for p in survey.everything):
        return
    filled = {n for n, z in rules.zones.items() if z.starts}
    into_places = False
    for part in survey.everything:
        if isinstance(part, core.MoveFrom | core.MoveCards):
            if isinstance(part.target, core.Zone):
                filled.add(part.target.name)
            else:
                into_places = True
    for name, zone in rules.zones.items():
        if name not in filled and ("zone", name) in survey.names.used and not (zone.places and into_places):
            yield warning("R652", zone.span, f"no card ever gets into '{name}'", f"let cards start there, or write `move ... to {name}`")


def defaults(survey: Survey) -> Options:
    return {name: option.default for name, option in survey.ruleset.options.items()}


def extremes(option: model.Option) -> list[int | bool | str]:
    """The values of an option at its ends, or all of its choices."""
    if option.choices:
        found: list[int | bool | str] = list(option.choices[:8])
    elif isinstance(option.default, bool):
        found = [not option.default]
    else:
        found = [v for v in (option.low, option.high) if v is not None]
    return [v for v in found if v != option.default]


def settings(survey: Survey) -> Iterator[tuple[str, int | bool | str, Options, int]]:
    """Each way to set a game up that is looked at: the option that is not at its default, its value, all options, the players."""
    low, high = survey.ruleset.players
    base = defaults(survey)
    for players in sorted({low, min(high, 100)}):
        yield "", 0, base, players
    for name, option in list(survey.ruleset.options.items())[:50]:
        for value in extremes(option):
            yield name, value, {**base, name: value}, low


def deals(survey: Survey) -> Iterator[Finding]:
    """Instructions of the set-up that move more cards than there are, at the defaults or at an option's extremes."""
    low, high = survey.ruleset.players
    told: set[object] = set()
    for name, value, options, players in settings(survey):
        for short in Deal(survey, options, players).follow():
            if short.span in told or (name, short.span) in told or too_many_places(survey, short):
                continue
            told.add((name, short.span) if name else short.span)
            if name:
                yield at_extreme(survey, name, value, short)
            elif players == low or low == high:
                yield error("R653", short.span, lacking(short), hint(short))
            else:
                yield warning(
                    "R654", short.span, f"with {players} players, {lacking(short)}", f"{hint(short)}, or let at most {players - 1} play"
                )


def too_many_places(survey: Survey, short: Shortage) -> bool:
    """Whether a shortage is told as places that cannot be filled, however the cards come there."""
    zone = survey.ruleset.zones.get(short.zone)
    return zone is not None and short.places > sum(c.copies for c in survey.ruleset.cards if c.type in zone.starts)


def lacking(short: Shortage) -> str:
    zone = short.zone
    if short.places > 1:
        return f"the {short.places} places cannot all be filled: '{zone}' holds too few cards"
    cards = "card" if short.wanted == 1 else "cards"
    return (
        f"this should move {short.wanted} {cards} from '{zone}', but only {short.had} {'is' if short.had == 1 else 'are'} there"
        if short.had
        else f"this should move {short.wanted} {cards} from '{zone}', but nothing is there"
    )


def hint(short: Shortage) -> str:
    return f"move fewer, or let more cards start in '{short.zone}'"


def at_extreme(survey: Survey, name: str, value: int | bool | str, short: Shortage) -> Finding:
    option = survey.ruleset.options[name]
    written = str(value).lower() if isinstance(value, bool) else str(value)
    end = "max" if value == option.high else "min"
    advice = (
        f"give '{name}' a {'lower' if end == 'max' else 'higher'} `{end}`, or more cards to '{short.zone}'"
        if isinstance(value, int) and not option.choices and not isinstance(value, bool)
        else f"leave that choice out, or give more cards to '{short.zone}'"
    )
    return warning(
        "R655",
        option.span,
        f"with '{name}' at {written}, {lacking(short).replace('this should', 'the set-up should')}",
        advice,
        related=((short.span, "moved here"),),
    )


# --------------------------------------------------------------------------- places


def places(survey: Survey) -> Iterator[Finding]:
    """Loops that are to fill every place of a zone, with too few cards for that."""
    for body in survey.bodies:
        if body.node in survey.reached:
            for part in walk(body.procedure.body):
                match part:
                    case core.Repeat(until=until, loop_while=loop_while) if zone := awaited(part):
                        test = until if until is not None else loop_while
                        yield from filled(survey, body, part, zone, test.span if test is not None else part.span)
                    case core.ForEach(core.Filter(slot, _, core.Call("places", (core.Zone(zone),)) as domain, where) as over) if fills(
                        part, slot
                    ) and (where is None or open_places(over, True) is not None):
                        yield from filled(survey, body, part, zone, domain.span)


def fills(loop: core.ForEach, slot: int) -> bool:
    """Whether a loop over places brings cards to each of them."""
    return any(
        isinstance(p, core.MoveFrom | core.MoveCards) and isinstance(p.target, core.Local) and p.target.slot == slot
        for p in walk(loop.body)
    )


def awaited(loop: core.Repeat) -> str | None:
    """The zone all of whose places a loop wants to fill."""
    match loop.until, loop.loop_while:
        case core.Compare("==", core.Quantified("count", over), core.Const(0)), None:
            return open_places(over, True)
        case core.Quantified("no", over), None:
            return open_places(over, True)
        case core.Not(core.Quantified("any", over)), None:
            return open_places(over, True)
        case core.Quantified("every", over), None:
            return open_places(over, False)
        case None, core.Quantified("any", over):
            return open_places(over, True)
        case None, core.Compare(">", core.Quantified("count", over), core.Const(0)):
            return open_places(over, True)
    return None


def open_places(over: core.Filter, empty: bool) -> str | None:
    """The zone of whose places a filter takes those that are empty (or not)."""
    where = over.where
    if not empty:
        where = where.item if isinstance(where, core.Not) else None
    match over.domain, where:
        case core.Call("places", (core.Zone(name),)), core.Is("empty", core.Local(slot)) if slot == over.slot:
            return name
    return None


def filled(survey: Survey, body: Body, loop: core.Repeat | core.ForEach, zone: str, span: Span) -> Iterator[Finding]:
    """A finding where fewer cards than there are places can come to them. One that is repeated does not end before they are full."""
    rules, block, waits = survey.ruleset, loop.body, isinstance(loop, core.Repeat)
    whole = isinstance(loop, core.ForEach) and loop.over.where is None
    if given_up(survey, body, block) or (not whole and filled_elsewhere(survey, block)):
        return
    named = {p.name for p in walk(block) if isinstance(p, core.Zone) and p.name in rules.zones}
    lying = coming(survey, earlier(survey, body, loop))
    kinds = landing(survey, block, frozenset(t for name in named for t in lying[name]), waits)
    if not kinds or any(z.each for z in rules.zones.values() if kinds & set(z.starts)):
        return
    there = sum(c.copies for c in rules.cards if c.type in kinds)
    declared = rules.zones[zone].places
    names = " and ".join(f"'{k}'" for k in sorted(kinds))
    for name, value, options, _ in settings(survey):
        wanted = declared if isinstance(declared, int) else Values(survey, options).bounds(declared)[1]
        if not there < wanted < inf:
            continue
        message = f"{wanted:.0f} open places of '{zone}' cannot be filled from {there} card{'' if there == 1 else 's'} {names}"
        if name:
            option = survey.ruleset.options[name]
            hint = f"give '{name}' another range, or add cards"
            yield warning("R657", option.span, f"with '{name}' at {value}, {message}", hint, related=((span, "filled here"),))
        else:
            yield error(
                "R656", span, message + (", so this never ends" if waits else ""), f"add cards, or give '{zone}' at most {there} places"
            )
            return


def given_up(survey: Survey, body: Body, block: tuple[core.Stmt, ...]) -> bool:
    """Whether something ends what a loop is part of, in what it plays or by a standing rule that looks at what it changes."""
    found = effects(block)
    begun = survey.reach(found.begins)
    for node in begun:
        found.add(survey.own[node])
    rules = survey.rules_during(survey.above(body.node) | begun)
    return bool(found.ends) or any(effects(r.procedure.body).ends and reads(r.test).met_by(found) for r in rules)


def filled_elsewhere(survey: Survey, block: tuple[core.Stmt, ...]) -> bool:
    """Whether cards can lie in places that do not come from a loop."""
    inside = {id(p) for p in walk(block)}
    return any(
        isinstance(p, core.MoveFrom | core.MoveCards) and (p.target.type.kind is Kind.PLACE or p.place == "under") and id(p) not in inside
        for p in survey.everything
    )


def earlier(survey: Survey, body: Body, loop: core.Stmt) -> tuple[object, ...]:
    """Every part of what can be carried out before a loop has come to its end for the first time, from the start of the game on."""
    start = survey.ruleset.start
    found = up_to(survey, survey.ruleset.procedures[start].body, body, loop, frozenset({start}))
    if found is None:
        return survey.everything
    rules = {("rule", name) for name in survey.ruleset.rules}
    begun = survey.reach(effects(tuple(found)).begins | rules)
    return tuple(walk((tuple(found), tuple(b.procedure.body for b in survey.bodies if b.node in begun))))


def up_to(survey: Survey, block: tuple[core.Stmt, ...], body: Body, loop: core.Stmt, running: frozenset[str]) -> list[core.Stmt] | None:
    """The instructions of a block up to a loop, which stands in it or in what it plays; None where it does not."""
    found: list[core.Stmt] = []
    for stmt in block:
        if stmt is loop:
            return [*found, stmt]
        match stmt:
            case core.Play(name):
                inner = [] if name in running else [(survey.ruleset.procedures[name].body, running | {name})]
            case core.If(branches, otherwise):
                inner = [(each, running) for each in (*(each for _, each in branches), otherwise)]
            case _ if any(part is loop for part in walk(stmt)) or body.node in survey.reach(effects(stmt).begins):
                return [*found, stmt]  # in a loop of its own or in an action: what stands below may come before it
            case _:
                inner = []
        for part, now in inner:
            if (more := up_to(survey, part, body, loop, now)) is not None:
                return [*found, *more]
        found.append(stmt)
    return None


def coming(survey: Survey, parts: tuple[object, ...]) -> dict[str, set[str]]:
    """The card types that can lie in each zone by these instructions."""
    lying = {name: set(zone.starts) for name, zone in survey.ruleset.zones.items()}
    moves = [p for p in parts if isinstance(p, core.MoveFrom | core.MoveCards) and isinstance(p.target, core.Zone)]
    everything = {t for types in lying.values() for t in types}
    more = True
    while more:
        more = False
        for move in moves:
            assert isinstance(move.target, core.Zone)
            source = move.source if isinstance(move, core.MoveFrom) else whence(move.cards)
            types = lying[source.name] if isinstance(source, core.Zone) else everything
            if not types <= lying[move.target.name]:
                lying[move.target.name] |= types
                more = True
    return lying


def whence(cards: core.Expr) -> core.Expr:
    """Where cards are that are named by what they are, as in `cards in deck where rank > 3`."""
    return cards.domain if isinstance(cards, core.Filter) else cards


def landing(survey: Survey, block: tuple[core.Stmt, ...], types: frozenset[str], waits: bool) -> frozenset[str]:
    """The card types that instructions can bring to a place; none where they ask first whether there are cards, unless a loop `waits`."""
    found: frozenset[str] = frozenset()
    for stmt in block:
        match stmt:
            case core.MoveFrom(target=target) | core.MoveCards(target=target) if target.type.kind is Kind.PLACE:
                found |= types
            case core.If(branches, otherwise):
                rest = types
                for test, inner in branches:
                    asked = about_type(survey, test)
                    yes = frozenset(t for t in rest if asked is None or (t == asked[0]) == asked[1])
                    if asked is None and not waits and reads(test).zones & sources(inner):
                        return frozenset()
                    found |= landing(survey, inner, yes, waits)
                    rest = rest if asked is None else rest - yes
                found |= landing(survey, otherwise, rest, waits)
            case core.ForEach(body=inner) | core.Repeat(body=inner):
                found |= landing(survey, inner, types, waits)
    return found


def sources(block: tuple[core.Stmt, ...]) -> set[str]:
    """The zones from which instructions take cards."""
    return {p.source.name for p in walk(block) if isinstance(p, core.MoveFrom) and isinstance(p.source, core.Zone)}


def about_type(survey: Survey, test: core.Expr) -> tuple[str, bool] | None:
    """The card type that a condition on one card asks for."""
    for part in walk(test):
        if isinstance(part, core.Local) and (asked := typed(survey, part.slot, test)):
            return asked
    match test:
        case core.Compare("==" | "!=" as op, core.Call("type", (_,)), core.Const(word=word)):
            return (word, op == "==")
    return None
