"""Positions: set up by hand as data, refused at their places, and written so that the same game goes on."""

import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

import croupier
from croupier.interpreter.game import Game
from croupier.interpreter.position import load_position, write_position
from croupier.interpreter.table import Table
from croupier.ruleset import CroupierError, IllegalMove, PositionError, load_source
from croupier.tests.texts import mutated_text

DATA = yaml.safe_load((Path(__file__).parent / "cases" / "positions.yaml").read_text(encoding="utf-8"))
GAMES = (
    "greasy_spoon", "greasy_spoon/small_hand", "greasy_spoon/no_backburner", "greasy_spoon/four_suits", "greasy_spoon/platters",
    "greasy_spoon/plain_beats_fancy", "greasy_spoon/last_out_wins", "diner", "diner/six_places", "diner/two_actions",
)  # fmt: skip


HERE = Path(__file__).parent
CODES = yaml.safe_load((HERE.parent / "ruleset" / "codes_positions.yaml").read_text(encoding="utf-8"))


@cache
def game_of(name: str) -> Game:
    return croupier.load(name)


def seen(table: Table, what: str) -> object:
    """What a table shows under a name of the cases."""
    match what.split():
        case ["over"]:
            return str(table.result)
        case ["turn"]:
            return f"{table.choice.seat} {table.choice.label}"
        case ["size", zone, *seat]:
            return len(table.cards(zone, int(seat[0]) if seat else None)) if seat else table.view().zone(zone).size
        case [zone, seat]:
            return " ".join(sorted(table.cards(zone, int(seat))))
    return table.value(what)


@pytest.mark.parametrize("case", DATA["good"], ids=lambda case: str(case["name"]))
def test_positions_that_can_be_played(case: dict[str, Any]) -> None:
    table = load_position(game_of(case.get("game", "greasy_spoon")), case["position"])
    assert [f"{f.code} {f.span.line}:{f.span.column}" for f in table.setup.findings if f.code != "P112"] == []
    for move in case["play"]:
        table.play(move)
    assert {what: seen(table, what) for what in case["then"]} == case["then"]


@pytest.mark.parametrize("case", DATA["bad"], ids=lambda case: str(case["name"]))
def test_positions_that_cannot_be(case: dict[str, Any]) -> None:
    with pytest.raises(PositionError) as raised:
        load_position(game_of(case.get("game", "greasy_spoon")), case["position"])
    found = [f"{f.code} {f.span.line}:{f.span.column}" for f in raised.value.findings if f.code != "P112"]
    assert found == case["at"], str(raised.value)
    for part in case.get("says", ()):
        assert part in str(raised.value)


def test_a_standing_rule_that_would_apply_is_a_warning() -> None:
    case = next(case for case in DATA["good"] if "C04" in case["name"])
    table = load_position("greasy_spoon", case["position"])
    told = [str(f) for f in table.setup.findings]
    assert "the standing rule 'a new draw deck' would apply here for player 1" in told[0]
    assert all("warning[P112]" in text for text in told)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_game_goes_on_from_a_written_position(name: str) -> None:
    rng = random.Random(name)
    game = game_of(name)
    for _ in range(3):
        table = game.deal(seed=rng.getrandbits(32))
        for _ in range(rng.randrange(6, 40)):
            if not table.over:
                table.play(table.choice.deal(rng))
        for _ in range(6):
            if table.over:
                break
            text = write_position(table)
            other = load_position(game, text)
            assert write_position(other) == text
            futures_agree(table.copy(), other, rng.getrandbits(32))
            table.play(table.choice.deal(rng))


def futures_agree(table: Table, other: Table, seed: int, most: int = 60) -> None:
    """Whatever is played at one table can be played at the other, and leads to the same."""
    ones, others = random.Random(seed), random.Random(seed)
    for _ in range(most):
        if table.over:
            break
        assert (table.choice.seat, table.choice.label, table.choice.count()) == (
            other.choice.seat,
            other.choice.label,
            other.choice.count(),
        )
        assert str(table.play(table.choice.deal(ones))) == str(other.play(other.choice.deal(others)))
    assert (table.over, table.result) == (other.over, other.result)
    zones = range(table.game.layout.first_zone, table.game.layout.zone_slots.stop)
    assert [table.state[slot] for slot in zones] == [other.state[slot] for slot in zones]


def test_a_position_of_another_number_of_players() -> None:
    table = croupier.load("diner", seats=4, stacks=6).deal(seed=3)
    other = load_position("diner", write_position(table))
    assert (other.game.seats, other.game.options) == (4, table.game.options)
    futures_agree(table, other, 1)


