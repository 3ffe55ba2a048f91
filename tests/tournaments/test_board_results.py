"""The results of all boards of a tournament, as a page and as files."""

import csv
import io
import json

import pytest
from tablib import Dataset

from tests.factories import make_board, make_player, make_round, make_tournament
from tests.pages import text_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

RESULTS = "/tournaments/cup/boards/"
NAMES = (
    "round,table,power,player,centres,outcome,score,round_weight,board_weight,credit,weighted_score,finished,"
    "replacement,table_version"
)
FIRST = "1,2,Austria,A,8,sole top,50.710,2/3,6/7,1,28.977,yes,,generated-1"


@pytest.fixture
def cup() -> Tournament:
    """A round of weight 2/3 with the tables 10 and 2, and a running board in the second round."""
    cup = make_tournament()
    first = make_round(1, "2/3", cup)
    make_board(first, "10", players="HIJKLMN")
    make_board(first, "2", weight="6/7", centres=(8, 0, 7, 7, 6, 6, 0), players=[*"ABCDEF", None])
    make_board(make_round(2, tournament=cup), "1", finished=False)
    return cup


def test_page_lists_every_seat_by_round_table_and_power(client, cup):
    text = text_of(client.get(RESULTS))
    assert FIRST.removesuffix(",,generated-1").replace(",", " ") in text
    assert "1 2 Turkey — 0 — — 2/3 6/7 1 — yes" in text
    assert [row.record["table"] for row in client.get(RESULTS).context["table"].rows] == ["2"] * 7 + ["10"] * 7 + [
        "1"
    ] * 7
    assert text_of(client.get("/tournaments/cup/")).count("Results of all boards") == 1


def test_csv_holds_every_seat(client, cup):
    response = client.get(RESULTS, {"_export": "csv"})
    assert response["Content-Disposition"] == 'attachment; filename="cup-boards.csv"'
    lines = response.content.decode().splitlines()
    assert lines[:2] == [NAMES, FIRST]
    assert lines[7] == "1,2,Turkey,,0,,,2/3,6/7,1,,yes,,"
    assert lines[15] == "2,1,Austria,A,5,shared top,25.543,1,1,1,25.543,no,,generated-1"
    assert len(list(csv.reader(io.StringIO(response.content.decode())))) == 22


def test_json_keeps_numbers_and_writes_points_with_their_places(client, cup):
    [first, *rest] = json.loads(client.get(RESULTS, {"_export": "json"}).content)
    assert (first["round"], first["centres"], first["score"], first["round_weight"]) == (1, 8, "50.710", "2/3")
    assert len(rest) == 20


def test_xlsx_opens_again(client, cup):
    sheet = Dataset().load(client.get(RESULTS, {"_export": "xlsx"}).content, format="xlsx")
    assert sheet.headers == NAMES.split(",")
    assert len(sheet) == 21


def test_a_nickname_is_no_formula(client):
    make_board(players=["=1+1", *"BCDEFG"])
    make_player("=1+1")
    assert "'=1+1" in client.get(RESULTS, {"_export": "csv"}).content.decode()


def test_unknown_format_is_refused(client, cup):
    assert client.get(RESULTS, {"_export": "pdf"}).status_code == 400


def test_a_tournament_without_boards_says_so(client):
    make_tournament()
    assert "No board has been entered yet." in text_of(client.get(RESULTS))


def test_drafts_and_unknown_tournaments_are_not_found(client, judge_client, organiser_client, cup):
    cup.hide(None)
    assert client.get(RESULTS).status_code == 404
    assert judge_client.get(RESULTS, {"_export": "csv"}).status_code == 404
    assert organiser_client.get(RESULTS).status_code == 200
    assert client.get("/tournaments/nothing/boards/").status_code == 404


def test_page_is_read_only(client, cup):
    assert client.post(RESULTS).status_code == 405


@pytest.mark.parametrize("boards", [6, 60])
def test_queries(client, django_assert_num_queries, boards):
    round_ = make_round(tournament=make_tournament())
    for table in range(boards):
        make_board(round_, str(table), players=[f"P{table} {seat}" for seat in range(7)])
    with django_assert_num_queries(2):
        client.get(RESULTS)
    with django_assert_num_queries(2):
        client.get(RESULTS, {"_export": "csv"})
