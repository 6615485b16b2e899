"""What a simulation tells: figures with their bounds, in an order that does not depend on how they came about."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from ..interpreter.game import Game
from ..interpreter.options import Setting
from ..interpreter.program import Point
from ..ruleset.core import Offer
from .coverage import KINDS, Ending, Part, Place, parts
from .statistics import Rate, Spread, rate, spread
from .tally import Tally


@dataclass(frozen=True, slots=True)
class Seat:
    """How a seat (from 1) fared: games won alone, games won together with others, and its score where there is one."""

    seat: int
    player: str
    won: Rate
    shared: int
    score: Spread | None


@dataclass(frozen=True, slots=True)
class Asked:
    """A choice: where it stands in the flow, which of its actions had a move, how often a game, and among how many moves.

    `part` is what stands there: `procedure`, `action`, `standing rule` or `card effect`.
    """

    part: str
    label: str
    is_offer: bool
    offered: tuple[str, ...]
    a_game: float
    branching: float
    most: int


@dataclass(frozen=True, slots=True)
class Chosen:
    """How many choices there were in a game, and among how many moves on the average."""

    a_game: float
    branching: float


@dataclass(frozen=True, slots=True)
class Ended:
    """How games ended: `won` by the rules, by `score`, or `tied`; and the last `end` of the rules before that."""

    how: str
    ending: Ending | None
    games: int


@dataclass(frozen=True, slots=True)
class Stopped:
    """Games that could not go on: `step budget` or `fault`, what is wrong and where, and the first such game's seed."""

    kind: str
    message: str
    at: Place | None
    games: int
    first: int
    seed: int


@dataclass(frozen=True, slots=True)
class Report:
    """The figures of `games` games, of which `wanted` were asked for. Lengths are in plies; each ply is one choice."""

    game: str
    title: str
    content: str
    options: Mapping[str, Setting]
    seed: int
    wanted: int
    games: int
    ended: int
    seats: tuple[Seat, ...]
    nobody: Rate
    length: Spread | None
    choices: Chosen
    offers: Chosen
    """Choices among actions: what follows them, such as which cards a card strikes, left out."""
    asked: tuple[Asked, ...]
    moves: Mapping[str, float]
    endings: tuple[Ended, ...]
    stopped: tuple[Stopped, ...]
    parts: tuple[Part, ...] | None

    @property
    def is_partial(self) -> bool:
        """Whether it was broken off before all games were played."""
        return self.games < self.wanted

    @property
    def never(self) -> tuple[Part, ...]:
        """The parts of the rules that were never carried out; none where they were not counted."""
        return tuple(part for part in self.parts or () if not part.count)

    def as_dict(self) -> dict[str, Any]:
        """The report as JSON values."""
        told = {"croupier": 1, "partial": self.is_partial, **asdict(self)}
        for entry in [*told["endings"], *told["stopped"], *(told["parts"] or ())]:
            inner = entry.get("ending") if "ending" in entry else entry
            if inner is not None:
                inner["at"] = None if inner["at"] is None else dict(zip(("file", "line", "column"), inner["at"], strict=True))
        if told["parts"] is None:
            del told["parts"]
        return told

    def rows(self) -> Iterator[tuple[str, str, Any]]:
        """The report as (measure, of what, figure), a figure a row."""
        yield from (("games", "wanted", self.wanted), ("games", "played", self.games), ("games", "ended", self.ended))
        for seat in self.seats:
            of = f"seat {seat.seat}"
            yield from (("player", of, seat.player), ("games won", of, seat.won.count), ("games shared", of, seat.shared))
            yield from (("win rate", of, seat.won.share), ("win rate low", of, seat.won.low), ("win rate high", of, seat.won.high))
            yield from _spread_rows("score", of, seat.score)
        yield ("games won", "nobody", self.nobody.count)
        yield from _spread_rows("length", "game", self.length)
        for of, chosen in (("all", self.choices), ("offers", self.offers)):
            yield from (("choices", of, chosen.a_game), ("branching", of, chosen.branching))
        for asked in self.asked:
            of = f"{asked.label}: {' '.join(asked.offered)}"
            yield from (("choices", of, asked.a_game), ("branching", of, asked.branching), ("branching most", of, asked.most))
        yield from (("moves", name, count) for name, count in self.moves.items())
        for end in self.endings:
            yield ("games ended", f"{end.how}{f' by {end.ending.part}: {end.ending.text}' if end.ending else ''}", end.games)
        for stop in self.stopped:
            yield ("games stopped", f"{stop.kind}: {written(stop.at)}{stop.message}", stop.games)
        yield from (("carried out", f"{part.kind} {part.name}", part.count) for part in self.parts or ())


def _spread_rows(measure: str, of: str, found: Spread | None) -> Iterator[tuple[str, str, Any]]:
    if found is not None:
        yield from ((measure, f"{of}, {name}", getattr(found, name)) for name in ("mean", "low", "median", "high"))


def written(at: Place | None) -> str:
    """A place as it stands before a message: `ruleset.yaml:14: `."""
    return "" if at is None else f"{at[0]}:{at[1]}: "


def _asked(game: Game, point: Point, names: tuple[str, ...], a_game: float, branching: float, most: int) -> Asked:
    part = KINDS[game.program.bodies[point.body].kind]
    return Asked(part, point.label, isinstance(point.stmt, Offer), names, a_game, branching, most)


def chosen(asked: Iterable[Asked]) -> Chosen:
    """Choices taken together."""
    some = tuple(asked)
    a_game = sum(a.a_game for a in some)
    return Chosen(a_game, sum(a.a_game * a.branching for a in some) / a_game if a_game else 0.0)


def report(game: Game, tally: Tally, seed: int, wanted: int, players: tuple[str, ...], counted: bool) -> Report:
    """The report of a tally."""
    ended, games = tally.ended, max(tally.games, 1)
    points = game.program.points
    seats = tuple(
        Seat(seat, players[seat - 1], rate(tally.won[seat], ended), tally.shared[seat], spread(tally.scores.get(seat, Counter())))
        for seat in range(1, tally.seats + 1)
    )
    asked = tuple(
        _asked(game, points[at], names, times / games, total / times, most)
        for (at, names), (times, total, most) in sorted(tally.asked.items())
    )
    ends = sorted(tally.endings.items(), key=lambda item: (-item[1], str(item[0])))
    stops = sorted(tally.stopped.items(), key=lambda item: (-item[1], tally.first[item[0]]))
    return Report(
        game=game.ruleset.name,
        title=game.title,
        content=game.ruleset.content,
        options=dict(game.options),
        seed=seed,
        wanted=wanted,
        games=tally.games,
        ended=ended,
        seats=seats,
        nobody=rate(tally.nobody, ended),
        length=spread(tally.lengths),
        choices=chosen(asked),
        offers=chosen([a for a in asked if a.is_offer]),
        asked=asked,
        moves={name: tally.moves[name] / games for name in sorted(tally.moves)},
        endings=tuple(Ended(how, ending, count) for (how, ending), count in ends),
        stopped=tuple(Stopped(stop.kind, stop.message, stop.at, count, *tally.first[stop]) for stop, count in stops),
        parts=tuple(parts(game, tally.bodies, tally.melds)) if counted else None,
    )
