"""Models of the mafia rating."""

from .approval import Approval, JudgeBonus, Penalty
from .game import Game, ProtocolError
from .season import Season
from .seat import PARTS, BestMove, Seat

__all__ = [
    "PARTS",
    "Approval",
    "BestMove",
    "Game",
    "JudgeBonus",
    "Penalty",
    "ProtocolError",
    "Season",
    "Seat",
]
