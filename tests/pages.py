"""Read pages as their visitors do."""

import html
import re
from io import BytesIO

from django.forms import BaseForm
from django.http import HttpResponse
from openpyxl import load_workbook
from openpyxl.cell import Cell

TAG = re.compile(r"<[^>]+>")


def text_of(response: HttpResponse) -> str:
    """Return what a page says: each tag and each run of spaces as one space."""
    return " ".join(html.unescape(TAG.sub(" ", response.content.decode())).split())


def filled_in(form: BaseForm) -> dict[str, object]:
    """Return what a browser sends of a form that nobody has touched."""
    values = {field.html_name: field.value() for field in form}
    return {name: value for name, value in values.items() if value not in (None, False)}


def rows_of_xlsx(content: bytes) -> list[dict[str, object]]:
    """Return the rows of an XLSX file by its headings, decimals as the text that a spreadsheet shows of them."""
    head, *rows = load_workbook(BytesIO(content)).active.iter_rows()
    names = [cell.value for cell in head]
    return [dict(zip(names, map(_shown, row), strict=True)) for row in rows]


def _shown(cell: Cell) -> object:
    places = cell.number_format.partition(".")[2]
    return f"{cell.value:.{len(places)}f}" if places else cell.value
