"""Seating a round that has boards already: what may be replaced, and what is asked first."""

from collections.abc import Callable

import pytest
from django.test import Client

from tests.pages import text_of
from tests.tournaments.organise.calls import make_call
from tournaments import baf
from tournaments.models import Board, CentreCount, Round, Seat, Tournament

from .test_seating import SEATING, confirmation, make_seating, marks, shown, stored

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_(cup: Tournament) -> Round:
    """Round 1 of the cup, with fourteen players who are here."""
    return make_call(cup)


@pytest.fixture
def seated(organiser_client: Client, round_: Round) -> Round:
    """Round 1, seated at two tables."""
    make_seating(organiser_client)
    return round_


def finish(board: Board) -> None:
    board.finished = True
    board.record(board.entries(), None)


def enter_centres(board: Board) -> None:
    centres = dict(zip(baf.POWERS, (8, 7, 7, 6, 6, 0, 0), strict=True))
    board.record([baf.Entry(each.power, each.player, centres[each.power]) for each in board.entries()], None)


def enter_counts(board: Board) -> None:
    board.record(board.entries(), None, counts={power: {1901: 3} for power in baf.POWERS})


RESULTS = [finish, enter_centres, enter_counts]


def test_reading_a_seated_round_shows_its_boards(organiser_client, seated):
    response = organiser_client.get(SEATING)
    assert "The round is seated: 2 boards." in text_of(response)
    assert "boards" not in response.context


@pytest.mark.parametrize("enter", RESULTS)
def test_reloading_the_page_after_results_changes_nothing(organiser_client, seated, enter: Callable[[Board], None]):
    enter(seated.boards.first())
    before = list(Seat.objects.values()), list(Board.objects.values()), list(CentreCount.objects.values())
    preview = organiser_client.get(SEATING, {"seed": "3"})
    for query in ({}, {"seed": "3"}, confirmation(preview, replace=marks(preview))):
        assert organiser_client.get(SEATING, query).status_code == 200
    assert (list(Seat.objects.values()), list(Board.objects.values()), list(CentreCount.objects.values())) == before


def test_boards_without_results_are_replaced_after_one_confirmation(organiser_client, seated):
    keys = set(seated.boards.values_list("pk", flat=True))
    preview = organiser_client.get(SEATING, {"seed": "3"})
    (ticked,) = marks(preview)
    organiser_client.post(SEATING, confirmation(preview, replace=ticked))
    assert stored(seated) == shown(preview)
    assert set(seated.boards.values_list("pk", flat=True)) == keys


@pytest.mark.parametrize("enter", RESULTS)
def test_each_board_with_results_is_confirmed_by_its_name(organiser_client, seated, enter: Callable[[Board], None]):
    board = seated.boards.get(table="2")
    enter(board)
    before = stored(seated)
    preview = organiser_client.get(SEATING, {"seed": "3"})
    assert "Take the results off Table 2" in text_of(preview)
    without, with_results = marks(preview)
    response = organiser_client.post(SEATING, confirmation(preview, replace=without))
    assert "Results have been entered: Table 2. Tick each of these boards to seat the round anew over them." in text_of(
        response
    )
    assert stored(seated) == before
    organiser_client.post(SEATING, confirmation(response, replace=[without, with_results]))
    assert stored(seated) == shown(preview)
    board.refresh_from_db()
    assert not board.finished
    assert not CentreCount.objects.exists()
    assert board.history.count() == 3, "the version with the results is kept"


def test_results_that_come_in_after_the_page_was_opened_are_not_confirmed(organiser_client, seated):
    preview = organiser_client.get(SEATING, {"seed": "3"})
    enter_centres(seated.boards.first())
    before = stored(seated)
    response = organiser_client.post(SEATING, confirmation(preview, replace=marks(preview)))
    assert "Results have been entered: Table 1." in text_of(response)
    assert stored(seated) == before


def test_tables_that_are_no_longer_needed_go(organiser_client, seated):
    seated.presences.filter(player__nickname__in=[f"P{each}" for each in range(8, 15)]).delete()
    preview = organiser_client.get(SEATING, {"seed": "3"})
    organiser_client.post(SEATING, confirmation(preview, replace=marks(preview)))
    assert stored(seated) == shown(preview)
    assert list(seated.boards.values_list("table", flat=True)) == ["1"]
