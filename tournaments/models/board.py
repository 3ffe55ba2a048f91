"""Boards: seven powers, their centres, and the scores that follow."""

import copy
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, models, transaction
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Length
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from clubsite.fields import FractionField, positive
from clubsite.history import (
    SnapshotBase,
    refuse_missing_players,
    restored_reason,
    save_version,
)
from clubsite.versions import Recorded, StaleVersionError

from .. import baf, snapshots
from ..wording import FAULTS, fault_sentence
from ..years import Counts, changed_finals, count_faults
from .round import Round
from .seat import NO_SCORE, VACANT, CentreCount, Seat, counts_of, write_counts
from .table import StoredTable
from .tournament import Tournament

ROUND_GONE = _("The round of this version is no longer in the tournament.")


class BoardError(ValidationError):
    """A board breaks limits: `faults` says which and where, the messages say it in words."""

    def __init__(self, faults: Iterable[baf.Fault]) -> None:
        self.faults = list(faults)
        super().__init__([ValidationError(fault_sentence(fault), code=fault.code) for fault in self.faults])


class Rescored(NamedTuple):
    """A board scored again: its seats as they are stored, and the same seats, unsaved, with the scores of a table."""

    board: "Board"
    stored: list[Seat]
    scored: list[Seat]

    def differing(self) -> list[tuple[Seat, Seat]]:
        """Return the seats whose stored scores, or the table they name, differ from the new ones."""
        pairs = zip(self.stored, self.scored, strict=True)
        return [(old, new) for old, new in pairs if any(getattr(old, name) != getattr(new, name) for name in NO_SCORE)]


