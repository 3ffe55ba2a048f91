"""Prizes that follow from the results of a tournament. Pure; equals share a prize."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from decimal import Decimal

from .baf import SOLE_TOPS


@dataclass(frozen=True)
class Played:
    """A player's finished board: the power, the weighted points with 3 decimals, and whatever names the board."""

    player: Hashable
    power: str
    points: Decimal
    outcome: str
    origin: object = None
    holds_top: bool = True


# Who has won a prize, and the results that it was won for.
Winners = dict[Hashable, list[Played]]


def best_with(power: str, results: Iterable[Played]) -> Winners:
    """Return who has the best result with a power; nobody where all of them got nothing."""
    with_power = [result for result in results if result.power == power]
    best = max((result.points for result in with_power), default=Decimal(0))
    return _by_player(result for result in with_power if best and result.points == best)


def most_tops(results: Iterable[Played]) -> Winners:
    """Return who has the most sole tops; a solo is one (B6)."""
    tops = _by_player(result for result in results if result.holds_top and result.outcome in SOLE_TOPS)
    most = max(map(len, tops.values()), default=0)
    return {player: won for player, won in tops.items() if len(won) == most}


def _by_player(results: Iterable[Played]) -> Winners:
    by_player: Winners = {}
    for result in results:
        by_player.setdefault(result.player, []).append(result)
    return by_player
