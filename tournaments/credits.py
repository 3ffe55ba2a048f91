"""Credits: the share of a power's result that a player gets. Pure.

Source: "Real use to support" of rules-baf.md. A late comer who takes over an unplayed power gets 13/14 of the result
after the first season, 12/14 after the second, and so on; of two who played a power, the organiser decides.
"""

from fractions import Fraction
from typing import NamedTuple

FIRST_YEAR = 1901
SPRING, AUTUMN = SEASONS = ("spring", "autumn")
PARTS = 14


class LateCredit(NamedTuple):
    """The credit for taking over a power after a season, in fourteenths."""

    season: str
    year: int
    parts: int

    @property
    def share(self) -> Fraction:
        """The credit as an exact fraction: 6/7 for 12/14."""
        return Fraction(self.parts, PARTS)

    def __str__(self) -> str:
        return f"{self.parts}/{PARTS}"


LATE_CREDITS = tuple(
    LateCredit(SEASONS[played % 2], FIRST_YEAR + played // 2, PARTS - 1 - played) for played in range(PARTS - 1)
)


def late_credit(share: Fraction) -> LateCredit | None:
    """Find the season after which a late comer gets this credit; None where there is none."""
    return next((each for each in LATE_CREDITS if each.share == share), None)


def finisher_holds_top(finished: Fraction, left: Fraction) -> bool:
    """Say whether the top of a power that two played counts (B6) for the one who finished, by their two credits.

    It counts once: for the larger credit, and at equal ones for the player who finished.
    """
    return finished >= left
