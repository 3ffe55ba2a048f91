"""From a protocol to its rows: seats with their points, best move, bonuses and penalties with their approvals."""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from django.utils import timezone

from .. import scoring
from ..approvals import hangs_on
from .approval import DECIDED, JudgeBonus, Penalty
from .seat import PARTS, BestMove, Seat

Decisions = dict[tuple, JudgeBonus | Penalty]


class Rows(NamedTuple):
    """The rows of a protocol beside its game's, not yet stored."""

    protocol: scoring.Protocol
    seats: list[Seat]
    bonuses: list[JudgeBonus]
    penalties: list[Penalty]

    def create(self, game, standing: BestMove | None) -> None:
        """Store the rows of a game that is stored already; `standing` is the best move it has so far.

        An edit has deleted the old ones, since two players who swap seats would meet the unique constraint halfway.
        """
        Seat.objects.bulk_create(self.seats)
        BestMove.write(game, self.protocol.best_move, standing)
        JudgeBonus.objects.bulk_create(self.bonuses)
        Penalty.objects.bulk_create(self.penalties)


def build_rows(game, protocol: scoring.Protocol, decisions: Decisions) -> Rows:
    """Build the rows of a game's protocol, unsaved, with their approvals and points."""
    seats = {
        entry.seat: Seat(game=game, number=entry.seat, player_id=entry.player, role=entry.role, removal=entry.removal)
        for entry in protocol.seats
    }

    def fitting(entry: scoring.BonusEntry | scoring.PenaltyEntry) -> JudgeBonus | Penalty | None:
        return decisions.get(hangs_on(entry, protocol))

    bonuses = [
        _decided(JudgeBonus(seat=seats[entry.seat], points=entry.points), entry, fitting(entry))
        for entry in protocol.bonuses
    ]
    penalties = [
        _decided(Penalty(seat=seats[entry.seat], ground=entry.ground), entry, fitting(entry))
        for entry in protocol.penalties
    ]
    protocol = replace(
        protocol,
        bonuses=tuple(bonus.entry() for bonus in bonuses),
        penalties=tuple(penalty.entry() for penalty in penalties),
    )
    set_points(seats.values(), protocol)
    return Rows(protocol, list(seats.values()), bonuses, penalties)


def set_points(seats: Iterable[Seat], protocol: scoring.Protocol) -> None:
    """Give unsaved seats the points of their protocol: the one writer of stored points."""
    points = scoring.score(protocol)
    for seat in seats:
        for part in PARTS:
            setattr(seat, part, getattr(points[seat.number], part))


def _decided(
    item: JudgeBonus | Penalty, entry: scoring.BonusEntry | scoring.PenaltyEntry, kept: JudgeBonus | Penalty | None
) -> JudgeBonus | Penalty:
    """Give an item its approval: the entry's own, or that of the item whose decision fits it, or as it starts (D5)."""
    if kept and entry.approval not in (None, kept.approval):
        kept = None
    item.reason = entry.reason
    item.approval = kept.approval if kept else scoring.initial_approval(entry)
    if item.approval in DECIDED:
        item.decided_by_id = kept.decided_by_id if kept else None
        item.decided_at = kept.decided_at if kept else timezone.now()
        item.decision_note = kept.decision_note if kept else ""
    return item
