"""The sums over seats that the tables are ranked by, added up in the database."""

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterable
from decimal import Decimal
from typing import NamedTuple

from django.db import models
from django.db.models import Count, OuterRef, Q, Subquery, Sum

from clubsite.exact import round_half_up
from clubsite.models import Player

from .. import rating, scoring
from .seat import PARTS, Seat, about

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


def points_by_evening(seats: models.QuerySet, players: Collection[int]) -> dict[int, dict[datetime.date, Decimal]]:
    """Return the points of some players on each evening that they played on, by the player's key; one query."""
    rows = (
        seats.counting()
        .filter(player__in=players)
        .order_by()
        .values_list("player_id", "game__played_on")
        .annotate(points=Sum("total"))
    )
    gained = {player: {} for player in players}
    for player, evening, points in rows:
        gained[player][evening] = exact_points(points)
    return gained


class PartSum(NamedTuple):
    """A part of the points: in how many games there is something to tell of it, all for the total, and its sum."""

    part: str
    games: int
    points: Decimal


def added_up(seats: Iterable[Seat]) -> list[Decimal]:
    """Return the sums of each part of the points over seats that are fetched already, the total last; no query."""
    return [sum((getattr(seat, part) for seat in seats), scoring.NOTHING) for part in PARTS]


def part_sums(seats: models.QuerySet) -> list[PartSum]:
    """Return the sums of each part of the points over the seats that count, the total last; one aggregate query."""
    counts = {f"games_of_{part}": Count("pk", filter=about(part)) for part in PARTS}
    found = seats.counting().aggregate(**counts, **{f"sum_of_{part}": Sum(part, default=0) for part in PARTS})
    return [PartSum(part, found[f"games_of_{part}"], exact_points(found[f"sum_of_{part}"])) for part in PARTS]
