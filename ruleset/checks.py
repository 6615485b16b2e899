"""The checks of a ruleset before play: a list of passes that yield findings."""

from collections.abc import Iterator

from .finding import Finding
from .model import Ruleset
from .names import Names


def check(ruleset: Ruleset, names: Names) -> Iterator[Finding]:
    """Everything that is wrong with a ruleset whose names and types are right."""
    yield from ()
