"""The demo cup: registration is open at whatever time the demo club is loaded."""

import datetime
from decimal import Decimal

from django.contrib.auth.models import User
from django.utils import timezone

from clubsite.models import Player
from mafia_rating.models import Cup, CupEntry, Season

PLACES = 12
NICKNAMES = (
    *("Domino", "Барсук", "Fox", "Ёжик", "Nova", "Маяк", "Zephyr", "Клён", "Onyx"),
    *("Гроза", "Quartz", "Сова", "Тень", "Raven", "Комета"),
)


def create_cup(season: Season, by: User) -> Cup:
    """Create a cup of a season whose registration opened eight days ago, with more entries than places."""
    noon = timezone.localtime().replace(hour=12, minute=0, second=0, microsecond=0)
    day = datetime.timedelta(days=1)
    cup = Cup(
        season=season,
        slug="mafia-cup",
        name="KRASNOZNAMENSK MAFIA CUP",
        held_on=timezone.localdate() + 24 * day,
        places=PLACES,
        fee=Decimal("500.00"),
        opens_at=noon - 8 * day,
        closes_at=noon + 14 * day,
    )
    cup.store(by)
    CupEntry.objects.bulk_create(
        CupEntry(
            cup=cup,
            player=Player.objects.named(nickname),
            registered_at=cup.opens_at + turn * datetime.timedelta(hours=11, minutes=7),
            registered_by=by,
        )
        for turn, nickname in enumerate(NICKNAMES)
    )
    cup.bring_up_to_date(by)
    return cup
