"""Tournaments, rounds and boards as they are stored: recording, standings, and what the database itself refuses."""

import datetime
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, models, transaction
from django.db.models import ProtectedError

from clubsite.versions import StaleVersionError
from tests.factories import make_board, make_entries, make_player, make_round, make_tournament
from tests.tournaments.vectors import read, record_anjou
from tournaments import baf
from tournaments.models import Board, BoardError, CentreCount, Round, Seat, Tournament
from tournaments.models.tournament import Origin, Who, leaders

pytestmark = pytest.mark.django_db


def stored(board: Board) -> dict[str, tuple]:
    """Return what is stored of the played powers: nickname, centres, score and weighted score as text."""
    return {
        power: (nickname, centres, str(score), str(weighted))
        for power, nickname, centres, score, weighted in board.seats.filter(player__isnull=False).values_list(
            "power", "player__nickname", "centres", "score", "weighted_score"
        )
    }


def counts() -> list[int]:
    return [model.objects.count() for model in (Board, Seat, CentreCount)]


def sentences(refused: pytest.ExceptionInfo) -> list[str]:
    return refused.value.messages


# A real championship


def test_anjou_seats_are_stored_as_expected():
    record_anjou()
    rows = Seat.objects.filter(player__isnull=False).values_list(
        "round__number", "board__table", "power", "player__nickname", "score", "weighted_score"
    )
    expected = read("anjou_2025_expected")["seats"]
    assert {tuple(map(str, row)) for row in rows} == {tuple(map(str, seat.values())) for seat in expected}


def test_anjou_standings(django_assert_num_queries):
    tournament = record_anjou()
    with django_assert_num_queries(1):
        standings = tournament.standings()
    assert [
        {
            "place": line.place,
            "player": line.player.nickname,
            "total": str(line.total),
            "rounds": {str(number): str(points) for number, points in line.rounds.items()},
        }
        for line in standings
    ] == read("anjou_2025_expected")["standings"]


def test_anjou_unplayed_powers_have_no_score():
    record_anjou()
    unplayed = Seat.objects.filter(player=None)
    assert set(unplayed.values_list("power", "score", "weighted_score", "outcome", "table_version")) == {
        ("turkey", None, None, "", "")
    }


# Recording a board


def test_record_stores_seats_scores_and_the_table():
    board = make_board(
        make_round(weight="2/3"), weight=Fraction(6, 7), centres=[8, 0, 7, 7, 6, 6, 0], players=[*"ABCDEF", None]
    )
    assert stored(board) == {
        "austria": ("A", 8, "50.710", "28.977"),
        "england": ("B", 0, "0.000", "0.000"),
        "france": ("C", 7, "24.065", "13.751"),
        "germany": ("D", 7, "24.065", "13.751"),
        "italy": ("E", 6, "22.785", "13.020"),
        "russia": ("F", 6, "22.785", "13.020"),
    }
    assert board.version == 1
    assert set(board.seats.filter(player__isnull=False).values_list("table_version", flat=True)) == {"generated-1"}
    assert board.seats.get(power="austria").outcome == baf.SOLE_TOP


def test_credit_weighs_the_seat_alone():
    entries = make_entries([8, 7, 7, 6, 6, 0, 0])
    entries[1] = baf.Entry("england", entries[1].player, 7, credit=Fraction(13, 14))
    board = Board(round=make_round(), table="1")
    board.record(entries, None)
    assert stored(board)["england"] == ("B", 7, "24.065", "22.346")
    assert stored(board)["france"] == ("C", 7, "24.065", "24.065")


def test_elimination_by_ticks_is_stored_and_scored():
    entries = make_entries([9, 8, 7, 5, 5, 0, 0])
    entries[0] = baf.Entry("austria", entries[0].player, 9, has_units=False, holds_home_centre=False)
    board = Board(round=make_round(), table="1")
    board.record(entries, None)
    assert stored(board)["austria"] == ("A", 9, "0.000", "0.000")
    assert stored(board)["england"] == ("B", 8, "50.710", "50.710")


