"""The MAFFAMILY rating of a mafia game: from a protocol to points.

Source: sources/003_9e12e5c110a8750b.txt, with the decisions D1 to D12 of rules-mafia.md where it is silent. Pure
functions over plain values; points are Decimals with 2 places. `protocol_faults` is the one validator of every limit,
`score` the one place where a protocol becomes points.
"""

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

SEATS = range(1, 11)

CITIZEN, SHERIFF, MAFIA, DON = ROLES = ("citizen", "sheriff", "mafia", "don")
ROLE_COUNTS = {CITIZEN: 6, SHERIFF: 1, MAFIA: 2, DON: 1}
RED = frozenset((CITIZEN, SHERIFF))
BLACK = frozenset((MAFIA, DON))

RED_WIN, BLACK_WIN, DRAW = RESULTS = ("red_win", "black_win", "draw")

NO_REMOVAL, AFFECTED, NO_EFFECT = REMOVALS = ("none", "affected", "no_effect")

# Approval of an exceptional item: an ordinary one needs none.
NOT_NEEDED, PENDING, APPROVED, REJECTED = APPROVALS = ("not_needed", "pending", "approved", "rejected")
COUNTING = frozenset((NOT_NEEDED, APPROVED))
REQUESTS = (APPROVED, REJECTED, PENDING)  # what becomes of an exceptional item, as lists of them are read

DISCRETIONARY = "discretionary"
GROUND_ROLES = {
    "broke_on_ten": RED,
    "broke_on_four": frozenset((CITIZEN,)),
    "false_check": RED,
    "fake_sheriff": BLACK,
    DISCRETIONARY: frozenset(ROLES),
}

PART_RULES = {"win": 1, "compensation": 2, "best_move": 3, "bonus": 4, "penalty": 5}

WIN_POINTS = Decimal("2.00")
COMPENSATION = Decimal("0.50")
BEST_MOVE = {3: Decimal("0.40"), 2: Decimal("0.25"), 1: Decimal("0.00"), 0: Decimal("-0.25")}
BEST_MOVE_NAMES = 3
PENALTY = Decimal("-1.00")
NOTHING = Decimal("0.00")

BONUS_STEP = Decimal("0.1")
BONUS_PLAYERS = 3
BONUS_SUM = Decimal("1.0")
BONUS_WINNER = Decimal("0.7")
BONUS_LOSER = Decimal("0.4")
BONUS_EXCEPTIONAL = Decimal("0.6")


# A protocol


@dataclass(frozen=True)
class SeatEntry:
    """One of the ten seats: a player (any hashable key), a role and the removal mark (D7)."""

    seat: int
    player: Hashable
    role: str
    removal: str = NO_REMOVAL


@dataclass(frozen=True)
class BonusEntry:
    """The judge's bonus of a seat, in points; approval None means: as the rule says, pending if exceptional."""

    seat: int
    points: Decimal
    approval: str | None = None
    reason: str = ""

    @property
    def exceptional(self) -> bool:
        """0.6 and 0.7 only with the President's consent (rule 4)."""
        return self.points >= BONUS_EXCEPTIONAL


@dataclass(frozen=True)
class PenaltyEntry:
    """A penalty of a seat on one ground (D6); approval as for a bonus."""

    seat: int
    ground: str
    approval: str | None = None
    reason: str = ""

    @property
    def exceptional(self) -> bool:
        """At the judge's discretion only with the President's consent (rule 5)."""
        return self.ground == DISCRETIONARY


@dataclass(frozen=True)
class Protocol:
    """Everything of a game that its points follow from. The judge is a key of the same kind as the players' (D12)."""

    result: str
    seats: tuple[SeatEntry, ...]
    judge: Hashable | None = None
    first_killed: int | None = None
    best_move: tuple[int, ...] = ()
    bonuses: tuple[BonusEntry, ...] = ()
    penalties: tuple[PenaltyEntry, ...] = ()


def won(role: str, result: str) -> bool:
    """Say whether a role's team won; nobody wins a draw (rule 1, D1)."""
    return result == (RED_WIN if role in RED else BLACK_WIN)


def lost(role: str, result: str) -> bool:
    """Say whether a role's team lost; a draw is no loss (D1)."""
    return result != DRAW and not won(role, result)


def initial_approval(item: BonusEntry | PenaltyEntry) -> str:
    """Return the approval an item starts with: as given, else pending when exceptional (D5)."""
    return item.approval or (PENDING if item.exceptional else NOT_NEEDED)


def counts(item: BonusEntry | PenaltyEntry) -> bool:
    """Say whether an item is worth its points: ordinary, or approved by the President (D5)."""
    return initial_approval(item) in COUNTING


def worth(item: BonusEntry | PenaltyEntry) -> Decimal:
    """Return the points of an item where it counts (rules 4 and 5)."""
    return item.points if isinstance(item, BonusEntry) else PENALTY


# The limits of a protocol


