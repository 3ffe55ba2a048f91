"""The official BAF table as a CSV: read whole or not at all, every fault with its row.

A file has one or two blocks, each below a row that names its columns: `own, rival, points` for the double-entry table,
`centres, sharing, points` for shared tops (rules-baf.md). Own centres above the rival's are a sole top, below them a
survivor, equal to them a top shared by two. Two blocks stand in one file or in two. The printed table has a row and a
column “18 centres or more”; a file may have these and a row of 0, with the points that the rule itself gives.
"""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubsite.exact import round_half_up
from clubsite.sheets import SheetError, csv_rows, decode

from . import baf
from .wording import OUTCOME_NAMES

MOST_BYTES = 64 * 1024
MOST_FAULTS = 50

DOUBLE_ENTRY = ("own", "rival", "points")
SHARED_TOPS = ("centres", "sharing", "points")
BLOCKS = (DOUBLE_ENTRY, SHARED_TOPS)

# What each column of a cell may hold.
RANGES = {
    "own": range(baf.SOLO + 1),
    "rival": range(baf.SOLO + 1),
    "centres": range(1, baf.SOLO),
    "sharing": range(2, len(baf.POWERS) + 1),
}
WHOLE = re.compile(r"\d{1,2}", re.ASCII)
POINTS = re.compile(rf"\d{{1,3}}(?:[.,]\d{{1,{baf.PLACES}}})?", re.ASCII)

HEADS = " / ".join(", ".join(block) for block in BLOCKS)

Columns = tuple[str, ...]
Cells = dict[str, dict[baf.Cell, Decimal]]


class Place(NamedTuple):
    """A row of a file; row 0 is the file as a whole."""

    file: str
    row: int

    def __str__(self) -> str:
        return _("%(file)s, row %(row)s") % self._asdict() if self.row else self.file


class Fault(NamedTuple):
    """What is wrong with a table's file, in words, and where."""

    place: Place
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


