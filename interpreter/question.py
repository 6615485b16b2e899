"""What is asked at a choice: of whom, where in the flow, and which options there are."""

from collections.abc import Sequence
from typing import Any

from ..ruleset import core
from .compiled import Compiled
from .layout import POINT, SEAT, STACK
from .move import Move
from .option import Option, Values
from .program import Point


class Question:
    """A choice that is waited for, at one state of a game, which it keeps."""

    __slots__ = ("game", "options", "point", "state")

    def __init__(self, game: Compiled, s: Sequence[Any]) -> None:
        self.game = game
        self.state = state = tuple(s)
        self.point: Point = game.program.points[state[POINT]]
        seat = state[SEAT]
        self.options = tuple([Option(ask, state, seat) for ask in game.asks[state[POINT]]])

    @property
    def seat(self) -> int:
        """The seat that chooses, from 1."""
        return int(self.state[SEAT]) + 1

    @property
    def label(self) -> str:
        """Where in the flow the choice stands, as positions name it."""
        return self.point.label

    @property
    def is_offer(self) -> bool:
        """Whether actions are offered, rather than one value asked for."""
        return isinstance(self.point.stmt, core.Offer)

    @property
    def names(self) -> tuple[str, ...]:
        """The actions that can be taken, or the name of what is chosen."""
        return tuple(o.name for o in self.options if o.exists())

    @property
    def prompt(self) -> str:
        """One line that says what is asked for, and by which action, card or procedure where it is not a turn that asks."""
        if not self.is_offer:
            return f"{self.asker}: {self.options[0].name}?"
        *most, last = self.names or ("nothing",)
        names = f"{', '.join(most)} or {last}?" if most else f"{last}?"
        return f"{self.asker}: {names}" if self.game.program.bodies[self.point.body].kind == "effect" else names

    @property
    def asker(self) -> str:
        """What asks: the action, procedure, rule or effect of a card that holds the choice."""
        return self.label.partition(":")[0].removeprefix("action ")

    @property
    def depth(self) -> int:
        """How many bodies have been begun and have not ended: those that a move begins are deeper than where it was made."""
        frame, deep = self.state[STACK], 0
        while frame is not None:
            frame, deep = frame[-1], deep + 1
        return deep

    def option(self, name: str) -> Option | None:
        """The option of that name."""
        for option in self.options:
            if option.ask.name == name:
                return option
        return None

    def move(self, option: Option, values: Values) -> Move:
        """The move that takes an option with these picks."""
        ask = option.ask
        return Move.made(ask.name, (ask, *values), option.write if ask.strewn else ask.write)
