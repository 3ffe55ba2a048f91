"""Models of the Diplomacy tournaments."""

from .board import Board, BoardError
from .circuit import Circuit, CircuitTournament
from .entrants import Entrant, KeepApart, Presence
from .prize import Prize
from .round import Round
from .seat import CentreCount, Seat
from .table import StoredTable
from .tournament import Tournament

__all__ = [
    "Board",
    "BoardError",
    "CentreCount",
    "Circuit",
    "CircuitTournament",
    "Entrant",
    "KeepApart",
    "Presence",
    "Prize",
    "Round",
    "Seat",
    "StoredTable",
    "Tournament",
]
