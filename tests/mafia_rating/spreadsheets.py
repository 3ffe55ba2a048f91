"""Spreadsheets of games as a club keeps them."""

import csv
import io
from collections.abc import Iterable, Mapping

HEADINGS = (
    "date",
    "table",
    "game",
    "judge",
    "result",
    "first_killed",
    "best_move",
    "seat",
    "player",
    "role",
    "bonus",
    "penalty",
    "removal",
)
ROLES = ("citizen", "citizen", "sheriff", "mafia", "citizen", "don", "citizen", "mafia", "citizen", "citizen")


def game_rows(number: int = 1, date: str = "2025-10-03", **changes: Mapping[int, str] | str) -> list[dict[str, str]]:
    """Write a game: what stands once for it in the first of its rows; `player={4: "Fox"}` changes one seat's cell."""
    rows = [{"seat": str(seat), "player": f"P{seat}", "role": role} for seat, role in enumerate(ROLES, 1)]
    rows[0] |= {"date": date, "game": str(number), "judge": "J1", "result": "black win"}
    for column, value in changes.items():
        cells = value if isinstance(value, Mapping) else {1: value}
        for seat, cell in cells.items():
            rows[seat - 1][column] = cell
    return rows


def as_csv(rows: Iterable[Mapping[str, str]], headings: Iterable[str] = HEADINGS) -> bytes:
    text = io.StringIO()
    writer = csv.DictWriter(text, headings)
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()
