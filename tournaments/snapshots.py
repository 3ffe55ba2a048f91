"""A board as JSON, for its history (Board.snapshot takes it): what was entered and the scores that followed. Pure."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from . import baf
from .years import Counts


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
            left=baf.Leaver(left["player"], Fraction(left["credit"])) if (left := seat.get("left")) else None,
        )
        for power, seat in sorted(snapshot["seats"].items())
    ]


def counts(snapshot: Mapping[str, Any]) -> dict[str, dict[int, int]] | None:
    """Return the centres by power and year; None for a version from before they were kept with the others."""
    if "counts" not in snapshot:
        return None
    return {power: {int(year): centres for year, centres in row.items()} for power, row in snapshot["counts"].items()}


def counts_as_json(counts: Counts) -> dict[str, dict[str, int]]:
    """Return the centres by power and year as a snapshot holds them."""
    return {power: {str(year): row[year] for year in sorted(row)} for power, row in sorted(counts.items())}


def players(snapshot: Mapping[str, Any]) -> set[int]:
    """Return the keys of the players, those who left too."""
    seats = snapshot["seats"].values()
    both = [*(seat["player"] for seat in seats), *(seat["left"]["player"] for seat in seats if "left" in seat)]
    return {player for player in both if player is not None}


def renamed(snapshot: Mapping[str, Any], former: int, key: int) -> dict[str, Any]:
    """Return the snapshot with another key in the place of a player's former one."""
    if not snapshot:
        return {}

    def new(part: Mapping[str, Any]) -> dict[str, Any]:
        named = {**part, "player": key if part["player"] == former else part["player"]}
        return named | {"left": new(part["left"])} if "left" in part else named

    return {**snapshot, "seats": {power: new(seat) for power, seat in snapshot["seats"].items()}}


class Moved(NamedTuple):
    """A power whose player, or the one who left it, got other points or is another: keys and points, None for none."""

    power: str
    left: bool
    played: int | None
    before: Decimal | None
    plays: int | None
    after: Decimal | None


def moved_points(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[Moved]:
    """Return the powers whose player or weighted score differ, and those whose leaver or the leaver's score does."""
    return [
        Moved(power, left, *before, *after)
        for power, seat in sorted(new["seats"].items())
        if power in old["seats"]
        for left in (False, True)
        if (before := _gets(old["seats"][power], left)) != (after := _gets(seat, left))
    ]


def _gets(seat: Mapping[str, Any], left: bool) -> tuple[int | None, Decimal | None]:
    if left:
        player, points = (seat["left"][name] if "left" in seat else None for name in ("player", "weighted_score"))
    else:
        player, points = seat["player"], seat["points"]["weighted_score"]
    return player, None if points is None else Decimal(points)
