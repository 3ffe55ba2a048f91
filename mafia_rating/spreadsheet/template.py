"""The spreadsheet to start from: the columns that the import knows; in XLSX two more sheets explain and show them."""

import csv
import datetime
import io
from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from ..wording import GROUND_NAMES
from .columns import COLUMNS

FORMATS = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}

TEXT = "@"  # the format in which a spreadsheet program leaves "4 6 8" as it was typed
NARROWEST, WIDEST = 12, 50  # characters

NAMES = [column.name for column in COLUMNS]
EXAMPLE_OF_GAME = {
    "date": datetime.date(2025, 10, 3),
    "table": 1,
    "game": 1,
    "judge": "Atlas",
    "result": "black win",
    "first_killed": 5,
    "best_move": "4 6 8",
}
EXAMPLE_SEATS = (
    {"player": "Fox", "role": "citizen"},
    {"player": "Owl", "role": "citizen", "penalty": "broke_on_ten"},
    {"player": "Wolf", "role": "sheriff", "bonus": 0.3},
    {"player": "Raven", "role": "mafia", "bonus": 0.5},
    {"player": "Bear", "role": "citizen"},
    {"player": "Lynx", "role": "don"},
    {"player": "Hare", "role": "citizen", "removal": "affected"},
    {"player": "Mole", "role": "mafia"},
    {"player": "Stork", "role": "citizen"},
    {"player": "Badger", "role": "citizen"},
)


def template(kind: str) -> bytes:
    """Return the template in one of FORMATS."""
    return _csv() if kind == "csv" else _xlsx()


def _csv() -> bytes:
    text = io.StringIO()
    csv.writer(text).writerow(NAMES)
    return text.getvalue().encode("utf-8-sig")  # Excel reads a CSV as UTF-8 only with a byte order mark


def _xlsx() -> bytes:
    book = Workbook()
    games = book.active
    games.title = _("Games")
    _fill(games, NAMES, [])
    _fill(book.create_sheet(_("Columns")), [_("Column"), _("Meaning"), _("What stands in it")], _explained())
    _fill(book.create_sheet(_("Example")), NAMES, _example())
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def _fill(sheet: Worksheet, headings: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    for row in (headings, *rows):
        sheet.append(row)
    sheet.freeze_panes = "A2"
    for cells in sheet.iter_cols():
        cells[0].font = Font(bold=True)
        column = sheet.column_dimensions[get_column_letter(cells[0].column)]
        column.width = min(max(NARROWEST, *(len(str(cell.value or "")) + 2 for cell in cells)), WIDEST)
        if cells[0].value == "best_move":
            column.number_format = TEXT


def _explained() -> list[tuple[str, str, str]]:
    columns = [(column.name, str(column.label), str(column.help)) for column in COLUMNS]
    return columns + [("penalty", str(name), ground) for ground, name in GROUND_NAMES.items()]


def _example() -> list[list[object]]:
    first, *others = [{"seat": seat, **cells} for seat, cells in enumerate(EXAMPLE_SEATS, 1)]
    return [[row.get(name) for name in NAMES] for row in ({**EXAMPLE_OF_GAME, **first}, *others)]
