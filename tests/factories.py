"""Build what tests need, through the model methods."""

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from django.contrib.auth.models import Group, User
from django.utils import timezone

from clubsite.models import Player
from clubsite.names import normal_form
from mafia_rating import scoring
from mafia_rating.models import Cup, Game, Season
from tournaments import baf
from tournaments.models import Board, Round, Tournament

ROLES = ["citizen", "citizen", "sheriff", "mafia", "citizen", "don", "citizen", "mafia", "citizen", "citizen"]


def make_user(name: str, *groups: str, staff: bool = False) -> User:
    """Create a user in the given groups."""
    user = User.objects.create_user(name, is_staff=staff)
    user.groups.set(Group.objects.filter(name__in=groups))
    return user


def make_player(nickname: str, **fields) -> Player:
    """Find or create the player of a nickname."""
    return Player.objects.named(nickname) or Player.objects.create(nickname=nickname, **fields)


def make_players(nicknames: Iterable[str]) -> dict[str, Player]:
    """Find or create the players of nicknames, in two queries however many they are."""
    keys = {nickname: normal_form(nickname) for nickname in nicknames}
    players = Player.objects.by_name(keys)
    new = {key: Player(nickname=nickname) for nickname, key in keys.items() if key not in players}
    Player.objects.bulk_create(new.values())
    return {nickname: (players | new)[key] for nickname, key in keys.items()}


def make_season(slug: str = "2025-26", starts_on: str = "2025-09-01", ends_on: str = "2026-08-31", **fields) -> Season:
    """Create a season."""
    return Season.objects.create(
        slug=slug,
        name=fields.pop("name", f"Season {slug}"),
        starts_on=datetime.date.fromisoformat(starts_on),
        ends_on=datetime.date.fromisoformat(ends_on),
        **fields,
    )


def make_protocol(
    result: str = scoring.BLACK_WIN,
    *,
    players: Iterable[str] = tuple(f"P{number}" for number in scoring.SEATS),
    roles: Iterable[str] = ROLES,
    judge: str = "J1",
    first_killed: int | None = None,
    best_move: Iterable[int] = (),
    bonuses: Mapping[int, str] | None = None,
    penalties: Iterable[tuple[int, str]] = (),
    removals: Mapping[int, str] | None = None,
) -> scoring.Protocol:
    """Build a protocol of stored players: seats 1 to 10 in the order given, bonuses as {seat: "0.3"}."""
    removals = removals or {}
    seated = tuple(players)
    stored = make_players([judge, *seated])
    return scoring.Protocol(
        result=result,
        judge=stored[judge].pk,
        first_killed=first_killed,
        best_move=tuple(best_move),
        seats=tuple(
            scoring.SeatEntry(seat, stored[player].pk, role, removals.get(seat, scoring.NO_REMOVAL))
            for seat, player, role in zip(scoring.SEATS, seated, roles, strict=True)
        ),
        bonuses=tuple(scoring.BonusEntry(seat, Decimal(points)) for seat, points in (bonuses or {}).items()),
        penalties=tuple(scoring.PenaltyEntry(seat, ground) for seat, ground in penalties),
    )


def make_game(
    played_on: str = "2025-10-03",
    table: int = 1,
    number: int = 1,
    status: str = "final",
    by: User | None = None,
    **fields,
) -> Game:
    """Record a game; the other arguments are make_protocol's. The date's season must exist."""
    game = Game(played_on=datetime.date.fromisoformat(played_on), table=table, number=number, status=status)
    game.record(make_protocol(**fields), by)
    return game


def make_cup(season: Season, *, places: int = 3, opens: int = -1, closes: int = 1, **fields) -> Cup:
    """Create a cup whose registration opens and closes so many days from now: open, unless other days are given."""
    now, day = timezone.now(), datetime.timedelta(days=1)
    defaults = {"slug": "mafia-cup", "name": "Mafia Cup", "held_on": timezone.localdate() + 30 * day, "fee": "500.00"}
    return Cup.objects.create(
        season=season,
        places=places,
        opens_at=now + opens * day,
        closes_at=now + closes * day,
        **{**defaults, **fields},
    )


def make_round(number: int = 1, weight: str = "1", tournament: Tournament | None = None, **fields) -> Round:
    """Create a round, in a new tournament unless one is given."""
    return Round.objects.create(
        tournament=tournament or make_tournament(), number=number, weight=Fraction(weight), **fields
    )


def make_tournament(slug: str = "cup", **fields) -> Tournament:
    """Create a tournament."""
    defaults = {
        "name": f"Tournament {slug}",
        "starts_on": datetime.date(2025, 7, 12),
        "ends_on": datetime.date(2025, 7, 14),
    }
    return Tournament.objects.create(slug=slug, **{**defaults, **fields})


def make_entries(
    centres: Iterable[int] = (5, 5, 5, 5, 5, 5, 4), players: Iterable[str | None] = "ABCDEFG"
) -> list[baf.Entry]:
    """Build the entries of a board, powers in alphabetical order; None: nobody plays the power."""
    seated = tuple(players)
    stored = make_players(filter(None, seated))
    return [
        baf.Entry(power, player and stored[player].pk, count)
        for power, player, count in zip(baf.POWERS, seated, centres, strict=True)
    ]


def make_board(round: Round | None = None, table: str = "1", by: User | None = None, **fields) -> Board:  # noqa: A002 -- the field's own name
    """Record a board; centres and players are make_entries's."""
    entries = make_entries(**{name: fields.pop(name) for name in ("centres", "players") if name in fields})
    board = Board(round=round or make_round(), table=table, **fields)
    board.record(entries, by)
    return board


def make_leaver(nickname: str, credit: str) -> baf.Leaver:
    """Build who left a power, with the credit."""
    return baf.Leaver(make_player(nickname).pk, Fraction(credit))


def make_replacement(credit: str = "2/3", left_credit: str = "1/3") -> list[baf.Entry]:
    """Build the entries of a board of six that X left: A took over, and has the sole top with Austria, 50.710."""
    austria, *others = make_entries((8, 0, 7, 7, 6, 6, 0), [*"ABCDEF", None])
    return [replace(austria, credit=Fraction(credit), left=make_leaver("X", left_credit)), *others]


def record_board(round: Round, entries: list[baf.Entry], table: str = "1", **fields) -> Board:  # noqa: A002 -- the field's own name
    """Record a board of entries."""
    board = Board(round=round, table=table, **fields)
    board.record(entries, None)
    return board
