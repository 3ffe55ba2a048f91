"""Boards on paper: an empty sheet to fill in by hand, and a recorded one; both in the order of the form."""

from typing import Any

from django.views.generic import DetailView, TemplateView

from .. import baf
from ..models import Board
from ..wording import POWER_NAMES, sum_sentence


class SheetMixin:
    """What every sheet shows: a row for each power, and of a board what was recorded."""

    template_name = "tournaments/sheet.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        board = getattr(self, "object", None)
        seats = {seat.power: seat for seat in board.seats.all()} if board else {}
        return super().get_context_data(
            rows=[
                {
                    "name": POWER_NAMES[power],
                    "seat": seats.get(power),
                    "no_units": power in seats and not seats[power].has_units,
                    "no_home_centre": power in seats and not seats[power].holds_home_centre,
                }
                for power in baf.POWERS
            ],
            total=sum_sentence(sum(seat.centres for seat in seats.values())) if seats else "",
            most=baf.CENTRES,
            **kwargs,
        )


class EmptySheetView(SheetMixin, TemplateView):
    """An empty board."""


class BoardSheetView(SheetMixin, DetailView):
    """The sheet of a board."""

    queryset = Board.objects.with_seats()
    context_object_name = "board"
