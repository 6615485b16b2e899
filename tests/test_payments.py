"""Payments equal a brute force over the cards in play: asked directly, and as the moves of a game."""

import json
import time
from collections import Counter
from random import Random
from statistics import median

import pytest

from croupier.interpreter.covers import covers
from croupier.interpreter.position import load_position
from croupier.tests.payments import KINDS, Card, menu, payments, problem, shelf
from croupier.tests.playing import GAMES, game_of

DINER = GAMES / "diner"
MEDIAN = 0.002  # seconds


def of_engine(needs: list[str], plate: list[Card], *, full: bool) -> tuple[set[tuple[str, ...]], float]:
    """What the engine finds, and in how many seconds."""
    cards = sorted({card.name: card for card in plate}.values(), key=lambda card: card.name)
    number = {card.name: i for i, card in enumerate(cards)}
    held = list(Counter(number[card.name] for card in plate).items())
    begun = time.perf_counter()
    found = covers(needs, held, lambda kind: cards[kind].covers, lambda kind: cards[kind].worth, full)
    listed = list(found)
    taken = time.perf_counter() - begun
    assert found.count() == len(listed) == len(set(listed)), "a payment is listed twice"
    assert all(found.nth(i) == kinds and kinds in found for i, kinds in enumerate(listed[:20]))
    assert bool(found) is bool(listed)
    return {tuple(cards[kind].name for kind in kinds) for kinds in listed}, taken


def agree(first: int, count: int, most: int = 14) -> list[float]:
    """The times that so many random payments took; each is as the brute force says."""
    times = []
    for seed in range(first, first + count):
        rng = Random(seed)
        needs, plate = problem(rng, most)
        for full in (False, True):
            found, taken = of_engine(needs, plate, full=full)
            assert found == payments(needs, plate, full=full), f"seed {seed}, full {full}: {needs} from {[card.name for card in plate]}"
            times.append(taken)
    return times


def test_payments_are_what_a_brute_force_finds() -> None:
    times = agree(0, 300, 10)
    assert median(times) < MEDIAN


def test_a_full_plate_of_fourteen() -> None:
    times = agree(1_000_000, 20)
    assert median(times) < MEDIAN


@pytest.mark.parametrize("seed", range(40))
def test_any_order_of_cards_and_needs(seed: int) -> None:
    """B01: what pays does not depend on the order in which cards and needs are named."""
    rng = Random(seed)
    needs, plate = problem(rng, 8)
    found, _ = of_engine(needs, plate, full=False)
    for _ in range(3):
        rng.shuffle(needs)
        rng.shuffle(plate)
        assert of_engine(needs, plate, full=False)[0] == found


def as_moves(first: int, count: int, variant: str = "ruleset.yaml") -> list[float]:
    """Random plates and boards of the shipped game: the `complete` moves are what the brute force makes of its tables."""
    game = game_of(DINER / variant)
    kinds = {name: list(game.ruleset.lists[name].values) for name in ("food", "drink")}
    cards, orders = shelf(DINER, kinds), menu(DINER)
    times = []
    for seed in range(first, first + count):
        rng = Random(seed)
        board = rng.sample(sorted(orders), 8)
        wanted = [need for name in board[:3] for need in orders[name]]
        likely = [name for name, (card, _) in cards.items() if card.covers & set(wanted)]
        plate: Counter[str] = Counter()
        for _ in range(rng.randint(0, 14)):
            name = rng.choice(likely if rng.random() < 0.7 else sorted(cards))
            plate[name] += plate[name] < cards[name][1] - 2  # two stay in the deck
        rest = sorted(set(orders) - set(board))[:3]
        position = {
            "croupier": 1,
            "choice": {"seat": 1, "at": "turn"},
            "zones": {
                "board": board, "plate": {"1": " ".join(plate.elements())}, "order_deck": " ".join(rest),
                "food_deck": "any_1_food any_1_food", "drink_deck": "any_1_drink any_1_drink", "action_deck": "coffee_break coffee_break",
            },
            "state": {"cook": 1, "left": {"1": 1}},
        }  # fmt: skip
        table = load_position(game, json.dumps(position))
        begun = time.perf_counter()
        moves = [str(move) for move in table.choice if move.name == "complete"]
        times.append(time.perf_counter() - begun)
        held = [cards[name][0] for name in plate.elements()]
        found = Counter((move.split(", ")[0].split()[1], tuple(sorted(move.split(", ")[1].split()))) for move in moves)
        legal = {(name, paid) for name in board for paid in payments(orders[name], held, full=variant == "variants/full_wilds.yaml")}
        assert found == Counter(legal), f"seed {seed}: {set(found) ^ legal}"
    return times


@pytest.mark.parametrize("variant", ["ruleset.yaml", "variants/full_wilds.yaml"])
def test_what_can_be_completed_is_what_a_brute_force_finds(variant: str) -> None:
    as_moves(0, 60, variant)


def test_the_brute_force_itself() -> None:
    """B03 (6), on paper."""
    two, one, milk = Card("A2D", frozenset(KINDS[8:]), 2), Card("A1D", frozenset(KINDS[8:]), 1), Card("milk", frozenset(["drink0"]), 1)
    assert payments(["drink0", "drink1", "drink2"], [two, one, milk]) == {("A1D", "A2D"), ("A2D", "milk")}
    assert payments(["drink0"], [two], full=True) == set()