class BoardQuerySet(models.QuerySet):
    def lock(self, pk: int) -> "Board":
        """Fetch a board for writing: until the transaction ends nobody else writes it."""
        return self.select_for_update(of=("self",)).select_related("round").get(pk=pk)

    def vacate(self) -> None:
        """Take all players with their scores off these boards, each of which the same transaction then records anew."""
        Seat.objects.filter(board__in=self).update(**VACANT)

    vacate.alters_data = True

    def public(self) -> "BoardQuerySet":
        """Leave out the boards of draft tournaments."""
        return self.exclude(round__tournament__status=Tournament.Status.DRAFT)

    def visible_to(self, user) -> "BoardQuerySet":
        """Leave out the boards of drafts that a user may not run."""
        return self.filter(round__tournament__in=Tournament.objects.visible_to(user))

    def rescored(self, table: baf.Table) -> Iterator[Rescored]:
        """Score every board by a table and store nothing; two queries."""
        for board in self.with_seats():
            stored = list(board.seats.all())
            scored = [copy.copy(seat) for seat in stored]
            board._set_scores(scored, table)
            yield Rescored(board, stored, scored)

    @transaction.atomic
    def record_scores(self, by=None, reason: str = "") -> None:
        """Compute and store score and weighted score of every seat of these boards, by the table in force.

        What differs makes a version of a board's history. Call it in the transaction of the change.
        """
        boards = [
            (each, pairs) for each in self.rescored(StoredTable.objects.in_force()) if (pairs := each.differing())
        ]
        Seat.objects.bulk_update(
            [new for _each, pairs in boards for _old, new in pairs], list(NO_SCORE), batch_size=500
        )
        models.prefetch_related_objects([each.board for each, _pairs in boards], "seats__counts")
        for (board, stored, scored), _pairs in boards:
            snapshot = board.snapshot(scored, board.counts())
            if snapshot != board.snapshot(stored, board.counts()):
                save_version(board, snapshot, by, reason, update_fields=["updated_at"])

    record_scores.alters_data = True

    def with_counts(self) -> "BoardQuerySet":
        """Fetch the seats with their players and their centres by year."""
        return self.with_seats().prefetch_related("seats__counts")

    def newest_first(self) -> "BoardQuerySet":
        """Order as a list of the latest boards is read, table 2 before 10."""
        return self.order_by("-round__tournament__starts_on", "-round__number", Length("table"), "table")

    def with_begun(self) -> "BoardQuerySet":
        """Say of each board whether it is finished, or anything was entered since the powers were drawn: begun."""
        entered = Seat.objects.entered().filter(board=OuterRef("pk"))
        return self.annotate(begun=Q(finished=True) | Exists(entered))

    def with_tops(self) -> "BoardQuerySet":
        """Fetch what a list of boards shows: begun, and of the seats those that tops() looks at."""
        return self.with_begun().prefetch_related(models.Prefetch("seats", Seat.objects.for_board_list()))

    def with_seats(self) -> "BoardQuerySet":
        """Fetch everything a board page shows."""
        return self.select_related("round__tournament").prefetch_related(
            models.Prefetch("seats", Seat.objects.with_players())
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
    history = HistoricalRecords(
        bases=[SnapshotBase],
        excluded_fields=["entry_token", "created_at", "updated_at"],
        history_change_reason_field=models.TextField(null=True),
    )

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

    def counts(self) -> dict[str, dict[int, int]]:
        """Return the centres by power and year, of the powers that have any; reads the seats and their counts."""
        return counts_of(self.seats.all())

    def tops(self) -> list[Seat]:
        """Return the played seats that hold the top of the board, alone or shared; reads the seats, and begun.

        Nobody does on a board that has only been seated.
        """
        if not self.begun:
            return []
        return [seat for seat in self.seats.all() if seat.outcome in baf.TOPS]

    def scored(self, entries: Sequence[baf.Entry], table: baf.Table) -> list[Seat]:
        """Return the seats that record() would store by a table, scored, unsaved; the entries break no limit."""
        return list(self._scored_seats(entries, {}, table).values())

    def scored_with(self) -> baf.Table:
        """Return the table that the stored scores name: all of a board's come from one; one query."""
        versions = Seat.objects.filter(board=self.pk).order_by().values("table_version")
        stored = StoredTable.objects.filter(version__in=versions).first()
        return stored.table() if stored else baf.generated_table()

    def record(
        self,
        entries: Sequence[baf.Entry],
        by,
        *,
        based_on: int | None = None,
        counts: Counts | None = None,
        reason: str = "",
    ) -> None:
        """Store the seats with their scores, as a new board or over the one that stands; all or nothing.

        The header (round, table, weight, finished) is taken from this instance; the entries' player keys are primary
        keys. `by` is the user, who needs tournaments.add_board or change_board; None is the system (a club file).
        `based_on` is the version an edit started from; `counts` are centres by power and year, None leaves them;
        `reason` is a word for the history. What changes nothing makes no version.

        Raises PermissionDenied, StaleVersionError, BoardError, and ValidationError for the header.
        """
        verb = "add" if self._state.adding else "change"
        if by is not None and not by.has_perm(f"tournaments.{verb}_board"):
            raise PermissionDenied
        try:
            with transaction.atomic():
                self._record(entries, by, based_on, counts, reason)
        except IntegrityError:
            # The database refused what only it can see: the same table or player recorded twice, a player merged.
            named = {player for entry in entries for player in (entry.player, entry.left and entry.left.player)}
            refuse_missing_players(named - {None})
            if faults := self._round_faults(entries):
                raise BoardError(faults) from None
            raise

    record.alters_data = True

    def validate(
        self, entries: Sequence[baf.Entry], *, based_on: int | None = None, counts: Counts | None = None
    ) -> None:
        """Raise StaleVersionError or BoardError where record() would refuse the entries; writes nothing."""
        kept, finals = self._stored_years() if counts is None else ({}, {})
        self._refuse(entries, based_on, counts, kept, finals)

    def _refuse(
        self,
        entries: Sequence[baf.Entry],
        based_on: int | None,
        counts: Counts | None,
        kept: Counts,
        finals: Mapping[str, int],
    ) -> None:
        """Raise what validate() raises; `kept` are the stored centres by year, `finals` the stored final ones."""
        if based_on is not None and based_on != self.version:
            raise StaleVersionError
        after = {entry.power: entry.centres for entry in entries}
        years = changed_finals(kept, finals, after) if counts is None else count_faults(counts)
        if faults := [*baf.board_faults(entries), *years, *self._round_faults(entries)]:
            raise BoardError(faults)

    def _stored_years(self) -> tuple[Counts, Mapping[str, int]]:
        """Return the stored centres by power and year, and the final ones of these powers; one query."""
        counts, finals = defaultdict(dict), {}
        rows = CentreCount.objects.filter(seat__board=self.pk).order_by()
        for power, year, centres, final in rows.values_list("seat__power", "year", "centres", "seat__centres"):
            counts[power][year], finals[power] = centres, final
        return counts, finals

    def _record(
        self, entries: Sequence[baf.Entry], by, based_on: int | None, counts: Counts | None, reason: str
    ) -> None:
        # With the round locked its weight stays, and no other board of it is recorded, until this one is stored.
        self.round = Round.objects.select_for_update(of=("self",)).get(pk=self.round_id)
        stored, kept, standing = {}, {}, None
        if self._state.adding:
            self.entered_by = by
        else:
            locked = Board.objects.lock(self.pk)
            self.version = locked.version
            stored = {seat.power: seat for seat in self.seats.prefetch_related("counts")}
            kept = counts_of(stored.values())
            standing = locked.snapshot(stored.values(), kept)
        self._refuse(entries, based_on, counts, kept, {power: seat.centres for power, seat in stored.items()})
        self.clean_fields(exclude={"round", "entered_by"})
        # The round is locked by now, so that a change of the table in force waits for this board or has been made.
        seats = self._scored_seats(entries, stored, StoredTable.objects.in_force())
        snapshot = self.snapshot(seats.values(), kept if counts is None else counts)
        if snapshot == standing:
            return
        self.version += 1
        save_version(self, snapshot, by, reason)
        self._write_seats(seats, stored)
        if counts is not None:
            write_counts(seats, counts)

    def _round_faults(self, entries: Sequence[baf.Entry]) -> list[baf.Fault]:
        """Find what another board of the round has taken: the table, a player (B4), who may have left it since."""
        here = {entry.player: ("player_in_round", entry.power) for entry in entries if entry.player is not None}
        here |= {entry.left.player: ("left_in_round", entry.power) for entry in entries if entry.left}
        same_player = Q(player__in=here) | Q(left_player__in=here)
        taken = (
            Seat.objects.filter(Q(board__table=self.table) | same_player, round=self.round_id)
            .exclude(board_id=self.pk)
            .with_players()
            .select_related("board")
        )
        return [baf.Fault("table_taken")] * any(seat.board.table == self.table for seat in taken) + [
            baf.Fault(*here[part.player.pk], {"player": part.player.nickname, "table": seat.board.table})
            for seat in taken
            for part in seat.parts()
            if part.player.pk in here
        ]

    def _scored_seats(
        self, entries: Sequence[baf.Entry], stored: Mapping[str, Seat], table: baf.Table
    ) -> dict[str, Seat]:
        seats = {entry.power: stored.get(entry.power) or Seat(board=self, power=entry.power) for entry in entries}
        for entry in entries:
            seats[entry.power].take(entry, self.round)
        self._set_scores(seats.values(), table)
        return seats

    def _write_seats(self, seats: Mapping[str, Seat], stored: Mapping[str, Seat]) -> None:
        """Store the seats, in two steps: players who swap powers would meet the unique constraint halfway."""
        if stored:
            self.seats.filter(player__isnull=False).update(**VACANT)
            Seat.objects.bulk_update(stored.values(), [*Seat.ENTERED, *NO_SCORE])
        Seat.objects.bulk_create(seat for power, seat in seats.items() if power not in stored)

    def snapshot(self, seats: Iterable[Seat], counts: Counts) -> dict:
        """Return all that was entered, the centres by year too, and the scores that followed, for the history."""
        return {
            "round": self.round.number,
            "table": self.table,
            "weight": str(self.weight),
            "finished": self.finished,
            "seats": {seat.power: seat.snapshot() for seat in sorted(seats, key=lambda seat: seat.power)},
            "counts": snapshots.counts_as_json(counts),
        }

    def standing(self) -> dict:
        """Return the snapshot of the board as it is stored; reads the seats, and one query more."""
        return self.snapshot(self.seats.all(), self._stored_years()[0])

    def foresee(self, version: models.Model) -> dict:
        """Return the snapshot that restore() of a row of the history would leave; writes nothing.

        ValidationError where restore() would refuse it, but for the players, who are not looked for.
        """
        future = copy.copy(self)
        entries, counts = future._take(version)
        future.validate(entries, counts=counts)
        seats = future._scored_seats(entries, {}, self.scored_with()).values()
        return future.snapshot(seats, self._stored_years()[0] if counts is None else counts)

    def restore(self, version: models.Model, by, *, based_on: int | None = None) -> bool:
        """Record a version of the history (a row of `versions()`) once more, and say whether that changed anything.

        The centres by year stay where an old version does not tell them. Raises what record() raises, and
        ValidationError when the round is gone, or a player no longer in the club.
        """
        refuse_missing_players(snapshots.players(version.snapshot))
        before = self.version
        entries, counts = self._take(version)
        self.record(entries, by, based_on=based_on, counts=counts, reason=restored_reason(version))
        return self.version != before

    restore.alters_data = True

    def _take(self, version: models.Model) -> tuple[list[baf.Entry], Counts | None]:
        """Take a version's header over, unsaved, and return its entries and its centres by year."""
        if version.round_id != self.round_id:
            former = Round.objects.filter(pk=version.round_id).first()
            if former is None:
                raise ValidationError(ROUND_GONE, code="round_gone")
            self.round = former
        self.table, self.finished = version.snapshot["table"], version.snapshot["finished"]
        self.weight = Fraction(version.snapshot["weight"])
        return snapshots.entries(version.snapshot), snapshots.counts(version.snapshot)

    def record_scores(self, by=None, reason: str = "") -> None:
        """Score the board again; see BoardQuerySet.record_scores()."""
        Board.objects.filter(pk=self.pk).record_scores(by, reason)

    record_scores.alters_data = True

    def _set_scores(self, seats: Collection[Seat], table: baf.Table) -> None:
        """Give unsaved seats the scores of their entries by a table: the one writer of stored scores."""
        scores = baf.score_board([seat.entry().result() for seat in seats], table)
        for seat in seats:
            score = scores.get(seat.power)
            if score is None:
                fields = NO_SCORE
            else:
                weights = self.round.weight, self.weight
                left = None if seat.left_credit is None else baf.weighted(score.points, *weights, seat.left_credit)
                fields = {
                    "score": score.points,
                    "weighted_score": baf.weighted(score.points, *weights, seat.credit),
                    "left_weighted_score": left,
                    "outcome": score.outcome,
                    "table_version": table.version,
                }
            for name, value in fields.items():
                setattr(seat, name, value)
