"""What somebody sees who tries the package at a Python prompt."""

import copy
import pickle
import pydoc
import random
from collections.abc import Callable

import pytest

import croupier
from croupier import Game, Table

GAME = croupier.load("greasy_spoon", best_of=3)


def dealt() -> Table:
    return GAME.deal(seed=7)


def played() -> Table:
    table = dealt()
    table.play("serve R2 M2")
    return table


class TestRepr:
    @pytest.mark.parametrize(
        ("made", "said"),
        [
            (lambda: GAME, "<Game greasy_spoon, 2 seats>"),
            (lambda: GAME.ruleset, "<Ruleset greasy_spoon, 2 players, 18 kinds of cards>"),
            (dealt, "<Table of greasy_spoon, 2 seats, after 0 moves: player 1, serve>"),
            (played, "<Table of greasy_spoon, 2 seats, after 1 move: player 2, serve or pass>"),
            (lambda: dealt().choice, "<Choice of player 1: serve, 314 moves>"),
            (lambda: played().last, "<Ply serve M2 R2 of player 1>"),
            (lambda: dealt().view(1), "<View of Greasy Spoon for player 1, after 0 moves>"),
            (lambda: dealt().view(), "<View of Greasy Spoon for a spectator, after 0 moves>"),
        ],
    )
    def test_short_and_without_secrets(self, made: Callable[[], object], said: str) -> None:
        assert repr(made()) == said

    def test_a_table_that_is_over(self) -> None:
        table, rng = dealt(), random.Random(1)
        while not table.over:
            table.play(table.choice.sample(rng))
        assert repr(table).endswith(f"{table.ply} moves: {table.result}>")


class TestMistakes:
    @pytest.mark.parametrize(
        ("made", "kind", "said"),
        [
            (lambda: dealt().play(3), TypeError, "a move is a Move or its text, not 3"),  # type: ignore[arg-type]
            (lambda: dealt().choice["pass"], TypeError, "counted by whole numbers"),  # type: ignore[index]
            (lambda: dealt().cards("hnad", 1), ValueError, "there is no zone 'hnad'; there are: draw, hand,"),
            (lambda: dealt().cards("hand"), ValueError, "every player has a 'hand': say whose"),
            (lambda: dealt().cards("hand", 3), ValueError, "there is no seat 3: this game has 2 players"),
            (lambda: dealt().cards("hand", 0), ValueError, "there is no seat 0"),
            (lambda: dealt().value("winz"), ValueError, "there is no counter or memory 'winz'"),
            (lambda: dealt().value("wins"), ValueError, "every player has a 'wins'"),
            (lambda: dealt().view(3), ValueError, "there is no seat 3"),
            (lambda: GAME.deal(seed="x"), TypeError, "a seed is a whole number, not 'x'"),  # type: ignore[arg-type]
            (lambda: pickle.dumps(dealt().choice), TypeError, "pickle its table"),
            (lambda: croupier.laod, AttributeError, "no attribute 'laod'"),
        ],
    )
    def test_told(self, made: Callable[[], object], kind: type[Exception], said: str) -> None:
        with pytest.raises(kind) as told:
            made()
        assert said in str(told.value)


class TestCopies:
    @pytest.mark.parametrize("again", [Table.copy, copy.copy, copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
    def test_a_copy_goes_its_own_way(self, again: Callable[[Table], Table]) -> None:
        table = played()
        other = again(table)
        assert str(other.play("pass")) == "pass"
        assert (table.ply, other.ply) == (1, 2)
        assert other.undo() is not None and other.cards("hand", 2) == table.cards("hand", 2)

    def test_a_game_and_its_ruleset_are_pickled(self) -> None:
        game: Game = pickle.loads(pickle.dumps(GAME))
        assert (game.ruleset, game.seats, dict(game.options)) == (GAME.ruleset, GAME.seats, dict(GAME.options))


class TestNames:
    def test_public_names_are_shown(self) -> None:
        assert set(croupier.__all__) <= set(dir(croupier))
        assert all(getattr(croupier, name) is not None for name in croupier.__all__)

    def test_help_tells_them(self) -> None:
        text = pydoc.plain(pydoc.render_doc(croupier))
        assert "load(game" in text and "class Table" in text
