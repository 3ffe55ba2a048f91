"""The history of a board: which rows it gets, its pages, and a version restored."""

from collections.abc import Mapping
from fractions import Fraction

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubsite.history import versions
from clubsite.models import Player
from clubsite.versions import StaleVersionError
from tests.conftest import client_of
from tests.factories import make_board, make_entries, make_round, make_tournament, make_user
from tests.pages import text_of
from tournaments.models import Board, BoardError, CentreCount, Round

from .posts import seats_of
from .tables import make_table

pytestmark = pytest.mark.django_db

CENTRES = [8, 0, 7, 7, 6, 6, 0]


@pytest.fixture
def board(judge: User) -> Board:
    return make_board(make_round(weight="2/3"), by=judge, centres=CENTRES, players=[*"ABCDEF", None])


def edit(board: Board, by: User | None, reason: str = "", **entries) -> None:
    """Record other entries over a board."""
    Board.objects.get(pk=board.pk).record(make_entries(**entries), by, reason=reason)


def version(board: Board, number: int):
    return next(row for row in versions(board) if row.ordinal == number)


def rows(board: Board) -> list[tuple]:
    """Return the history: type, user, reason, version, oldest first."""
    return list(
        board.history.order_by("history_id").values_list(
            "history_type", "history_user__username", "history_change_reason", "version"
        )
    )


# Which rows a history gets


def test_a_row_holds_the_whole_board(board: Board):
    snapshot = board.history.get().snapshot
    keys = {player.nickname: player.pk for player in Player.objects.all()}
    assert {name: value for name, value in snapshot.items() if name != "seats"} == {
        "round": 1,
        "table": "1",
        "weight": "1",
        "finished": True,
        "counts": {},
    }
    assert snapshot["seats"]["austria"] == {
        "player": keys["A"],
        "centres": 8,
        "has_units": True,
        "holds_home_centre": True,
        "credit": "1",
        "points": {"score": "50.710", "weighted_score": "33.807"},
    }
    assert snapshot["seats"]["turkey"]["points"] == {"score": None, "weighted_score": None}


def test_every_change_leaves_a_row(board: Board, judge: User, admin_client: Client):
    edit(board, judge, "miscounted", centres=[7, 0, 8, 7, 6, 6, 0], players=[*"ABCDEF", None])
    round_ = Round.objects.get()
    admin_client.post(
        f"/admin/tournaments/round/{round_.pk}/change/",
        {"tournament": round_.tournament_id, "number": "1", "weight": "8/9"},
    )
    assert rows(board) == [
        ("+", "judge", None, 1),
        ("~", "judge", "miscounted", 2),
        ("~", "admin", "round weight 2/3 → 8/9", 2),
    ]


def test_what_changes_nothing_leaves_no_row(board: Board, judge: User, admin_client: Client, judge_client: Client):
    edit(board, judge, "again", centres=CENTRES, players=[*"ABCDEF", None])
    round_ = Round.objects.get()
    round_.record_scores(judge, "again")
    admin_client.post(
        f"/admin/tournaments/round/{round_.pk}/change/",
        {"tournament": round_.tournament_id, "number": "1", "weight": "2/3", "last_year": "1908"},
    )
    for page in ("", "edit/", "history/", "history/compare/", "history/1/restore/"):
        judge_client.get(f"/tournaments/boards/{board.pk}/{page}")
    assert rows(board) == [("+", "judge", None, 1)]
    assert (Board.objects.get().version, Round.objects.get().last_year) == (1, 1908)


def test_a_refused_change_leaves_no_row(board: Board, judge: User, president: User):
    with pytest.raises(BoardError):
        edit(board, judge, centres=[34, 1, 0, 0, 0, 0, 0])
    with pytest.raises(PermissionDenied):
        edit(board, president)
    assert len(rows(board)) == 1


def test_centres_by_year_are_stored_though_nothing_else_changes(board: Board):
    board = Board.objects.get()
    board.record(board.entries(), None, counts={"austria": {1901: 5}})
    assert CentreCount.objects.get().centres == 5


# Restoring


