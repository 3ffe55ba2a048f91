"""A draft is seen by those who run it, marked as a draft, and by nobody else, whatever the page."""

import pytest
from django.test import Client

from tests.factories import make_board, make_player, make_round, make_tournament
from tests.pages import text_of
from tournaments.models import Board, Tournament

from ..posts import board_post

pytestmark = pytest.mark.django_db

OTHERS = ["client", "outsider_client", "judge_client", "president_client", "other_client"]
RUNNERS = ["organiser_client", "colleague_client", "admin_client"]


@pytest.fixture
def board(cup: Tournament) -> Board:
    """The only board of the cup, which is a draft."""
    board = make_board(make_round(1, tournament=cup), players="ABCDEFG")
    cup.hide(None)
    return board


@pytest.fixture(params=OTHERS)
def other(request: pytest.FixtureRequest, colleague_client: Client) -> Client:
    return request.getfixturevalue(request.param)


@pytest.fixture(params=RUNNERS)
def runner(request: pytest.FixtureRequest) -> Client:
    return request.getfixturevalue(request.param)


def addresses(board: Board) -> list[str]:
    return [
        "/tournaments/cup/",
        "/tournaments/cup/?_export=csv",
        "/tournaments/cup/?_export=xlsx",
        "/tournaments/cup/?_export=json",
        board.get_absolute_url(),
    ]


def test_pages_and_exports_are_not_found(other, board):
    assert [other.get(address).status_code for address in addresses(board)] == [404] * 5


def test_lists_and_home_leave_it_out(other, board):
    player = make_player("A")
    for address in ("/", "/tournaments/", player.get_absolute_url()):
        page = text_of(other.get(address))
        assert "Tournament cup" not in page
        assert "Table 1" not in page
    assert "Not played yet" in text_of(other.get(player.get_absolute_url()))
    assert [row.boards for row in other.get("/players/").context["table"].data.data if row.nickname == "A"] == [0]


def test_boards_are_neither_entered_nor_edited_by_others(judge_client, other_client, board):
    post = board_post(board.round, table="2")
    for client in (judge_client, other_client):
        assert client.get("/tournaments/cup/boards/new/").status_code == 404
        assert client.post("/tournaments/cup/boards/new/", post).status_code == 404
        assert client.get(f"{board.get_absolute_url()}edit/").status_code == 404
        assert client.post(f"{board.get_absolute_url()}edit/", post | {"version": "1"}).status_code == 404
    assert Board.objects.values_list("table", "version").get() == ("1", 1)


def test_those_who_run_it_see_it_marked(runner, board):
    assert [runner.get(address).status_code for address in addresses(board)] == [200] * 5
    for address in ("/tournaments/", "/tournaments/cup/", board.get_absolute_url(), "/tournaments/cup/manage/"):
        assert '<span class="pill pill-pending">draft</span>' in runner.get(address).content.decode()
    assert "This is a draft: only those who run the tournament see it." in text_of(runner.get("/tournaments/cup/"))


def test_home_and_players_pages_leave_it_out_for_those_who_run_it_too(runner, board):
    for address in ("/", make_player("A").get_absolute_url()):
        assert "Tournament cup" not in text_of(runner.get(address))


def test_published_it_is_everybodys(client, board):
    Tournament.objects.get().publish(None)
    assert [client.get(address).status_code for address in addresses(board)] == [200] * 5
    assert "Tournament cup" in text_of(client.get("/tournaments/"))
    assert "pill-pending" not in client.get("/tournaments/").content.decode()


def test_what_a_user_sees(organiser, judge, admin_user, outsider, cup):
    nobodys = make_tournament("nobodys", status="draft")
    others = make_tournament("others", status="draft")
    others.organisers.add(admin_user)
    cup.hide(None)
    public = make_tournament("public")
    assert set(Tournament.objects.visible_to(organiser)) == {cup, nobodys, public}
    assert set(Tournament.objects.visible_to(admin_user)) == {cup, nobodys, others, public}
    for user in (judge, outsider):
        assert set(Tournament.objects.visible_to(user)) == {public}
