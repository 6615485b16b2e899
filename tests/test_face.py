"""What somebody sees who tries the package at a Python prompt."""

import copy
import pickle
import pydoc
import random
from collections.abc import Callable
from pathlib import Path

import pytest

import croupier
from croupier import CroupierError, Game, IllegalMove, NotThere, OptionError, PositionError, Table

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
            (dealt, "<Table of greasy_spoon, 2 seats, after 0 moves: player 1, round>"),
            (played, "<Table of greasy_spoon, 2 seats, after 1 move: player 2, round>"),
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
            (lambda: dealt().choice.why(None), TypeError, "a move is a Move or its text, not None"),  # type: ignore[arg-type]
            (lambda: dealt().choice.parse(3), TypeError, "the text of a move is expected, not 3"),  # type: ignore[arg-type]
            (lambda: dealt().choice["pass"], TypeError, "counted by whole numbers"),  # type: ignore[index]
            (lambda: croupier.Move("serve", "K5"), TypeError, "a move is made of a name and a tuple of texts"),  # type: ignore[arg-type]
            (lambda: dealt().play(""), IllegalMove, "type a move; what can be done: serve"),
            (lambda: dealt().play("serve K5\ud800"), IllegalMove, "serve K5<U+D800>: a character that cannot be seen"),
            (lambda: dealt().undo(), IllegalMove, "there is no move to take back"),
            (lambda: dealt().cards("hnad", 1), NotThere, "there is no zone 'hnad'; did you mean 'hand'?"),
            (lambda: dealt().cards("x", 1), NotThere, "there is no zone 'x'; there are: draw, hand,"),
            (lambda: dealt().cards("hand"), NotThere, "every player has a 'hand': say whose"),
            (lambda: dealt().cards("hand", 3), NotThere, "there is no seat 3: this game has 2 players"),
            (lambda: dealt().cards("hand", 0), NotThere, "there is no seat 0"),
            (lambda: dealt().cards("hand", True), TypeError, "a seat is a whole number, not True"),
            (lambda: dealt().cards("hand", "1"), TypeError, "a seat is a whole number, not '1'"),  # type: ignore[arg-type]
            (lambda: dealt().cards(1), TypeError, "a zone is asked for by its name, not by 1"),  # type: ignore[arg-type]
            (lambda: dealt().value("winz"), NotThere, "there is no counter or memory 'winz'; did you mean 'wins'?"),
            (lambda: dealt().value("wins"), NotThere, "every player has a 'wins'"),
            (lambda: dealt().value("leader", 1), NotThere, "there is one 'leader' for all players: ask for it without a seat"),
            (lambda: croupier.load("diner").deal(seed=1).cards("board", 1), NotThere, "there is one 'board' for all players"),
            (lambda: dealt().view(1).value("leader", 1), NotThere, "there is one 'leader'"),
            (lambda: dealt().choice.sample(None), TypeError, "by a source of chance such as random.Random(7), not by None"),  # type: ignore[arg-type]
            (lambda: dealt().choice[True], TypeError, "moves are counted by whole numbers, not by True"),
            (lambda: dealt().view(3), NotThere, "there is no seat 3"),
            (lambda: dealt().view(1.0), TypeError, "a seat is a whole number, not 1.0"),  # type: ignore[arg-type]
            (lambda: dealt().view(1).zone("hnad", 1), NotThere, "did you mean 'hand'?"),
            (lambda: dealt().view(1).zone("hand"), NotThere, "every player has a 'hand': say whose"),
            (lambda: dealt().view(1).zone("hand", 9), NotThere, "there is no seat 9"),
            (lambda: dealt().view(1).value("wins", 3), NotThere, "there is no seat 3"),
            (lambda: played().record(notes={2: "late"}), NotThere, "there is no move 2: 1 have been made"),
            (lambda: played().record(times=["now", "then"]), NotThere, "there is no move 2"),
            (lambda: GAME.deal(seed="x"), TypeError, "a seed is a whole number, not 'x'"),  # type: ignore[arg-type]
            (lambda: GAME.deal(seed=True), TypeError, "a seed is a whole number, not True"),
            (lambda: GAME.deal(seed=1.5), TypeError, "a seed is a whole number, not 1.5"),  # type: ignore[arg-type]
            (lambda: croupier.load(None), TypeError, "a game is a name, a path or a ruleset, not None"),  # type: ignore[arg-type]
            (lambda: croupier.load("diner", seats=2.0), TypeError, "number of players is a whole number"),  # type: ignore[arg-type]
            (lambda: croupier.load("diner", seats=7), OptionError, "2 to 6 players, not 7"),
            (lambda: croupier.load("greasy_spoon", best_of=3.0), OptionError, "one of 1, 3, 5, not 3.0"),  # type: ignore[arg-type]
            (lambda: croupier.load_position(GAME, None), TypeError, "a position is a path, or a text"),  # type: ignore[arg-type]
            (lambda: croupier.load_position(GAME, ""), PositionError, "nothing but blanks or comments"),
            (lambda: pickle.dumps(dealt().choice), TypeError, "pickle its table"),
            (lambda: croupier.laod, AttributeError, "no attribute 'laod'"),
        ],
    )
    def test_told(self, made: Callable[[], object], kind: type[Exception], said: str) -> None:
        with pytest.raises(kind) as told:
            made()
        assert said in str(told.value).encode().decode()  # it can be printed
        assert isinstance(told.value, CroupierError) is not issubclass(kind, TypeError | AttributeError)

    def test_what_is_done_in_the_middle_of_walking_a_choice(self) -> None:
        table = dealt()
        choice = table.choice
        for number, move in enumerate(choice):
            if number == 2:
                table.play(move)
        assert number == len(choice) - 1 and table.ply == 1

    def test_moves_of_other_choices(self) -> None:
        table = played()
        with pytest.raises(IllegalMove, match=r"must be more expensive|not in hand"):
            table.play(dealt().choice[0])
        with pytest.raises(IllegalMove, match="there is no action 'spot'"):
            table.play(croupier.load("diner").deal(seed=1).choice[0])
        assert table.ply == 1

    @pytest.mark.parametrize(
        "ask",
        [
            lambda: croupier.load(str(Path(__file__).parent / "cases" / "cards.yaml")),
            lambda: croupier.load_position(GAME, "croupier: 1\nzones: {}\n"),
            lambda: croupier.load("no_such_game"),
            lambda: dealt().play("serve K9"),
            lambda: dealt().cards("x"),
        ],
    )
    def test_errors_come_through_to_another_process(self, ask: Callable[[], object]) -> None:
        with pytest.raises(CroupierError) as told:
            ask()
        again = pickle.loads(pickle.dumps(told.value))
        assert (type(again), str(again)) == (type(told.value), str(told.value))
        assert getattr(again, "findings", ()) == getattr(told.value, "findings", ())

    def test_nothing_follows_the_end(self) -> None:
        table, rng = dealt(), random.Random(1)
        while not table.over:
            table.play(table.choice.sample(rng))
        for ask in (lambda: table.choice, lambda: table.play("pass"), lambda: table.play("")):
            with pytest.raises(IllegalMove, match="the game is over"):
                ask()
        table.undo()
        assert not table.over and table.choice


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
