"""A protocol as JSON, for the history of a game: what was entered and the points that followed. Pure."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from . import scoring


def take(
    header: Mapping[str, Any], protocol: scoring.Protocol, points: Mapping[int, Mapping[str, Decimal]]
) -> dict[str, Any]:
    """Return the snapshot of a game: its header, its protocol (players as their keys), the points of each seat."""
    bonuses = {bonus.seat: bonus for bonus in protocol.bonuses}
    seats = {}
    for entry in sorted(protocol.seats, key=lambda entry: entry.seat):
        bonus = bonuses.get(entry.seat)
        seats[str(entry.seat)] = {
            "player": entry.player,
            "role": entry.role,
            "removal": entry.removal,
            "bonus": None if bonus is None else {"points": f"{bonus.points:.1f}", **_item(bonus)},
            "penalties": {
                penalty.ground: _item(penalty) for penalty in protocol.penalties if penalty.seat == entry.seat
            },
            "points": {part: str(value) for part, value in points[entry.seat].items()},
        }
    return {
        **header,
        "judge": protocol.judge,
        "result": protocol.result,
        "first_killed": protocol.first_killed,
        "best_move": list(protocol.best_move),
        "seats": seats,
    }


def _item(item: scoring.BonusEntry | scoring.PenaltyEntry) -> dict[str, str | None]:
    return {"approval": item.approval, "reason": item.reason}


def protocol(snapshot: Mapping[str, Any]) -> scoring.Protocol:
    """Return the protocol of a snapshot, to be recorded again.

    Its approvals are left out: a decision that stands may be kept, one that was taken back is not given anew (D5).
    """
    seats = {int(number): seat for number, seat in snapshot["seats"].items()}
    return scoring.Protocol(
        result=snapshot["result"],
        judge=snapshot["judge"],
        first_killed=snapshot["first_killed"],
        best_move=tuple(snapshot["best_move"]),
        seats=tuple(
            scoring.SeatEntry(number, seat["player"], seat["role"], seat["removal"]) for number, seat in seats.items()
        ),
        bonuses=tuple(
            scoring.BonusEntry(number, Decimal(seat["bonus"]["points"]), None, seat["bonus"]["reason"])
            for number, seat in seats.items()
            if seat["bonus"]
        ),
        penalties=tuple(
            scoring.PenaltyEntry(number, ground, None, item["reason"])
            for number, seat in seats.items()
            for ground, item in seat["penalties"].items()
        ),
    )


def players(snapshot: Mapping[str, Any]) -> set[int]:
    """Return the keys of the players and the judge."""
    return {snapshot["judge"], *(seat["player"] for seat in snapshot["seats"].values())}


def renamed(snapshot: Mapping[str, Any], former: int, key: int) -> dict[str, Any]:
    """Return the snapshot with another key in the place of a player's or judge's former one."""
    if not snapshot:
        return {}
    seats = {
        number: seat | {"player": key} if seat["player"] == former else seat
        for number, seat in snapshot["seats"].items()
    }
    return {**snapshot, "judge": key if snapshot["judge"] == former else snapshot["judge"], "seats": seats}


def moved_points(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[int, tuple[Decimal, Decimal]]:
    """Return the seats whose player or total differ, with the totals before and after, in points."""
    return {
        int(number): (Decimal(before["points"]["total"]), Decimal(after["points"]["total"]))
        for number, after in new["seats"].items()
        if (before := old["seats"].get(number))
        and (before["points"]["total"], before["player"]) != (after["points"]["total"], after["player"])
    }
