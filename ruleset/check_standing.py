"""Standing rules that apply for ever, alone or with others."""

from collections.abc import Iterator

from . import core, model
from .check_flow import looks_at
from .check_sums import key_of
from .check_survey import Effects, Reads, Survey, effects, reads, walk
from .check_values import Values
from .finding import Finding, error, warning
from .types import NUMBER, TRUTH, Kind

MANY = 100
"""So many standing rules are looked at in pairs."""

Fact = tuple[core.Expr, bool]


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
        others: list[Fact] = [
            (r.test, False) for r in rules if r is not rule and r.each in (rule.each, False) and (r.during in (None, rule.during))
        ]
        so_too = [fact for test in (rule.test, *(t for t, _ in others)) for fact in where_empty(test, source)]
        if not values.excluded([(rule.test, True), (empty, True), *so_too, *others]):
            name = " ".join(source.span.text.split())
            yield warning(
                "R626",
                rule.test.span,
                f"when '{name}' is empty, the standing rule '{rule.name}' moves nothing, and applies again and again",
                f"add `and {name} is not empty`",
            )


def where_empty(test: core.Expr, zone: core.Expr) -> Iterator[Fact]:
    """What is so of what a condition asks of a zone, and of the card on top of it, where the zone is empty."""

    def is_zone(item: core.Expr) -> bool:
        return key_of(item) == key_of(zone)

    def is_top(item: core.Expr) -> bool:
        return isinstance(item, core.Call) and item.word == "top" and is_zone(item.args[0])

    for part in walk(test):
        match part:
            case core.Quantified("any" | "every" | "no" as word, over) if is_zone(over.domain):
                yield part, word != "any"
            case core.Quantified("count" | "sum" | "highest" | "lowest", over) if is_zone(over.domain):
                yield nothing(part), True
            case core.Attribute(_, item) | core.Call("type", (item,)) if is_top(item) and part.type.has_order:
                yield nothing(part), True
            case core.Call("top") if is_top(part):
                yield core.Is("none", part, None, TRUTH, part.span), True


def nothing(expr: core.Expr) -> core.Expr:
    """That a number is 0, or that there is no such word."""
    if expr.type.kind is Kind.NUMBER:
        return core.Compare("==", expr, core.Const(0, "0", NUMBER, expr.span), TRUTH, expr.span)
    return core.Is("none", expr, None, TRUTH, expr.span)
