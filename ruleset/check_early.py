"""Standing rules that end something before the first card has been dealt."""

from collections.abc import Iterator

from . import core
from .check_survey import Survey, walk
from .check_values import Values
from .finding import Finding, warning
from .types import NUMBER, TRUTH, Kind

MOVING = (core.MoveFrom, core.MoveCards, core.Play, core.Do, core.Choose, core.Offer, core.Turns, core.End)
"""Instructions after which cards may lie elsewhere, or other procedures may run."""

Fact = tuple[core.Expr, bool]


def early(survey: Survey) -> Iterator[Finding]:
    """Rules such as `hand is empty: end game` that stand while nobody has a card yet."""
    values = Values(survey)
    running, given = begun(survey)
    for rule in survey.ruleset.rules.values():
        if rule.during is not None and rule.during not in running:
            continue
        if not any(isinstance(stmt, core.End) for stmt in rule.procedure.body):
            continue
        facts = [fact for part in walk(rule.test) for fact in at_first(survey, part, given)]
        if not facts or values.excluded([(rule.test, False)]):
            continue  # what always holds is told as that
        if not values.excluded([*facts, (rule.test, True)]) and values.excluded([*facts, (rule.test, False)]):
            name = rule.during or survey.ruleset.start
            yield warning(
                "R627",
                rule.test.span,
                f"this holds before the first card is dealt, so that '{rule.name}' ends the game at once",
                f"deal in '{name}', go on in a procedure that it plays, and write `during:` with the name of that one",
            )


def begun(survey: Survey) -> tuple[set[str], set[str]]:
    """The procedures that run before anything but the order of cards can have changed, and the memories that are given by then."""
    running, given = {survey.ruleset.start}, set[str]()
    todo = [*survey.ruleset.procedures[survey.ruleset.start].body] if survey.ruleset.start else []
    while todo:
        match todo.pop(0):
            case core.Play(name) if name in survey.ruleset.procedures and name not in running:
                running.add(name)
                todo = [*survey.ruleset.procedures[name].body]
            case core.Repeat(body=body):
                todo = [*body]
            case stmt if any(isinstance(part, MOVING) for part in walk(stmt)):
                break
            case stmt:
                given.update(part.target.name for part in walk(stmt) if isinstance(part, core.Assign))
    return running, given


def at_first(survey: Survey, part: object, given: set[str]) -> Iterator[Fact]:
    """What is so of a zone or a memory when a game begins."""
    match part:
        case core.Zone(name):
            yield core.Is("empty", part, None, TRUTH, part.span), not survey.ruleset.zones[name].starts
        case core.State(name) if name not in given:
            first = survey.ruleset.state[name].initial
            if part.type.optional and first is None:
                yield core.Is("none", part, None, TRUTH, part.span), True
            elif part.type.kind is Kind.TRUTH and (first is None or isinstance(first, core.Const)):
                yield part, isinstance(first, core.Const) and first.value is True
            elif part.type.kind is Kind.NUMBER:
                zero = first or core.Const(0, "0", NUMBER, part.span)
                yield core.Compare("==", part, zero, TRUTH, part.span), True
