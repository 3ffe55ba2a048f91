"""The chart of a board's centres over the years: where its lines, labels and grid stand. Pure.

Coordinates are whole units of a drawing WIDTH × HEIGHT, from its top left corner.
"""

from collections.abc import Sequence
from typing import NamedTuple

from clubsite.chart import OUTLINES, Mark, path

from .baf import FIRST_YEAR, OPENING_CENTRES, POWERS, SOLO
from .years import Counts, last_counted_year

WIDTH, HEIGHT = 720, 340
LEFT, RIGHT, TOP, BOTTOM = 32, 580, 16, 308  # the edges of the plot; the names stand to its right
LABEL_GAP = 18
STEP = 5
LOWEST_TOP = 10
MOST_YEAR_MARKS = 16

SHAPES = dict(zip(POWERS, OUTLINES, strict=True))


class Line(NamedTuple):
    """A power's line, its last count, and the height at which its name stands clear of the others."""

    power: str
    points: Sequence[tuple[int, int]]
    centres: int
    label_at: int

    @property
    def shape(self) -> str:
        """The outline of the power's mark."""
        return SHAPES[self.power]

    @property
    def path(self) -> str:
        """The points as SVG takes them."""
        return path(self.points)


class Chart(NamedTuple):
    """All that a template draws; `solo_at` is the height of 18 centres, None where nobody came near."""

    years: Sequence[Mark]
    centres: Sequence[Mark]
    lines: Sequence[Line]
    solo_at: int | None


def centres_chart(counts: Counts) -> Chart | None:
    """Lay out the centres by power and year, from the opening position on; None where nothing is counted."""
    last = last_counted_year(counts)
    if last is None:
        return None
    start = FIRST_YEAR - 1
    highest = max(count for by_year in counts.values() for count in by_year.values())
    top = max(LOWEST_TOP, -(-highest // STEP) * STEP)

    def x(year: int) -> int:
        return LEFT + (RIGHT - LEFT) * (year - start) // (last - start)

    def y(centres: int) -> int:
        return BOTTOM - (BOTTOM - TOP) * centres // top

    by_power = {power: {start: OPENING_CENTRES[power], **by_year} for power, by_year in counts.items()}
    ends = {power: by_year[max(by_year)] for power, by_year in by_power.items()}
    highest_first = sorted(ends, key=lambda power: (-ends[power], power))
    labels = dict(zip(highest_first, _spread([y(ends[power]) for power in highest_first]), strict=True))
    return Chart(
        years=[Mark(year, x(year)) for year in range(start, last + 1, 1 + (last - start) // MOST_YEAR_MARKS)],
        centres=[Mark(centres, y(centres)) for centres in range(0, top + 1, STEP)],
        lines=[
            Line(power, [(x(year), y(by_year[year])) for year in sorted(by_year)], ends[power], labels[power])
            for power, by_year in sorted(by_power.items())
        ],
        solo_at=y(SOLO) if top >= SOLO else None,
    )


def _spread(heights: Sequence[int]) -> list[int]:
    """Move heights, sorted from the top, apart by the gap of a label, and none below the plot."""
    spread: list[int] = []
    for height in heights:
        spread.append(max(height, spread[-1] + LABEL_GAP) if spread else height)
    limit = BOTTOM
    for index in reversed(range(len(spread))):
        spread[index] = min(spread[index], limit)
        limit = spread[index] - LABEL_GAP
    return spread
