"""Boards on paper, empty and filled in."""

from fractions import Fraction

import pytest

from tests.factories import make_board, make_round
from tests.pages import text_of
from tournaments.models import Board

pytestmark = pytest.mark.django_db

EMPTY = "/tournaments/boards/sheet/"


@pytest.fixture
def board() -> Board:
    return make_board(
        make_round(weight="2/3"),
        weight=Fraction(6, 7),
        players=["Gentz", *"BCDEF", None],
        centres=[8, 0, 7, 7, 6, 6, 0],
    )


def sheet(board: Board) -> str:
    return f"/tournaments/boards/{board.pk}/sheet/"


def test_anybody_prints_an_empty_board(client):
    page = text_of(client.get(EMPTY))
    assert "Austria England France Germany Italy Russia Turkey Sum _____ of 34" in page


def test_anybody_reads_a_filled_board(client, board):
    page = text_of(client.get(sheet(board)))
    assert "Tournament Tournament cup Round 1 Table 1 Weight 6/7 Finished × yes" in page
    assert "Austria Gentz 8 1 50.710 28.977" in page
    assert "Turkey nobody 0 1 – –" in page
    assert "Sum 34 of 34 centres" in page


def test_ticks_are_printed(client, board):
    board.seats.filter(power="france").update(has_units=False, holds_home_centre=False)
    assert "France C 7 × yes × yes 1" in text_of(client.get(sheet(board)))


def test_unknown_board_is_not_found(client, board):
    assert client.get(f"/tournaments/boards/{board.pk + 1}/sheet/").status_code == 404


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_a_sheet_is_only_read(judge_client, board, method):
    assert getattr(judge_client, method)(EMPTY).status_code == 405
    assert getattr(judge_client, method)(sheet(board)).status_code == 405


def test_pages_lead_to_the_sheets(client, judge_client, board):
    assert f'href="{sheet(board)}"' in client.get(board.get_absolute_url()).content.decode()
    assert f'href="{EMPTY}"' in judge_client.get("/tournaments/cup/boards/new/").content.decode()


@pytest.mark.parametrize("boards", [1, 3])
def test_a_sheet_takes_few_queries(client, board, boards, django_assert_num_queries):
    for table in range(2, boards + 1):
        make_board(board.round, str(table), players=[f"{table}{power}" for power in range(7)])
    with django_assert_num_queries(2):
        client.get(sheet(board))
    with django_assert_num_queries(0):
        client.get(EMPTY)
