"""Club files for tests, as plain values and as bytes."""

import json
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core import serializers

from clubsite.club_file import ClubFileError, FileFault, import_club

VECTORS = Path(__file__).parent.parent / "vectors"
ROLES = ["citizen", "citizen", "sheriff", "mafia", "citizen", "don", "citizen", "mafia", "citizen", "citizen"]
SEASON = {"slug": "2025-26", "name": "Season", "starts_on": "2025-09-01", "ends_on": "2026-08-31"}

Json = dict[str, Any]


def vector(name: str) -> Any:
    """Read a file of worked examples."""
    return json.loads((VECTORS / f"{name}.json").read_text())


def a_game(**changes: object) -> Json:
    """Build a game of P1 to P10; seats are numbered 1 to 10."""
    game = {
        "played_on": "2025-10-03",
        "table": 1,
        "number": 1,
        "judge": "J1",
        "result": "black_win",
        "status": "final",
        "first_killed": 1,
        "best_move": [4, 6, 8],
        "seats": [{"seat": seat, "player": f"P{seat}", "role": role} for seat, role in enumerate(ROLES, start=1)],
        "bonuses": [{"seat": 4, "points": "0.5"}],
        "penalties": [],
    }
    return {**game, **changes}


def a_board(centres: tuple[int, ...] = (8, 7, 5, 4, 4, 3, 3), players: str = "ABCDEFG", **changes: object) -> Json:
    """Build a board; the powers stand in alphabetical order."""
    powers = ["austria", "england", "france", "germany", "italy", "russia", "turkey"]
    seats = [
        {"power": power, "player": player, "centres": count}
        for power, player, count in zip(powers, players, centres, strict=True)
    ]
    return {"table": "1", "seats": seats, **changes}


def a_tournament(*boards: Json, **changes: object) -> Json:
    """Build a tournament with one round of weight 2/3."""
    tournament = {
        "slug": "cup",
        "name": "Cup",
        "starts_on": "2025-07-12",
        "ends_on": "2025-07-14",
        "scoring": "baf",
        "rounds": [{"number": 1, "weight": "2/3", "boards": list(boards)}],
    }
    return {**tournament, **changes}


def a_club(*games: Json, tournaments: tuple[Json, ...] = (), players: tuple[Json, ...] = ()) -> Json:
    """Build a club file with one season."""
    return {
        "format": "clubsite/1",
        "players": list(players),
        "mafia": {"seasons": [SEASON], "games": list(games)},
        "tournaments": list(tournaments),
    }


def load(club: object, **options: bool):
    """Import a club file given as plain values."""
    return import_club(json.dumps(club).encode(), **options)


def faults_of(club: object, **options: bool) -> list[FileFault]:
    """Return why a club file is refused; an import that succeeds fails the test."""
    try:
        load(club, **options)
    except ClubFileError as error:
        return error.faults
    raise AssertionError("the file was imported")


def paths_of(club: object, **options: bool) -> list[str]:
    """Return where a club file has faults."""
    return [fault.path for fault in faults_of(club, **options)]


def everything_stored() -> str:
    """Return every row of the club, times and versions included."""
    models = [
        model
        for label in ("clubsite", "mafia_rating", "tournaments")
        for model in apps.get_app_config(label).get_models()
    ]
    return "\n".join(serializers.serialize("jsonl", model.objects.order_by("pk")) for model in models)
