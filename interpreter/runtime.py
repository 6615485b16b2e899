"""What generated source calls: cards on the move, the random stream, and words that are more than an expression.

The random stream is SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014): the state is one
integer, so it is copied, undone and saved like any other slot. A shuffle is Fisher and Yates' on that stream.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..ruleset.errors import RuleFault
from .layout import RANDOM, Layout
from .melds import MeldBook

State = list[Any]
Card = tuple[int, int]
"""A card at play: its kind, and the slot in which it lies."""

MASK = (1 << 64) - 1
GAMMA, MIX_1, MIX_2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def draw(state: int) -> tuple[int, int]:
    """The next state of a stream, and 64 random bits."""
    state = (state + GAMMA) & MASK
    z = ((state ^ (state >> 30)) * MIX_1) & MASK
    z = ((z ^ (z >> 27)) * MIX_2) & MASK
    return state, z ^ (z >> 31)


def below(s: State, n: int) -> int:
    """A random number from 0 up to `n`, `n` not included. The bias is under n / 2**64."""
    s[RANDOM], bits = draw(s[RANDOM])
    return (bits * n) >> 64


def shuffled(s: State, kinds: Sequence[int]) -> tuple[int, ...]:
    """The same cards in a random order."""
    pile, state = list(kinds), s[RANDOM]
    for i in range(len(pile) - 1, 0, -1):
        state = (state + GAMMA) & MASK
        z = ((state ^ (state >> 30)) * MIX_1) & MASK
        z = ((z ^ (z >> 27)) * MIX_2) & MASK
        j = ((z ^ (z >> 31)) * (i + 1)) >> 64
        pile[i], pile[j] = pile[j], pile[i]
    s[RANDOM] = state
    return tuple(pile)


class Rng:
    """A random stream of its own, for players: the same generator, with the face of `random.Random` that choices ask for."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = draw((seed * GAMMA + 1) & MASK)[1]

    def randrange(self, n: int) -> int:
        """A number from 0 up to `n`, `n` not included; for n beyond 2**32 from as many bits as it takes."""
        self.state = state = (self.state + GAMMA) & MASK
        z = ((state ^ (state >> 30)) * MIX_1) & MASK
        z = ((z ^ (z >> 27)) * MIX_2) & MASK
        bits = z ^ (z >> 31)
        if n >> 32:
            width = 64
            while width < n.bit_length() + 64:
                self.state, more = draw(self.state)
                bits, width = bits << 64 | more, width + 64
            return (bits * n) >> width
        return (bits * n) >> 64


