"""Games: the protocol of an evening's game and the points that follow from it."""

import copy
import datetime
from collections.abc import Iterable

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, models, transaction
from django.db.models import Q, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from clubsite.history import (
    SnapshotBase,
    refuse_missing_players,
    restored_reason,
    save_version,
)
from clubsite.models import Player
from clubsite.versions import Recorded, StaleVersionError

from .. import scoring, snapshots
from ..approvals import hangs_on
from ..wording import RESULT_NAMES, fault_sentence, game_title
from .approval import DECIDED
from .rows import Decisions, build_rows, set_points
from .season import Season
from .seat import PARTS, Seat

NUMBER_TAKEN = _("A game of this date, table and number is recorded already.")
NUMBERED_FROM_1 = _("Tables and games are numbered from 1.")
REASON_NEEDED = _("Say why the game is cancelled.")
NO_SEASON = _("No season contains this date.")


class ProtocolError(ValidationError):
    """A protocol breaks limits: `faults` says which and where, the messages say it in words."""

    def __init__(self, faults: Iterable[scoring.Fault]) -> None:
        self.faults = list(faults)
        super().__init__([ValidationError(fault_sentence(fault), code=fault.code) for fault in self.faults])


class GameQuerySet(models.QuerySet):
    def lock_seasons(self, or_on: datetime.date | None = None) -> list[Season]:
        """Lock the seasons of these games, and the one on a date that a game moves to, before the games are locked."""
        on_date = Q(starts_on__lte=or_on, ends_on__gte=or_on) if or_on else Q()
        return list(Season.objects.lock().filter(Q(pk__in=self.order_by().values("season")) | on_date))

    def lock(self, pk: int, seasons: Iterable[Season] | None = None) -> "Game":
        """Fetch a game for writing: until the transaction ends nobody else writes it, or closes its season.

        `seasons` are locked already; else the game's own is. StaleVersionError where the game has just left them.
        """
        locked = {season.pk: season for season in seasons or Game.objects.filter(pk=pk).lock_seasons()}
        game = self.select_for_update(of=("self",), no_key=True).get(pk=pk)
        if game.season_id not in locked:
            raise StaleVersionError
        game.season = locked[game.season_id]
        return game

    @transaction.atomic
    def delete(self) -> tuple[int, dict[str, int]]:
        """Delete games for good; ValidationError when one is in a closed season (D13)."""
        for season in self.lock_seasons():
            season.refuse_if_closed()
        return super().delete()

    delete.alters_data = True
    delete.queryset_only = True

    def newest_first(self) -> "GameQuerySet":
        """Order as an evening's list is read: latest date, table, number."""
        return self.order_by("-played_on", "table", "-number")

    def with_protocol(self) -> "GameQuerySet":
        """Fetch everything a protocol page shows."""
        return self.select_related("season", "judge", "best_move").prefetch_related(
            models.Prefetch("seats", Seat.objects.select_related("player", "bonus_given").prefetch_related("penalties"))
        )


