"""Games of other kinds, written in the language alone: shedding with bombs, finishing orders, poker hands, contracts, following suit."""

from random import Random

import pytest

from croupier.interpreter.game import Game
from croupier.interpreter.options import settle_options
from croupier.interpreter.position import load_position
from croupier.interpreter.table import Table
from croupier.ruleset.errors import PositionError, StepLimit
from croupier.ruleset.loading import check_file, check_text, load_source
from croupier.tests.arranging import arrange
from croupier.tests.playing import (
    HERE,
    comes_back,
    comes_from_its_save,
    dealt,
    is_at_rest,
    lists_itself,
    people,
    playout,
    replays,
    set_up_again,
    tables,
    toy,
    toys,
    uniformly,
)
from croupier.tests.steps import cases, run

CASES = cases("other_games.yaml")

KINDS = [(name, seats) for name in toys() for seats in range(toy(name).ruleset.players[0], toy(name).ruleset.players[1] + 1)]


@pytest.mark.parametrize("name", CASES)
def test_case(name: str) -> None:
    case = CASES[name]
    run(dealt(toy(case["game"], **case.get("options", {})), seed=case.get("seed", 1)), case, case["away"])


@pytest.mark.parametrize("name", toys())
def test_rules_are_right(name: str) -> None:
    assert [str(f) for f in check_file(HERE / "games" / name) if f.code != "R640"] == []


@pytest.mark.parametrize(("name", "seats"), KINDS)
def test_random_games(name: str, seats: int) -> None:
    """They end, keep their cards, come back when undone, and are played again alike from their moves as texts."""
    game, rng = toy(name, seats), Random(name)
    for seed in range(4):
        table = playout(dealt(game, seed), rng, (people, uniformly)[seed % 2])
        assert table.result is not None
        replays(table)
        comes_back(table)


@pytest.mark.parametrize("name", toys())
def test_standing_rules_are_at_rest_where_a_choice_is_waited_for(name: str) -> None:
    for table in tables(toy(name), 150):
        is_at_rest(table)


@pytest.mark.parametrize("name", toys())
def test_positions_set_the_table_up_again(name: str) -> None:
    for table in tables(toy(name), 12, seed=3):
        set_up_again(table)
        comes_from_its_save(table)


@pytest.mark.parametrize("name", toys())
def test_choices_count_walk_and_draw_alike(name: str) -> None:
    rng = Random(name)
    table = dealt(toy(name), 1)
    for _ in range(30):
        if table.over:
            break
        lists_itself(table, rng)
        people(table, rng)


# --------------------------------------------------------------------------- D01: nobody can move and nothing can be drawn

EIGHTS = (HERE / "games" / "eights.yaml").read_text(encoding="utf-8")
UNTIL = " until blocked or (empty_stock == score and stock is empty)"


def lay_out(table: Table, hand: str = "H5 S9", pile: str = "C1") -> None:
    """Neither hand has a card that fits, and nothing can be drawn."""
    table.state[table.game.layout.state["wanted"]] = 0  # clubs
    arrange(table, {"hand 1": hand, "hand 2": "D7 S2", "pile": pile}, None)


@pytest.mark.parametrize("draw_one", [True, False])
@pytest.mark.parametrize("empty_stock", ["pass", "reshuffle", "score"])
def test_a_blocked_game_is_counted(draw_one: bool, empty_stock: str) -> None:
    """D01: after everybody has had a turn and nobody could do anything, the result of the rules file applies."""
    table = dealt(toy("eights.yaml", 2, draw_one=draw_one, empty_stock=empty_stock), 1)
    lay_out(table)
    assert table.over and table.ply == 0
    assert table.result is not None and table.result.how == "score"
    assert table.result.scores == (14, 9) and table.result.winners == (2,)


@pytest.mark.parametrize("draw_one", ["true", "false"])
@pytest.mark.parametrize("empty_stock", ["pass", "reshuffle", "score"])
def test_a_blocked_position_is_refused_with_how_it_ends(draw_one: str, empty_stock: str) -> None:
    options = f"options: {{draw_one: {draw_one}, empty_stock: {empty_stock}}}\n"
    zones = "zones: {hand: {1: H5 S9, 2: D7 S2}, pile: C1}\n"
    with pytest.raises(PositionError, match=r"P111.*nothing that player 1 could choose.*goes on to the end: player 2 wins \(14, 9\)"):
        load_position(toy("eights.yaml", 2), f"croupier: 1\nchoice: {{seat: 1}}\n{options}{zones}state: {{wanted: clubs}}\n")


