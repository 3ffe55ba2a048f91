"""The large club of the bench."""

import datetime
import random
from decimal import Decimal
from fractions import Fraction

from django.utils import timezone

from clubsite.models import Player
from mafia_rating import scoring
from mafia_rating.models import Game, Season
from tournaments import baf
from tournaments.models import Board, Round, Tournament

ROUND_WEIGHTS = ("2/3", "7/9", "8/9", "1")
ROLES = [role for role, count in scoring.ROLE_COUNTS.items() for _seat in range(count)]


def build_club(games: int, boards: int, members: int) -> None:
    """Record games and boards by chance, the same ones every time, through the models' own methods."""
    chance = random.Random(1)
    players = Player.objects.bulk_create(Player(nickname=f"Игрок {number:03}") for number in range(1, members + 1))
    keys = [player.pk for player in players]
    build_season(games, keys, chance)
    build_tournament(boards, keys, chance)


def build_season(games: int, keys: list[int], chance: random.Random) -> None:
    """Record all games in one season: the largest table there can be."""
    today = timezone.localdate()
    start = today - datetime.timedelta(days=300)
    Season.objects.create(slug="bench", name="Bench", starts_on=start, ends_on=today + datetime.timedelta(days=60))
    for index in range(games):
        evening, number = divmod(index, 8)
        played_on = start + datetime.timedelta(days=evening % 300)
        game = Game(played_on=played_on, table=evening // 300 + 1, number=number + 1)
        game.record(random_protocol(keys, chance), None)


def random_protocol(keys: list[int], chance: random.Random) -> scoring.Protocol:
    """Make a protocol with a first killed, a best move, bonuses and, in a loss of the red, a penalty."""
    judge, *ten = chance.sample(keys, len(scoring.SEATS) + 1)
    roles = chance.sample(ROLES, len(ROLES))
    result = chance.choice((scoring.RED_WIN, scoring.BLACK_WIN))
    first_killed, *named = chance.sample(scoring.SEATS, 4)
    red = [seat for seat, role in zip(scoring.SEATS, roles, strict=True) if role in scoring.RED]
    return scoring.Protocol(
        result=result,
        judge=judge,
        first_killed=first_killed,
        best_move=tuple(named),
        seats=tuple(map(scoring.SeatEntry, scoring.SEATS, ten, roles)),
        bonuses=tuple(scoring.BonusEntry(seat, Decimal("0.3")) for seat in chance.sample(scoring.SEATS, 3)),
        penalties=(scoring.PenaltyEntry(red[0], "broke_on_ten"),) if result == scoring.BLACK_WIN else (),
    )


def build_tournament(boards: int, keys: list[int], chance: random.Random) -> None:
    """Record the boards in the rounds of one tournament, and in as many rounds more as the members' number needs."""
    today = timezone.localdate()
    tournament = Tournament.objects.create(slug="bench", name="Bench", starts_on=today, ends_on=today)
    tables = max(1, min(-(-boards // len(ROUND_WEIGHTS)), len(keys) // len(baf.POWERS)))
    for first in range(0, boards, tables):
        number = first // tables + 1
        weight = Fraction(ROUND_WEIGHTS[min(number, len(ROUND_WEIGHTS)) - 1])
        played_round = Round.objects.create(tournament=tournament, number=number, weight=weight)
        seated = chance.sample(keys, len(keys))
        for table in range(1, min(tables, boards - first) + 1):
            seven = [seated.pop() for _power in baf.POWERS]
            entries = [baf.Entry(*entry) for entry in zip(baf.POWERS, seven, random_centres(chance), strict=True)]
            Board(round=played_round, table=str(table)).record(entries, None)


def random_centres(chance: random.Random) -> list[int]:
    """Share the 34 centres out among seven powers."""
    cuts = sorted(chance.choices(range(baf.CENTRES + 1), k=len(baf.POWERS) - 1))
    return [high - low for low, high in zip([0, *cuts], [*cuts, baf.CENTRES], strict=True)]
