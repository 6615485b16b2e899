"""What a seat may see, as one frozen value: everything told to a player is made from it, never from the table.

A card is seen where its zone lies open to all, or is the seat's own and open to its owner. Any other zone is a number of
cards, without names and order, and neither the random stream nor the seed is anywhere in a view. Counters and memories
are what everybody at the table remembers, so they are told to all.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol, TypeVar

from ..ruleset import core
from ..ruleset.errors import RuleFault
from ..ruleset.types import Kind, Type
from .asking import named, seat_from, whose
from .compiled import Compiled
from .faults import FAULTS
from .generate import CHOSE, DID, SAID, SHOWN
from .layout import LOG, POINT, SEAT, STACK
from .lower import reads_anywhere
from .move import Ply
from .question import Question
from .result import Result

HEARD = "heard"
"""What stands in a log as one seat heard it for an event that tells it less than others: (HEARD, seat, point, text)."""

Shown = int | bool | str | None


@dataclass(frozen=True, slots=True)
class PileView:
    """Cards lying in one place: how many, and which where they are seen (top card first in an ordered zone, else sorted)."""

    size: int
    cards: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class ZoneView:
    """A zone of the table (`seat` None) or of a seat. `places` holds a pile for each place, and is empty for a zone without."""

    name: str
    seat: int | None
    faces: str
    ordered: bool
    rows: int
    size: int
    cards: tuple[str, ...] | None
    places: tuple[PileView, ...]


@dataclass(frozen=True, slots=True)
class StateView:
    """A counter or memory: a number or truth as it is, anything else as it is written, None for none."""

    name: str
    seat: int | None
    value: Shown


@dataclass(frozen=True, slots=True)
class TurnView:
    """Whose choice it is and where in the flow. Only the seat that chooses is told what can be done: `prompt` and `names`.

    Others are told no place inside of the effect of a card that they do not see, but the place that begins it.
    """

    seat: int
    at: str
    prompt: str | None
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ResultView:
    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...] | None
    how: str
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """Something that was told; `ply` is the move it belongs to (0 for what came before the first)."""

    ply: int
    text: str


T = TypeVar("T", ZoneView, StateView)


@dataclass(frozen=True, slots=True)
class View:
    """The table as `seat` sees it (None: as somebody who only looks on). `ply` is the number of moves made."""

    title: str
    seat: int | None
    players: tuple[str, ...]
    options: Mapping[str, int | bool | str]
    zones: tuple[ZoneView, ...]
    state: tuple[StateView, ...]
    turn: TurnView | None
    result: ResultView | None
    scores: tuple[int, ...] | None
    """The points of each seat so far, where the rules count them from what everybody sees."""
    told: tuple[Line, ...]
    ply: int
    own_ply: int
    """The last move that the seat itself has made, 0 where there is none."""

    def __repr__(self) -> str:
        whose = "a spectator" if self.seat is None else self.players[self.seat - 1]
        return f"<View of {self.title} for {whose}, after {self.ply} move{'s' * (self.ply != 1)}>"

    @property
    def log(self) -> tuple[str, ...]:
        """Everything that was told to this seat, in order."""
        return tuple(line.text for line in self.told)

    def since(self, ply: int | None = None) -> tuple[str, ...]:
        """What was told from a move on (counted from 1); by default from the last move that this seat made."""
        first = self.own_ply if ply is None else ply
        return tuple(line.text for line in self.told if line.ply >= first)

    def zone(self, name: str, seat: int | None = None) -> ZoneView:
        """A zone by name, of a seat where players have their own. Raises NotThere."""
        return _one("zone", name, self.zones, seat, len(self.players))

    def value(self, name: str, seat: int | None = None) -> Shown:
        """A counter or memory by name, of a seat where players have their own. Raises NotThere."""
        return _one("counter or memory", name, self.state, seat, len(self.players)).value

    def as_dict(self) -> dict[str, Any]:
        """The view as JSON values; `schemas/view.schema.json` describes them."""
        return {"croupier": 1, **_plain(asdict(self))}


class Seen(Protocol):
    """What a view is made of: a table, or anything that tells as much."""

    @property
    def game(self) -> Compiled: ...
    @property
    def state(self) -> Sequence[Any]: ...
    @property
    def last(self) -> Ply | None: ...
    @property
    def ply(self) -> int: ...
    @property
    def result(self) -> Result | None: ...
    @property
    def choice(self) -> Question: ...
    def plies(self) -> Iterator[Ply]: ...


def _one(what: str, name: str, items: Sequence[T], seat: int | None, seats: int) -> T:
    """The item of that name, of a seat where players have their own. Raises NotThere."""
    found = named(what, name, {item.name: item for item in items})
    number = whose(name, found.seat is not None, seat, seats) + 1
    return found if found.seat is None else next(item for item in items if item.name == name and item.seat == number)


def view_of(table: Seen, seat: int | None = None) -> View:
    """What a seat (from 1; None: a spectator) may see of a table. Raises NotThere for a seat that there is not."""
    game = table.game
    viewer = None if seat is None else seat_from(seat, game.seats)
    own = next((int(table.ply - i) for i, ply in enumerate(table.plies()) if ply.seat == seat), 0)
    return View(
        game.title, seat, tuple(f"player {i + 1}" for i in range(game.seats)), dict(game.options), tuple(_zones(game, table.state, viewer)),
        tuple(_memories(game, table.state)), _turn(table, seat), _result(table), _scores(game, table.state),
        tuple(_lines(game, table.state, table.last, table.ply, viewer)), table.ply, own,
    )  # fmt: skip


# --------------------------------------------------------------------------- zones and memories


def sees(game: Compiled, slot: int, viewer: int | None) -> bool:
    """Whether a seat (from 0; None: a spectator) sees the faces of the cards in a slot; of a card that lies nowhere it does not."""
    if slot < 0:
        return False
    faces = game.layout.zones[game.layout.zone_at[slot]].faces
    return faces == "all" or (faces == "owner" and viewer is not None and game.layout.owner[slot] == viewer)


def _zones(game: Compiled, state: Any, viewer: int | None) -> Iterator[ZoneView]:
    for zone in game.layout.zones.values():
        rows = game.ruleset.zones[zone.name].rows
        for seat in range(zone.seats):
            piles = tuple(_pile(game, state, slot, viewer) for slot in zone.of(seat))
            alone = piles[0] if not zone.places else PileView(sum(p.size for p in piles), None)
            owner = seat + 1 if zone.each else None
            yield ZoneView(zone.name, owner, zone.faces, zone.ordered, rows, alone.size, alone.cards, piles if zone.places else ())


def _pile(game: Compiled, state: Any, slot: int, viewer: int | None) -> PileView:
    cards = game.code.functions["cards"](state, slot)
    known = tuple(game.ruleset.cards[kind].code for kind, _ in cards) if sees(game, slot, viewer) else None
    return PileView(len(cards), known)


def _memories(game: Compiled, state: Any) -> Iterator[StateView]:
    for declared in game.ruleset.state.values():
        base = game.layout.state[declared.name]
        for seat in range(game.seats if declared.each else 1):
            yield StateView(declared.name, seat + 1 if declared.each else None, _value(game, state[base + seat], declared.type))


def _value(game: Compiled, value: Any, type: Type) -> Shown:
    if value is None or type.kind in (Kind.NUMBER, Kind.TRUTH):
        return value  # type: ignore[no-any-return]
    return game.notation.write(value, type)


def _turn(table: Seen, seat: int | None) -> TurnView | None:
    if table.result is not None:
        return None
    point = table.game.program.points[table.state[POINT]]
    chooser = int(table.state[SEAT]) + 1
    # what can be done depends on the chooser's hand, so nobody else is told
    if chooser != seat:
        secret = secret_effect(table.game, table.state, None if seat is None else seat - 1)
        return TurnView(chooser, point.label if secret is None else secret, None, ())
    return TurnView(chooser, point.label, table.choice.prompt, table.choice.names)


def secret_effect(game: Compiled, state: Sequence[Any], viewer: int | None) -> str | None:
    """The place that began the outermost running effect of a card that a seat (from 0) does not see; None where there is none.

    What is asked inside of an effect tells whose effect it is.
    """
    program, frame = game.program, state[STACK]
    bodies = tuple(program.bodies.items())
    aside: dict[int, tuple[Any, ...]] = {}
    found: str | None = None
    while frame is not None:
        back, number, saved, _, below = frame
        name, body = bodies[number]
        if body.kind == "effect":
            base = game.layout.bodies[name]
            held = aside[number] if number in aside else state[base : base + len(body.slots)]
            if held[1] is None or not sees(game, held[1][1], viewer):
                caller = bodies[below[1]][0]
                found = next(site.label for site in program.sites if site.pc + 1 == back and site.body == caller)
        if saved is not None:
            aside[number] = saved
        frame = below
    return found


def _result(table: Seen) -> ResultView | None:
    found = table.result
    return None if found is None else ResultView(found.winners, found.ranking, found.scores, found.how, str(found))


def _scores(game: Compiled, state: Any) -> tuple[int, ...] | None:
    """The score of each seat; None where there is none (yet), or where it is counted from cards that are not open to all."""
    score, zones = game.ruleset.score, game.ruleset.zones
    if score is None:
        return None
    read = {part.name for part in core.walk(score.points) if isinstance(part, core.Zone)}
    if any(zones[name].faces != "all" for name in (zones if reads_anywhere(score.points) else read)):
        return None
    points, start = score.points, game.ruleset.start
    try:
        return tuple([int(game.code.evaluate(points, start, state, {core.PLAYER_SLOT: seat})) for seat in range(game.seats)])
    except (RuleFault, *FAULTS):
        return None  # it divides by what is still 0, say; at the end of a game that is told


# --------------------------------------------------------------------------- what was told


def _lines(game: Compiled, state: Any, last: Ply | None, ply: int, viewer: int | None) -> Iterator[Line]:
    """The log, first to last, as one seat was told it."""
    found: list[Line] = []
    node = state[LOG]
    while node is not None:
        # the log as it was before a move ends where that move's own events begin
        while last is not None and last.before[LOG] is node:
            last, ply = last.last, ply - 1
        before, event = node
        found.append(Line(ply, tell(game, event, viewer, None if last is None else last.before)))
        node = before
    return reversed(found)


def tell(game: Compiled, event: tuple[Any, ...], viewer: int | None, before: Sequence[Any] | None = None) -> str:
    """An event of the log in words, as a seat (from 0; None: a spectator) is told it; `before` is the state before its move."""
    match event:
        case (kind, text, values) if kind == SAID:
            return _said(game, text, values)
        case (kind, seat, cards) if kind == SHOWN:
            seen = " ".join(map(game.notation.code, cards)) if seat == viewer and cards else _number(len(cards))
            return f"Player {seat + 1} looks at {seen}"
        case (kind, seat, point, values) if kind == CHOSE:
            stmt = game.program.points[point].stmt
            assert isinstance(stmt, core.Choose)
            is_secret = before is not None and seat != viewer and secret_effect(game, before, viewer) is not None
            return _did(game, seat, "" if is_secret else stmt.pick.name, (stmt.pick,), values, viewer)
        case (kind, seat, action, values) if kind == DID:
            return _did(game, seat, action, game.ruleset.actions[action].picks, values, viewer)
        case (kind, _, _, text) if kind == HEARD:
            return str(text)
    raise AssertionError(f"{event[0]} is no event of a log")


def _said(game: Compiled, text: core.Template, values: tuple[Any, ...]) -> str:
    """A sentence of the rules with its values; players are called `Player 1`."""
    given = iter(values)
    return "".join(part if isinstance(part, str) else _spoken(game, next(given), part.type) for part in text.parts)


def _spoken(game: Compiled, value: Any, type: Type) -> str:
    if type.kind is Kind.PLAYER:
        return "nobody" if value is None else f"Player {value + 1}"
    if type.kind is Kind.LIST:
        return ", ".join(_spoken(game, item, type.member) for item in value or ()) or ("no cards" if type.holds_cards else "nothing")
    if type.kind is Kind.CARD and value is not None:
        return str(game.ruleset.cards[value[0]].title)  # people say titles; codes are for typing
    if type.kind is Kind.SYMBOL:
        return game.notation.write(value, type).replace("_", " ")
    return game.notation.write(value, type)


def _did(game: Compiled, seat: int, name: str, picks: tuple[core.Pick, ...], values: tuple[Any, ...], viewer: int | None) -> str:
    told = [_picked(game, value, pick.domain.type, seat == viewer, viewer) for pick, value in zip(picks, values, strict=True)]
    return f"Player {seat + 1}: {' '.join([name, ', '.join(told)]).strip()}"


def _picked(game: Compiled, value: Any, type: Type, own: bool, viewer: int | None) -> str:
    """What somebody picked: in full for themselves, for others only as many cards where they do not see them."""
    if type.kind is Kind.PLAYER and value is not None:
        return f"player {value + 1}"
    if own or value is None:
        return game.notation.write(value, type) or "none"
    match type.kind:
        case Kind.MELD:
            return game.notation.write(value, type) if sees(game, value[2], viewer) else _number(value[0].size)
        case Kind.CARD:
            return game.notation.code(value) if sees(game, value[1], viewer) else "a card"
        case Kind.LIST if type.member.kind is Kind.CARD:
            seen = [game.notation.code(card) for card in value if sees(game, card[1], viewer)]
            hidden = len(value) - len(seen)
            return " and ".join([*([" ".join(seen)] if seen else []), *([_number(hidden)] if hidden else [])]) or "none"
    return game.notation.write(value, type)


def _number(cards: int) -> str:
    return "a card" if cards == 1 else f"{cards or 'no'} cards"


def _plain(value: Any) -> Any:
    """JSON values: lists for tuples."""
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, tuple | list) else value
