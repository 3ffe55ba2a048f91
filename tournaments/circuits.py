"""Circuits: the points of several tournaments in one table. Pure.

The formula is that of the Tour de France de Diplomatie ("Circuit points" of rules-baf.md): with x ranked players and
k = 10^(1/(x-1)) the winner gets 1000 + x, the nth 1000/k^(n-1), the last 100. k is no fraction: it is computed with 50
digits, and points are rounded half up to 3 decimals, so that what a page shows adds up.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache

from clubsite.exact import round_half_up, shared_places

PLACES = 3
BASE_PLACES = 10  # enough for a power of k, as shown, to give the points as shown
EXACTLY = Context(prec=50)

# What a player's tournaments beside the majors count in percent, the best first; further ones count REST.
SHARES = (100, 80, 40, 20)
REST = 10
WHOLE = 100


@lru_cache(maxsize=4096)  # a large table has a thousand of them, and each power of 50 digits takes time
def tour_de_france_points(place: int, ranked: int) -> Decimal:
    """Return the points of a place among so many ranked players, with 3 decimals; equals get those of their place."""
    if place == 1:
        return Decimal(1000 + ranked).quantize(Decimal("0.001"))
    exponent = EXACTLY.divide(Decimal(place - 1), Decimal(ranked - 1))
    return round_half_up(EXACTLY.divide(Decimal(1000), EXACTLY.power(Decimal(10), exponent)), PLACES)


@lru_cache(maxsize=256)
def tour_de_france_base(ranked: int) -> Decimal:
    """Return k for so many ranked players, at least 2, with 10 decimals: for showing."""
    return round_half_up(EXACTLY.power(Decimal(10), EXACTLY.divide(Decimal(1), Decimal(ranked - 1))), BASE_PLACES)


@dataclass(frozen=True)
class Stage:
    """A player's result in one tournament of the circuit, in points with 3 decimals, and whatever it comes from."""

    tournament: Hashable
    points: Decimal
    major: bool = False
    origin: object = None


@dataclass(frozen=True)
class Counted:
    """What of a stage counts: its share in percent and the points, with 3 decimals."""

    stage: Stage
    share: int
    points: Decimal


def count_shares(stages: Sequence[Stage]) -> list[Counted]:
    """Let majors count in full, and of the others the best 100 %, then 80, 40, 20, and 10 % for all further ones."""
    others = sorted((stage for stage in stages if not stage.major), key=lambda stage: -stage.points)
    shares = {stage: WHOLE for stage in stages if stage.major}
    for rank, stage in enumerate(others):
        shares[stage] = SHARES[rank] if rank < len(SHARES) else REST
    return [
        Counted(stage, shares[stage], round_half_up(Fraction(stage.points) * shares[stage] / WHOLE, PLACES))
        for stage in stages
    ]


def count_all(stages: Sequence[Stage]) -> list[Counted]:
    """Let every stage count in full."""
    return [Counted(stage, WHOLE, stage.points) for stage in stages]


@dataclass(frozen=True)
class Line:
    """A player of the circuit: a place (None: too few tournaments), what counted, and its sum in points."""

    place: int | None
    player: Hashable
    counted: Sequence[Counted]
    total: Decimal


def circuit_table(stages: Mapping[Hashable, Sequence[Stage]], minimum: int = 1, *, shares: bool = True) -> list[Line]:
    """Rank the players by the sum of what counts; equals share a place, in the order given.

    Who has played fewer tournaments than the minimum stands below, without a place.
    """
    count = count_shares if shares else count_all
    lines = [_line(player, count(played)) for player, played in stages.items() if played]
    lines.sort(key=_total, reverse=True)
    ranked = [line for line in lines if len(line.counted) >= minimum]
    below = [line for line in lines if len(line.counted) < minimum]
    return [Line(place, line.player, line.counted, line.total) for place, line in shared_places(ranked, _total)] + below


def _line(player: Hashable, counted: Sequence[Counted]) -> Line:
    return Line(None, player, counted, sum((each.points for each in counted), Decimal("0.000")))


def _total(line: Line) -> Decimal:
    return line.total
