"""Recomputes the stored points of games and the frozen tables of closed seasons, by the rule that wrote them."""

from collections.abc import Iterator

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from clubsite.verification import CHUNK, Number, compare

from . import rating, scoring
from .models import PARTS
from .models.closing import NUMBERS
from .wording import fault_sentence


def seat_numbers(games: QuerySet) -> Iterator[Number]:
    """Yield the parts and the total of every seat of these games, in points; four queries for each thousand.

    What the rule forbids has no points: each fault of such a protocol stands in their place.
    """
    for game in games.with_protocol().order_by("played_on", "table", "number").iterator(CHUNK):
        protocol = game.protocol()
        if faults := scoring.protocol_faults(protocol):
            for fault in faults:
                yield Number((game.season, game.title), _("protocol"), fault_sentence(fault), _("no such protocol"))
            continue
        points = scoring.score(protocol)
        for seat in game.seats.all():
            right = points[seat.number]
            yield from compare(
                (game.season, game.title, seat),
                {part: getattr(seat, part) for part in PARTS},
                {part: getattr(right, part) for part in PARTS},
            )


def closed_numbers(seasons: QuerySet) -> Iterator[Number]:
    """Yield every number of the frozen tables among these seasons: counts, places, points; two queries a season."""
    for season in seasons.exclude(closed_at=None).order_by("starts_on"):
        stored, right = (
            {line.player_id: line for line in lines} for lines in (season.table(), rating.season_table(season.sums()))
        )
        for player in right | stored:
            frozen, line = stored.get(player), right.get(player)
            yield from compare(
                (season, _("closed table"), (line or frozen).player),
                {name: getattr(frozen, name, None) for name in NUMBERS},
                {name: getattr(line, name, None) for name in NUMBERS},
            )
