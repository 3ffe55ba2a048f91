"""A board as JSON, for its history (Board.snapshot takes it): what was entered and the scores that followed. Pure."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from . import baf


def entries(snapshot: Mapping[str, Any]) -> list[baf.Entry]:
    """Return the seats of a snapshot, to be recorded again."""
    return [
        baf.Entry(
            power,
            seat["player"],
            seat["centres"],
            has_units=seat["has_units"],
            holds_home_centre=seat["holds_home_centre"],
            credit=Fraction(seat["credit"]),
        )
        for power, seat in sorted(snapshot["seats"].items())
    ]


def players(snapshot: Mapping[str, Any]) -> set[int]:
    """Return the keys of the players."""
    return {seat["player"] for seat in snapshot["seats"].values() if seat["player"] is not None}


def moved_points(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, tuple[Decimal | None, Decimal | None]]:
    """Return the powers whose player or weighted score differ, with the weighted scores before and after, in points."""
    return {
        power: (_weighted(before), _weighted(after))
        for power, after in sorted(new["seats"].items())
        if (before := old["seats"].get(power))
        and (_weighted(before), before["player"]) != (_weighted(after), after["player"])
    }


def _weighted(seat: Mapping[str, Any]) -> Decimal | None:
    points = seat["points"]["weighted_score"]
    return None if points is None else Decimal(points)
