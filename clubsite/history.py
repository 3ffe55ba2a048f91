"""Versions of games and boards: each change of one leaves a row that holds the whole of it.

django-simple-history keeps the rows. A game is more than its own table row, so every row of its history carries a
snapshot: a JSON mapping of all that was entered, and the points that followed.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import models

Path = tuple[str, ...]

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


# Differences


@dataclass(frozen=True)
class Change:
    """One entered value that differs between two versions; path leads to it in the snapshot."""

    path: Path
    old: Any
    new: Any


def flatten(snapshot: Mapping[str, Any], path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield every value of a snapshot with the path that leads to it."""
    for key, value in snapshot.items():
        if isinstance(value, Mapping):
            yield from flatten(value, (*path, key))
        else:
            yield (*path, key), value


def changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[Change]:
    """Return what differs between two snapshots, in the newer one's order; what one of them lacks is None there."""
    before, after = dict(flatten(old)), dict(flatten(new))
    paths = [*after, *(path for path in before if path not in after)]
    return [Change(path, before.get(path), after.get(path)) for path in paths if before.get(path) != after.get(path)]
