"""The spreadsheet to start from: the columns that the import knows, and in XLSX a second sheet that explains them."""

from django.utils.translation import gettext as _
from tablib import Databook, Dataset

from ..wording import GROUND_NAMES
from .columns import COLUMNS

FORMATS = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def template(kind: str) -> bytes:
    """Return the template in one of FORMATS."""
    games = Dataset(headers=[column.name for column in COLUMNS], title=_("Games"))
    if kind == "csv":
        # Excel reads a CSV as UTF-8 only with a byte order mark.
        return games.export("csv").encode("utf-8-sig")
    return Databook([games, _explained()]).export("xlsx")


def _explained() -> Dataset:
    explained = Dataset(headers=[_("Column"), _("Meaning"), _("What stands in it")], title=_("Columns"))
    for column in COLUMNS:
        explained.append([column.name, str(column.label), str(column.help)])
    for ground, name in GROUND_NAMES.items():
        explained.append(["penalty", str(name), ground])
    return explained
