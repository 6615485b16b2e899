"""`croupier play`: a game at the console, and `croupier resume`: going on with a saved one."""

import os
import signal
import sys
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

import typer

from .console import Ending, complain, has_colour, say, width

if TYPE_CHECKING:
    from ..interpreter import Table
    from .sitting import Sitting

EXAMPLE = """\b
Examples:
  croupier play my_game
  croupier play my_game --seats human,human --set hand_size=9
  croupier play my_game/ruleset.yaml --seed 7 --record game.json
  croupier play my_game --moves moves.txt
"""

RESUME_EXAMPLE = """\b
Examples:
  croupier resume evening.json
  croupier resume evening.json --seats random,human
"""

SEATS_HELP = "Who sits where: human, random or greedy for each seat, with commas between them."


def play(
    game: str = typer.Argument(..., metavar="GAME", show_default=False, help="A shipped game's name, or a path."),
    seats: str = typer.Option("", "--seats", "-s", metavar="WHO,...", show_default=False, help=SEATS_HELP),
    seed: int | None = typer.Option(None, "--seed", metavar="N", show_default=False, help="The same seed gives the same cards."),
    settings: list[str] = typer.Option([], "--set", metavar="NAME=VALUE", show_default=False, help="The value of an option."),
    moves: str | None = typer.Option(None, "--moves", metavar="FILE", show_default=False, help="Moves, one a line; - for standard input."),
    record: Path | None = typer.Option(None, "--record", metavar="FILE", show_default=False, help="Where to write the record of the game."),
    plain: bool = typer.Option(False, "--plain", help="One thing a line and no ornament, for screen readers."),
) -> None:
    """Play a game at the console.

    Type `help` while you play. Without --seats you sit on the first seat and chance plays the others.
    """
    from .options import open_game

    who = people_of(seats)
    loaded = open_game(game, len(who) if who else None, settings)
    who = who or ["human"] + ["random"] * (loaded.seats - 1)
    chosen = int.from_bytes(os.urandom(4)) if seed is None else seed
    table = loaded.deal(seed=chosen)
    is_secret = seed is None and "human" in who  # whoever knows the seed can look up every card
    welcome(f"{loaded.title}, {loaded.seats} seats ({seated(who)}){'' if is_secret else f', seed {chosen}'}.")
    sit_down(table, who, chosen, moves, record, plain)
    if is_secret and table.over:
        say(f"  The seed was {chosen}.")


def resume(
    save: Path = typer.Argument(..., metavar="SAVE", show_default=False, help="A file that `save` has written."),
    seats: str = typer.Option("", "--seats", "-s", metavar="WHO,...", show_default=False, help=SEATS_HELP),
    moves: str | None = typer.Option(None, "--moves", metavar="FILE", show_default=False, help="Moves, one a line; - for standard input."),
    record: Path | None = typer.Option(None, "--record", metavar="FILE", show_default=False, help="Where to write the record of the game."),
    plain: bool = typer.Option(False, "--plain", help="One thing a line and no ornament, for screen readers."),
) -> None:
    """Go on with a saved game.

    Without --seats the same sit at the table as when it was saved.
    """
    from ..interpreter.save import read_save
    from ..ruleset.errors import OptionError

    saved = read_save(save)
    table = saved.table
    who = people_of(seats)
    if who and len(who) != table.game.seats:
        raise OptionError(f"this game has {table.game.seats} seats, and --seats names {len(who)}")
    try:
        who = who or known(saved.players)
    except OptionError as failure:
        raise OptionError(f"{save}: {failure}; say who sits where by --seats") from None
    who = who or ["human"] + ["random"] * (table.game.seats - 1)
    welcome(f"{table.game.title}, {table.game.seats} seats ({seated(who)}), after {moves_made(table)}.")
    sit_down(table, who, table.ply, moves, record, plain, saved.times)


def welcome(text: str) -> None:
    """The first lines of a game."""
    for line in wrap(f"{text} Type `help` for help.", min(width(), 100), break_on_hyphens=False):
        say(line)


def people_of(text: str) -> list[str]:
    """The names of who sits where; `3` stands for three seats."""
    if text.isdecimal() and text.isascii() and 0 < len(text) < 4:
        return ["human"] + ["random"] * (int(text) - 1)
    return known([name.strip().lower() for name in text.split(",")]) if text else []