class TableFileError(Exception):
    """A table cannot be read; `faults` says why, at most MOST_FAULTS of them."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = list(faults)[:MOST_FAULTS]
        super().__init__("\n".join(map(str, self.faults)))


def read_table(files: Iterable[tuple[str, bytes]]) -> Cells:
    """Read the points of a table's cells, by outcome and cell, from files given by name and content.

    Points are Decimals with 3 places. Raises TableFileError with every fault found; then nothing is read.
    """
    reader = _Reader()
    for name, content in files:
        reader.read(name, content)
    if not reader.faults and not any(reader.cells.values()):
        reader.faults.append(Fault(Place(name, 0), _("There is no cell in it.")))
    if reader.faults:
        raise TableFileError(reader.faults)
    return reader.cells


class _Reader:
    """What has been read so far: the cells, where each was first given, the faults."""

    def __init__(self) -> None:
        self.cells: Cells = {outcome: {} for outcome in baf.TABLE_OUTCOMES}
        self.seen: dict[tuple[Columns, baf.Cell], Place] = {}
        self.faults: list[Fault] = []

    def read(self, name: str, content: bytes) -> None:
        """Read one file; rows below a head that cannot be read are passed over."""
        columns: Columns | None = ()
        for place, row in self._rows(name, content):
            if not any(character.isdigit() for cell in row for character in cell):
                columns = self._head(place, row)
            elif columns == ():
                self._fault(place, _("The columns are not named: begin with the row %(heads)s.") % {"heads": HEADS})
                columns = None
            elif columns is not None:
                self._take(place, columns, row)

    def _fault(self, place: Place, message: str) -> None:
        self.faults.append(Fault(place, message))

    def _rows(self, name: str, content: bytes) -> Iterator[tuple[Place, Columns]]:
        try:
            for number, row in csv_rows(decode(content, MOST_BYTES)):
                yield Place(name, number), row
        except SheetError as error:
            self._fault(Place(name, error.row), error.sentence)

    def _head(self, place: Place, row: Columns) -> Columns | None:
        columns = tuple(cell.casefold() for cell in row)
        for block in BLOCKS:
            if sorted(columns) == sorted(block):
                return columns
        self._fault(
            place,
            _("Unknown columns “%(columns)s”: a head is %(heads)s.") % {"columns": ", ".join(row), "heads": HEADS},
        )
        return None

    def _take(self, place: Place, columns: Columns, row: Columns) -> None:
        """Take over a row, or note what is wrong with it."""
        if len(row) != len(columns):
            message = (
                _("There are %(count)s values below %(columns)s.")
                if len(row) < len(columns)
                else _("There are %(count)s values below %(columns)s; a decimal comma needs semicolons or quotes.")
            )
            self._fault(place, message % {"count": len(row), "columns": ", ".join(columns)})
            return
        values = dict(zip(columns, row, strict=True))
        block = DOUBLE_ENTRY if "own" in values else SHARED_TOPS
        faults = [_number_fault(name, values[name]) for name in block[:2]] + [_points_fault(values["points"])]
        if any(faults):
            self.faults.extend(Fault(place, fault) for fault in faults if fault)
            return
        cell = (int(values[block[0]]), int(values[block[1]]))
        points = round_half_up(Decimal(values["points"].replace(",", ".")), baf.PLACES)
        if first := self.seen.get((block, cell)):
            self._fault(place, _("This cell was given before, in %(place)s.") % {"place": first})
            return
        self.seen[block, cell] = place
        fixed = _fixed_points(*cell)
        if fixed is None:
            self._store(place, *_outcome(block, cell), points)
        elif points != fixed:
            message = _(
                "The rule gives %(fixed)s points here, not %(points)s: 18 centres are a solo, and whoever has no "
                "centre, or loses to a solo, gets nothing."
            )
            self._fault(place, message % {"fixed": fixed, "points": points})

    def _store(self, place: Place, outcome: str, cell: baf.Cell, points: Decimal) -> None:
        lowest, highest = baf.POINTS[outcome]
        if outcome == baf.SHARED_TOP and cell[0] * cell[1] > baf.CENTRES:
            self._fault(
                place,
                _("%(sharing)s players with %(own)s centres each are more than %(most)s centres.")
                % {"sharing": cell[1], "own": cell[0], "most": baf.CENTRES},
            )
        elif not lowest <= points <= highest:
            self._fault(
                place,
                _("%(points)s points are out of range: a %(outcome)s has %(lowest)s to %(highest)s.")
                % {"points": points, "outcome": OUTCOME_NAMES[outcome], "lowest": lowest, "highest": highest},
            )
        elif self.cells[outcome].setdefault(cell, points) != points:
            self._fault(
                place,
                _("The two blocks disagree about a top shared by two at %(own)s centres: %(first)s and %(second)s.")
                % {"own": cell[0], "first": self.cells[outcome][cell], "second": points},
            )


def _fixed_points(own: int, rival: int) -> Decimal | None:
    """Return what the rule gives without a table: for a solo, for no centre, for losing to a solo; or None.

    The numbers of a shared top are never such.
    """
    if own == baf.SOLO:
        return baf.SOLO_POINTS
    return baf.NO_POINTS if own == 0 or rival == baf.SOLO else None


def _outcome(block: Columns, cell: baf.Cell) -> tuple[str, baf.Cell]:
    """Return what a cell of a block is of the table."""
    if block == SHARED_TOPS:
        return baf.SHARED_TOP, cell
    own, rival = cell
    if own == rival:
        return baf.SHARED_TOP, (own, 2)
    return (baf.SOLE_TOP if own > rival else baf.SURVIVOR), cell


def _number_fault(name: str, text: str) -> str:
    allowed = RANGES[name]
    if WHOLE.fullmatch(text) and int(text) in allowed:
        return ""
    return _("“%(text)s” does not fit %(column)s: a whole number from %(first)s to %(last)s.") % {
        "text": text[:20],
        "column": name,
        "first": allowed[0],
        "last": allowed[-1],
    }


def _points_fault(text: str) -> str:
    if POINTS.fullmatch(text):
        return ""
    return _("“%(text)s” are no points: a number with at most %(places)s decimals.") % {
        "text": text[:20],
        "places": baf.PLACES,
    }
