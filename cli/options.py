"""Options of a game as they are given on the command line."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..ruleset.errors import OptionError

if TYPE_CHECKING:
    from ..interpreter import Game


def parse_settings(given: Iterable[str]) -> dict[str, int | bool | str]:
    """`name=value` texts as a map; the values are judged by the game. Raises OptionError."""
    found: dict[str, int | bool | str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise OptionError(f"'{text}' is not NAME=VALUE: write for instance --set hand_size=9")
        found[name.strip()] = value.strip()
    return found


def open_game(game: str, seats: int | None, settings: Iterable[str]) -> "Game":
    """The game of a name or path, for so many seats, with these settings. Raises RulesetError or OptionError."""
    from ..interpreter import load

    return load(game, seats=seats, **parse_settings(settings))
