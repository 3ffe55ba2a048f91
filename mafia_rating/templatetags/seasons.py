"""What the pages of a season say of a line: where its games are, what it takes to get in."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.safestring import SafeString

from ..chase import Way
from ..models import Seat
from ..rating import Line
from ..tables import SeasonTable
from ..wording import reason_sentence, ways_sentence

register = template.Library()


@register.filter
def games_in(line: Line, season: Any) -> str:
    """Return the address of the games that a line of a Season's or AllTime's table adds up."""
    return season.player_url(line.player_id)


@register.filter
def row_of(line: Line, table: SeasonTable) -> SafeString:
    """Return the row of a line, each number a link to what it is made of."""
    return table.row(line)


@register.filter
def reasons(seat: Seat, part: str) -> list[str]:
    """Say what a part of a seat's points is for."""
    return [reason_sentence(reason) for reason in seat.reasons(part)]


@register.filter
def in_words(ways: Sequence[Way]) -> str:
    """Say what it takes to get into the TOP-10: "2 wins, or 1 win and 0.30 more"."""
    return ways_sentence(ways)
