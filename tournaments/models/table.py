"""The BAF table in force: the generated one, or an official one that an admin has loaded."""

from collections.abc import Mapping
from decimal import Decimal

from django.conf import settings
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import connection, models, transaction
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubsite.versions import StaleVersionError

from .. import baf
from .round import Round


class StoredTableQuerySet(models.QuerySet):
    def in_force(self) -> baf.Table:
        """Return the table that boards are scored with: the one in force, or else the generated one; one query."""
        stored = self.filter(in_force=True).first()
        return stored.table() if stored else baf.generated_table()

    def version(self, version: str) -> baf.Table:
        """Return the table of a version, to explain a score that was computed with it; DoesNotExist."""
        if version == baf.GENERATED:
            return baf.generated_table()
        return self.get(version=version).table()

    def versions(self) -> "StoredTableQuerySet":
        """Fetch what a list of versions shows, the latest first."""
        return self.defer("cells").select_related("loaded_by")

    def restore_generated(self, by, *, replacing: str | None = None) -> None:
        """Put the generated table in force; see StoredTable.put_in_force()."""
        _replace_table(None, by, replacing)

    restore_generated.alters_data = True


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

    def take(self, cells: Mapping[str, Mapping[baf.Cell, Decimal]]) -> None:
        """Take over the cells of a file (table_file.read_table), unsaved."""
        self.cells = {
            outcome: [[*cell, str(points)] for cell, points in sorted(of_outcome.items())]
            for outcome, of_outcome in cells.items()
        }

    def loaded(self) -> dict[str, dict[baf.Cell, Decimal]]:
        """Return the cells that were loaded, as the file had them."""
        return {
            outcome: {(own, other): Decimal(points) for own, other, points in self.cells[outcome]}
            for outcome in baf.TABLE_OUTCOMES
        }

    def table(self) -> baf.Table:
        """Return the table as the rule takes it: cells that were not loaded keep their generated points.

        The loaded ones are published, and so are those that the source prints.
        """
        generated, loaded = baf.generated_table(), self.loaded()
        return baf.Table(
            version=self.version,
            published=generated.published.union((outcome, cell) for outcome, cells in loaded.items() for cell in cells),
            **{outcome: {**getattr(generated, outcome), **cells} for outcome, cells in loaded.items()},
        )

    def put_in_force(self, by, *, replacing: str | None = None) -> None:
        """Put this table in force, storing it if it is new, and score every board by it; all or nothing.

        `by` is the user, who needs tournaments.load_table; None is the system. `replacing` is the version that was in
        force when the change was looked at. Repeating it changes nothing. Each board whose points differ gets a version
        of its history.

        Raises PermissionDenied, StaleVersionError when another table is in force meanwhile, and ValidationError when
        the version is another table's.
        """
        _replace_table(self, by, replacing)

    put_in_force.alters_data = True


@transaction.atomic
def _replace_table(new: StoredTable | None, by, replacing: str | None) -> None:
    """Put a table, None: the generated one, in the place of the one in force; see StoredTable.put_in_force()."""
    from .board import Board

    if by is not None and not by.has_perm("tournaments.load_table"):
        raise PermissionDenied
    _hold_boards()
    if new and new._state.adding:
        new = _stored_before(new) or new
    old = StoredTable.objects.filter(in_force=True).first()
    if new == old:
        return
    if replacing is not None and replacing != (old.version if old else baf.GENERATED):
        raise StaleVersionError
    StoredTable.objects.filter(in_force=True).update(in_force=False)
    if new:
        new.in_force = True
        new.loaded_by = by if new._state.adding else new.loaded_by
        new.full_clean()
        new.save()
    reason = gettext("BAF table %(version)s") % {"version": new.version if new else baf.GENERATED}
    Board.objects.all().record_scores(by, reason)


def _stored_before(new: StoredTable) -> StoredTable | None:
    """Find the table that the first of two clicks has stored; ValidationError if the version is another's."""
    stored = StoredTable.objects.filter(version=new.version).first()
    if stored and stored.cells != new.cells:
        raise ValidationError({"version": _("Another table has this version.")})
    return stored


def _hold_boards() -> None:
    """Let no board be recorded until the transaction ends; SQLite's writers queue up by themselves.

    Each recording locks its round before it asks for the table in force. So it has either ended, and its board is
    scored again, or it waits here and then finds the new table.
    """
    if connection.features.has_select_for_update:
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {connection.ops.quote_name(Round._meta.db_table)} IN EXCLUSIVE MODE")
