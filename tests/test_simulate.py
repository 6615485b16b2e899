"""Simulations: figures that hold, whoever does the work, and what the command makes of them."""

import csv
import json
import os
import pickle
import signal
import subprocess
import sys
import time
from collections import Counter
from io import StringIO
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

import pytest
from typer.testing import CliRunner, Result

from croupier.cli.main import build
from croupier.interpreter.game import Game
from croupier.playtest.greedy import GreedyPlayer
from croupier.playtest.players import RandomPlayer
from croupier.playtest.simulate import game_seed, simulate
from croupier.playtest.statistics import rate, spread
from croupier.ruleset.errors import OptionError
from croupier.ruleset.loading import load_source
from croupier.tests.playing import spoon, toy

COMMAND = Path(sys.executable).parent / "croupier"

SHARE = """
croupier: 1
title: Share
players: {min: 2, max: 4}
options:
  start: {default: 5, min: 1, max: 50}
cards:
  numbered: {rank: 1..20, code: "N{rank}"}
zones:
  deck: {faces: hidden, ordered: true, starts: numbered}
  hand: {each: player, faces: owner}
  laid: {each: player, faces: all, ordered: true}
melds:
  pairs:
    low_pair: run of 2
    never: run of 15
state:
  wins: {each: player, type: number, starts: 0}
  turn: {type: player}
flow:
  game: |
    shuffle deck
    for each player: move 4 from deck to hand
    turns from seat 1 until any player where hand is empty:
      turn = player
      offer lay, idle or both
actions:
  lay:
    choose: card from 1 card in hand
    do: |
      move card to laid
      DO
  both:
    choose: pair from melds in hand
    do: move pair to laid
  idle: {}
  dear:
    if:
      - size of hand > 40: never
    do: wins += 1
whenever:
  full:
    if: size of deck > 30
    do: shuffle deck
score: {points: wins}
"""


def share(do: str = "wins += 1", seats: int = 2) -> Game:
    ruleset, findings = load_source(SHARE.replace("DO", do), "share.yaml")
    assert ruleset is not None, findings
    return Game(ruleset, seats, {"start": 5})


# --------------------------------------------------------------------------- statistics


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (29, 29, 0.8830, 1.0),
        (5, 10, 0.2366, 0.7634),
    ],
)
def test_intervals_are_those_of_the_literature(count: int, of: int, low: float, high: float) -> None:
    """The first four are method 3 of table I in R. G. Newcombe, Statistics in Medicine 17 (1998), 857-872."""
    found = rate(count, of)
    assert (found.low, found.high) == pytest.approx((low, high), abs=6e-5)
    assert found.share == count / of


def test_nothing_is_known_of_no_games() -> None:
    found = rate(0, 0)
    assert (found.share, found.low, found.high) == (None, 0.0, 1.0)
    assert spread(Counter()) is None


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    from random import Random

    lots, held = Random(5), 0
    for _ in range(1000):
        found = rate(sum(lots.random() < 0.3 for _ in range(60)), 60)
        held += found.low <= 0.3 <= found.high
    assert 920 <= held <= 980


def test_spread() -> None:
    found = spread(Counter({1: 2, 4: 1, 10: 1}))
    assert found is not None
    assert (found.mean, found.low, found.median, found.high) == (4, 1, 2.5, 10)
    assert found.error == pytest.approx(sqrt(18) / 2)


# --------------------------------------------------------------------------- the same figures


@pytest.mark.parametrize("coverage", [False, True])
def test_the_figures_do_not_depend_on_who_does_the_work(coverage: bool) -> None:
    one, two, free = (simulate(spoon(), 70, seed=5, jobs=jobs, coverage=coverage) for jobs in (1, 2, None))
    assert one == two == free
    assert one != simulate(spoon(), 70, seed=6, jobs=1, coverage=coverage)


def test_coverage_changes_no_game() -> None:
    plain, counted = simulate(spoon(), 40, seed=2).as_dict(), simulate(spoon(), 40, seed=2, coverage=True).as_dict()
    assert counted.pop("parts") and plain == counted


def test_players_other_than_chance_can_be_split_too() -> None:
    players = (GreedyPlayer(10), RandomPlayer())
    assert simulate(share(), 24, 1, players, jobs=1) == simulate(share(), 24, 1, players, jobs=2)


def test_every_game_has_a_seed_of_its_own() -> None:
    seeds = [game_seed(seed, index) for seed in range(100) for index in range(100)]
    assert len(set(seeds)) == 10_000 and all(0 <= seed < 1 << 53 for seed in seeds)


def test_games_travel_to_other_processes() -> None:
    game = pickle.loads(pickle.dumps(spoon()))
    assert simulate(game, 5, seed=1) == simulate(spoon(), 5, seed=1)


# --------------------------------------------------------------------------- figures


