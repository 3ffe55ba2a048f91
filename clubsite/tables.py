"""What the tables of both games share: kinds of columns, and the table as a file."""

from collections.abc import Hashable, Sequence
from decimal import Decimal
from itertools import chain
from typing import Any

import django_tables2 as tables
from django.core.exceptions import BadRequest
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django_tables2.export import ExportMixin, TableExport
from openpyxl.worksheet.worksheet import Worksheet
from tablib import Dataset
from tablib.formats import registry

NAME = {"th": {"class": "col-name"}, "td": {"class": "col-name"}}
NUMBER = {"th": {"class": "num"}, "td": {"class": "num"}}
TOTAL = {"th": {"class": "num"}, "td": {"class": "num num-total"}}


class Pages(Paginator):
    """Pages of 50 rows: ?per_page=, which django-tables2 reads, changes nothing and breaks nothing."""

    ROWS = 50

    def __init__(self, object_list: Any, per_page: int, **kwargs: Any) -> None:
        super().__init__(object_list, self.ROWS, **kwargs)

    @classmethod
    def page_of(cls, key: Hashable, keys: Sequence[Hashable]) -> int | None:
        """Return the number of the page with the row of a key, counted from 1; None where there is no such row."""
        return keys.index(key) // cls.ROWS + 1 if key in keys else None


class ShortPages(Pages):
    """Pages of 20 rows, below something else that is looked at first."""

    ROWS = 20


IN_PAGES = {"paginator_class": Pages}


def by_key(address: str) -> str:
    """Turn the address of key 0 into a pattern with {key}: reverse() in each row takes as long as the query."""
    head, _zero, tail = address.rpartition("0")
    return f"{head}{{key}}{tail}"


FORMULA_STARTS = ("=", "+", "-", "@")


def spreadsheet_text(text: str) -> str:
    """Make text safe for a spreadsheet: no control characters, and an apostrophe before what would be a formula."""
    printable = "".join(character for character in text if character.isprintable())
    return f"'{printable}" if printable.lstrip().startswith(FORMULA_STARTS) else printable


class Spreadsheet(registry.get_format(TableExport.XLSX)):
    """An XLSX file whose decimals are numbers, so that a spreadsheet adds them up, shown with all their places."""

    @classmethod
    def dset_sheet(cls, dataset: Dataset, ws: Worksheet, **kwargs: Any) -> None:
        super().dset_sheet(dataset, ws, **kwargs)
        for cell in chain.from_iterable(ws.iter_rows()):
            if isinstance(cell.value, Decimal):
                cell.number_format = f"{Decimal(0).quantize(cell.value)}"


class TableFile(TableExport):
    """A table as a file: columns by their names in the code, whole numbers, and decimals with all their places.

    These are text, but in a spreadsheet numbers.
    """

    FORMATS = {name: TableExport.FORMATS[name] for name in (TableExport.CSV, TableExport.XLSX, TableExport.JSON)}

    @classmethod
    def is_valid_format(cls, export_format: str | None) -> bool:
        return export_format in cls.FORMATS

    def table_to_dataset(
        self, table: tables.Table, exclude_columns: Any = None, dataset_kwargs: dict | None = None
    ) -> Dataset:
        names = [column.name for column in table.columns.iterall() if not column.column.exclude_from_export]
        dataset = Dataset(headers=names, title=str(table.label))
        for row in table.rows:
            dataset.append([self.cell(row.get_cell_value(name)) for name in names])
        return dataset

    def cell(self, value: object) -> object:
        """Return a value as the file carries it; text stays as it is in JSON, where nothing is a formula."""
        if isinstance(value, Decimal):
            return value if self.format == self.XLSX else str(value)
        if isinstance(value, str | Promise) and self.format != self.JSON:
            return spreadsheet_text(str(value))
        return value

    def export(self) -> str | bytes:
        return Spreadsheet.export_set(self.dataset) if self.format == self.XLSX else super().export()


class TableFileMixin(ExportMixin):
    """A view of one table that also gives it as a file, all pages of it: ?_export=csv, xlsx or json."""

    export_class = TableFile
    export_formats = tuple(TableFile.FORMATS)

    def render_to_response(self, context: dict, **kwargs: Any) -> HttpResponse:
        wanted = self.request.GET.get(self.export_trigger_param)
        if wanted is None:
            return super().render_to_response(context, **kwargs)
        if not self.export_class.is_valid_format(wanted):
            raise BadRequest(_("A table can be downloaded as csv, xlsx or json."))
        # The library would build the table, and ask the database for it, a second time.
        return self.export_class(wanted, context["table"]).response(self.get_export_filename(wanted))
