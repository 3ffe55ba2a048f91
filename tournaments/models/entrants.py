"""Who takes part: the players of a tournament, whom to keep apart, who is here for a round."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from clubsite.models import Player

from .tournament import Round, Tournament


class EntrantQuerySet(models.QuerySet):
    def with_players(self) -> "EntrantQuerySet":
        """Fetch the players along, by name."""
        return self.select_related("player").order_by("player__nickname_key")

    def present(self) -> "EntrantQuerySet":
        """Leave those who have not withdrawn."""
        return self.filter(withdrawn=False)


class Entrant(models.Model):
    """A player on the list of a tournament; one who withdraws keeps the results."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, verbose_name=_("tournament"), related_name="entrants")
    player = models.ForeignKey(Player, models.PROTECT, verbose_name=_("player"), related_name="entries")
    team = models.CharField(_("team"), max_length=64, blank=True, help_text=_("Team mates are kept apart if possible."))
    preferences = models.JSONField(
        _("preferred powers"), default=list, blank=True, help_text=_("Powers in order, the dearest first.")
    )
    withdrawn = models.BooleanField(_("withdrawn"), default=False)

    objects = EntrantQuerySet.as_manager()

    class Meta:
        verbose_name = _("entrant")
        verbose_name_plural = _("entrants")
        ordering = ["tournament_id", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player"],
                name="entrant_once_per_tournament",
                violation_error_message=_("This player is on the list already."),
            ),
        ]

    def __str__(self) -> str:
        return str(self.player)


class KeepApart(models.Model):
    """Two players who should not meet on a board; `first` has the smaller key."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, verbose_name=_("tournament"), related_name="kept_apart")
    first = models.ForeignKey(Player, models.CASCADE, verbose_name=_("first player"), related_name="+")
    second = models.ForeignKey(Player, models.CASCADE, verbose_name=_("second player"), related_name="+")

    class Meta:
        verbose_name = _("pair to keep apart")
        verbose_name_plural = _("pairs to keep apart")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "first", "second"],
                name="keep_apart_once",
                violation_error_message=_("This pair is on the list already."),
            ),
            models.CheckConstraint(
                condition=Q(first__lt=F("second")),
                name="keep_apart_two_players_in_order",
                violation_error_message=_("A pair is two different players."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first} – {self.second}"


class Presence(models.Model):
    """What a player does in a round: plays, or sits it out. Whoever has no row is away."""

    class Kind(models.TextChoices):
        PLAYS = "plays", _("plays")
        SITS_OUT = "sits_out", _("sits out")

    round = models.ForeignKey(Round, models.CASCADE, verbose_name=_("round"), related_name="presences")
    player = models.ForeignKey(Player, models.PROTECT, verbose_name=_("player"), related_name="+")
    kind = models.CharField(_("what"), max_length=8, choices=Kind, default=Kind.PLAYS)

    class Meta:
        verbose_name = _("presence")
        verbose_name_plural = _("presences")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["round", "player"], name="presence_once_per_round"),
            models.CheckConstraint(condition=Q(kind__in=["plays", "sits_out"]), name="presence_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.get_kind_display()}"
