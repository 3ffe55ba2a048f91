"""Official tables as an admin would load them."""

from collections.abc import Mapping
from decimal import Decimal

from tournaments import baf
from tournaments.models import StoredTable

ONE_CELL = {(8, 7): "60"}


def make_table(
    version: str = "official-1",
    sole_top: Mapping[baf.Cell, str] = ONE_CELL,
    survivor: Mapping[baf.Cell, str] | None = None,
    shared_top: Mapping[baf.Cell, str] | None = None,
    source: str = "The club",
) -> StoredTable:
    """Build a table of a few cells; it is not stored yet."""
    table = StoredTable(version=version, source=source)
    given = zip(baf.TABLE_OUTCOMES, (sole_top, survivor or {}, shared_top or {}), strict=True)
    table.take(
        {
            outcome: {cell: Decimal(points).quantize(Decimal("0.001")) for cell, points in cells.items()}
            for outcome, cells in given
        }
    )
    return table
