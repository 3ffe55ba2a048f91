"""The judge's bonuses and penalties, and the President's consent to the exceptional ones."""

import datetime

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied, ValidationError
from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .. import scoring
from ..wording import GROUND_NAMES

PROTOCOL_CHANGED = _("The protocol has changed since: look at it again.")
REASON_LENGTH = 200
DECIDED = (scoring.APPROVED, scoring.REJECTED)


class Approval(models.TextChoices):
    NOT_NEEDED = scoring.NOT_NEEDED, _("not needed")
    PENDING = scoring.PENDING, _("waits for the President")
    APPROVED = scoring.APPROVED, _("approved")
    REJECTED = scoring.REJECTED, _("rejected")


def decision_constraints(prefix: str, exceptional: Q) -> list[models.CheckConstraint]:
    """Tie the approval to what needs one, and a decision to its time (D5)."""
    return [
        models.CheckConstraint(
            condition=(exceptional & Q(approval__in=[scoring.PENDING, *DECIDED]))
            | (~exceptional & Q(approval=scoring.NOT_NEEDED)),
            name=f"{prefix}_approval_fits",
            violation_error_message=_("Only an exceptional item has an approval, and it always has one."),
        ),
        models.CheckConstraint(
            condition=Q(approval__in=DECIDED, decided_at__isnull=False)
            | (~Q(approval__in=DECIDED) & Q(decided_at__isnull=True, decided_by__isnull=True)),
            name=f"{prefix}_decision_has_time",
            violation_error_message=_("A decision has a time, and only a decision has one."),
        ),
    ]


class DecidableQuerySet(models.QuerySet):
    def pending(self) -> "DecidableQuerySet":
        """What waits for the President, in games that count."""
        return self.filter(approval=Approval.PENDING, seat__game__status="final")

    def waiting_or_decided(self, since: datetime.datetime) -> "DecidableQuerySet":
        """What waits for the President, and what was decided since a moment, with all that an inbox shows."""
        waiting = Q(approval=Approval.PENDING, seat__game__status="final")
        return self.filter(waiting | Q(decided_at__gte=since)).with_game().select_related("decided_by")

    def with_game(self) -> "DecidableQuerySet":
        """Fetch game, player, judge and who entered it along."""
        return self.select_related("seat__player", "seat__game__judge", "seat__game__season", "seat__game__entered_by")


class Decidable(models.Model):
    """An item of a protocol that may need the President's consent; the approval changes only here.

    decided_by is empty for a decision that came with a club file.
    """

    approval = models.CharField(
        _("approval"), max_length=10, choices=Approval, default=Approval.NOT_NEEDED, editable=False
    )
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        verbose_name=_("decided by"),
        related_name="+",
        null=True,
        blank=True,
        editable=False,
    )
    decided_at = models.DateTimeField(_("decided at"), null=True, blank=True, editable=False)
    decision_note = models.CharField(_("note on the decision"), max_length=REASON_LENGTH, blank=True, editable=False)
    reason = models.CharField(_("judge's reason"), max_length=REASON_LENGTH, blank=True)

    objects = DecidableQuerySet.as_manager()

    class Meta:
        abstract = True

    def approve(self, by, note: str = "") -> None:
        """Give the President's consent, with a note, and rescore the game; again is no change.

        PermissionDenied without mafia_rating.decide_exceptional; ValidationError in a closed season or when the item
        needs no approval.
        """
        self._decide(Approval.APPROVED, by, note)

    approve.alters_data = True

    def reject(self, by, note: str = "") -> None:
        """Refuse the President's consent, as approve() gives it."""
        self._decide(Approval.REJECTED, by, note)

    reject.alters_data = True

    @transaction.atomic
    def _decide(self, decision: Approval, by, note: str) -> None:
        from .game import Game

        if not by.has_perm("mafia_rating.decide_exceptional"):
            raise PermissionDenied
        try:
            game = Game.objects.lock(self.seat.game_id)
            current = type(self).objects.get(pk=self.pk)
        except ObjectDoesNotExist:
            raise ValidationError(PROTOCOL_CHANGED, code="changed") from None
        game.season.refuse_if_closed()
        if current.approval == Approval.NOT_NEEDED:
            raise ValidationError(_("This needs no approval."), code="not_needed")
        if current.approval == decision:
            return
        self.approval, self.decided_by, self.decided_at = decision, by, timezone.now()
        self.decision_note = note[:REASON_LENGTH]
        self.save(update_fields=["approval", "decided_by", "decided_at", "decision_note"])
        game.record_scores(by, note)


class JudgeBonus(Decidable):
    """The judge's bonus of one player (rule 4)."""

    seat = models.OneToOneField("Seat", models.CASCADE, verbose_name=_("seat"), related_name="bonus_given")
    points = models.DecimalField(_("points"), max_digits=2, decimal_places=1)

    class Meta:
        verbose_name = _("judge's bonus")
        verbose_name_plural = _("judge's bonuses")
        ordering = ["seat_id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(points__in=[scoring.BONUS_STEP * tenths for tenths in range(1, 8)]),
                name="bonus_is_tenths_up_to_0_7",
                violation_error_message=_("A bonus is 0.1 to 0.7 in steps of 0.1."),
            ),
            *decision_constraints("bonus", Q(points__gte=scoring.BONUS_EXCEPTIONAL)),
        ]

    def __str__(self) -> str:
        return f"+{self.points}"

    def entry(self) -> scoring.BonusEntry:
        """Return the bonus as the rule takes it."""
        return scoring.BonusEntry(self.seat.number, self.points, self.approval, self.reason)


class Penalty(Decidable):
    """A penalty of one player on one ground (rule 5, D6)."""

    seat = models.ForeignKey("Seat", models.CASCADE, verbose_name=_("seat"), related_name="penalties")
    ground = models.CharField(_("ground"), max_length=16, choices=GROUND_NAMES)

    class Meta:
        verbose_name = _("penalty")
        verbose_name_plural = _("penalties")
        ordering = ["seat_id", "ground"]
        constraints = [
            models.UniqueConstraint(
                fields=["seat", "ground"],
                name="penalty_ground_once_per_seat",
                violation_error_message=_("A ground counts once per player and game."),
            ),
            models.CheckConstraint(
                condition=Q(ground__in=list(scoring.GROUND_ROLES)),
                name="penalty_ground_listed",
                violation_error_message=_("This ground is not on the list."),
            ),
            *decision_constraints("penalty", Q(ground=scoring.DISCRETIONARY)),
        ]

    def __str__(self) -> str:
        return self.get_ground_display()

    def entry(self) -> scoring.PenaltyEntry:
        """Return the penalty as the rule takes it."""
        return scoring.PenaltyEntry(self.seat.number, self.ground, self.approval, self.reason)


def count_pending() -> int:
    """Count what waits for the President, bonuses and penalties together; one query."""
    bonuses, penalties = (model.objects.pending().order_by().values("pk") for model in (JudgeBonus, Penalty))
    return bonuses.union(penalties, all=True).count()
