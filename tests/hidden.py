"""Tables that look the same to one seat: what that seat cannot see is dealt anew."""

import random
from typing import Any

from croupier.interpreter.layout import LOG, RANDOM
from croupier.interpreter.move import Ply
from croupier.interpreter.table import Table
from croupier.interpreter.view import sees


def swapped(table: Table, viewer: int, rng: random.Random) -> Table:
    """A copy of a table in which the cards that seat `viewer` (from 0) cannot see have changed places, kind for kind of its zone.

    Each zone keeps its size. Cards move within groups of zones that can hold the same cards, and the random stream is another.
    What other seats picked from such cards is changed in the log as well.
    """
    other = table.copy()
    game, layout, state = table.game, table.game.layout, other.state
    hidden = [slot for slot in layout.zone_slots if not sees(game, slot, viewer)]
    for group in groups(table, hidden):
        piles = {slot: [kind for kind, _ in game.code.functions["cards"](state, slot)] for slot in group}
        pool = [kind for pile in piles.values() for kind in pile]
        rng.shuffle(pool)
        for slot, pile in piles.items():
            taken, pool = pool[: len(pile)], pool[len(pile) :]
            state[slot] = tuple(taken) if layout.ordered[slot] else layout.packing.pack(taken)
    state[RANDOM] = rng.getrandbits(64)
    relogged = other_log(table, viewer, rng)
    state[LOG] = relogged[id(table.state[LOG])]
    other.last = None
    for ply in reversed(tuple(table.plies())):
        before = list(ply.before)
        before[LOG] = relogged[id(before[LOG])]
        other.last = Ply(ply.move, tuple(before), other.last)
    other._choice = None
    return other


def groups(table: Table, hidden: list[int]) -> list[list[int]]:
    """Hidden slots among which cards can change places: of one owner, holding the same types of cards."""
    layout, cards = table.game.layout, table.game.ruleset.cards
    found: dict[Any, list[int]] = {}
    for slot in hidden:
        types = {cards[kind].type for kind, _ in table.game.code.functions["cards"](table.state, slot)}
        of_owner = layout.owner[slot] if any(z.each and z.name == layout.zone_at[slot] for z in layout.zones.values()) else None
        found.setdefault((of_owner, frozenset(types)), []).append(slot)
    return list(found.values())


def other_log(table: Table, viewer: int, rng: random.Random) -> dict[int, Any]:
    """For each node of the log one of another log, with other cards where another seat picked or looked at hidden ones."""
    events, node = [], table.state[LOG]
    while node is not None:
        events.append(node)
        node = node[0]
    log: Any = None
    found = {id(None): log}
    for old in reversed(events):
        event = old[1]
        new = event
        if event[0] in ("chose", "did") and event[1] != viewer:
            new = (*event[:3], tuple(other_cards(table, value, viewer, rng) for value in event[3]))
        elif event[0] == "shown" and event[1] != viewer:
            new = (*event[:2], other_cards(table, event[2], viewer, rng, always=True))
        log = found[id(old)] = (log, new)
    return found


def other_cards(table: Table, value: Any, viewer: int, rng: random.Random, *, always: bool = False) -> Any:
    def is_card(item: Any) -> bool:
        return isinstance(item, tuple) and len(item) == 2 and all(isinstance(part, int) for part in item)

    def other(card: Any) -> Any:
        is_hidden = always or not sees(table.game, card[1], viewer)
        return (rng.randrange(len(table.game.ruleset.cards)), card[1]) if is_hidden else card

    if is_card(value):
        return other(value)
    if isinstance(value, tuple) and value and all(map(is_card, value)):
        return tuple(map(other, value))
    return value
