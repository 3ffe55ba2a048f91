"""The chart of players' points over the evenings of a season: where its lines and its grid stand. Pure."""

import datetime
from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import accumulate
from math import ceil, floor
from typing import NamedTuple

from clubsite.chart import BOTTOM, LEFT, OUTLINES, RIGHT, TOP, Mark, grid_step, path, some_of

MOST_DATES = 6
MOST_MARKED = 25  # evenings; on more of them the marks would cover the lines
NOTHING = Decimal("0.00")

Gained = Mapping[datetime.date, Decimal]


class Totals(NamedTuple):
    """The evenings on which somebody chosen played, and each one's points after each of them, by their key."""

    evenings: Sequence[datetime.date]
    points: Mapping[int, Sequence[Decimal]]


class Line(NamedTuple):
    """A player's line: its number, from 1, gives it a colour and the outline of its marks."""

    player: int
    number: int
    points: Sequence[tuple[int, int]]
    marked: Sequence[tuple[int, int]]

    @property
    def shape(self) -> str:
        """The outline of the line's marks."""
        return OUTLINES[self.number - 1]

    @property
    def path(self) -> str:
        """The points as SVG takes them."""
        return path(self.points)


class Chart(NamedTuple):
    """All that a template draws."""

    evenings: Sequence[Mark]
    levels: Sequence[Mark]
    lines: Sequence[Line]


def running_totals(gained: Mapping[int, Gained]) -> Totals:
    """Add up each player's points from evening to evening; who was away stays where they were."""
    evenings = sorted({evening for by_evening in gained.values() for evening in by_evening})
    return Totals(
        evenings,
        {
            player: list(accumulate(by_evening.get(evening, NOTHING) for evening in evenings))
            for player, by_evening in gained.items()
        },
    )


def points_chart(totals: Totals) -> Chart | None:
    """Lay out the running totals of at most seven players, each from 0 on; None where nobody played."""
    if not totals.evenings:
        return None
    last = len(totals.evenings)
    reached = [points for line in totals.points.values() for points in line]
    low, high = min(NOTHING, *reached), max(NOTHING, *reached)
    step = grid_step(high - low)
    bottom, top = floor(low / step), max(ceil(high / step), 1)

    def x(evening: int) -> int:
        return LEFT + (RIGHT - LEFT) * evening // last

    def y(points: Decimal | int) -> int:
        return BOTTOM - round((BOTTOM - TOP) * (points - bottom * step) / ((top - bottom) * step))

    lines = []
    for number, (player, line) in enumerate(totals.points.items(), start=1):
        points = [(x(evening), y(reached)) for evening, reached in enumerate([NOTHING, *line])]
        lines.append(Line(player, number, points, points if last <= MOST_MARKED else points[-1:]))
    return Chart(
        evenings=[Mark(totals.evenings[index], x(index + 1)) for index in some_of(last, MOST_DATES)],
        levels=[Mark(level * step, y(level * step)) for level in range(bottom, top + 1)],
        lines=lines,
    )
