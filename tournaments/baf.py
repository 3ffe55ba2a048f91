"""BAF (Barème Anjou Feu): the scoring of a Diplomacy board.

Source: sources/000_c74bac1a13f41af2.txt. Pure functions over plain values: points are Decimals with 3 places, weights
are Fractions. The page prints the ranges and the shared-top values for ties at 4 to 11 centres; they are built by one
rule: list every case of a class that can happen with no neutral centre left, rank it, give each case the middle of its
slot. The same rule fills the two other classes, whose printed table was a picture that is lost: those cells are
reconstructed, and say so.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from functools import cache

from clubsite.exact import round_half_up, shared_places

POWERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")
CENTRES = 34
OPENING_CENTRES = dict.fromkeys(POWERS, 3) | {"russia": 4}  # the start of a game: 12 are neutral
SOLO = 18
PLACES = 3
SIX_PLAYERS, SIX_PLAYERS_WEIGHT = 6, Fraction(6, 7)  # the board weight of the Anjou Feu rules
FIRST_YEAR, LAST_YEAR = 1901, 2099

SOLO_POINTS = Decimal("100.000")
NO_POINTS = Decimal("0.000")

GENERATED = "generated-1"

# What became of a power on a board.
SOLO_WIN, SOLE_TOP, SHARED_TOP, SURVIVOR, ELIMINATED, LOST_TO_SOLO = OUTCOMES = (
    "solo",
    "sole_top",
    "shared_top",
    "survivor",
    "eliminated",
    "lost_to_solo",
)

SOLE_TOPS = (SOLO_WIN, SOLE_TOP)  # a solo is one (B6)
TOPS = (*SOLE_TOPS, SHARED_TOP)

# What of these the table decides, with the lowest and the highest points that the source allows.
POINTS = {
    SOLE_TOP: (Decimal(50), Decimal(75)),
    SURVIVOR: (Decimal("12.5"), Decimal(25)),
    SHARED_TOP: (Decimal(25), Decimal(50)),
}
TABLE_OUTCOMES = tuple(POINTS)

Cell = tuple[int, int]


@dataclass(frozen=True)
class Table:
    """A BAF table: cells (own, best rival) of a sole top and of a survivor, (centres, sharing) of a shared top."""

    version: str
    sole_top: Mapping[Cell, Decimal]
    survivor: Mapping[Cell, Decimal]
    shared_top: Mapping[Cell, Decimal]
    published: frozenset[tuple[str, Cell]] = frozenset()

    def is_published(self, outcome: str, cell: Cell) -> bool:
        """Say whether the source prints this cell; the others are reconstructed."""
        return (outcome, cell) in self.published

    def cells(self) -> dict[tuple[str, Cell], Decimal]:
        """Return the points of every cell, by outcome and cell."""
        return {
            (outcome, cell): points for outcome in TABLE_OUTCOMES for cell, points in getattr(self, outcome).items()
        }


@dataclass(frozen=True)
class PowerResult:
    """One power at the end of a board: whole centres 0 to 34, and the two facts that decide an elimination."""

    power: str
    centres: int
    played: bool = True
    has_units: bool = True
    holds_home_centre: bool = True

    @property
    def eliminated(self) -> bool:
        """No centre, or no unit left and only foreign centres ("Eliminated player" of the source)."""
        return self.centres == 0 or not (self.has_units or self.holds_home_centre)


@dataclass(frozen=True)
class Score:
    """A played power's points and what they follow from: the best rival's centres, or how many share the top."""

    outcome: str
    points: Decimal
    centres: int
    rival: int = 0
    sharing: int = 1

    @property
    def cell(self) -> Cell | None:
        """The cell of the table that gave the points; None where no table is needed."""
        if self.outcome == SHARED_TOP:
            return self.centres, self.sharing
        if self.outcome in (SOLE_TOP, SURVIVOR):
            return self.centres, self.rival
        return None


# The table


def _fills_board(held: int, others: int, at_most: int) -> bool:
    """Say whether the other powers, each at most so many centres, can hold all that is left of the 34."""
    return 0 <= CENTRES - held <= others * at_most


def _slots(outcome: str, cases: Sequence[Cell], listed: Callable[[Cell], bool]) -> dict[Cell, Decimal]:
    """Give each case, worst first, the middle of its slot: floor + width * (rank - 1/2) / number of listed cases.

    A case that is not listed (it needs neutral centres) takes the value of the best listed case ranked below it, or the
    floor.
    """
    floor, top = map(Fraction, POINTS[outcome])
    count = sum(map(listed, cases))
    points, rank, value = {}, 0, round_half_up(floor, PLACES)
    for case in cases:
        if listed(case):
            rank += 1
            value = round_half_up(floor + (top - floor) * (Fraction(rank) - Fraction(1, 2)) / count, PLACES)
        points[case] = value
    return points


def _by_lead(cell: Cell) -> Cell:
    own, rival = cell
    return own - rival, own


@cache
def generated_table() -> Table:
    """Build the table from the rule of the printed values ("How the printed values are built", rules-baf.md).

    Shared tops rank by fewer sharing, then more centres; sole tops and survivors by lead, then own centres.
    """

    def has_rival_case(cell: Cell) -> bool:
        own, rival = cell
        return _fills_board(own + rival, others=len(POWERS) - 2, at_most=rival)

    def has_shared_case(cell: Cell) -> bool:
        own, sharing = cell
        return _fills_board(own * sharing, others=len(POWERS) - sharing, at_most=own - 1)

    top = range(1, SOLO)
    sole = sorted(((own, rival) for own in top for rival in range(own)), key=_by_lead)
    alive = sorted(((own, rival) for rival in top for own in range(1, rival)), key=_by_lead)
    shared = sorted(
        ((own, sharing) for sharing in range(2, len(POWERS) + 1) for own in top if own * sharing <= CENTRES),
        key=lambda cell: (-cell[1], cell[0]),
    )
    return Table(
        version=GENERATED,
        sole_top=_slots(SOLE_TOP, sole, has_rival_case),
        survivor=_slots(SURVIVOR, alive, has_rival_case),
        shared_top=_slots(SHARED_TOP, shared, has_shared_case),
        published=frozenset((SHARED_TOP, cell) for cell in shared if 4 <= cell[0] <= 11),
    )


# A board


def score_board(seats: Iterable[PowerResult], table: Table | None = None) -> dict[str, Score]:
    """Score every played power of a board, in points with 3 decimals.

    Rivals are the powers in play that a player plays; an eliminated or unplayed power's centres count like neutral
    ones. 18 centres or more is a solo: 100, or nothing for anybody when nobody plays that power (B1 and B2 of
    rules-baf.md). An unplayed power has no score. The seats must satisfy `board_faults`.
    """
    table = table or generated_table()
    seats = list(seats)
    in_play = [seat for seat in seats if not seat.eliminated]
    solo = soloist(seats)
    return {
        seat.power: _score_after_solo(seat, solo) if solo else _score_seat(seat, in_play, table)
        for seat in seats
        if seat.played
    }


def soloist(seats: Iterable[PowerResult]) -> PowerResult | None:
    """Return the power in play with 18 centres or more, played or not (B2): it ends the board."""
    return next((seat for seat in seats if seat.centres >= SOLO and not seat.eliminated), None)


def suggested_weight(seats: Iterable[PowerResult]) -> Fraction | None:
    """Return the weight that tournaments give a board with one unplayed power; None for any other board."""
    return SIX_PLAYERS_WEIGHT if sum(seat.played for seat in seats) == SIX_PLAYERS else None


def _score_after_solo(seat: PowerResult, soloist: PowerResult) -> Score:
    if seat is soloist:
        return Score(SOLO_WIN, SOLO_POINTS, seat.centres)
    return Score(LOST_TO_SOLO, NO_POINTS, seat.centres, rival=soloist.centres)


def _score_seat(seat: PowerResult, in_play: Sequence[PowerResult], table: Table) -> Score:
    own = seat.centres
    if seat.eliminated:
        return Score(ELIMINATED, NO_POINTS, own)
    rivals = [other.centres for other in in_play if other.played and other is not seat]
    best = max(rivals, default=0)
    if own > best:
        return Score(SOLE_TOP, table.sole_top[own, best], own, rival=best)
    if own == best:
        sharing = 1 + rivals.count(own)
        return Score(SHARED_TOP, table.shared_top[own, sharing], own, rival=best, sharing=sharing)
    return Score(SURVIVOR, table.survivor[own, best], own, rival=best)


def weighted(points: Decimal, *weights: Fraction) -> Decimal:
    """Multiply points by exact weights (round, board, seat credit) and round half up to 3 decimals once (B5)."""
    product = Fraction(points)
    for weight in weights:
        product *= weight
    return round_half_up(product, PLACES)


def neutral_centres(centres: Iterable[int]) -> int:
    """Return how many of the 34 centres nobody holds; negative when the counts are too many (B3)."""
    return CENTRES - sum(centres)


# The limits of a board


@dataclass(frozen=True)
class Fault:
    """A broken limit of a board: a code, the power it stands at (None: the board), the numbers of its sentence."""

    code: str
    power: str | None = None
    params: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Leaver:
    """Who left a power during the game, and the credit for it; the player of its entry took over."""

    player: object
    credit: Fraction


@dataclass(frozen=True)
class Entry:
    """What is entered for one power: a player (any hashable key, None: nobody), centres, ticks, credit, who left it."""

    power: str
    player: object | None
    centres: int
    has_units: bool = True
    holds_home_centre: bool = True
    credit: Fraction = Fraction(1)
    left: Leaver | None = None

    def result(self) -> PowerResult:
        """Return what scoring needs to know of the entry."""
        return PowerResult(self.power, self.centres, self.player is not None, self.has_units, self.holds_home_centre)


def opening_entry(power: str, player: object | None) -> Entry:
    """Return what a power is before the first year."""
    return Entry(power, player, OPENING_CENTRES[power])


def centres_sum_fault(total: int) -> Fault:
    """Return the fault of so many centres on one board, more than there are (B3)."""
    return Fault("centres_sum", None, {"total": total, "most": CENTRES, "over": total - CENTRES})


def board_faults(entries: Sequence[Entry]) -> list[Fault]:
    """Return every broken limit of a board (B3 and B4 of rules-baf.md); an empty list means it may be stored.

    A count out of range is a fault of its own and is not added up.
    """
    faults = []
    seen_powers: set[str] = set()
    seen_players: set[object] = set()
    for entry in entries:
        if entry.power not in POWERS:
            faults.append(Fault("power_unknown", entry.power, {"power": entry.power}))
        elif entry.power in seen_powers:
            faults.append(Fault("power_twice", entry.power))
        if entry.player is not None and entry.player in seen_players:
            faults.append(Fault("player_twice", entry.power))
        if not 0 <= entry.centres <= CENTRES:
            faults.append(Fault("centres_range", entry.power, {"centres": entry.centres, "most": CENTRES}))
        faults.extend(_credit_faults(entry))
        seen_powers.add(entry.power)
        seen_players.add(entry.player)
    for entry in entries:
        if entry.left and entry.left.player in seen_players:
            faults.append(Fault("left_twice", entry.power))
        seen_players.add(entry.left and entry.left.player)
    faults.extend(Fault("power_missing", power) for power in POWERS if power not in seen_powers)
    total = sum(entry.centres for entry in entries if 0 <= entry.centres <= CENTRES)
    if total > CENTRES:
        faults.append(centres_sum_fault(total))
    return faults


def _credit_faults(entry: Entry) -> list[Fault]:
    """Alone a player gets a part of the result; of two one may get nothing, and both at most the whole of it."""
    if entry.left is None:
        return [] if 0 < entry.credit <= 1 else [Fault("credit_range", entry.power)]
    faults = [] if entry.player is not None else [Fault("left_alone", entry.power)]
    total = entry.credit + entry.left.credit
    if not 0 <= entry.credit <= 1:
        faults.append(Fault("shared_credit_range", entry.power))
    elif not 0 <= entry.left.credit <= 1:
        faults.append(Fault("left_credit_range", entry.power))
    elif not 0 < total <= 1:
        faults.append(Fault("credits_sum", entry.power, {"total": total}))
    return faults


# Standings


@dataclass(frozen=True)
class Result:
    """One played, finished board of a player: its round and weighted points, and whatever names the board.

    Of two players of a power one holds its top (credits.finisher_holds_top).
    """

    player: object
    round: int
    points: Decimal
    outcome: str
    origin: object = None
    holds_top: bool = True


@dataclass(frozen=True)
class Standing:
    """A player's line: total and best in points with 3 decimals, sole tops, results by round, the rounds that count."""

    place: int
    player: object
    total: Decimal
    best: Decimal
    tops: int
    results: Mapping[int, Result]
    counted: frozenset[int]

    @property
    def rounds(self) -> dict[int, Decimal]:
        """The weighted points of each round played."""
        return {number: result.points for number, result in self.results.items()}