def namespace(layout: Layout, book: Callable[[], MeldBook]) -> dict[str, Callable[..., Any]]:
    """The functions that generated source calls, for one layout. Zones are given by their slot numbers."""
    packing, ordered, owner, unit = layout.packing, layout.ordered, layout.owner, layout.packing.unit
    players = layout.players
    width, field = packing.width, (1 << packing.width) - 1

    (plane, weight), *others = packing.planes or ((0, 0),)

    def size(packed: int) -> int:
        """`packing.size`, for the usual case of at most three copies without a loop."""
        return packed.bit_count() + (packed & plane).bit_count() * weight

    # ----------------------------------------------------------------- looking

    def cards(s: State, slot: int) -> tuple[Card, ...]:
        """The cards of a zone, the top one first where it is ordered."""
        kinds = reversed(s[slot]) if ordered[slot] else packing.unpack(s[slot])
        return tuple([(kind, slot) for kind in kinds])

    def all_cards(s: State, slots: Iterable[int]) -> tuple[Card, ...]:
        return tuple([card for slot in slots for card in cards(s, slot)])

    def size_at(s: State, slot: int) -> int:
        return len(s[slot]) if ordered[slot] else packing.size(s[slot])

    def top(s: State, slot: int) -> Card | None:
        return (s[slot][-1], slot) if s[slot] else None

    def top_at(s: State, slot: int) -> Card | None:
        """The top card of a zone of which it is known at play alone whether it is ordered; none where it is not."""
        return top(s, slot) if ordered[slot] else None

    def top_cards(s: State, n: int, slot: int) -> tuple[Card, ...]:
        return tuple([(kind, slot) for kind in s[slot][: -n - 1 : -1]]) if n > 0 and ordered[slot] else ()

    def tops(s: State, slots: Iterable[int]) -> tuple[Card, ...]:
        return tuple([(s[slot][-1], slot) for slot in slots if s[slot]])

    def there(items: Sequence[Any]) -> tuple[Any, ...]:
        """A list without what is none."""
        return tuple([item for item in items if item is not None])

    def by_lot(s: State, items: Sequence[Any]) -> Any:
        return items[below(s, len(items))] if items else None

    # ----------------------------------------------------------------- moving

    def put(s: State, slot: int, kinds: Sequence[int], place: str) -> None:
        """Cards into a zone; the first of them lands first."""
        if not ordered[slot]:
            s[slot] += sum([unit[kind] for kind in kinds])
        elif place == "bottom":
            s[slot] = (*reversed(kinds), *s[slot])
        else:
            s[slot] = (*s[slot], *kinds)

    def move_top(s: State, a: int, b: int, n: int, place: str) -> None:
        """The top `n` cards, one after another."""
        pile = s[a]
        if n <= 0 or not pile:
            return
        if not ordered[a]:  # the checker lets only `all` and `random` through; a zone known at play alone may still come here
            return move_random(s, a, b, n, place)
        taken = pile[: -n - 1 : -1]
        s[a] = pile[: len(pile) - len(taken)]
        put(s, b, taken, place)
        return None

    def move_all(s: State, a: int, b: int, place: str) -> None:
        """All cards of a zone as one pile, which keeps its order."""
        pile = s[a]
        if a == b or not pile:
            return
        s[a] = () if ordered[a] else 0
        if not ordered[a] and not ordered[b]:
            s[b] += pile
        elif place == "bottom" and ordered[b]:
            s[b] = (*(pile if ordered[a] else packing.unpack(pile)), *s[b])
        else:
            put(s, b, pile if ordered[a] else packing.unpack(pile), place)

    def move_random(s: State, a: int, b: int, n: int, place: str) -> None:
        """So many cards of a zone, drawn by lot."""
        pile = list(s[a]) if ordered[a] else list(packing.unpack(s[a]))
        taken = [pile.pop(below(s, len(pile))) for _ in range(min(n, len(pile)))]
        if taken:
            s[a] = tuple(pile) if ordered[a] else packing.pack(pile)
            put(s, b, taken, place)

    def drawn(s: State, n: int, found: Sequence[Card]) -> tuple[Card, ...]:
        """So many of some cards, drawn by lot."""
        left = list(found)
        return tuple([left.pop(below(s, len(left))) for _ in range(min(n, len(left)))])

    def seats_from(first: int, among: Sequence[int] | None) -> tuple[int, ...]:
        """The seats around the table from one on, of those that are listed; of all where none are."""
        around = [(first + i) % players for i in range(players)]
        return tuple(around if among is None else [seat for seat in around if seat in among])

    def take(s: State, card: Card) -> bool:
        """Takes a card out of its zone; False where it is no longer there."""
        kind, slot = card
        zone = s[slot]
        if not ordered[slot]:
            if not zone >> width * kind & field:
                return False
            s[slot] = zone - unit[kind]
            return True
        for i in range(len(zone) - 1, -1, -1):
            if zone[i] == kind:
                s[slot] = zone[:i] + zone[i + 1 :]
                return True
        return False

    def move_card(s: State, card: Card | None, b: int, place: str) -> Card | None:
        if card is None or not take(s, card):
            return card
        put(s, b, (card[0],), place)
        return (card[0], b)

    def move_cards(s: State, chosen: Sequence[Card] | None, b: int, place: str) -> tuple[Card, ...]:
        return tuple([moved for card in chosen or () if (moved := move_card(s, card, b, place))])

    def move_meld(s: State, meld: Any, b: int, place: str) -> Any:
        if meld is None:
            return None
        a, need = meld[2], meld[0].need
        if not ordered[a] and not ordered[b] and packing.fits(need, s[a]):
            s[a] -= need
            s[b] += need
        else:
            move_cards(s, tuple([(kind, a) for kind in meld[0].kinds]), b, place)
        return (meld[0], meld[1], b)

    def move_under(s: State, chosen: Sequence[Card] | None, card: Card | None) -> tuple[Card, ...]:
        """Cards under a card, wherever that lies; the card itself stays."""
        if card is None or card[0] not in (s[card[1]] if ordered[card[1]] else packing.unpack(s[card[1]])):
            return tuple(chosen or ())
        slot, moved = card[1], []
        for one in chosen or ():
            if one == card and (s[slot].count(one[0]) if ordered[slot] else packing.count(s[slot], one[0])) == 1:
                moved.append(one)
            elif take(s, one):
                if ordered[slot]:
                    zone = s[slot]
                    at = len(zone) - 1 - zone[::-1].index(card[0])
                    s[slot] = (*zone[:at], one[0], *zone[at:])
                else:
                    s[slot] += unit[one[0]]
                moved.append((one[0], slot))
        return tuple(moved)

    def shuffle(s: State, slot: int) -> None:
        if ordered[slot]:
            s[slot] = shuffled(s, s[slot])

    # ----------------------------------------------------------------- words

    def of(table: Sequence[Any], card: Card | None, default: Any) -> Any:
        """An attribute of a card that may not be there."""
        return default if card is None else table[card[0]]

    def alike(a: Any, b: Any) -> bool:
        """Whether two cards, or two melds, are the same."""
        return a is b if a is None or b is None else bool(a[0] == b[0])

    def ordered_as(a: Any, b: Any, op: str) -> bool:
        if a is None or b is None:
            return False
        return bool(a < b if op == "<" else a <= b if op == "<=" else a > b if op == ">" else a >= b)

    def step(seat: int | None, by: int) -> int | None:
        return None if seat is None else (seat + by) % players

    def seat(number: int) -> int:
        if not 1 <= number <= players:
            raise RuleFault(f"there is no seat {number}: this game has {players} players")
        return number - 1

    def own(seat: int | None) -> int:
        if seat is None:
            raise RuleFault("nobody is meant here: the player is none")
        return seat

    def beats(a: Any, b: Any) -> bool:
        return a is not None and b is not None and book().beats(a[0], b[0])

    return {
        "below": below, "size": packing.size if others else size, "cards": cards, "all_cards": all_cards, "size_at": size_at, "top": top,
        "top_at": top_at, "there": there,
        "top_cards": top_cards, "tops": tops, "by_lot": by_lot, "move_top": move_top, "move_all": move_all, "move_random": move_random,
        "move_card": move_card, "move_cards": move_cards, "move_meld": move_meld, "move_under": move_under, "shuffle": shuffle,
        "drawn": drawn, "seats_from": seats_from, "spread": lambda first, many: range(first, first + many),
        "of": of, "alike": alike, "ordered_as": ordered_as, "step": step, "seat": seat, "owner": own, "beats": beats,
        "card_owner": lambda card: None if card is None else owner[card[1]],
        "card_place": lambda card: None if card is None else card[1],
        "meld_owner": lambda meld: None if meld is None else meld[1],
        "meld_size": lambda meld: 0 if meld is None else meld[0].size,
        "meld_type": lambda places, meld: None if meld is None else places[meld[0].type],
        "meld_category": lambda places, meld: None if meld is None else places[meld[0].category],
        "meld_cards": lambda meld: () if meld is None else tuple([(kind, meld[2]) for kind in meld[0].kinds]),
        "bag_size": lambda bag: sum([count for _, count in bag or ()]),
        "word": lambda words, place: None if place is None else words[place],
    }  # fmt: skip
