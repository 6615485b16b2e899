"""The errors that croupier raises.

CroupierError
├── RulesetError(ValueError)     a rules file that cannot be played; carries every finding
├── OptionError(ValueError)      an option or a number of players that the rules do not allow
├── NotThere(ValueError)         a zone, counter, seat or move that somebody asks for and that there is not
├── IllegalMove(ValueError)      a move that the choice does not hold; says which condition failed
├── PositionError(ValueError)    a position, save or record that no table can be set up from
└── RuleFault                    rules that ask for what cannot be, found out only at play; names the place
    └── StepLimit                a game that went on without a choice for too long
"""

from collections.abc import Iterable
from typing import Self

from .finding import Finding, in_order
from .source import Span


class CroupierError(Exception):
    """Whatever croupier raises on purpose; its text is meant for the person who plays or designs."""


class RulesetError(CroupierError, ValueError):
    """A rules file that cannot be played. `findings` holds everything that is wrong with it."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = in_order(findings)
        super().__init__("\n".join(str(f) for f in self.findings))

    def __reduce__(self) -> tuple[type[Self], tuple[tuple[Finding, ...]]]:
        return type(self), (self.findings,)


class OptionError(CroupierError, ValueError):
    """An option, or a number of players, that the rules do not allow."""


class NotThere(CroupierError, ValueError):
    """A zone, counter or memory, seat or move that somebody asks a table or view for, and that there is not."""


class IllegalMove(CroupierError, ValueError):
    """A move that the choice does not hold. Nothing has been changed."""


class PositionError(CroupierError, ValueError):
    """A position, save or record that no table can be set up from. `findings` holds what is wrong in the file, where a file is."""

    def __init__(self, message: str, findings: Iterable[Finding] = ()) -> None:
        self.findings = in_order(findings)
        super().__init__("\n".join(str(f) for f in self.findings) or message)


class RuleFault(CroupierError):
    """Rules that ask at play for what cannot be (a player who is none, a division by 0). `span` is the place in the file."""

    def __init__(self, message: str, span: Span | None = None) -> None:
        self.message, self.span = message, span
        super().__init__(f"{span}: {message}" if span else message)


class StepLimit(RuleFault):
    """A game that went on for too long without a choice."""
