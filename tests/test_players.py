"""Players: how they choose, and that none of them knows more than its seat."""

from random import Random

import pytest

from croupier.interpreter.game import Game, load
from croupier.interpreter.layout import LOG, RANDOM
from croupier.interpreter.runtime import Rng
from croupier.interpreter.table import Table, counted
from croupier.interpreter.view import sees, view_of
from croupier.playtest.determinize import card_backs, determinize
from croupier.playtest.greedy import GreedyPlayer, worth_of
from croupier.playtest.players import PLAYERS, Player, RandomPlayer, player, seated
from croupier.ruleset.errors import OptionError
from croupier.ruleset.loading import load_source
from croupier.tests.hidden import swapped
from croupier.tests.playing import spoon, toy

RACE = """
croupier: 1
title: Race
players: 2
cards:
  numbered: {rank: 1..9, copies: 2, code: "N{rank}"}
zones:
  deck: {faces: hidden, ordered: true, starts: numbered}
  hand: {each: player, faces: owner}
  laid: {each: player, faces: all, ordered: true}
state:
  turn: {type: player}
flow:
  game: |
    shuffle deck
    for each player: move 3 from deck to hand
    turns from seat 1 until deck is empty:
      turn = player
      offer lay, draw or stay
actions:
  lay:
    choose: card from 1 card in hand
    do: |
      move card to laid
      move 1 from deck to hand
      WIN
  draw:
    do: move 1 from deck to laid
  stay: {}
SCORE
"""
FAVOUR = """
croupier: 1
title: Favour
players: 2
cards: {tokens: {title: Token, copies: 2}}
zones: {pile: {faces: all, starts: tokens}}
state:
  turn: {type: number, starts: 0}
  gold: {each: player, type: number, starts: 0}
flow:
  game: |
    turns from seat 1 until turn == 4:
      turn += 1
      offer ask or stay
actions:
  ask:
    do: |
      offer agree or refuse to next player as answer
      if answer == agree: gold += GAIN
      else: gold -= 1
  stay: {}
  agree:
    if: AGREE
  refuse:
    if: not AGREE
score: {points: gold}
"""
POINTS = "score: {points: sum of rank in laid}\n"
LOW = "score: {points: sum of rank in laid, lowest: true}\n"
VALUE = "value: 100 - sum of rank in laid\n"


def race(end: str, win: str = "") -> Game:
    ruleset, findings = load_source(RACE.replace("WIN", win or "turn = player").replace("SCORE", end), "race.yaml")
    assert ruleset is not None, findings
    return Game(ruleset, 2, {})


def diner() -> Game:
    return load("diner", seats=3)


def reached(game: Game, moves: int, seed: int) -> Table:
    """A table after some random moves, or at the last choice of a shorter game."""
    return tables(game, seed, moves + 1)[-1]


def tables(game: Game, seed: int, most: int = 150) -> list[Table]:
    """Tables at choices of one random game."""
    table, rng, found = game.deal(seed=seed), Rng(seed), []
    while not table.over and table.ply < most:
        found.append(table.copy())
        table.play(table.choice.deal(rng))
    return found


GAMES = {"greasy_spoon": spoon, "diner": diner, "eights": lambda: toy("eights.yaml"), "market": lambda: toy("market.yaml")}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return GAMES[request.param]()


class TestDeterminize:
    def test_what_the_seat_sees_stays(self, game: Game) -> None:
        rng = Rng(1)
        for table in tables(game, 3):
            seat = table.choice.seat
            world = determinize(table, seat, rng)
            seen = view_of(table, seat)
            assert view_of(world, seat).zones == seen.zones
            assert counted(game.layout, world.state) == counted(game.layout, table.state)
            assert table.state[LOG] is table.choice.state[LOG], "the table itself is left alone"

    def test_the_rest_is_dealt_anew(self, game: Game) -> None:
        table = reached(game, 6, 2)
        seat = table.choice.seat
        unseen = [slot for slot in game.layout.zone_slots if not sees(game, slot, seat - 1) and table.state[slot]]
        worlds = [determinize(table, seat, Rng(i)) for i in range(12)]
        assert any(len({world.state[slot] for world in worlds}) > 6 for slot in unseen)
        assert len({world.state[RANDOM] for world in worlds}) == 12

    def test_backs_stay_where_they_are(self) -> None:
        game = diner()
        backs = card_backs(game)
        assert len(set(backs)) == 4
        table = reached(game, 40, 5)
        cards = game.code.functions["cards"]
        for i in range(10):
            world = determinize(table, 1, Rng(i))
            for slot in game.layout.zone_slots:
                old, new = ([backs[kind] for kind, _ in cards(of.state, slot)] for of in (table, world))
                assert (old == new) if game.layout.ordered[slot] else (sorted(old) == sorted(new))

    def test_tables_that_look_alike_become_one(self, game: Game) -> None:
        lots = Random(4)
        for table in tables(game, 4, 60):
            seat = table.choice.seat
            other = swapped(table, seat - 1, lots)
            a, b = determinize(table, seat, Rng(9)), determinize(other, seat, Rng(9))
            zones = game.layout.zone_slots
            assert a.state[zones.start : zones.stop] == b.state[zones.start : zones.stop]