LIMITED = """
croupier: 1
title: Limits
players: {min: 2, max: 3}
cards:
  basic: {rank: 1..6, copies: 4}
zones:
  deck: {faces: hidden, starts: basic}
  hand: {each: player, faces: owner}
  row: {each: player, faces: all, places: 3}
  out: {faces: all}
flow:
  game: |
    shuffle deck
    for each player: move 4 from deck to hand
    repeat 3:
      for each player:
        play one
  one: |
    repeat 2:
      offer take, put or stop
actions:
  take:
    if:
      - deck is not empty
    do: move 2 from deck to hand
  put:
    choose: card from 1 card in hand
    do: |
      choose spot from places of row
      move card to spot
  stop:
    do: move 1 from deck to out
whenever:
  too many:
    each: player
    if: size of hand > 4
    do: |
      choose dropped from 1 card in hand
      move dropped to out
score: {points: size of hand}
"""


def test_loops_and_standing_rules_in_the_middle_of_a_position() -> None:
    ruleset, findings = load_source(LIMITED, "ruleset.yaml")
    assert ruleset is not None, findings
    game, rng, seen = Game(ruleset, 3, {}), random.Random(1), set()
    for seed in range(4):
        table = game.deal(seed=seed)
        while not table.over:
            seen.add(table.choice.label)
            text = write_position(table)
            other = load_position(game, text)
            assert write_position(other) == text
            futures_agree(table.copy(), other, seed, 30)
            table.play(table.choice.deal(rng))
    assert seen == {"one", "action put: spot", "rule too many: dropped"}


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(PositionError) as raised:
        load_position(game_of("greasy_spoon"), Path("no_such_file.yaml"))
    assert [f.code for f in raised.value.findings] == ["R101"]


def test_a_position_says_that_it_holds_secrets() -> None:
    assert write_position(croupier.load("greasy_spoon").deal(seed=1)).startswith("# A position holds the cards of all players")


def test_a_game_that_is_over_has_no_position() -> None:
    rng, table = random.Random(1), croupier.load("greasy_spoon").deal(seed=1)
    while not table.over:
        table.play(table.choice.deal(rng))
    with pytest.raises(IllegalMove, match="the game is over"):
        write_position(table)


def test_undo_stops_at_the_position() -> None:
    table = load_position("greasy_spoon", DATA["good"][1]["position"])
    before = list(table.state)
    table.play("serve R6 R6")
    table.undo()
    assert table.state == before
    with pytest.raises(IllegalMove, match="no move to take back"):
        table.undo()


def mutations(game: Game, texts: list[str], count: int, rng: random.Random) -> int:
    """How many of so many mutated positions can still be set up; each is a clear refusal or a game."""
    playable = 0
    for _ in range(count):
        text = mutated_text(rng.choice(texts), rng)
        try:
            table = load_position(game, text + "\n")
            playable += 1
            for _ in range(5):
                if not table.over:
                    table.play(table.choice.deal(rng))
        except CroupierError as failure:
            assert str(failure)
    return playable


@pytest.mark.parametrize("name", ["greasy_spoon", "diner"])
def test_mutated_positions_are_refused_or_played(name: str) -> None:
    rng, game = random.Random(name), game_of(name)
    table, texts = game.deal(seed=1), [case["position"] for case in DATA["good"] if case.get("game", "greasy_spoon") == name]
    for _ in range(30):
        table.play(table.choice.deal(rng))
        texts.append(write_position(table))
    assert 0 < mutations(game, texts, 250, rng) < 250


def test_the_codes_that_are_raised_are_those_that_are_explained() -> None:
    sources = (HERE.parent / "interpreter").glob("*.py")
    assert {code for path in sources for code in re.findall(r'"(P\d{3})"', path.read_text(encoding="utf-8"))} == set(CODES)


@pytest.mark.parametrize("code", [code for code in CODES if "bad" in CODES[code]])
def test_the_examples_of_the_codes(code: str) -> None:
    game = game_of("greasy_spoon")
    try:
        findings = load_position(game, CODES[code]["bad"]).setup.findings
    except PositionError as failure:
        findings = failure.findings
    found = [f"{f.code} {f.span.line}:{f.span.column}" for f in findings]
    assert set(found) == {f"{code} {CODES[code]['at']}"}
    assert load_position(game, CODES[code]["good"]).setup.findings == ()
