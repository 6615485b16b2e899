"""What is declared and never used."""

from collections import defaultdict
from collections.abc import Iterator

from . import core
from .check_survey import Survey, walk
from .finding import Finding, warning
from .signatures import CATEGORIES, MELD_TYPES
from .types import Kind


def unused(survey: Survey) -> Iterator[Finding]:
    """Options, lists, attributes, zones and memories that no rule looks at."""
    rules, used = survey.ruleset, survey.names.used
    for name, option in rules.options.items():
        if ("option", name) not in used:
            yield warning(
                "R600",
                option.span,
                f"the option '{name}' changes nothing: no rule reads it",
                f"use '{name}' where the rules should depend on it, or take it out",
            )
    symbols = {part.word for part in survey.everything if isinstance(part, core.Const) and part.type.kind is Kind.SYMBOL}
    for name, listed in rules.lists.items():
        held = name in rules.attributes or any(name in a.lists for a in rules.attributes.values())
        if not held and ("list", name) not in used and not symbols.intersection(map(str, listed.values)):
            yield warning(
                "R601",
                listed.span,
                f"the list '{name}' is never used",
                "give cards an attribute or `state` a memory of this list, or take it out",
            )
    covers = any(isinstance(part, core.CoversOf) for part in survey.everything)
    for name, attribute in rules.attributes.items():
        made_of = name in rules.lists or attribute.lists  # what a deck is made of tells its cards apart, whatever the rules ask for
        idle = (attribute.shape == "number" and not covers and not made_of) or attribute.shape in ("bag", "effect")
        if idle and ("attribute", name) not in used:
            what = {"effect": f"write `do {name} of CARD` where it is carried out", "bag": f"write `covers of {name} of CARD in ZONE`"}
            yield warning(
                "R602",
                attribute.span,
                f"cards have '{name}', but no rule looks at it",
                what.get(attribute.shape, f"use `{name} of CARD`, or take it out"),
            )
    for name, zone in rules.zones.items():
        if ("zone", name) not in used:
            stay = "the cards that start there never leave it" if zone.starts else "no card ever gets there"
            yield warning("R603", zone.span, f"no rule names the zone '{name}': {stay}", "move cards from or to it, or take it out")


def memories(survey: Survey) -> Iterator[Finding]:
    """Memories that are never read, and those that never change."""
    written: set[str] = set()
    filled: set[str] = set()
    read: set[str] = set()
    for part in survey.everything:
        if isinstance(part, core.Assign):
            written.add(part.target.name)
            if not (isinstance(part.value, core.Const) and part.value.value is None):
                filled.add(part.target.name)
            read.update(p.name for p in walk((part.target.owner, part.value)) if isinstance(p, core.State) and p.name != part.target.name)
    targets = {id(part.target) for part in survey.everything if isinstance(part, core.Assign)}
    inside = {id(p) for part in survey.everything if isinstance(part, core.Assign) for p in walk(part.value) if isinstance(p, core.State)}
    read.update(p.name for p in survey.everything if isinstance(p, core.State) and id(p) not in targets | inside)
    for name, memory in survey.ruleset.state.items():
        if name not in read and name not in written:
            yield warning("R604", memory.span, f"'{name}' is never used", "change it and read it in the rules, or take it out")
        elif name not in read:
            yield warning(
                "R605", memory.span, f"'{name}' is changed, but no rule reads it", "read it in a condition, in `score`, or take it out"
            )
        elif name not in written:
            value = "none" if memory.initial is None and memory.type.optional else "its first value"
            yield warning(
                "R606",
                memory.span,
                f"'{name}' is read, but no rule changes it: it always holds {value}",
                f"write `{name} = ...` where it should change, or make it an option",
            )
        elif name not in filled and memory.initial is None and memory.type.optional:
            yield warning(
                "R606",
                memory.span,
                f"'{name}' is only ever set to none: it never holds anything else",
                f"write `{name} = ...` where it should be given a value, or take it out",
            )


