"""What a game does: program, table, choices, views and records."""

from .choice import Choice
from .game import Game, load
from .move import Move
from .table import Result, Table
from .verdict import Failure, Verdict

__all__ = ["Choice", "Failure", "Game", "Move", "Result", "Table", "Verdict", "load"]
