"""The values that running bodies hold, and which of them a seat knows.

A seat knows a card that it sees, that it has picked itself, that came out of zones that it sees, or that it was told. A value
that is counted from cards which it does not know it does not know either.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..interpreter.compiled import Compiled
from ..interpreter.faults import FAULTS
from ..interpreter.generate import CHOSE
from ..interpreter.layout import LOG, POINT, STACK
from ..interpreter.program import Call
from ..interpreter.runtime import Card
from ..interpreter.view import HEARD, sees
from ..ruleset import core
from ..ruleset.errors import RuleFault
from ..ruleset.types import Kind, Type
from .origins import EVERYBODY, How, Look, Origin, asked_for, has_cards, kept_at, moved_at, origins, told_at


@dataclass(slots=True)
class Running:
    """A running body: where it goes on, all its locals, and what in it may tell of cards."""

    body: str
    base: int
    pc: int
    values: tuple[Any, ...]
    is_innermost: bool
    """Whether the body runs nowhere further in."""
    asked_for: tuple[Origin, ...]
    moved: frozenset[int]
    """The locals whose cards may have been moved since they were bound."""
    effect_of: int | None
    """The local of the body below whose card's effect this is."""
    new: dict[int, Any] = field(default_factory=dict)
    """The values that are others than they were."""

    def counts(self, origin: Origin) -> bool:
        """Whether a local is what it was counted as, not a pick or a card that has been moved since."""
        return origin.how is How.LET and origin.slot not in self.moved

    def __getitem__(self, slot: int) -> Any:
        return self.new[slot] if slot in self.new else self.values[slot]


def running(game: Compiled, state: Sequence[Any]) -> list[Running]:
    """The running bodies of a state, outermost first."""
    layout, program = game.layout, game.program
    names, aside, seen = tuple(program.bodies), dict[int, tuple[Any, ...]](), set[int]()
    found: list[Running] = []
    frame, pc = state[STACK], program.points[state[POINT]].pc
    while frame is not None:
        back, number, saved, _, below = frame
        body = names[number]
        base = layout.bodies[body]
        values = aside[number] if number in aside else tuple(state[base : base + len(program.bodies[body].slots)])
        call = program.code[back - 1] if back > 0 else None
        effect_of = None
        if program.bodies[body].kind == "effect" and isinstance(call, Call) and call.effect and isinstance(call.effect.card, core.Local):
            effect_of = call.effect.card.slot
        found.append(Running(body, base, pc, values, number not in seen, asked_for(game, body, pc), moved_at(game, body, pc), effect_of))
        seen.add(number)
        if saved is not None:
            aside[number] = saved
        pc, frame = back, below
    found.reverse()
    return found


def put_back(game: Compiled, state: list[Any], bodies: Sequence[Running]) -> None:
    """Lays the values of running bodies into a state, those that are still read. All others hold nothing."""
    layout, frames, frame = game.layout, [], state[STACK]
    first = min(layout.bodies.values(), default=layout.size)
    state[first:] = [None] * (layout.size - first)
    while frame is not None:
        frames.append(frame)
        frame = frame[4]
    stack: Any = None
    for (back, number, saved, active, _), one in zip(reversed(frames), bodies, strict=True):
        size = len(one.values)
        if saved is not None:
            saved = tuple(state[one.base : one.base + size])
        stack = (back, number, saved, active, stack)
        kept = [None] * size
        for slot in kept_at(game, one.body, one.pc):
            kept[slot] = one[slot]
        state[one.base : one.base + size] = kept
    state[STACK] = stack


def cards_of(value: Any, type: Type) -> Sequence[Card]:
    """The cards that a value of a type names."""
    if value is None or not has_cards(type):
        return ()
    if type.kind is Kind.CARD:
        return (value,)
    return [(kind, value[2]) for kind in value[0].kinds] if type.kind is Kind.MELD else value


