"""The checks of a ruleset before play: a list of passes, each of which yields findings."""

from collections.abc import Callable, Iterator

from . import (
    check_blocked,
    check_cards,
    check_early,
    check_flow,
    check_logic,
    check_melds,
    check_names,
    check_result,
    check_setup,
    check_standing,
    check_vast,
    model,
)
from .check_survey import Survey
from .finding import Finding
from .names import Names

Pass = Callable[[Survey], Iterator[Finding]]

PASSES: tuple[Pass, ...] = (
    check_names.unused,
    check_names.memories,
    check_names.unplayed,
    check_names.melds,
    check_names.locals_,
    check_logic.conditions,
    check_logic.actions,
    check_logic.ranges,
    check_logic.amounts,
    check_flow.circles,
    check_flow.loops,
    check_standing.standing,
    check_early.early,
    check_flow.unreachable,
    check_blocked.blocked,
    check_setup.starts,
    check_setup.deals,
    check_setup.places,
    check_melds.circles,
    check_melds.impossible,
    check_melds.overtaken,
    check_vast.vast,
    check_result.results,
    check_cards.texts,
    check_cards.idle,
)
"""Every pass, in the order of their codes."""


def check(ruleset: model.Ruleset, names: Names) -> Iterator[Finding]:
    """What is wrong, or most likely a mistake, in a ruleset whose names and types are right."""
    survey = Survey(ruleset, names)
    for find in PASSES:
        yield from find(survey)
