"""Where everything that changes in a game has its place: one flat list of slots, each holding an immutable value.

A zone that is ordered is a tuple of kinds, its top card last; one that is not is a packed count (see `packing`). A zone of
each player has a slot for each seat, a zone with places one for each place. Because no value in a slot ever changes, a copy
of the list is a copy of the game.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from ..ruleset import core, model
from .packing import Packing, packing_for

RANDOM, POINT, SEAT, STACK, ACTIVE, ACTOR, WINNER, PLIES, LOG, RESULT = range(10)
"""The fixed slots: random stream, choice waited for, its seat, frames, running procedures (bits), seat that acted last,
winner of the procedure that ended last, choices made, log, result."""

FIXED = ("random", "point", "seat", "stack", "active", "actor", "winner", "plies", "log", "result")


@dataclass(frozen=True, slots=True)
class ZoneSlots:
    """The slots of a zone: `base`, then one for each seat (times places)."""

    name: str
    base: int
    seats: int
    places: int
    ordered: bool
    each: bool
    faces: str

    @property
    def stride(self) -> int:
        """Slots for each seat."""
        return max(self.places, 1)

    @property
    def slots(self) -> range:
        return range(self.base, self.base + self.seats * self.stride)

    def of(self, seat: int) -> range:
        """The slots of one seat (0 for a zone of the table)."""
        start = self.base + (seat if self.each else 0) * self.stride
        return range(start, start + self.stride)


@dataclass(frozen=True)
class Layout:
    """The slots of a game for a number of players and values of its options."""

    players: int
    packing: Packing
    zones: Mapping[str, ZoneSlots]
    state: Mapping[str, int]
    bodies: Mapping[str, int]
    size: int
    owner: tuple[int | None, ...]
    """For each slot of a zone the seat whose it is, None on the table."""
    ordered: tuple[bool, ...]
    zone_at: tuple[str, ...]
    caps: tuple[int, ...]
    """For each kind the most cards of it that can lie in one zone."""
    start: tuple[object, ...]
    """The value of every slot before the game begins."""

    @property
    def first_zone(self) -> int:
        return len(FIXED)

    @property
    def zone_slots(self) -> range:
        return range(len(FIXED), len(FIXED) + sum(len(z.slots) for z in self.zones.values()))


def bodies_of(ruleset: model.Ruleset) -> dict[str, model.Procedure]:
    """Everything that has instructions, by a name that is one of a kind: `round`, `action lay`, `rule deal anew`, `effect of K5`."""
    found = dict(ruleset.procedures)
    found |= {f"action {a.name}": a.procedure for a in ruleset.actions.values()}
    found |= {f"rule {r.name}": r.procedure for r in ruleset.rules.values()}
    found |= {p.name: p for card in ruleset.cards for p in card.effects.values()}
    return found


def lay_out(ruleset: model.Ruleset, players: int, options: Mapping[str, int | bool | str]) -> Layout:
    """The layout of a ruleset for so many players."""
    at = len(FIXED)
    zones: dict[str, ZoneSlots] = {}
    owner: list[int | None] = [None] * at
    ordered, zone_at = [False] * at, [""] * at
    for zone in ruleset.zones.values():
        places = zone.places if isinstance(zone.places, int) else int(options[zone.places.name])  # type: ignore[union-attr]
        slots = ZoneSlots(zone.name, at, players if zone.each else 1, places, zone.ordered, zone.each, zone.faces)
        zones[zone.name] = slots
        for seat in range(slots.seats):
            owner += [seat if zone.each else None] * slots.stride
        ordered += [zone.ordered] * len(slots.slots)
        zone_at += [zone.name] * len(slots.slots)
        at += len(slots.slots)
    state: dict[str, int] = {}
    for declared in ruleset.state.values():
        state[declared.name] = at
        at += players if declared.each else 1
    bodies: dict[str, int] = {}
    for name, body in bodies_of(ruleset).items():
        bodies[name] = at
        at += len(body.slots)
    caps = tuple(sum(card.copies * z.seats for z in zones.values() if card.type in ruleset.zones[z.name].starts) for card in ruleset.cards)
    if decks_stay_apart(ruleset):
        caps = tuple(card.copies for card in ruleset.cards)
    packing = packing_for(caps)
    start: list[object] = [None] * at
    start[RANDOM], start[POINT], start[SEAT], start[ACTIVE], start[ACTOR], start[PLIES] = 0, -1, 0, 0, 0, 0
    for z in zones.values():
        kinds = tuple(card.index for card in ruleset.cards if card.type in ruleset.zones[z.name].starts for _ in range(card.copies))
        for slot in z.slots:
            start[slot] = () if z.ordered else 0
        if kinds:
            for slot in z.slots:
                start[slot] = kinds if z.ordered else packing.pack(kinds)
    return Layout(players, packing, zones, state, bodies, at, tuple(owner), tuple(ordered), tuple(zone_at), caps, tuple(start))


def decks_stay_apart(ruleset: model.Ruleset) -> bool:
    """Whether each player has a deck of their own whose cards never leave that player's zones.

    So it is where all cards start in zones of each player, and every move stays with one and the same player.
    """
    if not all(z.each for z in ruleset.zones.values() if z.starts):
        return False
    for body in bodies_of(ruleset).values():
        whose: dict[int, int | None] = {}
        for action in ruleset.actions.values():
            if action.procedure is body:
                whose |= {pick.slot: _holder(pick.domain) for pick in action.picks}
        for part in core.walk(body.body):
            match part:
                case core.Pick():
                    whose[part.slot] = _holder(part.domain)
                case core.MoveFrom() if _seat(part.source) is None or _seat(part.source) != _seat(part.target):
                    return False
                case core.MoveCards(core.Local(slot)) if whose.get(slot) is None or whose[slot] != _seat(part.target):
                    return False
                case core.MoveCards(cards) if not isinstance(cards, core.Local):
                    return False
    return True


def _seat(zone: core.Expr) -> int | None:
    """The slot of the local whose zone it is, None for anything else."""
    return zone.owner.slot if isinstance(zone, core.Zone) and isinstance(zone.owner, core.Local) else None


def _holder(domain: core.Domain) -> int | None:
    """The slot of the local whose cards are picked from."""
    match domain:
        case core.MeldsIn() | core.CoversOf():
            return _seat(domain.zone)
        case core.CardsFrom():
            return _seat(domain.source)
    return None