def standings(results: Iterable[Result], counted_rounds: int | None = None) -> list[Standing]:
    """Rank the players: total, best single score, sole tops, then a shared place (B6 of rules-baf.md).

    `counted_rounds`: how many of a player's best rounds make the total; None counts all. The total is the sum of the
    weighted scores as shown.
    """
    by_player: dict[object, dict[int, Result]] = {}
    for result in results:
        by_player.setdefault(result.player, {})[result.round] = result
    lines = [_line(player, rounds, counted_rounds) for player, rounds in by_player.items()]
    lines.sort(key=_order, reverse=True)
    return [replace(line, place=place) for place, line in shared_places(lines, _order)]


def _line(player: object, rounds: Mapping[int, Result], counted_rounds: int | None) -> Standing:
    best_first = sorted(rounds.values(), key=lambda result: (-result.points, result.round))
    counted = best_first[:counted_rounds]
    return Standing(
        place=0,
        player=player,
        total=sum((result.points for result in counted), NO_POINTS),
        best=best_first[0].points,
        tops=sum(result.holds_top and result.outcome in SOLE_TOPS for result in rounds.values()),
        results={number: rounds[number] for number in sorted(rounds)},
        counted=frozenset(result.round for result in counted),
    )


def _order(line: Standing) -> tuple[Decimal, Decimal, int]:
    return line.total, line.best, line.tops
