"""Entering a replacement: the form, the admin, two edits at a time, the history; final centres and years."""

from fractions import Fraction

import pytest

from tests.factories import (
    make_board,
    make_entries,
    make_players,
    make_replacement,
    make_round,
    make_tournament,
    record_board,
)
from tests.pages import text_of
from tournaments import baf
from tournaments.models import Board, CentreCount, Round, Seat, Tournament

from .posts import CENTRES, admin_post, board_post

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup() -> Tournament:
    return make_tournament()


@pytest.fixture
def first_round(cup: Tournament) -> Round:
    return make_round(1, "2/3", cup)


@pytest.fixture
def board(first_round: Round) -> Board:
    return record_board(first_round, make_replacement(), weight=Fraction(6, 7))


def austria(board: Board) -> Seat:
    return board.seats.with_players().get(power="austria")


# The form


def post(round_: Round, **fields: object) -> dict[str, object]:
    return board_post(round_, **{"austria_left_player": "", "austria_left_credit": "", **fields})


@pytest.fixture
def members() -> None:
    make_players(("Gentz", "Kaunitz", "Metternich", "Hardenberg", "Castlereagh", "Nesselrode", "Bauer"))


NEW = "/tournaments/cup/boards/new/"


def test_a_judge_enters_a_replacement(judge_client, first_round, members, django_assert_max_num_queries):
    shares = {"austria_credit": "2/3", "austria_left_player": "bauer", "austria_left_credit": "1/3"}
    with django_assert_max_num_queries(25):
        response = judge_client.post(NEW, post(first_round, **shares))
    seat = austria(Board.objects.get())
    assert response.url == seat.board.get_absolute_url()
    assert (seat.credit, seat.left_player.nickname, seat.left_credit) == (Fraction(2, 3), "Bauer", Fraction(1, 3))
    page = judge_client.get(f"/tournaments/boards/{seat.board_id}/edit/")
    form = page.context["form"]
    assert (form["austria_left_player"].value(), form["austria_left_credit"].value()) == ("Bauer", Fraction(1, 3))
    assert '<details class="form-section form-extra" open>' in page.content.decode()
    with django_assert_max_num_queries(25):
        edit = post(first_round, **shares, version="1", italy_centres="5", entry_token=str(form.instance.entry_token))
        assert judge_client.post(f"/tournaments/boards/{seat.board_id}/edit/", edit).status_code == 302
    assert austria(Board.objects.get()).left_player.nickname == "Bauer"


@pytest.mark.parametrize(
    ("fields", "place", "sentence"),
    [
        ({"left_player": "Bauer"}, "left_credit", "Say how much of the result goes to who left: 0 for nothing."),
        ({"left_credit": "1/3"}, "left_player", "Name who left, or leave the credit empty."),
        ({"left_player": "Gentz", "left_credit": "0"}, "left_player", "has left another power of it"),
        ({"left_player": "Kaunitz", "left_credit": "0"}, "left_player", "has left another power of it"),
        ({"left_player": "Bauer", "left_credit": "1/3"}, "left_credit", "The credits of the two add up to 4/3"),
        ({"left_player": "Bauer", "left_credit": "x"}, "left_credit", "Write a fraction such as 2/3, or 1, or 0."),
        ({"left_player": "Bauer", "left_credit": "2"}, "left_credit", "A credit that two share is from 0 to 1."),
        ({"left_player": "Nobody", "left_credit": "0"}, "left_player", "There is no player “Nobody”."),
        ({"player": "", "left_player": "Bauer", "left_credit": "0"}, "left_player", "Nobody took over"),
        ({"credit": "0"}, "credit", "A seat's credit is more than 0 and at most 1."),
    ],
)
def test_a_fault_stands_beside_its_field(judge_client, first_round, members, fields, place, sentence):
    typed = {f"austria_{name}": value for name, value in fields.items()}
    response = judge_client.post(NEW, post(first_round, **typed))
    assert any(sentence in error for error in response.context["form"].errors[f"austria_{place}"])
    assert sentence in text_of(response)
    for name, value in typed.items():
        assert response.context["form"][name].value() == value
    assert '<details class="form-section form-extra" open>' in response.content.decode()
    assert not Board.objects.exists()