def unplayed(survey: Survey) -> Iterator[Finding]:
    """Actions that are never offered, procedures that are never played."""
    rules = survey.ruleset
    offered = {a for part in survey.everything if isinstance(part, core.Offer) for a in part.actions}
    for name, action in rules.actions.items():
        if name not in offered:
            yield warning(
                "R607",
                action.span,
                f"the action '{name}' is never offered",
                f"write it in an `offer`, as in `offer {name}`, or take it out",
            )
    played = {part.name for part in survey.everything if isinstance(part, core.Play)}
    for name, procedure in rules.procedures.items():
        if ("procedure", name) in survey.reached:
            continue
        if name not in played:
            hint = f"write `play {name}` where it belongs, or take it out"
        else:
            hint = (
                f"it is played only from what is never played itself; the game begins with '{rules.start}', the first procedure of `flow`"
            )
        yield warning("R608", procedure.span, f"'{name}' is never played", hint)


def melds(survey: Survey) -> Iterator[Finding]:
    """Melds that no rule lets anybody make."""
    rules = survey.ruleset
    if not rules.melds:
        return
    picked = [part for part in survey.everything if isinstance(part, core.MeldsIn)]
    if not picked:
        first = next(iter(rules.categories.values()))
        yield warning(
            "R609",
            first.span,
            "there are melds, but no rule lets a player choose one",
            "write `choose NAME from melds in ZONE`, or take the melds out",
        )
        return
    if any(not part.kinds for part in picked):
        return
    named = {kind for part in picked for kind in part.kinds}
    named |= {t for m in rules.melds.values() for p in m.parts for t in p.types}
    named |= {p.word for p in survey.everything if isinstance(p, core.Const) and p.type.of in (MELD_TYPES, CATEGORIES)}
    for name, category in rules.categories.items():
        missing = [t for t in category.types if t in rules.melds and t not in named and name not in named]
        if category.types and len(missing) == len(category.types):
            yield warning(
                "R609", category.span, f"no rule lets a player choose '{name}'", "name it in a `melds of ... in ZONE`, or take it out"
            )
        else:
            for t in missing:
                yield warning(
                    "R609",
                    rules.melds[t].span,
                    f"no rule lets a player choose '{t}'",
                    f"name it, or its category '{name}', in a `melds of ... in ZONE`, or take it out",
                )


def locals_(survey: Survey) -> Iterator[Finding]:
    """Names given by `let`, `choose` or `as` that are never read."""
    cards_seen: set[tuple[str, str]] = set()
    for body in survey.bodies:
        if body.node[0] == "effect" and body.node in cards_seen:
            continue
        read: dict[int, int] = defaultdict(int)
        given: list[tuple[int, str, core.Let | core.Pick | core.Offer]] = []
        for part in walk((body.rest, body.procedure.body)):
            match part:
                case core.Local(slot):
                    read[slot] += 1
                case core.Let(slot, name) | core.Pick(slot, name):
                    given.append((slot, name, part))
                case core.Offer(answer=int(slot)):
                    given.append((slot, body.procedure.slots[slot] if slot < len(body.procedure.slots) else "the answer", part))
        for slot, name, part in given:
            if not read[slot]:
                yield local(name, part)


def local(name: str, part: "core.Let | core.Pick | core.Offer") -> Finding:
    match part:
        case core.Let():
            return warning("R610", part.span, f"'{name}' is given a value here, but never used", "use it, or leave the line out")
        case core.Pick():
            return warning(
                "R610",
                part.span,
                f"a player chooses '{name}' here, but nothing is done with it",
                f"use '{name}' in what follows, for instance `move {name} to ZONE`",
            )
        case core.Offer():
            return warning(
                "R610",
                part.span,
                f"'{name}' keeps which action was taken, but is never read",
                f"leave `as {name}` out, or ask `if {name} == ...`",
            )
