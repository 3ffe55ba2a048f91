"""The seven seats of a board and their centres by year."""

from collections.abc import Collection, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from clubsite.fields import FractionField, not_negative, positive
from clubsite.models import Player
from clubsite.names import natural_key

from .. import baf
from ..credits import finisher_holds_top
from ..wording import OUTCOME_NAMES, POWER_NAMES
from ..years import Counts
from .round import Round
from .tournament import Tournament

NO_SCORE = {"score": None, "weighted_score": None, "left_weighted_score": None, "outcome": "", "table_version": ""}
VACANT = {"player": None, "credit": Fraction(1), "left_player": None, "left_credit": None, **NO_SCORE}


class Part(NamedTuple):
    """What one of the players of a power gets: the credit, and the weighted score in points with 3 decimals.

    `left`: the player left the power during the game, and somebody else finished it.
    """

    player: Player
    credit: Fraction
    weighted_score: Decimal
    left: bool


class SeatQuerySet(models.QuerySet):
    def counting(self, running: Collection[int] = ()) -> "SeatQuerySet":
        """Leave the seats that count in standings: played, on finished boards (B6), or provisionally on `running`."""
        return self.filter(Q(board__finished=True) | Q(board__in=running), player__isnull=False)

    def entered(self) -> "SeatQuerySet":
        """Leave the seats of which anything was entered since the powers were drawn: what is not as at the start."""
        drawn = Q()
        for power, centres in baf.OPENING_CENTRES.items():
            drawn |= Q(power=power, centres=centres)
        drawn &= Q(has_units=True, holds_home_centre=True, credit="1", left_player__isnull=True)
        return self.filter(~drawn | Exists(CentreCount.objects.filter(seat=OuterRef("pk"))))

    def with_begun(self) -> "SeatQuerySet":
        """Say of each seat whether its board has begun: board_begun, as Board.begun."""
        entered = Seat.objects.entered().filter(board=OuterRef("board"))
        return self.annotate(board_begun=Q(board__finished=True) | Exists(entered))

    def of(self, player: Player | OuterRef) -> "SeatQuerySet":
        """Leave the seats of a player, or of the one that an outer query names, those left during the game too."""
        return self.filter(Q(player=player) | Q(left_player=player))

    def with_players(self) -> "SeatQuerySet":
        """Fetch the players along, those who left too."""
        return self.select_related("player", "left_player")

    def public(self) -> "SeatQuerySet":
        """Leave out the seats of draft tournaments."""
        return self.exclude(round__tournament__status=Tournament.Status.DRAFT)

    def for_board_list(self) -> "SeatQuerySet":
        """Leave what a list of boards names: who holds the top, and on running boards everybody; players along."""
        return self.filter(Q(outcome__in=baf.TOPS) | Q(board__finished=False)).with_players()

    def by_board(self) -> "list[Seat]":
        """Return the seats with all they belong to, by round, table (2 before 10) and power; one query."""
        seats = self.with_players().with_begun().select_related("board__round").order_by("round__number", "power")
        return sorted(seats, key=lambda seat: (seat.board.round.number, natural_key(seat.board.table)))