def test_scores_of_both_are_shown_while_the_form_is_filled_in(judge_client, first_round, members):
    shares = {"austria_credit": "2/3", "austria_left_player": "Not yet", "austria_left_credit": "1/3"}
    text = text_of(judge_client.post(NEW, post(first_round, **shares), headers={"HX-Request": "true"}))
    assert "seat credit 2/3: 19.318" in text
    assert "9.659 who left: sole top, 8 centres against 7" in text


def test_the_form_has_the_seasons_at_hand(judge_client, first_round):
    response = judge_client.get(NEW)
    assert "spring 1901 13/14 autumn 1901 12/14" in text_of(response)
    assert '<option value="12/14">after autumn 1901</option>' in response.content.decode()


def test_an_edit_in_the_admin_keeps_who_left(admin_client, board: Board):
    shares = {"austria_credit": "2/3", "austria_left_player": "X", "austria_left_credit": "1/3"}
    page = f"/admin/tournaments/board/{board.pk}/change/"
    assert "austria_left_player" in admin_client.get(page).content.decode()
    edit = admin_post(board.round, [*"ABCDEF", ""], CENTRES, **shares, version="1", table="7")
    assert admin_client.post(page, edit).status_code == 302
    assert austria(Board.objects.get(table="7")).left_player.nickname == "X"


def test_two_edits_at_a_time_are_told_apart_by_who_left(judge_client, board: Board):
    board.record(make_replacement("1/3", "2/3"), None)
    shares = {"austria_credit": "1", "austria_left_player": "", "austria_left_credit": ""}
    edit = board_post(board.round, [*"ABCDEF", ""], CENTRES, **shares, version="1")
    response = judge_client.post(f"/tournaments/boards/{board.pk}/edit/", edit)
    told = {each.name: (each.before, each.theirs, each.mine) for each in response.context["conflict"].differences}
    assert told["austria_left_player"] == ("X", "X", "empty")
    assert told["austria_left_credit"] == ("1/3", "2/3", "empty")


# The history


def test_the_history_tells_and_restores_who_left(judge_client, judge, board: Board):
    board.record(make_entries(CENTRES, [*"ABCDEF", None]), judge)
    history = f"/tournaments/boards/{board.pk}/history/"
    text = text_of(judge_client.get(f"{history}compare/", {"old": "1", "new": "2"}))
    assert "Austria: who left X" in text
    assert "Austria: credit of who left 1/3" in text
    assert "Austria, who left X → nobody 9.659 → –" in text
    assert judge_client.post(f"{history}1/restore/", {"version": "2"}).status_code == 302
    seat = austria(Board.objects.get())
    assert (seat.left_player.nickname, str(seat.left_weighted_score)) == ("X", "9.659")


# Final centres and centres by year


def test_final_centres_that_the_years_tell_are_changed_there(judge_client, first_round, members):
    judge_client.post(NEW, post(first_round))
    board = Board.objects.get()
    seats = {seat.power: seat for seat in board.seats.all()}
    CentreCount.objects.bulk_create(
        CentreCount(seat=seats[power], year=year, centres=centres)
        for year, row in ((1901, (5, 3, 5, 5, 5, 5, 3)), (1902, (8, 0, 7, 7, 6, 6, 0)))
        for power, centres in zip(baf.POWERS, row, strict=True)
    )
    page = f"/tournaments/boards/{board.pk}/edit/"
    refused = judge_client.post(page, post(first_round, version="1", austria_centres="7", turkey_centres="1"))
    sentence = "The centres by year end with %s in 1902: change that year on the page “Centres by year”."
    assert refused.context["form"].errors == {
        "austria_centres": [sentence % 8],
        "turkey_centres": [sentence % 0],
    }
    assert judge_client.post(page, post(first_round, version="1", table="5")).status_code == 302


def test_final_centres_are_free_where_the_years_stop_before_them(first_round: Round):
    board = make_board(first_round)
    board.record(board.entries(), None, counts={"austria": {1901: 4}})
    board.record(make_entries((6, 5, 5, 5, 5, 5, 3)), None)
    assert austria(board).centres == 6