def test_two_players_swap_powers():
    board = make_board(centres=[8, 0, 7, 7, 6, 6, 0])
    board.record(make_entries([8, 0, 7, 7, 6, 6, 0], "BACDEFG"), None)
    assert stored(board)["austria"][:2] == ("B", 8)
    assert stored(board)["england"][:2] == ("A", 0)
    assert (board.version, board.seats.count()) == (2, 7)


def test_player_who_leaves_a_power_takes_the_score_along():
    board = make_board(centres=[8, 0, 7, 7, 6, 6, 0])
    board.record(make_entries([8, 0, 7, 7, 6, 6, 0], [None, *"BCDEFG"]), None)
    seat = board.seats.get(power="austria")
    assert (seat.score, seat.weighted_score, seat.outcome, seat.table_version) == (None, None, "", "")


def test_board_moves_to_another_round_with_its_seats():
    cup = make_tournament()
    board = make_board(make_round(1, "1", cup), centres=[18, 16, 0, 0, 0, 0, 0])
    board.round = make_round(2, "1/2", cup)
    board.record(board.entries(), None)
    assert set(board.seats.values_list("round__number", flat=True)) == {2}
    assert stored(board)["austria"] == ("A", 18, "100.000", "50.000")


def test_record_keeps_who_entered_the_board(judge: User, organiser: User):
    board = make_board(by=judge)
    board.record(make_entries(), organiser)
    board.refresh_from_db()
    assert board.entered_by == judge


def test_counts_replace_the_ones_that_stand():
    board = make_board()
    board.record(board.entries(), None, counts={"austria": {1901: 5, 1902: 6}, "italy": {1901: 4}})
    board.record(board.entries(), None, counts={"austria": {1901: 4}})
    assert list(CentreCount.objects.values_list("seat__power", "year", "centres")) == [("austria", 1901, 4)]


def test_counts_stay_when_none_are_given():
    board = make_board()
    board.record(board.entries(), None, counts={"austria": {1901: 5}})
    board.record(board.entries(), None)
    assert CentreCount.objects.count() == 1


@pytest.mark.parametrize("who", ["outsider", "president"])
def test_recording_needs_the_permission(request: pytest.FixtureRequest, who: str):
    user = request.getfixturevalue(who)
    board = make_board()
    with pytest.raises(PermissionDenied):
        board.record(make_entries([7, 7, 4, 4, 4, 4, 4]), user)
    with pytest.raises(PermissionDenied):
        make_board(board.round, "2", by=user, players="HIJKLMN")
    assert counts() == [1, 7, 0]
    assert stored(board)["austria"][1] == 5


def test_stale_version_is_refused():
    board = make_board()
    board.record(make_entries([6, 5, 5, 5, 5, 5, 3]), None, based_on=1)
    with pytest.raises(StaleVersionError):
        board.record(make_entries([7, 7, 4, 4, 4, 4, 4]), None, based_on=1)
    assert stored(board)["austria"][1] == 6


def test_player_on_two_boards_of_the_round_is_refused_with_a_sentence():
    first = make_board()
    with pytest.raises(BoardError) as refused:
        make_board(first.round, "2", players="HIJKLMA")
    assert sentences(refused) == ["A plays table 1 of this round already."]
    assert [fault.power for fault in refused.value.faults] == ["turkey"]
    assert counts() == [1, 7, 0]


def test_player_may_play_another_round():
    first = make_board()
    make_board(make_round(2, tournament=first.round.tournament))
    assert Board.objects.count() == 2


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"centres": [20, 20, 0, 0, 0, 0, 0]}, ["The centres add up to 40: 6 more than the board's 34."]),
        ({"centres": [35, 0, 0, 0, 0, 0, 0]}, ["Centres are a whole number from 0 to 34."]),
        ({"players": "ABCDEFA"}, ["This player sits on the board twice."]),
    ],
)
def test_broken_limit_is_refused_with_a_sentence_and_stores_nothing(fields: dict, expected: list[str]):
    with pytest.raises(BoardError) as refused:
        make_board(**fields)
    assert sentences(refused) == expected
    assert counts() == [0, 0, 0]


