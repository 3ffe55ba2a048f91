"""The list of a cup: whose registration is confirmed, who waits, who plays without the fee. Pure.

Source: rule 7 of sources/003_9e12e5c110a8750b.txt, with D8 of rules-mafia.md.
"""

import datetime
from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass

from .rating import TOP

CONFIRMED, WAITING, WITHDRAWN = "confirmed", "waiting", "withdrawn"


@dataclass(frozen=True)
class Registration:
    """A player who wants to play: since when, and the place in the season table (None: not in it).

    `player` is a key; between two registrations of the very same moment the lower one goes first.
    """

    player: int
    registered_at: datetime.datetime
    place: int | None = None

    @property
    def top_place(self) -> int | None:
        """The place of a TOP-10 member, which is 10 or better and gives priority (rule 7, D8); None for others."""
        return self.place if self.place is not None and self.place <= TOP else None


@dataclass(frozen=True)
class Position:
    """What a registration comes to: a place of the cup, counted from 1, or None on the waiting list.

    `ahead` counts who waits in front.
    """

    registration: Registration
    number: int | None
    ahead: int = 0

    @property
    def status(self) -> str:
        return WAITING if self.number is None else CONFIRMED


def in_order(registrations: Iterable[Registration]) -> list[Registration]:
    """Order registrations: the TOP-10 by place, equals by time; then all others by time (rule 7)."""
    return sorted(registrations, key=lambda each: (each.top_place or TOP + 1, each.registered_at, each.player))


def arrange(registrations: Iterable[Registration], places: int) -> list[Position]:
    """Confirm as many registrations as there are places, in their order; the others wait in it."""
    return [
        Position(each, index + 1) if index < places else Position(each, None, ahead=index - places)
        for index, each in enumerate(in_order(registrations))
    ]


def free_place(taken: Collection[int | None], places: int) -> int | None:
    """Return the lowest number from 1 to `places` that is not taken; None when all are."""
    return next((number for number in range(1, places + 1) if number not in taken), None)


def free_entry(leaders: Collection[Hashable], named: Hashable | None) -> Hashable | None:
    """Return who plays without the fee: the season's leader by points; of several the one that an admin named.

    None: nobody leads yet, or an admin has still to choose (rule 7, D8).
    """
    if len(leaders) == 1:
        return next(iter(leaders))
    return named if named in leaders else None
