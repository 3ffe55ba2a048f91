"""Boards: seven powers, their centres, and the scores that follow."""

import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence

from django.core.exceptions import PermissionDenied, ValidationError
from django.core.validators import MaxValueValidator
from django.db import IntegrityError, models, transaction
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubsite.fields import FractionField, positive
from clubsite.models import Player
from clubsite.versions import Recorded, StaleVersionError

from .. import baf
from ..wording import FAULTS, OUTCOME_NAMES, POWER_NAMES, fault_sentence
from .tournament import Round

Counts = Mapping[str, Mapping[int, int]]


class BoardError(ValidationError):
    """A board breaks limits: `faults` says which and where, the messages say it in words."""

    def __init__(self, faults: Iterable[baf.Fault]) -> None:
        self.faults = list(faults)
        super().__init__([ValidationError(fault_sentence(fault), code=fault.code) for fault in self.faults])


class BoardQuerySet(models.QuerySet):
    def lock(self, pk: int) -> "Board":
        """Fetch a board for writing: until the transaction ends nobody else writes it."""
        return self.select_for_update(of=("self",)).get(pk=pk)

    def entered_with(self, token: uuid.UUID | None) -> "Board | None":
        """Find the board that one filled-in form has recorded."""
        return self.filter(entry_token=token).first() if token else None

    def vacate(self) -> None:
        """Take all players with their scores off these boards, each of which the same transaction then records anew."""
        Seat.objects.filter(board__in=self).update(player=None, **NO_SCORE)

    vacate.alters_data = True

    def newest_first(self) -> "BoardQuerySet":
        """Order as a list of the latest boards is read."""
        return self.order_by("-round__tournament__starts_on", "-round__number", "table")

    def with_tops(self) -> "BoardQuerySet":
        """Fetch what a list of boards shows: of the seats those that hold a top."""
        return self.select_related("round__tournament").prefetch_related(
            models.Prefetch("seats", Seat.objects.at_top())
        )

    def with_seats(self) -> "BoardQuerySet":
        """Fetch everything a board page shows."""
        return self.select_related("round__tournament").prefetch_related(
            models.Prefetch("seats", Seat.objects.select_related("player"))
        )


