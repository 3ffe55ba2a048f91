"""What a player did over the seasons: lines of the tables, records by role."""

from decimal import Decimal

import pytest

from mafia_rating.career import by_role
from mafia_rating.models import Season
from mafia_rating.models.career import slices
from mafia_rating.rating import Record, records
from tests.factories import make_game, make_player, make_season


def test_records_add_up_in_the_order_of_the_roles():
    don, citizen = Record("don", 1, 1, Decimal("2.50")), Record("citizen", 2, 0, Decimal("-0.75"))
    assert records([don, citizen]) == [citizen, don, Record("", 3, 1, Decimal("1.75"))]
    assert [record.win_percent for record in records([don, citizen])] == [
        Decimal("0.00"),
        Decimal("100.00"),
        Decimal("33.33"),
    ]


def test_nothing_played_no_records():
    assert records([]) == []


@pytest.mark.django_db
def test_tenths_stay_exact():
    make_season()
    for number in range(1, 4):
        make_game(number=number, bonuses={4: "0.1"})
    assert by_role(slices(make_player("P4"))) == [
        Record("mafia", 3, 3, Decimal("6.30")),
        Record("", 3, 3, Decimal("6.30")),
    ]


@pytest.mark.django_db
def test_lines_of_the_seasons_played(django_assert_num_queries):
    first = make_season("2024-25", "2024-09-01", "2025-08-31")
    second = make_season("2025-26", "2025-09-01", "2026-08-31")
    make_season("2026-27", "2026-09-01", "2027-08-31")
    make_game("2025-03-01", result="black_win")
    make_game("2025-10-03", result="red_win")
    make_game("2026-10-02", status="cancelled")
    player = make_player("P1")
    with django_assert_num_queries(2):
        lines = Season.objects.lines_of(player)
    assert [(season, line.place, line.points) for season, line in lines] == [
        (second, 1, Decimal("2.00")),
        (first, 4, Decimal("0.00")),
    ]
    assert [line for _, line in lines] == [
        next(line for line in season.table() if line.player_id == player.pk) for season in (second, first)
    ]


@pytest.mark.django_db
def test_no_lines_without_games():
    make_season()
    assert Season.objects.lines_of(make_player("Fox")) == []
