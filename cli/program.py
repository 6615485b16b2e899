"""`croupier program`: the instructions that a game is made into."""

import typer

from .console import say

EXAMPLE = """\b
Examples:
  croupier program my_game
  croupier program my_game/ruleset.yaml --seats 3
"""


def program(
    game: str = typer.Argument(..., metavar="GAME", show_default=False, help="A shipped game's name, or a path."),
    seats: int | None = typer.Option(None, "--seats", "-s", metavar="N", show_default=False, help="For how many players."),
    settings: list[str] = typer.Option([], "--set", metavar="NAME=VALUE", show_default=False, help="The value of an option."),
) -> None:
    """Print the instructions that a game is made into.

    Each has its number, and on the right its place in the rules file.
    """
    from .options import open_game

    say(str(open_game(game, seats, settings).program))
