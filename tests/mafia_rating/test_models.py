"""The stored rating: recording, approvals, seasons, and what the database itself refuses."""

import datetime
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import ProtectedError
from django.db.utils import DatabaseError
from django.utils import timezone

from clubsite.models import Player
from clubsite.versions import StaleVersionError
from mafia_rating import rating, scoring
from mafia_rating.models import PARTS, BestMove, Game, JudgeBonus, Penalty, ProtocolError, Season, Seat
from tests.factories import make_game, make_protocol, make_season

from . import vectors
from .stored import exceptional, settle, stored_points

pytestmark = pytest.mark.django_db

TABLES = (Season, Game, Seat, BestMove, JudgeBonus, Penalty)

NAMES = [f"P{number}" for number in scoring.SEATS]


def counts() -> list[int]:
    return [model.objects.count() for model in TABLES]


def assert_refused(write: Callable[[], object]) -> None:
    """The database refuses a write that no model method would make."""
    with pytest.raises(DatabaseError), transaction.atomic():
        write()


# The worked examples


@pytest.mark.parametrize("vector", vectors.read("mafia_games"), ids=lambda vector: vector["id"])
def test_worked_example_is_stored(season: Season, vector: dict):
    game = vectors.record(vector["game"])
    assert {
        str(seat.number): {part: str(getattr(seat, part)) for part in PARTS} for seat in game.seats.all()
    } == vector["expected"]


