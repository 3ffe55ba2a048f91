"""Closed seasons: the frozen lines of their tables, and who closed and reopened them when (D13)."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import fields

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from clubsite.models import Player

from .. import rating

# What a line stores: its player is a foreign key, and the name is the player's of today.
NUMBERS = tuple(field.name for field in fields(rating.Line) if field.name not in ("player_id", "player"))


class ClosedLineQuerySet(models.QuerySet):
    def tables(self) -> dict[int, list[rating.Line]]:
        """Return these lines as they were ranked, by the season's key; one query."""
        tables = defaultdict(list)
        for season, player_id, player, *numbers in self.values_list(
            "season_id", "player_id", "player__nickname", *NUMBERS
        ):
            line = rating.Line(player_id=player_id, player=player, **dict(zip(NUMBERS, numbers, strict=True)))
            tables[season].append(line)
        return {season: sorted(lines, key=rating.shown_order) for season, lines in tables.items()}

    def freeze(self, season: models.Model, table: Iterable[rating.Line]) -> None:
        """Store the table of a season that is being closed: the one writer of these lines."""
        self.bulk_create(
            ClosedLine(season=season, player_id=line.player_id, **{name: getattr(line, name) for name in NUMBERS})
            for line in table
        )

    freeze.alters_data = True


class ClosedLine(models.Model):
    """A player's line in the table of a closed season, as rating.Line has it: counts, and points with 2 decimals.

    Season.close() writes the lines, Season.reopen() deletes them.
    """

    season = models.ForeignKey("Season", models.CASCADE, verbose_name=_("season"), related_name="closed_lines")
    player = models.ForeignKey(Player, models.PROTECT, verbose_name=_("player"), related_name="closed_lines")
    place = models.PositiveIntegerField(_("place"))
    games = models.PositiveIntegerField(_("games"))
    wins = models.PositiveIntegerField(_("wins"))
    compensations = models.PositiveIntegerField(_("compensations"))
    best_move = models.DecimalField(_("best move"), max_digits=8, decimal_places=2)
    bonus = models.DecimalField(_("bonus"), max_digits=8, decimal_places=2)
    penalty = models.DecimalField(_("penalty"), max_digits=8, decimal_places=2)
    points = models.DecimalField(_("points"), max_digits=8, decimal_places=2)

    objects = ClosedLineQuerySet.as_manager()

    class Meta:
        verbose_name = _("line of a closed season")
        verbose_name_plural = _("lines of closed seasons")
        ordering = ["season_id", "place"]
        constraints = [
            models.UniqueConstraint(fields=["season", "player"], name="closed_line_once_per_player"),
            models.CheckConstraint(condition=Q(place__gte=1), name="closed_line_place_from_1"),
            models.CheckConstraint(
                condition=Q(games__gte=1, wins__lte=F("games"), compensations__lte=F("games") - F("wins")),
                name="closed_line_counts_fit_the_games",
            ),
            models.CheckConstraint(condition=Q(penalty__lte=0), name="closed_line_penalty_takes_away"),
        ]

    def __str__(self) -> str:
        return f"{self.place}. {self.player}"


class ClosingRecord(models.Model):
    """A closing or a reopening of a season: who and when. Season.close() and Season.reopen() write it."""

    class Action(models.TextChoices):
        CLOSED = "closed", _("closed")
        REOPENED = "reopened", _("reopened")

    season = models.ForeignKey("Season", models.CASCADE, verbose_name=_("season"), related_name="closings")
    action = models.CharField(_("action"), max_length=10, choices=Action)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("by"), related_name="+", null=True, blank=True
    )
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("closing or reopening")
        verbose_name_plural = _("closings and reopenings")
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(action__in=["closed", "reopened"]), name="closing_action_known"),
        ]

    def __str__(self) -> str:
        return self.get_action_display()
