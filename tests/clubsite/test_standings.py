"""The standings command, on the worked examples."""

import csv
import io
import json

import pytest
from django.core.management import CommandError, call_command

from .club_files import Json, a_board, a_club, a_tournament, load, vector

pytestmark = pytest.mark.django_db


def printed(game: str, slug: str, style: str, capsys: pytest.CaptureFixture) -> str:
    call_command("standings", game, slug, format=style)
    return capsys.readouterr().out


@pytest.mark.parametrize("example", vector("mafia_seasons"), ids=lambda example: example["id"])
def test_the_table_of_a_season(example: Json, capsys: pytest.CaptureFixture) -> None:
    load({"format": "clubsite/1", "mafia": {"seasons": [example["season"]], "games": example["games"]}})
    rows = json.loads(printed("mafia", example["season"]["slug"], "json", capsys))
    expected = [
        {"compensations" if key == "compensation_count" else key: value for key, value in row.items()}
        for row in example["expected"]["rows"]
    ]
    assert [{key: row[key] for key in wanted} for row, wanted in zip(rows, expected, strict=True)] == expected
    keys = "place player games wins win_percent compensations best_move bonus penalty points k1 k2 final"
    assert all(list(row) == keys.split() for row in rows)


def test_the_standings_of_a_tournament(capsys: pytest.CaptureFixture) -> None:
    load(vector("anjou_2025_club_file"))
    rows = json.loads(printed("tournament", "anjou-2025", "json", capsys))
    assert list(rows[0]) == ["place", "player", "total", "best", "tops", "rounds"]
    expected = vector("anjou_2025_expected")["standings"]
    assert [{key: row[key] for key in ("place", "player", "total", "rounds")} for row in rows] == expected
    assert rows[0] | {"rounds": None} == {
        "place": 1,
        "player": "Talleyrand",
        "total": "106.277",
        "best": "45.328",
        "tops": 2,
        "rounds": None,
    }


def test_csv_has_a_column_for_every_round(capsys: pytest.CaptureFixture) -> None:
    load(vector("anjou_2025_club_file"))
    rows = list(csv.reader(io.StringIO(printed("tournament", "anjou-2025", "csv", capsys))))
    assert rows[0] == ["place", "player", "total", "best", "tops", "round_1", "round_2", "round_3", "round_4"]
    assert rows[1] == ["1", "Talleyrand", "106.277", "45.328", "2", "28.977", "11.450", "45.328", "20.522"]
    assert rows[8] == ["8", "Rasumovsky", "63.235", "45.076", "1", "", "", "45.076", "18.159"]


def test_text_is_aligned(capsys: pytest.CaptureFixture) -> None:
    tournament = a_tournament(a_board((20, 14, 0, 0, 0, 0, 0), table="1"))
    load(a_club(tournaments=(tournament,)))
    assert printed("tournament", "cup", "text", capsys).splitlines()[:3] == [
        "place  player   total    best  tops  round_1",
        "    1  A       66.667  66.667     1   66.667",
        "    2  B        0.000   0.000     0    0.000",
    ]


@pytest.mark.parametrize("style", ["json", "csv", "text"])
def test_a_season_without_games_has_an_empty_table(style: str, capsys: pytest.CaptureFixture) -> None:
    load(a_club())
    text = printed("mafia", "2025-26", style, capsys)
    assert text.startswith({"json": "[]", "csv": "place,player,games,", "text": "place  player  games"}[style])


def test_an_unknown_slug_is_a_sentence_with_those_there_are() -> None:
    with pytest.raises(CommandError, match=r"There is no season 1999\. There are: none yet\."):
        call_command("standings", "mafia", "1999")
    load(a_club(tournaments=(a_tournament(),)))
    with pytest.raises(CommandError, match=r"There is no tournament open\. There are: cup\."):
        call_command("standings", "tournament", "open")