@pytest.mark.parametrize("vector", vectors.read("mafia_invalid_games"), ids=lambda vector: vector["id"])
def test_refused_example_stores_nothing(season: Season, vector: dict):
    with pytest.raises(ProtocolError) as refused:
        vectors.record(vector["game"])
    assert all(message and "%(" not in message for message in refused.value.messages)
    assert counts() == [1, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("vector", vectors.read("mafia_seasons"), ids=lambda vector: vector["id"])
def test_worked_season_is_stored(vector: dict):
    season = make_season(**vector["season"])
    for game in vector["games"]:
        vectors.record(game)
    expected = vector["expected"]
    table = season.table()
    fields = {name: name for name in expected["rows"][0]} | {"compensation_count": "compensations"}
    assert [
        {
            name: str(value) if isinstance(value := getattr(row, field), Decimal) else value
            for name, field in fields.items()
        }
        for row in table
    ] == expected["rows"]
    assert [row.player for row in rating.points_leaders(table)] == expected["points_leaders"]
    assert [row.player for row in rating.best_players(table)] == expected["best_by_final"]
    assert [row.player for row in rating.top(table)] == expected["top10"]


def test_a_season_table_is_one_query(season: Season, django_assert_num_queries: Callable):
    make_game()
    with django_assert_num_queries(1):
        season.table()


# Recording


def test_a_stored_protocol_reads_back_as_it_was(season: Season):
    given = make_protocol(
        first_killed=1,
        best_move=(8, 4, 6),
        bonuses={4: "0.6", 1: "0.4"},
        penalties=[(2, "discretionary"), (3, "false_check")],
        removals={5: "affected", 6: "no_effect"},
    )
    game = Game(played_on=datetime.date(2025, 10, 3), number=1)
    game.record(given, None)
    read = Game.objects.with_protocol().get().protocol()
    assert replace(read, bonuses=(), penalties=()) == replace(given, bonuses=(), penalties=())
    assert {(bonus.seat, bonus.points, bonus.approval) for bonus in read.bonuses} == {
        (4, Decimal("0.6"), "pending"),
        (1, Decimal("0.4"), "not_needed"),
    }
    assert {(penalty.seat, penalty.ground, penalty.approval) for penalty in read.penalties} == {
        (2, "discretionary", "pending"),
        (3, "false_check", "not_needed"),
    }


def test_who_may_record(season: Season, judge: User, president: User, outsider: User):
    assert make_game(by=judge).entered_by == judge
    for user in (president, outsider):
        with pytest.raises(PermissionDenied):
            make_game(number=2, by=user)
    assert Game.objects.count() == 1


def test_an_edit_keeps_who_entered_the_game(season: Season, judge: User, organiser: User):
    game = make_game(by=judge)
    game.record(make_protocol("red_win"), organiser)
    assert Game.objects.get().entered_by == judge


def test_the_same_number_twice_is_refused_with_a_sentence(season: Season):
    make_game()
    with pytest.raises(ValidationError) as refused:
        make_game(judge="J2")
    assert refused.value.messages == ["A game of this date, table and number is recorded already."]
    assert Game.objects.count() == 1
    assert Seat.objects.count() == 10


def test_a_date_outside_every_season_is_refused(season: Season):
    with pytest.raises(ValidationError) as refused:
        make_game("2026-09-01")
    assert refused.value.messages == ["No season contains this date."]
    assert Game.objects.count() == 0


@pytest.mark.parametrize("date", ["2025-09-01", "2026-08-31"])
def test_a_season_contains_its_first_and_its_last_day(season: Season, date: str):
    assert make_game(date).season == season


def test_an_edit_may_move_a_game_to_another_season(season: Season):
    game = make_game()
    later = make_season("2026-27", "2026-09-01", "2027-08-31")
    game.played_on = datetime.date(2026, 9, 5)
    game.record(make_protocol(), None)
    assert Game.objects.get().season == later
    assert season.table() == []


def test_two_players_swap_seats_in_one_save(season: Season):
    game = make_game(bonuses={4: "0.3"})
    swapped = [*NAMES]
    swapped[0], swapped[3] = swapped[3], swapped[0]
    game.record(make_protocol(players=swapped, bonuses={4: "0.3"}), None)
    assert game.seats.get(number=4).player.nickname == "P1"
    assert stored_points(game)[4] == "2.30"


def test_a_refused_edit_changes_nothing(season: Season):
    game = make_game(bonuses={4: "0.3"})
    before = list(Seat.objects.values())
    with pytest.raises(ProtocolError):
        game.record(make_protocol(bonuses={4: "0.8"}), None)
    assert list(Seat.objects.values()) == before
    assert Game.objects.get().version == 1


def test_an_edit_of_an_older_version_is_refused(season: Season, judge: User):
    game = make_game()
    game.record(make_protocol("red_win"), judge, based_on=1)
    with pytest.raises(StaleVersionError):
        game.record(make_protocol("draw"), judge, based_on=1)
    assert Game.objects.get().result == "red_win"
    assert Game.objects.get().version == 2


def test_recording_takes_at_most_25_queries(season: Season, judge: User, django_assert_max_num_queries: Callable):
    details = {"first_killed": 1, "best_move": (4, 6, 8), "bonuses": {4: "0.6"}, "penalties": [(1, "discretionary")]}
    given = make_protocol(**details)
    game = Game(played_on=datetime.date(2025, 10, 3), number=1)
    with django_assert_max_num_queries(25):
        game.record(given, judge)
    with django_assert_max_num_queries(25):
        game.record(given, judge, based_on=1)


def test_a_player_who_has_played_or_judged_stays(season: Season):
    make_game()
    for nickname in ("P1", "J1"):
        with pytest.raises(ProtectedError):
            Player.objects.named(nickname).delete()


# Cancelling


def test_a_cancelled_game_counts_nowhere_until_reinstated(season: Season, judge: User):
    game = make_game()
    game.cancel(judge, "played by guests")
    assert season.table() == []
    game.cancel(judge, "played by guests")
    assert Game.objects.get().version == 2
    game.reinstate(judge)
    game.reinstate(judge)
    assert len(season.table()) == 10
    assert Game.objects.get().version == 3


def test_who_may_cancel(season: Season, president: User, outsider: User):
    game = make_game()
    for user in (president, outsider):
        for change in (game.cancel, game.reinstate):
            with pytest.raises(PermissionDenied):
                change(user, "played by guests")
    assert Game.objects.get().status == "final"


# Seasons


def test_a_closed_season_is_frozen(game: Game, admin_user: User, judge: User, president: User):
    season = game.season
    settle(president)
    season.close(admin_user)
    season.close(admin_user)
    game = Game.objects.get()
    bonus, penalty = exceptional(game)
    for change in (
        lambda: make_game(number=2, by=judge),
        lambda: game.record(make_protocol("red_win"), judge),
        lambda: game.cancel(judge, "played by guests"),
        lambda: game.reinstate(judge),
        lambda: bonus.approve(president),
        lambda: penalty.approve(president),
    ):
        with pytest.raises(ValidationError, match="is closed"):
            change()
    assert Game.objects.get().version == 1
    season.reopen(admin_user)
    game.cancel(judge, "played by guests")
    assert Game.objects.get().is_cancelled


def test_a_game_cannot_be_moved_out_of_a_closed_season(game: Game, admin_user: User, judge: User):
    make_season("2026-27", "2026-09-01", "2027-08-31")
    settle(admin_user)
    game.season.close(admin_user)
    game = Game.objects.get()
    game.played_on = datetime.date(2026, 9, 5)
    with pytest.raises(ValidationError, match="is closed"):
        game.record(make_protocol(), judge)


def test_who_may_close(season: Season, judge: User, president: User):
    for user in (judge, president):
        for change in (season.close, season.reopen):
            with pytest.raises(PermissionDenied):
                change(user)
    assert not Season.objects.get().is_closed


def test_current_season(season: Season, monkeypatch: pytest.MonkeyPatch):
    later = make_season("2026-27", "2026-09-01", "2027-08-31")
    for today, expected in (
        ("2025-01-01", season),
        ("2025-09-01", season),
        ("2026-08-31", season),
        ("2026-09-01", later),
        ("2030-01-01", later),
    ):
        monkeypatch.setattr(timezone, "localdate", lambda today=today: datetime.date.fromisoformat(today))
        assert Season.objects.current() == expected


def test_overlapping_dates_are_told_in_a_sentence(season: Season):
    other = Season(slug="x", name="X", starts_on=datetime.date(2026, 8, 31), ends_on=datetime.date(2026, 12, 31))
    with pytest.raises(ValidationError, match="overlap the season Season 2025-26"):
        other.full_clean()
    season.full_clean()


def test_dates_that_leave_games_outside_are_refused(game: Game):
    game.season.starts_on = datetime.date(2025, 10, 4)
    with pytest.raises(ValidationError, match="outside these dates"):
        game.season.full_clean()
