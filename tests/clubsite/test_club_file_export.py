"""The export: the same format, the same order, the same bytes; and the demo club, which is such a file."""

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubsite.club_file import export_club, import_club
from clubsite.management.commands.load_demo import CLUB_FILE
from clubsite.models import Player
from mafia_rating.models import Game, Season
from tests.factories import make_tournament
from tournaments.models import Board, Round, Tournament

from .club_files import a_board, a_club, a_game, a_tournament, load, vector

pytestmark = pytest.mark.django_db


def empty_the_club() -> None:
    for model in (Game, Season, Board, Round, Tournament, Player):
        model.objects.all().delete()


def rich_club() -> dict:
    """Build a club in which every optional key is written once."""
    board = a_board(weight="6/7", finished=False)
    board["seats"][0] |= {"credit": "13/14", "counts": {"1902": 6, "1901": 5}}
    board["seats"][1] |= {"has_units": False, "holds_home_centre": False}
    board["seats"][6]["player"] = None
    tournament = a_tournament(board, a_board(table="10", players="HIJKLMN"), a_board(table="9", players="OPQRSTU"))
    tournament |= {"place": "Angers", "counted_rounds": 3, "status": "draft"}
    tournament["rounds"][0]["last_year"] = 1906
    tournament["rounds"].append({"number": 2, "boards": []})
    game = a_game(
        bonuses=[{"seat": 6, "points": "0.3"}, {"seat": 4, "points": "0.6", "approval": "approved"}],
        penalties=[{"seat": 2, "ground": "discretionary"}, {"seat": 2, "ground": "broke_on_ten"}],
    )
    game["seats"][2]["removal"] = "affected"
    players = ({"nickname": "Ёж", "full_name": "Анна Ежова", "aliases": ["Еж старый"]},)
    return a_club(a_game(number=2, table=2, status="cancelled"), game, tournaments=(tournament,), players=players)


def test_a_game_is_written_with_its_points() -> None:
    load(rich_club())
    game = json.loads(export_club())["mafia"]["games"][0]
    assert {key: value for key, value in game.items() if key != "seats"} == {
        "played_on": "2025-10-03",
        "table": 1,
        "number": 1,
        "judge": "J1",
        "result": "black_win",
        "status": "final",
        "first_killed": 1,
        "best_move": [4, 6, 8],
        "bonuses": [{"seat": 4, "points": "0.6", "approval": "approved"}, {"seat": 6, "points": "0.3"}],
        "penalties": [
            {"seat": 2, "ground": "broke_on_ten"},
            {"seat": 2, "ground": "discretionary", "approval": "pending"},
        ],
    }
    parts = ("win", "compensation", "best_move", "bonus", "penalty", "total")
    assert [game["seats"][index] for index in (0, 2)] == [
        {
            "seat": 1,
            "player": "P1",
            "role": "citizen",
            "points": dict(zip(parts, ("0.00", "0.50", "0.40", "0.00", "0.00", "0.90"), strict=True)),
        },
        {
            "seat": 3,
            "player": "P3",
            "role": "sheriff",
            "removal": "affected",
            "points": dict(zip(parts, ("0.00", "0.00", "0.00", "0.00", "-1.00", "-1.00"), strict=True)),
        },
    ]


def test_a_tournament_is_written_with_its_scores() -> None:
    load(rich_club())
    (tournament,) = json.loads(export_club())["tournaments"]
    assert (tournament["place"], tournament["counted_rounds"]) == ("Angers", 3)
    first, second = tournament["rounds"]
    assert (first["weight"], first["last_year"], second) == ("2/3", 1906, {"number": 2, "boards": []})
    assert [board["table"] for board in first["boards"]] == ["1", "9", "10"]
    board = first["boards"][0]
    assert (board["weight"], board["finished"]) == ("6/7", False)
    assert "finished" not in first["boards"][1]
    assert [board["seats"][index] for index in (0, 1, 6)] == [
        {
            "power": "austria",
            "player": "A",
            "centres": 8,
            "credit": "13/14",
            "counts": {"1901": 5, "1902": 6},
            "score": "56.676",
            "weighted_score": "30.073",
        },
        {
            "power": "england",
            "player": "B",
            "centres": 7,
            "has_units": False,
            "holds_home_centre": False,
            "score": "0.000",
            "weighted_score": "0.000",
        },
        {"power": "turkey", "player": None, "centres": 3, "score": None, "weighted_score": None},
    ]


def test_a_draft_and_a_finished_tournament_come_back_as_what_they_were() -> None:
    for status in Tournament.Status.values:
        make_tournament(status, status=status)
    text = export_club()
    written = {each["slug"]: each.get("status") for each in json.loads(text)["tournaments"]}
    assert written == {"draft": "draft", "finished": "finished", "published": None}
    empty_the_club()
    import_club(text.encode())
    assert {slug == status for slug, status in Tournament.objects.values_list("slug", "status")} == {True}
    assert export_club() == text


@pytest.mark.parametrize(
    "club",
    [rich_club(), vector("anjou_2025_club_file"), json.loads(CLUB_FILE.read_text())],
    ids=["rich", "anjou", "demo"],
)
def test_export_import_export_is_the_same_text(club: dict) -> None:
    load(club)
    first = export_club()
    report = import_club(first.encode())
    assert report.changes == []
    empty_the_club()
    import_club(first.encode())
    assert export_club() == first


def test_an_empty_club_is_a_file_too() -> None:
    text = export_club()
    assert json.loads(text) == {
        "format": "clubsite/1",
        "players": [],
        "mafia": {"seasons": [], "games": []},
        "tournaments": [],
    }
    assert import_club(text.encode()).changes == []


def test_the_number_of_queries_does_not_grow() -> None:
    load(a_club(a_game(), tournaments=(a_tournament(a_board()),)))
    with CaptureQueriesContext(connection) as small:
        export_club()
    load(rich_club(), replace=True)
    load(a_club(*(a_game(number=number) for number in range(2, 8)), tournaments=(a_tournament(a_board(), slug="b"),)))
    with CaptureQueriesContext(connection) as large:
        export_club()
    assert len(large) == len(small)


def test_the_command_writes_to_standard_output_or_a_file(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    load(rich_club())
    call_command("export_club")
    printed = capsys.readouterr().out
    file = tmp_path / "club.json"
    file.write_text("an older one")
    call_command("export_club", output=file)
    assert file.read_bytes().decode() == printed
    assert printed == export_club() + "\n"
    assert list(tmp_path.iterdir()) == [file]


def test_a_place_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"Cannot write .*: No such file or directory"):
        call_command("export_club", output=tmp_path / "none" / "club.json")
