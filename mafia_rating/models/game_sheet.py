"""Spreadsheets of games on their way in: kept from the upload until they are imported or thrown away."""

import datetime
import uuid

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubsite.sheets import Sheet, read_sheet

from ..spreadsheet.columns import guess

LEFT_LYING = datetime.timedelta(days=7)
NAME_LENGTH = 200


class GameSheetQuerySet(models.QuerySet):
    def receive(self, by, name: str, content: bytes) -> "GameSheet":
        """Keep an uploaded table whose columns are still to be confirmed; what lay for a week goes.

        PermissionDenied without mafia_rating.add_gamesheet; SheetError for what is no table.
        """
        if not by.has_perm("mafia_rating.add_gamesheet"):
            raise PermissionDenied
        sheet = read_sheet(content)
        self.filter(imported_at=None, uploaded_at__lt=timezone.now() - LEFT_LYING).delete()
        return self.create(owner=by, name=name[-NAME_LENGTH:], content=content, mapped=guess(sheet.headings))

    receive.alters_data = True


class GameSheet(models.Model):
    """A spreadsheet of games; `outcome` is what the last check, or the import, came to."""

    key = models.UUIDField(_("key"), default=uuid.uuid4, unique=True, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("whose"), related_name="+")
    name = models.CharField(_("file"), max_length=NAME_LENGTH)
    content = models.BinaryField(_("content"))
    mapped = models.JSONField(_("where the columns are"), default=dict)
    replace = models.BooleanField(_("replace games that differ"), default=False)
    outcome = models.JSONField(_("what it came to"), null=True, blank=True)
    uploaded_at = models.DateTimeField(_("uploaded at"), auto_now_add=True)
    imported_at = models.DateTimeField(_("imported at"), null=True, blank=True)

    objects = GameSheetQuerySet.as_manager()

    class Meta:
        verbose_name = _("spreadsheet of games")
        verbose_name_plural = _("spreadsheets of games")
        ordering = ["-uploaded_at"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("mafia_rating:import_sheet", args=[self.key])

    @property
    def days(self) -> list[datetime.date]:
        """The first and the last day of the games that were checked or imported; empty before."""
        return [datetime.date.fromisoformat(day) for day in (self.outcome or {}).get("days", ())]

    def sheet(self) -> Sheet:
        """Return the table; an imported one is not kept."""
        return read_sheet(bytes(self.content))

    def set_columns(self, mapped: dict[str, int], *, replace: bool) -> None:
        """Say where the columns are and whether stored games that differ are replaced; what a check found is void."""
        self.mapped, self.replace, self.outcome = mapped, replace, None
        self.save(update_fields=["mapped", "replace", "outcome"])

    set_columns.alters_data = True
