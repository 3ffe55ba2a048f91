"""From the rows of a spreadsheet to protocols: what the cells mean. Pure; the rules of a game are not decided here."""

import datetime
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import NamedTuple, TypeVar

from django.utils.translation import gettext as _

from clubsite.sheets import Sheet

from .. import scoring
from .columns import BY_NAME, GROUND_WORDS, OF_GAME, REMOVAL_WORDS, RESULT_WORDS, ROLE_WORDS, Mapped, word_key

Value = TypeVar("Value")

SMALL = range(1, 32768)  # what a small integer of the database holds
ISO_DATE = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})", re.ASCII)
DAY_FIRST_DATE = re.compile(r"(\d{1,2})[./](\d{1,2})[./](\d{4})", re.ASCII)
WHOLE = re.compile(r"\d{1,5}", re.ASCII)
POINTS = re.compile(r"[+-]?\d{1,4}(?:\.\d{1,4})?", re.ASCII)
AS_TYPED = str.maketrans("−–,", "--.")  # a minus sign, a dash or a decimal comma
SEATS = re.compile(r"\d{1,5}(?:[\s,;/-]+\d{1,5})*", re.ASCII)
DIGITS = re.compile(r"\d+", re.ASCII)
LISTED = re.compile(r"\s*[,;]\s*")


class RowFault(NamedTuple):
    """What is wrong, in words, with a cell (column ""), or with a whole row; `url` leads to a game it clashes with."""

    row: int
    column: str
    message: str
    url: str = ""


@dataclass(frozen=True)
class SheetGame:
    """A game of the sheet, players by nickname; `rows` says where its seats, bonuses and penalties stand."""

    played_on: datetime.date
    table: int
    number: int
    row: int
    protocol: scoring.Protocol
    rows: Mapping[str, Sequence[int]]

    def nicknames(self) -> Iterator[tuple[int, str, str]]:
        """Yield the row, column and nickname of everybody who is named, the judge first."""
        yield self.row, "judge", self.protocol.judge
        for row, seat in zip(self.rows["seats"], self.protocol.seats, strict=True):
            yield row, "player", seat.player


@dataclass
class _Game:
    """What has been read of a game: the columns that stand once for it, and its seats."""

    row: int
    of_game: dict[str, tuple[int, str]] = field(default_factory=dict)
    seats: list[tuple[int, Mapping[str, str]]] = field(default_factory=list)


def read_games(sheet: Sheet, mapped: Mapped) -> tuple[list[SheetGame], list[RowFault]]:
    """Read the games of a sheet whose columns are known, and note every fault; with one, the games are not all there.

    An empty cell of the date, the table or the game number means: as above.
    """
    reader = _Reader()
    games = reader.group(sheet, mapped)
    read = [reader.game(header, parts) for header, parts in games.items()]
    return [game for game in read if game], sorted(reader.faults)


class _CellError(ValueError):
    """A cell does not say what its column needs; the message says what it should."""


