"""Worlds dealt anew for a seat: the seat sees no difference, and a world has nothing that it did not know."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from textwrap import indent
from typing import Any

import pytest
import yaml

from croupier.interpreter.game import Game
from croupier.interpreter.position import load_position, position_tree, write_position
from croupier.interpreter.runtime import Rng
from croupier.interpreter.table import Table, counted
from croupier.interpreter.view import View
from croupier.playtest.determinize import determinize
from croupier.playtest.players import player
from croupier.playtest.simulate import simulate
from croupier.ruleset.loading import load_source
from croupier.tests.hidden import swapped
from croupier.tests.playing import GAMES, game_of, same, shipped, tables, toy, toys

DATA = yaml.safe_load((Path(__file__).parent / "cases" / "determinize.yaml").read_text(encoding="utf-8"))
CASES = {case["name"]: case for case in DATA["cases"]}


def game_with(guess: str, players: int = 2, cards: int = 4) -> Game:
    """A game with these instructions for what a player does in turn."""
    text = DATA["base"].replace("players: 2", f"players: {players}").replace("move 4 from", f"move {cards} from")
    ruleset, findings = load_source(text.replace("GUESS\n", indent(guess, "    ")), "guess.yaml")
    assert ruleset is not None, findings
    return Game(ruleset, players, {})


def small(name: str) -> Game:
    return game_with(CASES[name]["guess"])


def seen(view: View) -> Sequence[Any]:
    """All of a view but the numbers of moves, of which a world knows none."""
    return view.zones, view.state, view.turn, view.scores, view.result, view.log, view.players, view.options


def is_a_world(table: Table, seat: int, lots: Random) -> None:
    """What holds of any world."""
    world = determinize(table, seat, Rng(9))
    assert seen(world.view(seat)) == seen(table.view(seat))
    assert counted(table.game.layout, world.state) == counted(table.game.layout, table.state)
    assert position_tree(world)["choice"] == position_tree(table)["choice"]
    for other in (swapped(table, seat - 1, lots), determinize(table, seat, Rng(lots.randrange(99)))):
        assert same(determinize(other, seat, Rng(9)).state, world.state), "it depends on what the seat does not see"


def sets_up_again(table: Table) -> None:
    text = write_position(determinize(table, table.choice.seat, Rng(3)))
    assert write_position(load_position(table.game, text)) == text


def goes_well(game: Game, choices: int) -> None:
    lots = Random(game.title)
    for table in tables(game, choices, seed=lots.randrange(99)):
        for seat in range(1, game.seats + 1):
            is_a_world(table, seat, lots)
        if table.ply % 8 == 0:
            sets_up_again(table)


@pytest.mark.parametrize("name", CASES)
def test_worlds_of_small_games(name: str) -> None:
    goes_well(small(name), 24)


@pytest.mark.parametrize("name", toys())
def test_worlds_of_games_of_other_kinds(name: str) -> None:
    goes_well(toy(name), 40)


@pytest.mark.parametrize("name", shipped())
def test_worlds_of_the_shipped_games(name: str) -> None:
    goes_well(game_of(GAMES / name), 30)


@pytest.mark.parametrize("name", [name for name in CASES if "hits" in CASES[name]])
def test_a_greedy_player_guesses_no_better_than_by_chance(name: str) -> None:
    found = simulate(small(name), 6, 1, [player("greedy")], jobs=1)
    assert not found.stopped
    assert sum(seat.score.mean for seat in found.seats if seat.score) * 6 <= CASES[name]["hits"]


def held(table: Table, local: str) -> Any:
    """A local of the innermost running body, as a position says it."""
    frames: Any = position_tree(table)["frames"]
    return frames[-1]["locals"][local]


def values(game: Game, moves: int, local: str, seat: int) -> Iterator[tuple[Any, set[str]]]:
    """What a local is, and what it is in worlds of a seat, in some games."""
    for seed in range(6):
        table, rng = game.deal(seed=seed), Rng(seed)
        for _ in range(moves):
            table.play(table.choice.deal(rng))
        yield held(table, local), {str(held(determinize(table, seat, Rng(i)), local)) for i in range(12)}


@pytest.mark.parametrize("name", [name for name in CASES if "local" in CASES[name]])
def test_what_is_known(name: str) -> None:
    case = CASES[name]
    for seat in (1, 2):
        for is_so, worlds in values(small(name), case.get("moves", 0), case["local"], seat):
            assert (worlds == {str(is_so)}) if seat in case["known"] else len(worlds) > 1


def test_twelve_players_stay_twelve() -> None:
    """What is left of a loop over players are pairs of numbers, as cards are."""
    table = game_with("choose g from 1 to 2\nhits += g\n", players=12, cards=0).deal(seed=1)
    for _ in range(9):
        table.play("1")
    world = determinize(table, 10, Rng(1))
    world.play("1")
    assert world.choice.seat == 11
