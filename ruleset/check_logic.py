"""Conditions that always come out alike, actions that can never be taken, ranges that hold nothing."""

from collections.abc import Iterator
from dataclasses import fields

from . import core, model
from .check_survey import Survey, walk
from .check_values import Values
from .finding import Finding, error, warning
from .source import Span
from .types import NUMBER, TRUTH, Type

Fact = tuple[core.Expr, bool]


def conditions(survey: Survey) -> Iterator[Finding]:
    """Conditions that are always or never true."""
    values = Values(survey)
    for _, text in survey.texts:
        for part in walk(text):
            match part:
                case core.If(branches):
                    yield from branching(values, branches)
                case core.Repeat(_, until, loop_while):
                    for test in (until, loop_while):
                        if test is not None:
                            yield from judged(values, test)
                case core.Turns(until=until) if until is not None:
                    yield from judged(values, until)
                case core.Filter(where=where) | core.MeldsIn(where=where) | core.CardsFrom(where=where) if where is not None:
                    yield from judged(values, where)
                case model.Group(where=where) if where is not None:
                    yield from (f for f in judged(Values(survey), where) if f.code != "R611")  # a meld that no cards can make
    for rule in survey.ruleset.rules.values():
        yield from judged(values, rule.test)


def judged(values: Values, test: core.Expr) -> Iterator[Finding]:
    """A finding for each part of a condition that always comes out alike, or for the whole where only that does."""
    found: list[Finding] = []
    match test:
        case core.Const():
            return  # `true` and `false` were written on purpose
        case core.Not(item):
            yield from judged(values, item)
            return
        case core.Logic(_, items):
            for item in items:
                found.extend(judged(values, item))
    if found:
        yield from found
        return
    never = values.excluded([(test, True)])
    always = not never and values.excluded([(test, False)])
    if not never and not always:
        return
    word = "never" if never else "always"
    if isinstance(test, core.Logic):
        why = "its parts exclude each other" if never else "one of its parts always holds"
    else:
        why = values.reason(test) or ""
    message = f"'{short(test)}' is {word} true" + (f": {why}" if why else "")
    hint = "nothing can make it true: correct it, or leave out what depends on it" if never else "leave it out, or correct what it compares"
    if why == "both sides are the same" and isinstance(test, core.Compare) and isinstance(test.left, core.Local):
        hint = f"'{test.left.name}' is the name given in this rule, on both sides: give it another name than that of the attribute"
    if why == "both sides are the same" and isinstance(test, core.Compare) and isinstance(test.left, core.Attribute):
        name = test.left.name
        hint = f"'{name}' is that of the card, on both sides: give what it is compared with another name, as in `for each value in {name}`"
    yield warning("R611" if never else "R612", test.span, message, hint)


def branching(values: Values, branches: tuple[tuple[core.Expr, tuple[core.Stmt, ...]], ...]) -> Iterator[Finding]:
    """The conditions of an `if`; one behind `else if` that those before it leave nothing."""
    before: list[tuple[core.Expr, bool]] = []
    for test, _ in branches:
        found = list(judged(values, test))
        yield from found
        if before and not found and not core.lots(test) and values.excluded([*before, (test, True)]):
            yield warning(
                "R613",
                test.span,
                f"this is never reached: whenever '{short(test)}', a condition before it holds already",
                "put the narrower condition first, or leave this one out",
                related=((before[-1][0].span, "looked at before"),),
            )
        before.append((test, False))


def actions(survey: Survey) -> Iterator[Finding]:
    """Actions that can never be taken, and conditions of actions that always come out alike."""
    values = Values(survey)
    for name, action in survey.ruleset.actions.items():
        found = [f for c in action.conditions for f in judged(values, c.test)]
        yield from found
        if found or not action.conditions:
            continue
        if values.excluded([(c.test, True) for c in action.conditions]):
            place = next(
                c for i, c in enumerate(action.conditions) if values.excluded([(d.test, True) for d in action.conditions[: i + 1]])
            )
            yield warning(
                "R614",
                place.test.span,
                f"the action '{name}' can never be taken: its conditions exclude each other",
                "all conditions of an action must hold at once; leave one out, or join them with `or`",
                related=tuple((c.test.span, "and this") for c in action.conditions if c is not place),
            )


def ranges(survey: Survey) -> Iterator[Finding]:
    """Ranges that hold no number, seats that nobody sits on, divisions by 0; with options at their extremes, too."""
    values = Values(survey)
    for part in survey.everything:
        match part:
            case core.Range(low, high) if surely_less(values, high, low):
                yield warning(
                    "R615", part.span, f"there is no number from '{low.span.text}' to '{high.span.text}'", "write the lower number first"
                )
            case core.CardsFrom(low, high) if surely_less(values, high, low):
                yield warning(
                    "R615", part.span, f"nobody can choose '{low.span.text}' to '{high.span.text}' cards", "write the lower number first"
                )
            case core.Call("seat", (number,)):
                most = survey.ruleset.players[1]
                least, highest = values.bounds(number)
                if least > most or highest < 1:
                    yield no_seat(part, least, most)
            case core.Arithmetic("/" | "%", _, right):
                low_, high_ = values.bounds(right)
                if low_ == high_ == 0:
                    yield warning("R617", right.span, "this divides by 0", "divide by something else")
                elif isinstance(right, core.Option) and low_ <= 0 <= high_ and allowed(survey, right.name, 0) and not kept(survey, part):
                    option = survey.ruleset.options[right.name]
                    yield warning(
                        "R617",
                        option.span,
                        f"with '{right.name}' at 0 the rules divide by 0",
                        f"give '{right.name}' `min: 1`",
                        related=((part.span, "divided here"),),
                    )


