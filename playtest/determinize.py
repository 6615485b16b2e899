"""A table as it might be for all that one seat knows: what the seat cannot see is dealt anew.

A look ahead on the true table would see the cards that come next, and the hands of others.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from ..interpreter.compiled import Compiled
from ..interpreter.faults import FAULTS
from ..interpreter.heard import heard
from ..interpreter.layout import LOG, RANDOM, decks_stay_apart
from ..interpreter.melds import both
from ..interpreter.runtime import Card, Rng, draw
from ..interpreter.table import Table
from ..interpreter.view import sees
from ..ruleset.errors import RuleFault
from ..ruleset.types import Kind, Type
from .origins import Origin, has_cards
from .running import Knowing, Running, cards_of, put_back, running


@dataclass(frozen=True, slots=True)
class Unseen:
    """What a seat cannot see: the slots, and for each of them and each kind of card the pool that such a card is dealt from."""

    slots: tuple[int, ...]
    pools: tuple[tuple[int, ...], ...]


def determinize(table: Table, seat: int, rng: Rng) -> Table:
    """A copy in which all cards that a seat (from 1) cannot see are dealt anew among the places that it cannot see.

    Every zone keeps its size, and each of its cards the back it had. Cards that everybody remembers, or that the seat knows
    from what is going on, stay where they are said to lie; what the seat does not know of what is going on is made anew as well.
    The copy has a random stream of its own, a log of what the seat was told, and no way back. Tables that differ only in what the
    seat cannot see become the same table with the same `rng`.
    """
    game = table.game
    s = table.state[:]
    knowing = Knowing(game, table.state, seat - 1, running(game, table.state))
    unknown = list(knowing.unknown())
    deal = Deal(game, unseen_by(game, seat), s, rng)
    for cards in _remembered(game, s, seat - 1):
        deal.pin(cards)
    for cards in knowing.pinned():
        deal.pin(cards)
    for i, origin in unknown:
        one = knowing.bodies[i]
        if origin.type.kind is Kind.MELD and not one.counts(origin):
            one.new[origin.slot] = deal.meld(one[origin.slot], origin.kinds)
    deal.out()
    s[LOG] = heard(table, seat - 1)
    s[RANDOM] = draw(rng.randrange(1 << 32))[1]
    for i, origin in unknown:
        _make_anew(knowing, knowing.bodies[i], origin, s, deal)
    put_back(game, s, knowing.bodies)
    return Table(game, s, None)


def _remembered(game: Compiled, state: Sequence[Any], viewer: int) -> Iterator[Sequence[Card]]:
    """For each memory with cards those of them that a seat does not see: what is remembered everybody knows."""
    for declared in game.ruleset.state.values():
        if has_cards(declared.type):
            base = game.layout.state[declared.name]
            for value in state[base : base + (game.seats if declared.each else 1)]:
                yield [card for card in cards_of(value, declared.type) if not sees(game, card[1], viewer)]


EMPTY: dict[Kind, Any] = {Kind.NUMBER: 0, Kind.TRUTH: False, Kind.TEXT: "", Kind.LIST: (), Kind.BAG: ()}
"""What a value is that cannot be counted, by kind; of any other kind it is none."""


def _make_anew(knowing: Knowing, one: Running, origin: Origin, world: list[Any], deal: "Deal") -> None:
    """Gives a local that the seat does not know a value that it can have in a world."""
    slot, value = origin.slot, one.values[origin.slot]
    if not one.counts(origin):
        if origin.type.kind is not Kind.MELD:
            one.new[slot] = deal.stand_in(value, origin.type)
        return
    assert origin.value is not None
    if value is None and any(read < len(one.values) and one[read] is None for read in origin.reads):
        return  # it was left out together with a choice that had nothing to choose from
    try:
        one.new[slot] = knowing.value_of(one, origin.value, world)
    except (RuleFault, *FAULTS):
        one.new[slot] = EMPTY.get(origin.type.kind)


@dataclass(slots=True)
class Deal:
    """The cards that a seat does not see, taken up from a state and dealt into it again."""

    game: Compiled
    unseen: Unseen
    state: list[Any]
    rng: Rng
    pools: dict[int, tuple[int, ...]] = field(init=False)
    held: dict[int, list[int]] = field(init=False)
    """For each slot the pool of each of its cards; where there is no order, only how many there are of each back tells anything."""
    left: dict[int, list[int]] = field(init=False)
    """What is still to be dealt, by pool."""
    pinned: dict[int, Counter[int]] = field(default_factory=dict)
    dealt: dict[int, list[int]] = field(default_factory=dict)
    """For each slot its cards as they come to be remembered, one after another."""

    def __post_init__(self) -> None:
        layout = self.game.layout
        self.pools = dict(zip(self.unseen.slots, self.unseen.pools, strict=True))
        self.held, self.left = {}, {}
        for slot, pools in self.pools.items():
            kinds = self.state[slot] if layout.ordered[slot] else layout.packing.unpack(self.state[slot])
            backs = [pools[kind] for kind in kinds]
            self.held[slot] = backs if layout.ordered[slot] else sorted(backs)
            for kind in kinds:
                self.left.setdefault(pools[kind], []).append(kind)
        for pool in self.left.values():
            pool.sort()

    def pin(self, cards: Iterable[Card]) -> None:
        """Keeps cards for the zones in which they are said to lie, as far as they can lie there."""
        for (kind, slot), count in Counter(cards).items():
            pinned, pool = self.pinned.setdefault(slot, Counter()), self.pools[slot][kind]
            room = self.held[slot].count(pool) - sum(n for other, n in pinned.items() if self.pools[slot][other] == pool)
            for _ in range(min(count - pinned[kind], room, self.left.get(pool, []).count(kind))):
                self.left[pool].remove(kind)
                pinned[kind] += 1

    def meld(self, value: Any, kinds: tuple[str, ...]) -> Any:
        """A meld of as many cards in the place of one that the seat does not know; its cards are kept for where that lies."""
        book, (meld, seat, slot) = self.game.book(), value
        if slot not in self.pools:
            return value
        there = Counter(kind for pool in sorted(set(self.pools[slot])) for kind in self.left.get(pool, ()))
        mask = tuple([book.table(i).of_size(meld.size) if of else 0 for i, of in enumerate(book.of(kinds))])
        found = book.set(self.game.layout.packing.pack(there.elements()), both(mask, book.of(kinds)))
        if not found.count():
            return None
        meld = found.nth(self.rng.randrange(found.count()))
        self.pin([(kind, slot) for kind in meld.kinds])
        return meld, seat, slot

    def out(self) -> None:
        """Deals the cards."""
        layout = self.game.layout
        for pool in sorted(self.left):
            _shuffle(self.left[pool], self.rng)
        for slot, backs in self.held.items():
            kept: dict[int, int] = {}
            for kind in self.pinned[slot].elements() if slot in self.pinned else ():
                # where in a pile it lies is not known
                free = [at for at, pool in enumerate(backs) if pool == self.pools[slot][kind] and at not in kept]
                kept[free[self.rng.randrange(len(free))]] = kind
            dealt = tuple([kept[at] if at in kept else self.left[pool].pop() for at, pool in enumerate(backs)])
            self.state[slot] = dealt if layout.ordered[slot] else layout.packing.pack(dealt)

    def stand_in(self, value: Any, type: Type) -> Any:
        """A card, or cards, in the place of those that the seat does not know: others that lie there now."""
        if value is None:
            return None
        found = tuple([self._card(card) for card in cards_of(value, type)])
        return found[0] if type.kind is Kind.CARD else found

    def _card(self, card: Card) -> Card:
        kind, slot = card
        if slot not in self.pools:
            return card
        if slot not in self.dealt:
            layout = self.game.layout
            kinds = self.state[slot] if layout.ordered[slot] else layout.packing.unpack(self.state[slot])
            self.dealt[slot] = _shuffle(list(kinds), self.rng)
        pools, lying = self.pools[slot], self.dealt[slot]
        alike = next((other for other in lying if pools[other] == pools[kind]), None)
        if alike is not None:
            lying.remove(alike)  # the next one is another card
            return alike, slot
        backs = [other for other, pool in enumerate(pools) if pool == pools[kind]]
        return backs[self.rng.randrange(len(backs))], slot  # it does not lie there any more


@lru_cache(maxsize=64)
def unseen_by(game: Compiled, seat: int) -> Unseen:
    """What a seat (from 1) cannot see: zones that are hidden, and those that only another player sees.

    Each back is a pool of its own, and so is each player's deck where cards never leave their player.
    """
    layout, backs = game.layout, card_backs(game)
    apart = decks_stay_apart(game.ruleset)
    slots = [slot for slot in layout.zone_slots if not sees(game, slot, seat - 1)]
    numbers: dict[tuple[str, int | None], int] = {}
    owners = [layout.owner[slot] if apart else None for slot in slots]
    pools = tuple(tuple(numbers.setdefault((back, owner), len(numbers)) for back in backs) for owner in owners)
    return Unseen(tuple(slots), pools)


def card_backs(game: Compiled) -> tuple[str, ...]:
    """For each kind of card its back: types that start in one zone look alike from behind."""
    back = {name: name for name in game.ruleset.card_types}
    for zone in game.ruleset.zones.values():
        for name in zone.starts[1:]:
            old, new = back[name], back[zone.starts[0]]
            back = {of: new if looks == old else looks for of, looks in back.items()}
    return tuple(back[card.type] for card in game.ruleset.cards)


def _shuffle(kinds: list[int], rng: Rng) -> list[int]:
    for i in range(len(kinds) - 1, 0, -1):
        j = rng.randrange(i + 1)
        kinds[i], kinds[j] = kinds[j], kinds[i]
    return kinds
