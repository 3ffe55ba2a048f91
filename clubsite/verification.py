"""Stored numbers held against what follows from the entries: what the checks of both games have in common."""

from collections.abc import Hashable, Iterator, Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _

CHUNK = 500  # games or boards in memory at a time


class Number(NamedTuple):
    """A stored number with the right one: `place` leads to it, from the season or tournament down."""

    place: tuple[object, ...]
    name: str
    stored: object
    right: object

    @property
    def differs(self) -> bool:
        return self.stored != self.right

    def __str__(self) -> str:
        return _("%(place)s: %(name)s is %(stored)s, right is %(right)s") % {
            "place": ", ".join(map(str, self.place)),
            "name": self.name,
            "stored": _worded(self.stored),
            "right": _worded(self.right),
        }


def _worded(value: object) -> str:
    return _("nothing") if value in (None, "") else str(value)


def compare(
    place: tuple[object, ...], stored: Mapping[str, Hashable], right: Mapping[str, Hashable]
) -> Iterator[Number]:
    """Pair stored numbers with the right ones by name."""
    for name, value in right.items():
        yield Number(place, name, stored[name], value)