class Game(Recorded):
    """A game, identified by season, date, table and number of the evening (D11)."""

    class Result(models.TextChoices):
        RED_WIN = scoring.RED_WIN, RESULT_NAMES[scoring.RED_WIN]
        BLACK_WIN = scoring.BLACK_WIN, RESULT_NAMES[scoring.BLACK_WIN]
        DRAW = scoring.DRAW, RESULT_NAMES[scoring.DRAW]

    class Status(models.TextChoices):
        FINAL = "final", _("final")
        CANCELLED = "cancelled", _("cancelled")

    season = models.ForeignKey(Season, models.PROTECT, verbose_name=_("season"), related_name="games", editable=False)
    played_on = models.DateField(_("played on"))
    table = models.PositiveSmallIntegerField(_("table"), default=1)
    number = models.PositiveSmallIntegerField(_("number of the evening"))
    judge = models.ForeignKey(Player, models.PROTECT, verbose_name=_("judge"), related_name="judged_games")
    result = models.CharField(_("result"), max_length=10, choices=Result)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.FINAL, editable=False)
    first_killed = models.PositiveSmallIntegerField(_("first killed"), null=True, blank=True)

    objects = GameQuerySet.as_manager()
    history = HistoricalRecords(
        bases=[SnapshotBase],
        excluded_fields=["entry_token", "created_at", "updated_at"],
        history_change_reason_field=models.TextField(null=True),
    )

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering = ["-played_on", "table", "-number"]
        permissions = [
            ("decide_exceptional", _("Can approve or reject exceptional bonuses and discretionary penalties")),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "played_on", "table", "number"],
                name="game_once_per_date_table_number",
                violation_error_message=NUMBER_TAKEN,
            ),
            models.CheckConstraint(condition=Q(result__in=scoring.RESULTS), name="game_result_known"),
            models.CheckConstraint(condition=Q(status__in=["final", "cancelled"]), name="game_status_known"),
            models.CheckConstraint(
                condition=Q(table__gte=1, number__gte=1),
                name="game_table_and_number_from_1",
                violation_error_message=NUMBERED_FROM_1,
            ),
            models.CheckConstraint(
                condition=Q(first_killed__isnull=True) | Q(first_killed__range=(1, 10)),
                name="game_first_killed_is_a_seat",
                violation_error_message=_("The first killed is one of the seats 1 to 10."),
            ),
        ]

    def __str__(self) -> str:
        return _("Game %(number)s, table %(table)s, %(date)s") % {
            "number": self.number,
            "table": self.table,
            "date": self.played_on.isoformat(),
        }

    def get_absolute_url(self) -> str:
        return reverse("mafia_rating:game", args=[self.pk])

    def get_result_display(self) -> str:
        """Say the result in words. Django's own reads all choices anew, which a long list of games notices."""
        return str(RESULT_NAMES.get(self.result, self.result))

    @property
    def title(self) -> str:
        """The game's name on the pages: "3 Oct 2025, table 1, game 2"."""
        return game_title(self.played_on, self.table, self.number)

    @transaction.atomic
    def delete(self, *args, **kwargs) -> tuple[int, dict[str, int]]:
        """Delete the game for good; ValidationError in a closed season (D13)."""
        Game.objects.lock(self.pk).season.refuse_if_closed()
        return super().delete(*args, **kwargs)

    delete.alters_data = True

    def clean(self) -> None:
        """Find the season that the date belongs to (D11), and refuse a header that cannot be recorded.

        ValidationError without a season, in a closed one (D13), when the date, table and number are taken, and for a
        table or number below 1.
        """
        for name in ("table", "number"):
            if (value := getattr(self, name)) is not None and value < 1:
                raise ValidationError({name: NUMBERED_FROM_1})
        if self.played_on is None:
            return
        stored = self.season if self.season_id else None
        if stored:
            stored.refuse_if_closed()
        self.season = _open(stored if stored and stored.covers(self.played_on) else Season.objects.on(self.played_on))
        same = Game.objects.filter(season=self.season, played_on=self.played_on, table=self.table, number=self.number)
        if same.exclude(pk=self.pk).exists():
            raise ValidationError(NUMBER_TAKEN, code="number_taken")

    @property
    def is_cancelled(self) -> bool:
        """A cancelled game stays on record and counts nowhere (D11)."""
        return self.status == self.Status.CANCELLED

    def protocol(self) -> scoring.Protocol:
        """Return the stored protocol as the rule takes it; players and judge are primary keys.

        Reads the seats with their bonuses and penalties: fetch them with `with_protocol()`.
        """
        seats = list(self.seats.all())
        best_move = getattr(self, "best_move", None)
        return scoring.Protocol(
            result=self.result,
            judge=self.judge_id,
            first_killed=self.first_killed,
            best_move=best_move.named if best_move else (),
            seats=tuple(scoring.SeatEntry(seat.number, seat.player_id, seat.role, seat.removal) for seat in seats),
            bonuses=tuple(seat.bonus_given.entry() for seat in seats if hasattr(seat, "bonus_given")),
            penalties=tuple(penalty.entry() for seat in seats for penalty in seat.penalties.all()),
        )

    def record(
        self, protocol: scoring.Protocol, by, *, based_on: int | None = None, reason: str = ""
    ) -> scoring.Protocol:
        """Store the protocol with its points, as a new game or over the one that stands; all or nothing.

        The header (played_on, table, number, status) is taken from this instance; result, judge and first killed from
        the protocol, whose player keys are primary keys. `by` is the user, who needs mafia_rating.add_game or
        change_game; None is the system (a club file). `based_on` is the version an edit started from,
        `reason` a word for the history. What changes nothing makes no version.

        An item's approval of None keeps a decision that still fits (D5). Returns the protocol as recorded, with the
        approval of every item. Raises PermissionDenied, StaleVersionError,
        ProtocolError, and ValidationError for the header.
        """
        verb = "add" if self._state.adding else "change"
        if by is not None and not by.has_perm(f"mafia_rating.{verb}_game"):
            raise PermissionDenied
        try:
            with transaction.atomic():
                return self._record(protocol, by, based_on, reason)
        except IntegrityError:
            # The database refused what only it can see: the same number recorded, or a player merged, at one moment.
            refuse_missing_players({protocol.judge, *(seat.player for seat in protocol.seats)})
            self.clean()
            self.validate_unique()
            self.validate_constraints()
            raise

    record.alters_data = True

    def _record(self, protocol: scoring.Protocol, by, based_on: int | None, reason: str) -> scoring.Protocol:
        adding = self._state.adding
        seasons = Game.objects.filter(pk=self.pk).lock_seasons(or_on=self.played_on)
        stored = None if adding else self._lock_for_change(seasons, based_on)
        decisions = stored._decisions() if stored else {}
        self.season = _open(next((season for season in seasons if season.covers(self.played_on)), None))
        self.result, self.judge_id, self.first_killed = protocol.result, protocol.judge, protocol.first_killed
        if faults := scoring.protocol_faults(protocol):
            raise ProtocolError(faults)
        self.clean_fields(exclude={"season", "judge", "entered_by"})
        rows = build_rows(self, protocol, decisions)
        snapshot = self.snapshot(rows.protocol, rows.seats)
        if stored and snapshot == stored.standing():
            return rows.protocol
        self.version += 1
        if adding:
            self.entered_by = by
        save_version(self, snapshot, by, reason)
        if not adding:
            Seat.objects.filter(game=self).delete()
        rows.create(self, getattr(stored, "best_move", None))
        return rows.protocol

    def _lock_for_change(self, seasons: list[Season], based_on: int | None) -> "Game":
        stored = Game.objects.with_protocol().lock(self.pk, seasons)
        stored.season.refuse_if_closed()
        if based_on is not None and based_on != stored.version:
            raise StaleVersionError
        self.version = stored.version
        return stored

    def _decisions(self) -> Decisions:
        """Return the President's decisions by what each hangs on (D5); fetch the game with `with_protocol()`."""
        protocol = self.protocol()
        return {
            hangs_on(item.entry(), protocol): item
            for seat in self.seats.all()
            for item in seat.items()
            if item.approval in DECIDED
        }

    def standing(self) -> dict:
        """Return the snapshot of the game as it is stored; fetch it with `with_protocol()`."""
        return self.snapshot(self.protocol(), self.seats.all())

    def snapshot(self, protocol: scoring.Protocol, seats: Iterable[Seat]) -> dict:
        """Return all that was entered and the points that followed, for the history."""
        header = {name: getattr(self, name) for name in ("table", "number", "status")}
        points = {seat.number: {part: getattr(seat, part) for part in PARTS} for seat in seats}
        return snapshots.take({"played_on": self.played_on.isoformat(), **header}, protocol, points)

    def foresee(self, version: models.Model) -> dict:
        """Return the snapshot that restore() of a row of the history would leave; writes nothing.

        ValidationError where restore() would refuse it, but for the players, who are not looked for. Fetch the game
        with `with_protocol()`.
        """
        future = copy.copy(self)
        protocol = future._take(version)
        if (future.played_on, future.table, future.number) == (self.played_on, self.table, self.number):
            self.season.refuse_if_closed()
        else:
            future.clean()
        if faults := scoring.protocol_faults(protocol):
            raise ProtocolError(faults)
        rows = build_rows(future, protocol, self._decisions())
        return future.snapshot(rows.protocol, rows.seats)

    def restore(self, version: models.Model, by, *, based_on: int | None = None) -> bool:
        """Record a version of the history (a row of `versions()`) once more, and say whether that changed anything.

        The status stays as it is, and no decision is given anew (D5). Raises what record() raises, and ValidationError
        when a player is no longer in the club.
        """
        refuse_missing_players(snapshots.players(version.snapshot))
        before = self.version
        self.record(self._take(version), by, based_on=based_on, reason=restored_reason(version))
        return self.version != before

    restore.alters_data = True

    def _take(self, version: models.Model) -> scoring.Protocol:
        """Take a version's header over, unsaved, and return its protocol."""
        self.played_on = datetime.date.fromisoformat(version.snapshot["played_on"])
        self.table, self.number = version.snapshot["table"], version.snapshot["number"]
        return snapshots.protocol(version.snapshot)

    @transaction.atomic
    def record_scores(self, by=None, reason: str = "") -> None:
        """Compute and store the points of every seat from the stored protocol, as a version of the history.

        Call it in the transaction of the change, the game locked.
        """
        game = Game.objects.with_protocol().get(pk=self.pk)
        seats, protocol = list(game.seats.all()), game.protocol()
        set_points(seats, protocol)
        Seat.objects.bulk_update(seats, PARTS)
        save_version(game, game.snapshot(protocol, seats), by, reason, update_fields=["updated_at"])

    record_scores.alters_data = True

    def cancel(self, by, reason: str) -> None:
        """Let the game count nowhere, and keep it on record (D11); again is no change.

        `reason` is for everybody to read; ValidationError without one.
        """
        if not reason.strip():
            raise ValidationError(REASON_NEEDED, code="required")
        self._set_status(self.Status.CANCELLED, by, reason)

    cancel.alters_data = True

    def reinstate(self, by, reason: str = "") -> None:
        """Let a cancelled game count again; again is no change."""
        self._set_status(self.Status.FINAL, by, reason)

    reinstate.alters_data = True

    def cancellation(self) -> models.Model | None:
        """Find the row of the history with which the game was cancelled as it stands: who, when, why."""
        counted = self.history.filter(status=self.Status.FINAL).order_by("-history_id").values("history_id")[:1]
        return (
            self.history.filter(status=self.Status.CANCELLED, history_id__gt=Coalesce(Subquery(counted), 0))
            .order_by("history_id")
            .first()
        )

    @transaction.atomic
    def _set_status(self, status: str, by, reason: str) -> None:
        if not by.has_perm("mafia_rating.change_game"):
            raise PermissionDenied
        stored = Game.objects.with_protocol().lock(self.pk)
        stored.season.refuse_if_closed()
        if stored.status != status:
            stored.status = status
            stored.version += 1
            save_version(stored, stored.standing(), by, reason, update_fields=["status", "version", "updated_at"])
        self.status, self.version = stored.status, stored.version


def _open(season: Season | None) -> Season:
    """Return the season found on a date; ValidationError where there is none, or it is closed."""
    if season is None:
        raise ValidationError({"played_on": ValidationError(NO_SEASON, code="no_season")})
    season.refuse_if_closed()
    return season