def test_missing_power_is_refused():
    with pytest.raises(BoardError) as refused:
        Board(round=make_round(), table="1").record(make_entries()[:-1], None)
    assert sentences(refused) == ["This power is missing: a board has all seven."]


def test_table_taken_is_refused_with_a_sentence_and_stores_nothing():
    first = make_board()
    with pytest.raises(ValidationError) as refused:
        make_board(first.round, players="HIJKLMN")
    assert sentences(refused) == ["The round has a board at this table already."]
    assert counts() == [1, 7, 0]


def test_table_without_a_name_is_refused():
    with pytest.raises(ValidationError) as refused:
        make_board(table="")
    assert "table" in refused.value.message_dict
    assert counts() == [0, 0, 0]


def test_broken_edit_leaves_the_board_as_it_was():
    board = make_board()
    before = stored(board)
    with pytest.raises(BoardError):
        board.record(make_entries([20, 20, 0, 0, 0, 0, 0], "BACDEFG"), None, counts={"austria": {1800: 3}})
    assert stored(board) == before
    assert Board.objects.get().version == 1


def test_round_scores_its_boards_again_after_a_change_of_weight():
    round_ = make_round(weight="1")
    boards = [
        make_board(round_, table, centres=[18, 16, 0, 0, 0, 0, 0], players=players)
        for table, players in (("1", "ABCDEFG"), ("2", "HIJKLMN"))
    ]
    round_.weight = Fraction(2, 3)
    round_.save()
    round_.record_scores()
    assert [str(board.seats.get(power="austria").weighted_score) for board in boards] == ["66.667", "66.667"]


def test_boards_are_read_in_the_order_of_their_tables():
    round_ = make_round()
    for table in ("10", "2", "1"):
        make_board(round_, table, players=[None] * 7)
    assert [board.table for board in round_.boards_by_table()] == ["1", "2", "10"]


# Standings


def test_running_boards_do_not_count():
    cup = make_tournament()
    make_board(make_round(1, tournament=cup), centres=[18, 16, 0, 0, 0, 0, 0], finished=False)
    make_board(make_round(2, tournament=cup), centres=[8, 7, 7, 6, 6, 0, 0], players="BACDEFG")
    [first, *_] = cup.standings()
    assert (first.player.nickname, str(first.total), first.results.keys()) == ("B", "50.710", {2})


def test_best_rounds_of_a_tournament_count():
    cup = make_tournament(counted_rounds=1)
    make_board(make_round(1, tournament=cup), centres=[18, 16, 0, 0, 0, 0, 0])
    make_board(make_round(2, tournament=cup), centres=[8, 7, 7, 6, 6, 0, 0])
    [first, *_] = cup.standings()
    assert (first.player.nickname, str(first.total), first.counted) == ("A", "100.000", {1})


def test_players_of_a_shared_place_stand_in_the_order_of_their_names():
    cup = make_tournament()
    make_board(
        make_round(tournament=cup), centres=[18, 0, 0, 0, 0, 0, 0], players=["Я", "ёж", "P12", "Жук", "P5", "Еж2", "а"]
    )
    assert [(line.place, line.player.nickname) for line in cup.standings()] == [
        (1, "Я"),
        *((2, name) for name in ("P5", "P12", "а", "ёж", "Еж2", "Жук")),
    ]


def test_result_names_its_board_and_what_it_was_weighed_with():
    board = make_board(make_round(weight="2/3"), weight=Fraction(6, 7), centres=[8, 7, 7, 6, 6, 0, 0])
    [first, *_] = board.round.tournament.standings(origins=True)
    assert first.player == Who(make_player("A").pk, "A")
    assert first.results[1].origin == Origin(
        board.pk, "1", "austria", Decimal("50.710"), Fraction(2, 3), Fraction(6, 7), Fraction(1)
    )


