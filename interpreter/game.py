"""A game ready to be dealt."""

from pathlib import Path

from ..ruleset import model
from ..ruleset.loading import load as load_ruleset
from .asking import whole
from .compiled import Compiled
from .options import Setting, settle_options
from .table import Table


class Game(Compiled):
    """Rules, options and seats, compiled. Tables are dealt from it; it never changes."""

    def deal(self, seed: int = 0) -> Table:
        """A table at its first choice. The same seed gives the same game, on every machine."""
        return Table.begin(self, whole("a seed", seed))


def load(game: str | Path | model.Ruleset, *, seats: int | None = None, **options: Setting) -> Game:
    """The game of that name or path, with these options, for so many seats (the fewest it can be played by).

    Raises RulesetError with every finding, or OptionError.

    >>> load("my_game", hand_size=9).options["hand_size"]  # doctest: +SKIP
    9
    """
    if not isinstance(game, str | Path | model.Ruleset):
        raise TypeError(f"a game is a name, a path or a ruleset, not {game!r:.60}")
    ruleset = game if isinstance(game, model.Ruleset) else load_ruleset(game)
    return Game(ruleset, ruleset.players[0] if seats is None else whole("the number of players", seats), settle_options(ruleset, options))
