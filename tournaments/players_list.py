"""A list of players, pasted or from a CSV file: reading it. Pure, no Django model; the sentences are Django's.

A CSV file has a header row that names the column `nickname` and may name `team`; other columns are left out. Without
such a header every line is a nickname.
"""

import csv
import io
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from clubsite.names import normal_form

MAX_BYTES = 200_000
MAX_ROWS = 500
MAX_NICKNAME = 64
MAX_NICKNAME_KEY = 255
MAX_TEAM = 64
MAX_HEADER = 2000
NICKNAME, TEAM = "nickname", "team"
DELIMITERS = ",;\t"

FAULTS = {
    "too_large": _("The list is larger than %(most)s kB."),
    "not_utf8": _("This is not UTF-8 text. Save the file as “CSV UTF-8” and send it again."),
    "nul": _("The list contains a NUL character: it is not a text file."),
    "empty": _("The list names no player."),
    "too_many": _("The list names more than %(most)s players."),
    "no_nickname_column": _("The first row names no column “nickname”. It names: %(found)s."),
    "column_twice": _("The first row names the column “%(column)s” twice."),
    "broken_quotes": _("A quotation mark is not closed, or stands in the middle of a cell."),
    "extra_cell": _("There are more cells than columns. A name with a comma or semicolon stands in quotes."),
    "no_nickname": _("The nickname is missing."),
    "nickname_long": _("The nickname is longer than %(most)s characters."),
    "team_long": _("The team's name is longer than %(most)s characters."),
    "unprintable": _("There is a character that cannot be seen."),
    "repeated": _("“%(nickname)s” stands in row %(first)s already."),
}


class Row(NamedTuple):
    """A player as the list names one; `number` is the row as a spreadsheet counts it, `team` may be empty."""

    number: int
    nickname: str
    team: str = ""


class ListFault(NamedTuple):
    """Something that keeps the list from being taken; row None: the list as a whole."""

    row: int | None
    sentence: str

    def __str__(self) -> str:
        if self.row is None:
            return self.sentence
        return str(_("row %(row)s: %(fault)s")) % {"row": self.row, "fault": self.sentence}


class ListError(ValueError):
    """The list is refused; `faults` says all that is wrong with it, in the order of its rows."""

    def __init__(self, faults: Iterable[ListFault]) -> None:
        self.faults = list(faults)
        super().__init__("; ".join(str(fault) for fault in self.faults))


def fault(code: str, row: int | None = None, **params: object) -> ListFault:
    """Build a fault in words."""
    return ListFault(row, str(FAULTS[code]) % params)


def refusal(code: str, **params: object) -> ListError:
    """Build the error of a list that is refused as a whole."""
    return ListError([fault(code, **params)])


def decode(data: bytes) -> str:
    """Return the text of a file in UTF-8; ListError for anything else."""
    if len(data) > MAX_BYTES:
        raise refusal("too_large", most=MAX_BYTES // 1000)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise refusal("not_utf8") from None


def read_list(text: str, header_required: bool = False) -> list[Row]:
    """Read a list of players; ListError names all its faults.

    `header_required`: the text is a CSV file, and one without the column `nickname` is refused. A byte order mark at
    the beginning is left out.
    """
    text = text.removeprefix("\ufeff")
    if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise refusal("too_large", most=MAX_BYTES // 1000)
    if "\0" in text:
        raise refusal("nul")
    first = next(filter(str.strip, text.splitlines()), None)
    if first is None:
        raise refusal("empty")
    delimiter, columns = _header(first)
    if NICKNAME in columns:
        rows, faults = _table(text, delimiter, columns)
    elif header_required:
        raise refusal("no_nickname_column", found=", ".join(filter(None, columns)))
    else:
        rows, faults = _lines(text), []
    faults = sorted([*faults, *_row_faults(rows)], key=lambda each: each.row)
    if faults:
        raise ListError(faults)
    if not rows:
        raise refusal("empty")
    if len(rows) > MAX_ROWS:
        raise refusal("too_many", most=MAX_ROWS)
    return rows


def _header(line: str) -> tuple[str, list[str]]:
    """Return the delimiter and the names of the columns, as far as the line is a header."""
    readings = [
        (delimiter, [normal_form(name) for name in next(csv.reader([line[:MAX_HEADER]], delimiter=delimiter))])
        for delimiter in DELIMITERS
    ]
    named = [reading for reading in readings if NICKNAME in reading[1]]
    return named[0] if named else max(readings, key=lambda reading: len(reading[1]))


def _folded(cell: str) -> str:
    return " ".join(cell.split())


def _lines(text: str) -> list[Row]:
    return [Row(number, _folded(line)) for number, line in enumerate(text.splitlines(), 1) if line.strip()]


def _table(text: str, delimiter: str, columns: list[str]) -> tuple[list[Row], list[ListFault]]:
    for name in (NICKNAME, TEAM):
        if columns.count(name) > 1:
            raise refusal("column_twice", column=name)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    filled, faults = [], []
    try:
        for number, line in enumerate(reader, 1):
            cells = [_folded(cell) for cell in line]
            if any(cells):
                filled.append((number, cells))
    except csv.Error:
        faults.append(fault("broken_quotes", reader.line_num))
    rows = []
    for number, cells in filled[1:]:
        if any(cells[len(columns) :]):
            faults.append(fault("extra_cell", number))
        else:
            named = dict(zip(columns, cells, strict=False))
            rows.append(Row(number, named.get(NICKNAME, ""), named.get(TEAM, "")))
    return rows, faults


def _row_faults(rows: Iterable[Row]) -> Iterator[ListFault]:
    seen: dict[str, int] = {}
    for number, nickname, team in rows:
        key = normal_form(nickname)
        if not key:
            yield fault("no_nickname", number)
            continue
        if len(nickname) > MAX_NICKNAME or len(key) > MAX_NICKNAME_KEY:
            yield fault("nickname_long", number, most=MAX_NICKNAME)
        if len(team) > MAX_TEAM:
            yield fault("team_long", number, most=MAX_TEAM)
        if not (nickname + team).isprintable():
            yield fault("unprintable", number)
        if key in seen:
            yield fault("repeated", number, nickname=nickname, first=seen[key])
        seen.setdefault(key, number)
