"""From rows to protocols: what cells mean, and every fault with its row and column."""

import datetime
import io
from decimal import Decimal

import pytest
from openpyxl import load_workbook

from clubsite.sheets import Sheet, read_sheet
from mafia_rating import scoring
from mafia_rating.spreadsheet.columns import COLUMNS, guess
from mafia_rating.spreadsheet.games import RowFault, SheetGame, read_games
from mafia_rating.spreadsheet.template import template

from .spreadsheets import ROLES, as_csv, game_rows


def read(*rows: dict[str, str]) -> tuple[list[SheetGame], list[RowFault]]:
    sheet = read_sheet(as_csv(rows))
    return read_games(sheet, guess(sheet.headings))


def test_a_game_is_read_whole() -> None:
    [game], faults = read(
        *game_rows(
            2,
            table="3",
            first_killed="1",
            best_move="4, 6, 2",
            bonus={4: "0,3", 6: "0.4", 1: "0"},
            penalty={2: "broke_on_ten, discretionary"},
            removal={5: "no effect"},
        )
    )
    assert faults == []
    assert (game.played_on, game.table, game.number, game.row) == (datetime.date(2025, 10, 3), 3, 2, 2)
    assert game.protocol == scoring.Protocol(
        judge="J1",
        result=scoring.BLACK_WIN,
        first_killed=1,
        best_move=(4, 6, 2),
        seats=tuple(
            scoring.SeatEntry(seat, f"P{seat}", role, scoring.NO_EFFECT if seat == 5 else scoring.NO_REMOVAL)
            for seat, role in enumerate(ROLES, 1)
        ),
        bonuses=(scoring.BonusEntry(4, Decimal("0.3")), scoring.BonusEntry(6, Decimal("0.4"))),
        penalties=(scoring.PenaltyEntry(2, "broke_on_ten"), scoring.PenaltyEntry(2, "discretionary")),
    )
    assert game.rows == {"seats": list(range(2, 12)), "bonuses": [5, 7], "penalties": [3, 3]}


def test_an_empty_date_means_the_evening_above() -> None:
    games, faults = read(*game_rows(1), *game_rows(2, date=""), *game_rows(1, date="10.10.2025"))
    assert faults == []
    assert [(game.played_on.day, game.table, game.number) for game in games] == [(3, 1, 1), (3, 1, 2), (10, 1, 1)]


def test_rows_of_a_game_may_stand_apart_and_without_seat_numbers() -> None:
    rows = [row | {"date": "2025-10-03", "game": "1"} for row in game_rows()]
    other = [row | {"date": "2025-10-03", "game": "2"} for row in game_rows(2)]
    mixed = [row for pair in zip(rows, other, strict=True) for row in pair]
    sheet = read_sheet(as_csv(mixed))
    columns = guess(sheet.headings)
    del columns["seat"]
    games, faults = read_games(sheet, columns)
    assert faults == []
    assert [[seat.player for seat in game.protocol.seats] for game in games] == [
        [f"P{seat}" for seat in range(1, 11)]
    ] * 2


@pytest.mark.parametrize(
    ("changes", "row", "column", "message"),
    [
        ({"date": "2025-13-03"}, 2, "date", "There is no day 2025-13-03."),
        ({"date": "friday"}, 2, "date", "“friday” is no date such as 2025-10-03 or 03.10.2025"),
        ({"game": "0"}, 2, "game", "must be a whole number from 1 to 32767"),
        ({"table": "first"}, 2, "table", "“first” is no whole number"),
        ({"judge": ""}, 2, "judge", "is missing: the nickname"),
        ({"judge": {3: "J2"}}, 4, "judge", "differs from row 2 of the same game, which says “J1”"),
        ({"result": "nobody"}, 2, "result", "“nobody” is none of: red win, black win, draw"),
        ({"first_killed": "x"}, 2, "first_killed", "“x” is no whole number"),
        ({"best_move": "4 6 x"}, 2, "best_move", "“4 6 x” are no seats such as 4 6 8"),
        ({"seat": {7: "seven"}}, 8, "seat", "“seven” is no whole number"),
        ({"player": {10: ""}}, 11, "player", "is missing: the nickname"),
        ({"player": {10: "P\u200e1"}}, 11, "player", "must be a nickname"),
        ({"role": {4: "doctor"}}, 5, "role", "“doctor” is none of: citizen, sheriff, mafia, don"),
        ({"role": {4: ""}}, 5, "role", "is missing: citizen, sheriff, mafia, don"),
        ({"bonus": {4: "a lot"}}, 5, "bonus", "“a lot” is no number such as 0.3"),
        ({"removal": {4: "maybe"}}, 5, "removal", "“maybe” is none of: none, affected, no effect"),
    ],
    ids=lambda value: "",
)
def test_a_wrong_cell_is_named_by_row_and_column(changes: dict, row: int, column: str, message: str) -> None:
    _games, faults = read(*game_rows(**changes))
    assert faults == [RowFault(row, column, message)]


def test_a_wrong_ground_says_which_there_are() -> None:
    _games, [fault] = read(*game_rows(penalty={2: "rude"}))
    assert (fault.row, fault.column) == (3, "penalty")
    assert "broke on ten" in fault.message


def test_headings_and_words_in_russian() -> None:
    headings = ["Дата", "Игра", "Судья", "Победа", "ПУ", "ЛХ", "Место", "Игрок", "Роль", "Доп"]
    words = {"citizen": "Мирный", "sheriff": "Шериф", "mafia": "Мафия", "don": "Дон"}
    rows = []
    for row in game_rows(first_killed="1", best_move="4-6-2"):
        cells = [
            row.get(name, "")
            for name in ("date", "game", "judge", "result", "first_killed", "best_move", "seat", "player")
        ]
        rows.append([*cells, words[row["role"]], ""])
    rows[0][3] = "Чёрные"
    sheet = Sheet(tuple(headings), tuple((number, tuple(cells)) for number, cells in enumerate(rows, 2)))
    mapped = guess(sheet.headings)
    assert list(mapped) == [
        "date",
        "game",
        "judge",
        "result",
        "first_killed",
        "best_move",
        "seat",
        "player",
        "role",
        "bonus",
    ]
    [game], faults = read_games(sheet, mapped)
    assert faults == []
    assert game.protocol.result == scoring.BLACK_WIN
    assert [seat.role for seat in game.protocol.seats][2:4] == ["sheriff", "mafia"]


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_the_template_has_the_columns_that_the_import_knows(kind: str) -> None:
    lines = template(kind)
    if kind == "csv":
        lines = lines.decode("utf-8-sig").strip().split(",")
    else:
        lines = [cell.value for cell in next(load_workbook(io.BytesIO(lines)).worksheets[0].iter_rows())]
    assert guess(lines) == {column.name: place for place, column in enumerate(COLUMNS)}
