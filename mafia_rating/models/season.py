"""Seasons: spans of dates that do not overlap; a closed one is frozen."""

import datetime

from django.conf import settings
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import models, transaction
from django.db.models import F, FilteredRelation, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubsite.models import Player

from .. import rating
from .approval import JudgeBonus, Penalty
from .closing import NUMBERS, ClosedLine, ClosingRecord
from .seat import Seat
from .sums import sums, sums_by_season

SEASON_CLOSED = _("The season %(season)s is closed: its games cannot be changed until an admin reopens it.")
PENDING_LEFT = _(
    "The season %(season)s cannot be closed while anything in its games waits for the President: %(count)s so far."
)


class SeasonQuerySet(models.QuerySet):
    def on(self, date: datetime.date) -> "Season | None":
        """Find the season whose dates, both included, contain a date of the club's calendar (D11)."""
        return self.filter(starts_on__lte=date, ends_on__gte=date).first()

    def lock(self) -> "SeasonQuerySet":
        """Lock seasons until the transaction ends: none is closed while a game of it is recorded, nor the other way.

        Whoever writes games locks their seasons first, all at once: locked by key, they let nobody wait in a circle.
        """
        return self.select_for_update(no_key=True).order_by("pk")

    def current(self) -> "Season | None":
        """Find today's season; between seasons the one that ended last, before the first one the next to come."""
        today = timezone.localdate()
        begun = self.filter(starts_on__lte=today).order_by("-starts_on").first()
        return begun or self.order_by("starts_on").first()

    def sums(self) -> "dict[int, list[rating.Sums]]":
        """Return every player's sums in each of these seasons, in points, by the season's key; one query."""
        return sums_by_season(Seat.objects.filter(game__season__in=self))

    def tables(self) -> "dict[int, list[rating.Line]]":
        """Return the tables of these seasons, ranked, by the season's key: frozen where closed (D13); two queries."""
        tables = {key: rating.season_table(rows) for key, rows in self.filter(closed_at=None).sums().items()}
        return tables | ClosedLine.objects.filter(season__in=self.exclude(closed_at=None)).tables()

    def lines_of(self, player: Player) -> "list[tuple[Season, rating.Line]]":
        """Return the player's line in the table of each season played, latest season first; two queries."""
        played = player.mafia_seats.counting().order_by().values("game__season")
        seasons = list(self.filter(pk__in=played).with_closed_line(player).order_by("-starts_on"))
        open_ = self.filter(pk__in=[season.pk for season in seasons if not season.is_closed])
        lines = {
            key: next(line for line in rating.season_table(rows) if line.player_id == player.pk)
            for key, rows in open_.sums().items()
        }
        return [(season, lines.get(season.pk) or season.closed_line(player)) for season in seasons]

    def with_closed_line(self, player: Player) -> "SeasonQuerySet":
        """Fetch the player's frozen line along: closed_line() reads it."""
        frozen = FilteredRelation("closed_lines", condition=Q(closed_lines__player=player))
        return self.annotate(frozen=frozen).annotate(**{f"frozen_{name}": F(f"frozen__{name}") for name in NUMBERS})


