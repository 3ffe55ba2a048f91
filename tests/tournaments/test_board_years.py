"""The page on which the centres of a board are entered by year."""

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.factories import make_board, make_round, make_tournament
from tests.pages import text_of
from tournaments import baf
from tournaments.models import Board

pytestmark = pytest.mark.django_db

YEAR_1901 = (5, 4, 5, 5, 4, 6, 5)
YEAR_1903 = (8, 0, 7, 7, 6, 6, 0)


@pytest.fixture
def board() -> Board:
    """A running board of a round that is played to 1903."""
    return make_board(make_round(last_year=1903), centres=(3, 3, 3, 3, 3, 4, 3), finished=False)


def page_of(board: Board) -> str:
    return f"/tournaments/boards/{board.pk}/years/"


def years_post(columns: dict[int, tuple], version: int = 1, **fields: object) -> dict[str, object]:
    """Fill in the form: by year the centres of the powers in alphabetical order."""
    post = {"version": version, "until": "1903"}
    for year, counts in columns.items():
        post |= {f"{power}_{year}": count for power, count in zip(baf.POWERS, counts, strict=True)}
    return post | fields


def stored(board: Board) -> tuple:
    """Return version, state, final centres and counts by year of a board as it is stored."""
    board = Board.objects.with_counts().get(pk=board.pk)
    counts = board.counts()
    years = {year: tuple(counts[power][year] for power in baf.POWERS) for year in counts.get("austria", {})}
    return board.version, board.finished, tuple(seat.centres for seat in board.seats.all()), years


UNTOUCHED = (1, False, (3, 3, 3, 3, 3, 4, 3), {})


# Recording


def test_judge_records_years_and_the_last_one_makes_the_final_centres(judge_client, board):
    response = judge_client.post(page_of(board), years_post({1901: YEAR_1901, 1903: YEAR_1903}, finished="on"))
    assert response.status_code == 302
    assert response.url == board.get_absolute_url()
    assert stored(board) == (2, True, YEAR_1903, {1901: YEAR_1901, 1903: YEAR_1903})
    seats = Board.objects.get(pk=board.pk).seats.order_by("power")
    assert [str(score) for score in seats.values_list("score", flat=True)] == [
        "50.710",
        "0.000",
        "24.065",
        "24.065",
        "22.785",
        "22.785",
        "0.000",
    ]


def test_the_same_content_again_records_nothing(judge_client, board):
    for _click in range(2):
        response = judge_client.post(page_of(board), years_post({1901: YEAR_1901}))
        assert response.url == board.get_absolute_url()
    assert stored(board) == (2, False, YEAR_1901, {1901: YEAR_1901})
    assert board.history.count() == 2


def test_a_version_that_was_replaced_is_refused(judge_client, board):
    judge_client.post(page_of(board), years_post({1901: YEAR_1901}))
    response = judge_client.post(page_of(board), years_post({1901: (6, 4, 5, 5, 4, 5, 5)}))
    assert "Somebody else has changed this since you opened it." in text_of(response)
    assert stored(board) == (2, False, YEAR_1901, {1901: YEAR_1901})


def test_years_that_are_emptied_go_and_the_centres_stay(judge_client, board):
    judge_client.post(page_of(board), years_post({1901: YEAR_1901}))
    judge_client.post(page_of(board), years_post({}, version=2))
    assert stored(board) == (3, False, YEAR_1901, {})


def test_final_centres_alone_leave_the_years(judge, board):
    board.record(board.entries(), judge, counts={power: {1901: 4} for power in baf.POWERS})
    board.record(board.entries(), judge)
    assert stored(board)[3] == {1901: (4,) * 7}


# Finishing


def test_the_last_year_proposes_to_finish(judge_client, board):
    response = judge_client.post(page_of(board), years_post({1903: YEAR_1903}))
    assert response.url == page_of(board)
    assert stored(board)[:2] == (2, False)
    response = judge_client.get(page_of(board))
    assert response.context["form"]["finished"].value() is True
    assert "1903 was the last year to play: save the board as finished" in text_of(response)


def test_a_solo_proposes_to_finish(judge_client, board):
    judge_client.post(page_of(board), years_post({1902: (18, 16, 0, 0, 0, 0, 0)}))
    response = judge_client.get(page_of(board))
    assert response.context["form"]["finished"].value() is True
    assert "The solo of 1902 ended the board: save it as finished" in text_of(response)


def test_a_proposal_that_is_declined_is_not_pressed(judge_client, board):
    judge_client.post(page_of(board), years_post({1903: YEAR_1903}))
    changed = (9, 0, 7, 7, 6, 5, 0)
    response = judge_client.post(page_of(board), years_post({1903: changed}, version=2))
    assert response.url == board.get_absolute_url()
    assert stored(board) == (3, False, changed, {1903: changed})


# Refusals


