"""What both games share: the players, and the drafts of entry forms."""

import datetime
import uuid
from collections.abc import Collection

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .fields import NormalFormField
from .names import normal_form

CLOSED_DRAFTS_STAY = datetime.timedelta(days=30)
NICKNAME_TAKEN = _("A player of this nickname exists already (letter case, spaces and ё/е make no difference).")


class PlayerQuerySet(models.QuerySet):
    def search(self, text: str) -> "PlayerQuerySet":
        """Find players whose nickname contains the text; letter case, spaces and ё/е make no difference."""
        return self.filter(nickname_key__contains=normal_form(text))

    def named(self, nickname: str) -> "Player | None":
        """Find the player of a nickname by its normal form."""
        return self.filter(nickname_key=normal_form(nickname)).first()


class Player(models.Model):
    """A person who plays; known to the public by nickname only."""

    nickname = models.CharField(_("nickname"), max_length=64)
    nickname_key = NormalFormField(_("normal form of the nickname"), source="nickname", max_length=255)
    full_name = models.CharField(_("full name"), max_length=128, blank=True, help_text=_("Never shown to the public."))
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        verbose_name=_("user account"),
        related_name="player",
        null=True,
        blank=True,
    )
    active = models.BooleanField(_("active"), default=True, help_text=_("Offered when a protocol or board is entered."))

    objects = PlayerQuerySet.as_manager()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["nickname_key"]
        constraints = [
            models.UniqueConstraint(
                fields=["nickname_key"], name="player_nickname_unique", violation_error_message=NICKNAME_TAKEN
            ),
            models.CheckConstraint(
                condition=~models.Q(nickname_key=""),
                name="player_nickname_not_blank",
                violation_error_message=_("Write a nickname."),
            ),
        ]

    def __str__(self) -> str:
        return self.nickname

    def get_absolute_url(self) -> str:
        return reverse("player", args=[self.pk])

    def clean(self) -> None:
        """Refuse a nickname whose normal form is taken or empty, beside the nickname's own field."""
        blank = not self.nickname  # clean_fields() has told
        self.nickname = " ".join(self.nickname.split())
        self.nickname_key = normal_form(self.nickname)
        if not self.nickname_key and not blank:
            raise ValidationError({"nickname": _("Write a nickname.")})
        if len(self.nickname_key) > self._meta.get_field("nickname_key").max_length:
            raise ValidationError({"nickname": _("This nickname is too long.")})
        if Player.objects.exclude(pk=self.pk).filter(nickname_key=self.nickname_key).exists():
            raise ValidationError({"nickname": NICKNAME_TAKEN})

    def validate_constraints(self, exclude: Collection[str] | None = None) -> None:
        """Leave the normal form out: clean() has judged it, and a fault is told once, beside the nickname."""
        super().validate_constraints({*(exclude or ()), "nickname_key"})


class DraftClosedError(Exception):
    """A draft was recorded or thrown away before this save of it came."""


class DraftOutdatedError(Exception):
    """A draft has been saved elsewhere since the revision that this save of it was typed on."""

    def __init__(self, draft: "Draft") -> None:
        self.draft = draft
        super().__init__()


class DraftQuerySet(models.QuerySet):
    def open_of(self, user) -> "DraftQuerySet":
        """Leave the drafts that a user can go on with, the latest first."""
        return self.filter(owner=user, closed_at__isnull=True).order_by("-saved_at")

    @transaction.atomic
    def keep(self, user, key: uuid.UUID, *, path: str, title: str, data: str, revision: int) -> "Draft":
        """Save a draft over the revision that it was typed on, and return it; the same data again is no change.

        Raises Draft.DoesNotExist for another form's, DraftClosedError, and DraftOutdatedError when it has been saved
        elsewhere since that revision.
        """
        draft, created = self.select_for_update().get_or_create(owner=user, key=key, defaults={"path": path})
        if draft.closed_at:
            raise DraftClosedError
        if draft.path != path:
            raise Draft.DoesNotExist
        if draft.data == data and not created:
            return draft
        if draft.revision != revision and not created:
            raise DraftOutdatedError(draft)
        draft.title, draft.data, draft.revision = title, data, draft.revision + 1
        draft.save()
        if created:
            self.filter(closed_at__lt=timezone.now() - CLOSED_DRAFTS_STAY).delete()
        return draft

    keep.alters_data = True

    def close(self, user, key: uuid.UUID) -> None:
        """End a draft whose form was recorded or thrown away; one query.

        It stays for a while as an empty row, even if it was never saved before, so that a late automatic save cannot
        bring it back.
        """
        self.bulk_create(
            [Draft(owner=user, key=key, closed_at=timezone.now())],
            update_conflicts=True,
            unique_fields=["key", "owner"],
            update_fields=["closed_at", "data"],
        )

    close.alters_data = True


class Draft(models.Model):
    """An entry form as far as somebody has filled it in; it counts nowhere."""

    key = models.UUIDField(_("form"))
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("whose"), related_name="drafts")
    path = models.CharField(_("address of the form"), max_length=200)
    title = models.CharField(_("title"), max_length=200, blank=True)
    data = models.TextField(_("what was typed"), blank=True)
    revision = models.PositiveIntegerField(_("revision"), default=0)
    saved_at = models.DateTimeField(_("saved at"), auto_now=True)
    closed_at = models.DateTimeField(_("ended at"), null=True, blank=True)

    objects = DraftQuerySet.as_manager()

    class Meta:
        verbose_name = _("draft")
        verbose_name_plural = _("drafts")
        ordering = ["-saved_at"]
        constraints = [models.UniqueConstraint(fields=["key", "owner"], name="draft_once_per_form_and_owner")]

    def __str__(self) -> str:
        return self.title or self.path

    def get_absolute_url(self) -> str:
        return f"{self.path}?draft={self.key}"

    @property
    def typed(self) -> QueryDict:
        """What was typed, as a form takes it."""
        return QueryDict(self.data)