class Board(Recorded):
    """A board: one game of Diplomacy at a table of a round."""

    round = models.ForeignKey(Round, models.PROTECT, verbose_name=_("round"), related_name="boards")
    table = models.CharField(_("table"), max_length=16)
    weight = FractionField(
        _("weight"), default="1", help_text=_("An exact fraction; 6/7 for a board with six players.")
    )
    finished = models.BooleanField(_("finished"), default=True, help_text=_("Only finished boards count."))

    objects = BoardQuerySet.as_manager()

    class Meta:
        verbose_name = _("board")
        verbose_name_plural = _("boards")
        ordering = ["round_id", "table"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "table"],
                name="board_once_per_round",
                violation_error_message=FAULTS["table_taken"],
            ),
            models.CheckConstraint(
                condition=~Q(table=""), name="board_has_a_table", violation_error_message=_("Name the table.")
            ),
            models.CheckConstraint(
                condition=positive("weight"),
                name="board_weight_positive",
                violation_error_message=_("A weight is more than 0."),
            ),
        ]

    def __str__(self) -> str:
        return _("Table %(table)s") % {"table": self.table}

    def get_absolute_url(self) -> str:
        return reverse("tournaments:board", args=[self.pk])

    def entries(self) -> list[baf.Entry]:
        """Return the stored seats as the rule takes them; players are primary keys."""
        return [seat.entry() for seat in self.seats.all()]

    def tops(self) -> "list[Seat]":
        """Return the played seats that hold the top of the board, alone or shared; reads the seats."""
        return [seat for seat in self.seats.all() if seat.outcome in baf.TOPS]

    def scores(self, table: baf.Table | None = None) -> dict[str, baf.Score]:
        """Return what every played power scores, with what it follows from (baf.score_board)."""
        return baf.score_board([entry.result() for entry in self.entries()], table)

    def record(
        self,
        entries: Sequence[baf.Entry],
        by,
        *,
        based_on: int | None = None,
        counts: Counts | None = None,
    ) -> None:
        """Store the seats with their scores, as a new board or over the one that stands; all or nothing.

        The header (round, table, weight, finished) is taken from this instance; the entries' player keys are primary
        keys. `by` is the user, who needs tournaments.add_board or change_board; None is the system (a club file).
        `based_on` is the version an edit started from; `counts` are centres by power and year, None leaves them.

        Raises PermissionDenied, StaleVersionError, BoardError, and ValidationError for the header.
        """
        verb = "add" if self._state.adding else "change"
        if by is not None and not by.has_perm(f"tournaments.{verb}_board"):
            raise PermissionDenied
        try:
            with transaction.atomic():
                self._record(entries, by, based_on, counts)
        except IntegrityError:
            # The database refused what only it can see: the same table or player recorded twice at one moment.
            if faults := self._round_faults(entries):
                raise BoardError(faults) from None
            raise

    record.alters_data = True

    def validate(
        self, entries: Sequence[baf.Entry], *, based_on: int | None = None, counts: Counts | None = None
    ) -> None:
        """Raise StaleVersionError or BoardError where record() would refuse the entries; writes nothing."""
        if based_on is not None and based_on != self.version:
            raise StaleVersionError
        if faults := [*baf.board_faults(entries), *baf.count_faults(counts or {}), *self._round_faults(entries)]:
            raise BoardError(faults)

    def _record(self, entries: Sequence[baf.Entry], by, based_on: int | None, counts: Counts | None) -> None:
        # With the round locked its weight stays, and no other board of it is recorded, until this one is stored.
        self.round = Round.objects.select_for_update(of=("self",)).get(pk=self.round_id)
        if self._state.adding:
            self.entered_by = by
        else:
            self.version = Board.objects.lock(self.pk).version
        self.validate(entries, based_on=based_on, counts=counts)
        self.version += 1
        self.clean_fields(exclude={"round", "entered_by"})
        self.save()
        seats = self._write_seats(entries)
        if counts is not None:
            _write_counts(seats, counts)

    def _round_faults(self, entries: Sequence[baf.Entry]) -> list[baf.Fault]:
        """Find what another board of the round has taken: the table, a player (B4)."""
        powers = {entry.player: entry.power for entry in entries if entry.player is not None}
        others = Board.objects.exclude(pk=self.pk).filter(round=self.round_id)
        taken = [baf.Fault("table_taken")] if others.filter(table=self.table).exists() else []
        elsewhere = (
            Seat.objects.filter(round=self.round_id, player__in=powers)
            .exclude(board_id=self.pk)
            .select_related("player", "board")
        )
        return taken + [
            baf.Fault(
                "player_in_round",
                powers[seat.player_id],
                {"player": seat.player.nickname, "table": seat.board.table},
            )
            for seat in elsewhere
        ]

    def _write_seats(self, entries: Sequence[baf.Entry]) -> "dict[str, Seat]":
        """Store the seats with their scores.

        In two steps, since two players who swap powers would meet the unique constraint halfway.
        """
        stored = {seat.power: seat for seat in self.seats.all()}
        if stored:
            self.seats.filter(player__isnull=False).update(player=None, **NO_SCORE)
        seats = {entry.power: stored.get(entry.power) or Seat(board=self, power=entry.power) for entry in entries}
        for entry in entries:
            seats[entry.power].take(entry, self.round)
        self._set_scores(seats.values())
        Seat.objects.bulk_create(seat for seat in seats.values() if seat.pk is None)
        Seat.objects.bulk_update(stored.values(), [*Seat.ENTERED, *NO_SCORE])
        return seats

    @transaction.atomic
    def record_scores(self) -> None:
        """Compute and store score and weighted score of every seat from the stored centres.

        Call it in the transaction of the change.
        """
        seats = list(self.seats.all())
        self._set_scores(seats)
        Seat.objects.bulk_update(seats, list(NO_SCORE))

    record_scores.alters_data = True

    def _set_scores(self, seats: "Collection[Seat]") -> None:
        """Give unsaved seats the scores of their entries: the one writer of stored scores."""
        table = baf.generated_table()
        scores = baf.score_board([seat.entry().result() for seat in seats], table)
        for seat in seats:
            score = scores.get(seat.power)
            if score is None:
                fields = NO_SCORE
            else:
                fields = {
                    "score": score.points,
                    "weighted_score": baf.weighted(score.points, self.round.weight, self.weight, seat.credit),
                    "outcome": score.outcome,
                    "table_version": table.version,
                }
            for name, value in fields.items():
                setattr(seat, name, value)


def _write_counts(seats: "Mapping[str, Seat]", counts: Counts) -> None:
    CentreCount.objects.filter(seat__in=seats.values()).delete()
    CentreCount.objects.bulk_create(
        CentreCount(seat=seats[power], year=year, centres=centres)
        for power, by_year in counts.items()
        for year, centres in sorted(by_year.items())
    )


NO_SCORE = {"score": None, "weighted_score": None, "outcome": "", "table_version": ""}


class SeatQuerySet(models.QuerySet):
    def counting(self) -> "SeatQuerySet":
        """Leave the seats that count in standings: played, on finished boards (B6)."""
        return self.filter(board__finished=True, player__isnull=False)

    def at_top(self) -> "SeatQuerySet":
        """Leave the played seats that hold the top of their board, alone or shared; the players fetched along."""
        return self.filter(outcome__in=baf.TOPS).select_related("player")

    def latest_with_board(self) -> "SeatQuerySet":
        """Order as a player's list of boards is read, latest first, the boards fetched along."""
        return self.select_related("board__round__tournament").order_by(
            "-round__tournament__starts_on", "-round__number", "board__table"
        )


