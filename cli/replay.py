"""`croupier replay`: a recorded game, played again from its record."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from .console import has_colour, say, width

if TYPE_CHECKING:
    from ..interpreter import Table
    from ..interpreter.record import Played

EXAMPLE = """\b
Examples:
  croupier replay game.json
  croupier replay game.json --step --seat 1

\b
Ends with 1 where a move does not fit, and says which; so it does where the
rules have changed since the game was played.
"""


def replay(
    record: Path = typer.Argument(..., metavar="RECORD", show_default=False, help="A file that `play --record` has written."),
    step: bool = typer.Option(False, "--step", help="Show the table after each move, and wait for Enter."),
    seat: int | None = typer.Option(None, "--seat", metavar="N", show_default=False, help="What this seat saw; without it, what all saw."),
    anyway: bool = typer.Option(False, "--anyway", help="Try it even where the rules have changed since."),
    plain: bool = typer.Option(False, "--plain", help="One thing a line and no ornament, for screen readers."),
) -> None:
    """Play a recorded game again, move by move."""
    from ..interpreter.record import Record
    from ..interpreter.replays import replay as play_again
    from ..ruleset.errors import OptionError
    from .screen import Screen
    from .sitting import LEAVING, prompt_line, sentence

    told = Record.read(record)
    if seat is not None and not 1 <= seat <= told.seats:
        raise OptionError(f"there is no seat {seat}: the game was played by {told.seats}")
    lines = 0

    def after(table: "Table", played: "Played") -> None:
        nonlocal lines
        view = table.view(seat)
        log = view.log
        for line in log[lines:]:
            say(f"{table.ply:>4}  {line}")
        if played.note:
            say(f"      ({played.note})")
        lines = len(log)
        if step and not table.over:
            screen = Screen(table.game, min(width(), 100), plain, has_colour() and not plain)
            for line in screen.table(view):
                say(line)
            if prompt_line("Enter for the next move > ").strip().lower() in LEAVING:
                raise typer.Exit

    table = play_again(told, after, anyway=anyway)
    say(f"{table.ply} moves. " + (sentence(str(table.result)) if table.over else "The game was not played to its end."))
