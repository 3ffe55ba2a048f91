"""Models of the mafia rating."""

from .approval import PROTOCOL_CHANGED, REASON_LENGTH, Approval, JudgeBonus, Penalty, count_pending
from .closing import ClosedLine, ClosingRecord
from .cup import Cup
from .cup_entry import CupEntry
from .game import Game, ProtocolError
from .game_sheet import GameSheet
from .season import Season
from .seat import PARTS, BestMove, Seat

__all__ = [
    "PARTS",
    "PROTOCOL_CHANGED",
    "REASON_LENGTH",
    "Approval",
    "BestMove",
    "ClosedLine",
    "ClosingRecord",
    "Cup",
    "CupEntry",
    "Game",
    "GameSheet",
    "JudgeBonus",
    "Penalty",
    "ProtocolError",
    "Season",
    "Seat",
    "count_pending",
]