def kept(survey: Survey, division: core.Arithmetic) -> bool:
    """Whether something is asked first wherever a division stands that keeps its divisor from being 0."""
    zero = core.Compare("==", division.right, core.Const(0, "0", NUMBER, division.span), TRUTH, division.span)
    texts: list[tuple[list[Fact], object]] = [([], text) for _, text in survey.texts]
    texts += [([(rule.test, True)], rule.procedure.body) for rule in survey.ruleset.rules.values()]
    for action in survey.ruleset.actions.values():
        tests = [(c.test, True) for c in action.conditions]
        texts += [(tests, (action.procedure.body, action.say)), *((tests[:n], test) for n, (test, _) in enumerate(tests))]
    values = Values(survey)
    return any(values.excluded([*asked, *facts, (zero, True)]) for asked, text in texts for facts in asked_before(text, division))


def asked_before(item: object, part: object) -> Iterator[list[Fact]]:
    """What conditions ask on the way to a part of a text: those of branches and loops around it, and those joined before it."""
    if item is part:
        yield []
        return
    steps: list[tuple[object, list[Fact]]] = []
    match item:
        case tuple():
            steps = [(i, []) for i in item]
        case core.Logic(op, items):
            steps = [(i, [(before, op == "and") for before in items[:n]]) for n, i in enumerate(items)]
        case core.If(branches, otherwise):
            for n, (test, block) in enumerate((*branches, (None, otherwise))):
                before = [(t, False) for t, _ in branches[:n]]
                steps += [(test, before), (block, [*before, *([(test, True)] if test is not None else [])])]
        case core.Repeat(times, until, loop_while, body=body):
            steps = [((times, until, loop_while), []), (body, [(loop_while, True)] if loop_while is not None else [])]
        case None | str() | int() | Span() | Type():
            return
        case _:
            steps = [(getattr(item, f.name), []) for f in fields(item)]  # type: ignore[arg-type]
    for inside, asked in steps:
        for facts in asked_before(inside, part):
            yield [*asked, *facts]


def amounts(survey: Survey) -> Iterator[Finding]:
    """Numbers of cards, of times and of places that are below 0, or none at all."""
    values = Values(survey)
    for part in survey.everything:
        match part:
            case core.MoveFrom(amount=number) | core.Repeat(times=number) if number is not None:
                yield from counted(survey, values, number, 1)
            case core.CardsFrom(low, high):
                yield from counted(survey, values, low, 0)
                if high is not low:
                    yield from counted(survey, values, high, 0)
    for zone in survey.ruleset.zones.values():
        if isinstance(zone.places, core.Option):
            yield from counted(survey, values, zone.places, 1)


def counted(survey: Survey, values: Values, number: core.Expr, least: int) -> Iterator[Finding]:
    """A finding where an option can be set below 0 and something is counted by it, or where a fixed number is less than the least."""
    if isinstance(number, core.Option):
        option = survey.ruleset.options[number.name]
        lowest = min((c for c in option.choices if isinstance(c, int)), default=0) if option.choices else option.low or 0
        if lowest < 0:
            yield warning(
                "R618",
                option.span,
                f"'{number.name}' can be set to {lowest}, and is how many there are of something",
                f"let '{number.name}' begin at 0 or 1",
                related=((number.span, "counted here"),),
            )
    elif not (found := values.sum(number)).terms and found.number < least:
        yield warning(
            "R618", number.span, f"this is {found.number:.0f}, so that nothing is done", f"write {least} or more, or leave the line out"
        )


def allowed(survey: Survey, name: str, value: int) -> bool:
    """Whether an option can be set to a number; one without a range is not blamed for it."""
    option = survey.ruleset.options[name]
    return value in option.choices if option.choices else option.low is not None and option.low <= value <= (option.high or value)


def surely_less(values: Values, high: core.Expr, low: core.Expr) -> bool:
    """Whether the upper end of a range is below the lower one, whatever is played."""
    if high is low:
        return False
    return values.total(values.sum(high).plus(values.sum(low), -1))[1] < 0


def no_seat(part: core.Call, least: float, most: int) -> Finding:
    """That no player sits where `seat N` says; `least` is the smallest that N can be."""
    if least < 1:
        return error("R616", part.span, "seats count from 1", "write `seat 1` for the first seat")
    return error("R616", part.span, f"there is no seat {least:.0f}: at most {most} play", f"seats go from 1 to {most}; or raise `players`")


def short(expr: core.Expr) -> str:
    """The text of a condition, on one line."""
    text = " ".join(expr.span.text.split())
    return text if len(text) <= 60 else f"{text[:57]}..."
