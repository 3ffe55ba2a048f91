"""The desk: what a judge goes on with tonight, and what the President has to say to it."""

import datetime
from collections.abc import Iterable
from decimal import Decimal
from itertools import islice
from typing import Any, NamedTuple

from django.contrib.auth.mixins import UserPassesTestMixin
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import CharField, DecimalField, Max, OuterRef, Q, Subquery, Value
from django.utils import timezone
from django.views.generic import TemplateView

from mafia_rating import scoring
from mafia_rating.models import Game, JudgeBonus, Penalty
from mafia_rating.starts import evening_of
from mafia_rating.wording import GROUND_NAMES, game_title
from tournaments.models import Board, Tournament

from ..models import Draft

PERMISSIONS = ("mafia_rating.add_game", "tournaments.add_board", "mafia_rating.decide_exceptional")
LATELY = datetime.timedelta(days=14)
MOST = 8  # lines of a list


def has_desk(user: AbstractUser) -> bool:
    """Say whether a user has anything to do at the desk."""
    return any(user.has_perm(permission) for permission in PERMISSIONS)


class DeskView(UserPassesTestMixin, TemplateView):
    """What is open, what was played tonight, what waits, what the user changed last; the President sees his part."""

    template_name = "clubsite/desk.html"

    def test_func(self) -> bool:
        return has_desk(self.request.user)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        user = self.request.user
        evening = evening_of(timezone.localtime())
        judges, runs_boards, decides = map(user.has_perm, PERMISSIONS)
        games = games_of(user, evening)
        tonight = [game for game in games if game.played_on == evening]
        decisions = decisions_of(user, everybody=decides)
        return super().get_context_data(
            evening=evening,
            decides=decides,
            enters=judges or runs_boards,
            tournaments=Tournament.objects.for_entry() if runs_boards else [],
            drafts=Draft.objects.open_of(user)[:MOST] if judges or runs_boards else [],
            tonight=tonight,
            last_game=max(tonight, key=lambda game: game.pk, default=None),
            waiting=[item for item in decisions if item.approval == scoring.PENDING],
            decided=list(islice((item for item in decisions if item.approval != scoring.PENDING), MOST)),
            edited=latest(games, edited_boards(user)),
            **kwargs,
        )


def games_of(user: AbstractUser, evening: datetime.date) -> models.QuerySet:
    """Return the games of an evening, and those that a user changed last, which have the time in `edited_at`."""
    latest_edited = _edits(Game, user).order_by().values("id").annotate(last=Max("history_id")).order_by("-last")
    return (
        Game.objects.filter(Q(played_on=evening) | Q(pk__in=latest_edited.values("id")[:MOST]))
        .select_related("judge")
        .annotate(edited_at=_edited_at(Game, user))
        .order_by("table", "number", "pk")
    )


def edited_boards(user: AbstractUser) -> models.QuerySet:
    """Return the boards that a user changed last, with the time in `edited_at`."""
    return (
        Board.objects.annotate(edited_at=_edited_at(Board, user))
        .filter(edited_at__isnull=False)
        .select_related("round__tournament")
        .order_by("-edited_at")[:MOST]
    )


def latest(games: Iterable[Game], boards: Iterable[Board]) -> list[Game | Board]:
    """Return what was changed last of both games, latest first."""
    edited = [*(game for game in games if game.edited_at), *boards]
    return sorted(edited, key=lambda thing: thing.edited_at, reverse=True)[:MOST]


def _edits(model: type[models.Model], user: AbstractUser) -> models.QuerySet:
    return model.history.filter(history_user=user)


def _edited_at(model: type[models.Model], user: AbstractUser) -> Subquery:
    latest_row = _edits(model, user).filter(id=OuterRef("pk")).order_by("-history_id")
    return Subquery(latest_row.values("history_date")[:1])


class Decision(NamedTuple):
    """A bonus or a penalty that waits for the President, or that he has decided on; `points` are a bonus's."""

    approval: str
    decided_at: datetime.datetime | None
    note: str
    by: str | None
    reason: str
    points: Decimal | None
    ground: str
    seat: int
    player: str
    game: int
    played_on: datetime.date
    table: int
    number: int

    @property
    def title(self) -> str:
        """Name the game."""
        return game_title(self.played_on, self.table, self.number)

    @property
    def what(self) -> str:
        """Say the points, and the ground of a penalty."""
        return f"{scoring.PENALTY}, {GROUND_NAMES[self.ground]}" if self.ground else f"+{self.points}"


def decisions_of(user: AbstractUser, *, everybody: bool) -> list[Decision]:
    """Return what waits and what was decided lately, of the games that a user entered or judged, or of all; one query.

    What waits stands in the order played, what was decided latest first.
    """
    since = timezone.now() - LATELY
    mine = Q() if everybody else Q(seat__game__entered_by=user) | Q(seat__game__judge__user=user)
    bonuses, penalties = (
        model.objects.waiting_or_decided(since)
        .filter(mine)
        .order_by()
        .annotate(**missing)
        .values_list(
            *("approval", "decided_at", "decision_note", "decided_by__username", "reason", "points", "ground"),
            *("seat__number", "seat__player__nickname", "seat__game_id"),
            *("seat__game__played_on", "seat__game__table", "seat__game__number"),
        )
        for model, missing in (
            (JudgeBonus, {"ground": Value("", CharField())}),
            (Penalty, {"points": Value(None, DecimalField())}),
        )
    )
    found = [Decision(*row) for row in bonuses.union(penalties, all=True)]
    waiting = sorted(
        (item for item in found if item.decided_at is None),
        key=lambda item: (item.played_on, item.table, item.number, item.seat),
    )
    decided = sorted((item for item in found if item.decided_at), key=lambda item: item.decided_at, reverse=True)
    return waiting + decided