def known(names: Iterable[str]) -> list[str]:
    """The names, all of them of somebody who can sit at a table. Raises OptionError."""
    from ..playtest.players import player
    from ..ruleset.errors import OptionError

    names = list(names)
    for name in names:
        if not name:
            raise OptionError("a seat is left empty: name human, random or greedy for each")
        if name != "human":
            player(name)
    return names


def seated(who: list[str]) -> str:
    """Who sits there, in a few words: `human, 5 x random`."""
    runs = [(name, len(list(same))) for name, same in groupby(who)]
    return ", ".join(name if count == 1 else f"{count} x {name}" for name, count in runs)


def moves_made(table: "Table") -> str:
    """How many moves have been made, in words."""
    return f"{table.ply} move{'s' * (table.ply != 1)}"


def sit_down(
    table: "Table", who: list[str], seed: int, moves: str | None, record: Path | None, plain: bool, times: Iterable[str | None] = ()
) -> None:
    """Plays a table with these people and bots, and leaves with the right code."""
    from ..interpreter.runtime import Rng
    from ..playtest.players import player
    from .files import writable
    from .screen import Screen
    from .sitting import Quit, Sitting, prompt_line

    if record is not None:
        writable(record)
    people = frozenset(i for i, name in enumerate(who, 1) if name == "human")
    bots = {i: player(name) for i, name in enumerate(who, 1) if name != "human"}
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty() and moves in (None, "-")
    screen = Screen(table.game, min(width(), 100), plain, has_colour() and not plain)
    script = None if moves is None or moves == "-" else Script(Path(moves))
    sitting = Sitting(table, people, bots, Rng(seed ^ 0x5EA7), screen, script or prompt_line, is_terminal, record, now, list(times), who)
    if script is not None:
        sitting.refused, sitting.waits = script.refuse, False
    begun, is_typed = table.ply, moves in (None, "-") and bool(people)
    for ended in ("SIGTERM", "SIGHUP"):  # a closed window or a shutdown is as Ctrl-C is: nothing is lost
        if hasattr(signal, ended):
            signal.signal(getattr(signal, ended), signal.default_int_handler)
    try:
        sitting.play()
    except Quit:
        say("You leave the game." + kept(sitting))
    except EOFError:
        say()
        told = kept(sitting, is_typed and table.ply != begun)
        complain(f"croupier: the input ended after {moves_made(table)}, before the game did.{told}")
        raise typer.Exit(Ending.UNFINISHED) from None
    except KeyboardInterrupt:
        told = kept(sitting, is_typed and table.ply != begun)  # first of all: the window may be gone
        say()
        complain(f"croupier: interrupted after {moves_made(table)}.{told}")
        raise typer.Exit(Ending.INTERRUPTED) from None
    finally:
        if script is not None and script.refused:
            complain(script.told())
    if script is not None and script.refused:
        raise typer.Exit(Ending.FINDINGS)


def kept(sitting: "Sitting", is_lost: bool = False) -> str:
    """Where the game so far is, as a sentence to add; empty where none is kept.

    A game that would be lost, because nobody chose to leave it, is saved in the folder for files that need not stay.
    """
    if sitting.record_path is not None:
        return f" The record so far is in {sitting.record_path}."
    if not is_lost:
        return ""
    from tempfile import mkstemp

    with suppress(OSError):
        handle, name = mkstemp(prefix="croupier-", suffix=".json")
        os.close(handle)
        sitting.write_save(Path(name))
        return f"\nIt is saved: go on with `croupier resume {name}`."
    return ""


def now() -> str:
    """The time in UTC, to the second, as ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Script:
    """Reads moves out of a file, a line each, and keeps which were refused; empty lines and lines that begin with # are passed over."""

    def __init__(self, path: Path) -> None:
        from ..ruleset.decode import decode
        from ..ruleset.errors import PositionError

        source, findings = decode(path.read_bytes(), str(path))
        if findings:
            raise PositionError("these moves cannot be read", findings)
        self.path, self.line = path, 0
        self.lines = iter(source.text.splitlines())
        self.refused: list[int] = []

    def __call__(self, prompt: str) -> str:
        for line in self.lines:
            self.line += 1
            if line.strip() and not line.lstrip().startswith("#"):
                say(f"{prompt}{line}")
                return line
        raise EOFError

    def refuse(self) -> None:
        self.refused.append(self.line)

    def told(self) -> str:
        """What was refused, in a sentence; empty where nothing was."""
        lines = ", ".join(map(str, self.refused[:6])) + (", ..." if len(self.refused) > 6 else "")
        return f"croupier: {self.path}: {len(self.refused)} refused, in line {lines}" if self.refused else ""
