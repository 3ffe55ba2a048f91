"""What a player did over all games, and with another player: added up in the database."""

from decimal import Decimal
from typing import NamedTuple

from django.db import models
from django.db.models import (
    BooleanField,
    Case,
    Count,
    F,
    FilteredRelation,
    IntegerField,
    OuterRef,
    Q,
    Subquery,
    Sum,
    Value,
    When,
)
from django.db.models.functions import Coalesce

from clubsite.models import Player

from .. import scoring
from ..career import Given, Slice
from ..duel import Judged, Meeting
from .approval import JudgeBonus, Penalty
from .game import Game
from .seat import Seat
from .sums import exact_points

KILLED = Q(game__first_killed=F("number"))
NO_POINTS = Value(scoring.NOTHING, output_field=models.DecimalField(max_digits=5, decimal_places=2))


def slices(player: Player) -> list[Slice]:
    """Return the player's games by role, seat and what became of a best move; one aggregate query."""
    named = [OuterRef(f"game__best_move__{place}") for place in ("first", "second", "third")]
    black = Seat.objects.filter(game=OuterRef("game"), number__in=named, role__in=scoring.BLACK)
    counted = Coalesce(Subquery(black.order_by().values("game").annotate(count=Count("pk")).values("count")), 0)
    rows = (
        player.mafia_seats.counting()
        .order_by()
        .annotate(
            killed=Case(When(KILLED, then=Value(True)), default=Value(False), output_field=BooleanField()),
            black=Case(When(KILLED, game__best_move__isnull=False, then=counted), output_field=IntegerField()),
        )
        .values_list("role", "number", "killed", "black")
        .annotate(
            games=Count("pk"),
            wins=Count("pk", filter=Q(win__gt=0)),
            compensations=Count("pk", filter=Q(compensation__gt=0)),
            best_moves=Sum("best_move"),
            points=Sum("total"),
        )
    )
    return [Slice(*row, exact_points(best_move), exact_points(points)) for *row, best_move, points in rows]


def given(player: Player) -> list[Given]:
    """Return the player's bonuses and penalties by ground and approval, and the removals fined; one query."""
    own = Q(seat__player=player, seat__game__status=Game.Status.FINAL)
    bonuses = _given(JudgeBonus.objects.filter(own), "bonus", Value(""), F("approval"), Sum("points"))
    penalties = _given(Penalty.objects.filter(own), "penalty", F("ground"), F("approval"), NO_POINTS)
    fined = player.mafia_seats.counting().filter(removal=scoring.AFFECTED, penalty__lt=0)
    removals = _given(fined, "removal", Value(""), Value(scoring.NOT_NEEDED), NO_POINTS)
    rows = bonuses.union(penalties, removals, all=True)
    return [Given(*row, exact_points(points)) for *row, points in rows]


def _given(rows: models.QuerySet, part: str, ground: object, approval: object, points: object) -> models.QuerySet:
    kinds = rows.order_by().annotate(of_part=Value(part), on_ground=ground, decision=approval)
    counted = kinds.values_list("of_part", "on_ground", "decision").annotate(times=Count("pk"), sum_of_points=points)
    return counted.filter(times__gt=0)  # without a column to group by there would be a row of nothing


class Part(NamedTuple):
    """What a player was in a game, and the points."""

    role: str
    points: Decimal


class Together(NamedTuple):
    """A game that two players were in: each one's seat with role and points, None for who judged it."""

    game: Game
    own: Part | None
    other: Part | None


def meetings(player: Player, other: Player) -> list[Meeting]:
    """Return the games in which both sat by their roles and the result; one aggregate query."""
    rows = (
        _with_seats(player, other)
        .filter(own__isnull=False, theirs__isnull=False)
        .order_by()
        .values_list("own__role", "theirs__role", "result")
        .annotate(games=Count("pk"))
    )
    return [Meeting(*row) for row in rows]


def judged(player: Player, other: Player) -> dict[int, Judged]:
    """Return the games that one of the two judged and the other played, by the judge's key; one aggregate query."""
    rows = (
        Game.objects.filter(
            Q(judge=player, seats__player=other) | Q(judge=other, seats__player=player), status=Game.Status.FINAL
        )
        .order_by()
        .values_list("judge")
        .annotate(games=Count("pk"), wins=Count("pk", filter=Q(seats__win__gt=0)))
    )
    return {judge: Judged(games, wins) for judge, games, wins in rows}


def latest_together(player: Player, other: Player, most: int) -> list[Together]:
    """Return the latest games that both were in, as players or as the judge; one query."""
    games = (
        _with_seats(player, other)
        .filter(
            Q(own__isnull=False, theirs__isnull=False)
            | Q(judge=player, theirs__isnull=False)
            | Q(judge=other, own__isnull=False)
        )
        .annotate(own_role=F("own__role"), own_total=F("own__total"))
        .annotate(their_role=F("theirs__role"), their_total=F("theirs__total"))
        .newest_first()[:most]
    )
    return [
        Together(game, _part(game.own_role, game.own_total), _part(game.their_role, game.their_total)) for game in games
    ]


def _part(role: str | None, points: Decimal | None) -> Part | None:
    return Part(role, points) if role else None


def _with_seats(player: Player, other: Player) -> models.QuerySet:
    return Game.objects.filter(status=Game.Status.FINAL).annotate(
        own=FilteredRelation("seats", condition=Q(seats__player=player)),
        theirs=FilteredRelation("seats", condition=Q(seats__player=other)),
    )


def met_in_games(player: Player, most: int) -> list[tuple[int, str, int]]:
    """Return key and nickname of those who sat in the most games with a player, and in how many; one query."""
    own = player.mafia_seats.counting().order_by().values("game")
    met = Seat.objects.filter(game__in=own).exclude(player=player).order_by()
    rows = met.values_list("player_id", "player__nickname").annotate(games=Count("pk"))
    return list(rows.order_by("-games", "player")[:most])
