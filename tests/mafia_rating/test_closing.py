"""Closed seasons: what is frozen, what is kept of it, and what is refused (D13)."""

from collections.abc import Callable
from decimal import Decimal
from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import connection

from mafia_rating.models import ClosedLine, ClosingRecord, Game, Season, Seat
from tests.factories import make_game, make_player, make_protocol, make_season

from .stored import settle

pytestmark = pytest.mark.django_db


@pytest.fixture
def games(season: Season) -> list[Game]:
    return [
        make_game(first_killed=1, best_move=(4, 6, 8), bonuses={4: "0.3"}, penalties=[(3, "false_check")]),
        make_game(number=2, result="red_win"),
        make_game(number=3, status="cancelled"),
    ]


def test_a_closed_season_shows_its_table_as_it_was(season: Season, games: list[Game], admin_user: User):
    before = season.table()
    season.close(admin_user)
    Seat.objects.filter(number=1, game=games[0]).update(best_move=Decimal("0.00"), total=Decimal("0.50"))
    assert Season.objects.get().table() == before
    season.reopen(admin_user)
    assert Season.objects.get().table() != before


def test_the_lines_of_a_closed_season(season: Season, games: list[Game], admin_user: User):
    season.close(admin_user)
    line = ClosedLine.objects.get(player__nickname="P1")
    assert (line.place, line.games, line.wins, line.compensations) == (1, 2, 1, 1)
    assert (line.best_move, line.bonus, line.penalty, line.points) == (
        Decimal("0.40"),
        Decimal("0.00"),
        Decimal("0.00"),
        Decimal("2.90"),
    )
    assert ClosedLine.objects.count() == 10


def test_reopening_deletes_the_lines_and_closing_again_writes_them_anew(
    season: Season, games: list[Game], admin_user: User, judge: User
):
    season.close(admin_user)
    season.reopen(admin_user)
    season.reopen(admin_user)
    assert not ClosedLine.objects.exists()
    games[1].cancel(judge, "played by guests")
    season.close(admin_user)
    assert {*ClosedLine.objects.values_list("games", flat=True)} == {1}


def test_every_closing_and_reopening_is_kept(season: Season, admin_user: User):
    for change in (season.close, season.close, season.reopen, season.close):
        change(admin_user)
    assert [(record.action, record.by) for record in season.closings.all()] == [
        ("closed", admin_user),
        ("reopened", admin_user),
        ("closed", admin_user),
    ]
    assert season.closed_at == season.closings.first().at


def test_nothing_is_closed_while_the_president_is_asked(season: Season, game: Game, admin_user: User):
    with pytest.raises(ValidationError) as refused:
        season.close(admin_user)
    assert refused.value.messages == [
        "The season Season 2025-26 cannot be closed while anything in its games waits for the President: 2 so far."
    ]
    assert not Season.objects.get().is_closed
    assert not ClosingRecord.objects.exists()
    settle(admin_user)
    season.close(admin_user)
    assert season.is_closed


def test_what_waits_in_a_cancelled_game_hinders_nothing(season: Season, game: Game, admin_user: User):
    game.cancel(admin_user, "played by guests")
    season.close(admin_user)
    assert season.table() == []


def test_tables_of_open_and_closed_seasons_take_two_queries(
    season: Season, games: list[Game], admin_user: User, django_assert_num_queries: Callable
):
    later = make_season("2026-27", "2026-09-01", "2027-08-31")
    make_game("2026-10-02")
    season.close(admin_user)
    with django_assert_num_queries(2):
        tables = Season.objects.tables()
    assert tables == {season.pk: season.table(), later.pk: later.table()}


def test_no_game_is_moved_into_a_closed_season(season: Season, games: list[Game], admin_user: User, judge: User):
    make_season("2026-27", "2026-09-01", "2027-08-31")
    game = make_game("2026-10-02")
    season.close(admin_user)
    game.played_on = games[0].played_on
    game.number = 7
    with pytest.raises(ValidationError, match="is closed"):
        game.record(make_protocol(), judge)


def test_a_closed_season_keeps_its_players(season: Season, games: list[Game], admin_user: User):
    season.close(admin_user)
    player = make_player("P1")
    player.nickname = "Renamed"
    player.full_clean()
    player.save()
    assert "Renamed" in [line.player for line in season.table()]


def test_the_migration_freezes_what_is_closed_already(season: Season, games: list[Game], admin_user: User):
    make_season("2026-27", "2026-09-01", "2027-08-31")
    make_game("2026-10-02")
    season.close(admin_user)
    lines, records = ([*model.objects.order_by("pk").values()] for model in (ClosedLine, ClosingRecord))
    for model in (ClosedLine, ClosingRecord):
        model.objects.all().delete()
    import_module("mafia_rating.migrations.0007_freeze_closed_seasons").freeze(apps, connection.schema_editor())
    for model, expected in ((ClosedLine, lines), (ClosingRecord, records)):
        assert [{**row, "id": None} for row in model.objects.order_by("pk").values()] == [
            {**row, "id": None} for row in expected
        ]


@pytest.mark.parametrize("several", [False, True])
def test_no_game_of_a_closed_season_is_deleted(season: Season, games: list[Game], admin_user: User, several: bool):
    season.close(admin_user)
    games_of_it = Game.objects.filter(pk=games[0].pk)
    with pytest.raises(ValidationError, match="is closed"):
        (games_of_it if several else games_of_it.get()).delete()
    assert Game.objects.count() == 3
    season.reopen(admin_user)
    (games_of_it if several else games_of_it.get()).delete()
    assert Game.objects.count() == 2
