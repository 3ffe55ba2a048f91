"""What a player did over all tournaments, and on boards with another player: fetched for the rules of career.py."""

import datetime
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from django.db.models import Count, Q, QuerySet

from clubsite.models import Player

from .. import baf
from ..career import Meeting, Played
from ..credits import finisher_holds_top
from .prize import Prize, awards
from .seat import Seat
from .tournament import Tournament, results_by_tournament

PART = ("player_id", "weighted_score", "credit")


class BoardName(NamedTuple):
    """What a list says of a board."""

    pk: int
    table: str
    round: int
    tournament: str
    slug: str
    starts_on: datetime.date


NAMED_BY = ("board_id", "board__table", "round__number", "round__tournament__name", "round__tournament__slug")
DAY = "round__tournament__starts_on"


class InTournament(NamedTuple):
    """A tournament with the player's line in the standings, None without a finished board, and the prizes won."""

    tournament: Tournament
    line: baf.Standing | None
    prizes: list[Prize]


def tournaments_of(tournaments: QuerySet[Tournament], player: Player) -> list[InTournament]:
    """Return those of the tournaments that a player played or won a prize in, latest first; two queries."""
    played = Seat.objects.of(player).counting().order_by().values("round__tournament")
    won = Prize.objects.filter(winners=player).order_by().values("tournament")
    found = list(tournaments.filter(Q(pk__in=played) | Q(pk__in=won)).with_honours().newest_first())
    results = results_by_tournament(Seat.objects.filter(round__tournament__in=found), origins=True)
    rows = []
    for tournament in found:
        own = results[tournament.pk]
        line = next(
            (each for each in baf.standings(own, tournament.counted_rounds) if each.player.pk == player.pk), None
        )
        prizes = [
            award.prize
            for award in awards(tournament.prize_rows or [], own)
            if any(winner.player.pk == player.pk for winner in award.winners)
        ]
        if line or prizes:
            rows.append(InTournament(tournament, line, prizes))
    return rows


def boards_of(player: Player) -> list[Played]:
    """Return the player's boards of public tournaments, running ones too, latest first; one query."""
    return [played for _board, pk, played in _played(Seat.objects.of(player)) if pk == player.pk]


def meetings(player: Player, other: Player) -> list[Meeting]:
    """Return the finished boards of public tournaments that both played, latest first; one query."""
    both = Seat.objects.of(player).order_by().values("board"), Seat.objects.of(other).order_by().values("board")
    seats = (Seat.objects.of(player) | Seat.objects.of(other)).counting()
    boards: dict[BoardName, dict[int, Played]] = defaultdict(dict)
    for board, pk, played in _played(seats.filter(board__in=both[0]).filter(board__in=both[1])):
        boards[board][pk] = played
    return [Meeting(board, by_player[player.pk], by_player[other.pk]) for board, by_player in boards.items()]


def _played(seats: QuerySet[Seat]) -> Iterator[tuple[BoardName, int, Played]]:
    """Yield what each player of the seats played, latest first, with the board and the player's key."""
    rows = (
        seats.public()
        .with_begun()
        .order_by(f"-{DAY}", "-round__number", "board__table", "power")
        .values_list(
            *(*NAMED_BY, DAY, "power", "centres", "outcome", "score", "board__finished", "board_begun"),
            *(f"{who}{name}" for who in ("", "left_") for name in PART),
        )
    )
    for row in rows:
        board, (power, centres, outcome, score, finished, begun) = BoardName(*row[:6]), row[6:12]
        (pk, points, credit), (left_pk, left_points, left_credit) = row[12:15], row[15:]
        shared = left_pk is not None
        holds_top = not shared or finisher_holds_top(credit, left_credit)
        common = {"power": power, "centres": centres, "outcome": outcome, "score": score, "finished": finished}
        common |= {"begun": begun, "board": board, "shared": shared}
        yield board, pk, Played(**common, points=points, holds_top=holds_top, credit=credit)
        if shared:
            part = Played(**common, points=left_points, holds_top=not holds_top, left=True, credit=left_credit)
            yield board, left_pk, part


def met_on_boards(player: Player, most: int) -> list[tuple[int, str, int]]:
    """Return key and nickname of those who finished the most boards of a player, and how many; one query."""
    own = Seat.objects.of(player).counting().public().order_by().values("board")
    met = Seat.objects.filter(board__in=own, player__isnull=False).exclude(player=player).order_by()
    rows = met.values_list("player_id", "player__nickname").annotate(boards=Count("pk"))
    return list(rows.order_by("-boards", "player")[:most])