@pytest.mark.parametrize(
    ("columns", "place", "sentence"),
    [
        (
            {1901: (5, 4, "", 5, 4, 6, 5)},
            "france_1901",
            "The centres of 1901 are missing; write 0 for a power that is out.",
        ),
        (
            {1901: (5, 4, 0, 5, 4, 6, 5), 1903: (5, 4, 2, 5, 4, 6, 5)},
            "france_1903",
            "A power that was at 0 in 1901 has no centres in 1903.",
        ),
        ({1901: (35, 0, 0, 0, 0, 0, 0)}, "austria_1901", "The centres of 1901 are a whole number from 0 to 34."),
        ({1901: (-1, 4, 4, 4, 4, 4, 4)}, "austria_1901", "The centres of 1901 are a whole number from 0 to 34."),
        ({1901: ("4.5", 4, 4, 4, 4, 4, 4)}, "austria_1901", "Enter a whole number."),
    ],
)
def test_a_fault_stands_at_its_cell_and_nothing_is_stored(judge_client, board, columns, place, sentence):
    response = judge_client.post(page_of(board), years_post(columns))
    form = response.context["form"]
    assert form.errors[place] == [sentence]
    assert sentence in text_of(response)
    assert form["england_1901"].value() == (str(columns[1901][1]) if 1901 in columns else None)
    assert stored(board) == UNTOUCHED


@pytest.mark.parametrize(
    ("first", "second", "sentence"),
    [
        (YEAR_1901, (6, 5, 5, 5, 4, 6, 5), "The centres of 1902 add up to 36: more than the board's 34."),
        ((18, 4, 4, 4, 4, 0, 0), (18, 4, 4, 4, 4, 0, 0), "The board ended with the solo of 1901; there is no 1902."),
    ],
)
def test_what_is_wrong_with_a_whole_year_is_told_once_below_it(judge_client, board, first, second, sentence):
    response = judge_client.post(page_of(board), years_post({1901: first, 1902: second}))
    form = response.context["form"]
    assert form.errors == {"__all__": [sentence]}
    assert form.sums() == [(1901, 34, ""), (1902, sum(second), sentence), (1903, "", "")]
    assert stored(board) == UNTOUCHED


def test_a_form_without_its_version_is_refused(judge_client, board):
    post = years_post({1901: YEAR_1901})
    del post["version"]
    assert "This form came back damaged: open the page again." in text_of(judge_client.post(page_of(board), post))
    assert stored(board) == UNTOUCHED


# The columns


@pytest.mark.parametrize(("last_year", "until"), [(1905, 1905), (None, 1901)])
def test_a_column_a_year_up_to_the_last(judge_client, last_year, until):
    board = make_board(make_round(last_year=last_year))
    assert judge_client.get(page_of(board)).context["form"].years == range(1901, until + 1)


def test_without_a_last_year_one_column_is_spare(judge_client):
    board = make_board(make_round())
    judge_client.post(page_of(board), years_post({1901: YEAR_1901, 1902: YEAR_1901}))
    assert judge_client.get(page_of(board)).context["form"].years == range(1901, 1904)


def test_another_year_keeps_what_was_typed_and_stores_nothing(judge_client, board):
    post = years_post({1901: ("x", 4, 5, 5, 4, 6, 5)}, longer="1", finished="on")
    form = judge_client.post(page_of(board), post).context["form"]
    assert form.years == range(1901, 1905)
    assert (form["austria_1901"].value(), form["england_1901"].value(), form["finished"].value()) == ("x", "4", True)
    assert form.sums()[0] == (1901, 29, "")
    assert not form.errors
    assert stored(board) == UNTOUCHED


# Who may


@pytest.mark.parametrize("who", ["judge_client", "organiser_client", "admin_client"])
def test_who_may_change_boards_records_years(request, who, board):
    client = request.getfixturevalue(who)
    assert client.get(page_of(board)).status_code == 200
    client.post(page_of(board), years_post({1901: YEAR_1901}))
    assert stored(board)[3] == {1901: YEAR_1901}


@pytest.mark.parametrize("who", ["outsider_client", "president_client"])
def test_without_the_permission_nobody_does(request, who, board):
    client = request.getfixturevalue(who)
    assert client.get(page_of(board)).status_code == 403
    assert client.post(page_of(board), years_post({1901: YEAR_1901})).status_code == 403
    assert stored(board) == UNTOUCHED


def test_anonymous_is_asked_to_log_in(client, board):
    for response in (client.get(page_of(board)), client.post(page_of(board), years_post({1901: YEAR_1901}))):
        assert response.url == f"{reverse('login')}?next={page_of(board)}"
    assert stored(board) == UNTOUCHED


def test_unknown_boards_and_those_of_drafts_are_not_found(judge_client, organiser_client, board):
    assert judge_client.get("/tournaments/boards/999999/years/").status_code == 404
    board.round.tournament.hide(None)
    assert judge_client.get(page_of(board)).status_code == 404
    assert organiser_client.get(page_of(board)).status_code == 200


def test_other_methods_are_refused(judge_client, board):
    assert judge_client.put(page_of(board)).status_code == 405


def test_board_and_its_form_lead_there(judge_client, client, board):
    assert page_of(board) in judge_client.get(board.get_absolute_url()).content.decode()
    assert page_of(board) in judge_client.get(f"/tournaments/boards/{board.pk}/edit/").content.decode()
    assert page_of(board) not in client.get(board.get_absolute_url()).content.decode()


# Queries


@pytest.mark.parametrize("years", [1, 10])
def test_queries(
    judge_client, django_assert_num_queries: DjangoAssertNumQueries, django_assert_max_num_queries, years: int
):
    board = make_board(make_round(tournament=make_tournament("long")))
    columns = dict.fromkeys(range(1901, 1901 + years), YEAR_1901)
    with django_assert_max_num_queries(25):
        assert judge_client.post(page_of(board), years_post(columns, until=1910)).status_code == 302
    with django_assert_num_queries(5):
        judge_client.get(page_of(board))
