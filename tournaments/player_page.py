"""The Diplomacy part of a player's page."""

from collections.abc import Iterable
from typing import Any

from clubsite.models import Player

from .career import Played, best_results, by_power, scores_chart, solos
from .models import Tournament
from .models.career import InTournament, boards_of, tournaments_of
from .wording import OUTCOME_NAMES, POWER_NAMES

LATEST, BEST = 15, 5


def diplomacy_career(player: Player) -> dict[str, Any]:
    """Return what the page shows of a player's boards; three queries."""
    boards = boards_of(player)
    in_order = [each for each in reversed(boards) if each.finished]
    tournaments = tournaments_of(Tournament.objects.public(), player)
    return {
        "boards": named(boards[:LATEST]),
        "tournaments": [each for each in tournaments if each.line],
        "prizes": [each for each in tournaments if each.prizes],
        "circuits": _circuits(tournaments),
        "powers": [(POWER_NAMES.get(record.power, ""), record) for record in by_power(boards)],
        "best": named(best_results(boards, BEST)),
        "solos": named(solos(boards)),
        "chart": scores_chart([each.points for each in in_order]),
        "scores": list(enumerate(in_order, start=1)),
    }


def named(boards: Iterable[Played]) -> list[tuple[Played, str, str]]:
    """Return boards with the names of power and outcome."""
    return [(each, POWER_NAMES[each.power], OUTCOME_NAMES.get(each.outcome, "")) for each in boards]


def _circuits(tournaments: Iterable[InTournament]) -> list[dict[str, str]]:
    """Return name and address of the circuits that the tournaments count in, each once."""
    rows = {row["slug"]: row for each in tournaments if each.line for row in each.tournament.circuit_rows or []}
    return sorted(rows.values(), key=lambda row: row["name"])