def test_the_figures_are_about_the_same_games() -> None:
    found = simulate(toy("eights.yaml"), 60, seed=3, coverage=True)
    assert found.games == found.ended == 60 and not found.is_partial
    assert sum(seat.won.count for seat in found.seats) + found.nobody.count <= 60
    assert found.length is not None and found.length.mean == pytest.approx(found.choices.a_game)
    assert sum(found.moves.values()) == pytest.approx(found.choices.a_game)
    assert sum(end.games for end in found.endings) == 60
    assert found.length.low <= found.length.median <= found.length.high
    for asked in found.asked:
        assert 1 <= asked.branching <= asked.most


def test_what_a_player_tries_is_not_counted() -> None:
    """A look ahead carries out actions on copies of the table; only what is played counts."""
    found = simulate(share(), 12, 4, (GreedyPlayer(),), coverage=True)
    carried = {part.name: part.count for part in found.parts or () if part.kind == "action"}
    assert {name: count / 12 for name, count in carried.items() if count} == pytest.approx(dict(found.moves))


def test_uniform_play_agrees_with_other_programs() -> None:
    """What four simulators of this one game, written by hand and apart from each other, agree upon."""
    known = {"offers": 39.3, "leads": 12.2, "passes": 11.2, "moves": 62.7, "lead": 160, "answer": 18.7}
    games, sums = 50, []
    first = 0
    for lot in range(12):
        found = simulate(spoon(early_remix=False), games, seed=1000 + lot, jobs=1)
        first += found.seats[0].won.count
        offers = [asked for asked in found.asked if asked.is_offer]
        lead = [asked for asked in offers if asked.offered == ("serve",)]
        answers = [asked for asked in offers if asked not in lead]
        answered = sum(a.a_game for a in answers)
        sums.append(
            {
                "offers": found.offers.a_game,
                "moves": found.offers.branching,
                "leads": lead[0].a_game,
                "lead": lead[0].branching,
                "answer": sum(a.a_game * a.branching for a in answers) / answered,
                "passes": found.moves["pass"],
            }
        )
    for name, value in known.items():
        values = [of[name] for of in sums]
        error = stdev(values) / sqrt(len(values))
        assert fmean(values) == pytest.approx(value, abs=4 * error + 0.005 * value), name
    starter = rate(first, 12 * games, z=3.5)
    assert starter.low <= 0.491 <= starter.high


# --------------------------------------------------------------------------- games that do not end well


def test_faults_are_counted_and_named() -> None:
    game = share("wins += 6 / (size of hand)")
    found = simulate(game, 30, seed=1)
    assert found.ended == 30 - sum(stop.games for stop in found.stopped) and found.games == 30
    (stop,) = found.stopped
    assert (stop.kind, stop.message) == ("fault", "this divides by 0")
    assert stop.at is not None and stop.at[1] == 1 + SHARE[: SHARE.index("DO")].count("\n")
    assert stop.seed == game_seed(1, stop.first)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("DO", "wins += 6 / (size of hand)"),
        ("  both:", '    say: "{player} {6 / (size of hand - 1)}"\n  both:'),
        ("from 1 card in hand", "from 1 card in hand where 6 / (rank of card - 7) > -9"),
        ("    do: |\n      move card", "    if:\n      - 6 / (7 - rank of card) > -9: no\n    do: |\n      move card"),
        ("  idle: {}", "  idle:\n    if:\n      - 6 / (size of hand - 3) > -9: no"),
        ("size of deck > 30", "6 / (size of deck - 12) > 7"),
        ("points: wins", "points: 6 / (wins - 1)"),
    ],
    ids=["do", "say", "where", "condition of a pick", "condition", "standing rule", "score"],
)
def test_faults_are_told_at_their_line(old: str, new: str) -> None:
    """Wherever the rules are asked something that has no answer, it is a fault of the rules at that line, and never one of ours."""
    assert SHARE.count(old) == 1
    text = SHARE.replace(old, new).replace("DO", "wins += 1")
    ruleset, findings = load_source(text, "share.yaml")
    assert ruleset is not None, findings
    found = simulate(Game(ruleset, 2, {"start": 5}), 60, seed=1, jobs=1, limit=300)
    lines = {stop.at[1] for stop in found.stopped if stop.kind == "fault" and stop.at}
    assert lines == {1 + next(i for i, line in enumerate(text.splitlines()) if "6 / (" in line)}


def test_games_without_end_are_stopped_and_named() -> None:
    found = simulate(spoon(), 6, seed=1, limit=10)
    assert sum(stop.games for stop in found.stopped) == 6 and min(stop.first for stop in found.stopped) == 0
    lines = found.stopped[0].at and Path(found.stopped[0].at[0]).read_text().splitlines()
    for stop in found.stopped:
        assert (stop.kind, stop.message) == ("step budget", "still not over after 10 moves") and stop.at
        assert lines and ("offer" in lines[stop.at[1] - 1] or "choose" in lines[stop.at[1] - 1])
    assert found.ended == 0 and found.length is None and found.seats[0].won.share is None


