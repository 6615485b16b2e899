"""Games as they are counted: a tally of each lot, added up in any order."""

from collections import Counter
from dataclasses import dataclass, field

from ..interpreter.choice import Choice
from ..interpreter.move import Move
from ..interpreter.result import Result
from ..interpreter.table import Table
from ..ruleset.errors import RuleFault, StepLimit
from .coverage import Ending, Place, Watch, place

Asked = tuple[int, tuple[str, ...]]
"""A choice as it is counted: its point in the program, and which of its actions had a move."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Why a game was stopped: `step budget` or `fault`, what is wrong, and where."""

    kind: str
    message: str
    at: Place | None


@dataclass(slots=True)
class Tally:
    """How many games ended how, and what was chosen in them. Whole numbers only, so that the order of adding is all the same."""

    seats: int
    games: int = 0
    won: Counter[int] = field(default_factory=Counter)
    shared: Counter[int] = field(default_factory=Counter)
    nobody: int = 0
    scores: dict[int, Counter[int]] = field(default_factory=dict)
    lengths: Counter[int] = field(default_factory=Counter)
    endings: Counter[tuple[str, Ending | None]] = field(default_factory=Counter)
    asked: dict[Asked, list[int]] = field(default_factory=dict)
    """For each choice how often it came, the sum of its moves, and the most moves it had."""
    moves: Counter[str] = field(default_factory=Counter)
    stopped: Counter[Stop] = field(default_factory=Counter)
    first: dict[Stop, tuple[int, int]] = field(default_factory=dict)
    bodies: Counter[str] = field(default_factory=Counter)
    melds: Counter[str] = field(default_factory=Counter)

    @property
    def ended(self) -> int:
        """How many games came to their end."""
        return self.games - self.stopped.total()

    def ask(self, choice: Choice) -> None:
        """Counts a choice before its move is made."""
        counts = choice.counts
        key = (choice.point.index, tuple([o.ask.name for o, count in zip(choice.options, counts, strict=True) if count]))
        total = sum(counts)
        found = self.asked.get(key)
        if found is None:
            found = self.asked[key] = [0, 0, 0]
        found[0] += 1
        found[1] += total
        if total > found[2]:
            found[2] = total

    def take(self, move: Move) -> None:
        self.moves[move.name] += 1

    def end(self, table: Table, result: Result, ending: Ending | None) -> None:
        """Counts a game that came to its end."""
        self.games += 1
        self.lengths[table.ply] += 1
        self.endings[result.how, ending] += 1
        (self.won if len(result.winners) == 1 else self.shared).update(result.winners)
        self.nobody += not result.winners
        for seat, score in enumerate(result.scores or (), 1):
            self.scores.setdefault(seat, Counter())[score] += 1

    def stop(self, fault: RuleFault, index: int, seed: int) -> None:
        """Counts a game that could not go on."""
        found = Stop("step budget" if isinstance(fault, StepLimit) else "fault", fault.message, place(fault.span))
        self.games += 1
        self.stopped[found] += 1
        self.first[found] = min(self.first.get(found, (index, seed)), (index, seed))

    def see(self, watch: Watch) -> None:
        """Takes over what was carried out."""
        self.bodies.update(watch.bodies)
        self.melds.update(watch.melds)
        watch.bodies.clear()
        watch.melds.clear()

    def plus(self, other: "Tally") -> "Tally":
        """The games of two tallies together, as a new one."""
        both = Tally(self.seats)
        for tally in (self, other):
            both._add(tally)
        return both

    def _add(self, other: "Tally") -> None:
        self.games += other.games
        self.nobody += other.nobody
        for name in ("won", "shared", "lengths", "endings", "moves", "stopped", "bodies", "melds"):
            getattr(self, name).update(getattr(other, name))
        for seat, scores in other.scores.items():
            self.scores.setdefault(seat, Counter()).update(scores)
        for key, (times, total, most) in other.asked.items():
            found = self.asked.get(key, (0, 0, 0))
            self.asked[key] = [found[0] + times, found[1] + total, max(found[2], most)]
        for stop, first in other.first.items():
            self.first[stop] = min(self.first.get(stop, first), first)
