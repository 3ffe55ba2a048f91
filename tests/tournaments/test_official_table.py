"""An official table is put in force: scores, history, standings follow; what it would change is seen before."""

import threading
import time
from decimal import Decimal
from fractions import Fraction

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, connection, transaction
from pytest_django import DjangoAssertNumQueries

from clubsite.versions import StaleVersionError
from tests.factories import make_board, make_entries, make_round, make_tournament
from tests.pages import text_of
from tournaments import baf
from tournaments.models import Board, Seat, StoredTable
from tournaments.table_change import TableChange

from .tables import make_table
from .vectors import record_anjou

pytestmark = pytest.mark.django_db

CENTRES = (8, 0, 7, 7, 6, 6, 0)


@pytest.fixture
def board(db: None) -> Board:
    return make_board(make_round(weight="2/3"), centres=CENTRES, players=[*"ABCDEF", None], weight=Fraction(6, 7))


def scores(board: Board) -> dict[str, tuple[str, str, str]]:
    """Return score, weighted score and table of the played powers."""
    return {
        power: (str(score), str(weighted), version)
        for power, score, weighted, version in board.seats.exclude(player=None).values_list(
            "power", "score", "weighted_score", "table_version"
        )
    }


def history(board: Board) -> list[tuple]:
    """Return who changed the board and why, the first first."""
    return list(board.history.order_by("history_id").values_list("history_user__username", "history_change_reason"))


def change_to(table: StoredTable) -> TableChange:
    return TableChange(StoredTable.objects.in_force(), table.table())


# In force


def test_generated_table_is_in_force_at_first(board):
    assert StoredTable.objects.in_force() == baf.generated_table()
    assert scores(board)["austria"] == ("50.710", "28.977", "generated-1")


def test_loaded_cells_are_published_and_the_others_stay_as_they_were():
    table = make_table(shared_top={(12, 2): "45"}).table()
    assert (table.version, table.sole_top[8, 7], table.sole_top[9, 7]) == ("official-1", 60, Decimal("54.119"))
    assert [
        table.is_published(outcome, cell)
        for outcome, cell in (
            (baf.SOLE_TOP, (8, 7)),
            (baf.SHARED_TOP, (12, 2)),
            (baf.SHARED_TOP, (8, 2)),
            (baf.SOLE_TOP, (9, 7)),
            (baf.SURVIVOR, (7, 8)),
        )
    ] == [True, True, True, False, False]


def test_a_table_in_force_scores_all_boards_and_every_score_names_it(board, admin_user):
    make_table(survivor={(7, 8): "20.5"}).put_in_force(admin_user)
    assert scores(board) == {
        "austria": ("60.000", "34.286", "official-1"),
        "england": ("0.000", "0.000", "official-1"),
        "france": ("20.500", "11.714", "official-1"),
        "germany": ("20.500", "11.714", "official-1"),
        "italy": ("22.785", "13.020", "official-1"),
        "russia": ("22.785", "13.020", "official-1"),
    }
    stored = StoredTable.objects.get()
    assert (stored.in_force, stored.loaded_by) == (True, admin_user)
    assert StoredTable.objects.in_force() == stored.table()


def test_history_says_who_and_why(board, admin_user):
    make_table().put_in_force(admin_user)
    assert history(board) == [(None, None), ("admin", "BAF table official-1")]
    points = board.history.latest().snapshot["seats"]["austria"]["points"]
    assert points == {"score": "60.000", "weighted_score": "34.286"}


def test_a_board_whose_points_stay_names_the_table_without_a_version_of_its_history():
    solo = make_board(centres=(18, 16, 0, 0, 0, 0, 0))
    make_table().put_in_force(None)
    assert scores(solo)["austria"] == ("100.000", "100.000", "official-1")
    assert len(history(solo)) == 1


def test_an_edit_that_began_before_is_still_stored(board):
    make_table().put_in_force(None)
    fresh = Board.objects.get()
    fresh.record(make_entries((7, 0, 8, 7, 6, 6, 0), [*"ABCDEF", None]), None, based_on=board.version)
    assert scores(board)["france"] == ("60.000", "34.286", "official-1")


def test_boards_recorded_later_use_the_table_in_force(admin_user):
    make_table().put_in_force(admin_user)
    assert scores(make_board(centres=CENTRES))["austria"] == ("60.000", "60.000", "official-1")


def test_standings_follow():
    round_ = make_round()
    make_board(round_, "1", centres=(8, 7, 7, 6, 6, 0, 0), players="ABCDEFG")
    make_board(round_, "2", centres=(9, 8, 6, 6, 5, 0, 0), players="HIJKLMN")

    def best() -> list[tuple]:
        return [(line.place, line.player.nickname, str(line.total)) for line in round_.tournament.standings()[:2]]

    assert best() == [(1, "H", "50.994"), (2, "A", "50.710")]
    make_table(sole_top={(8, 7): "70", (9, 8): "55"}).put_in_force(None)
    assert best() == [(1, "A", "70.000"), (2, "H", "55.000")]