def test_a_restored_version_is_a_new_one(board: Board, judge: User):
    changed = Board.objects.get()
    changed.table, changed.weight, changed.finished = "9", Fraction(6, 7), False
    changed.record(make_entries([18, 16, 0, 0, 0, 0, 0]), judge)
    assert Board.objects.get().restore(version(board, 1), judge, based_on=2) is True
    assert rows(board)[-1] == ("~", "judge", "restored version 1", 3)
    first, _second, third = board.history.order_by("history_id")
    assert third.snapshot == first.snapshot
    stored = Board.objects.get()
    assert (stored.table, stored.weight, stored.finished) == ("1", 1, True)
    assert seats_of(stored) == {
        "austria": ("A", 8),
        "england": ("B", 0),
        "france": ("C", 7),
        "germany": ("D", 7),
        "italy": ("E", 6),
        "russia": ("F", 6),
        "turkey": (None, 0),
    }
    assert str(stored.seats.get(power="austria").weighted_score) == "33.807"


def test_the_weight_of_the_round_is_not_restored(board: Board, judge: User):
    edit(board, judge, centres=[7, 0, 8, 7, 6, 6, 0], players=[*"ABCDEF", None])
    Round.objects.update(weight=Fraction(1))
    Board.objects.get().restore(version(board, 1), judge)
    assert str(board.seats.get(power="austria").weighted_score) == "50.710"


def test_restoring_what_stands_makes_no_version(board: Board, judge: User):
    assert Board.objects.get().restore(version(board, 1), judge, based_on=1) is False
    assert len(rows(board)) == 1


YEARS = {"austria": {1901: 5, 1902: 8}}


def record_years(counts: Mapping[str, Mapping[int, int]]) -> None:
    stored = Board.objects.get()
    stored.record(stored.entries(), None, counts=counts)


def test_a_correction_of_a_year_alone_is_a_version_that_can_be_restored(
    board: Board, judge: User, judge_client: Client
):
    record_years(YEARS)
    record_years({"austria": {1901: 6, 1902: 8}})
    compared = text_of(judge_client.get(page(board, "compare/"), {"old": "2", "new": "3"}))
    assert "Austria: centres by year 1901: 5, 1902: 8 1901: 6, 1902: 8" in compared
    assert Board.objects.get().restore(version(board, 2), judge) is True
    assert Board.objects.with_counts().get().counts() == YEARS
    assert version(board, 4).snapshot == version(board, 2).snapshot


def test_the_same_centres_by_year_again_are_no_version(board: Board):
    record_years(YEARS)
    record_years(YEARS)
    assert len(rows(board)) == 2


def test_restoring_a_version_without_years_takes_them_off(board: Board, judge: User):
    record_years(YEARS)
    Board.objects.get().restore(version(board, 1), judge)
    assert not CentreCount.objects.exists()


def test_restoring_a_version_from_before_years_were_kept_leaves_them(board: Board, judge: User):
    old = board.history.get()
    del old.snapshot["counts"]
    old.save()
    record_years({"austria": {1901: 5}})
    edit(board, judge)
    assert Board.objects.with_counts().get().foresee(version(board, 1))["counts"] == {"austria": {"1901": 5}}
    Board.objects.get().restore(version(board, 1), judge)
    assert CentreCount.objects.get().centres == 5


def test_years_that_the_latest_version_does_not_tell_are_no_difference(board: Board, judge_client: Client):
    record_years({"austria": {1901: 5}})
    for row in board.history.all():
        del row.snapshot["counts"]
        row.save()
    assert "centres by year" not in text_of(judge_client.get(page(board, "1/restore/")))


