"""Recomputes the stored scores of boards, by the rule and the table that wrote them."""

from collections.abc import Iterator

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from clubsite.verification import CHUNK, Number, compare

from . import baf
from .models import StoredTable
from .models.seat import NO_SCORE
from .wording import fault_sentence


def board_numbers(boards: QuerySet) -> Iterator[Number]:
    """Yield what NO_SCORE names of every seat of these boards: scores, also of who left, outcome and table version.

    Scores are in points. Three queries for each thousand. Each fault of a board that the rule forbids stands in the
    place of its scores.
    """
    table = StoredTable.objects.in_force()
    for board in boards.with_seats().order_by("round__tournament", "round__number", "table").iterator(CHUNK):
        where = (board.round.tournament, board.round, board)
        entries = board.entries()
        if faults := baf.board_faults(entries):
            for fault in faults:
                yield Number(where, _("board"), fault_sentence(fault), _("no such board"))
            continue
        stored = {seat.power: seat for seat in board.seats.all()}
        for right in board.scored(entries, table):
            yield from compare(
                (*where, right),
                {name: getattr(stored[right.power], name) for name in NO_SCORE},
                {name: getattr(right, name) for name in NO_SCORE},
            )
