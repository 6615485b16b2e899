"""Saves: the same game goes on, in the middle of a turn too, and whatever was changed in a save is found."""

import json
import random
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import croupier
from croupier.interpreter.game import Game
from croupier.interpreter.position import load_position
from croupier.interpreter.save import load_save, save_text
from croupier.ruleset import CroupierError, PositionError
from croupier.tests.texts import mutated_text

GAMES = ("greasy_spoon", "greasy_spoon/no_backburner", "greasy_spoon/four_suits", "greasy_spoon/platters", "diner")
SCHEMAS = Path(str(files("croupier"))) / "schemas"


@pytest.mark.parametrize("name", GAMES)
def test_saved_and_loaded_at_every_choice(name: str) -> None:
    rng, game = random.Random(name), croupier.load(name)
    table = game.deal(seed=11)
    loaded = table.copy()
    while not table.over and table.ply < 45:
        move = table.choice.deal(rng)
        table.play(move)
        loaded.play(str(move))
        loaded = load_save(save_text(loaded), game=game)
        assert (loaded.state, loaded.moves) == (table.state, table.moves)
        assert loaded.view(1) == table.view(1)
    while loaded.last is not None:
        assert loaded.undo() == table.undo()
        assert loaded.state == table.state


def test_a_save_says_that_it_holds_secrets() -> None:
    saved = json.loads(save_text(croupier.load("greasy_spoon").deal(seed=1)))
    assert saved["secrets"] is True
    assert "do not show it to players" in saved["comment"]
    assert "random" in saved["table"]


def test_a_save_of_a_game_begun_from_a_position(tmp_path: Path) -> None:
    table = load_position("greasy_spoon", "croupier: 1\nchoice: {seat: 1}\nzones:\n  hand: {1: K4 M4 R1, 2: K1 M2}\n")
    table.play("serve K4 M4")
    (tmp_path / "mine.save").write_text(save_text(table), encoding="utf-8")
    other = load_save(tmp_path / "mine.save")
    assert (other.state, other.moves) == (table.state, table.moves)


def test_a_game_that_is_over_can_be_saved() -> None:
    rng, table = random.Random(1), croupier.load("greasy_spoon").deal(seed=1)
    while not table.over:
        table.play(table.choice.deal(rng))
    assert load_save(save_text(table)).result == table.result


def test_saves_have_the_shape_of_their_schema() -> None:
    schema = json.loads((SCHEMAS / "save.schema.json").read_text(encoding="utf-8"))
    rng, table = random.Random(1), croupier.load("diner").deal(seed=1)
    for _ in range(30):
        Draft202012Validator(schema).validate(json.loads(save_text(table)))
        table.play(table.choice.deal(rng))


@pytest.mark.parametrize(("part", "name"), [("record", "record"), ("table", "position")])
def test_the_parts_of_a_save_are_described_as_by_themselves(part: str, name: str) -> None:
    alone = json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))
    whole = json.loads((SCHEMAS / "save.schema.json").read_text(encoding="utf-8"))
    assert whole["$defs"][part] == {key: value for key, value in alone.items() if key not in ("$schema", "$id", "$defs")}


CHANGES: list[tuple[tuple[str, ...], Any, str]] = [
    (("table", "zones", "hand", "1"), "K1 K1 K1 K1", "P104"),
    (("table", "zones", "hand", "1"), "K1", "P117"),
    (("table", "zones", "hnad"), "K1", "P102"),
    (("table", "random"), "00000000000000ff", "P117"),
    (("table", "choice", "seat"), 7, "P105"),
    (("table", "choice", "at"), "nowhere", "P110"),
    (("table", "frames"), [{"body": "match"}, {"body": "round", "from": "x"}], "P114"),
    (("table", "state", "leader"), 2, "P117"),
    (("table",), None, "P117"),
    (("record", "seed"), 12, "P116"),
    (("record", "moves"), [], "P117"),
    (("record", "rules", "content"), "0" * 64, "P115"),
    (("record", "rules", "name"), "no_such_game", "P106"),
    (("record", "options", "hand_size"), 0, "P106"),
    (("secrets",), False, "R153"),
    (("players",), ["human"], "P106"),
    (("players",), ["human,random"], "P106"),
    (("players",), ["human", "random", "random"], "P106"),
    (("players",), "human,random", "R152"),
]


@pytest.mark.parametrize(("path", "value", "code"), CHANGES, ids=lambda part: str(part)[:40])
def test_a_save_that_was_changed_is_refused(path: tuple[str, ...], value: Any, code: str) -> None:
    rng, table = random.Random(2), croupier.load("greasy_spoon").deal(seed=2)
    for _ in range(8):
        table.play(table.choice.deal(rng))
    saved = json.loads(save_text(table))
    part = saved
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    with pytest.raises(PositionError) as raised:
        load_save(json.dumps(saved))
    assert raised.value.findings[0].code == code, str(raised.value)


@pytest.mark.parametrize("name", ["greasy_spoon", "diner"])
def test_mutated_saves_are_refused_or_the_game_that_was_saved(name: str) -> None:
    rng, game = random.Random(name), croupier.load(name)
    table, texts = game.deal(seed=1), []
    for _ in range(12):
        table.play(table.choice.deal(rng))
        texts.append(save_text(table))
    mutations(game, texts, 125, rng)


def mutations(game: Game, texts: list[str], count: int, rng: random.Random) -> None:
    for _ in range(count):
        try:
            table = load_save(mutated_text(rng.choice(texts), rng) + "\n", game=game)
            table.conserve()
        except CroupierError as failure:
            assert str(failure)
