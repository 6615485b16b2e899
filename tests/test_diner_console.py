"""Diner at a console: 80 columns, six seats, without colour, read aloud; moves typed as people type them."""

import json
from pathlib import Path
from random import Random

import pytest

from croupier.cli.menu import listed
from croupier.cli.screen import Screen
from croupier.cli.sitting import verdict_lines
from croupier.interpreter.position import load_position
from croupier.interpreter.table import Table
from croupier.tests.playing import GAMES, dealt, game_of, people, toy
from croupier.tests.test_cli import run

SCRIPT = """\
moves
why complete
spot 1
1
moves
moves complete
play
why play q
draw f
draw
card any 2 d
look discard
hint
log
rules
help
finish
quit
"""


@pytest.fixture
def script(tmp_path: Path) -> str:
    (tmp_path / "moves.txt").write_text(SCRIPT, encoding="utf-8")
    return str(tmp_path / "moves.txt")


@pytest.mark.parametrize("seats", [3, 6])
@pytest.mark.parametrize("plain", [False, True])
def test_it_fits_a_console_of_80_columns(script: str, seats: int, plain: bool) -> None:
    others = ",random" * (seats - 1)
    more = ["--plain"] if plain else []
    words = ["play", "diner", "--seats", f"human{others}", "--seed", "5", "--moves", script, *more]
    done = run(*words, NO_COLOR="1", COLUMNS="80", LC_ALL="C")
    text = done.stdout.decode("ascii")
    assert "Traceback" not in text + done.stderr.decode() and "\x1b" not in text
    assert [line for line in text.splitlines() if len(line) > 80 and "> " not in line] == []
    assert "You leave the game." in text
    assert "food deck" in text and "needs" in text and "points" in text
    assert ("----" in text) is not plain


def counter(plate: str, **zones: object) -> Table:
    position = {
        "croupier": 1,
        "choice": {"seat": 1, "at": "turn"},
        "zones": {
            "order_deck": "two_teas two_teas", "food_deck": "burger salad", "drink_deck": "cola tea", "action_deck": "errand encore",
            "board": ["big_lunch two_sodas", "burger_and_soda", "with_milk", ""], "plate": {"1": plate}, **zones,
        },
        "state": {"cook": 1, "left": {"1": 2}},
    }  # fmt: skip
    return load_position(toy("lunch_counter.yaml", 2), json.dumps(position))


def screen(table: Table, *, plain: bool = False) -> str:
    return "\n".join(Screen(table.game, plain=plain).table(table.view(1)))


def test_a_number_that_the_title_is_made_of_is_told_once() -> None:
    game = game_of("greasy_spoon")
    assert Screen(game).described(game.ruleset.cards[4]) == "ketchup 5"


@pytest.mark.parametrize("plain", [False, True])
def test_each_order_says_what_is_still_missing(plain: bool) -> None:
    text = " ".join(screen(counter("burger any_2_drinks"), plain=plain).split())
    assert "1. Big Lunch: needs 2 burger, 1 salad, 2 soda, 1 tea; 6 points; lacks 1 burger, 1 salad, 1 tea" in text
    assert "under it: Two Sodas" in text
    assert "2. Burger and Soda: needs 1 burger, 1 soda; 2 points; can be paid" in text
    assert "3. With Milk: needs 1 soda, 1 tea, 1 milk; 3 points; lacks 1" in text
    assert "4. empty" in text


def test_why_says_what_is_missing() -> None:
    choice = counter("burger tea").choice
    typed = ("complete burger", "complete with", "complete big lunch, burger tea", "complete two_sodas")
    told = {text: "\n".join(verdict_lines(choice, text)) for text in typed}
    assert "lacks 1 soda" in told["complete burger"]
    assert "lacks 1 milk, 1 soda" in told["complete with"]
    assert "lacks 1 burger, 1 salad, 2 soda" in told["complete big lunch, burger tea"]
    assert "Two Sodas is covered" in told["complete two_sodas"]


def test_moves_are_grouped() -> None:
    lines = list(listed(counter("burger soda any_2_drinks", hand={"1": "errand"}).choice, 8))
    heads = [line for line in lines if not line.startswith(" ")]
    assert heads == ["draw (3)", "play card (1)", "complete, by order (3)", "finish (1)"]


@pytest.mark.parametrize("seed", range(3))
def test_no_screen_is_wider_than_80_columns(seed: int) -> None:
    """Six seats, many cards on the plates: at every choice of a game, for each seat."""
    table, rng = dealt(game_of(GAMES / "diner" / "ruleset.yaml", 6), seed, check=False), Random(seed)
    while not table.over and table.ply < 250:
        people(table, rng)
        if table.ply % 10 == 0:
            for plain in (False, True):
                lines = list(Screen(table.game, plain=plain).table(table.view(seed + 1)))
                assert max(map(len, lines)) <= 80 and all(line.isascii() for line in lines)
                assert all(f"{i}. " in "\n".join(lines) for i in range(1, 9))
