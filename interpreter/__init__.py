"""What a game does: program, table, choices, views and records. The names are imported when they are first asked for."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .choice import Choice
    from .game import Game, load
    from .move import Move
    from .position import load_position, write_position
    from .record import Record
    from .replays import replay
    from .result import Result
    from .save import load_save, save_text
    from .table import Table
    from .verdict import Failure, Verdict
    from .view import View

_PLACES = {
    "Choice": "choice", "Game": "game", "load": "game", "Move": "move", "load_position": "position", "write_position": "position",
    "Record": "record", "replay": "replays", "Result": "result", "load_save": "save", "save_text": "save", "Table": "table",
    "Failure": "verdict", "Verdict": "verdict", "View": "view",
}  # fmt: skip

__all__ = [
    "Choice", "Failure", "Game", "Move", "Record", "Result", "Table", "Verdict", "View", "load", "load_position", "load_save", "replay",
    "save_text", "write_position",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name in _PLACES:
        return getattr(import_module(f".{_PLACES[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