def test_leaders_of_many_tournaments_in_one_query(django_assert_num_queries):
    decided, tied, empty = (make_tournament(slug) for slug in ("decided", "tied", "empty"))
    make_board(make_round(tournament=decided), centres=[8, 7, 7, 6, 6, 0, 0])
    make_board(make_round(tournament=tied), centres=[9, 9, 7, 5, 4, 0, 0])
    with django_assert_num_queries(1):
        first = leaders([decided, tied, empty])
    names = {pk: [who.nickname for who in players] for pk, players in first.items()}
    assert names == {decided.pk: ["A"], tied.pk: ["A", "B"], empty.pk: []}


def test_running_tournament_is_the_latest_that_began():
    today = datetime.date.today()  # noqa: DTZ011 -- a day before and after leave room for the time zone
    for slug, days in (("past", -20), ("running", -2), ("next", 3)):
        starts_on = today + datetime.timedelta(days)
        make_tournament(slug, starts_on=starts_on, ends_on=starts_on)
    assert Tournament.objects.running().slug == "running"


# What the database refuses, whoever writes


@pytest.fixture
def board() -> Board:
    board = make_board(players=[*"ABCDEF", None])
    board.record(board.entries(), None, counts={"austria": {1901: 5}})
    return board


@pytest.mark.parametrize(
    ("model", "fields"),
    [
        (Tournament, {"ends_on": "2020-01-01"}),
        (Tournament, {"counted_rounds": 0}),
        (Tournament, {"scoring": "other"}),
        (Round, {"number": 0}),
        (Round, {"last_year": 1900}),
        (Board, {"table": ""}),
        (Board, {"round": None}),
        (Seat, {"power": "spain"}),
        (Seat, {"centres": 35}),
        (Seat, {"centres": -1}),
        (Seat, {"score": None}),
        (Seat, {"outcome": ""}),
        (Seat, {"outcome": "winner"}),
        (Seat, {"table_version": ""}),
        (Seat, {"weighted_score": None}),
        (Seat, {"player": None}),
        (CentreCount, {"centres": 35}),
        (CentreCount, {"year": 1900}),
        (CentreCount, {"year": 2100}),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else "-".join(map(str, next(iter(value.items())))),
)
def test_database_refuses_values(board: Board, model: type[models.Model], fields: dict):
    rows = model.objects.filter(power="austria") if model is Seat else model.objects.all()
    with pytest.raises(IntegrityError), transaction.atomic():
        rows.update(**fields)


@pytest.mark.parametrize("model", [Round, Board, Seat])
@pytest.mark.parametrize("weight", ["0", "-1"])
def test_database_refuses_weights_that_are_not_positive(board: Board, model: type[models.Model], weight: str):
    name = "credit" if model is Seat else "weight"
    with pytest.raises(IntegrityError), transaction.atomic():
        model.objects.update(**{name: models.Value(weight, output_field=models.CharField())})


@pytest.mark.parametrize(
    "build",
    [
        lambda board: Tournament(slug="cup", name="Again", starts_on="2025-01-01", ends_on="2025-01-01"),
        lambda board: Round(tournament=board.round.tournament, number=1),
        lambda board: Board(round=board.round, table="1"),
        lambda board: Board(round=board.round, table="2", entry_token=board.entry_token),
        lambda board: Seat(board=board, round=board.round, power="austria", centres=0),
        lambda board: CentreCount(seat=board.seats.get(power="austria"), year=1901, centres=0),
    ],
    ids=["slug", "round", "table", "entry token", "power", "year"],
)
def test_database_refuses_a_second_one(board: Board, build: Callable[[Board], models.Model]):
    row = build(board)
    with pytest.raises(IntegrityError), transaction.atomic():
        type(row).objects.bulk_create([row])


def test_database_keeps_a_player_to_one_board_a_round(board: Board):
    other = make_board(board.round, "2", players="HIJKLMN")
    with pytest.raises(IntegrityError), transaction.atomic():
        other.seats.filter(power="austria").update(player=make_player("A"))


def test_player_and_round_with_boards_cannot_be_deleted(board: Board):
    for row in (make_player("A"), board.round):
        with pytest.raises(ProtectedError):
            row.delete()