def test_a_change_of_weight_keeps_the_table_in_force(board):
    make_table().put_in_force(None)
    round_ = board.round
    round_.weight = Fraction(1, 3)
    round_.save()
    round_.record_scores()
    assert scores(board)["austria"] == ("60.000", "17.143", "official-1")


def test_a_board_is_explained_with_the_table_that_its_scores_name(board):
    make_table().put_in_force(None)
    Seat.objects.exclude(player=None).update(table_version="generated-1")
    assert Board.objects.get().scored_with() == baf.generated_table()


def test_board_page_names_the_version(client, board):
    make_table().put_in_force(None)
    page = client.get(board.get_absolute_url())
    text = text_of(page)
    assert "sole top, 8 centres against 7: 60.000, published cell of official-1; round weight 2/3" in text
    assert "survivor, 7 centres against 8: 24.065, reconstructed cell of official-1;" in text
    assert 'href="/baf/?version=official-1"' in page.content.decode()


@pytest.mark.parametrize("loaded", [False, True])
def test_queries_of_a_board_page(client, board, loaded, django_assert_max_num_queries):
    if loaded:
        make_table().put_in_force(None)
    with django_assert_max_num_queries(10):
        client.get(board.get_absolute_url())


# Restoring


def test_an_older_version_and_the_generated_one_are_restored(board, admin_user):
    first = make_table()
    first.put_in_force(admin_user)
    make_table("official-2", {(8, 7): "61"}).put_in_force(admin_user)
    assert scores(board)["austria"] == ("61.000", "34.857", "official-2")
    StoredTable.objects.get(version="official-1").put_in_force(admin_user, replacing="official-2")
    assert scores(board)["austria"] == ("60.000", "34.286", "official-1")
    StoredTable.objects.restore_generated(admin_user, replacing="official-1")
    assert scores(board)["austria"] == ("50.710", "28.977", "generated-1")
    assert [reason for _, reason in history(board)] == [
        None,
        "BAF table official-1",
        "BAF table official-2",
        "BAF table official-1",
        "BAF table generated-1",
    ]
    assert set(StoredTable.objects.values_list("version", "in_force")) == {("official-1", False), ("official-2", False)}


# Refusals


@pytest.mark.parametrize("who", ["judge", "organiser", "president", "outsider"])
def test_only_an_admin_puts_a_table_in_force(request, board, who):
    user = request.getfixturevalue(who)
    for transition in (make_table().put_in_force, StoredTable.objects.restore_generated):
        with pytest.raises(PermissionDenied):
            transition(user)
    assert not StoredTable.objects.exists()
    assert scores(board)["austria"][2] == "generated-1"


def test_repeating_it_changes_nothing(board, admin_user):
    for _click in range(2):
        make_table().put_in_force(admin_user, replacing="generated-1")
    assert len(history(board)) == 2
    assert StoredTable.objects.count() == 1
    for _click in range(2):
        StoredTable.objects.restore_generated(admin_user, replacing="official-1")
    assert len(history(board)) == 3


def test_a_version_belongs_to_one_table(board):
    make_table().put_in_force(None)
    with pytest.raises(ValidationError, match="Another table has this version"):
        make_table(sole_top={(8, 7): "61"}).put_in_force(None)
    assert scores(board)["austria"][0] == "60.000"


def test_another_table_in_force_meanwhile_stops_the_change(board):
    make_table("official-1").put_in_force(None)
    with pytest.raises(StaleVersionError):
        make_table("official-2", {(8, 7): "61"}).put_in_force(None, replacing="generated-1")
    assert StoredTable.objects.get().in_force
    assert scores(board)["austria"][0] == "60.000"


def test_the_generated_version_cannot_be_stored():
    with pytest.raises(ValidationError):
        make_table(baf.GENERATED).put_in_force(None)
    assert not StoredTable.objects.exists()


def test_the_database_keeps_one_table_in_force():
    make_table("official-1").put_in_force(None)
    second = make_table("official-2")
    second.in_force = True
    with pytest.raises(IntegrityError), transaction.atomic():
        second.save()


def test_a_board_recorded_meanwhile_is_scored_with_the_new_table(transactional_db, board):
    """The board of a transaction that began before the change, and ends while the change waits, is scored again."""
    if not connection.features.has_select_for_update:
        pytest.skip("SQLite lets one transaction write at a time")
    other = make_round(2, tournament=board.round.tournament)
    entries = make_entries(CENTRES, "HIJKLMN")
    recorded, errors = threading.Event(), []

    def load() -> None:
        try:
            recorded.wait(10)
            make_table().put_in_force(None)
        except Exception as error:
            errors.append(error)
        finally:
            connection.close()

    thread = threading.Thread(target=load)
    thread.start()
    with transaction.atomic():
        late = Board(round=other, table="1")
        late.record(entries, None)
        recorded.set()
        time.sleep(0.5)
        assert thread.is_alive()
    thread.join(10)
    assert errors == []
    assert scores(late)["austria"] == ("60.000", "60.000", "official-1")


