"""Tournaments: who runs and who sees them, their status, their standings."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from django.conf import settings
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import models, transaction
from django.db.models import Count, Exists, F, OuterRef, Q, Value
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from clubsite.constraints import PlacedConstraints
from clubsite.json_rows import json_rows
from clubsite.names import natural_key

from .. import baf
from ..credits import finisher_holds_top

if TYPE_CHECKING:
    from .prize import Award

RESERVED_ADDRESSES = frozenset({"boards", "circuits", "new"})  # see tournaments/urls.py

MOST_AT_ONCE = 20  # far more tournaments than run on one day


# What a seat stores of the player who finished; each column has its twin of who left, with “left_” before its name.
PART = ("player_id", "player__nickname", "weighted_score", "credit")


class Who(NamedTuple):
    """A player as standings name one."""

    pk: int
    nickname: str


class Origin(NamedTuple):
    """Where a result comes from: the board's key and table, the power, and the score before the weights and credit."""

    board: int
    table: str
    power: str
    score: Decimal
    round_weight: Fraction
    board_weight: Fraction
    credit: Fraction


def _run_by(user) -> Q:
    """Return the condition that a user is one of a tournament's organisers, or nobody is named."""
    named = Tournament.organisers.through.objects.filter(tournament=OuterRef("pk"))
    return Exists(named.filter(user=user)) | ~Exists(named)


class TournamentQuerySet(models.QuerySet):
    def public(self) -> "TournamentQuerySet":
        """Leave out the drafts."""
        return self.exclude(status=Tournament.Status.DRAFT)

    def visible_to(self, user) -> "TournamentQuerySet":
        """Leave out the drafts that a user may not run."""
        if user.has_perm("tournaments.run_any_tournament"):
            return self
        if not user.has_perm("tournaments.change_tournament"):
            return self.public()
        return self.filter(~Q(status=Tournament.Status.DRAFT) | _run_by(user))

    def with_may_run(self, user) -> "TournamentQuerySet":
        """Say of each tournament whether a user may change it: may_run, as may_be_run_by() answers."""
        if not user.has_perm("tournaments.change_tournament"):
            return self.annotate(may_run=Value(False))
        if user.has_perm("tournaments.run_any_tournament"):
            return self.annotate(may_run=Value(True))
        return self.annotate(may_run=_run_by(user))

    def newest_first(self) -> "TournamentQuerySet":
        """Order as a list is read."""
        return self.order_by("-starts_on", "name")

    def for_list(self) -> "TournamentQuerySet":
        """Fetch what the list of tournaments shows, newest first: round_count and board_count besides."""
        return self.newest_first().annotate(
            round_count=Count("rounds", distinct=True), board_count=Count("rounds__boards", distinct=True)
        )

    def with_boards(self) -> "TournamentQuerySet":
        """Fetch the rounds with their boards, as with_tops() fetches these."""
        from .board import Board

        return self.prefetch_related(models.Prefetch("rounds__boards", Board.objects.with_tops()))

    def with_honours(self) -> "TournamentQuerySet":
        """Fetch the prizes along, as awards() takes them, and the circuits' names and addresses; None for none."""
        from .circuit import CircuitTournament
        from .prize import PRIZE_ROW, Prize

        return self.annotate(
            prize_rows=json_rows(Prize.objects, "tournament", **{name: name for name in PRIZE_ROW}),
            circuit_rows=json_rows(CircuitTournament.objects, "tournament", name="circuit__name", slug="circuit__slug"),
        )

    def running(self) -> "Tournament | None":
        """Find the tournament of today, or else the one that began last."""
        return self.public().filter(starts_on__lte=timezone.localdate()).newest_first().first()

    def for_entry(self) -> "list[Tournament]":
        """Return the tournaments of today, or else the one that began last: those whose boards are entered."""
        today = timezone.localdate()
        begun = list(self.filter(starts_on__lte=today).newest_first()[:MOST_AT_ONCE])
        return [tournament for tournament in begun if tournament.ends_on >= today] or begun[:1]


