"""How many queries entering a board and the admin's lists take, whatever the size of the club."""

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.factories import make_board, make_players, make_round, make_tournament
from tournaments.models import CentreCount, Circuit

from .posts import PLAYERS, admin_post, board_post

pytestmark = pytest.mark.django_db

SIZES = [1, 4]


@pytest.fixture(params=SIZES)
def size(request: pytest.FixtureRequest) -> int:
    """Fill a club with tournaments, rounds and boards."""
    for tournament_number in range(request.param):
        tournament = make_tournament(f"t{tournament_number}")
        Circuit(slug=tournament.slug, name=tournament.name).store(None, {tournament: True})
        for number in range(1, request.param + 1):
            round_ = make_round(number, tournament=tournament)
            for table in range(1, request.param + 1):
                players = [f"Player {table} {power}" for power in range(6)]
                board = make_board(round_, str(table), players=[*players, None])
                CentreCount.objects.create(seat=board.seats.first(), year=1901, centres=4)
    make_players(filter(None, PLAYERS))
    return request.param


@pytest.fixture
def counted_round(size: int):
    return make_round(tournament=make_tournament("cup"))


def test_the_empty_form(judge_client, counted_round, django_assert_num_queries: DjangoAssertNumQueries):
    with django_assert_num_queries(8):
        judge_client.get("/tournaments/cup/boards/new/")


def test_recording_a_board(judge_client, counted_round, django_assert_max_num_queries):
    with django_assert_max_num_queries(25):
        assert judge_client.post("/tournaments/cup/boards/new/", board_post(counted_round)).status_code == 302


def test_the_form_of_an_edit(judge_client, counted_round, django_assert_num_queries: DjangoAssertNumQueries):
    board = make_board(counted_round)
    with django_assert_num_queries(8):
        judge_client.get(f"/tournaments/boards/{board.pk}/edit/")


def test_recording_an_edit(judge_client, counted_round, django_assert_max_num_queries):
    board = make_board(counted_round)
    with django_assert_max_num_queries(25):
        page = f"/tournaments/boards/{board.pk}/edit/"
        assert judge_client.post(page, board_post(counted_round, version="1")).status_code == 302


@pytest.mark.parametrize(
    ("model", "queries"),
    [("tournament", 7), ("round", 6), ("board", 6), ("seat", 6), ("centrecount", 6), ("circuit", 5)],
)
def test_the_lists_of_the_admin(admin_client, size, model, queries, django_assert_num_queries):
    with django_assert_num_queries(queries):
        assert admin_client.get(f"/admin/tournaments/{model}/").status_code == 200


def test_a_board_in_the_admin(admin_client, counted_round, django_assert_num_queries):
    board = make_board(counted_round)
    with django_assert_num_queries(7):
        admin_client.get(f"/admin/tournaments/board/{board.pk}/change/")


def test_an_edit_in_the_admin(admin_client, counted_round, django_assert_max_num_queries):
    board = make_board(counted_round)
    with django_assert_max_num_queries(25):
        page = f"/admin/tournaments/board/{board.pk}/change/"
        assert admin_client.post(page, admin_post(counted_round, version="1")).status_code == 302
