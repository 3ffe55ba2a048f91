"""What a player did over all tournaments, and on boards with another player. Pure.

Source: sources/000_c74bac1a13f41af2.txt, with B1, B5 and B6 of rules-baf.md. Points have 3 decimals.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from clubsite.chart import BOTTOM, LEFT, RIGHT, TOP, Mark, grid_step, path, some_of
from clubsite.exact import round_half_up

from . import baf

MOST_MARKS = 8
MOST_MARKED = 40  # boards; on more of them the marks would cover the line


class Played(NamedTuple):
    """A player's board: the score before and after the weights, provisional while it runs, and whatever names it.

    `begun`: something has been entered of the board; before, its scores are those of the start.
    `holds_top`: of two players of a power, a top of it counts for this one (B6). `left`: somebody else finished it;
    `shared`: there was somebody else.
    """

    power: str
    centres: int
    outcome: str
    score: Decimal
    points: Decimal
    finished: bool = True
    begun: bool = True
    holds_top: bool = True
    left: bool = False
    shared: bool = False
    credit: Fraction = Fraction(1)
    board: object = None

    @property
    def has_outcome(self) -> bool:
        """A top counts for who holds it, anything else for who finished the board."""
        return self.holds_top if self.outcome in baf.TOPS else not self.left


@dataclass(frozen=True)
class PowerRecord:
    """What a player did with one power, or with all (""): `ended` of the boards to their end, with so many centres."""

    power: str
    boards: int
    ended: int
    centres: int
    best: Played
    tops: int
    shared: int
    solos: int
    survivals: int
    eliminations: int

    @property
    def average_centres(self) -> Decimal | None:
        """The centres at the end of a board on the average, with 2 decimals, half up; None if all were left."""
        return round_half_up(Fraction(self.centres, self.ended), 2) if self.ended else None


def by_power(played: Iterable[Played]) -> list[PowerRecord]:
    """Return the records of the powers played on finished boards, in the order of the powers, and of all together.

    Who left a board has played it.
    """
    finished = [each for each in played if each.finished]
    groups = [(power, [each for each in finished if each.power == power]) for power in baf.POWERS]
    return [_record(power, boards) for power, boards in [*groups, ("", finished)] if boards]


def _record(power: str, boards: Sequence[Played]) -> PowerRecord:
    ended = [each for each in boards if not each.left]
    outcomes = Counter(each.outcome for each in boards if each.has_outcome)
    return PowerRecord(
        power=power,
        boards=len(boards),
        ended=len(ended),
        centres=sum(each.centres for each in ended),
        best=max(boards, key=lambda each: each.points),
        tops=sum(outcomes[outcome] for outcome in baf.SOLE_TOPS),
        shared=outcomes[baf.SHARED_TOP],
        solos=outcomes[baf.SOLO_WIN],
        survivals=outcomes[baf.SURVIVOR],
        eliminations=outcomes[baf.ELIMINATED] + outcomes[baf.LOST_TO_SOLO],
    )


def best_results(played: Iterable[Played], most: int) -> list[Played]:
    """Return the boards of the highest weighted scores above 0, the best first; equals as they stand."""
    worth = [each for each in played if each.finished and each.points]
    return sorted(worth, key=lambda each: each.points, reverse=True)[:most]


def solos(played: Iterable[Played]) -> list[Played]:
    """Return the boards that the player won with a solo."""
    return [each for each in played if each.finished and each.holds_top and each.outcome == baf.SOLO_WIN]


class ScoresChart(NamedTuple):
    """The weighted scores board by board: where the line, its marks and the grid stand, in whole units."""

    labels: Sequence[Mark]
    levels: Sequence[Mark]
    points: Sequence[tuple[int, int]]
    marked: Sequence[tuple[int, int]]

    @property
    def path(self) -> str:
        """The points as SVG takes them."""
        return path(self.points)


def scores_chart(scores: Sequence[Decimal]) -> ScoresChart | None:
    """Lay out the weighted scores of boards, the first played first; None where no line can be drawn."""
    if len(scores) < 2:
        return None
    last = len(scores) - 1
    step = grid_step(max(scores))
    top = max(ceil(max(scores) / step), 1)

    def y(points: Decimal | int) -> int:
        return BOTTOM - round((BOTTOM - TOP) * points / (top * step))

    points = [(LEFT + (RIGHT - LEFT) * index // last, y(score)) for index, score in enumerate(scores)]
    return ScoresChart(
        labels=[Mark(index + 1, points[index][0]) for index in some_of(len(scores), MOST_MARKS)],
        levels=[Mark(level * step, y(level * step)) for level in range(top + 1)],
        points=points,
        marked=points if len(scores) <= MOST_MARKED else points[-1:],
    )


class Meeting(NamedTuple):
    """A board that two players were on, with what each played."""

    board: object
    own: Played
    other: Played


@dataclass(frozen=True)
class Duel:
    """How often each of two players had more weighted points on their finished boards, seen from the first."""

    boards: int
    more: int
    less: int

    @property
    def equal(self) -> int:
        return self.boards - self.more - self.less


def duel(meetings: Iterable[Meeting]) -> Duel:
    """Compare the weighted scores of two players on the finished boards that both were on (B5, B6)."""
    pairs = [(each.own.points, each.other.points) for each in meetings]
    more, less = sum(one > two for one, two in pairs), sum(one < two for one, two in pairs)
    return Duel(len(pairs), more, less)
