"""Tables set up by hand: cards laid into zones, everything else put away, so that the cards of the game stay the same."""

from collections import Counter
from collections.abc import Mapping

from croupier.interpreter.table import Table, counted


def seat_of(place: str, first: int, seats: int) -> tuple[str, int | None]:
    """The zone and seat (from 1) of `hand 2`; seats are counted from `first`, who is 1."""
    zone, _, seat = place.partition(" ")
    return zone, (int(seat) + first - 2) % seats + 1 if seat else None


def arrange(table: Table, zones: Mapping[str, str], away: str | None, first: int = 1) -> None:
    """Lays cards by code, the top one first, into zones written `hand 2` or `pile`; all other cards go to the zone `away`.

    Where that is a zone of each player (and no seat is named), each player's other cards go to the own one. Without `away`
    the other cards are taken out of the game.
    """
    game, state = table.game, table.state
    layout, codes = game.layout, {card.code: card.index for card in game.ruleset.cards}
    zone, away_seat = seat_of(away, first, game.seats) if away is not None else ("", None)
    apart = away is not None and layout.zones[zone].each and away_seat is None
    left = [own(table, seat) for seat in range(game.seats)] if apart else [counted(layout, layout.start)]
    for slot in layout.zone_slots:
        state[slot] = () if layout.ordered[slot] else 0
    for place, text in zones.items():
        name, seat = seat_of(place, first, game.seats)
        slot = layout.zones[name].of((seat or 1) - 1)[0]
        kinds = [codes[code] for code in text.split()]
        left[(seat or 1) - 1 if apart else 0].subtract(kinds)
        state[slot] = tuple(reversed(kinds)) if layout.ordered[slot] else layout.packing.pack(sorted(kinds))
    for i, cards in enumerate(left):
        assert all(n >= 0 for n in cards.values()), "more cards were laid than there are"
        if away is None:
            continue
        slot = layout.zones[zone].of(i if apart else (away_seat or 1) - 1)[0]
        there = layout.packing.unpack(state[slot]) if not layout.ordered[slot] else state[slot]
        kinds = sorted([*there, *cards.elements()])
        state[slot] = tuple(kinds) if layout.ordered[slot] else layout.packing.pack(kinds)
    if away is None:
        table.check = False
    else:
        table.conserve()
    table.go_on()


def own(table: Table, seat: int) -> Counter[int]:
    """The cards that start in a player's own zones."""
    layout = table.game.layout
    found: Counter[int] = Counter()
    for zone in layout.zones.values():
        for slot in zone.of(seat) if zone.each else ():
            found.update(layout.start[slot] if layout.ordered[slot] else layout.packing.unpack(layout.start[slot]))
    return found
