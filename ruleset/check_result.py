"""Games that end without a result."""

from collections.abc import Iterator

from . import core
from .check_survey import Survey
from .finding import Finding, warning


def results(survey: Survey) -> Iterator[Finding]:
    """Games that nobody can win, and `winner` where nobody ever wins."""
    rules = survey.ruleset
    won = any(isinstance(part, core.End) and part.winner is not None for part in survey.everything)
    if not won and rules.score is None and rules.start in rules.procedures:
        span = rules.procedures[rules.start].span
        yield warning(
            "R670",
            span,
            "nobody ever wins this game: it has no `won by`, and no `score`",
            "write `end PROCEDURE won by PLAYER` where somebody wins, or add `score: {points: ...}`",
        )
    if not won:
        for part in survey.everything:
            if isinstance(part, core.Winner):
                yield warning(
                    "R671",
                    part.span,
                    "`winner` is always none here: no procedure is ever won",
                    "write `won by` where a procedure ends: `end game won by player`",
                )
                return