@dataclass(slots=True)
class Knowing:
    """What a seat (from 0) knows of the values that running bodies hold in a state."""

    game: Compiled
    state: Sequence[Any]
    seat: int
    bodies: Sequence[Running]
    _found: dict[tuple[int, int], bool] = field(default_factory=dict)

    def unknown(self) -> Iterator[tuple[int, Origin]]:
        """What the seat does not know: the running body, and the local. Outer bodies first, in the order of the rules."""
        for i, one in enumerate(self.bodies):
            for origin in one.asked_for:
                if not self.knows(i, origin.slot):
                    yield i, origin

    def pinned(self) -> Iterator[Sequence[Card]]:
        """For each value with cards that the seat knows the cards of it that it does not see; innermost bodies first: they know best."""
        for i, one in reversed(tuple(enumerate(self.bodies))):
            for origin in one.asked_for:
                if origin.holds_cards and self.knows(i, origin.slot):
                    yield [card for card in cards_of(one.values[origin.slot], origin.type) if not sees(self.game, card[1], self.seat)]

    def knows(self, i: int, slot: int) -> bool:
        """Whether the seat knows the value of a local of a running body."""
        found = self._found.get((i, slot))
        if found is None:
            origin = origins(self.game, self.bodies[i].body).get(slot)
            found = self._found[i, slot] = origin is None or self._knows(i, origin)
        return found

    def _knows(self, i: int, origin: Origin) -> bool:
        one = self.bodies[i]
        cards = cards_of(one.values[origin.slot], origin.type)
        if origin.holds_cards and not one.counts(origin) and all([sees(self.game, card[1], self.seat) for card in cards]):
            return True
        if self._was_told(one, origin.slot):
            return True
        # the choices in an effect tell whose effect it is
        if origin.how is How.EFFECT or (i + 1 < len(self.bodies) and self.bodies[i + 1].effect_of == origin.slot):
            return True
        if origin.how is How.PICK and self._picked(one, origin.slot):
            return True
        return not any([self._is_hidden(one, look) for look in origin.looks]) and all([self.knows(i, slot) for slot in origin.reads])

    def _was_told(self, one: Running, slot: int) -> bool:
        told = told_at(self.game, one.body, one.pc)
        return any(of == slot and (to == EVERYBODY or one.values[to] == self.seat) for of, to in told)

    def _picked(self, one: Running, slot: int) -> bool:
        """Whether the seat itself has picked the value."""
        if one.body.startswith("action "):
            picks = self.game.ruleset.actions[one.body.removeprefix("action ")].picks
            if any(pick.slot == slot for pick in picks):
                return bool(one.values[core.PLAYER_SLOT] == self.seat)
        node = self.state[LOG] if one.is_innermost else None
        while node is not None:
            node, event = node
            if event[0] in (CHOSE, HEARD) and event[2] is not None:
                point = self.game.program.points[event[2]]
                if point.body == one.body and isinstance(point.stmt, core.Choose) and point.stmt.pick.slot == slot:
                    return bool(event[1] == self.seat)
        return False

    def _is_hidden(self, one: Running, look: Look) -> bool:
        """Whether a zone that was looked into is one that the seat does not see; of a zone that is not known it does not."""
        zones = self.game.layout.zones
        match look:
            case core.Zone(name, owner) if zones[name].faces == "owner" and owner is not None:
                if any(isinstance(part, core.State | core.Winner | core.Random) for part in core.walk(owner)):
                    return True
                try:
                    return bool(self.value_of(one, owner) != self.seat)
                except (RuleFault, *FAULTS):
                    return True
            case core.Zone(name):
                return zones[name].faces != "all"
            case core.Local(slot):
                value = one.values[slot]
                slots = (value,) if isinstance(value, int) else value or ()
                return value is None or not all([sees(self.game, at, self.seat) for at in slots])
        return any(zone.faces != "all" for zone in zones.values())

    def value_of(self, one: Running, e: core.Expr, state: Sequence[Any] | None = None) -> Any:
        """The value of an expression of a running body, now or in another state."""
        slots = range(len(one.values))
        read = {part.slot: one[part.slot] for part in core.walk(e) if isinstance(part, core.Local | core.Blocked) and part.slot in slots}
        return self.game.code.evaluate(e, one.body, self.state if state is None else state, read)
