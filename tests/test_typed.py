"""What typed texts mean, and that every move is what its text says."""

from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import pytest
import yaml

from croupier.interpreter.game import Game, load
from croupier.interpreter.move import Move
from croupier.interpreter.table import Table
from croupier.ruleset import load_source
from croupier.tests.playing import comes_from_its_save, dealt, people, replays, set_up_again, spoon, toy, toys
from croupier.tests.steps import STEPS

DATA = yaml.safe_load((Path(__file__).parent / "cases" / "typed.yaml").read_text(encoding="utf-8"))
CASES = {case["name"]: case for case in DATA["cases"]}


def game_of(case: dict[str, Any], seats: int | None = None) -> Game:
    """The game of a case: its rules in the place of those of the head, its actions offered in turns."""
    rules = {**DATA["head"], **case["rules"]}
    zones = {**DATA["head"]["zones"], **case["rules"].get("zones", {})}
    rules["zones"] = {name: zone for name, zone in zones.items() if zone}
    if "flow" not in rules:
        rules["flow"] = {"game": f"{case.get('deals', '')}turns from seat 1 until blocked: offer {' or '.join(rules['actions'])}"}
    ruleset, findings = load_source(yaml.safe_dump(rules, sort_keys=False), "typed.yaml")
    assert ruleset is not None, "\n".join(map(str, findings))
    return load(ruleset, seats=seats)


@pytest.mark.parametrize("name", CASES)
def test_what_a_text_means(name: str) -> None:
    table = dealt(game_of(CASES[name]), 1)
    for step in CASES[name]["then"]:
        STEPS[next(iter(step))](table, step, 1)


def is_what_it_says(table: Table, most: int = 300) -> None:
    """Every move is read back from its text, with the same values, and no two have one text."""
    choice = table.choice
    if choice.count() > most:
        return
    texts = set()
    for move in choice:
        text = str(move)
        parsed = choice.parse(text)
        assert text in choice and parsed == move and parsed.values == move.values, text
        assert text not in texts, text
        texts.add(text)


def plays(game: Game, seed: int, plies: int) -> None:
    """A random game in which every move is what it says, and which is played again alike from its texts."""
    table, rng = dealt(game, seed), Random(seed)
    while not table.over and table.ply < plies:
        is_what_it_says(table)
        people(table, rng)
    replays(table)
    if not table.over:
        set_up_again(table)
        comes_from_its_save(table)


@pytest.mark.parametrize("name", CASES)
def test_every_move_is_what_its_text_says(name: str) -> None:
    for seed in (1, 2):
        plays(game_of(CASES[name]), seed, 12)


@pytest.mark.parametrize("name", toys())
def test_every_move_of_other_games_is_what_its_text_says(name: str) -> None:
    plays(toy(name), 1, 60)


HANDS = {
    "players": {"min": 1, "max": 6},
    "zones": {"hand": {"each": "player", "faces": "owner", "starts": "c"}, "bank": {"faces": "all"}, "deck": None, "pile": None},
    "melds": {"a": {"one": "card", "pair": "set of 2"}},
    "actions": {"lay": {"choose": "m from melds in hand", "do": "move m to bank"}},
}
"""Hands of everything: how many bits a count takes depends on how many seats there are."""


def test_a_move_of_another_table_is_what_it_says() -> None:
    """Values are those of one game: with more seats, or other cards, they would be other cards."""
    cards = {"c": {**DATA["head"]["cards"]["c"], "suit": ["y", "x"]}}
    alone = game_of({"rules": HANDS}, 1).deal(seed=1)
    for other in (game_of({"rules": HANDS}, 6), game_of({"rules": {**HANDS, "cards": cards}}, 1)):
        for move in alone.choice:
            table = dealt(other, 1)
            made = table.play(move)
            assert sorted(str(made).split()) == sorted(str(move).split())
            assert sorted(table.cards("bank")) == sorted(move.args[0].split())


def test_a_meld_is_made_by_who_chooses() -> None:
    """A move that another player's choice has made is made anew for the one who plays it."""
    rules = {
        **HANDS,
        "zones": {"hand": None, "pile": None, "deck": {"faces": "all", "starts": "c"}, "bank": {"faces": "all"}},
        "state": {"made_by": {"type": "player"}},
        "actions": {"lay": {"choose": "m from melds in deck", "do": "made_by = owner of m\nmove m to bank"}},
        "score": {"points": "1"},
    }
    table = game_of({"rules": rules}, 2).deal(seed=1)
    move = table.choice[0]
    table.play(table.choice[-1])
    table.play(move)
    assert table.value("made_by") == "2"


def test_a_move_made_of_a_name_and_texts_takes_the_action_of_that_name() -> None:
    choice = game_of(CASES["an action whose name said with blanks is another one with a pick"]).deal(seed=1).choice
    assert choice.resolve(Move("draw", ("2",)))[0].name == "draw" and choice.resolve(Move("draw_2"))[0].name == "draw_2"


def test_long_nonsense_is_refused_at_once() -> None:
    """A text may be as long as a move can be; what makes no sense costs no more than what does."""
    for table in (spoon().deal(seed=1), toy("market.yaml").deal(seed=1), game_of(CASES["as many cards as there are"]).deal(seed=1)):
        name = table.choice.options[0].name
        for word in ("x", "x ", "X1 ", "K1 ", "K", "+ ", "@", ", ", "9", "1 ", "[a] "):
            began = perf_counter()
            assert f"{name} {word * (8000 // len(word))}" not in table.choice
            assert perf_counter() - began < 1, word