class Tournament(PlacedConstraints):
    """A Diplomacy tournament."""

    constraint_places = {"tournament_ends_after_start": "ends_on", "tournament_counts_a_round": "counted_rounds"}

    class Scoring(models.TextChoices):
        BAF = "baf", "BAF"

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        FINISHED = "finished", _("finished")

    slug = models.SlugField(_("address"), unique=True)
    name = models.CharField(_("name"), max_length=128)
    place = models.CharField(_("place"), max_length=128, blank=True)
    starts_on = models.DateField(_("starts on"))
    ends_on = models.DateField(_("ends on"))
    scoring = models.CharField(_("scoring"), max_length=16, choices=Scoring, default=Scoring.BAF)
    counted_rounds = models.PositiveSmallIntegerField(
        _("counted rounds"),
        null=True,
        blank=True,
        help_text=_("How many of a player's best rounds count; empty: all."),
    )

    status = models.CharField(
        _("status"),
        max_length=10,
        choices=Status,
        default=Status.PUBLISHED,
        help_text=_("A draft is shown to its organisers only."),
    )
    organisers = models.ManyToManyField(
        settings.AUTH_USER_MODEL,
        verbose_name=_("organisers"),
        related_name="+",
        blank=True,
        help_text=_("Who may change it; nobody named: every organiser."),
    )

    objects = TournamentQuerySet.as_manager()

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ["-starts_on", "name"]
        permissions = [("run_any_tournament", _("Can change tournaments of other organisers"))]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_on__gte=F("starts_on")),
                name="tournament_ends_after_start",
                violation_error_message=_("A tournament ends on or after the day it starts."),
            ),
            models.CheckConstraint(
                condition=Q(counted_rounds__isnull=True) | Q(counted_rounds__gte=1),
                name="tournament_counts_a_round",
                violation_error_message=_("At least one round counts."),
            ),
            models.CheckConstraint(condition=Q(scoring__in=["baf"]), name="tournament_scoring_known"),
            models.CheckConstraint(
                condition=Q(status__in=["draft", "published", "finished"]), name="tournament_status_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:tournament", args=[self.slug])

    def clean(self) -> None:
        """Refuse an address that other pages have."""
        if self.slug in RESERVED_ADDRESSES:
            raise ValidationError({"slug": _("Other pages have this address: choose another.")})

    def may_be_run_by(self, user) -> bool:
        """Say whether a user may change the tournament: an organiser of it, or an admin (run_any_tournament)."""
        if not user.has_perm("tournaments.change_tournament"):
            return False
        if user.has_perm("tournaments.run_any_tournament"):
            return True
        organisers = self.organisers.values_list("pk", flat=True)
        return not organisers or user.pk in organisers

    def require_runner(self, by) -> None:
        """Raise PermissionDenied unless `by` may run the tournament; None is the system."""
        if by is not None and not self.may_be_run_by(by):
            raise PermissionDenied

    @transaction.atomic
    def store(self, by, organisers: Iterable | None = None) -> None:
        """Store what is entered of the tournament itself; a new one is a draft, and `by` is one of its organisers.

        Raises PermissionDenied, and IntegrityError when the address has been taken meanwhile.
        """
        if self._state.adding:
            if not by.has_perm("tournaments.add_tournament"):
                raise PermissionDenied
            self.status = Tournament.Status.DRAFT
            organisers = {by, *(organisers or ())}
        else:
            self.require_runner(by)
        self.save()
        if organisers is not None:
            self.organisers.set(organisers)

    store.alters_data = True

    def publish(self, by) -> None:
        """Show a draft to everybody."""
        self._move(by, Tournament.Status.DRAFT, Tournament.Status.PUBLISHED)

    publish.alters_data = True

    def hide(self, by) -> None:
        """Make a published tournament a draft again."""
        self._move(by, Tournament.Status.PUBLISHED, Tournament.Status.DRAFT)

    hide.alters_data = True

    def finish(self, by) -> None:
        """Mark the tournament as over; refused while a board is not finished."""
        self._move(by, Tournament.Status.PUBLISHED, Tournament.Status.FINISHED)

    finish.alters_data = True

    def reopen(self, by) -> None:
        """Take back that the tournament is over."""
        self._move(by, Tournament.Status.FINISHED, Tournament.Status.PUBLISHED)

    reopen.alters_data = True

    @transaction.atomic
    def _move(self, by, source: str, target: str) -> None:
        """Change the status; where it is `target` already, nothing happens. PermissionDenied, ValidationError."""
        self.require_runner(by)
        self.status = Tournament.objects.select_for_update(of=("self",)).get(pk=self.pk).status
        if self.status == target:
            return
        if self.status != source:
            raise ValidationError(
                _("This is a %(status)s tournament: reload the page to see what can be done."),
                params={"status": self.get_status_display()},
            )
        unfinished = self.unfinished_boards() if target == Tournament.Status.FINISHED else 0
        if unfinished:
            raise ValidationError(
                ngettext(
                    "%(count)s board is not finished yet: finish it first.",
                    "%(count)s boards are not finished yet: finish them first.",
                    unfinished,
                ),
                params={"count": unfinished},
            )
        self.status = target
        self.save(update_fields=["status"])

    def unfinished_boards(self) -> int:
        """Count the boards that are not finished."""
        return self.rounds.filter(boards__finished=False).count()

    def standings(self, running: Collection[int] = (), *, origins: bool = False) -> list[baf.Standing]:
        """Rank the players (B6), points with 3 decimals; one query.

        The players are `Who`; with `origins` every result knows its `Origin`. With the keys of `running` boards the
        standings are provisional: these count as they stand.
        """
        return baf.standings(self.results(running, origins=origins), self.counted_rounds)

    def results(self, running: Collection[int] = (), *, origins: bool = False) -> list[baf.Result]:
        """Return the results on finished boards and those of the keys `running`, by name; one query."""
        from .seat import Seat

        seats = Seat.objects.filter(round__tournament=self)
        return results_by_tournament(seats, running, origins=origins)[self.pk]

    def awards(self) -> "list[Award]":
        """Return the prizes with who has won them; two queries."""
        from .prize import awards, prize_rows

        return awards(prize_rows(self), self.results(origins=True))


