"""Random games of every shipped ruleset and variant: they end, keep their cards, come back when undone, and can be played again."""

from random import Random

import pytest

from croupier.tests.playing import (
    GAMES,
    comes_back,
    comes_from_its_save,
    dealt,
    game_of,
    is_at_rest,
    lists_itself,
    people,
    playout,
    replays,
    same,
    set_up_again,
    shipped,
    tables,
    uniformly,
)  # fmt: skip

GAMES_EACH = 4
"""Games of each ruleset; `tests/long.py` plays thousands."""


@pytest.mark.parametrize("name", shipped())
def test_games_end_and_can_be_played_again(name: str) -> None:
    game, rng = game_of(GAMES / name), Random(name)
    for seed in range(GAMES_EACH):
        table = playout(dealt(game, seed), rng, (people, uniformly)[seed % 2])
        assert table.result is not None
        seats = set(range(1, game.seats + 1))
        assert set(table.result.winners) <= seats
        assert sorted(seat for group in table.result.ranking for seat in group) == sorted(seats)
        replays(table)
        if seed < 4:
            comes_back(table)


@pytest.mark.parametrize("seats", range(2, 7))
def test_diner_for_so_many(seats: int) -> None:
    game, rng = game_of(GAMES / "diner" / "ruleset.yaml", seats), Random(seats)
    for seed in range(1):
        table = playout(dealt(game, seed), rng, people)
        replays(table)
        comes_back(table)


@pytest.mark.parametrize("name", shipped())
def test_choices_count_walk_and_draw_alike(name: str) -> None:
    game, rng = game_of(GAMES / name), Random(name)
    table = dealt(game, 3)
    for _ in range(30):
        if table.over:
            break
        lists_itself(table, rng)
        people(table, rng)


@pytest.mark.parametrize("name", shipped())
def test_standing_rules_are_at_rest_where_a_choice_is_waited_for(name: str) -> None:
    for table in tables(game_of(GAMES / name), 150):
        is_at_rest(table)


@pytest.mark.parametrize("name", shipped())
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    game = game_of(GAMES / name)
    one, two = (playout(dealt(game, 7), Random(7)) for _ in range(2))
    assert one.moves == two.moves and same(one.state, two.state) and one.result == two.result
    assert playout(dealt(game, 8), Random(7)).moves != one.moves


@pytest.mark.parametrize("name", shipped())
def test_a_copy_goes_its_own_way(name: str) -> None:
    rng = Random(11)
    table = dealt(game_of(GAMES / name), 11)
    for _ in range(20):
        people(table, rng)
    before, moves = table.state[:], table.moves
    other = table.copy()
    assert other.state == before and other.moves == moves and len(other.choice) == len(table.choice)
    playout(other, rng)
    assert table.state == before and table.moves == moves
    third = table.copy()
    table.undo()
    assert third.state == before and third.moves == moves
    # chance, too, is the state's: the same moves from the same state lead to the same end
    again = third.copy()
    end, end_again = playout(third, Random(5)), playout(again, Random(5))
    assert same(end.state, end_again.state) and end.moves == end_again.moves


def test_undoing_takes_back_chance() -> None:
    """A shuffle made again after an undo comes out as before."""
    shuffled = 0
    for table in tables(game_of(GAMES / "greasy_spoon" / "ruleset.yaml"), 200, seed=4):
        if "remix" not in table.choice:
            continue
        seat, other = table.choice.seat, table.copy()
        table.play("remix")
        first = table.cards("draw", seat)
        table.undo()
        assert table.state == other.state
        table.play("remix")
        assert table.cards("draw", seat) == first
        table.undo()
        shuffled += 1
    assert shuffled > 10


@pytest.mark.parametrize("name", shipped())
def test_positions_saves_and_records_give_the_table_back(name: str) -> None:
    table, rng = dealt(game_of(GAMES / name), 9), Random(9)
    for ply in range(40):
        if table.over:
            break
        if ply % 5 == 0:
            set_up_again(table)
            comes_from_its_save(table)
        people(table, rng)
    comes_from_its_save(playout(table, rng))
