"""Tables set up by hand: cards laid into zones, everything else put away, so that the cards of the game stay the same."""

from collections import Counter
from collections.abc import Mapping

from croupier.interpreter.table import Table, counted


def arrange(table: Table, zones: Mapping[str, str], away: str) -> None:
    """Lays cards by code, the top one first, into zones written `hand 2` or `pile`; all other cards go to the zone `away`.

    Where decks stay apart, a player's other cards go to the own zone.
    """
    game, state = table.game, table.state
    layout, codes = game.layout, {card.code: card.index for card in game.ruleset.cards}
    each = layout.zones[away].each
    whole = [counted_of(table, seat) for seat in range(game.seats)] if each else [counted(layout, layout.start)]
    for slot in layout.zone_slots:
        state[slot] = () if layout.ordered[slot] else 0
    for place, text in zones.items():
        name, _, seat = place.partition(" ")
        slot = layout.zones[name].of(int(seat or 1) - 1)[0]
        kinds = [codes[code] for code in text.split()]
        whole[int(seat or 1) - 1 if each else 0].subtract(kinds)
        state[slot] = tuple(reversed(kinds)) if layout.ordered[slot] else layout.packing.pack(sorted(kinds))
    for seat, left in enumerate(whole):
        assert all(n >= 0 for n in left.values()), "more cards were laid than there are"
        slot = layout.zones[away].of(seat)[0]
        kinds = sorted(left.elements())
        state[slot] = tuple(kinds) if layout.ordered[slot] else layout.packing.pack(kinds)
    table._choice = None
    table.conserve()


def counted_of(table: Table, seat: int) -> Counter[int]:
    """The cards that start in a player's own zones."""
    layout = table.game.layout
    found: Counter[int] = Counter()
    for zone in layout.zones.values():
        for slot in zone.of(seat) if zone.each else ():
            found.update(layout.start[slot] if layout.ordered[slot] else layout.packing.unpack(layout.start[slot]))
    return found
