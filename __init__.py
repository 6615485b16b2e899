"""Croupier: you write the rules, it runs the table.

>>> import random, croupier
>>> table = croupier.load("greasy_spoon", best_of=1).deal(seed=7)
>>> rng = random.Random(7)
>>> while not table.over:
...     move = table.play(table.choice.sample(rng))
>>> len(table.result.winners)
1

`load` gives a Game, `Game.deal` a Table. A table waits for a Choice, `Table.play` makes a Move (or its text), `Table.view` tells
what a seat may see. What goes wrong is a CroupierError, but for a value of another kind than is asked for: that is a TypeError, as ever
in Python. Seats count from 1.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from croupier.interpreter import Choice, Game, Move, Record, Result, Table, View, load, load_position, load_save, replay
    from croupier.ruleset import CroupierError, IllegalMove, NotThere, OptionError, PositionError, RuleFault, RulesetError, StepLimit

_PLAY = ("Choice", "Game", "Move", "Record", "Result", "Table", "View", "load", "load_position", "load_save", "replay")

_PLACES = {
    **dict.fromkeys(_PLAY, "croupier.interpreter"),
    **dict.fromkeys(
        ("CroupierError", "IllegalMove", "NotThere", "OptionError", "PositionError", "RuleFault", "RulesetError", "StepLimit"),
        "croupier.ruleset",
    ),
}

__all__ = [
    "Choice", "CroupierError", "Game", "IllegalMove", "Move", "NotThere", "OptionError", "PositionError", "Record", "Result", "RuleFault",
    "RulesetError", "StepLimit", "Table", "View", "__version__", "load", "load_position", "load_save", "replay",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """The public names, each imported when it is first asked for: the command line starts fast."""
    if name == "__version__":
        from importlib.metadata import version

        return version("croupier")
    if name in _PLACES:
        from importlib import import_module

        return getattr(import_module(_PLACES[name]), name)
    raise AttributeError(f"module 'croupier' has no attribute {name!r}")


def __dir__() -> list[str]:
    """What completion and `help` show: the public names, though most are not yet imported."""
    return sorted({*globals(), *__all__})
