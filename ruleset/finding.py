"""Findings: what is wrong, where, in the designer's words, and what to do about it."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum

from .source import Span


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing wrong in a file. `code` is stable and never used again for anything else."""

    code: str
    span: Span
    message: str
    hint: str | None = None
    severity: Severity = Severity.ERROR
    related: tuple[tuple[Span, str], ...] = ()

    def __str__(self) -> str:
        hint = f"; {self.hint}" if self.hint else ""
        return f"{self.span}: {self.severity}[{self.code}] {self.message}{hint}"


def error(code: str, span: Span, message: str, hint: str | None = None, *, related: Iterable[tuple[Span, str]] = ()) -> Finding:
    """A finding that keeps the file from being played."""
    return Finding(code, span, message, hint, Severity.ERROR, tuple(related))


def warning(code: str, span: Span, message: str, hint: str | None = None, *, related: Iterable[tuple[Span, str]] = ()) -> Finding:
    """A finding that leaves the file playable."""
    return Finding(code, span, message, hint, Severity.WARNING, tuple(related))


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings by file and place, each once."""
    return tuple(sorted(set(findings), key=lambda f: (f.span.source.name, f.span.start, f.severity, f.code, f.message)))


def has_errors(findings: Iterable[Finding]) -> bool:
    """Whether anything among the findings keeps a file from being played."""
    return any(f.severity is Severity.ERROR for f in findings)


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """A hint that names the nearest known word, if any is near: `did you mean 'hand'?`."""
    known = sorted(set(known))
    lowered = {k.lower(): k for k in reversed(known)}
    near = get_close_matches(word.lower().replace("-", "_").replace(" ", "_"), lowered, n=1, cutoff=0.6)
    return f"did you mean '{lowered[near[0]]}'?" if near else None
