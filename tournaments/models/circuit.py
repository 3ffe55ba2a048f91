"""Circuits: several tournaments in one table."""

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from .tournament import Tournament


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


class CircuitTournament(models.Model):
    """A tournament of a circuit: a major, or one of which a share counts."""

    circuit = models.ForeignKey(Circuit, models.CASCADE, verbose_name=_("circuit"), related_name="stages")
    tournament = models.ForeignKey(Tournament, models.PROTECT, verbose_name=_("tournament"), related_name="stages")
    major = models.BooleanField(
        _("major"), default=False, help_text=_("A major counts in full; of the others, the best ones count.")
    )

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
