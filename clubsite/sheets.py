"""Untrusted tables, CSV or XLSX, read into rows of text. Pure, no Django model; the sentences are Django's.

Whatever takes a table from a file reads it here: games, players' lists, the official BAF table.
"""

import csv
import datetime
import io
import math
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext_lazy as _
from openpyxl import load_workbook

from .exact import round_half_up

MOST_BYTES = 5 * 1024 * 1024
MOST_UNPACKED = 16 * 1024 * 1024  # three times the longest list of games; openpyxl takes a second for each megabyte
MOST_ROWS = 30_000
MOST_COLUMNS = 60
MOST_CHARACTERS = 300  # of a cell
PLACES = 4  # of a number that a spreadsheet has computed
DELIMITERS = ",;\t"
ZIP = b"PK\x03\x04"

Row = tuple[int, tuple[str, ...]]  # its number and its cells

FAULTS = {
    "too_large": _("There is more in this file than %(most)s, the most that can be read."),
    "not_utf8": _("This is no text in UTF-8: save the table as “CSV UTF-8” and choose that file."),
    "nul": _("There is a NUL character in this file: it is no table."),
    "broken_quotes": _("A quotation mark is not closed, or stands in the middle of a cell."),
    "not_xlsx": _("This XLSX file cannot be read: open it in your spreadsheet program and save it again."),
    "empty": _("The table has no rows below its headings."),
    "too_many_rows": _("The table has more than %(most)s rows."),
    "too_many_columns": _("The table has more than %(most)s columns."),
    "cell_long": _("A cell is longer than %(most)s characters."),
}


class SheetError(ValueError):
    """A table cannot be read: `sentence` says why, and `row` where; 0 is the table as a whole."""

    def __init__(self, code: str, row: int = 0, **params: object) -> None:
        self.code, self.row = code, row
        self.sentence = str(FAULTS[code]) % params
        located = str(_("Row %(row)s: %(fault)s")) % {"row": row, "fault": self.sentence}
        super().__init__(located if row else self.sentence)


@dataclass(frozen=True)
class Sheet:
    """The headings of a table and its rows below, each with its number as a spreadsheet counts it; cells are text."""

    headings: tuple[str, ...]
    rows: tuple[Row, ...]


def read_sheet(content: bytes) -> Sheet:
    """Read a CSV file (UTF-8; commas, semicolons or tabs) or the first sheet of an XLSX file that is not hidden.

    Rows without content are left out, numbers of a spreadsheet become decimals as text, dates ISO dates. A title
    above the headings is passed over; these and all rows get the width of the widest. Raises SheetError.
    """
    _refuse_larger(len(content), MOST_BYTES)
    packed = content.startswith(ZIP)
    rows = list(_filled(_xlsx_lines(content)) if packed else csv_rows(decode(content, MOST_BYTES)))
    if len(rows) < 2:
        raise SheetError("empty")
    while len(rows) > 2 and _filled_cells(rows[0]) == 1 < _filled_cells(rows[1]):
        rows.pop(0)
    width = max(len(cells) for _number, cells in rows)
    (_number, headings), *rows = [(number, (*cells, *[""] * (width - len(cells)))) for number, cells in rows]
    return Sheet(headings, tuple(rows))


def decode(content: bytes, most: int) -> str:
    """Return the text of a file in UTF-8, without a byte order mark. SheetError, for more than `most` bytes too."""
    _refuse_larger(len(content), most)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SheetError("not_utf8") from None


def csv_rows(text: str) -> Iterator[Row]:
    """Yield the rows of a CSV that hold something, each with its number as a spreadsheet counts it.

    The first row tells commas, semicolons and tabs apart. Cells lose needless spaces, rows the empty cells at their
    ends. Raises SheetError where it comes to a row that cannot be read.
    """
    return _filled(_csv_lines(text))


def _filled_cells(row: Row) -> int:
    return sum(map(bool, row[1]))


def _refuse_larger(size: int, most: int) -> None:
    if size > most:
        raise SheetError("too_large", most=filesizeformat(most))


def _filled(lines: Iterable[Iterable[object]]) -> Iterator[Row]:
    for number, line in enumerate(lines, 1):
        if number > MOST_ROWS:
            raise SheetError("too_many_rows", most=MOST_ROWS)
        cells = [_text(value) for value in line]
        while cells and not cells[-1]:
            cells.pop()
        if len(cells) > MOST_COLUMNS:
            raise SheetError("too_many_columns", most=MOST_COLUMNS)
        if any(len(cell) > MOST_CHARACTERS for cell in cells):
            raise SheetError("cell_long", row=number, most=MOST_CHARACTERS)
        if cells:
            yield number, tuple(cells)


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, datetime.datetime):
        value = value.date()
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, float) and math.isfinite(value):
        # The library reads numbers as floats; their shortest text is what the spreadsheet shows.
        value = f"{round_half_up(Decimal(repr(value)), PLACES).normalize():f}"
    return " ".join(str(value).split())


def _csv_lines(text: str) -> Iterator[list[str]]:
    if "\0" in text:
        raise SheetError("nul")
    first = next(filter(str.strip, text.splitlines()), "")
    delimiter = max(DELIMITERS, key=first.count)
    row = 1
    try:
        for line in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True):
            yield line
            row += 1
    except csv.Error:
        raise SheetError("broken_quotes", row) from None


def _xlsx_lines(content: bytes) -> Iterator[tuple[object, ...]]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            unpacked = sum(part.file_size for part in packed.infolist())
        _refuse_larger(unpacked, MOST_UNPACKED)
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        sheet = next(sheet for sheet in book.worksheets if sheet.sheet_state == "visible")
        sheet.reset_dimensions()  # what a file says of its own size is not to be trusted
        yield from sheet.iter_rows(values_only=True, max_row=MOST_ROWS + 1, max_col=MOST_COLUMNS + 1)
    except SheetError:
        raise
    except Exception:  # a broken file breaks zipfile, the XML parser and openpyxl in many ways
        raise SheetError("not_xlsx") from None
