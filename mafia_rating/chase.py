"""What it takes to get into the TOP-10 while everybody else stands still: arithmetic, no forecast. Pure.

Source: rules 1, 3, 4 and 7 of sources/003_9e12e5c110a8750b.txt, with D4, D5 and D8 of rules-mafia.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import NamedTuple

from . import scoring
from .rating import Line, Sums, order

# A bonus above 0.5 waits for the President and is not counted on (rule 4, D5).
MOST_BONUS = scoring.BONUS_EXCEPTIONAL - scoring.BONUS_STEP
MOST_BEST_MOVE = max(scoring.BEST_MOVE.values())
MOST_EXTRA = MOST_BONUS + MOST_BEST_MOVE
# Every multiple of 0.05 is a sum of bonuses (0.1 to 0.5) and best moves (0.25, 0.4) of won games, but 0.05, 0.15 and
# the one below the most.
STEP = Decimal("0.05")
NO_SUMS = (Decimal("0.05"), Decimal("0.15"))


class Way(NamedTuple):
    """A number of further wins, and the points of bonuses and best moves needed in them, with 2 decimals."""

    wins: int
    extra: Decimal


@dataclass(frozen=True)
class Chase:
    """A player below the line, and the last one in."""

    line: Line
    last_in: Line

    @property
    def behind(self) -> Decimal:
        """The points behind the last one in."""
        return self.last_in.points - self.line.points

    @property
    def ways(self) -> list[Way]:
        """The ways in, that of wins alone first: worked out for those who are looked at."""
        return ways(self.line, self.last_in)


class Guard(NamedTuple):
    """A player in the TOP-10, and the points ahead of the best one below the line; None where nobody is below."""

    line: Line
    ahead: Decimal | None


def guards(table: Sequence[Line]) -> list[Guard]:
    """Return those of a season table who are in, with how far each is from the line."""
    out = next((line for line in table if not line.in_top), None)
    return [Guard(line, line.points - out.points if out else None) for line in table if line.in_top]


def chases(table: Sequence[Line]) -> list[Chase]:
    """Return those of a season table who are out, with how far each is from the line and what it takes to get in."""
    inside, outside = [line for line in table if line.in_top], [line for line in table if not line.in_top]
    return [Chase(line, inside[-1]) for line in outside]


def ways(out: Sums, last_in: Sums) -> list[Way]:
    """Return the ways of a player below the line past or level with the last one in.

    That is place 10 or better by points, final and wins (D8), since the ten best of the others stand still. First the
    smallest number of further wins, 2 points each (rule 1); then, where fewer do with bonuses and best moves (rules 3
    and 4), one win fewer with the smallest sum of them, and the fewest wins of all with theirs.
    """
    behind = last_in.points - out.points
    wins = next(
        count
        for count in _from(behind / scoring.WIN_POINTS)
        if order(after(out, Way(count, scoring.NOTHING))) >= order(last_in)
    )
    most_a_win = scoring.WIN_POINTS + MOST_EXTRA
    fewer = (_least_extra(out, last_in, count) for count in (wins - 1, *_from(behind / most_a_win)) if 0 < count < wins)
    with_extra = dict.fromkeys(way for way in fewer if way)
    return [Way(wins, scoring.NOTHING), *list(with_extra)[:2]]


def after(sums: Sums, way: Way) -> Sums:
    """Return a player's sums after further wins: games, wins and points change, and with them the final."""
    points = sums.points + way.wins * scoring.WIN_POINTS + way.extra
    return replace(sums, games=sums.games + way.wins, wins=sums.wins + way.wins, points=points)


def is_reachable(extra: Decimal, wins: int) -> bool:
    """Say whether the bonuses and best moves of so many won games of a player can add up to a multiple of 0.05."""
    most = wins * MOST_EXTRA
    return 0 <= extra <= most and extra not in (*NO_SUMS, most - STEP)


def _from(quotient: Decimal) -> tuple[int, int]:
    """Return the two whole numbers, at least 1, of which one is the first that will do: it brings level, or past."""
    first = max(1, int(quotient))
    return first, first + 1


def _least_extra(out: Sums, last_in: Sums, wins: int) -> Way | None:
    """Return so many wins with the least that makes them enough; None where the most does not."""
    level = last_in.points - after(out, Way(wins, scoring.NOTHING)).points
    # Level in points may not do for the final; a step of points more always does.
    for extra in (level + n * STEP for n in range(5)):
        if is_reachable(extra, wins) and order(after(out, way := Way(wins, extra))) >= order(last_in):
            return way
    return None