class Seat(models.Model):
    """One power of a board: who plays it and what it holds. The scores are written by Board._set_scores() alone."""

    ENTERED = ("round", "player", "centres", "has_units", "holds_home_centre", "credit")

    board = models.ForeignKey(Board, models.CASCADE, verbose_name=_("board"), related_name="seats")
    round = models.ForeignKey(
        Round,
        models.PROTECT,
        verbose_name=_("round"),
        related_name="seats",
        editable=False,
        help_text=_("The board's round, here so that the database can keep a player to one board a round."),
    )
    power = models.CharField(_("power"), max_length=8, choices=POWER_NAMES)
    player = models.ForeignKey(
        Player,
        models.PROTECT,
        verbose_name=_("player"),
        related_name="diplomacy_seats",
        null=True,
        blank=True,
    )
    centres = models.PositiveSmallIntegerField(_("centres"), validators=[MaxValueValidator(baf.CENTRES)])
    has_units = models.BooleanField(_("has units"), default=True)
    holds_home_centre = models.BooleanField(_("holds a home centre"), default=True)
    credit = FractionField(_("credit"), default="1", help_text=_("13/14 for a player who took over after a season."))
    score = models.DecimalField(_("score"), max_digits=6, decimal_places=3, null=True, editable=False)
    weighted_score = models.DecimalField(_("weighted score"), max_digits=8, decimal_places=3, null=True, editable=False)
    outcome = models.CharField(_("outcome"), max_length=12, choices=OUTCOME_NAMES, blank=True, editable=False)
    table_version = models.CharField(_("BAF table"), max_length=64, blank=True, editable=False)

    objects = SeatQuerySet.as_manager()

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["board_id", "power"]
        constraints = [
            models.UniqueConstraint(fields=["board", "power"], name="power_once_per_board"),
            models.UniqueConstraint(
                fields=["round", "player"],
                name="board_player_once_per_round",
                violation_error_message=_("A player sits on one board a round."),
            ),
            models.CheckConstraint(condition=Q(power__in=baf.POWERS), name="board_seat_power_known"),
            models.CheckConstraint(condition=Q(centres__range=(0, baf.CENTRES)), name="board_seat_centres_0_to_34"),
            models.CheckConstraint(condition=positive("credit"), name="board_seat_credit_positive"),
            models.CheckConstraint(
                condition=Q(player__isnull=False) | Q(score__isnull=True),
                name="board_seat_score_needs_a_player",
            ),
            models.CheckConstraint(
                condition=Q(score__isnull=True, weighted_score__isnull=True, outcome="", table_version="")
                | (
                    Q(score__isnull=False, weighted_score__isnull=False, outcome__in=baf.OUTCOMES)
                    & ~Q(table_version="")
                ),
                name="board_seat_score_is_whole",
            ),
        ]

    def __str__(self) -> str:
        return self.get_power_display()

    def entry(self) -> baf.Entry:
        """Return the seat as the rule takes it."""
        return baf.Entry(self.power, self.player_id, self.centres, self.has_units, self.holds_home_centre, self.credit)

    def take(self, entry: baf.Entry, round: Round) -> None:  # noqa: A002 -- the field's own name
        """Take over an entry and the board's round, unsaved."""
        self.round, self.player_id, self.centres = round, entry.player, entry.centres
        self.has_units, self.holds_home_centre, self.credit = entry.has_units, entry.holds_home_centre, entry.credit


class CentreCount(models.Model):
    """A power's centres at the end of a game year."""

    seat = models.ForeignKey(Seat, models.CASCADE, verbose_name=_("seat"), related_name="counts")
    year = models.PositiveSmallIntegerField(_("year"))
    centres = models.PositiveSmallIntegerField(_("centres"), validators=[MaxValueValidator(baf.CENTRES)])

    class Meta:
        verbose_name = _("centre count")
        verbose_name_plural = _("centre counts")
        ordering = ["seat_id", "year"]
        constraints = [
            models.UniqueConstraint(fields=["seat", "year"], name="centre_count_once_per_year"),
            models.CheckConstraint(
                condition=Q(year__range=(baf.FIRST_YEAR, baf.LAST_YEAR)), name="centre_count_year_from_1901"
            ),
            models.CheckConstraint(condition=Q(centres__range=(0, baf.CENTRES)), name="centre_count_0_to_34"),
        ]

    def __str__(self) -> str:
        return f"{self.year}: {self.centres}"
