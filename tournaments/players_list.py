"""A list of players, pasted or from a CSV file: reading it. Pure, no Django model; the sentences are Django's.

A CSV file has a header row that names the column `nickname` and may name `team`; other columns are left out. Without
such a header every line is a nickname.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from clubsite.names import normal_form
from clubsite.sheets import DELIMITERS, SheetError, csv_rows

MAX_BYTES = 200 * 1024
MAX_ROWS = 500
MAX_NICKNAME = 64
MAX_NICKNAME_KEY = 255
MAX_TEAM = 64
MAX_HEADER = 2000
NICKNAME, TEAM = "nickname", "team"
CELLS = re.compile(f"[{DELIMITERS}]")

FAULTS = {
    "empty": _("The list names no player."),
    "too_many": _("The list names more than %(most)s players."),
    "no_nickname_column": _("The first row names no column “nickname”. It names: %(found)s."),
    "column_twice": _("The first row names the column “%(column)s” twice."),
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
    """Something that keeps the list from being taken; row 0 is the list as a whole."""

    row: int
    sentence: str

    def __str__(self) -> str:
        located = str(_("row %(row)s: %(fault)s")) % {"row": self.row, "fault": self.sentence}
        return located if self.row else self.sentence


class ListError(ValueError):
    """The list is refused; `faults` says all that is wrong with it, in the order of its rows."""

    def __init__(self, faults: Iterable[ListFault]) -> None:
        self.faults = list(faults)
        super().__init__("; ".join(str(fault) for fault in self.faults))


def fault(code: str, row: int = 0, **params: object) -> ListFault:
    """Build a fault in words."""
    return ListFault(row, str(FAULTS[code]) % params)


def refusal(code: str, **params: object) -> ListError:
    """Build the error of a list that is refused as a whole."""
    return ListError([fault(code, **params)])


def read_list(text: str, header_required: bool = False) -> list[Row]:
    """Read a list of players; ListError names all its faults.

    `header_required`: the text is a CSV file, and one without the column `nickname` is refused.
    """
    first = next(filter(str.strip, text.splitlines()), None)
    if first is None:
        raise refusal("empty")
    names = [normal_form(cell.strip(' "')) for cell in CELLS.split(first[:MAX_HEADER])]
    if NICKNAME in names:
        rows, faults = _table(text)
    elif header_required:
        raise refusal("no_nickname_column", found=", ".join(filter(None, names)))
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


def _lines(text: str) -> list[Row]:
    return [Row(number, " ".join(line.split())) for number, line in enumerate(text.splitlines(), 1) if line.strip()]


def _table(text: str) -> tuple[list[Row], list[ListFault]]:
    columns, rows, faults = None, [], []
    try:
        for number, cells in csv_rows(text):
            if columns is None:
                columns = _columns(cells)
            elif len(cells) > len(columns):
                faults.append(fault("extra_cell", number))
            else:
                named = dict(zip(columns, cells, strict=False))
                rows.append(Row(number, named.get(NICKNAME, ""), named.get(TEAM, "")))
    except SheetError as error:
        faults.append(ListFault(error.row, error.sentence))
    return rows, faults


def _columns(head: Iterable[str]) -> list[str]:
    columns = [normal_form(name) for name in head]
    if NICKNAME not in columns:
        raise refusal("no_nickname_column", found=", ".join(filter(None, columns)))
    for name in (NICKNAME, TEAM):
        if columns.count(name) > 1:
            raise refusal("column_twice", column=name)
    return columns


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
