"""The season table of the MAFFAMILY rating: coefficients, places, TOP-10. Pure.

Source: rules 6 and 7 of sources/003_9e12e5c110a8750b.txt, with D8 to D10 of rules-mafia.md.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from decimal import Decimal
from fractions import Fraction
from functools import cached_property

from clubsite.exact import percent, round_half_up, shared_places
from clubsite.names import natural_key

from . import scoring

TOP = 10


@dataclass(frozen=True)
class Sums:
    """A player's sums over the season's final games: counts, and points with 2 decimals."""

    player_id: int
    player: str
    games: int
    wins: int
    compensations: int
    best_move: Decimal
    bonus: Decimal
    penalty: Decimal
    points: Decimal

    @cached_property
    def name_key(self) -> tuple[str | int, ...]:
        """The sort key of the name."""
        return natural_key(self.player)

    @cached_property
    def exact_win_percent(self) -> Fraction:
        """Wins among all games, draws included, in percent (D10)."""
        return win_percent(self.wins, self.games)

    @cached_property
    def exact_k1(self) -> Fraction:
        """K1 = points x win % / 100 (rule 6)."""
        return Fraction(self.points) * self.exact_win_percent / 100

    @cached_property
    def exact_k2(self) -> Fraction:
        """K2 = points / games (rule 6)."""
        return Fraction(self.points) / self.games

    @cached_property
    def exact_final(self) -> Fraction:
        """Final = K1 x K2, with the sign of the points, so that a bad season never looks good (rule 6, D9).

        Multiplied out, |points| x points x wins / games²: the rank of every player hangs on it.
        """
        numerator, denominator = self.points.as_integer_ratio()
        return Fraction(abs(numerator) * numerator * self.wins, (denominator * self.games) ** 2)


@dataclass(frozen=True)
class Line(Sums):
    """A row of the table as it is shown: win % with 2 decimals, K1, K2 and final with 4, half up (D10)."""

    place: int

    @cached_property
    def win_percent(self) -> Decimal:
        return round_half_up(self.exact_win_percent, 2)

    @cached_property
    def k1(self) -> Decimal:
        return round_half_up(self.exact_k1, 4)

    @cached_property
    def k2(self) -> Decimal:
        return round_half_up(self.exact_k2, 4)

    @cached_property
    def final(self) -> Decimal:
        return round_half_up(self.exact_final, 4)

    @property
    def in_top(self) -> bool:
        """Place 10 or better: priority at the registration for the cup (rule 7, D8)."""
        return self.place <= TOP


def win_percent(wins: int, games: int) -> Fraction:
    """Return the wins among all games, draws included, in percent, exact (D10)."""
    return Fraction(100 * wins, games)


def season_table(sums: Iterable[Sums]) -> list[Line]:
    """Rank the players by points, final, wins; equals in all three share a place (D8), shown by name."""
    ordered = sorted(sums, key=lambda row: row.name_key)
    ordered.sort(key=order, reverse=True)
    return [_line(place, row) for place, row in shared_places(ordered, order)]


def order(row: Sums) -> tuple[Decimal, Fraction, int]:
    return row.points, row.exact_final, row.wins


def _line(place: int, row: Sums) -> Line:
    line = Line(**{field.name: getattr(row, field.name) for field in fields(Sums)}, place=place)
    # The exact values are known from ranking; a long table would notice computing them again.
    vars(line).update(vars(row), place=place)
    return line


def shown_order(line: Line) -> tuple[int, tuple[str | int, ...]]:
    """The sort key that puts ranked lines as season_table() shows them: by place, equals by name."""
    return line.place, line.name_key


def top(table: Sequence[Line]) -> list[Line]:
    """Return the season's TOP-10: place 10 or better, so that a tie can let in more than ten (D8)."""
    return [line for line in table if line.in_top]


def points_leaders(table: Sequence[Line]) -> list[Line]:
    """Return who has the most points: free entry to the cup; an admin chooses between several (rule 7, D8)."""
    most = max((line.points for line in table), default=None)
    return [line for line in table if line.points == most]


def best_players(table: Sequence[Line]) -> list[Line]:
    """Return who has the best final coefficient: the best player of the season (rule 6)."""
    best = max((line.exact_final for line in table), default=None)
    return [line for line in table if line.exact_final == best]


@dataclass(frozen=True)
class Record:
    """What a player did in one role, or in all (role ""): counts, and points with 2 decimals."""

    role: str
    games: int
    wins: int
    points: Decimal

    @property
    def win_percent(self) -> Decimal:
        """Win % with 2 decimals, half up (D10)."""
        return percent(self.wins, self.games)


def records(by_role: Iterable[Record]) -> list[Record]:
    """Order the records of a player's roles and add the record of all together; nothing played, no records."""
    rows = sorted(by_role, key=lambda record: scoring.ROLES.index(record.role))
    if not rows:
        return []
    together = Record(
        role="",
        games=sum(row.games for row in rows),
        wins=sum(row.wins for row in rows),
        points=sum((row.points for row in rows), Decimal("0.00")),
    )
    return [*rows, together]
