"""The worked examples of BAF, read for the rule and for the models alike."""

import json
from fractions import Fraction
from pathlib import Path

from tests.factories import make_player
from tournaments import baf
from tournaments.models import Board, Round, Tournament

VECTORS = Path(__file__).parent.parent / "vectors"


def read(name: str) -> dict:
    """Read the examples of a file."""
    return json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))


def anjou_boards() -> list[tuple[dict, dict]]:
    """Return every board of the championship with its round, as the club file has them."""
    [tournament] = read("anjou_2025_club_file")["tournaments"]
    return [(round_, board) for round_ in tournament["rounds"] for board in round_["boards"]]


def entries(board: dict) -> list[baf.Entry]:
    """Return a board of the club file as the rule takes it, players by nickname."""
    return [baf.Entry(seat["power"], seat["player"], seat["centres"]) for seat in board["seats"]]


def record_anjou() -> Tournament:
    """Store the championship through the models."""
    [data] = read("anjou_2025_club_file")["tournaments"]
    fields = {name: data[name] for name in ("slug", "name", "place", "starts_on", "ends_on")}
    tournament = Tournament.objects.create(**fields)
    for round_ in data["rounds"]:
        stored = Round.objects.create(
            tournament=tournament,
            number=round_["number"],
            weight=Fraction(round_["weight"]),
            last_year=round_["last_year"],
        )
        for board in round_["boards"]:
            seats = [
                baf.Entry(entry.power, entry.player and make_player(entry.player).pk, entry.centres)
                for entry in entries(board)
            ]
            Board(round=stored, table=board["table"], weight=Fraction(board["weight"])).record(seats, None)
    return tournament
