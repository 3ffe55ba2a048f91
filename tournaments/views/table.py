"""The page of the BAF table, with its calculator."""

from decimal import Decimal
from functools import partial
from typing import Any, NamedTuple

from django.http import Http404, HttpResponse
from django.utils.cache import patch_vary_headers
from django.views.generic import TemplateView

from .. import baf
from ..calculator import CalculatorForm
from ..models import StoredTable

OWN = range(1, baf.SOLO)
RIVALS = range(baf.SOLO)
SHARING = range(2, len(baf.POWERS) + 1)


class Cell(NamedTuple):
    """A cell of the table as it is shown: points, what earns them, and whether they are published."""

    points: Decimal
    outcome: str
    published: bool


def _cell(table: baf.Table, outcome: str, key: baf.Cell) -> Cell | None:
    points = getattr(table, outcome).get(key)
    return None if points is None else Cell(points, outcome, table.is_published(outcome, key))


def _against(table: baf.Table, own: int, rival: int) -> Cell | None:
    if own == rival:
        return _cell(table, baf.SHARED_TOP, (own, 2))
    return _cell(table, baf.SOLE_TOP if own > rival else baf.SURVIVOR, (own, rival))


def double_entry(table: baf.Table) -> list[tuple[int, list[Cell | None]]]:
    """List own centres 1 to 17, each with a cell for every best rival of 0 to 17; equal counts are two who share."""
    return [(own, [_against(table, own, rival) for rival in RIVALS]) for own in OWN]


def shared_tops(table: baf.Table) -> list[tuple[int, list[Cell | None]]]:
    """List centres 1 to 17, each with a cell for 2 to 7 who share; None where the board has too few centres."""
    return [(own, [_cell(table, baf.SHARED_TOP, (own, sharing)) for sharing in SHARING]) for own in OWN]


class TableView(TemplateView):
    """The table in force, or the ?version= asked for; for htmx, which asks while somebody types, the calculator alone.

    The calculator scores with the table in force.
    """

    template_name = "tournaments/baf.html"

    def get_template_names(self) -> list[str]:
        return ["tournaments/includes/calculator.html"] if self.request.htmx else [self.template_name]

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        in_force = StoredTable.objects.in_force()
        context = {
            "calculator": CalculatorForm(self.request.GET, in_force),
            "powers": baf.POWERS,
            "in_force": in_force.version,
        }
        if not self.request.htmx:
            context |= self._tables(in_force)
        return super().get_context_data(**context, **kwargs)

    def _tables(self, in_force: baf.Table) -> dict[str, Any]:
        """Return what shows the table asked for, and the versions there are."""
        version = self.request.GET.get("version", in_force.version)
        stored = {each.version: each for each in StoredTable.objects.versions()}
        if version != baf.GENERATED and version not in stored:
            raise Http404
        table = in_force if version == in_force.version else StoredTable.objects.version(version)
        return {
            "version": version,
            "generated": baf.GENERATED,
            "stored": stored.get(version),
            "versions": stored.values(),
            "published": len(table.published),
            "reconstructed": len(table.cells()) - len(table.published),
            "rivals": RIVALS,
            "sharings": SHARING,
            "double_entry": partial(double_entry, table),
            "shared_tops": partial(shared_tops, table),
        }

    def render_to_response(self, context: dict[str, Any], **kwargs: Any) -> HttpResponse:
        response = super().render_to_response(context, **kwargs)
        patch_vary_headers(response, ["HX-Request"])
        return response
