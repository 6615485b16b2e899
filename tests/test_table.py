"""Tables as values: copied, pickled, taken back; words that no shipped game happens to use."""

import pickle
import random

import pytest

import croupier
from croupier.ruleset import load, load_source

GIFTS = """\
croupier: 1
title: Gifts
players: {min: 2, max: 4}
cards: {basic: {rank: 1..6, copies: 4}}
zones:
  deck: {faces: hidden, starts: basic}
  hand: {each: player, faces: owner}
actions:
  give:
    choose:
      - target from others where size of hand < 5
      - card from 1 card in hand
    do: move card to hand of target
    say: "{player} gives to {target}"
flow:
  game: |
    shuffle deck
    for each player: move 3 from deck to hand
    turns from seat 2 until deck is empty:
      move 1 from deck to hand
      offer give
score: {points: size of hand}
"""


def gifts(seats: int) -> croupier.Table:
    ruleset, findings = load_source(GIFTS, "gifts.yaml")
    assert ruleset is not None and not findings
    return croupier.load(ruleset, seats=seats).deal(seed=1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_others_are_all_but_the_one_who_acts(seats: int) -> None:
    table = gifts(seats)
    given = list(dict.fromkeys(move.args[0] for move in table.choice))
    assert given == [str((1 + i) % seats + 1) for i in range(1, seats)]  # in the order of play, behind seat 2


@pytest.mark.parametrize("name", ["greasy_spoon", "diner"])
def test_a_pickled_table_goes_on_as_the_same_game(name: str) -> None:
    table = croupier.load(name).deal(seed=4)
    rng = random.Random(4)
    for _ in range(15):
        table.play(table.choice.sample(rng))
    other = pickle.loads(pickle.dumps(table))
    assert other.moves == table.moves
    for _ in range(15):
        move = table.choice.sample(rng)
        assert table.play(move) == other.play(str(move))
        assert table.view(1) == other.view(1)
    for _ in range(30):
        assert other.undo() == table.undo()
    assert other.view(2) == table.view(2)


def test_a_long_game_can_be_pickled() -> None:
    table = croupier.load("diner", seats=6).deal(seed=1)
    rng = random.Random(1)
    while not table.over:
        table.play(table.choice.sample(rng))
    assert pickle.loads(pickle.dumps(table)).result == table.result


@pytest.mark.parametrize("name", ["greasy_spoon", "greasy_spoon/platters", "diner"])
def test_a_pickled_ruleset_is_equal(name: str) -> None:
    ruleset = load(name)
    other = pickle.loads(pickle.dumps(ruleset))
    assert other == ruleset and other.content == ruleset.content


def test_what_a_move_is_does_not_change_with_how_it_is_written() -> None:
    table = croupier.load("greasy_spoon").deal(seed=7)
    move = table.choice.parse("serve r2   m2")
    assert str(move) == "serve M2 R2"
    assert move == croupier.Move.parse(str(move)) and hash(move) == hash(croupier.Move.parse(str(move)))
    assert eval(repr(move), {"Move": croupier.Move}) == move
