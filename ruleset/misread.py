"""What the YAML reader said where it gave up, and what is told of it."""

from dataclasses import dataclass

from .finding import Finding, error
from .lines import Line, line_at
from .source import Source


@dataclass(frozen=True, slots=True)
class Mistake:
    """A finding, and the text that may be taken out so that what follows can be read too."""

    finding: Finding
    without: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """What the YAML reader said: its words, the place, and where the thing began that it was reading."""

    source: Source
    problem: str
    doing: str
    at: int
    begun: int

    @property
    def line(self) -> Line:
        return line_at(self.source, self.at)


def misread(report: Report, place: int, message: str, hint: str, end: int | None = None) -> Mistake:
    """A mistake at a place, up to `end` where that is given."""
    return Mistake(error("R109", report.source.span(place, end), message, hint))