@pytest.mark.parametrize("draw_one", [True, False])
@pytest.mark.parametrize("empty_stock", ["pass", "reshuffle", "score"])
def test_a_draw_that_blocks_is_no_win(draw_one: bool, empty_stock: str) -> None:
    table = dealt(toy("eights.yaml", 2, draw_one=draw_one, empty_stock=empty_stock), 1)
    lay_out(table, hand="S9")
    assert table.over and table.result is not None and table.result.winners == () and table.result.how == "tied"


@pytest.mark.parametrize("draw_one", [True, False])
@pytest.mark.parametrize("empty_stock", ["pass", "reshuffle", "score"])
def test_who_can_do_nothing_is_not_asked(draw_one: bool, empty_stock: str) -> None:
    """The turn of a player without a legal action is passed over; with nothing but a seven to lay, no more is offered."""
    table = dealt(toy("eights.yaml", 2, draw_one=draw_one, empty_stock=empty_stock), 1)
    table.state[table.game.layout.state["wanted"]] = 0
    arrange(table, {"hand 1": "H5 S9", "hand 2": "C7 C2 H7", "pile": "C1"}, None)
    if empty_stock == "score":
        assert table.over
        return
    assert table.choice.seat == 2 and sorted(map(str, table.choice)) == ["lay C2", "lay C7"]
    table.play("lay C2")
    if empty_stock == "reshuffle":  # C1 is the new stock
        assert table.choice.seat == 1 and list(map(str, table.choice)) == ["draw"]
    else:
        assert table.choice.seat == 2 and list(map(str, table.choice)) == ["lay C7"]


@pytest.mark.parametrize("draw_one", [True, False])
@pytest.mark.parametrize("empty_stock", ["pass", "reshuffle", "score"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_eights_ends(seats: int, draw_one: bool, empty_stock: str) -> None:
    game, rng = toy("eights.yaml", seats, draw_one=draw_one, empty_stock=empty_stock), Random(seats)
    for seed in range(3):
        replays(playout(dealt(game, seed), rng, people))


@pytest.mark.parametrize("until", ["", " until empty_stock == score and stock is empty"])
def test_rules_without_a_blocked_result_are_reported(until: str) -> None:
    """D01: the finding stands at the turns that may go on for ever; played all the same, they are stopped there with the place."""
    text = EIGHTS.replace(UNTIL, until)
    line = next(i for i, row in enumerate(text.split("\n"), 1) if "turns from" in row)
    assert [(f.code, f.span.line) for f in check_text(text, "eights.yaml")] == [("R640", line)]
    ruleset, _ = load_source(text, "eights.yaml")
    assert ruleset is not None
    table = dealt(Game(ruleset, 2, settle_options(ruleset, {"empty_stock": "pass"})), 1)
    with pytest.raises(StepLimit) as stopped:
        lay_out(table)
    assert stopped.value.span is not None and abs(stopped.value.span.line - line) <= 1


# --------------------------------------------------------------------------- laws of single games


def test_the_scum_gives_the_best_card() -> None:
    """Choices in the middle of a procedure, by one player and then another."""
    rng, seen = Random(1), 0
    ranks = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"]
    for seed in range(5):
        table = dealt(toy("president.yaml", 4), seed)
        while not table.over:
            if table.choice.label == "exchange: gift":
                seat = table.choice.seat
                assert table.value("scum") == str(seat)
                best = max(ranks.index(code[1:]) for code in table.cards("hand", seat))
                assert {ranks.index(str(move).split()[-1][1:]) for move in table.choice} == {best}
                seen += 1
            people(table, rng)
    assert seen == 10


def test_suits_are_followed() -> None:
    rng = Random(1)
    for seed in range(20):
        table = dealt(toy("tricks.yaml"), seed)
        while not table.over:
            hand, led = table.cards("hand", table.choice.seat), table.value("led")
            suit = [code for code in hand if code[0] == led[0].upper()]
            may = suit if led != "none" and suit else hand
            assert sorted(map(str, table.choice)) == sorted(f"lay {code}" for code in may)
            people(table, rng)
        assert table.result is not None and sum(table.result.scores) == 16, "the tricks of both partners count for each of them"


def test_contracts_are_paid_with_what_covers_them() -> None:
    table = dealt(toy("market.yaml", 2), 1)
    arrange(table, {"offers": "ring", "purse 1": "ru ru go pe", "bank": "pe"}, "fulfilled 2")
    assert sorted(map(str, table.choice)) == ["buy ring, ru go", "buy ring, ru ru", "reserve ring", "take pe"]
    table.play("buy ring, ru go")
    assert sorted(table.cards("purse", 1)) == ["pe", "ru"] and sorted(table.cards("bank")) == ["go", "pe", "ru"]
    assert table.cards("fulfilled", 1) == ("ring",)
