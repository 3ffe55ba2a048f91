"""Rounds with players who are here."""

from tests.factories import make_players, make_round
from tournaments.models import Entrant, Presence, Round, Tournament
from tournaments.round_call import PLAYS


def make_call(cup: Tournament, players: int = 14, number: int = 1) -> Round:
    """Make a round for which P1, P2, ... are here, and on the list of the tournament."""
    round_ = make_round(number, tournament=cup)
    for player in make_players(f"P{each}" for each in range(1, players + 1)).values():
        Entrant.objects.get_or_create(tournament=cup, player=player)
        Presence.objects.create(round=round_, player=player, kind=PLAYS)
    return round_
