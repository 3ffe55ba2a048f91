"""Untrusted tables, CSV or XLSX, read into rows of text. Pure, no Django model; the sentences are Django's."""

import csv
import datetime
import io
import math
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext_lazy as _
from openpyxl import load_workbook

from .exact import round_half_up

MOST_BYTES = 5_000_000
MOST_UNPACKED = 100_000_000
MOST_ROWS = 30_000
MOST_COLUMNS = 60
MOST_CHARACTERS = 300  # of a cell
PLACES = 4  # of a number that a spreadsheet has computed
DELIMITERS = ",;\t"
ZIP = b"PK\x03\x04"

FAULTS = {
    "too_large": _("The file is larger than %(most)s MB."),
    "not_utf8": _("This is no XLSX file, and no UTF-8 text: save the table as “CSV UTF-8” or as XLSX."),
    "nul": _("The file contains a NUL character: it is no table."),
    "broken_quotes": _("Row %(row)s: a quotation mark is not closed, or stands in the middle of a cell."),
    "not_xlsx": _("This XLSX file cannot be read: open it in your spreadsheet program and save it again."),
    "empty": _("The table has no rows below its headings."),
    "too_many_rows": _("The table has more than %(most)s rows."),
    "too_many_columns": _("The table has more than %(most)s columns."),
    "cell_long": _("Row %(row)s: a cell is longer than %(most)s characters."),
}


class SheetError(ValueError):
    """A table that cannot be read, with a sentence that says why."""

    def __init__(self, code: str, **params: object) -> None:
        self.code = code
        super().__init__(str(FAULTS[code]) % params)


@dataclass(frozen=True)
class Sheet:
    """The headings of a table and its rows below, each with its number as a spreadsheet counts it; cells are text."""

    headings: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]


def read_sheet(content: bytes) -> Sheet:
    """Read a CSV file (UTF-8; commas, semicolons or tabs) or the first sheet of an XLSX file.

    Rows without content are left out, numbers of a spreadsheet become decimals as text, dates ISO dates. Raises
    SheetError.
    """
    if len(content) > MOST_BYTES:
        raise SheetError("too_large", most=MOST_BYTES // 1_000_000)
    lines = _xlsx_lines(content) if content.startswith(ZIP) else _csv_lines(content)
    rows = list(_filled(lines))
    if len(rows) < 2:
        raise SheetError("empty")
    (_number, headings), *rows = rows
    width = len(headings)
    return Sheet(headings, tuple((number, (*cells, *[""] * (width - len(cells)))) for number, cells in rows))


def _filled(lines: Iterable[Iterable[object]]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the rows that hold something, without the empty cells at their ends."""
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


def _csv_lines(content: bytes) -> Iterator[list[str]]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SheetError("not_utf8") from None
    if "\0" in text:
        raise SheetError("nul")
    first = next(filter(str.strip, text.splitlines()), "")
    delimiter = max(DELIMITERS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        yield from reader
    except csv.Error:
        raise SheetError("broken_quotes", row=reader.line_num) from None


def _xlsx_lines(content: bytes) -> Iterator[tuple[object, ...]]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            unpacked = sum(part.file_size for part in packed.infolist())
        if unpacked > MOST_UNPACKED:
            raise SheetError("too_large", most=MOST_UNPACKED // 1_000_000)
        sheet = load_workbook(io.BytesIO(content), read_only=True, data_only=True).worksheets[0]
        sheet.reset_dimensions()  # what a file says of its own size is not to be trusted
        yield from sheet.iter_rows(values_only=True, max_row=MOST_ROWS + 1, max_col=MOST_COLUMNS + 1)
    except SheetError:
        raise
    except Exception:  # a broken file breaks zipfile, the XML parser and openpyxl in many ways
        raise SheetError("not_xlsx") from None
