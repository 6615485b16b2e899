"""The brute-force reading of the rulebook: on the rulebook's own examples, and at every choice of random games."""

from collections.abc import Sequence
from random import Random

import pytest

from croupier.tests import oracle
from croupier.tests.playing import SPOONS, agrees_with_the_rulebook, lists_itself, people, refuses, spoon, tables

TURNED = oracle.Menu(mixed_is_dearer=True)
PLATTERS = oracle.Menu(platters=True)


@pytest.mark.parametrize(
    ("standing", "hand", "menu", "serves"),
    [
        ("K1 M2 R3 + M5", "K1 M2 R3 K4", oracle.PLAIN, ["M2 R3 K4 + K1"]),
        ("M1 K2 R3 + R5", "K1 K2 K3 M1", oracle.PLAIN, ["K1 K2 K3 + M1"]),
        ("M4", "K4 R4 K3", oracle.PLAIN, []),
        ("R6 R6", "K6 K6 K6 M6 M6 K5", oracle.PLAIN, []),
        ("R1 R2 R3", "K1 K2 K3", oracle.PLAIN, []),
        ("K5 M6", "K5 K6 M1 M1 R2 M2", oracle.PLAIN, ["M2 R2", "M1 M2", "K5 K6", "M1 M1"]),
        ("R1 R2 R3 + M5", "K1 K2 K3 R6", oracle.PLAIN, ["K1 K2 K3 + R6"]),
        ("R1 R2 R3 + K4 K5", "M1 M2 M3 R5 R6", oracle.PLAIN, ["M1 M2 M3 + R5 R6"]),
        (None, "K1", oracle.PLAIN, ["K1"]),
        (None, "K1 K1", oracle.PLAIN, ["K1", "K1 K1"]),
        ("K5 K6", "K1 K1 M2", TURNED, ["K1 M2", "K1 K1"]),
        ("K1 M2", "K5 K6", TURNED, []),
        ("K1 K2 K3 M4", "M2 M3 M4 M5 O5", PLATTERS, ["M2 M3 M4 M5", "M2 M3 M4 O5"]),
        ("K7 K7 M7 R7", "M2 M3 M4 M5", PLATTERS, ["M2 M3 M4 M5"]),
        ("K1 K2 K3 M4 + R1 M2", "K1 K2 K3 R4 K3 M3", PLATTERS, ["K1 K2 K3 R4 + K3 M3", "K1 K2 M3 R4 + K3 K3"]),
    ],
)
def test_examples(standing: str | None, hand: str, menu: oracle.Menu, serves: Sequence[str]) -> None:
    found = oracle.legal_serves(hand.split(), oracle.read(standing) if standing else None, menu)
    assert found == {oracle.read(serve) for serve in serves}


@pytest.mark.parametrize("cards", ["K1 M1 R3", "K1 M3", "K1 K2 K3 K4", "K6 K1", "K1 K2 K2 K3"])
def test_no_dish(cards: str) -> None:
    assert oracle.item(cards.split()) is None


@pytest.mark.parametrize("name", SPOONS)
def test_random_games_agree(name: str) -> None:
    """At every choice the rules file offers what the rulebook allows; moves are counted, listed and drawn alike."""
    rng = Random(name)
    for table in tables(spoon(name), 400):
        agrees_with_the_rulebook(table, SPOONS[name], rng)
        if rng.random() < 0.2:
            lists_itself(table, rng)


CODES = [f"{suit}{rank}" for suit in "KMR" for rank in range(1, 7)]


def test_what_is_not_offered_is_refused() -> None:
    """A dish of any cards, held or not: it is taken where the brute force finds it, and refused with a reason elsewhere."""
    rng = Random(3)
    taken = 0
    for table in tables(spoon(), 300, make=people):
        if not table.choice.is_offer:
            refuses(table, "serve K1")
            continue
        standing = table.value("standing")
        legal = oracle.legal_serves(table.cards("hand", table.choice.seat), None if standing == "none" else oracle.read(standing))
        for _ in range(5):
            parts = rng.choice([(1,), (2,), (3,), (3, 1), (3, 2), (4,), (2, 1)])
            hand = table.cards("hand", table.choice.seat)
            pool = list(rng.choice((hand, CODES))) * 5
            dish = tuple(tuple(sorted(rng.sample(pool, size))) for size in parts)
            if dish in legal:
                taken += 1
                assert oracle.write(dish) in table.choice
            elif len(parts) > 1 or sum(parts) < 4:
                refuses(table, oracle.write(dish))
    assert taken > 50


@pytest.mark.parametrize("name", SPOONS)
def test_a_text_is_taken_for_the_cards_that_it_says(name: str) -> None:
    """However often it says a card: more copies than there are do not become another card."""
    rng, taken = Random(5), 0
    for table in tables(spoon(name), 100):
        option = table.choice.option("serve")
        if option is None:
            continue
        hand = sorted(set(table.cards("hand", table.choice.seat)))
        for times in range(1, 66):
            said = [rng.choice(hand)] * times + rng.choices(hand, k=rng.choice((0, 0, 1, 2)))
            verdict = table.choice.why(f"serve {' '.join(said)}")
            if verdict.is_legal:
                taken += 1
                move = table.choice.parse(f"serve {' '.join(said)}")
                assert sorted(move.args[0].partition(" [")[0].replace("+", " ").split()) == sorted(said)
    assert taken > 10


@pytest.mark.parametrize("name", SPOONS)
def test_a_text_means_the_one_legal_dish_that_it_can(name: str) -> None:
    """Cards in any order, with and without `+`: taken where the rulebook has one dish of them, refused where none or several."""
    rng, told = Random(7), {0: 0, 1: 0, 2: 0}
    for table in tables(spoon(name), 150):
        if not table.choice.is_offer:
            continue
        hand, standing = table.cards("hand", table.choice.seat), table.value("standing")
        legal = sorted(oracle.legal_serves(hand, None if standing == "none" else oracle.read(standing), SPOONS[name]))
        for dish in [*rng.sample(legal, min(2, len(legal))), (tuple(rng.sample(hand, rng.randint(1, min(5, len(hand))))),)]:
            whole = [card for part in dish for card in part]
            for parts in ([list(part) for part in dish], [whole]):
                for part in parts:
                    rng.shuffle(part)
                text = "serve " + " + ".join(" ".join(part) for part in parts)
                alike = {d for d in legal if sorted(card for part in d for card in part) == sorted(whole)}
                meant = {d for d in alike if sorted(map(sorted, d)) == sorted(map(sorted, parts))}
                meant = meant if len(parts) > 1 else {d for d in alike if len(d) == 1} or alike
                verdict = table.choice.why(text)
                told[min(len(meant), 2)] += 1
                assert verdict.is_legal == (len(meant) == 1), (text, verdict, meant)
                if len(meant) == 1:
                    assert oracle.read(table.choice.parse(text).args[0].partition(" [")[0]) in meant
                elif len(meant) > 1:
                    assert f"{len(meant)} ways" in str(verdict)
    assert min(told.values()) > 2, told