def leaders(tournaments: Iterable[Tournament]) -> dict[int, list[Who]]:
    """Return who stands first, by the tournament's key; one query for all."""
    from .seat import Seat

    tournaments = list(tournaments)
    results = results_by_tournament(Seat.objects.filter(round__tournament__in=tournaments))
    return {
        tournament.pk: [
            line.player for line in baf.standings(results[tournament.pk], tournament.counted_rounds) if line.place == 1
        ]
        for tournament in tournaments
    }


def results_by_tournament(
    seats: models.QuerySet, running: Collection[int] = (), *, origins: bool = False
) -> dict[int, list[baf.Result]]:
    """Return the results of the seats on finished and `running` boards, by name, by the tournament's key; one query.

    A seat that was left during the game is a result of both who played it.
    """
    origin_fields = ("board_id", "board__table", "power", "score", "round__weight", "board__weight")
    rows = (
        seats.counting(running)
        .order_by()
        .values_list(
            *("round__tournament", "round__number", "outcome"),
            *(f"{who}{name}" for who in ("", "left_") for name in PART),
            *(origin_fields if origins else ()),
        )
    )
    results = defaultdict(list)
    for tournament, number, outcome, *values in rows:
        finished, left, origin = values[:4], values[4:8], values[8:]
        holds_top = left[0] is None or finisher_holds_top(finished[-1], left[-1])
        parts = [(finished, holds_top)] if left[0] is None else [(finished, holds_top), (left, not holds_top)]
        for (pk, nickname, points, credit), holds in parts:
            where = Origin(*origin, credit) if origins else None
            results[tournament].append(baf.Result(Who(pk, nickname), number, points, outcome, where, holds))
    for lines in results.values():
        lines.sort(key=lambda result: natural_key(result.player.nickname))
    return results
