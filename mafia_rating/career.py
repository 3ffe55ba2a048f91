"""What a player did over all games: by role, by seat, as the first killed, bonuses and penalties. Pure.

Source: rules 1 to 5 of sources/003_9e12e5c110a8750b.txt. Points are Decimals with 2 places.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from clubsite.exact import percent

from . import rating, scoring


class Slice(NamedTuple):
    """Games of one kind: role, seat, whether first killed, and how many of the named were black.

    `black` is None where no best move was made. The points of the games are given, and those of their best moves.
    """

    role: str
    seat: int
    killed: bool
    black: int | None
    games: int
    wins: int
    compensations: int
    best_move: Decimal
    points: Decimal


class SeatRecord(NamedTuple):
    """What a player did at one of the ten seats."""

    seat: int
    games: int
    wins: int

    @property
    def win_percent(self) -> Decimal | None:
        """Win % with 2 decimals, half up (D10); None where the player never sat."""
        return percent(self.wins, self.games) if self.games else None


@dataclass(frozen=True)
class FirstKilled:
    """How often a player was killed in the first night, and what the best moves were worth (rules 2 and 3).

    `by_black` counts the best moves by how many black players they named: 3, 2, 1, 0. Only those of a red player are
    counted, a black one's is worth nothing.
    """

    games: int
    killed: int
    red: int
    compensations: int
    by_black: dict[int, int]
    points: Decimal

    @property
    def share(self) -> Decimal:
        """First killed among all games, in percent with 2 decimals, half up."""
        return percent(self.killed, self.games)

    @property
    def made(self) -> int:
        """How many best moves were made."""
        return sum(self.by_black.values())

    @property
    def declined(self) -> int:
        """How often a red player, first killed, named nobody."""
        return self.red - self.made

    @property
    def named(self) -> int:
        """How many seats the best moves named."""
        return scoring.BEST_MOVE_NAMES * self.made

    @property
    def black(self) -> int:
        """How many of them were black."""
        return sum(black * moves for black, moves in self.by_black.items())

    @property
    def accuracy(self) -> Decimal | None:
        """The black among the named, in percent with 2 decimals, half up; None where nobody was named."""
        return percent(self.black, self.named) if self.named else None


class Given(NamedTuple):
    """Bonuses or penalties of one kind in the games that count: how many, and the points of bonuses as given.

    part: "bonus", "penalty" (with its ground) or "removal". approval: of scoring.APPROVALS.
    """

    part: str
    ground: str
    approval: str
    count: int
    points: Decimal


@dataclass(frozen=True)
class Bonuses:
    """A player's bonuses that count, their sum in points, and what became of the exceptional ones (rule 4, D5)."""

    count: int
    points: Decimal
    requests: dict[str, int]


class Fine(NamedTuple):
    """The penalties on one ground, "removal" among them: how many count, their points, and the others (rule 5)."""

    ground: str
    count: int
    points: Decimal
    pending: int
    rejected: int


def by_role(slices: Iterable[Slice]) -> list[rating.Record]:
    """Return games, wins and points of each role played and of all together."""
    return rating.records(
        rating.Record(role, games, wins, points)
        for role, (games, wins, points) in _grouped(slices, lambda each: each.role).items()
    )


def by_seat(slices: Iterable[Slice]) -> list[SeatRecord]:
    """Return games and wins at each of the ten seats, those where the player never sat too; nothing for no games."""
    grouped = _grouped(slices, lambda each: each.seat)
    return [SeatRecord(seat, *grouped.get(seat, (0, 0, None))[:2]) for seat in scoring.SEATS] if grouped else []


def _grouped(slices: Iterable[Slice], key: Callable[[Slice], object]) -> dict:
    grouped: dict[object, tuple[int, int, Decimal]] = {}
    for each in slices:
        games, wins, points = grouped.get(key(each), (0, 0, scoring.NOTHING))
        grouped[key(each)] = games + each.games, wins + each.wins, points + each.points
    return grouped


def first_killed(slices: Sequence[Slice]) -> FirstKilled | None:
    """Return how often the player was the first killed and what came of it; None for no games."""
    if not slices:
        return None
    killed = [each for each in slices if each.killed]
    red = [each for each in killed if each.role in scoring.RED]
    moves = Counter()
    for each in red:
        if each.black is not None:
            moves[each.black] += each.games
    return FirstKilled(
        games=sum(each.games for each in slices),
        killed=sum(each.games for each in killed),
        red=sum(each.games for each in red),
        compensations=sum(each.compensations for each in killed),
        by_black={black: moves[black] for black in scoring.BEST_MOVE},
        points=sum((each.best_move for each in killed), scoring.NOTHING),
    )


def bonuses(given: Iterable[Given]) -> Bonuses | None:
    """Add up the bonuses that count; None where none was ever asked for."""
    own = [each for each in given if each.part == "bonus"]
    if not own:
        return None
    counting = [each for each in own if each.approval in scoring.COUNTING]
    asked = Counter({each.approval: each.count for each in own})
    return Bonuses(
        count=sum(each.count for each in counting),
        points=sum((each.points for each in counting), scoring.NOTHING),
        requests={approval: asked[approval] for approval in scoring.REQUESTS},
    )


def fines(given: Iterable[Given]) -> list[Fine]:
    """Add up the penalties by ground, in the order of the rule, removals last."""
    rows = [each for each in given if each.part != "bonus"]
    found = []
    for ground in (*scoring.GROUND_ROLES, "removal"):
        counts = Counter()
        for each in rows:
            if (each.ground or each.part) == ground:
                counts[each.approval] += each.count
        if counts:
            counting = sum(counts[approval] for approval in scoring.COUNTING)
            points = counting * scoring.PENALTY or scoring.NOTHING
            found.append(Fine(ground, counting, points, counts[scoring.PENDING], counts[scoring.REJECTED]))
    return found
