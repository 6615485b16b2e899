"""Who plays in a simulation: a role, and chance as the plainest to fill it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ..interpreter.move import Move
from ..interpreter.runtime import Rng
from ..interpreter.table import Table
from ..ruleset.errors import OptionError
from ..ruleset.finding import did_you_mean
from .greedy import GreedyPlayer


class Player(Protocol):
    """Whoever makes moves. All chance comes from `rng`, so that a game can be played again."""

    def choose(self, table: Table, rng: Rng) -> Move: ...


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Plays by lot: each move of an action is as likely as any other; of some cards first how many, then which."""

    def choose(self, table: Table, rng: Rng) -> Move:
        return table.choice.deal(rng)


PLAYERS: Mapping[str, Callable[[], Player]] = {"random": RandomPlayer, "greedy": GreedyPlayer}


def player(name: str) -> Player:
    """The player of that name. Raises OptionError."""
    if name not in PLAYERS:
        hint = did_you_mean(name, PLAYERS) or f"there are: {', '.join(PLAYERS)}"
        raise OptionError(f"there is no player '{name}'; {hint}")
    return PLAYERS[name]()


def seated(players: Sequence[Player], seats: int) -> tuple[Player, ...]:
    """A player for each seat: one given alone takes them all. Raises OptionError where the numbers do not agree."""
    if len(players) == 1:
        return tuple(players) * seats
    if len(players) != seats:
        raise OptionError(f"{len(players)} players are named for {seats} seats; name {seats}, or 1 for all seats")
    return tuple(players)
