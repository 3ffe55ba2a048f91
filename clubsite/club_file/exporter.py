"""From the database to a club file. The order is stable: the same club gives the same bytes."""

import json
from decimal import Decimal

from django.db import transaction
from django.db.models import Prefetch

from clubsite.models import Player
from clubsite.names import natural_key
from mafia_rating import models as mafia
from mafia_rating import scoring
from mafia_rating.scoring import NOT_NEEDED
from tournaments import models as diplomacy

from .schema import FORMAT

WIDTH = 160


def export_club() -> str:
    """Return the whole club as the text of a club file, with the computed values that an import ignores.

    Points have 2 places, scores 3. Takes a constant number of queries.
    """
    with transaction.atomic():
        return layout(
            {
                "format": FORMAT,
                "players": _players(),
                "mafia": {"seasons": _seasons(), "games": _games()},
                "tournaments": _tournaments(),
            }
        )


def layout(value: object, indent: str = "") -> str:
    """Write JSON for people to read and compare: what fits on a line is one, so that a seat is a line."""
    line = json.dumps(value, ensure_ascii=False)
    if not value or not isinstance(value, dict | list) or len(indent) + len(line) <= WIDTH:
        return line
    inner = indent + " "
    if isinstance(value, dict):
        lines = [f"{json.dumps(key, ensure_ascii=False)}: {layout(each, inner)}" for key, each in value.items()]
    else:
        lines = [layout(each, inner) for each in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}\n" + ",\n".join(f"{inner}{each}" for each in lines) + f"\n{indent}{closing}"


def _without(values: dict[str, object], **defaults: object) -> dict[str, object]:
    """Leave out the keys that hold what a missing key means."""
    return {key: value for key, value in values.items() if key not in defaults or value != defaults[key]}


def _players() -> list[dict[str, object]]:
    # Sorted here: the databases order letters differently.
    players = sorted(Player.objects.prefetch_related("aliases"), key=lambda player: player.nickname_key)
    return [_player(player) for player in players]


def _player(player: Player) -> dict[str, object]:
    aliases = sorted(player.aliases.all(), key=lambda alias: alias.name_key)
    values = {
        "nickname": player.nickname,
        "full_name": player.full_name,
        "aliases": [alias.name for alias in aliases],
    }
    return _without(values, full_name="", aliases=[])


# Mafia


def _seasons() -> list[dict[str, object]]:
    return [
        {
            "slug": season.slug,
            "name": season.name,
            "starts_on": season.starts_on.isoformat(),
            "ends_on": season.ends_on.isoformat(),
        }
        for season in mafia.Season.objects.order_by("starts_on")
    ]


def _games() -> list[dict[str, object]]:
    games = mafia.Game.objects.with_protocol().order_by("played_on", "table", "number")
    return [_game(game) for game in games]


def _game(game: mafia.Game) -> dict[str, object]:
    protocol = game.protocol()
    return {
        "played_on": game.played_on.isoformat(),
        "table": game.table,
        "number": game.number,
        "judge": game.judge.nickname,
        "result": game.result,
        "status": game.status,
        "first_killed": game.first_killed,
        "best_move": list(protocol.best_move),
        "seats": [_mafia_seat(seat) for seat in game.seats.all()],
        "bonuses": [
            _without({"seat": item.seat, "points": str(item.points), "approval": item.approval}, approval=NOT_NEEDED)
            for item in protocol.bonuses
        ],
        "penalties": [
            _without({"seat": item.seat, "ground": item.ground, "approval": item.approval}, approval=NOT_NEEDED)
            for item in protocol.penalties
        ],
    }


def _mafia_seat(seat: mafia.Seat) -> dict[str, object]:
    values = {"seat": seat.number, "player": seat.player.nickname, "role": seat.role, "removal": seat.removal}
    points = {part: f"{getattr(seat, part):.2f}" for part in mafia.PARTS}
    return {**_without(values, removal=scoring.NO_REMOVAL), "points": points}


# Tournaments


def _tournaments() -> list[dict[str, object]]:
    rounds = diplomacy.Round.objects.order_by("number").prefetch_related("boards")
    seats = diplomacy.Seat.objects.with_players().prefetch_related("counts").order_by("power")
    tournaments = diplomacy.Tournament.objects.order_by("starts_on", "slug").prefetch_related(
        Prefetch("rounds", rounds), Prefetch("rounds__boards__seats", seats)
    )
    return [_tournament(tournament) for tournament in tournaments]


def _tournament(tournament: diplomacy.Tournament) -> dict[str, object]:
    values = {
        "slug": tournament.slug,
        "name": tournament.name,
        "place": tournament.place,
        "starts_on": tournament.starts_on.isoformat(),
        "ends_on": tournament.ends_on.isoformat(),
        "scoring": tournament.scoring,
        "counted_rounds": tournament.counted_rounds,
        "status": tournament.status,
        "rounds": [_round(row) for row in tournament.rounds.all()],
    }
    return _without(values, place="", counted_rounds=None, status=diplomacy.Tournament.Status.PUBLISHED)


def _round(row: diplomacy.Round) -> dict[str, object]:
    boards = sorted(row.boards.all(), key=lambda board: (natural_key(board.table), board.table))
    values = {
        "number": row.number,
        "weight": str(row.weight),
        "last_year": row.last_year,
        "boards": [_board(board) for board in boards],
    }
    return _without(values, weight="1", last_year=None)


def _board(board: diplomacy.Board) -> dict[str, object]:
    values = {
        "table": board.table,
        "weight": str(board.weight),
        "finished": board.finished,
        "seats": [_board_seat(seat) for seat in board.seats.all()],
    }
    return _without(values, weight="1", finished=True)


def _board_seat(seat: diplomacy.Seat) -> dict[str, object]:
    values = {
        "power": seat.power,
        "player": seat.player and seat.player.nickname,
        "centres": seat.centres,
        "has_units": seat.has_units,
        "holds_home_centre": seat.holds_home_centre,
        "credit": str(seat.credit),
        "left": _left(seat),
        "counts": {str(count.year): count.centres for count in seat.counts.all()},
        "score": _score(seat.score),
        "weighted_score": _score(seat.weighted_score),
    }
    return _without(values, has_units=True, holds_home_centre=True, credit="1", left=None, counts={})


def _left(seat: diplomacy.Seat) -> dict[str, str] | None:
    if seat.left_player is None:
        return None
    return {
        "player": seat.left_player.nickname,
        "credit": str(seat.left_credit),
        "weighted_score": _score(seat.left_weighted_score),
    }


def _score(score: Decimal | None) -> str | None:
    return None if score is None else f"{score:.3f}"
