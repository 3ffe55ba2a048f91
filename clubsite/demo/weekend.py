"""The demo club's running tournament: one round is played, the second under way, on the day the demo club is loaded."""

import datetime
import uuid
from dataclasses import replace

from django.utils import timezone

from clubsite.models import Player
from tournaments import baf, seating
from tournaments.models import Board, Entrant, Presence, Round, Tournament
from tournaments.seating_plan import gather, seat

NICKNAMES = (
    *("Capodistrias", "Castlereagh", "Consalvi", "Gentz", "Hardenberg", "Humboldt", "Kaunitz"),
    *("Metternich", "Nesselrode", "Palmella", "Rasumovsky", "Talleyrand", "Vergennes", "Wellington"),
)
FINISHED_1 = {
    "austria": (4, 5, 5, 4, 2, 0, 0),
    "england": (4, 5, 6, 6, 7, 8, 8),
    "france": (5, 5, 6, 7, 8, 9, 10),
    "germany": (5, 5, 4, 3, 2, 1, 0),
    "italy": (4, 4, 4, 5, 5, 5, 5),
    "russia": (6, 5, 4, 3, 2, 2, 1),
    "turkey": (4, 5, 5, 6, 8, 9, 10),
}
FINISHED_2 = {
    "austria": (5, 6, 8, 9, 10, 11, 12),
    "england": (3, 3, 2, 1, 0, 0, 0),
    "france": (5, 6, 6, 7, 7, 7, 6),
    "germany": (5, 6, 7, 7, 7, 7, 7),
    "italy": (4, 4, 4, 4, 4, 4, 4),
    "russia": (6, 5, 4, 4, 4, 4, 4),
    "turkey": (3, 2, 2, 1, 1, 0, 0),
}
RUNNING = {
    "austria": (3, 2, 1),
    "england": (4, 5, 6),
    "france": (5, 6, 6),
    "germany": (5, 4, 4),
    "italy": (4, 5, 6),
    "russia": (6, 7, 7),
    "turkey": (4, 4, 4),
}


def start_weekend() -> Tournament:
    """Create a tournament of 14 that begins today: a round played, one with a running and a seated board, one ahead."""
    today = timezone.localdate()
    weekend = Tournament.objects.create(
        slug="club-weekend",
        name="Club Weekend",
        place="Krasnoznamensk",
        starts_on=today,
        ends_on=today + datetime.timedelta(days=1),
    )
    players = [Player.objects.named(nickname) for nickname in NICKNAMES]
    Entrant.objects.bulk_create(Entrant(tournament=weekend, player=player) for player in players)
    first, second, _third = (
        Round.objects.create(tournament=weekend, number=number, weight=weight, last_year=baf.FIRST_YEAR + 6)
        for number, weight in enumerate(("2/3", "1", "1"), 1)
    )
    for round_ in (first, second):
        Presence.objects.bulk_create(Presence(round=round_, player=player) for player in players)
    _play(first, FINISHED_1, FINISHED_2)
    _play(second, RUNNING)
    return weekend


def _play(round_: Round, *boards: dict[str, tuple[int, ...]]) -> None:
    """Seat a round, and enter the centres by year of its first tables."""
    drawn = gather(round_).draw(seating.FEWEST_REPEATS, seed=round_.number, unplayed="")
    seat(round_, drawn, None, token=uuid.uuid4())
    for board, centres in zip(Board.objects.filter(round=round_).with_seats().order_by("table"), boards, strict=False):
        counts = {power: dict(enumerate(row, baf.FIRST_YEAR)) for power, row in centres.items()}
        board.finished = len(centres["austria"]) == round_.last_year - baf.FIRST_YEAR + 1
        board.record([replace(each, centres=centres[each.power][-1]) for each in board.entries()], None, counts=counts)
