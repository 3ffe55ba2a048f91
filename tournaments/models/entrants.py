"""Who takes part: the players of a tournament, whom to keep apart, who is here for a round."""

from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import Count, F, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from clubsite.models import Player

from .round import Round
from .seat import Seat
from .tournament import Tournament


class EntrantQuerySet(models.QuerySet):
    def with_players(self) -> "EntrantQuerySet":
        """Fetch the players along, by name."""
        return self.select_related("player").order_by("player")

    def present(self) -> "EntrantQuerySet":
        """Leave those who have not withdrawn."""
        return self.filter(withdrawn=False)

    def with_board_count(self) -> "EntrantQuerySet":
        """Count the boards of the tournament that each has a seat on, or has left: board_count."""
        seats = Seat.objects.of(OuterRef("player")).filter(round__tournament=OuterRef("tournament"))
        counted = seats.order_by().values("round__tournament").annotate(count=Count("pk")).values("count")
        return self.annotate(board_count=Coalesce(Subquery(counted), 0))


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

    def has_played(self) -> bool:
        """Say whether the player has a seat on a board of the tournament."""
        return Seat.objects.of(self.player).filter(round__tournament=self.tournament_id).exists()

    def store(self, by) -> None:
        """Store team and preferences. PermissionDenied if `by` may not."""
        self.tournament.require_runner(by)
        self.save(update_fields=["team", "preferences"])

    store.alters_data = True

    def withdraw(self, by) -> None:
        """Leave the player out of the rounds to come; the results stay."""
        self._set_withdrawn(by, True)

    withdraw.alters_data = True

    def take_back(self, by) -> None:
        """Let a player who had withdrawn play again."""
        self._set_withdrawn(by, False)

    take_back.alters_data = True

    def _set_withdrawn(self, by, withdrawn: bool) -> None:
        self.tournament.require_runner(by)
        self.withdrawn = withdrawn
        self.save(update_fields=["withdrawn"])

    @transaction.atomic
    def remove(self, by) -> None:
        """Take the player off the list; refused (ValidationError) to one who has played."""
        self.tournament.require_runner(by)
        if self.has_played():
            raise ValidationError(
                _("%(player)s has played, and the results stay: withdraw the player instead."),
                params={"player": self.player},
            )
        Presence.objects.filter(round__tournament=self.tournament_id, player=self.player_id).delete()
        self.tournament.kept_apart.filter(Q(first=self.player_id) | Q(second=self.player_id)).delete()
        self.delete()

    remove.alters_data = True


class KeepApartQuerySet(models.QuerySet):
    def with_players(self) -> "KeepApartQuerySet":
        """Fetch the players along, by name."""
        return self.select_related("first", "second").order_by("first", "second")


class KeepApart(models.Model):
    """Two players who should not meet on a board; `first` has the smaller key."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, verbose_name=_("tournament"), related_name="kept_apart")
    first = models.ForeignKey(Player, models.CASCADE, verbose_name=_("first player"), related_name="+")
    second = models.ForeignKey(Player, models.CASCADE, verbose_name=_("second player"), related_name="+")

    objects = KeepApartQuerySet.as_manager()

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

    @classmethod
    def add(cls, tournament: Tournament, players: Iterable[Player], by) -> "KeepApart":
        """Put a pair on the list; one that is on it stays. PermissionDenied, ValidationError for a pair of one."""
        tournament.require_runner(by)
        first, second = sorted(players, key=lambda player: player.pk)
        if first == second:
            raise ValidationError(_("A pair is two different players."))
        return cls.objects.get_or_create(tournament=tournament, first=first, second=second)[0]

    def remove(self, by) -> None:
        """Take the pair off the list."""
        self.tournament.require_runner(by)
        self.delete()

    remove.alters_data = True


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