class TestGreedy:
    def test_hidden_cards_do_not_change_its_move(self, game: Game) -> None:
        lots, greedy = Random(7), GreedyPlayer(20)
        for table in tables(game, 11, 60):
            other = swapped(table, table.choice.seat - 1, lots)
            assert greedy.choose(table, Rng(5)) == greedy.choose(other, Rng(5))

    def test_it_leaves_the_table_alone(self, game: Game) -> None:
        table = reached(game, 10, 8)
        before = table.state[:]
        move = GreedyPlayer().choose(table, Rng(1))
        assert table.state == before and move in table.choice

    def test_it_lays_what_scores_most(self) -> None:
        for seed in range(20):
            table = race(POINTS).deal(seed=seed)
            worth = {code: worth_of(_after(table, f"lay {code}"), 1) for code in table.cards("hand", 1)}
            chosen = GreedyPlayer().choose(table, Rng(2))
            assert str(chosen) == "draw" or worth[chosen.args[0]] == max(worth.values())

    @pytest.mark.parametrize("end", [LOW, POINTS + VALUE], ids=["lowest", "value"])
    def test_it_lays_nothing_where_that_is_worth_less(self, end: str) -> None:
        assert str(GreedyPlayer().choose(race(end).deal(seed=3), Rng(2))) == "stay"

    def test_winning_comes_before_value(self) -> None:
        game = race(POINTS + VALUE, "if rank of card == 1: end game won by player")
        seeds = [seed for seed in range(60) if "N1" in game.deal(seed=seed).cards("hand", 1)]
        assert seeds
        for seed in seeds:
            assert str(GreedyPlayer().choose(game.deal(seed=seed), Rng(1))) == "lay N1"

    def test_a_game_with_nothing_to_go_by_is_played_by_lot(self) -> None:
        table = race("").deal(seed=1)
        assert len({str(GreedyPlayer().choose(table, Rng(i))) for i in range(40)}) > 3

    @pytest.mark.parametrize(
        ("is_agreed", "gain", "chosen"),
        [("turn > 0", 3, "ask"), ("turn < 0", 3, "stay"), ("turn > 0", -3, "stay")],
        ids=["granted", "refused", "a loss"],
    )
    def test_it_looks_past_the_answers_of_others(self, is_agreed: str, gain: int, chosen: str) -> None:
        ruleset, findings = load_source(FAVOUR.replace("AGREE", is_agreed).replace("GAIN", str(gain)), "favour.yaml")
        assert ruleset is not None, findings
        for seed in range(8):
            assert str(GreedyPlayer().choose(Game(ruleset, 2, {}).deal(seed=seed), Rng(seed))) == chosen

    @pytest.mark.parametrize("name", ["ruleset.yaml", "variants/last_out_wins.yaml"])
    def test_it_beats_chance_at_greasy_spoon(self, name: str) -> None:
        won = 0
        for i in range(40):
            players = [RandomPlayer(), GreedyPlayer(30)]
            table, rng = spoon(name).deal(seed=i), Rng(i)
            while not table.over:
                table.play(players[(table.choice.seat + i) % 2].choose(table, rng))
            assert table.result is not None
            won += table.result.winners == (1 + i % 2,)
        assert won >= 24

    def test_it_beats_chance(self) -> None:
        game, won = load("diner", seats=2), 0
        for i in range(10):
            players = [RandomPlayer(), GreedyPlayer(30)]
            table, rng = game.deal(seed=i), Rng(i)
            while not table.over:
                table.play(players[(table.choice.seat + i) % 2].choose(table, rng))
            assert table.result is not None
            won += table.result.winners == (1 + i % 2,)
        assert won >= 8


def _after(table: Table, move: str) -> Table:
    after = table.copy()
    after.play(move)
    return after


class TestNames:
    def test_each_name_is_a_player(self) -> None:
        table = spoon().deal(seed=1)
        for name in PLAYERS:
            some: Player = player(name)
            assert some.choose(table, Rng(1)) in table.choice

    def test_an_unknown_name(self) -> None:
        with pytest.raises(OptionError, match="no player 'gredy'; did you mean 'greedy'"):
            player("gredy")

    def test_one_takes_all_seats(self) -> None:
        one = RandomPlayer()
        assert seated([one], 4) == (one,) * 4
        with pytest.raises(OptionError, match="3 players are named for 2 seats"):
            seated([one] * 3, 2)


def test_random_players_draw_sizes_alike() -> None:
    """Of `0 to 3 cards` each size comes as often as any other, so that few cards are not drowned by the many ways to take three."""
    table = spoon().deal(seed=1)
    table.play(next(m for m in table.choice if m.name == "serve"))
    table.play("pass")
    sizes = [0] * 4
    rng = Rng(3)
    for _ in range(2000):
        text = str(RandomPlayer().choose(table, rng))
        sizes[0 if text.endswith("none") else len(text.split()) - 1] += 1
    assert all(abs(size - 500) < 5 * (500 * 0.75) ** 0.5 for size in sizes)
