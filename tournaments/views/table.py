"""The page of the BAF table, with its calculator."""

from decimal import Decimal
from typing import Any, NamedTuple

from django.http import HttpResponse
from django.utils.cache import patch_vary_headers
from django.views.generic import TemplateView

from .. import baf
from ..calculator import CalculatorForm

OWN = range(1, baf.SOLO)
RIVALS = range(baf.SOLO)
SHARING = range(2, len(baf.POWERS) + 1)


class Cell(NamedTuple):
    """A cell of the table as it is shown: points, what earns them, and whether the source prints them."""

    points: Decimal
    outcome: str
    published: bool


def _cell(outcome: str, key: baf.Cell) -> Cell | None:
    table = baf.generated_table()
    cells = {baf.SOLE_TOP: table.sole_top, baf.SURVIVOR: table.survivor, baf.SHARED_TOP: table.shared_top}[outcome]
    return Cell(cells[key], outcome, table.is_published(outcome, key)) if key in cells else None


def _against(own: int, rival: int) -> Cell | None:
    if own == rival:
        return _cell(baf.SHARED_TOP, (own, 2))
    return _cell(baf.SOLE_TOP if own > rival else baf.SURVIVOR, (own, rival))


def double_entry() -> list[tuple[int, list[Cell | None]]]:
    """List own centres 1 to 17, each with a cell for every best rival of 0 to 17; equal counts are two who share."""
    return [(own, [_against(own, rival) for rival in RIVALS]) for own in OWN]


def shared_tops() -> list[tuple[int, list[Cell | None]]]:
    """List centres 1 to 17, each with a cell for 2 to 7 who share; None where the board has too few centres."""
    return [(own, [_cell(baf.SHARED_TOP, (own, sharing)) for sharing in SHARING]) for own in OWN]


class TableView(TemplateView):
    """The table as a page; for htmx, which asks while somebody types, the calculator alone."""

    template_name = "tournaments/baf.html"

    def get_template_names(self) -> list[str]:
        return ["tournaments/includes/calculator.html"] if self.request.htmx else [self.template_name]

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            calculator=CalculatorForm(self.request.GET),
            powers=baf.POWERS,
            version=baf.generated_table().version,
            rivals=RIVALS,
            sharings=SHARING,
            double_entry=double_entry,
            shared_tops=shared_tops,
            **kwargs,
        )

    def render_to_response(self, context: dict[str, Any], **kwargs: Any) -> HttpResponse:
        response = super().render_to_response(context, **kwargs)
        patch_vary_headers(response, ["HX-Request"])
        return response