class Season(models.Model):
    """A season of the rating."""

    slug = models.SlugField(_("address"), unique=True)
    name = models.CharField(_("name"), max_length=128)
    starts_on = models.DateField(_("starts on"))
    ends_on = models.DateField(_("ends on"))
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True, editable=False)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        verbose_name=_("closed by"),
        related_name="+",
        null=True,
        blank=True,
        editable=False,
    )

    objects = SeasonQuerySet.as_manager()

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ["-starts_on"]
        permissions = [("close_season", _("Can close and reopen a season"))]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_on__gte=models.F("starts_on")),
                name="season_ends_after_start",
                violation_error_message=_("A season ends on or after the day it starts."),
            ),
            models.CheckConstraint(
                condition=Q(closed_at__isnull=False) | Q(closed_by__isnull=True),
                name="season_closed_by_needs_closed_at",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("mafia_rating:season", args=[self.slug])

    def player_url(self, player: int) -> str:
        """Return the address of a player's games of the season."""
        return reverse("mafia_rating:season_player", args=[self.slug, player])

    def seats(self) -> models.QuerySet[Seat]:
        """Return the seats of the season's games."""
        return Seat.objects.filter(game__season=self)

    def clean(self) -> None:
        """Refuse a closed season (D13), and dates that overlap another's or leave games of this one outside (D11)."""
        self.refuse_if_closed()
        if not self.starts_on or not self.ends_on:
            return
        overlapping = Season.objects.exclude(pk=self.pk).filter(
            starts_on__lte=self.ends_on, ends_on__gte=self.starts_on
        )
        if other := overlapping.first():
            raise ValidationError(
                _("These dates overlap the season %(season)s (%(start)s to %(end)s)."),
                code="overlap",
                params={"season": other, "start": other.starts_on, "end": other.ends_on},
            )
        outside = self.pk and self.games.exclude(played_on__range=(self.starts_on, self.ends_on)).count()
        if outside:
            raise ValidationError(
                _("Games played outside these dates belong to this season: %(count)s."),
                code="games_outside",
                params={"count": outside},
            )

    def covers(self, date: datetime.date) -> bool:
        """Say whether a date of the club's calendar lies in the season, both ends included (D11)."""
        return self.starts_on <= date <= self.ends_on

    @property
    def is_closed(self) -> bool:
        """A closed season's table is frozen (D13)."""
        return self.closed_at is not None

    def refuse_if_closed(self) -> None:
        """Raise a ValidationError with a sentence when the season is closed (D13)."""
        if self.is_closed:
            raise ValidationError(SEASON_CLOSED, code="season_closed", params={"season": self.name})

    def pending(self) -> "list[JudgeBonus | Penalty]":
        """Return what waits for the President in the season's games, each with its game; two queries."""
        return [
            item
            for model in (JudgeBonus, Penalty)
            for item in model.objects.pending().filter(seat__game__season=self).with_game()
        ]

    def close(self, by) -> None:
        """Freeze the season with its table as it stands (D13); again is no change.

        PermissionDenied without mafia_rating.close_season; ValidationError while anything waits for the President.
        """
        self._set_closed(by, ClosingRecord.Action.CLOSED)

    close.alters_data = True

    def reopen(self, by) -> None:
        """Let the season's games, and with them its table, change again; again is no change.

        PermissionDenied without mafia_rating.close_season.
        """
        self._set_closed(by, ClosingRecord.Action.REOPENED)

    reopen.alters_data = True

    @transaction.atomic
    def _set_closed(self, by, action: ClosingRecord.Action) -> None:
        if not by.has_perm("mafia_rating.close_season"):
            raise PermissionDenied
        season = Season.objects.lock().get(pk=self.pk)
        closing = action == ClosingRecord.Action.CLOSED
        if season.is_closed != closing:
            if closing:
                season._freeze()
            else:
                season.closed_lines.all().delete()
            record = season.closings.create(action=action, by=by, at=timezone.now())
            season.closed_at, season.closed_by = (record.at, by) if closing else (None, None)
            season.save(update_fields=["closed_at", "closed_by"])
        self.closed_at, self.closed_by = season.closed_at, season.closed_by

    def _freeze(self) -> None:
        """Store the table of a season that is open still and locked."""
        if waiting := len(self.pending()):
            raise ValidationError(PENDING_LEFT, code="pending", params={"season": self.name, "count": waiting})
        ClosedLine.objects.freeze(self, self.table())

    def closed_line(self, player: Player) -> rating.Line:
        """Return the player's line of a closed season that with_closed_line() has fetched."""
        return rating.Line(player.pk, player.nickname, **{name: getattr(self, f"frozen_{name}") for name in NUMBERS})

    def sums(self) -> list[rating.Sums]:
        """Return every player's sums over the season's final games, in points; one aggregate query."""
        return sums(self.seats())

    def table(self) -> list[rating.Line]:
        """Return the season table, ranked (rules 6 and 7, D8 to D10), frozen in a closed season (D13); one query."""
        if self.is_closed:
            return self.closed_lines.tables().get(self.pk, [])
        return rating.season_table(self.sums())
