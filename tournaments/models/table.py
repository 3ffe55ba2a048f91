"""The BAF table in force: the generated one, or an official one that an admin has loaded."""

from decimal import Decimal

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .. import baf


class StoredTableQuerySet(models.QuerySet):
    def in_force(self) -> baf.Table:
        """Return the table that boards are scored with: the one in force, or else the generated one; one query."""
        stored = self.filter(in_force=True).first()
        return stored.table() if stored else baf.generated_table()

    def version(self, version: str) -> baf.Table:
        """Return the table of a version, to explain a score that was computed with it."""
        if version == baf.GENERATED:
            return baf.generated_table()
        return self.get(version=version).table()


class StoredTable(models.Model):
    """A loaded BAF table. Every version is kept; at most one is in force."""

    version = models.SlugField(_("version"), max_length=64, unique=True)
    source = models.CharField(_("source"), max_length=200, help_text=_("Where the table comes from."))
    cells = models.JSONField(_("cells"), help_text=_("By outcome: own, rival or sharing, points."))
    in_force = models.BooleanField(_("in force"), default=False, editable=False)
    loaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        verbose_name=_("loaded by"),
        related_name="+",
        null=True,
        editable=False,
    )
    loaded_at = models.DateTimeField(_("loaded at"), auto_now_add=True)

    objects = StoredTableQuerySet.as_manager()

    class Meta:
        verbose_name = _("BAF table")
        verbose_name_plural = _("BAF tables")
        ordering = ["-loaded_at"]
        permissions = [("load_table", _("Can load a BAF table and put one in force"))]
        constraints = [
            models.UniqueConstraint(fields=["in_force"], condition=Q(in_force=True), name="one_table_in_force"),
            models.CheckConstraint(condition=~Q(version=baf.GENERATED), name="generated_table_is_not_stored"),
        ]

    def __str__(self) -> str:
        return self.version

    def table(self) -> baf.Table:
        """Return the table as the rule takes it: cells that were not loaded keep their generated points.

        The loaded ones are published.
        """
        generated = baf.generated_table()
        loaded = {
            outcome: {(own, other): Decimal(points) for own, other, points in self.cells[outcome]}
            for outcome in baf.TABLE_OUTCOMES
        }
        return baf.Table(
            version=self.version,
            published=frozenset((outcome, cell) for outcome, cells in loaded.items() for cell in cells),
            **{outcome: {**getattr(generated, outcome), **cells} for outcome, cells in loaded.items()},
        )
