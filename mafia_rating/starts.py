"""How a new protocol begins: what the form can know before anything is typed."""

import datetime
import random
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Max
from django.utils import timezone

from . import scoring
from .models import Game

NIGHT_ENDS = datetime.time(6)
draw = random.SystemRandom()


def evening_of(moment: datetime.datetime) -> datetime.date:
    """Return the date of the evening that a moment of local time belongs to: until 6:00 it is still yesterday's."""
    return moment.date() - datetime.timedelta(days=moment.time() < NIGHT_ENDS)


def evenings() -> list[datetime.date]:
    """Return the dates that this very hour may belong to, the likelier first."""
    now = timezone.localtime()
    return list(dict.fromkeys([evening_of(now), now.date()]))


def first_guess(user: User) -> dict[str, Any]:
    """Guess how a new protocol begins: tonight's next game at the user's last table, judged by the user."""
    last = Game.objects.filter(entered_by=user).order_by("-pk").first() or Game.objects.order_by("-pk").first()
    player = getattr(user, "player", None)
    return {
        **_next(evening_of(timezone.localtime()), last.table if last else 1),
        "judge": player.nickname if player else "",
    }


def same_ten(game: Game, drawn: bool) -> dict[str, Any]:
    """Begin the next game with the ten of a recorded one, fetched with their players; `drawn`: seats anew by lot."""
    nicknames = [seat.player.nickname for seat in game.seats.all()]
    if drawn:
        draw.shuffle(nicknames)
    players = {f"seat_{seat}_player": nickname for seat, nickname in zip(scoring.SEATS, nicknames, strict=True)}
    return {**_next(game.played_on, game.table), "judge": game.judge.nickname, **players}


def _next(played_on: datetime.date, table: int) -> dict[str, Any]:
    """Return the header of the next game at a table: one more than the highest number of the date."""
    numbers = Game.objects.filter(played_on=played_on, table=table).aggregate(last=Max("number"))
    return {"played_on": played_on, "table": table, "number": (numbers["last"] or 0) + 1}
