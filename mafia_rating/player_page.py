"""The mafia part of a player's page."""

from typing import Any

from clubsite.models import Player

from . import chart
from .career import bonuses, by_role, by_seat, fines, first_killed
from .models import Season, Seat
from .models.career import given, slices
from .models.sums import points_by_evening
from .wording import GROUND_NAMES, REMOVED, ROLE_NAMES

LATEST = 15


def mafia_career(player: Player) -> dict[str, Any]:
    """Return what the page shows of a player's games; six queries."""
    games, items, seasons = slices(player), given(player), Season.objects.lines_of(player)
    latest = seasons[0][0]
    totals = chart.running_totals(points_by_evening(latest.seats(), [player.pk]))
    *roles, together = by_role(games)
    return {
        "seasons": seasons,
        "together": together,
        "roles": [(ROLE_NAMES[record.role], record) for record in roles],
        "seats": by_seat(games),
        "first_killed": first_killed(games),
        "bonuses": bonuses(items),
        "fines": [(GROUND_NAMES.get(fine.ground, REMOVED), fine) for fine in fines(items)],
        "chart": chart.points_chart(totals),
        "chart_season": latest,
        "evenings": list(zip(totals.evenings, totals.points[player.pk], strict=True)),
        "latest": Seat.objects.filter(player=player).counting().latest_with_game()[:LATEST],
    }
