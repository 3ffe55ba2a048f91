"""How judges judge: what they gave in a season, and what became of what they asked the President for. Pure.

Source: rules 4 and 5 of sources/003_9e12e5c110a8750b.txt. A bonus counts here as the judge gave it, whatever the
President decided; a penalty as the seats carry it.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise
from typing import NamedTuple

from clubsite.exact import round_half_up

from . import scoring

WHOLE = 100


class Bonuses(NamedTuple):
    """Bonuses of one kind that a judge gave: to whom, with which approval, how many, and their sum in points."""

    role: str
    approval: str
    count: int
    points: Decimal


class RoleBonuses(NamedTuple):
    """The bonuses of one role: how many, their sum in points with 1 decimal, their share in percent with 1 decimal."""

    role: str
    count: int
    points: Decimal
    share: Decimal


@dataclass(frozen=True)
class Record:
    """What a judge did in a season: games by result, penalties in points, bonuses, requests for other penalties."""

    judge: Hashable
    name: str
    results: Mapping[str, int]
    penalty: Decimal
    bonuses: tuple[Bonuses, ...] = ()
    penalty_requests: Mapping[str, int] = field(default_factory=dict)

    @property
    def games(self) -> int:
        return sum(self.results.values())

    @property
    def red_wins(self) -> int:
        return self.results.get(scoring.RED_WIN, 0)

    @property
    def black_wins(self) -> int:
        return self.results.get(scoring.BLACK_WIN, 0)

    @property
    def draws(self) -> int:
        return self.results.get(scoring.DRAW, 0)

    @property
    def bonus_count(self) -> int:
        return sum(each.count for each in self.bonuses)

    @property
    def bonus_points(self) -> Decimal:
        """The sum of the bonuses as given, in points with 1 decimal."""
        return sum((each.points for each in self.bonuses), Decimal("0.0"))

    @property
    def bonus_per_game(self) -> Decimal | None:
        """The average of the bonuses of a game, in points with 2 decimals, half up; None without games."""
        return _average(self.bonus_points, self.games)

    @property
    def bonus_per_bonus(self) -> Decimal | None:
        """The average of a bonus, in points with 2 decimals, half up; None without bonuses."""
        return _average(self.bonus_points, self.bonus_count)

    @cached_property
    def by_role(self) -> list[RoleBonuses]:
        """The bonuses of each role; counts, points and shares add up to those of all."""
        given = [[each for each in self.bonuses if each.role == role] for role in scoring.ROLES]
        points = [sum((each.points for each in bonuses), Decimal("0.0")) for bonuses in given]
        counts = [sum(each.count for each in bonuses) for bonuses in given]
        return list(map(RoleBonuses, scoring.ROLES, counts, points, shares(points)))

    @property
    def red_share(self) -> Decimal:
        """The red team's share of the bonuses' points, in percent: that of its roles together."""
        return sum(row.share for row in self.by_role if row.role in scoring.RED)

    @property
    def black_share(self) -> Decimal:
        """The black team's share of the bonuses' points, in percent: that of its roles together."""
        return sum(row.share for row in self.by_role if row.role in scoring.BLACK)

    @property
    def requests(self) -> dict[str, int]:
        """How many exceptional bonuses and penalties the President approved, rejected, and has not decided on."""
        asked = Counter(self.penalty_requests)
        for each in self.bonuses:
            asked[each.approval] += each.count
        return {approval: asked[approval] for approval in scoring.REQUESTS}


def together(records: Iterable[Record]) -> Record:
    """Return what several judges did, as one record without a judge."""
    results, requests = Counter(), Counter()
    penalty, bonuses = Decimal("0.00"), []
    for record in records:
        results.update(record.results)
        requests.update(record.penalty_requests)
        penalty += record.penalty
        bonuses += record.bonuses
    return Record(None, "", results, penalty, tuple(bonuses), requests)


def _average(points: Decimal, count: int) -> Decimal | None:
    return round_half_up(Fraction(points) / count, 2) if count else None


def shares(parts: Iterable[Decimal]) -> list[Decimal]:
    """Return each part's share in percent with 1 decimal; all 0 when there is nothing to share.

    What is rounded, half up, are the running sums: so the shares add up to 100.
    """
    running = list(accumulate(map(Fraction, parts)))
    whole = running[-1] or 1
    rounded = [Decimal("0.0"), *(round_half_up(WHOLE * part / whole, 1) for part in running)]
    return [upper - lower for lower, upper in pairwise(rounded)]