class Seat(models.Model):
    """One power of a board: who plays it and what it holds. The scores are written by Board._set_scores() alone.

    `left_player` left the power during the game; `player` took over and finished. Each has a credit of the result.
    """

    ENTERED = (
        *("round", "player", "centres", "has_units", "holds_home_centre", "credit"),
        *("left_player", "left_credit"),
    )

    board = models.ForeignKey("Board", models.CASCADE, verbose_name=_("board"), related_name="seats")
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
    credit = FractionField(
        _("credit"), default="1", zero=True, help_text=_("13/14 for a player who took over after a season.")
    )
    left_player = models.ForeignKey(
        Player,
        models.PROTECT,
        verbose_name=_("who left"),
        related_name="left_diplomacy_seats",
        null=True,
        blank=True,
        help_text=_("Who played the power before, and was replaced during the game."),
    )
    left_credit = FractionField(_("credit of who left"), zero=True, null=True, blank=True)
    score = models.DecimalField(_("score"), max_digits=6, decimal_places=3, null=True, editable=False)
    weighted_score = models.DecimalField(_("weighted score"), max_digits=8, decimal_places=3, null=True, editable=False)
    left_weighted_score = models.DecimalField(
        _("weighted score of who left"), max_digits=8, decimal_places=3, null=True, editable=False
    )
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
            models.UniqueConstraint(
                fields=["round", "left_player"],
                name="board_left_once_per_round",
                violation_error_message=_("A player leaves one board a round."),
            ),
            models.CheckConstraint(
                condition=positive("credit") | (Q(credit="0", left_player__isnull=False) & positive("left_credit")),
                name="board_seat_credit_positive_unless_shared",
            ),
            models.CheckConstraint(
                condition=Q(left_player__isnull=True, left_credit__isnull=True, left_weighted_score__isnull=True)
                | (
                    Q(left_player__isnull=False, left_credit__isnull=False, left_weighted_score__isnull=False)
                    & Q(player__isnull=False)
                    & ~Q(player=F("left_player"))
                    & not_negative("left_credit")
                ),
                name="board_seat_left_is_whole",
            ),
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
        left = baf.Leaver(self.left_player_id, self.left_credit) if self.left_player_id is not None else None
        return baf.Entry(
            self.power, self.player_id, self.centres, self.has_units, self.holds_home_centre, self.credit, left
        )

    def take(self, entry: baf.Entry, round: Round) -> None:  # noqa: A002 -- the field's own name
        """Take over an entry and the board's round, unsaved."""
        self.round, self.player_id, self.centres = round, entry.player, entry.centres
        self.has_units, self.holds_home_centre, self.credit = entry.has_units, entry.holds_home_centre, entry.credit
        left = entry.left
        self.left_player_id, self.left_credit = (left.player, left.credit) if left else (None, None)

    def parts(self) -> list[Part]:
        """Return what each player of the power gets, who finished before who left; reads the players."""
        parts = [Part(self.player, self.credit, self.weighted_score, left=False)] if self.player_id is not None else []
        if self.left_player_id is not None:
            parts.append(Part(self.left_player, self.left_credit, self.left_weighted_score, left=True))
        return parts

    @property
    def top_player(self) -> Player | None:
        """The player for whom a top of the power counts (B6): of two, who has the larger credit."""
        if self.left_player_id is None or finisher_holds_top(self.credit, self.left_credit):
            return self.player
        return self.left_player

    def snapshot(self) -> dict:
        """Return what was entered for the power and the points that followed, for the history.

        Of a power that was not handed over nothing is said of who left.
        """
        values = {
            "player": self.player_id,
            "centres": self.centres,
            "has_units": self.has_units,
            "holds_home_centre": self.holds_home_centre,
            "credit": str(self.credit),
            "points": {
                name: None if (points := getattr(self, name)) is None else str(points)
                for name in ("score", "weighted_score")
            },
        }
        if self.left_player_id is not None:
            values["left"] = {
                "player": self.left_player_id,
                "credit": str(self.left_credit),
                "weighted_score": str(self.left_weighted_score),
            }
        return values


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


def counts_of(seats: Iterable[Seat]) -> dict[str, dict[int, int]]:
    """Return the centres by power and year, of the powers that have any; reads the counts."""
    return {
        seat.power: by_year for seat in seats if (by_year := {count.year: count.centres for count in seat.counts.all()})
    }


def write_counts(seats: Mapping[str, Seat], counts: Counts) -> None:
    """Store the centres by power and year in the place of those of these seats, which are given by power."""
    CentreCount.objects.filter(seat__in=seats.values()).delete()
    CentreCount.objects.bulk_create(
        CentreCount(seat=seats[power], year=year, centres=centres)
        for power, by_year in counts.items()
        for year, centres in sorted(by_year.items())
    )
