"""Decisions of the President: what one hangs on, the limits an item touches, how it would move the table. Pure.

Source: rules 4 to 6 of sources/003_9e12e5c110a8750b.txt, with D5 and D8 of rules-mafia.md.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from . import rating, scoring


def hangs_on(item: scoring.BonusEntry | scoring.PenaltyEntry, protocol: scoring.Protocol) -> tuple[Hashable, ...]:
    """Return what a decision on an item of a protocol hangs on: a decision fits another protocol's equal item (D5).

    That is the game's result, the player with the role, and the amount or the ground.
    """
    seat = next((entry for entry in protocol.seats if entry.seat == item.seat), None)
    whose = (seat.player, seat.role) if seat else None
    return protocol.result, whose, getattr(item, "points", None), getattr(item, "ground", None)


@dataclass(frozen=True)
class BonusLimits:
    """How far a game's bonuses use what rule 4 allows: points and players given, and the most of each."""

    total: Decimal
    players: int
    winner: Decimal = scoring.BONUS_WINNER
    most_total: Decimal = scoring.BONUS_SUM
    most_players: int = scoring.BONUS_PLAYERS


def bonus_limits(points: Sequence[Decimal]) -> BonusLimits:
    """Add up the bonuses of one game, in points, for the limits of rule 4; one that waits takes part (D5)."""
    return BonusLimits(total=sum(points, Decimal("0.0")), players=len(points))


@dataclass(frozen=True)
class Effect:
    """A player's line in the season table as it stands, and as it would be with one more item counted."""

    now: rating.Line
    after: rating.Line


def effects(
    sums: Sequence[rating.Sums],
    items: Mapping[Hashable, tuple[int, scoring.BonusEntry | scoring.PenaltyEntry]],
) -> dict[Hashable, Effect]:
    """Return what the approval of each item alone would do to the table of a season.

    `sums` are the season's as they stand, without the items; `items` gives each one's player and entry, and its keys
    are the result's.
    """
    now = _lines(sums)

    def after(player: int, item: scoring.BonusEntry | scoring.PenaltyEntry) -> rating.Line:
        return _lines(_with_item(row, item) if row.player_id == player else row for row in sums)[player]

    return {key: Effect(now[player], after(player, item)) for key, (player, item) in items.items()}


def _lines(sums: Iterable[rating.Sums]) -> dict[int, rating.Line]:
    return {line.player_id: line for line in rating.season_table(sums)}


def _with_item(row: rating.Sums, item: scoring.BonusEntry | scoring.PenaltyEntry) -> rating.Sums:
    part = "bonus" if isinstance(item, scoring.BonusEntry) else "penalty"
    worth = scoring.worth(item)
    return replace(row, points=row.points + worth, **{part: getattr(row, part) + worth})
