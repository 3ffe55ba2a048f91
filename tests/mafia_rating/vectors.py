"""The worked examples of the rating, read for the rule and for the models alike."""

import datetime
import json
from collections.abc import Callable, Hashable
from decimal import Decimal
from pathlib import Path

from mafia_rating import scoring
from mafia_rating.models import Game
from tests.factories import make_player

VECTORS = Path(__file__).parent.parent / "vectors"


def read(name: str) -> list[dict]:
    """Read the examples of a file."""
    return json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))


def protocol(game: dict, key: Callable[[str], Hashable] = str) -> scoring.Protocol:
    """Return the protocol of a game of a club file; `key` turns a nickname into what the players are known by."""
    return scoring.Protocol(
        result=game["result"],
        judge=key(game["judge"]),
        first_killed=game["first_killed"],
        best_move=tuple(game["best_move"]),
        seats=tuple(
            scoring.SeatEntry(seat["seat"], key(seat["player"]), seat["role"], seat.get("removal", scoring.NO_REMOVAL))
            for seat in game["seats"]
        ),
        bonuses=tuple(
            scoring.BonusEntry(bonus["seat"], Decimal(bonus["points"]), bonus.get("approval"))
            for bonus in game["bonuses"]
        ),
        penalties=tuple(
            scoring.PenaltyEntry(penalty["seat"], penalty["ground"], penalty.get("approval"))
            for penalty in game["penalties"]
        ),
    )


def record(game: dict) -> Game:
    """Store a game of a club file through the model; its season must exist."""
    stored = Game(
        played_on=datetime.date.fromisoformat(game["played_on"]),
        table=game["table"],
        number=game["number"],
        status=game["status"],
    )
    stored.record(protocol(game, key=lambda nickname: make_player(nickname).pk), None)
    return stored
