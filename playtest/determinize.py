"""A table as it might be for all that one seat knows: what the seat cannot see is dealt anew.

A look ahead on the true table would see the cards that come next, and the hands of others.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ..interpreter.game import Game
from ..interpreter.layout import LOG, RANDOM, STACK, decks_stay_apart
from ..interpreter.runtime import Card, Rng, draw
from ..interpreter.table import Table
from ..interpreter.view import sees

StandIn = Callable[[Card], Card]


@dataclass(frozen=True, slots=True)
class Unseen:
    """What a seat cannot see: the slots, and for each of them and each kind of card the pool that such a card is dealt from."""

    slots: tuple[int, ...]
    pools: tuple[tuple[int, ...], ...]
    remembered: frozenset[int]
    """The slots whose cards may be remembered by name somewhere; pairs of places look like cards, so zones of places are not."""


def determinize(table: Table, seat: int, rng: Rng) -> Table:
    """A copy in which all cards that a seat (from 1) cannot see are dealt anew among the places that it cannot see.

    Every zone keeps its size, and each of its cards the back it had. The copy has a random stream of its own, no log and no
    way back. Tables that differ only in what the seat cannot see become the same table with the same `rng`.
    """
    game, unseen = table.game, unseen_by(table.game, seat)
    ordered, packing = game.layout.ordered, game.layout.packing
    s = table.state[:]
    held: dict[int, list[int]] = {}
    pooled: dict[int, list[int]] = {}
    for slot, pools in zip(unseen.slots, unseen.pools, strict=True):
        kinds = s[slot] if ordered[slot] else packing.unpack(s[slot])
        held[slot] = [pools[kind] for kind in kinds]
        for kind in kinds:
            pooled.setdefault(pools[kind], []).append(kind)
    for pool in sorted(pooled):
        pooled[pool] = _shuffled(sorted(pooled[pool]), rng)
    dealt: dict[int, tuple[int, ...]] = {}
    for slot, backs in held.items():
        # where there is no order, only how many there are of each back tells anything
        dealt[slot] = tuple([pooled[pool].pop() for pool in (backs if ordered[slot] else sorted(backs))])
        s[slot] = dealt[slot] if ordered[slot] else packing.pack(dealt[slot])
    stand_in = _stand_ins({slot: dealt[slot] for slot in unseen.remembered}, rng)
    for i in range(game.layout.zone_slots.stop, game.layout.size):
        s[i] = _replaced(s[i], stand_in)
    s[STACK] = _frames(s[STACK], stand_in)
    s[LOG] = None
    s[RANDOM] = draw(rng.randrange(1 << 32))[1]
    return Table(game, s, None)


@lru_cache(maxsize=64)
def unseen_by(game: Game, seat: int) -> Unseen:
    """What a seat (from 1) cannot see: zones that are hidden, and those that only another player sees.

    Each back is a pool of its own, and so is each player's deck where cards never leave their player.
    """
    layout, backs = game.layout, card_backs(game)
    apart = decks_stay_apart(game.ruleset)
    slots = [slot for slot in layout.zone_slots if not sees(game, slot, seat - 1)]
    numbers: dict[tuple[str, int | None], int] = {}
    owners = [layout.owner[slot] if apart else None for slot in slots]
    pools = tuple(tuple(numbers.setdefault((back, owner), len(numbers)) for back in backs) for owner in owners)
    places = {slot for z in layout.zones.values() if z.places for slot in z.slots}
    return Unseen(tuple(slots), pools, frozenset(slots) - places)


def card_backs(game: Game) -> tuple[str, ...]:
    """For each kind of card its back: types that start in one zone look alike from behind."""
    back = {name: name for name in game.ruleset.card_types}
    for zone in game.ruleset.zones.values():
        for name in zone.starts[1:]:
            old, new = back[name], back[zone.starts[0]]
            back = {of: new if looks == old else looks for of, looks in back.items()}
    return tuple(back[card.type] for card in game.ruleset.cards)


def _shuffled(kinds: list[int], rng: Rng) -> list[int]:
    for i in range(len(kinds) - 1, 0, -1):
        j = rng.randrange(i + 1)
        kinds[i], kinds[j] = kinds[j], kinds[i]
    return kinds


def _stand_ins(dealt: dict[int, tuple[int, ...]], rng: Rng) -> StandIn:
    """What a remembered card of an unseen zone becomes: some card that lies there now, the same one each time."""
    found: dict[Card, Card] = {}

    def stand_in(card: Card) -> Card:
        kinds = dealt.get(card[1])
        if not kinds:
            return card
        if card not in found:
            found[card] = (kinds[rng.randrange(len(kinds))], card[1])
        return found[card]

    return stand_in


def _replaced(value: Any, stand_in: StandIn) -> Any:
    """A value of a counter, memory or local, the cards in it replaced."""
    match value:
        case (int(), int()):
            return stand_in(value)
        case tuple():
            return tuple([_replaced(item, stand_in) if isinstance(item, tuple) else item for item in value])
    return value


def _frames(frame: Any, stand_in: StandIn) -> Any:
    """The frames of running bodies, the cards in the locals that they set aside replaced."""
    if frame is None:
        return None
    pc, body, saved, active, below = frame
    kept = None if saved is None else tuple([_replaced(value, stand_in) for value in saved])
    return (pc, body, kept, active, _frames(below, stand_in))
