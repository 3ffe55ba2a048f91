"""What an import did, counted and line by line."""

from collections import Counter
from dataclasses import dataclass, field

from django.db.models import Model
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

NEW, REPLACED, UNCHANGED = ACTIONS = ("new", "replaced", "unchanged")
ACTION_NAMES = {
    NEW: gettext_lazy("new"),
    REPLACED: gettext_lazy("replaced"),
    UNCHANGED: gettext_lazy("unchanged"),
}


@dataclass
class Report:
    """How many items of each kind are new, replaced and unchanged, and every change with its path."""

    counts: dict[type[Model], Counter] = field(default_factory=dict)
    changes: list[str] = field(default_factory=list)

    def note(self, path: str, item: Model, action: str) -> None:
        """Count an item of the file."""
        self.counts.setdefault(type(item), Counter())[action] += 1
        if action != UNCHANGED:
            self.changes.append(f"{path}: {ACTION_NAMES[action]}: {item}")

    def summary(self) -> list[str]:
        """Return a line for each kind that the file has: "games: 30 new, 0 replaced, 2 unchanged"."""
        lines = [
            f"{kind._meta.verbose_name_plural}: "
            + ", ".join(f"{counted[action]} {ACTION_NAMES[action]}" for action in ACTIONS)
            for kind, counted in self.counts.items()
        ]
        return lines or [_("Nothing stands in the file.")]
