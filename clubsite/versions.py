"""What is recorded with a form: who entered it and when, and edits of what somebody else may have changed meanwhile."""

import uuid

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _


class StaleVersionError(ValidationError):
    """Somebody recorded another version of an object since the one an edit started from."""

    def __init__(self) -> None:
        super().__init__(_("Somebody else has changed this since you opened it."), code="stale")


class Recorded(models.Model):
    """Something recorded with a form: the token tells a second click, the version a change since an edit began."""

    version = models.PositiveIntegerField(_("version"), default=0, editable=False)
    entry_token = models.UUIDField(_("form it was entered with"), default=uuid.uuid4, unique=True, editable=False)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        verbose_name=_("entered by"),
        related_name="+",
        null=True,
        blank=True,
        editable=False,
    )
    created_at = models.DateTimeField(_("entered at"), auto_now_add=True)
    updated_at = models.DateTimeField(_("last changed at"), auto_now=True)

    class Meta:
        abstract = True
