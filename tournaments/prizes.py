"""Prizes that follow from the results of a tournament. Pure; equals share a prize."""

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from decimal import Decimal

from .baf import SOLE_TOP, SOLO_WIN


@dataclass(frozen=True)
class Played:
    """A player's finished board: the power and the weighted points with 3 decimals."""

    player: Hashable
    power: str
    points: Decimal
    outcome: str


def best_with(power: str, results: Iterable[Played]) -> set[Hashable]:
    """Return who has the best result with a power; nobody where all of them got nothing."""
    with_power = [result for result in results if result.power == power]
    best = max((result.points for result in with_power), default=Decimal(0))
    return {result.player for result in with_power if best and result.points == best}


def most_tops(results: Iterable[Played]) -> set[Hashable]:
    """Return who has the most sole tops; a solo is one (B6)."""
    tops = Counter(result.player for result in results if result.outcome in (SOLE_TOP, SOLO_WIN))
    most = max(tops.values(), default=0)
    return {player for player, count in tops.items() if count == most}
