"""What many games tell: players, simulation and statistics."""

from .determinize import determinize
from .greedy import GreedyPlayer
from .players import PLAYERS, Player, RandomPlayer, player
from .report import Report
from .simulate import simulate

__all__ = ["PLAYERS", "GreedyPlayer", "Player", "RandomPlayer", "Report", "determinize", "player", "simulate"]