def test_breaking_off_gives_what_there_is() -> None:
    def break_off(done: int) -> None:
        if done >= 7:
            raise KeyboardInterrupt

    found = simulate(spoon(), 5000, seed=1, progress=break_off)
    assert found.is_partial and 7 <= found.games < 5000
    assert found.as_dict()["partial"] is True
    assert found.seats[0] == simulate(spoon(), found.games, seed=1).seats[0]


def test_players_and_seats_have_to_agree() -> None:
    with pytest.raises(OptionError, match="3 players are named for 2 seats"):
        simulate(spoon(), 5, 1, [RandomPlayer()] * 3)


# --------------------------------------------------------------------------- coverage


def test_coverage_names_what_was_never_carried_out() -> None:
    found = simulate(share(), 80, seed=1, coverage=True)
    never = {(part.kind, part.name) for part in found.never}
    assert never == {("action", "dear"), ("standing rule", "full"), ("meld", "never")}
    places = {part.name: part.at[1] for part in found.never if part.at}
    lines = share().ruleset.zones["deck"].span.source.text.splitlines()
    for name, line in places.items():
        assert lines[line - 1].strip().startswith(name)


def test_rules_that_are_carried_out_on_the_spot_are_counted() -> None:
    found = simulate(spoon(early_remix=False), 20, seed=1, coverage=True)
    counts = {part.name: part.count for part in found.parts or () if part.kind == "standing rule"}
    assert counts["out"] == 20 and counts["refill"] > 20 * 54
    assert [part.name for part in found.never if part.kind == "action"] == ["remix"]


def test_without_coverage_nothing_is_said_of_it() -> None:
    assert simulate(share(), 3).parts is None and "parts" not in simulate(share(), 3).as_dict()


# --------------------------------------------------------------------------- the command


def call(*arguments: str) -> Result:
    return CliRunner().invoke(build(), ["simulate", *arguments], prog_name="croupier")


def test_text_fits_and_tells() -> None:
    done = call("greasy_spoon", "-n", "30", "--seed", "2", "--set", "early_remix=false", "--coverage")
    assert done.exit_code == 0 and max(map(len, done.output.splitlines())) <= 80 and done.output.isascii()
    told = " ".join(done.output.split())
    for said in ("Greasy Spoon: 30 games, seed 2", "early_remix = false", "95 % interval", "median", "after 'end game", "action 'remix'"):
        assert said in told
    assert "\x1b" not in done.output and done.stderr == ""


def test_json_and_csv_tell_the_same() -> None:
    told, table = (call("greasy_spoon", "-n", "20", "--format", format).output for format in ("json", "csv"))
    told = json.loads(told)
    rows = {(row["measure"], row["of"]): row["value"] for row in csv.DictReader(StringIO(table))}
    assert told["games"] == 20 == int(rows["games", "played"]) and told["partial"] is False and rows["partial", "games"] == "false"
    assert told["seats"][0]["won"]["share"] == float(rows["win rate", "seat 1"])
    assert told["length"]["mean"] == float(rows["length", "game, mean"])
    assert told["options"] == {"hand_size": 11, "set_aside": 3, "early_remix": True, "starter": "first", "best_of": 1}


def test_players_and_seats() -> None:
    told = json.loads(call("diner", "-n", "2", "--seats", "3", "--players", "greedy,random,random", "--format", "json").output)
    assert [seat["player"] for seat in told["seats"]] == ["greedy", "random", "random"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["greasy_spoon", "--set", "hand=3"], "has no option 'hand'; did you mean 'hand_size'?"),
        (["greasy_spoon", "--set", "hand_size"], "is not NAME=VALUE"),
        (["greasy_spoon", "--set", "hand_size=99"], "'hand_size' is 1 to 54, not 99"),
        (["greasy_spoon", "--set", "hand_size=9", "--set", "hand_size=8"], "is set twice"),
        (["greasy_spoon", "--seats", "3"], "Greasy Spoon is for 2 players, not 3"),
        (["greasy_spoon", "--players", "random,gready"], "did you mean 'greedy'?"),
        (["greasy_spoon", "--players", "random,"], "lacks a name"),
        (["greasy_spoon", "--players", "random,random,greedy"], "3 players are named for 2 seats"),
        (["greasy_spoon", "-n", "0"], "greater than or equal to 1"),
        (["greasy_spon"], "greasy_spoon"),
    ],
)
def test_wrong_calls(arguments: list[str], said: str) -> None:
    done = call(*arguments)
    assert done.exit_code == 2 and said in " ".join((done.stderr + done.output).split()) and "Traceback" not in done.output


@pytest.mark.skipif(os.name == "nt", reason="processes are interrupted in another way there")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_shows_what_there_is(jobs: str) -> None:
    run = subprocess.Popen(
        [COMMAND, "simulate", "greasy_spoon", "-n", "1000000", "--jobs", jobs],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    time.sleep(4)
    os.killpg(run.pid, signal.SIGINT)
    out, err = run.communicate(timeout=30)
    assert run.returncode == 130 and "Traceback" not in err
    assert "PARTIAL" in out and "of 1000000 games" in err
