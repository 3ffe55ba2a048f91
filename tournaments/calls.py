"""A round's call: how to make boards of seven when the players who are here are no multiple of seven. Pure."""

from dataclasses import dataclass

from .baf import POWERS

FULL = len(POWERS)


@dataclass(frozen=True)
class Choice:
    """A way to seat the players: so many boards of seven and of six (weight 6/7), so many sitting out."""

    full: int
    six: int
    sit_out: int

    @property
    def boards(self) -> int:
        """All boards of the round."""
        return self.full + self.six

    @property
    def second_boards(self) -> int:
        """How many unplayed powers volunteers from other boards can play besides, out of competition (B4)."""
        return self.six if self.boards > 1 else 0


def choices(players: int) -> list[Choice]:
    """Return the ways to seat a number of players, the one with the fewest sitting out first.

    Boards of six let everybody play where the number allows it; full boards alone are offered besides.
    """
    ways = [_everybody(players), _full_boards(players)]
    return [way for index, way in enumerate(ways) if way and way not in ways[:index]]


def _everybody(players: int) -> Choice | None:
    """As few boards as hold everybody; their empty seats make boards of six, if there is at most one a board."""
    boards = -(-players // FULL)
    empty = boards * FULL - players
    return Choice(boards - empty, empty, 0) if boards and empty <= boards else None


def _full_boards(players: int) -> Choice | None:
    full, left = divmod(players, FULL)
    return Choice(full, 0, left) if full else None
