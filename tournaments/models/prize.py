"""Prizes: they follow from the results, or the organiser sets them."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.db import models, transaction
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubsite.models import Player
from clubsite.names import natural_key

from .. import baf
from ..prizes import Played, Winners, best_with, most_tops
from ..wording import POWER_NAMES
from .seat import Seat
from .tournament import Tournament, Who

# What awards() needs of each prize, a row for each winner set by hand.
PRIZE_ROW = ("pk", "kind", "power", "name", "by_hand", "winners", "winners__nickname")


class Winner(NamedTuple):
    """Who has won a prize, with the results that it was won for; none where the organiser has decided."""

    player: Who
    results: list[baf.Result]


class Award(NamedTuple):
    """A prize and who has won it, by name."""

    prize: "Prize"
    winners: list[Winner]


class Prize(models.Model):
    """A prize of a tournament.

    Its winners follow from the results whenever they are read, and are stored only where the organiser has set them
    by hand. A prize without a name goes by its kind.
    """

    class Kind(models.TextChoices):
        BEST_POWER = "best_power", _("best result with a power")
        MOST_TOPS = "most_tops", _("most sole tops")
        OWN = "own", _("the organiser's own")

    tournament = models.ForeignKey(Tournament, models.CASCADE, verbose_name=_("tournament"), related_name="prizes")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    power = models.CharField(_("power"), max_length=8, choices=POWER_NAMES, blank=True)
    name = models.CharField(_("name"), max_length=128, blank=True)
    by_hand = models.BooleanField(
        _("set by hand"), default=False, help_text=_("The winners stay as they are when results change.")
    )
    winners = models.ManyToManyField(Player, verbose_name=_("winners"), related_name="prizes", blank=True)

    class Meta:
        verbose_name = _("prize")
        verbose_name_plural = _("prizes")
        ordering = ["tournament_id", "kind", "power", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "name"],
                condition=~Q(name=""),
                name="prize_name_once_per_tournament",
                violation_error_message=_("The tournament has a prize of this name already."),
            ),
            models.UniqueConstraint(
                fields=["tournament", "kind", "power"],
                condition=~Q(kind="own"),
                name="derived_prize_once_per_tournament",
                violation_error_message=_("The tournament has this prize already."),
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
            models.CheckConstraint(
                condition=~Q(kind="own") | ~Q(name=""),
                name="own_prize_has_a_name",
                violation_error_message=_("An own prize needs a name."),
            ),
        ]

    def __str__(self) -> str:
        return self.name or self.usual_name()

    def usual_name(self) -> str:
        """Name the prize by its kind: "Best Austria", "Most sole tops"; empty for an own one."""
        if self.kind == self.Kind.BEST_POWER:
            return gettext("Best %(power)s") % {"power": self.get_power_display()}
        return gettext("Most sole tops") if self.kind == self.Kind.MOST_TOPS else ""

    @classmethod
    def add_derived(cls, tournament: Tournament, kind: str, by) -> int:
        """Add the prizes of a kind that the tournament lacks, for the seven powers or for the tops; return how many."""
        tournament.require_runner(by)
        powers = baf.POWERS if kind == cls.Kind.BEST_POWER else ("",)
        there = set(tournament.prizes.filter(kind=kind).values_list("power", flat=True))
        lacking = [cls(tournament=tournament, kind=kind, power=power) for power in powers if power not in there]
        cls.objects.bulk_create(lacking, ignore_conflicts=True)
        return len(lacking)

    def candidates(self) -> models.QuerySet:
        """Return whom the prize may be given: the players on the tournament's list or boards, and who has it."""
        seats = Seat.objects.filter(round__tournament=self.tournament)
        return Player.objects.filter(
            Q(pk__in=self.tournament.entrants.values("player"))
            | Q(pk__in=seats.filter(player__isnull=False).values("player"))
            | Q(pk__in=seats.filter(left_player__isnull=False).values("left_player"))
            | Q(pk__in=Prize.winners.through.objects.filter(prize=self.pk).values("player"))
        )

    @transaction.atomic
    def store(self, by, winners: Iterable[Player]) -> None:
        """Store the name and, if they are set by hand, the winners.

        Raises PermissionDenied, and IntegrityError when another prize has taken the name meanwhile.
        """
        self.tournament.require_runner(by)
        self.save()
        self.winners.set(winners if self.by_hand else ())

    store.alters_data = True

    def remove(self, by) -> None:
        """Delete the prize; results stay what they are."""
        self.tournament.require_runner(by)
        self.delete()

    remove.alters_data = True

    def won_by(self, played: Iterable[Played]) -> Winners:
        """Return who has won a prize that follows from the results."""
        return best_with(self.power, played) if self.kind == self.Kind.BEST_POWER else most_tops(played)


def prize_rows(tournament: Tournament) -> list[dict[str, Any]]:
    """Return the prizes of a tournament as awards() takes them; one query."""
    return list(tournament.prizes.values(*PRIZE_ROW))


def awards(rows: Iterable[Mapping[str, Any]], results: Iterable[baf.Result]) -> list[Award]:
    """Return the prizes in their order with who has won them by the results of the finished boards, with origins.

    `rows`: one with the fields PRIZE_ROW for each prize, and each winner set by hand.
    """
    played = [
        Played(result.player, result.origin.power, result.points, result.outcome, result, result.holds_top)
        for result in sorted(results, key=lambda result: result.round)
    ]
    prizes: dict[int, Prize] = {}
    given: dict[int, Winners] = {}
    for row in rows:
        fields = {name: row[name] for name in PRIZE_ROW[:-2]}
        prizes.setdefault(row["pk"], Prize(**fields))
        given.setdefault(row["pk"], {})
        if row["winners"]:
            given[row["pk"]][Who(row["winners"], row["winners__nickname"])] = []
    ordered = sorted(prizes.values(), key=lambda prize: (prize.kind, prize.power, prize.pk))
    return [Award(prize, _by_name(given[prize.pk] if prize.by_hand else prize.won_by(played))) for prize in ordered]


def _by_name(winners: Winners) -> list[Winner]:
    named = sorted(winners.items(), key=lambda item: natural_key(item[0].nickname))
    return [Winner(player, [each.origin for each in won]) for player, won in named]
