"""What several verbs are told alike: which game, for how many, with which options, and by whom it is played."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..ruleset.errors import OptionError

if TYPE_CHECKING:
    from ..interpreter import Game


def parse_settings(given: Iterable[str]) -> dict[str, int | bool | str]:
    """`name=value` texts as a map; the values are judged by the game. Raises OptionError."""
    found: dict[str, int | bool | str] = {}
    for text in given:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not name or not value:
            raise OptionError(f"'{text}' is not NAME=VALUE: write for instance --set hand_size=9")
        if found.get(name, value) != value:
            raise OptionError(f"'{name}' is set twice, to {found[name]} and to {value}")
        found[name] = value
    return found


def open_game(game: str, seats: int | None = None, settings: Iterable[str] = ()) -> "Game":
    """The game of a name or path, for so many seats (None: the fewest), with these settings. Raises RulesetError or OptionError."""
    from ..interpreter.game import Game
    from ..interpreter.options import settle_options
    from ..ruleset.loading import load

    given = parse_settings(settings)
    ruleset = load(game)
    low, high = ruleset.players
    if seats is not None and not low <= seats <= high:
        raise OptionError(f"{ruleset.title} is for {low if low == high else f'{low} to {high}'} players, not {seats}")
    return Game(ruleset, low if seats is None else seats, settle_options(ruleset, given))


def parse_names(text: str) -> tuple[str, ...]:
    """The names of a list such as `random,greedy`. Raises OptionError where one is empty."""
    names = tuple(name.strip() for name in text.split(","))
    if not all(names):
        raise OptionError(f"'{text}' lacks a name; write it as in: random,greedy")
    return names