@dataclass(frozen=True)
class Fault:
    """A broken limit: a code, the part of the protocol and the seat it stands at, and the numbers of its sentence.

    part: "seats", "player", "role", "removal", "judge", "result", "first_killed", "best_move", "bonus" or "penalty".
    index: the place of the item in its list (bonuses, penalties, best_move, seats), where there is one.
    """

    code: str
    part: str
    seat: int | None = None
    index: int | None = None
    params: Mapping[str, object] = field(default_factory=dict)


def protocol_faults(protocol: Protocol) -> list[Fault]:
    """Return every broken limit of rules 3 to 5 and D3 to D12; an empty list means the protocol may be recorded."""
    return [
        *_seat_faults(protocol),
        *_best_move_faults(protocol),
        *_bonus_faults(protocol),
        *_penalty_faults(protocol),
    ]


def _seat_faults(protocol: Protocol) -> list[Fault]:
    faults = []
    if protocol.result not in RESULTS:
        faults.append(Fault("result_unknown", "result"))
    taken: dict[Hashable, int] = {}
    numbers: set[int] = set()
    for index, entry in enumerate(protocol.seats):
        if entry.seat not in SEATS:
            faults.append(Fault("seat_range", "seats", None, index, {"seat": entry.seat}))
        elif entry.seat in numbers:
            faults.append(Fault("seat_twice", "seats", entry.seat, index, {"seat": entry.seat}))
        numbers.add(entry.seat)
        if entry.player in taken:
            faults.append(Fault("player_twice", "player", entry.seat, index, {"other": taken[entry.player]}))
        taken.setdefault(entry.player, entry.seat)
        if entry.player == protocol.judge:
            faults.append(Fault("judge_seated", "player", entry.seat, index))
        if entry.role not in ROLES:
            faults.append(Fault("role_unknown", "role", entry.seat, index))
        if entry.removal not in REMOVALS:
            faults.append(Fault("removal_unknown", "removal", entry.seat, index))
    if missing := [seat for seat in SEATS if seat not in numbers]:
        faults.append(Fault("seats_missing", "seats", params={"seats": missing}))
    roles = Counter(entry.role for entry in protocol.seats)
    faults.extend(
        Fault("role_count", "seats", params={"role": role, "needed": needed, "given": roles[role]})
        for role, needed in ROLE_COUNTS.items()
        if roles[role] != needed and not missing
    )
    return faults


def _best_move_faults(protocol: Protocol) -> list[Fault]:
    faults = []
    first_killed, named = protocol.first_killed, protocol.best_move
    if first_killed is not None and first_killed not in SEATS:
        faults.append(Fault("first_killed_range", "first_killed", params={"seat": first_killed}))
    if not named:
        return faults
    if first_killed is None:
        faults.append(Fault("best_move_without_first_killed", "best_move"))
    if len(named) != BEST_MOVE_NAMES:
        faults.append(Fault("best_move_needs_three", "best_move", params={"given": len(named)}))
    for index, seat in enumerate(named):
        if seat not in SEATS:
            faults.append(Fault("best_move_range", "best_move", None, index, {"seat": seat}))
        elif seat in named[:index]:
            faults.append(Fault("best_move_twice", "best_move", None, index, {"seat": seat}))
        elif seat == first_killed:
            faults.append(Fault("best_move_own_seat", "best_move", None, index, {"seat": seat}))
    return faults


def _bonus_faults(protocol: Protocol) -> list[Fault]:
    faults = []
    roles = {entry.seat: entry.role for entry in protocol.seats}
    seen: set[int] = set()
    for index, bonus in enumerate(protocol.bonuses):

        def fault(code: str, at: BonusEntry = bonus, place: int = index, **params: object) -> None:
            faults.append(Fault(code, "bonus", at.seat, place, params))

        if bonus.seat not in roles:
            fault("bonus_seat_unknown", seat=bonus.seat)
            continue
        if bonus.seat in seen:
            fault("bonus_twice")
        seen.add(bonus.seat)
        if protocol.result == DRAW:
            fault("bonus_in_draw")
        if bonus.points <= 0:
            fault("bonus_not_positive")
        elif lost(roles[bonus.seat], protocol.result) and bonus.points > BONUS_LOSER:
            fault("bonus_loser_over", most=BONUS_LOSER)
        elif bonus.points > BONUS_WINNER:
            fault("bonus_winner_over", most=BONUS_WINNER)
        elif bonus.points % BONUS_STEP:
            fault("bonus_step", step=BONUS_STEP)
        if _approval_misfit(bonus):
            fault("bonus_approval_misfit")
    if len(seen) > BONUS_PLAYERS:
        faults.append(Fault("bonus_too_many_players", "bonus", params={"given": len(seen), "most": BONUS_PLAYERS}))
    total = sum((bonus.points for bonus in protocol.bonuses), Decimal(0))
    if total > BONUS_SUM:
        faults.append(Fault("bonus_sum_over", "bonus", params={"total": total, "most": BONUS_SUM}))
    return faults


