"""The ten seats of a game and the best move."""

from collections.abc import Iterator, Sequence

from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Round
from django.utils.translation import gettext_lazy as _

from clubsite.models import Player

from .. import scoring
from ..wording import ROLE_NAMES
from .approval import JudgeBonus, Penalty

PARTS = ("win", "compensation", "best_move", "bonus", "penalty", "total")


def about(part: str) -> Q:
    """Say which seats a part of the points has something to tell of, be it worth 0: a best move that could be named, a
    bonus or a penalty that waits for the President or was rejected, a removal.
    """
    if part == "best_move":
        return Q(game__first_killed=F("number"), role__in=scoring.RED)
    if part == "bonus":
        return Q(bonus_given__isnull=False)
    if part == "penalty":
        return ~Q(removal=scoring.NO_REMOVAL) | Exists(Penalty.objects.filter(seat=OuterRef("pk")))
    return Q() if part == "total" else ~Q(**{part: 0})


class SeatQuerySet(models.QuerySet):
    def counting(self) -> "SeatQuerySet":
        """Leave the seats of games that count (D11)."""
        return self.filter(game__status="final")

    def latest_with_game(self) -> "SeatQuerySet":
        """Order as a player's list of games is read, latest first, the games fetched along."""
        return self.select_related("game").order_by("-game__played_on", "game__table", "-game__number")

    def with_protocol(self) -> "SeatQuerySet":
        """Fetch what reasons() reads: the whole protocol of each game."""
        items = Seat.objects.select_related("bonus_given").prefetch_related("penalties")
        return self.select_related("game__best_move").prefetch_related(models.Prefetch("game__seats", items))


class Seat(models.Model):
    """One of a game's ten seats. The points are written by rows.set_points() alone."""

    class Role(models.TextChoices):
        CITIZEN = scoring.CITIZEN, ROLE_NAMES[scoring.CITIZEN]
        SHERIFF = scoring.SHERIFF, ROLE_NAMES[scoring.SHERIFF]
        MAFIA = scoring.MAFIA, ROLE_NAMES[scoring.MAFIA]
        DON = scoring.DON, ROLE_NAMES[scoring.DON]

    class Removal(models.TextChoices):
        NONE = scoring.NO_REMOVAL, _("none")
        AFFECTED = scoring.AFFECTED, _("affected the game")
        NO_EFFECT = scoring.NO_EFFECT, _("did not affect it")

    game = models.ForeignKey("Game", models.CASCADE, verbose_name=_("game"), related_name="seats")
    number = models.PositiveSmallIntegerField(_("seat"))
    player = models.ForeignKey(Player, models.PROTECT, verbose_name=_("player"), related_name="mafia_seats")
    role = models.CharField(_("role"), max_length=10, choices=Role)
    removal = models.CharField(_("removal"), max_length=10, choices=Removal, default=Removal.NONE)
    win = models.DecimalField(_("win"), max_digits=5, decimal_places=2, default=0, editable=False)
    compensation = models.DecimalField(_("compensation"), max_digits=5, decimal_places=2, default=0, editable=False)
    best_move = models.DecimalField(_("best move"), max_digits=5, decimal_places=2, default=0, editable=False)
    bonus = models.DecimalField(_("bonus"), max_digits=5, decimal_places=2, default=0, editable=False)
    penalty = models.DecimalField(_("penalty"), max_digits=5, decimal_places=2, default=0, editable=False)
    total = models.DecimalField(_("total"), max_digits=5, decimal_places=2, default=0, editable=False)

    objects = SeatQuerySet.as_manager()

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["game_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="seat_once_per_game"),
            models.UniqueConstraint(
                fields=["game", "player"],
                name="seat_player_once_per_game",
                violation_error_message=_("A player sits once in a game."),
            ),
            models.CheckConstraint(condition=Q(number__range=(1, 10)), name="seat_number_1_to_10"),
            models.CheckConstraint(condition=Q(role__in=scoring.ROLES), name="seat_role_known"),
            models.CheckConstraint(condition=Q(removal__in=scoring.REMOVALS), name="seat_removal_known"),
            models.CheckConstraint(
                condition=Q(
                    total=Round(F("win") + F("compensation") + F("best_move") + F("bonus") + F("penalty"), precision=2)
                ),
                name="seat_total_is_the_sum_of_its_parts",
            ),
        ]

    def __str__(self) -> str:
        return _("Seat %(number)s") % {"number": self.number}

    def get_role_display(self) -> str:
        """Say the role in words, as Game.get_result_display() says the result."""
        return str(ROLE_NAMES.get(self.role, self.role))

    def reasons(self, part: str) -> list[scoring.Reason]:
        """Return what a part of the points is for; fetch the seat with `with_protocol()`."""
        points = scoring.score(self.game.protocol())[self.number]
        return [reason for reason in points.reasons if reason.rule == scoring.PART_RULES[part]]

    def items(self) -> Iterator[JudgeBonus | Penalty]:
        """Yield the bonus and the penalties given; fetch them with `Game.objects.with_protocol()`."""
        if hasattr(self, "bonus_given"):
            yield self.bonus_given
        yield from self.penalties.all()


class BestMove(models.Model):
    """The three seats that the first killed named as black (rule 3), in the order named."""

    game = models.OneToOneField("Game", models.CASCADE, verbose_name=_("game"), related_name="best_move")
    first = models.PositiveSmallIntegerField(_("first seat named"))
    second = models.PositiveSmallIntegerField(_("second seat named"))
    third = models.PositiveSmallIntegerField(_("third seat named"))

    class Meta:
        verbose_name = _("best move")
        verbose_name_plural = _("best moves")
        constraints = [
            models.CheckConstraint(
                condition=Q(first__range=(1, 10), second__range=(1, 10), third__range=(1, 10)),
                name="best_move_names_seats",
                violation_error_message=_("A best move names seats 1 to 10."),
            ),
            models.CheckConstraint(
                condition=~Q(first=F("second")) & ~Q(first=F("third")) & ~Q(second=F("third")),
                name="best_move_names_three_different_seats",
                violation_error_message=_("A best move names three different seats."),
            ),
        ]

    def __str__(self) -> str:
        return ", ".join(map(str, self.named))

    @classmethod
    def write(cls, game, named: Sequence[int], standing: "BestMove | None") -> None:
        """Store the seats named, over the best move that stands; nobody named: there is none."""
        if standing and standing.named == tuple(named):
            return
        if named:
            best_move = standing or cls(game=game)
            best_move.first, best_move.second, best_move.third = named
            best_move.save()
        elif standing:
            standing.delete()

    @property
    def named(self) -> tuple[int, int, int]:
        """The three seats in the order named."""
        return self.first, self.second, self.third