def test_what_restoring_refuses(board: Board, judge: User, president: User):
    edit(board, judge, centres=CENTRES, players=["Guest", *"BCDEF", None])
    edit(board, judge, players="GHIJKLM")

    def restore(number: int, by: User = judge, based_on: int = 3) -> None:
        Board.objects.get(pk=board.pk).restore(version(board, number), by, based_on=based_on)

    with pytest.raises(PermissionDenied):
        restore(1, president)
    with pytest.raises(StaleVersionError):
        restore(1, based_on=2)
    Player.objects.named("Guest").delete()
    with pytest.raises(ValidationError, match="no longer in the club"):
        restore(2)
    make_board(board.round, table="2", players="ANOPQRS")
    with pytest.raises(BoardError, match="A plays table 2 of this round already"):
        restore(1)
    assert len(rows(board)) == 3
    assert seats_of(board)["austria"] == ("G", 5)


def test_a_version_of_a_round_that_is_gone(board: Board, judge: User):
    gone = board.round
    moved = Board.objects.get()
    moved.round = make_round(2, tournament=gone.tournament)
    moved.record(moved.entries(), judge)
    assert Board.objects.get().restore(version(board, 1), judge) is True
    moved.record(moved.entries(), judge)
    gone.delete()
    with pytest.raises(ValidationError, match="round of this version is no longer"):
        Board.objects.get().restore(version(board, 1), judge)


def test_what_restoring_will_leave_is_foreseen(board: Board, judge: User):
    edit(board, judge, players="GHIJKLM")
    stored = Board.objects.with_seats().get()
    foreseen = stored.foresee(version(board, 1))
    assert len(rows(board)) == 2
    assert seats_of(board)["austria"] == ("G", 5)
    stored.restore(version(board, 1), judge)
    assert board.history.latest().snapshot == foreseen


# The pages


def page(board: Board, path: str = "") -> str:
    return f"/tournaments/boards/{board.pk}/history/{path}"


def test_the_history_tells_who_when_what_and_whose_points_moved(board: Board, judge_client: Client):
    edit(
        board,
        make_user("colleague", "Judge"),
        "miscounted",
        centres=[7, 0, 8, 7, 6, 6, 0],
        players=["Guest", *"BCDEF", None],
    )
    text = text_of(judge_client.get(page(board)))
    edited, entered = text.split("Version 2 ")[1].split("Version 1 ")
    assert "colleague miscounted" in edited
    for line in ("Austria: player A Guest", "Austria: centres 8 7", "France: centres 7 8", "France C 16.043 → 33.807"):
        assert line in edited
    assert "Austria A → Guest 33.807 → " in edited
    assert "Italy" not in edited.split("Points that move")[0]
    assert "judge" in entered
    assert "Entered for the first time." in entered


def test_two_versions_side_by_side(board: Board, judge: User, judge_client: Client):
    edit(board, judge, players="GHIJKLM")
    text = text_of(judge_client.get(page(board, "compare/")))
    assert "Turkey: player – M" in text
    assert "Austria: no unit left" not in text
    assert "Austria: no unit left no no" in text_of(judge_client.get(page(board, "compare/?all=on&old=1&new=2")))


def test_a_version_is_restored_on_its_page(board: Board, judge: User, judge_client: Client):
    edit(board, judge, players="GHIJKLM")
    address = page(board, "1/restore/")
    assert "Austria: player G A" in text_of(judge_client.get(address))
    for told in ("Version 1 is restored.", "Version 1 stands already."):  # the second click
        response = judge_client.post(address, {"version": "2"}, follow=True)
        assert told in text_of(response)
        assert response.redirect_chain == [(f"/tournaments/boards/{board.pk}/", 302)]
    assert len(rows(board)) == 3


def test_a_player_who_plays_elsewhere_by_now_is_told(board: Board, judge: User, judge_client: Client):
    edit(board, judge, players="GHIJKLM")
    make_board(board.round, table="2", players="ANOPQRS")
    sentence = "A plays table 2 of this round already."
    assert f"This version cannot be restored {sentence}" in text_of(judge_client.get(page(board, "1/restore/")))
    response = judge_client.post(page(board, "1/restore/"), {"version": "2"}, follow=True)
    assert sentence in text_of(response)
    assert len(rows(board)) == 2


def test_restoring_over_a_colleague_s_edit_is_refused(board: Board, judge: User, judge_client: Client):
    edit(board, judge, players="GHIJKLM")
    edit(board, judge, players="GHIJKLN")
    response = judge_client.post(page(board, "1/restore/"), {"version": "2"}, follow=True)
    assert "Somebody else has changed this since you opened it." in text_of(response)
    assert len(rows(board)) == 3


