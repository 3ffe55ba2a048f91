"""What the charts of both games share. Pure. Coordinates are whole units of a drawing, from its top left corner."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from itertools import count
from typing import NamedTuple

# The marks of up to seven lines, around their points: who does not see the colours can follow these.
OUTLINES = (
    "M-5 -5H5V5H-5Z",
    "M0 -7 7 0 0 7 -7 0Z",
    "M-6 0A6 6 0 1 0 6 0A6 6 0 1 0 -6 0Z",
    "M0 -7 7 5H-7Z",
    "M0 7 7 -5H-7Z",
    "M-2 -6H2V-2H6V2H2V6H-2V2H-6V-2H-2Z",
    "M0 -8 2 -2 8 -2 3 2 5 8 0 4 -5 8 -3 2 -8 -2 -2 -2Z",
)

LEFT, RIGHT, TOP, BOTTOM = 52, 560, 14, 284  # the edges of the plot in a drawing of points, 600 × 320
MOST_LEVELS = 8


class Mark(NamedTuple):
    """What stands beside the grid, and where its line is."""

    value: object
    at: int


def path(points: Sequence[tuple[int, int]]) -> str:
    """Write the points of a line as SVG takes them: "32,235 128,200"."""
    return " ".join(f"{x},{y}" for x, y in points)


def grid_step(span: Decimal) -> int:
    """Return the points between two lines of the grid: 1, 2, 5, 10, 20, 50 and so on, the first that is enough."""
    steps = (factor * 10**power for power in count() for factor in (1, 2, 5))
    return next(step for step in steps if span <= step * (MOST_LEVELS - 1))


def some_of(many: int, most: int) -> Iterable[int]:
    """Choose about `most` of the numbers 0 to `many` - 1, evenly apart, the last one among them."""
    every = 1 + (many - 1) // most
    return range((many - 1) % every, many, every)
