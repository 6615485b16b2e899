"""`croupier moves`, `why` and `position`: what can be done at a table set up by hand, and writing such a table."""

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from .console import Ending, complain, say, width

if TYPE_CHECKING:
    from ..interpreter import Choice, Table
    from ..interpreter.verdict import Verdict

MOVES_EXAMPLE = """\b
Examples:
  croupier moves my_game --position table.yaml
  croupier moves my_game --position table.yaml --format json
"""
WHY_EXAMPLE = """\b
Examples:
  croupier why my_game --position table.yaml "lay N7"
  croupier why my_game --position table.yaml "lay N20" --format json

\b
Ends with 0 when the move can be made, and with 1 when it cannot.
"""
POSITION_EXAMPLE = """\b
Examples:
  croupier position my_game --seed 7 --after 12 > table.yaml
  croupier position my_game --seed 7 --after 12 --set hand_size=9
"""

GAME_HELP = "A shipped game's name, or a path."
POSITION_HELP = "A file that sets up the table (`croupier schema position`)."


class Format(StrEnum):
    text = "text"
    json = "json"


def moves(
    game: str = typer.Argument(..., metavar="GAME", show_default=False, help=GAME_HELP),
    position: Path = typer.Option(..., "--position", "-p", metavar="FILE", show_default=False, help=POSITION_HELP),
    format: Format = typer.Option(Format.text, "--format", "-f", help="How the moves are written."),
) -> None:
    """List the legal moves at a table set up by hand."""
    table = set_up(game, position)
    choice = table.choice
    if format is Format.json:
        say(json.dumps(as_json(choice), indent=2))
        return
    from .menu import grouped
    from .screen import spaced

    say(f"Player {choice.seat}, {spaced(choice.prompt)} {choice.count():,} move{'s' * (choice.count() != 1)}")
    for group in grouped(choice):
        say(f"{group.heading} ({len(group.moves)})")
        for _, move in group.moves:
            say(f"  {move}")


def as_json(choice: "Choice") -> dict[str, Any]:
    """A choice as JSON values: whose it is, where, how many moves, and each with its action and what is picked."""
    return {
        "seat": choice.seat,
        "at": choice.label,
        "prompt": choice.prompt,
        "count": choice.count(),
        "moves": [{"move": str(move), "action": move.name, "picks": list(move.args)} for move in choice],
    }


def why(
    game: str = typer.Argument(..., metavar="GAME", show_default=False, help=GAME_HELP),
    move: str = typer.Argument(..., metavar="MOVE", show_default=False, help="The move, as it is typed in play."),
    position: Path = typer.Option(..., "--position", "-p", metavar="FILE", show_default=False, help=POSITION_HELP),
    format: Format = typer.Option(Format.text, "--format", "-f", help="How the answer is written."),
) -> None:
    """Tell whether a move can be made, and why not.

    Every condition that fails is told, with its values and its line in the rules.
    """
    from .sitting import verdict_lines

    choice = set_up(game, position).choice
    verdict = choice.why(move)
    if format is Format.json:
        say(json.dumps(verdict_json(verdict, choice), indent=2))
    else:
        for line in verdict_lines(choice, move, min(width(), 80)):
            say(line.removeprefix("  "))
    if not verdict.is_legal:
        raise typer.Exit(Ending.FINDINGS)


def verdict_json(verdict: "Verdict", choice: "Choice") -> dict[str, Any]:
    """A verdict as JSON values; `move` is the move as it was understood, where it is legal."""
    understood = choice.move(verdict.option, verdict.values) if verdict.is_legal and verdict.option else None
    return {
        "text": verdict.text,
        "legal": verdict.is_legal,
        "move": None if understood is None else str(understood),
        "failures": [
            {
                "message": failure.message,
                "file": None if failure.span is None else failure.span.source.name,
                "line": None if failure.span is None else failure.span.line,
                "column": None if failure.span is None else failure.span.column,
                "rule": None if failure.span is None else " ".join(failure.span.text.split()),
                "values": dict(failure.values),
            }
            for failure in verdict.failures
        ],
    }


def position(
    game: str = typer.Argument(..., metavar="GAME", show_default=False, help=GAME_HELP),
    seed: int = typer.Option(0, "--seed", metavar="N", help="The seed of the game."),
    after: int = typer.Option(0, "--after", metavar="K", min=0, help="How many random moves are made first."),
    seats: int | None = typer.Option(None, "--seats", "-s", metavar="N", show_default=False, help="For how many players."),
    settings: list[str] = typer.Option([], "--set", metavar="NAME=VALUE", show_default=False, help="The value of an option."),
) -> None:
    """Write the table after some random moves as a file.

    It is a position, which can be changed by hand and set up with `croupier moves`.
    """
    from ..interpreter.position import write_position
    from ..interpreter.runtime import Rng
    from .options import open_game

    table = open_game(game, seats, settings).deal(seed=seed)
    rng = Rng(seed)
    for _ in range(after):
        if table.over:
            complain(f"croupier: the game was over after {table.ply} moves, so this is the table before its last move")
            table.undo()
            break
        table.play(table.choice.deal(rng))
    if table.over:
        table.undo()
    say(write_position(table), end="")


def set_up(game: str, path: Path) -> "Table":
    """The table of a position; what is odd about it, though playable, is told on standard error."""
    from ..interpreter.position import load_position
    from .frame import print_findings
    from .options import open_game

    table = load_position(open_game(game, None, []).ruleset, path)
    print_findings(table.setup.findings, to=sys.stderr)
    return table
