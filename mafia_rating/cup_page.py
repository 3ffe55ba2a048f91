"""What the page of a cup shows: a line for each registration, with the reason for its status."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Any

import django_tables2 as tables
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubsite.tables import NAME, NUMBER

from . import cups
from .models import Cup, CupEntry


def moment(time: datetime.datetime) -> str:
    """Write a time in the club's zone: "2 Oct 2026, 20:14"."""
    return date_format(timezone.localtime(time), "j M Y, H:i")


@dataclass(frozen=True)
class Line:
    """A registration as the list shows it; `ahead` counts who waits in front, `fee` is in the cup's currency."""

    entry: CupEntry
    fee: Decimal
    plays_free: bool
    ahead: int = 0

    @property
    def number(self) -> int | None:
        return self.entry.number

    @property
    def player(self) -> str:
        return self.entry.player.nickname

    @property
    def status(self) -> str:
        return self.entry.status

    @property
    def top_place(self) -> int | None:
        return self.entry.top_place

    @property
    def registered_at(self) -> str:
        """The moment of the registration in the club's zone, as ISO 8601 writes it."""
        return timezone.localtime(self.entry.registered_at).isoformat(timespec="seconds")

    @cached_property
    def why(self) -> str:
        """The reason for the status, in words."""
        entry = self.entry
        if not entry.is_on_list:
            return _("withdrew %(time)s") % {"time": moment(entry.withdrawn_at)}
        if entry.given_at:
            return _("place given by hand %(time)s") % {"time": moment(entry.given_at)}
        if entry.top_place:
            reason = _("TOP-10, place %(place)s") % {"place": entry.top_place}
        else:
            reason = _("registered %(time)s") % {"time": moment(entry.registered_at)}
        if entry.status == cups.CONFIRMED:
            return reason
        return _("%(reason)s; waiting: %(ahead)s") % {"reason": reason, "ahead": self.waiting}

    @property
    def waiting(self) -> str:
        """How many wait in front, in words."""
        if not self.ahead:
            return _("next")
        return ngettext("%(count)s before", "%(count)s before", self.ahead) % {"count": self.ahead}


def lines(cup: Cup, entries: Iterable[CupEntry], free: int | None) -> list[Line]:
    """Return the list as it is stored: the places, the waiting list in its order, then who has withdrawn.

    `free` is the key of the player who pays no fee.
    """

    def line(entry: CupEntry, ahead: int = 0) -> Line:
        plays_free = entry.is_on_list and entry.player_id == free
        return Line(entry, Decimal("0.00") if plays_free else cup.fee, plays_free, ahead)

    by_status = {status: [] for status in CupEntry.Status.values}
    for entry in entries:
        by_status[entry.status].append(entry)
    waiting = {entry.player_id: entry for entry in by_status[cups.WAITING]}
    queue = cups.in_order(entry.registration(entry.top_place) for entry in waiting.values())
    return [
        *map(line, sorted(by_status[cups.CONFIRMED], key=lambda entry: entry.number)),
        *(line(waiting[registration.player], ahead) for ahead, registration in enumerate(queue)),
        *map(line, sorted(by_status[cups.WITHDRAWN], key=lambda entry: entry.withdrawn_at)),
    ]


class CupTable(tables.Table):
    """The lines of a cup's list, in the order of the rule; `own` is the key of the visitor's player.

    The page says the reason beside the status; a file has columns of their own for it, the place in the TOP-10 and the
    moment of the registration.
    """

    label = gettext_lazy("Registrations")
    exportable = True

    number = tables.Column(gettext_lazy("Place"), attrs=NUMBER, default="")
    player = tables.Column(gettext_lazy("Player"), attrs=NAME)
    status = tables.Column(gettext_lazy("Status, and why"))
    top_place = tables.Column(visible=False, default="")
    registered_at = tables.Column(visible=False)
    why = tables.Column(visible=False)
    fee = tables.Column(gettext_lazy("Fee"), attrs=NUMBER)
    change = tables.Column(gettext_lazy("Change"), empty_values=(), exclude_from_export=True)

    class Meta:
        template_name = "mafia_rating/cups/table.html"
        orderable = False
        empty_text = gettext_lazy("Nobody has registered yet.")

    def __init__(self, *args: Any, cup: Cup, own: int | None, may_change: bool, **kwargs: Any) -> None:
        super().__init__(*args, exclude=() if may_change else ("change",), **kwargs)
        self.cup, self.own, self.may_change = cup, own, may_change
