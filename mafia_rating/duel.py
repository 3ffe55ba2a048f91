"""How two players fared in games with each other. Pure.

Source: rule 1 of sources/003_9e12e5c110a8750b.txt: a game is won by a team, and nobody wins a draw.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from . import scoring


class Meeting(NamedTuple):
    """Games of one kind in which two players sat: their roles, the result, how many."""

    role: str
    other_role: str
    result: str
    games: int


class Judged(NamedTuple):
    """Games in which one of two players judged the other: how many, and how many the other won."""

    games: int = 0
    wins: int = 0


@dataclass(frozen=True)
class Duel:
    """How two players fared together and against each other, seen from the first of them."""

    together: int = 0
    won_together: int = 0
    against: int = 0
    won: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.together + self.against

    @property
    def lost_together(self) -> int:
        """The games of one team that it lost or drew."""
        return self.together - self.won_together

    @property
    def drawn(self) -> int:
        """The games against each other that nobody won."""
        return self.against - self.won - self.lost


def duel(meetings: Iterable[Meeting]) -> Duel:
    """Add up the games of two players: in one team, and in opposite ones (rule 1)."""
    counts = Counter()
    for each in meetings:
        same = (each.role in scoring.RED) == (each.other_role in scoring.RED)
        counts["together" if same else "against"] += each.games
        if scoring.won(each.role, each.result):
            counts["won_together" if same else "won"] += each.games
        elif not same and scoring.lost(each.role, each.result):
            counts["lost"] += each.games
    return Duel(**counts)
