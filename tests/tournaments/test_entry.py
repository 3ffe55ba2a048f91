"""The pages on which judges enter and edit boards."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import make_board, make_player, make_players, make_round, make_tournament
from tests.pages import text_of
from tournaments.models import Board, Round

from .posts import PLAYERS, board_post, seats_of

pytestmark = pytest.mark.django_db

NEW = "/tournaments/cup/boards/new/"


@pytest.fixture
def first_round() -> Round:
    """The only round of the cup, weight 2/3, and the players of `posts`."""
    make_players(filter(None, PLAYERS))
    return make_round(weight="2/3")


@pytest.fixture
def board(first_round: Round) -> Board:
    return make_board(first_round, "1", players=(*PLAYERS[:6], None), centres=(8, 0, 7, 7, 6, 6, 0))


def edit_page(board: Board) -> str:
    return f"/tournaments/boards/{board.pk}/edit/"


# Entering


def test_judge_records_a_board(judge_client, judge, first_round):
    response = judge_client.post(NEW, board_post(first_round))
    board = Board.objects.get()
    assert response.status_code == 302
    assert response.url == board.get_absolute_url()
    assert (board.table, str(board.weight), board.finished, board.entered_by) == ("1", "6/7", True, judge)
    assert seats_of(board) == {
        "austria": ("Gentz", 8),
        "england": ("Kaunitz", 0),
        "france": ("Metternich", 7),
        "germany": ("Hardenberg", 7),
        "italy": ("Castlereagh", 6),
        "russia": ("Nesselrode", 6),
        "turkey": (None, 0),
    }
    assert [str(score) for score in board.seats.order_by("power").values_list("weighted_score", flat=True)[:2]] == [
        "28.977",
        "0.000",
    ]


def test_organiser_records_a_board(organiser_client, first_round):
    assert organiser_client.post(NEW, board_post(first_round)).status_code == 302
    assert Board.objects.count() == 1


@pytest.mark.parametrize("who", ["outsider_client", "president_client"])
def test_without_the_permission_nobody_enters(request, who, first_round):
    client = request.getfixturevalue(who)
    assert client.get(NEW).status_code == 403
    assert client.post(NEW, board_post(first_round)).status_code == 403
    assert not Board.objects.exists()


def test_anonymous_is_asked_to_log_in(client, first_round):
    for response in (client.get(NEW), client.post(NEW, board_post(first_round))):
        assert response.status_code == 302
        assert response.url == f"{reverse('login')}?next={NEW}"
    assert not Board.objects.exists()


def test_unknown_tournament_is_not_found(judge_client, first_round):
    assert judge_client.get("/tournaments/other/boards/new/").status_code == 404
    assert judge_client.post("/tournaments/other/boards/new/", board_post(first_round)).status_code == 404


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_other_methods_are_refused(judge_client, board, method):
    assert getattr(judge_client, method)(NEW).status_code == 405
    assert getattr(judge_client, method)(edit_page(board)).status_code == 405


def test_form_proposes_the_next_table_of_the_round_under_way(judge_client, first_round):
    second, _third = (make_round(number, tournament=first_round.tournament) for number in (2, 3))

    def proposed() -> tuple[int, str]:
        form = judge_client.get(NEW).context["form"]
        return form["round"].value(), form["table"].value()

    assert proposed() == (first_round.pk, "1")
    make_board(first_round, "1")
    assert proposed() == (first_round.pk, "2")
    make_board(second, "3")
    assert proposed() == (second.pk, "4")


def test_a_recorded_board_leads_to_the_next_one(judge_client, first_round):
    page = judge_client.post(NEW, board_post(first_round), follow=True).content.decode()
    assert f'The board is recorded. <a href="{NEW}">Next board</a>' in page


def test_form_offers_active_players(judge_client, first_round):
    make_player("Gone", active=False)
    page = judge_client.get(NEW).content.decode()
    assert '<option value="Hardenberg">' in page
    assert "Gone" not in page


def test_tournament_without_rounds_says_so(judge_client):
    make_tournament("cup")
    page = judge_client.get(NEW).content.decode()
    assert "An organiser adds the rounds of this tournament first." in page
    assert "austria_player" not in page


def test_faults_keep_what_was_typed_and_store_nothing(judge_client, first_round):
    response = judge_client.post(
        NEW, board_post(first_round, england_player="gentz", italy_centres="16", weight="six", turkey_no_units="on")
    )
    page = response.content.decode()
    assert response.status_code == 200
    assert "This player sits on the board twice." in page
    assert page.count("The centres add up to 44: 10 more than the board&#x27;s 34.") == 2  # above the form, and the sum
    assert "Write a fraction such as 2/3, or 1: more than 0 and at most 10." in page
    for typed in ('value="gentz"', 'value="16"', 'value="six"'):
        assert typed in page
    assert response.context["form"]["turkey_no_units"].value() is True
    assert not Board.objects.exists()


def test_neutral_centres_are_allowed_and_said(judge_client, first_round):
    page = judge_client.post(NEW, board_post(first_round, russia_centres="0", weight="")).content.decode()
    assert "28 of 34 centres: 6 neutral" in page
    assert judge_client.post(NEW, board_post(first_round, russia_centres="0")).status_code == 302


def test_nicknames_are_read_in_their_normal_form(judge_client, first_round):
    make_player("Королёв")
    judge_client.post(NEW, board_post(first_round, turkey_player="  КОРОЛЕВ "))
    assert seats_of(Board.objects.get())["turkey"] == ("Королёв", 0)


def test_double_click_records_once(judge_client, first_round):
    post = board_post(first_round, entry_token=str(uuid.uuid4()))
    first, second = judge_client.post(NEW, post), judge_client.post(NEW, post)
    assert Board.objects.count() == 1
    assert second.status_code == 302
    assert second.url == first.url


def test_form_sent_again_with_another_table_records_nothing_more(judge_client, first_round):
    token = str(uuid.uuid4())
    first = judge_client.post(NEW, board_post(first_round, entry_token=token))
    again = judge_client.post(NEW, board_post(first_round, [""] * 7, table="2", entry_token=token))
    assert again.url == first.url
    assert Board.objects.count() == 1


def test_entry_token_that_is_none_is_refused(judge_client, first_round):
    assert judge_client.post(NEW, board_post(first_round, entry_token="1")).status_code == 200
    assert not Board.objects.exists()


# Editing


def test_judge_edits_a_board(judge_client, board):
    post = board_post(
        board.round, table="7", version=board.version, russia_centres="5", france_centres="8", finished=""
    )
    response = judge_client.post(edit_page(board), post)
    assert response.url == board.get_absolute_url()
    board.refresh_from_db()
    assert (board.table, board.finished, board.version) == ("7", False, 2)
    scores = dict(board.seats.values_list("power", "outcome"))
    assert (scores["austria"], scores["france"], scores["russia"]) == ("shared_top", "shared_top", "survivor")


def test_two_players_swap_powers_in_one_save(judge_client, board):
    swapped = ("Kaunitz", "Gentz", *PLAYERS[2:])
    judge_client.post(edit_page(board), board_post(board.round, swapped, version=board.version))
    seats = seats_of(board)
    assert (seats["austria"], seats["england"]) == (("Kaunitz", 8), ("Gentz", 0))


def test_edit_of_a_replaced_version_is_refused(judge_client, board):
    assert judge_client.post(edit_page(board), board_post(board.round, version="1", table="5")).status_code == 302
    response = judge_client.post(edit_page(board), board_post(board.round, version="1", table="6", austria_centres="7"))
    page = text_of(response)
    assert response.status_code == 200
    assert "judge saved a change on" in page
    assert "Table both of you changed it: choose · before: 1 judge 5 you 6" in page
    assert "Austria: Centres only you changed it · before: 8 judge 8 you 7" in page
    board.refresh_from_db()
    assert board.table == "5"
    assert seats_of(board)["austria"] == ("Gentz", 8)


def test_edit_without_a_version_is_refused(judge_client, board):
    assert judge_client.post(edit_page(board), board_post(board.round, table="6")).status_code == 200
    board.refresh_from_db()
    assert board.table == "1"


def test_edit_keeps_the_board_when_a_limit_is_broken(judge_client, board):
    post = board_post(board.round, version="1", table="6", england_player="Gentz")
    response = judge_client.post(edit_page(board), post)
    page = response.content.decode()
    assert "This player sits on the board twice." in page
    assert "Edit table 1" in page
    board.refresh_from_db()
    assert board.table == "1"
    assert seats_of(board)["england"] == ("Kaunitz", 0)


def test_edit_cannot_leave_the_tournament(judge_client, board):
    elsewhere = make_round(tournament=make_tournament("other"))
    response = judge_client.post(edit_page(board), board_post(elsewhere, version="1"))
    assert "round" in response.context["form"].errors
    board.refresh_from_db()
    assert board.round != elsewhere


def test_organiser_edits_a_board(organiser_client, board):
    assert organiser_client.post(edit_page(board), board_post(board.round, version="1", table="2")).status_code == 302


@pytest.mark.parametrize("who", ["outsider_client", "president_client"])
def test_without_the_permission_nobody_edits(request, who, board):
    client = request.getfixturevalue(who)
    assert client.get(edit_page(board)).status_code == 403
    assert client.post(edit_page(board), board_post(board.round, version="1", table="2")).status_code == 403
    board.refresh_from_db()
    assert board.table == "1"


def test_anonymous_is_asked_to_log_in_before_an_edit(client: Client, board):
    response = client.post(edit_page(board), board_post(board.round, version="1", table="2"))
    assert response.url == f"{reverse('login')}?next={edit_page(board)}"
    board.refresh_from_db()
    assert board.table == "1"


def test_unknown_board_is_not_found(judge_client, board):
    assert judge_client.get(f"/tournaments/boards/{board.pk + 1}/edit/").status_code == 404
    assert judge_client.post(f"/tournaments/boards/{board.pk + 1}/edit/").status_code == 404
    assert judge_client.get(f"/tournaments/boards/{10**30}/edit/").status_code == 404
