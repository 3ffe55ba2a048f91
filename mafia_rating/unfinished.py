"""What can be told of a protocol while it is still being filled in: points, and what is left to give.

Pure, and without a rule of its own: `scoring` says what stands, this module leaves out what cannot stand yet.
"""

from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple, TypeVar

from . import scoring
from .approvals import hangs_on
from .scoring import BonusEntry, PenaltyEntry, Protocol, SeatPoints

Item = TypeVar("Item", BonusEntry, PenaltyEntry)

UNKNOWN_TEAMS = {"result", "seats", "role"}  # a fault in one of these parts leaves open who has won


class BonusLeft(NamedTuple):
    """What rule 4 still allows the judge to give, in points and in players; never below 0."""

    points: Decimal
    players: int


def score_so_far(protocol: Protocol) -> dict[int, SeatPoints]:
    """Return the points of every seat as far as they are certain.

    Nobody has points before the result is known and the ten roles add up. A bonus, penalty, best move or removal that
    breaks a limit is left out, with its reason. Players may be missing: no point depends on who they are.
    """
    faults = scoring.protocol_faults(protocol)
    parts = {fault.part for fault in faults}
    if parts & UNKNOWN_TEAMS:
        return {}
    broken = {(fault.part, fault.index) for fault in faults}
    bonuses = () if ("bonus", None) in broken else protocol.bonuses
    standing = replace(
        protocol,
        seats=tuple(
            replace(entry, removal=scoring.NO_REMOVAL) if entry.removal not in scoring.REMOVALS else entry
            for entry in protocol.seats
        ),
        best_move=() if "best_move" in parts else protocol.best_move,
        bonuses=tuple(bonus for index, bonus in enumerate(bonuses) if ("bonus", index) not in broken),
        penalties=tuple(
            penalty for index, penalty in enumerate(protocol.penalties) if ("penalty", index) not in broken
        ),
    )
    points = scoring.score(standing)
    if "best_move" in parts and (caller := points.get(protocol.first_killed)):
        # A best move that is half named is not a declined one.
        reasons = tuple(reason for reason in caller.reasons if reason.code != "best_move_declined")
        points[protocol.first_killed] = replace(caller, reasons=reasons)
    return points


def roles_left(protocol: Protocol) -> dict[str, int]:
    """Return how many of each role but citizen are still to be given; below 0 when there are too many."""
    given = [entry.role for entry in protocol.seats]
    return {role: count - given.count(role) for role, count in scoring.ROLE_COUNTS.items() if role != scoring.CITIZEN}


def bonus_left(protocol: Protocol) -> BonusLeft:
    """Return what is left of the bonuses' sum and of their players (rule 4)."""
    given = sum((bonus.points for bonus in protocol.bonuses), Decimal(0))
    players = len({bonus.seat for bonus in protocol.bonuses})
    return BonusLeft(max(scoring.BONUS_SUM - given, Decimal("0.0")), max(scoring.BONUS_PLAYERS - players, 0))


def with_decisions(protocol: Protocol, stored: Protocol) -> Protocol:
    """Give the items of an edited protocol the approvals that its stored version keeps for them (D5)."""
    kept = {hangs_on(item, stored): item.approval for item in (*stored.bonuses, *stored.penalties) if item.exceptional}

    def decided(item: Item) -> Item:
        return replace(item, approval=kept.get(hangs_on(item, protocol)))

    return replace(
        protocol,
        bonuses=tuple(map(decided, protocol.bonuses)),
        penalties=tuple(map(decided, protocol.penalties)),
    )
