"""What tests of a cup's list do with it."""

import datetime

from django.contrib.auth.models import User
from django.utils import timezone

from mafia_rating.models import Cup, CupEntry
from tests.factories import make_player


def register(cup: Cup, by: User, *nicknames: str) -> None:
    for nickname in nicknames:
        assert cup.register(make_player(nickname), by)


def listed(cup: Cup) -> list[tuple[str, str, int | None, int | None]]:
    """Return who is on the list: nickname, status, place of the cup, place of the TOP-10."""
    rows = cup.entries.on_list().values_list("player__nickname", "status", "number", "top_place", "registered_at")
    return [row[:4] for row in sorted(rows, key=lambda row: (row[2] or 99, row[3] or 99, row[4]))]


def move(cup: Cup, **days: int) -> None:
    """Set the times of a cup so many days from now, as the passing of time would."""
    now = timezone.now()
    Cup.objects.filter(pk=cup.pk).update(
        **{name: now + datetime.timedelta(days=number) for name, number in days.items()}
    )
    cup.refresh_from_db()


def close(cup: Cup) -> None:
    move(cup, opens_at=-9, closes_at=-1)


def entry_of(cup: Cup, nickname: str) -> CupEntry:
    return cup.entries.select_related("player").get(player__nickname=nickname)
