"""What the database refuses, whoever writes."""

import datetime
from collections.abc import Callable
from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.db import models, transaction
from django.db.utils import DatabaseError

from mafia_rating.models import BestMove, Game, JudgeBonus, Penalty, Season, Seat
from tests.factories import make_game, make_player, make_season

pytestmark = pytest.mark.django_db


def assert_refused(write: Callable[[], object]) -> None:
    """The database refuses a write that no model method would make."""
    with pytest.raises(DatabaseError), transaction.atomic():
        write()


@pytest.mark.parametrize(
    ("starts_on", "ends_on"),
    [
        ("2026-08-31", "2026-12-31"),
        ("2025-01-01", "2025-09-01"),
        ("2025-10-01", "2025-10-01"),
        ("2020-01-01", "2030-01-01"),
        ("2025-09-01", "2026-08-31"),
    ],
)
def test_the_database_refuses_overlapping_seasons(season: Season, starts_on: str, ends_on: str):
    assert_refused(lambda: make_season("other", starts_on, ends_on))
    other = make_season("other", "2031-01-01", "2031-12-31")
    assert_refused(lambda: Season.objects.filter(pk=other.pk).update(starts_on=starts_on, ends_on=ends_on))
    season.name = "Renamed"
    season.save()


def update(model: type[models.Model], **fields) -> Callable[[], int]:
    return lambda: model.objects.filter(pk=model.objects.order_by("pk").first().pk).update(**fields)


@pytest.mark.parametrize(
    "write",
    [
        update(Season, ends_on=datetime.date(2025, 8, 31)),
        update(Game, result="abandoned"),
        update(Game, status="lost"),
        update(Game, table=0),
        update(Game, number=0),
        update(Game, first_killed=0),
        update(Game, first_killed=11),
        update(Seat, number=0),
        update(Seat, number=11),
        update(Seat, number=2),
        update(Seat, role="doctor"),
        update(Seat, removal="gone"),
        update(Seat, total=Decimal("9.00")),
        update(Seat, bonus=Decimal("0.10")),
        update(BestMove, first=11),
        update(BestMove, second=0),
        update(BestMove, first=6),
        update(JudgeBonus, points=Decimal("0.8")),
        update(JudgeBonus, points=Decimal("0.0")),
        update(JudgeBonus, points=Decimal("0.5")),  # an ordinary amount that is pending
        update(JudgeBonus, approval="not_needed"),
        update(JudgeBonus, approval="maybe"),
        update(JudgeBonus, approval="approved"),  # without a time
        update(JudgeBonus, decided_at=datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)),
        update(Penalty, ground="rude"),
        update(Penalty, ground="broke_on_ten"),
        update(Penalty, approval="not_needed"),
        update(Penalty, approval="rejected"),
    ],
)
def test_the_database_refuses(season: Season, write: Callable):
    make_game(
        first_killed=1,
        best_move=(4, 6, 8),
        bonuses={4: "0.6"},
        penalties=[(1, "discretionary"), (2, "discretionary")],
    )
    assert_refused(write)


def test_the_database_refuses_what_exists_already(season: Season, judge: User):
    game = make_game(bonuses={4: "0.3"}, penalties=[(1, "broke_on_ten")])
    other = make_game(number=2)
    first, second = game.seats.all()[:2]
    assert_refused(lambda: Game.objects.filter(pk=other.pk).update(number=1))
    assert_refused(lambda: Game.objects.filter(pk=other.pk).update(entry_token=game.entry_token))
    assert_refused(lambda: Seat.objects.filter(pk=first.pk).update(player=second.player))
    assert_refused(lambda: Seat.objects.bulk_create([Seat(game=game, number=1, player=make_player("Q"), role="don")]))
    assert_refused(
        lambda: JudgeBonus.objects.bulk_create([JudgeBonus(seat=game.seats.get(number=4), points=Decimal("0.1"))])
    )
    assert_refused(lambda: Penalty.objects.bulk_create([Penalty(seat=first, ground="broke_on_ten")]))
    assert_refused(lambda: Season.objects.filter(pk=season.pk).update(closed_by=judge))
    assert Game.objects.count() == 2
