"""The sums over seats that the tables are ranked by, added up in the database."""

from collections import defaultdict
from decimal import Decimal

from django.db import models
from django.db.models import Count, OuterRef, Q, Subquery, Sum

from clubsite.exact import round_half_up
from clubsite.models import Player

from .. import rating

SUMMED = ("best_move", "bonus", "penalty", "total")


def sums_by_season(seats: models.QuerySet) -> dict[int, list[rating.Sums]]:
    """Return every player's sums over the seats that count, in points, by the season's key; one aggregate query."""
    sums = defaultdict(list)
    for season, *row in _rows(seats, "game__season"):
        sums[season].append(_sums(*row))
    return sums


def sums(seats: models.QuerySet) -> list[rating.Sums]:
    """Return every player's sums over the seats that count, in points; one aggregate query."""
    return [_sums(*row) for row in _rows(seats)]


def _rows(seats: models.QuerySet, *by: str) -> models.QuerySet:
    return (
        seats.counting()
        .order_by()
        .values_list(*by, "player_id")
        .annotate(
            games=Count("pk"),
            wins=Count("pk", filter=Q(win__gt=0)),
            compensations=Count("pk", filter=Q(compensation__gt=0)),
            **{f"sum_of_{part}": Sum(part) for part in SUMMED},
        )
        # In the GROUP BY a nickname would cost as much again as all the sums.
        .annotate(nickname=Subquery(Player.objects.filter(pk=OuterRef("player_id")).order_by().values("nickname")))
    )


def _sums(player: int, games: int, wins: int, compensations: int, *points_and_nickname: Decimal | str) -> rating.Sums:
    *points, nickname = points_and_nickname
    return rating.Sums(player, nickname, games, wins, compensations, *map(exact_points, points))


def exact_points(points: Decimal) -> Decimal:
    """Return a sum of points with its 2 decimals: SQLite adds decimals as floats, two places bring the sum back."""
    return round_half_up(points, 2)
