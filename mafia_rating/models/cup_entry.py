"""The registration of a player for a cup. Its status has one writer, the Cup."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubsite.models import Player

from .. import cups, rating


def user_field(verbose_name: str) -> models.ForeignKey:
    """Build the field of who did something."""
    return models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        verbose_name=verbose_name,
        related_name="+",
        null=True,
        blank=True,
        editable=False,
    )


class CupEntryQuerySet(models.QuerySet):
    def on_list(self) -> "CupEntryQuerySet":
        """Leave out those who have withdrawn."""
        return self.exclude(status=cups.WITHDRAWN)


class CupEntry(models.Model):
    """A player's registration; whoever withdraws keeps the row.

    `number` is the confirmed place, `top_place` the TOP-10 place in the season table when the list was last arranged;
    `given_at` tells a place that somebody gave by hand after closing.
    """

    class Status(models.TextChoices):
        CONFIRMED = cups.CONFIRMED, _("confirmed")
        WAITING = cups.WAITING, _("waiting list")
        WITHDRAWN = cups.WITHDRAWN, _("withdrawn")

    cup = models.ForeignKey("Cup", models.CASCADE, verbose_name=_("cup"), related_name="entries")
    player = models.ForeignKey(Player, models.PROTECT, verbose_name=_("player"), related_name="cup_entries")
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.WAITING, editable=False)
    number = models.PositiveSmallIntegerField(_("place of the cup"), null=True, blank=True, editable=False)
    top_place = models.PositiveSmallIntegerField(_("place in the TOP-10"), null=True, blank=True, editable=False)
    registered_at = models.DateTimeField(_("registered at"), editable=False)
    registered_by = user_field(_("registered by"))
    given_at = models.DateTimeField(_("place given by hand at"), null=True, blank=True, editable=False)
    given_by = user_field(_("place given by"))
    withdrawn_at = models.DateTimeField(_("withdrawn at"), null=True, blank=True, editable=False)
    withdrawn_by = user_field(_("withdrawn by"))

    objects = CupEntryQuerySet.as_manager()

    class Meta:
        verbose_name = _("registration for a cup")
        verbose_name_plural = _("registrations for cups")
        ordering = ["cup_id", "number", "registered_at"]
        constraints = [
            models.UniqueConstraint(fields=["cup", "player"], name="cup_entry_once_per_player"),
            # Who has no place has no number, and nulls are never equal: one place, one player.
            models.UniqueConstraint(fields=["cup", "number"], name="cup_entry_one_place_for_one_player"),
            models.CheckConstraint(
                condition=Q(status=cups.CONFIRMED, number__isnull=False, number__gte=1)
                | Q(status__in=[cups.WAITING, cups.WITHDRAWN], number__isnull=True),
                name="cup_entry_confirmed_has_a_place",
            ),
            models.CheckConstraint(
                condition=Q(status=cups.WITHDRAWN, withdrawn_at__isnull=False)
                | (~Q(status=cups.WITHDRAWN) & Q(withdrawn_at__isnull=True)),
                name="cup_entry_withdrawn_has_a_time",
            ),
            models.CheckConstraint(
                condition=Q(top_place__isnull=True) | Q(top_place__range=(1, rating.TOP)),
                name="cup_entry_top_place_in_the_top",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.get_status_display()}"

    @property
    def is_on_list(self) -> bool:
        """Confirmed or waiting."""
        return self.status != cups.WITHDRAWN

    def may_be_withdrawn_by(self, user) -> bool:
        """Say whether a user may withdraw it: one's own registration, or any with mafia_rating.change_cupentry."""
        return is_own(self.player, user) or user.has_perm("mafia_rating.change_cupentry")

    def registration(self, place: int | None) -> cups.Registration:
        """Return the registration as the rule takes it, with a place in the season table."""
        return cups.Registration(self.player_id, self.registered_at, place)

    def is_at(self, position: cups.Position) -> bool:
        """Say whether the stored status is what the rule makes of it."""
        return (self.status, self.number, self.top_place) == (
            position.status,
            position.number,
            position.registration.top_place,
        )

    # What Cup does, in its transaction and with the cup locked

    def enter(self, by) -> None:
        """Begin, or begin again, at the end of the waiting list."""
        self.status, self.number, self.top_place = cups.WAITING, None, None
        self.registered_at, self.registered_by = timezone.now(), by
        self.given_at = self.given_by = self.withdrawn_at = self.withdrawn_by = None
        self.save()

    enter.alters_data = True

    def leave(self, by) -> None:
        """Withdraw, and set the place free."""
        self.status, self.number = cups.WITHDRAWN, None
        self.withdrawn_at, self.withdrawn_by = timezone.now(), by
        self.save()

    leave.alters_data = True

    def take_place(self, number: int, by) -> None:
        """Take a place that `by` gives by hand."""
        self.status, self.number = cups.CONFIRMED, number
        self.given_at, self.given_by = timezone.now(), by
        self.save()

    take_place.alters_data = True


def is_own(player: Player, user) -> bool:
    """Say whether a player is the user's own."""
    return user.is_authenticated and player.user_id == user.pk
