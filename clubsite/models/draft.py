"""Drafts of the entry forms."""

import datetime
import uuid

from django.conf import settings
from django.db import models, transaction
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

CLOSED_DRAFTS_STAY = datetime.timedelta(days=30)


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
