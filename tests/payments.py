"""A brute force over the cards in play, written from the rulebook: what pays for an Order. It knows nothing of the engine.

A card is (what it stands for, how many needs it covers); a plate is a mapping of names to cards with how many of each.
"""

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from random import Random

Cards = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Card:
    name: str
    covers: frozenset[str]
    worth: int


def meets(needs: Sequence[str], cards: Sequence[Card]) -> bool:
    """Whether each need can be given to a card that stands for it, none covering more than its worth: all ways are tried."""
    left = [card.worth for card in cards]

    def place(i: int) -> bool:
        if i == len(needs):
            return True
        for j, card in enumerate(cards):
            if left[j] and needs[i] in card.covers:
                left[j] -= 1
                if place(i + 1):
                    return True
                left[j] += 1
        return False

    return sum(left) >= len(needs) and place(0)


def payments(needs: Sequence[str], plate: Sequence[Card], *, full: bool = False) -> set[Cards]:
    """Every set of cards that meets the needs and none of which can be left out, as sorted names; alike cards count once.

    Of more cards than there are needs, one would cover nothing, so larger sets are not looked at. `full`: no card may cover
    less than it can.
    """
    found, seen = set(), set()
    by_name = sorted(plate, key=lambda card: card.name)
    for size in range(1, min(len(plate), len(needs)) + 1):
        for some in combinations(by_name, size):
            names = tuple(card.name for card in some)
            if names in seen:
                continue
            seen.add(names)
            if full and sum(card.worth for card in some) != len(needs):
                continue
            if meets(needs, some) and not any(meets(needs, some[:i] + some[i + 1 :]) for i in range(size)):
                found.add(names)
    return found


# --------------------------------------------------------------------------- random plates

KINDS = tuple(f"{family}{i}" for family in ("food", "drink") for i in range(8))
FOODS, DRINKS = KINDS[:8], KINDS[8:]


def deck(rng: Random) -> list[Card]:
    """The kinds of cards of a game: one of each food and drink, wilds of one, two and three, and some that stand for two or three kinds."""
    found = [Card(kind, frozenset([kind]), 1) for kind in KINDS]
    for word, family in (("any food", FOODS), ("any drink", DRINKS)):
        found += [Card(f"{word} x{worth}", frozenset(family), worth) for worth in (1, 2, 3)]
    for i in range(6):
        some = rng.sample(KINDS, rng.choice((2, 2, 3)))
        found.append(Card(f"mixed {i}", frozenset(some), rng.choice((1, 1, 2))))
    return found


def problem(rng: Random, most: int = 14) -> tuple[list[str], list[Card]]:
    """Needs of one to six, and a plate of up to `most` cards that has a fair chance to meet them."""
    kinds = rng.sample(KINDS, rng.choice((2, 4, 6, 16)))
    needs = sorted(rng.choice(kinds) for _ in range(rng.randint(1, 6)))
    cards = deck(rng)
    likely = [card for card in cards if card.covers & set(needs)]
    plate = [rng.choice(likely if rng.random() < 0.6 else cards) for _ in range(rng.randint(0, most))]
    return needs, plate


# --------------------------------------------------------------------------- the tables of a game


def rows(path: Path) -> Iterator[Mapping[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def code(title: str) -> str:
    """The code of a card: its title in small letters, with underscores."""
    return "_".join("".join(c for c in title.lower().replace("-", " ") if c.isalnum() or c == " ").split())


def needs_of(text: str) -> list[str]:
    """`2 pie, milk` one by one."""
    found = []
    for part in text.split(","):
        *count, kind = part.split()
        found += [kind] * (int(count[0]) if count else 1)
    return found


def shelf(folder: Path, kinds: Mapping[str, Sequence[str]]) -> dict[str, tuple[Card, int]]:
    """The Food and Drinks of the tables in a folder, each with its copies; `kinds` are what `any food` and `any drink` stand for."""
    found = {}
    for table in ("food.csv", "drinks.csv"):
        for row in rows(folder / table):
            family, _, of = row["covers"].partition(" ")
            covers = kinds[of] if family == "any" else [part.strip() for part in row["covers"].split(" or ")]
            found[code(row["title"])] = (Card(code(row["title"]), frozenset(covers), int(row["worth"])), int(row["copies"]))
    return found


def menu(folder: Path) -> dict[str, list[str]]:
    """The needs of each Order."""
    return {code(row["title"]): needs_of(row["needs"]) for row in rows(folder / "orders.csv")}
