"""The coefficients with their numbers: exact, rounded half up to be shown (rule 6, D9, D10)."""

from decimal import Decimal

import pytest

from mafia_rating.formulas import formulas

from .test_rating import line


@pytest.mark.parametrize(
    ("points", "wins", "games", "expected"),
    [
        # The worked season S2: P2.
        ("4.80", 2, 3, ["100 × 2 / 3 ≈ 66.67", "4.80 × (200/3) / 100 = 3.2000", "4.80 / 3 = 1.6000"]),
        ("6.50", 3, 3, ["100 × 3 / 3 = 100.00", "6.50 × 100 / 100 = 6.5000", "6.50 / 3 ≈ 2.1667"]),
        ("-1.00", 1, 4, ["100 × 1 / 4 = 25.00", "(-1.00) × 25 / 100 = -0.2500", "(-1.00) / 4 = -0.2500"]),
    ],
)
def test_numbers(points: str, wins: int, games: int, expected: list[str]):
    assert [
        f"{each.numbers} {'≈' if each.is_rounded else '='} {each.shown}"
        for each in formulas(line(points, wins=wins, games=games))[:3]
    ] == expected


@pytest.mark.parametrize(
    ("points", "numbers", "shown"),
    [
        ("4.80", "(16/5) × (8/5)", "5.1200"),
        ("-1.20", "−((-4/5) × (-2/5))", "-0.3200"),
        ("0.00", "0 × 0", "0.0000"),
    ],
)
def test_the_final_has_the_sign_of_the_points(points: str, numbers: str, shown: str):
    final = formulas(line(points, wins=2, games=3))[3]
    assert (final.key, final.numbers, final.shown) == ("final", numbers, Decimal(shown))
