"""The rounds of a tournament."""

from typing import TYPE_CHECKING, NamedTuple

from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import Case, Count, Exists, F, OuterRef, Q, When
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubsite.constraints import PlacedConstraints
from clubsite.fields import FractionField, positive
from clubsite.names import natural_key

from .. import baf
from .tournament import Tournament

if TYPE_CHECKING:
    from .board import Board


class Progress(NamedTuple):
    """How far a round is: its boards, how many of them are finished, whether any has begun."""

    boards: int
    finished: int
    begun: bool


class RoundQuerySet(models.QuerySet):
    def current(self) -> "Round | None":
        """Return the latest of a tournament's rounds that has boards."""
        return self.filter(boards__isnull=False).order_by("number").last()

    def for_entry(self) -> "Round | None":
        """Return the round of a tournament whose boards are entered: the latest that has any, or else the first."""
        begun = self.alias(board_count=Count("boards")).order_by(
            Case(When(board_count__gt=0, then=F("number")), default=-F("number"))
        )
        return begun.last()

    def with_board_counts(self) -> "RoundQuerySet":
        """Count the boards of rounds in order, the running and the merely seated among them.

        board_count, running_count, seated_count.
        """
        from .seat import Seat

        unfinished, begun = Q(boards__finished=False), Q(boards__in=Seat.objects.entered().values("board"))
        return self.order_by("number").annotate(
            board_count=Count("boards"),
            running_count=Count("boards", filter=unfinished & begun),
            seated_count=Count("boards", filter=unfinished & ~begun),
        )

    def with_call(self) -> "RoundQuerySet":
        """Say of each round whether anybody has been called to play it: called."""
        from .entrants import Presence

        plays = Presence.objects.filter(round=OuterRef("pk"), kind=Presence.Kind.PLAYS)
        return self.annotate(called=Exists(plays))


class Round(PlacedConstraints):
    """A round of a tournament with its exact weight."""

    constraint_places = {
        "round_once_per_tournament": "number",
        "round_number_from_1": "number",
        "round_last_year_is_a_game_year": "last_year",
    }

    tournament = models.ForeignKey(Tournament, models.CASCADE, verbose_name=_("tournament"), related_name="rounds")
    number = models.PositiveSmallIntegerField(_("number"))
    weight = FractionField(_("weight"), default="1", help_text=_("An exact fraction such as 2/3."))
    last_year = models.PositiveSmallIntegerField(_("last game year"), null=True, blank=True)

    objects = RoundQuerySet.as_manager()

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["tournament_id", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"],
                name="round_once_per_tournament",
                violation_error_message=_("The tournament has a round of this number already."),
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1),
                name="round_number_from_1",
                violation_error_message=_("Rounds are numbered from 1."),
            ),
            models.CheckConstraint(
                condition=Q(last_year__isnull=True) | Q(last_year__gte=baf.FIRST_YEAR),
                name="round_last_year_is_a_game_year",
                violation_error_message=_("Game years begin with 1901."),
            ),
            models.CheckConstraint(
                condition=positive("weight"),
                name="round_weight_positive",
                violation_error_message=_("A weight is more than 0."),
            ),
        ]

    def __str__(self) -> str:
        return _("Round %(number)s") % {"number": self.number}

    def next_table(self) -> str:
        """Name the table after those that have a board: the highest number and one."""
        tables = self.boards.values_list("table", flat=True)
        return str(max((int(table) for table in tables if table.isdecimal()), default=0) + 1)

    def boards_by_table(self) -> "list[Board]":
        """Return the boards in the order of their tables: 2 before 10."""
        return sorted(self.boards.all(), key=lambda board: natural_key(board.table))

    def progress(self) -> Progress:
        """Say how far the round is; reads the boards, with begun."""
        boards = self.boards.all()
        finished = sum(board.finished for board in boards)
        return Progress(len(boards), finished, begun=any(board.begun for board in boards))

    @transaction.atomic
    def store(self, by) -> None:
        """Store the round; when its weight has changed, its boards are scored again and their history says why.

        Raises PermissionDenied, and IntegrityError when another round has taken the number meanwhile.
        """
        self.tournament.require_runner(by)
        # A lock on the round keeps boards from being recorded with the old weight meanwhile.
        before = Round.objects.select_for_update(of=("self",)).filter(pk=self.pk).first()
        self.save()
        if before is not None and before.weight != self.weight:
            weights = {"old": before.weight, "new": self.weight}
            self.record_scores(by, gettext("round weight %(old)s → %(new)s") % weights)

    store.alters_data = True

    @transaction.atomic
    def remove(self, by) -> None:
        """Delete the round; one that has boards is refused. Repeating it does nothing more."""
        self.tournament.require_runner(by)
        stored = Round.objects.select_for_update(of=("self",)).filter(pk=self.pk).first()
        if stored is None:
            return
        if stored.boards.exists():
            raise ValidationError(
                _("%(round)s has boards, and their results stay: it cannot be deleted."), params={"round": self}
            )
        stored.delete()

    remove.alters_data = True

    def record_scores(self, by=None, reason: str = "") -> None:
        """Score every board of the round again, after a change of its weight."""
        self.boards.record_scores(by, reason)

    record_scores.alters_data = True
