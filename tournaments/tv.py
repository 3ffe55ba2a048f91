"""The screen of a playing room: the boards of the current round, then the standings, in pictures that fill it."""

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from django.db.models import Q

from clubsite.names import natural_key

from . import baf
from .models import Board, Round, Tournament

Item = TypeVar("Item")

SECONDS = 15  # each picture stays, long enough to find a name on it
BOARDS = 6  # of a picture: two rows of three, or three of two on a screen that stands upright
ROWS = 14  # of a column of the standings; two columns make a picture


class Row(NamedTuple):
    """A line of the standings with the result of the current round: whether it counts, and whether its board runs.

    `provisional`: a running board counts in the total.
    """

    line: baf.Standing
    result: baf.Result | None
    counts: bool
    running: bool
    provisional: bool


class Picture(NamedTuple):
    """What the screen shows at once: boards, or columns of the standings, or neither when there is nothing to show."""

    boards: Sequence[Board] = ()
    columns: Sequence[Sequence[Row]] = ()


def evenly(items: Sequence[Item], most: int) -> list[Sequence[Item]]:
    """Split items into as few parts of at most `most` as hold them, all about as long."""
    parts = -(-len(items) // most)
    size = -(-len(items) // max(parts, 1))
    return [items[start : start + size] for start in range(0, len(items), size or 1)]


class Screen:
    """All pictures of a tournament in their order, at least one; four queries.

    `round` is the latest that has boards (None: there is none yet). `running` is how many boards count as they stand,
    so that the standings are provisional.
    """

    def __init__(self, tournament: Tournament) -> None:
        self.round: Round | None = tournament.rounds.current()
        current_or_running = Q(round=self.round) | Q(finished=False)
        boards = Board.objects.filter(current_or_running, round__tournament=tournament).with_seats().with_begun()
        running = {board.pk for board in boards if not board.finished and board.begun}
        self.running = len(running)
        seated = [board for board in boards if board.round == self.round]
        rows = [self._row(line, running) for line in tournament.standings(running, origins=True)]
        self.pictures = [
            *(Picture(boards=part) for part in evenly(sorted(seated, key=_by_table), BOARDS)),
            *(Picture(columns=evenly(part, ROWS)) for part in evenly(rows, 2 * ROWS)),
        ] or [Picture()]

    def _row(self, line: baf.Standing, running: set[int]) -> Row:
        number = self.round.number
        result = line.results.get(number)
        runs = [each.round for each in line.results.values() if each.origin.board in running]
        return Row(line, result, number in line.counted, number in runs, bool(runs))

    def number(self, asked: str) -> int:
        """Return which picture is asked for; the first for anything else, since the cycle may have become shorter."""
        number = int(asked) if asked.isdecimal() and len(asked) < 4 else 1
        return number if 1 <= number <= len(self.pictures) else 1

    def beside(self, number: int, step: int) -> int:
        """Return the number of the picture so many steps on; after the last comes the first."""
        return (number - 1 + step) % len(self.pictures) + 1


def _by_table(board: Board) -> tuple[str | int, ...]:
    return natural_key(board.table)
