"""A move as a value, and how it is written."""

from collections.abc import Callable
from typing import Any, NamedTuple, Self

from .layout import SEAT

NO_MOVE = "a move is a Move or its text, not {!r:.60}"


class Move:
    """An action or choice with what was picked for it, as notation: `str(move)` is `lay K5 K5 + M1`.

    `args` has a text for each pick. Two moves are equal where their texts are. A move that a choice made also carries what
    was picked as values at play, and writes its text only when it is asked for.

    >>> Move.parse("lay K5 K5 + M1")
    Move('lay', ('K5 K5 + M1',))
    >>> str(Move("pass"))
    'pass'
    """

    __slots__ = ("_args", "_write", "name", "values")

    name: str
    values: tuple[Any, ...] | None
    _write: Callable[[tuple[Any, ...]], tuple[str, ...]]

    def __init__(self, name: str, args: tuple[str, ...] = ()) -> None:
        if not isinstance(name, str) or isinstance(args, str):
            raise TypeError(f"a move is made of a name and a tuple of texts, not of {name!r:.60} and {args!r:.60}")
        self.name = name
        self.values = None
        self._args: tuple[str, ...] | None = tuple(args)

    @classmethod
    def made(cls, name: str, values: tuple[Any, ...], write: Callable[[tuple[Any, ...]], tuple[str, ...]]) -> Self:
        """A move out of values at play; `write` gives their texts."""
        move = cls.__new__(cls)
        move.name, move.values, move._args, move._write = name, values, None, write
        return move

    @property
    def args(self) -> tuple[str, ...]:
        if self._args is None:
            assert self.values is not None
            self._args = self._write(self.values)
        return self._args

    def __str__(self) -> str:
        picked = ", ".join(self.args)
        return f"{self.name} {picked}" if picked else self.name

    def __repr__(self) -> str:
        return f"Move({self.name!r}, {self.args!r})" if self.args else f"Move({self.name!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.name == other.name and self.args == other.args

    def __hash__(self) -> int:
        return hash((self.name, self.args))

    def __reduce__(self) -> tuple[type["Move"], tuple[str, tuple[str, ...]]]:
        return type(self), (self.name, self.args)

    @classmethod
    def parse(cls, text: str) -> Self:
        """The move that a text says, whether or not any choice holds it. The inverse of `str`."""
        if not isinstance(text, str):
            raise TypeError(f"the text of a move is expected, not {text!r:.60}")
        name, _, rest = " ".join(text.split()).partition(" ")
        return cls(name, tuple(part.strip() for part in rest.split(",")) if rest else ())


class Ply(NamedTuple):
    """One move made, with the state before it and the plies before that."""

    move: Move
    before: tuple[Any, ...]
    last: "Ply | None"

    def __repr__(self) -> str:
        """The move alone: the state holds what is hidden, and the plies before could be thousands."""
        return f"<Ply {self.move} of player {self.seat}>"

    @property
    def seat(self) -> int:
        """The seat that made the move, from 1."""
        return int(self.before[SEAT]) + 1