def _penalty_faults(protocol: Protocol) -> list[Fault]:
    faults = []
    roles = {entry.seat: entry.role for entry in protocol.seats}
    seen: set[tuple[int, str]] = set()
    for index, penalty in enumerate(protocol.penalties):
        role = roles.get(penalty.seat)
        code = None
        if role is None:
            code = "penalty_seat_unknown"
        elif penalty.ground not in GROUND_ROLES:
            code = "penalty_ground_unknown"
        elif (penalty.seat, penalty.ground) in seen:
            code = "penalty_twice"
        elif not lost(role, protocol.result):
            code = "penalty_only_for_losers"
        elif role not in GROUND_ROLES[penalty.ground]:
            code = "penalty_ground_role"
        elif _approval_misfit(penalty):
            code = "penalty_approval_misfit"
        seen.add((penalty.seat, penalty.ground))
        if code:
            params = {"seat": penalty.seat, "ground": penalty.ground, "role": role}
            faults.append(Fault(code, "penalty", penalty.seat, index, params))
    return faults


def _approval_misfit(item: BonusEntry | PenaltyEntry) -> bool:
    """An ordinary item has no approval; an exceptional one is pending, approved or rejected."""
    if item.approval is None:
        return False
    return item.approval not in APPROVALS or item.exceptional == (item.approval == NOT_NEEDED)


# Points


@dataclass(frozen=True)
class Reason:
    """Why a component is what it is: a code and the values of its sentence; rule is its number in the source."""

    code: str
    rule: int
    points: Decimal
    params: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class SeatPoints:
    """A seat's components in points with 2 decimals, and a reason for each that is worth telling."""

    win: Decimal = NOTHING
    compensation: Decimal = NOTHING
    best_move: Decimal = NOTHING
    bonus: Decimal = NOTHING
    penalty: Decimal = NOTHING
    reasons: tuple[Reason, ...] = ()

    @property
    def total(self) -> Decimal:
        """The sum of the five components."""
        return self.win + self.compensation + self.best_move + self.bonus + self.penalty


def score(protocol: Protocol) -> dict[int, SeatPoints]:
    """Return every seat's points by rules 1 to 5; the protocol must have no faults."""
    return {entry.seat: _score_seat(entry, protocol) for entry in protocol.seats}


def _score_seat(entry: SeatEntry, protocol: Protocol) -> SeatPoints:
    reasons = {
        "win": _win(entry, protocol),
        "compensation": _compensation(entry, protocol),
        "best_move": _best_move(entry, protocol),
        "bonus": _bonuses(entry, protocol),
        "penalty": _penalties(entry, protocol),
    }
    return SeatPoints(
        **{part: sum((reason.points for reason in given), NOTHING) for part, given in reasons.items()},
        reasons=tuple(reason for given in reasons.values() for reason in given),
    )


def _win(entry: SeatEntry, protocol: Protocol) -> list[Reason]:
    if protocol.result == DRAW:
        return [Reason("draw", 1, NOTHING)]
    if won(entry.role, protocol.result):
        return [Reason("win", 1, WIN_POINTS)]
    return [Reason("loss", 1, NOTHING)]


def _compensation(entry: SeatEntry, protocol: Protocol) -> list[Reason]:
    if entry.seat == protocol.first_killed and entry.role in RED and lost(entry.role, protocol.result):
        return [Reason("compensation", 2, COMPENSATION)]
    return []


def _best_move(entry: SeatEntry, protocol: Protocol) -> list[Reason]:
    if entry.seat != protocol.first_killed:
        return []
    named = protocol.best_move
    if not named:
        return [Reason("best_move_declined", 3, NOTHING)]
    if entry.role in BLACK:
        return [Reason("best_move_black_caller", 3, NOTHING, {"named": named})]
    black = sum(other.role in BLACK for other in protocol.seats if other.seat in named)
    return [Reason("best_move", 3, BEST_MOVE[black], {"named": named, "black": black})]


def _bonuses(entry: SeatEntry, protocol: Protocol) -> list[Reason]:
    return [
        Reason(
            f"bonus_{initial_approval(bonus)}",
            4,
            worth(bonus) if counts(bonus) else NOTHING,
            {"amount": bonus.points, "why": bonus.reason},
        )
        for bonus in protocol.bonuses
        if bonus.seat == entry.seat
    ]


def _penalties(entry: SeatEntry, protocol: Protocol) -> list[Reason]:
    reasons = [
        Reason(
            f"penalty_{initial_approval(penalty)}",
            5,
            worth(penalty) if counts(penalty) else NOTHING,
            {"ground": penalty.ground, "why": penalty.reason},
        )
        for penalty in protocol.penalties
        if penalty.seat == entry.seat
    ]
    if entry.removal == AFFECTED:
        fined = lost(entry.role, protocol.result)
        reasons.append(Reason("removal_fined" if fined else "removal_not_fined", 5, PENALTY if fined else NOTHING))
    elif entry.removal == NO_EFFECT:
        reasons.append(Reason("removal_no_effect", 5, NOTHING))
    return reasons
