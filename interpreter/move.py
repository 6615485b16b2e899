"""A move as a value, and how it is written."""

from dataclasses import dataclass, field
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Move:
    """An action or choice with what was picked for it, as notation: `str(move)` is `serve K5 K5 + M1`.

    `args` has a text for each pick. Two moves are equal where their texts are.

    >>> Move.parse("serve K5 K5 + M1")
    Move(name='serve', args=('K5 K5 + M1',))
    >>> str(Move("pass"))
    'pass'
    """

    name: str
    args: tuple[str, ...] = ()
    values: tuple[Any, ...] | None = field(default=None, compare=False, repr=False)
    """What was picked, as values at play, where a choice made the move itself; asked again before it is played."""

    def __str__(self) -> str:
        picked = ", ".join(self.args)
        return f"{self.name} {picked}" if picked else self.name

    @classmethod
    def parse(cls, text: str) -> Self:
        """The move that a text says, whether or not any choice holds it. The inverse of `str`."""
        name, _, rest = " ".join(text.split()).partition(" ")
        return cls(name, tuple(part.strip() for part in rest.split(",")) if rest else ())
