"""What a game does: program, table, choices, views and records. The names are imported when they are first asked for."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .choice import Choice
    from .game import Game, load
    from .move import Move
    from .result import Result
    from .table import Table
    from .verdict import Failure, Verdict

_PLACES = {"Choice": "choice", "Game": "game", "load": "game", "Move": "move", "Result": "result", "Table": "table", "Failure": "verdict", "Verdict": "verdict"}

__all__ = ["Choice", "Failure", "Game", "Move", "Result", "Table", "Verdict", "load"]


def __getattr__(name: str) -> Any:
    if name in _PLACES:
        return getattr(import_module(f".{_PLACES[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