# The change, seen before


def test_preview_counts_cells_scores_and_places(board):
    change = change_to(make_table(survivor={(7, 8): "20.5", (6, 8): "22.785"}))
    assert [(str(cell), str(cell.old), str(cell.new)) for cell in change.cells] == [
        ("sole top, 8 against 7", "50.710", "60.000"),
        ("survivor, 7 against 8", "24.065", "20.500"),
    ]
    assert [
        (
            *(each.new_part.player.nickname, each.new.power, str(each.old.score), str(each.new.score)),
            *(str(each.old_part.weighted_score), str(each.new_part.weighted_score)),
        )
        for each in change.scores
    ] == [
        ("A", "austria", "50.710", "60.000", "28.977", "34.286"),
        ("C", "france", "24.065", "20.500", "13.751", "11.714"),
        ("D", "germany", "24.065", "20.500", "13.751", "11.714"),
    ]
    assert [
        (line.new.player.nickname, line.old.place, line.new.place, str(line.new.total)) for line in change.places
    ] == [
        ("A", 1, 1, "34.286"),
        ("C", 2, 4, "11.714"),
        ("D", 2, 4, "11.714"),
        ("E", 4, 2, "13.020"),
        ("F", 4, 2, "13.020"),
    ]
    assert change.moves == 4
    assert (len(change.new.published), change.reconstructed) == (30, 310)


def test_preview_stores_nothing(board):
    before = scores(board)
    change = change_to(make_table())
    assert len(change.scores) == 1
    assert (scores(board), len(history(board)), StoredTable.objects.count()) == (before, 1, 0)


def test_preview_is_what_happens():
    record_anjou()
    table = make_table(survivor={(own, 8): "13" for own in range(1, 8)}, shared_top={(8, 2): "40"})
    change = change_to(table)
    promised = {(each.new.pk, each.new.score, each.new.weighted_score) for each in change.scores}
    before = {seat.pk: (seat.score, seat.weighted_score) for seat in Seat.objects.all()}
    tournament = change.scores[0].board.round.tournament
    table.put_in_force(None)
    moved = {
        (seat.pk, seat.score, seat.weighted_score)
        for seat in Seat.objects.all()
        if before[seat.pk] != (seat.score, seat.weighted_score)
    }
    assert moved == promised
    standings = {line.player: line for line in tournament.standings()}
    assert all(standings[line.new.player].total == line.new.total for line in change.places)


def test_running_boards_change_scores_and_no_standings(board):
    Board.objects.update(finished=False)
    change = change_to(make_table())
    assert (len(change.scores), change.places) == (1, [])


def test_a_contradiction_of_a_printed_value_is_told():
    [told] = change_to(make_table(shared_top={(8, 2): "40", (9, 2): "40.761", (12, 2): "45"})).contradictions
    assert (str(told), str(told.old), str(told.new)) == ("shared top, 8 centres, 2 players", "39.674", "40.000")


def test_a_table_of_the_same_points_changes_nothing(board):
    change = change_to(make_table(sole_top={(8, 7): "50.710"}))
    assert (change.cells, change.scores, change.places, change.contradictions) == ([], [], [], [])


# Queries


def fill(boards: int) -> None:
    """Record boards of seven players each, five boards a round."""
    tournament = make_tournament()
    for number in range(boards):
        if number % 5 == 0:
            round_ = make_round(number // 5 + 1, tournament=tournament)
        players = [f"P{number % 5} {power}" for power in range(7)]
        make_board(round_, str(number), centres=(8, 7, 7, 6, 6, 0, 0), players=players)


@pytest.mark.parametrize("boards", [2, 12])
def test_queries_of_the_preview(boards, django_assert_num_queries: DjangoAssertNumQueries):
    fill(boards)
    change = change_to(make_table())
    with django_assert_num_queries(3):
        assert (len(change.scores), len(change.places)) == (boards, min(boards, 5))


@pytest.mark.parametrize("boards", [2, 12])
def test_queries_of_the_change(boards, django_assert_max_num_queries):
    fill(boards)
    table = make_table()
    with django_assert_max_num_queries(21 + 2 * boards):
        table.put_in_force(None)


def test_queries_of_scoring_one_board_again(board, django_assert_max_num_queries):
    make_table().put_in_force(None)
    Board.objects.filter(pk=board.pk).update(weight=Fraction(1))
    with django_assert_max_num_queries(10):
        board.record_scores()
    assert scores(board)["austria"] == ("60.000", "40.000", "official-1")
