"""Prizes: derived from the results, or set by the organiser."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubsite.models import Player

from ..wording import POWER_NAMES
from .tournament import Tournament


class Prize(models.Model):
    """A prize of a tournament. Winners are derived from the results until the organiser sets them by hand."""

    class Kind(models.TextChoices):
        BEST_POWER = "best_power", _("best result with a power")
        MOST_TOPS = "most_tops", _("most sole tops")
        OWN = "own", _("the organiser's own")

    tournament = models.ForeignKey(Tournament, models.CASCADE, verbose_name=_("tournament"), related_name="prizes")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    power = models.CharField(_("power"), max_length=8, choices=POWER_NAMES, blank=True)
    name = models.CharField(_("name"), max_length=128)
    by_hand = models.BooleanField(
        _("set by hand"), default=False, help_text=_("The winners stay as they are when results change.")
    )
    winners = models.ManyToManyField(Player, verbose_name=_("winners"), related_name="prizes", blank=True)

    class Meta:
        verbose_name = _("prize")
        verbose_name_plural = _("prizes")
        ordering = ["tournament_id", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "name"],
                name="prize_name_once_per_tournament",
                violation_error_message=_("The tournament has a prize of this name already."),
            ),
            models.CheckConstraint(
                condition=Q(kind="best_power", power__in=list(POWER_NAMES)) | (~Q(kind="best_power") & Q(power="")),
                name="prize_power_fits_its_kind",
                violation_error_message=_(
                    "Name the power of the prize for the best result with a power, and only there."
                ),
            ),
            models.CheckConstraint(
                condition=~Q(kind="own") | Q(by_hand=True),
                name="own_prize_is_set_by_hand",
                violation_error_message=_("The winners of an own prize are set by hand."),
            ),
        ]

    def __str__(self) -> str:
        return self.name
