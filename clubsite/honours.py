"""Who leads: the head of the home page."""

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from django.utils.translation import gettext as _

from mafia_rating import rating
from mafia_rating.models import Season
from tournaments import baf
from tournaments.models import Tournament


class Honour(NamedTuple):
    """A first place: what in, the players who share it (key and nickname), their figure with its unit, where."""

    title: str
    players: list[tuple[int, str]]
    figure: Decimal
    unit: str
    where: Season | Tournament


def season_honours(season: Season, table: Sequence[rating.Line]) -> list[Honour]:
    """Return who has the most points and who is the best player (rules 6 and 7); nothing for an empty table."""
    if not table:
        return []
    leaders, best = rating.points_leaders(table), rating.best_players(table)
    return [
        Honour(_("Season leader"), _named(leaders), leaders[0].points, _("points"), season),
        Honour(_("Best player of the season"), _named(best), best[0].final, _("final"), season),
    ]


def tournament_honours(tournament: Tournament, standings: Sequence[baf.Standing]) -> list[Honour]:
    """Return who leads the standings (B6 of rules-baf.md); nothing for empty ones."""
    leaders = [line for line in standings if line.place == 1]
    if not leaders:
        return []
    players = [(line.player.pk, line.player.nickname) for line in leaders]
    return [Honour(_("Tournament leader"), players, leaders[0].total, _("points"), tournament)]


def _named(lines: Sequence[rating.Line]) -> list[tuple[int, str]]:
    return [(line.player_id, line.player) for line in lines]
