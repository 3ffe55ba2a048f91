"""What another BAF table would change, seen before it is put in force: cells, stored scores, places. Stores nothing."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple

from . import baf
from .models import Board, Seat, Tournament
from .models.seat import Part
from .models.tournament import results_by_tournament
from .wording import cell_phrase


class CellChange(NamedTuple):
    """A cell with its points in one table and in another."""

    outcome: str
    cell: baf.Cell
    old: Decimal
    new: Decimal

    def __str__(self) -> str:
        return cell_phrase(self.outcome, self.cell)


class ScoreChange(NamedTuple):
    """A player of a seat, and the seat as it is stored, and with the scores of the new table."""

    board: Board
    old: Seat
    new: Seat
    old_part: Part
    new_part: Part


class PlaceChange(NamedTuple):
    """A player's line in the standings of a tournament, by the stored scores and by the new ones."""

    tournament: Tournament
    old: baf.Standing
    new: baf.Standing


@dataclass(frozen=True)
class TableChange:
    """The change from the table in force, `old`, to a `new` one; three queries, however many boards there are."""

    old: baf.Table
    new: baf.Table

    @cached_property
    def cells(self) -> list[CellChange]:
        """The cells whose points change."""
        before = self.old.cells()
        return _differing((key, before[key], points) for key, points in self.new.cells().items())

    @cached_property
    def contradictions(self) -> list[CellChange]:
        """The cells for which the source prints other points (`old`) than the new table has."""
        law = baf.generated_table()
        printed, points = law.cells(), self.new.cells()
        return _differing((key, printed[key], points[key]) for key in law.published)

    @property
    def reconstructed(self) -> int:
        """How many cells of the new table are not published."""
        return len(self.new.cells()) - len(self.new.published)

    @cached_property
    def scores(self) -> list[ScoreChange]:
        """The stored scores that change, by tournament, round and table."""
        return [
            ScoreChange(each.board, old, new, *parts)
            for each in Board.objects.newest_first().rescored(self.new)
            for old, new in each.differing()
            if _points(old) != _points(new)
            for parts in zip(old.parts(), new.parts(), strict=True)
        ]

    @cached_property
    def places(self) -> list[PlaceChange]:
        """The lines of the standings, of finished boards, whose place or total changes."""
        weighted = {(each.board.pk, each.new_part.player.pk): each.new_part.weighted_score for each in self.scores}
        tournaments = {each.board.round.tournament_id: each.board.round.tournament for each in self.scores}
        results = results_by_tournament(Seat.objects.filter(round__tournament__in=tournaments), origins=True)
        changes = []
        for pk, tournament in tournaments.items():
            after = [
                replace(each, points=weighted.get((each.origin.board, each.player.pk), each.points))
                for each in results[pk]
            ]
            new_lines = {line.player: line for line in baf.standings(after, tournament.counted_rounds)}
            for old in baf.standings(results[pk], tournament.counted_rounds):
                new = new_lines[old.player]
                if (old.place, old.total) != (new.place, new.total):
                    changes.append(PlaceChange(tournament, old, new))
        return changes

    @property
    def moves(self) -> int:
        """How many players change their place."""
        return sum(change.old.place != change.new.place for change in self.places)


def _points(seat: Seat) -> tuple[Decimal | None, ...]:
    return seat.score, seat.weighted_score, seat.left_weighted_score


def _differing(cells: Iterable[tuple[tuple[str, baf.Cell], Decimal, Decimal]]) -> list[CellChange]:
    return sorted(CellChange(*key, old, new) for key, old, new in cells if old != new)
