"""The coefficients of a line with its own numbers in them. Pure.

Source: rule 6 of sources/003_9e12e5c110a8750b.txt, with D9 and D10 of rules-mafia.md.
"""

from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from .rating import Line


class Formula(NamedTuple):
    """A coefficient: its numbers, their exact result, and how it is shown, rounded half up."""

    key: str
    numbers: str
    exact: Fraction
    shown: Decimal

    @property
    def is_rounded(self) -> bool:
        """Say whether what is shown is not the exact value."""
        return Fraction(self.shown) != self.exact


def formulas(line: Line) -> list[Formula]:
    """Return win %, K1, K2 and final of a line, each of the exact values before it."""
    percent, k1, k2 = map(_text, (line.exact_win_percent, line.exact_k1, line.exact_k2))
    points = _text(line.points)
    product = f"{k1} × {k2}"
    return [
        Formula("win-percent", f"100 × {line.wins} / {line.games}", line.exact_win_percent, line.win_percent),
        Formula("k1", f"{points} × {percent} / 100", line.exact_k1, line.k1),
        Formula("k2", f"{points} / {line.games}", line.exact_k2, line.k2),
        Formula("final", f"−({product})" if line.points < 0 else product, line.exact_final, line.final),
    ]


def _text(number: Decimal | Fraction) -> str:
    """Write a number as a factor: fractions and what is below 0 in parentheses."""
    return f"({number})" if number < 0 or "/" in str(number) else str(number)