class _Reader:
    """The faults found so far, and how each cell is read."""

    def __init__(self) -> None:
        self.faults: list[RowFault] = []

    def group(self, sheet: Sheet, mapped: Mapped) -> dict[tuple[datetime.date, int, int], _Game]:
        """Bring the rows of each game together, wherever they stand."""
        games: dict[tuple[datetime.date, int, int], _Game] = {}
        above, header = {"date": "", "table": "1", "game": ""}, None
        for row, texts in sheet.rows:
            cells = {name: texts[place] if place < len(texts) else "" for name, place in mapped.items()}
            if any(cells.get(name) for name in above) or header is None:
                above |= {name: cells[name] for name in above if cells.get(name)}
                header = (
                    self.cell(row, "date", above["date"], _date),
                    self.cell(row, "table", above["table"], _small),
                    self.cell(row, "game", above["game"], _small),
                )
            if None not in header:
                game = games.setdefault(header, _Game(row))
                self._take_header(game, row, cells)
                game.seats.append((row, cells))
        return games

    def _take_header(self, game: _Game, row: int, cells: Mapping[str, str]) -> None:
        for name in OF_GAME:
            if not (text := cells.get(name)):
                continue
            first, said = game.of_game.setdefault(name, (row, text))
            if word_key(said) != word_key(text):
                sentence = _("differs from row %(row)s of the same game, which says “%(said)s”")
                self.faults.append(RowFault(row, name, sentence % {"row": first, "said": said}))

    def game(self, header: tuple[datetime.date, int, int], rows: _Game) -> SheetGame | None:
        """Read one game; None where something is wrong."""
        known = len(self.faults)
        of_game = {
            name: self.cell(*_located(rows, name), read)
            for name, read in (
                ("judge", _nickname),
                ("result", _word(RESULT_WORDS)),
                ("first_killed", _optional(_whole)),
                ("best_move", _seats),
            )
        }
        seats, bonuses, penalties = [], [], []
        for index, (row, cells) in enumerate(rows.seats, 1):
            seat = self.cell(row, "seat", cells.get("seat", str(index)), _whole)
            player = self.cell(row, "player", cells["player"], _nickname)
            role = self.cell(row, "role", cells["role"], _word(ROLE_WORDS))
            removal = self.cell(row, "removal", cells.get("removal", ""), _optional(_word(REMOVAL_WORDS)))
            seats.append((row, scoring.SeatEntry(seat, player, role, removal or scoring.NO_REMOVAL)))
            if points := self.cell(row, "bonus", cells.get("bonus", ""), _optional(_points)):
                bonuses.append((row, scoring.BonusEntry(seat, points)))
            grounds = self.cell(row, "penalty", cells.get("penalty", ""), _grounds) or ()
            penalties += [(row, scoring.PenaltyEntry(seat, ground)) for ground in grounds]
        if len(self.faults) > known:
            return None
        parts = {"seats": seats, "bonuses": bonuses, "penalties": penalties}
        protocol = scoring.Protocol(
            **of_game, **{name: tuple(entry for _row, entry in entries) for name, entries in parts.items()}
        )
        return SheetGame(
            *header, rows.row, protocol, {name: [row for row, _entry in entries] for name, entries in parts.items()}
        )

    def cell(self, row: int, column: str, text: str, read: Callable[[str], Value]) -> Value | None:
        """Read a cell; where it cannot be read, note why and return None."""
        try:
            return read(text)
        except _CellError as error:
            message = str(error) if text else _("is missing: %(expected)s") % {"expected": BY_NAME[column].help}
            self.faults.append(RowFault(row, column, message))
            return None


def _located(rows: _Game, name: str) -> tuple[int, str, str]:
    row, text = rows.of_game.get(name, (rows.row, ""))
    return row, name, text


def _optional(read: Callable[[str], Value]) -> Callable[[str], Value | None]:
    return lambda text: read(text) if text else None


def _word(known: Mapping[str, str]) -> Callable[[str], str]:
    def read(text: str) -> str:
        try:
            return known[word_key(text)]
        except KeyError:
            # The first names are those of the club file, which are the code's own.
            allowed = ", ".join(dict.fromkeys(value.replace("_", " ") for value in known.values()))
            raise _CellError(_("“%(text)s” is none of: %(allowed)s") % {"text": text, "allowed": allowed}) from None

    return read


def _grounds(text: str) -> list[str]:
    return [_word(GROUND_WORDS)(word) for word in LISTED.split(text)] if text else []


def _nickname(text: str) -> str:
    if not text or not text.isprintable():
        raise _CellError(_("must be a nickname"))
    return text


def _date(text: str) -> datetime.date:
    if match := ISO_DATE.fullmatch(text):
        year, month, day = map(int, match.groups())
    elif match := DAY_FIRST_DATE.fullmatch(text):
        day, month, year = map(int, match.groups())
    else:
        raise _CellError(_("“%(text)s” is no date such as 2025-10-03 or 03.10.2025") % {"text": text})
    try:
        return datetime.date(year, month, day)
    except ValueError:
        raise _CellError(_("There is no day %(text)s.") % {"text": text}) from None


def _whole(text: str) -> int:
    if not WHOLE.fullmatch(text):
        raise _CellError(_("“%(text)s” is no whole number") % {"text": text})
    return int(text)


def _small(text: str) -> int:
    number = _whole(text)
    if number not in SMALL:
        raise _CellError(_("must be a whole number from 1 to %(last)s") % {"last": SMALL[-1]})
    return number


def _seats(text: str) -> tuple[int, ...]:
    if text and not SEATS.fullmatch(text):
        raise _CellError(_("“%(text)s” are no seats such as 4 6 8") % {"text": text})
    return tuple(map(int, DIGITS.findall(text)))


def _points(text: str) -> Decimal | None:
    """Read points; nothing given, written as 0, is no bonus."""
    number = text.translate(AS_TYPED)
    if not POINTS.fullmatch(number):
        raise _CellError(_("“%(text)s” is no number such as 0.3") % {"text": text})
    return Decimal(number) or None
