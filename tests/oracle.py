"""A brute-force reading of the rulebook of Greasy Spoon, for comparison: cards are codes such as `K5`, nothing is looked up in tables.

It imports nothing of the program. A dish is a tuple of parts, each part a sorted tuple of codes: `(("K5", "K5", "R5"), ("M1", "R1"))`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

Cards = tuple[str, ...]
Dish = tuple[Cards, ...]
Worth = tuple[int, int]
"""Which item of its category, and the rank that counts."""


@dataclass(frozen=True)
class Menu:
    """What a menu has besides the plain one: `mixed_is_dearer` turns plain and fancy round, `platters` adds items of four cards."""

    mixed_is_dearer: bool = False
    platters: bool = False


PLAIN = Menu()


def ranks(cards: Sequence[str]) -> list[int]:
    return sorted(int(card[1:]) for card in cards)


def suits(cards: Sequence[str]) -> set[str]:
    return {card[0] for card in cards}


def item(cards: Sequence[str], menu: Menu = PLAIN) -> Worth | None:
    """What these cards are worth as one item among items of as many cards, None where they are no item.

    Consecutive cards are weaker than sets, and cards of one suit stronger than others (or weaker, on the menu turned round).
    """
    held = ranks(cards)
    is_set = held[0] == held[-1]
    is_run = all(low + 1 == high for low, high in pairwise(held)) and len(held) > 1
    if len(held) == 1:
        return 0, held[0]
    if (len(held) == 4 and not menu.platters) or len(held) > 4 or not (is_set or is_run):
        return None
    fancy = len(suits(cards)) == 1
    if len(held) == 4:
        # long dog, big burger, fancy long: turned round or not, platters are as they are
        return (1 if is_set else 2 if fancy else 0), held[-1]
    shape = 1 if is_set else 0
    dearer = fancy is not menu.mixed_is_dearer
    return 2 * dearer + shape, held[-1]


def worth(dish: Dish, menu: Menu = PLAIN) -> tuple[Worth, ...]:
    """The worth of each part of a dish."""
    found = [item(part, menu) for part in dish]
    assert all(w is not None for w in found), f"{dish} is no dish"
    return tuple(w for w in found if w is not None)


def sizes(menu: Menu) -> tuple[tuple[int, ...], ...]:
    """The dishes of a menu by the cards of their parts: drinks, sides, mains, combo 1, combo 2, and more with platters."""
    return ((1,), (2,), (3,), (3, 1), (3, 2)) + (((4,), (4, 2)) if menu.platters else ())


def beats(dish: Dish, standing: Dish, menu: Menu = PLAIN) -> bool:
    """Whether a dish is more expensive than another: of the same category, the first part that does not match decides."""
    return [len(p) for p in dish] == [len(p) for p in standing] and worth(dish, menu) > worth(standing, menu)


def without(hand: Sequence[str], cards: Sequence[str]) -> list[str]:
    left = list(hand)
    for card in cards:
        left.remove(card)
    return left


def groups(hand: Sequence[str], size: int, menu: Menu) -> Iterator[Cards]:
    """The items of so many cards in a hand, cards alike counted once."""
    return (cards for cards in sorted(set(combinations(sorted(hand), size))) if item(cards, menu) is not None)


def dishes(hand: Sequence[str], menu: Menu = PLAIN) -> Iterator[Dish]:
    """All dishes that a hand can make."""
    for parts in sizes(menu):
        for first in groups(hand, parts[0], menu):
            if len(parts) == 1:
                yield (first,)
            else:
                yield from ((first, second) for second in groups(without(hand, first), parts[1], menu))


def legal_serves(hand: Sequence[str], standing: Dish | None = None, menu: Menu = PLAIN) -> set[Dish]:
    """The dishes that may be served: any on the lead, else those that beat the standing dish."""
    return {dish for dish in dishes(hand, menu) if standing is None or beats(dish, standing, menu)}


def asides(hand: Sequence[str], most: int) -> set[Cards]:
    """The cards that a passing player may set aside."""
    return {cards for size in range(min(most, len(hand)) + 1) for cards in combinations(sorted(hand), size)}


def read(text: str) -> Dish:
    """A dish as it is written: `K5 R5 K5 + M1 R1`."""
    return tuple(tuple(sorted(part.split())) for part in text.split("+"))


def write(dish: Dish) -> str:
    """The move that serves a dish."""
    return "serve " + " + ".join(" ".join(part) for part in dish)