PAGES = ["", "compare/", "1/restore/"]


@pytest.mark.parametrize("path", PAGES)
def test_who_sees_the_history(request: pytest.FixtureRequest, board: Board, client: Client, path: str):
    for who, status in (
        ("judge_client", 200),
        ("organiser_client", 200),
        ("president_client", 403 if "restore" in path else 200),
        ("admin_client", 200),
        ("outsider_client", 403),
    ):
        assert request.getfixturevalue(who).get(page(board, path)).status_code == status
    response = client.get(page(board, path))
    assert (response.status_code, response.url) == (302, f"/accounts/login/?next={page(board, path)}")


@pytest.mark.parametrize("who", ["outsider_client", "president_client", "client"])
def test_who_may_not_restore(request: pytest.FixtureRequest, board: Board, judge: User, who: str):
    edit(board, judge, players="GHIJKLM")
    response = request.getfixturevalue(who).post(page(board, "1/restore/"), {"version": "2"})
    assert response.status_code == (302 if who == "client" else 403)
    assert len(rows(board)) == 2


def test_a_colleague_may_restore(board: Board, judge: User):
    edit(board, judge, players="GHIJKLM")
    client_of(make_user("colleague", "Judge")).post(page(board, "1/restore/"), {"version": "2"})
    assert rows(board)[-1] == ("~", "colleague", "restored version 1", 3)


def test_wrong_ids_and_methods(board: Board, judge_client: Client):
    for path in PAGES:
        assert judge_client.get(f"/tournaments/boards/999/history/{path}").status_code == 404
        assert judge_client.delete(page(board, path)).status_code == 405
    assert judge_client.get(page(board, "7/restore/")).status_code == 404
    assert len(rows(board)) == 1


def test_the_history_is_linked_for_those_who_see_it(
    judge_client: Client, president_client: Client, admin_client: Client, outsider_client: Client, board: Board
):
    link = f'href="{page(board)}"'
    address = f"/tournaments/boards/{board.pk}/"
    for client in (judge_client, president_client):
        assert link in client.get(address).content.decode()
    assert link not in outsider_client.get(address).content.decode()
    assert link in admin_client.get(f"/admin/tournaments/board/{board.pk}/change/").content.decode()


@pytest.mark.parametrize("path", PAGES)
def test_queries_of_the_pages(board: Board, judge: User, path: str):
    # The admin sees the most: also how many decisions wait.
    chief = client_of(make_user("chief", "Admin", staff=True))
    edit(board, judge, players="GHIJKLM")

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert chief.get(page(board, path)).status_code == 200
        return len(captured)

    small = queries()
    for number in range(20):
        edit(board, judge, players=("NOPQRST", "GHIJKLM")[number % 2])
    for number in range(3, 6):
        make_board(make_round(number, tournament=board.round.tournament), players="GHIJKLM")
    assert queries() == small <= 10


def test_queries_of_restoring_what_a_loaded_table_scored(board: Board, judge: User, django_assert_max_num_queries):
    make_table().put_in_force(None)
    edit(board, judge, players="GHIJKLM")
    chief = client_of(make_user("chief", "Admin", staff=True))
    with django_assert_max_num_queries(10):
        assert "Austria: player G A" in text_of(chief.get(page(board, "1/restore/")))


def test_restoring_takes_few_queries(board: Board, judge: User, judge_client: Client):
    edit(board, judge, players="GHIJKLM")
    with CaptureQueriesContext(connection) as captured:
        judge_client.post(page(board, "1/restore/"), {"version": "2"})
    assert len(rows(board)) == 3
    assert len(captured) <= 25


def test_histories_of_two_tournaments_stay_apart(board: Board):
    other = make_board(make_round(tournament=make_tournament("other")))
    assert [row.ordinal for row in versions(board)] == [1]
    assert [row.ordinal for row in versions(other)] == [1]
