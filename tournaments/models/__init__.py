"""Models of the Diplomacy tournaments."""

from .board import Board, BoardError
from .seat import CentreCount, Seat
from .tournament import Round, Tournament

__all__ = ["Board", "BoardError", "CentreCount", "Round", "Seat", "Tournament"]
