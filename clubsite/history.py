"""Versions of games and boards: each change of one leaves a row that holds the whole of it.

django-simple-history keeps the rows. A game is more than its own table row, so every row of its history carries a
snapshot: a JSON mapping of all that was entered, and the points that followed.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Window
from django.db.models.functions import RowNumber
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from .models import Player

PLAYER_GONE = _("A player of this version is no longer in the club.")
DELETED = "-"  # the type of the row that a deletion leaves; the row before it has the snapshot


class SnapshotBase(models.Model):
    """What a history row has beyond its model's own fields."""

    snapshot = models.JSONField(default=dict, editable=False)

    class Meta:
        abstract = True


def save_version(
    instance: models.Model, snapshot: Mapping[str, Any], by, reason: str = "", update_fields: list[str] | None = None
) -> None:
    """Save an instance with a row in its history: who (None: the system), why, and the snapshot."""
    instance._history_user = by
    instance._change_reason = reason or None
    instance._snapshot = snapshot
    instance.save(update_fields=update_fields)


def keep_snapshot(sender: type, instance: models.Model, history_instance: models.Model, **kwargs: Any) -> None:
    """Give the history row its snapshot: every save of a versioned model goes through save_version()."""
    if history_instance.history_type != DELETED:
        history_instance.snapshot = instance._snapshot


def versions(instance: models.Model) -> models.QuerySet:
    """Return the rows of an instance's history, latest first, each with its `ordinal`, counted from 1."""
    ordinal = Window(RowNumber(), order_by=F("history_id").asc())
    return instance.history.select_related("history_user").annotate(ordinal=ordinal).order_by("-history_id")


# Restoring


def restored_reason(version: models.Model) -> str:
    """Say for the history that a version, a row of `versions()`, is recorded once more."""
    return gettext("restored version %(number)s") % {"number": version.ordinal}


def refuse_missing_players(keys: Iterable[int]) -> None:
    """Raise a ValidationError when a player, whose key an old version still names, is no longer in the club."""
    keys = set(keys)
    if Player.objects.filter(pk__in=keys).count() < len(keys):
        raise ValidationError(PLAYER_GONE, code="player_gone")
