"""Circuits: several tournaments in one table."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import models, transaction
from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubsite.names import natural_key

from .. import baf
from ..circuits import Line, Stage, circuit_table, tour_de_france_points
from .seat import Seat
from .tournament import Tournament, Who, results_by_tournament

RESERVED_ADDRESSES = frozenset({"new"})  # see tournaments/urls.py


class Finish(NamedTuple):
    """What a player has come to in a tournament: the place among so many ranked players."""

    place: int
    ranked: int


class CircuitQuerySet(models.QuerySet):
    def for_list(self) -> "CircuitQuerySet":
        """Count the tournaments of circuits by name that count already, and the public ones still to come.

        counted, to_come.
        """
        finished = Q(tournaments__status=Tournament.Status.FINISHED)
        published = Q(tournaments__status=Tournament.Status.PUBLISHED)
        return self.order_by("name").annotate(
            counted=Count("tournaments", filter=finished), to_come=Count("tournaments", filter=published)
        )


class Circuit(models.Model):
    """A season of tournaments whose results make one table."""

    class Points(models.TextChoices):
        TOUR_DE_FRANCE = "tour_de_france", _("Tour de France de Diplomatie")
        SUM = "sum", _("sum of the tournaments' totals")

    slug = models.SlugField(_("address"), unique=True)
    name = models.CharField(_("name"), max_length=128)
    points = models.CharField(_("points"), max_length=16, choices=Points, default=Points.TOUR_DE_FRANCE)
    minimum = models.PositiveSmallIntegerField(
        _("minimum number of tournaments"), default=1, help_text=_("Who has played fewer is listed without a place.")
    )
    tournaments = models.ManyToManyField(
        Tournament, verbose_name=_("tournaments"), through="CircuitTournament", related_name="circuits"
    )

    objects = CircuitQuerySet.as_manager()

    class Meta:
        verbose_name = _("circuit")
        verbose_name_plural = _("circuits")
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(condition=Q(points__in=["tour_de_france", "sum"]), name="circuit_points_known"),
            models.CheckConstraint(
                condition=Q(minimum__gte=1),
                name="circuit_minimum_from_1",
                violation_error_message=_("The minimum is at least one tournament."),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:circuit", args=[self.slug])

    def clean(self) -> None:
        """Refuse an address that other pages have."""
        if self.slug in RESERVED_ADDRESSES:
            raise ValidationError({"slug": _("Other pages have this address: choose another.")})

    @property
    def counts_shares(self) -> bool:
        """Whether majors count in full and of the others a share; a sum counts everything in full."""
        return self.points == self.Points.TOUR_DE_FRANCE

    @transaction.atomic
    def store(self, by, majors: Mapping[Tournament, bool]) -> None:
        """Store the circuit with its tournaments, and of each whether it is a major.

        Raises PermissionDenied, and IntegrityError when the address has been taken meanwhile.
        """
        needed = "tournaments.add_circuit" if self._state.adding else "tournaments.change_circuit"
        if by is not None and not by.has_perm(needed):
            raise PermissionDenied
        self.save()
        self.stages.exclude(tournament__in=majors).delete()
        CircuitTournament.objects.bulk_create(
            [CircuitTournament(circuit=self, tournament=each, major=major) for each, major in majors.items()],
            update_conflicts=True,
            unique_fields=["circuit", "tournament"],
            update_fields=["major"],
        )

    store.alters_data = True

    def table(self, stages: Iterable["CircuitTournament"]) -> list[Line]:
        """Rank the players (`Who`) over these tournaments, fetched along; one query. A stage's origin is a `Finish`."""
        stages = list(stages)
        results = results_by_tournament(Seat.objects.filter(round__tournament__in=[each.tournament for each in stages]))
        played: dict[Who, list[Stage]] = {}
        for each in stages:
            lines = baf.standings(results[each.tournament_id], each.tournament.counted_rounds)
            for line in lines:
                finish = Finish(line.place, len(lines))
                points = tour_de_france_points(*finish) if self.counts_shares else line.total
                played.setdefault(line.player, []).append(Stage(each.tournament_id, points, each.major, finish))
        by_name = sorted(played.items(), key=lambda item: natural_key(item[0].nickname))
        return circuit_table(dict(by_name), self.minimum, shares=self.counts_shares)


class CircuitTournamentQuerySet(models.QuerySet):
    def public(self) -> "CircuitTournamentQuerySet":
        """Leave out the drafts; the tournaments fetched along, in the order they are played."""
        shown = self.exclude(tournament__status=Tournament.Status.DRAFT).select_related("tournament")
        return shown.order_by("tournament__starts_on", "tournament__name")


class CircuitTournament(models.Model):
    """A tournament of a circuit: a major, or one of which a share counts."""

    circuit = models.ForeignKey(Circuit, models.CASCADE, verbose_name=_("circuit"), related_name="stages")
    tournament = models.ForeignKey(Tournament, models.PROTECT, verbose_name=_("tournament"), related_name="stages")
    major = models.BooleanField(
        _("major"), default=False, help_text=_("A major counts in full; of the others, the best ones count.")
    )

    objects = CircuitTournamentQuerySet.as_manager()

    class Meta:
        verbose_name = _("tournament of a circuit")
        verbose_name_plural = _("tournaments of a circuit")
        ordering = ["circuit_id", "tournament_id"]
        constraints = [
            models.UniqueConstraint(
                fields=["circuit", "tournament"],
                name="tournament_once_per_circuit",
                violation_error_message=_("The circuit has this tournament already."),
            ),
        ]

    def __str__(self) -> str:
        return str(self.tournament)
