"""Whether a move can be made, and if not, why."""

from dataclasses import dataclass

from ..ruleset.source import Span
from .option import Option, Values


@dataclass(frozen=True, slots=True)
class Failure:
    """One reason why a move cannot be made. `values` are (what the rules say, what it is now)."""

    message: str
    span: Span | None = None
    values: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        given = ", ".join(f"{name} is {value}" for name, value in self.values)
        return f"{self.message} ({given})" if given else self.message


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a text is a legal move; then its option and picks; if not, why not."""

    text: str
    failures: tuple[Failure, ...] = ()
    option: Option | None = None
    values: Values = ()

    @property
    def is_legal(self) -> bool:
        return not self.failures

    def __str__(self) -> str:
        told = "; ".join(dict.fromkeys(map(str, self.failures))) or "legal"
        return f"{self.text}: {told}" if self.text else told
