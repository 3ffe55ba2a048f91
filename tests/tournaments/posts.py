"""What a judge's browser sends for a board."""

from collections.abc import Iterable

from tournaments import baf
from tournaments.models import Board, Round

PLAYERS = ("Gentz", "Kaunitz", "Metternich", "Hardenberg", "Castlereagh", "Nesselrode", "")
CENTRES = (8, 0, 7, 7, 6, 6, 0)


def board_post(
    round: Round,  # noqa: A002 -- the field's own name
    players: Iterable[str] = PLAYERS,
    centres: Iterable[int | str] = CENTRES,
    **fields: object,
) -> dict[str, object]:
    """Fill in the form of a board: powers in alphabetical order, other fields by name."""
    post = {"round": round.pk, "table": "1", "weight": "6/7", "finished": "on"}
    for power, player, count in zip(baf.POWERS, players, centres, strict=True):
        post |= {f"{power}_player": player, f"{power}_centres": count, f"{power}_credit": "1"}
    return post | fields


def admin_post(*args: object, **fields: object) -> dict[str, object]:
    """Fill in the page of a stored board in the admin, which shows the seats below the form."""
    return board_post(*args, **fields) | {"seats-TOTAL_FORMS": "0", "seats-INITIAL_FORMS": "0"}


def seats_of(board: Board) -> dict[str, tuple]:
    """Return what is stored of each power: nickname or None, and centres."""
    return {
        power: (nickname, centres)
        for power, nickname, centres in board.seats.values_list("power", "player__nickname", "centres")
    }
