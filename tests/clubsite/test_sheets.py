"""Tables from outside: what is read of them, and what is refused."""

import datetime
import io
import zipfile

import pytest
from openpyxl import Workbook

from clubsite import sheets
from clubsite.sheets import SheetError, read_sheet


def xlsx(*rows: tuple, hidden: bool = False) -> bytes:
    """Write the rows to a workbook; behind a hidden sheet if wanted."""
    book = Workbook()
    sheet = book.create_sheet() if hidden else book.active
    if hidden:
        book.worksheets[0].append(("not", "this"))
        book.worksheets[0].sheet_state = "hidden"
    for row in rows:
        sheet.append(row)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


@pytest.mark.parametrize("content", [b"a;b\r\n1;0,5\r\n", b'\xef\xbb\xbfa,b\n1,"0,5"\n', b"a\tb\n1\t0,5"])
def test_csv_with_any_separator_and_a_byte_order_mark(content: bytes) -> None:
    sheet = read_sheet(content)
    assert sheet.headings == ("a", "b")
    assert sheet.rows == ((2, ("1", "0,5")),)


def test_rows_keep_their_numbers_and_get_the_width_of_the_widest() -> None:
    assert read_sheet(b"a,b,c\n\n,,\n  x  y ,2\n").rows == ((4, ("x y", "2", "")),)
    assert read_sheet(b"a,b\n1,2,3,,\n4").headings == ("a", "b", "")


def test_a_title_above_the_headings_is_passed_over() -> None:
    sheet = read_sheet(b",Season 2025/26\n\na,b\n1,2\n")
    assert (sheet.headings, sheet.rows) == (("a", "b"), ((4, ("1", "2")),))
    assert read_sheet(b"a\n1\n2\n").headings == ("a",)


def test_xlsx_numbers_and_dates_become_exact_text() -> None:
    day = datetime.datetime(2025, 10, 3)  # noqa: DTZ001 -- a spreadsheet knows no zone
    sheet = read_sheet(
        xlsx(("date", "bonus", "seat", "name"), (day, 0.1 + 0.2, 4.0, " Лис ё "), (day.date(), 1e-9, 10, None))
    )
    assert sheet.rows == ((2, ("2025-10-03", "0.3", "4", "Лис ё")), (3, ("2025-10-03", "0", "10", "")))


def test_a_hidden_sheet_is_not_read() -> None:
    assert read_sheet(xlsx(("a", "b"), (1, 2), hidden=True)).rows == ((2, ("1", "2")),)


def packed(**parts: bytes) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return content.getvalue()


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty"),
        (b"a,b\n", "empty"),
        ("дата,игра\n1,2".encode("cp1251"), "not_utf8"),
        ("дата,игра\n1,2".encode("utf-16"), "not_utf8"),
        (b"\x89PNG\r\n\x1a\n\xff", "not_utf8"),
        (b"a,b\n1,\0", "nul"),
        (b'a,b\n"1,2', "broken_quotes"),
        (b"PK\x03\x04 but no archive", "not_xlsx"),
        (packed(anything=b"at all"), "not_xlsx"),
        (b"a\n" + b"x" * 400, "cell_long"),
        (b"," * 100 + b"x\n1", "too_many_columns"),
        (b"a\n" * (sheets.MOST_ROWS + 2), "too_many_rows"),
        (b"x" * (sheets.MOST_BYTES + 1), "too_large"),
        (xlsx(("a",), ("x" * 400,)), "cell_long"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_table_is_refused_with_a_sentence(content: bytes, code: str) -> None:
    with pytest.raises(SheetError) as refused:
        read_sheet(content)
    assert refused.value.code == code
    assert "%" not in str(refused.value)


def test_an_archive_that_unpacks_to_a_hundred_times_its_size_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "MOST_UNPACKED", 1000)
    with pytest.raises(SheetError) as refused:
        read_sheet(packed(zeros=b"0" * 10_000))
    assert refused.value.code == "too_large"
