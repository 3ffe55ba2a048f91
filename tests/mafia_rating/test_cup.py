"""A cup: what may be entered of it, and what the database refuses."""

import datetime
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import connection, transaction
from django.db.utils import DatabaseError
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubsite.models import Player
from mafia_rating.models import Cup, CupEntry, Season
from tests.factories import make_cup, make_player, make_season, make_user

from .cup_lists import close, entry_of, listed, register

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("closes_at", datetime.timedelta(days=-2), "Registration closes after it opens."),
        ("closes_at", datetime.timedelta(days=31), "Registration closes on the day of the cup at the latest."),
        ("places", 0, "greater than or equal to 1"),
        ("places", 1001, "less than or equal to 1000"),
        ("fee", -1, "greater than or equal to 0"),
    ],
)
def test_what_a_cup_cannot_be(season: Season, field: str, value: object, sentence: str):
    cup = make_cup(season)
    setattr(cup, field, timezone.now() + value if isinstance(value, datetime.timedelta) else value)
    with pytest.raises(ValidationError) as error:
        cup.full_clean()
    assert sentence in " ".join(error.value.message_dict[field])


def test_more_or_fewer_places_while_registration_is_open(cup: Cup, judge: User, admin_user: User):
    register(cup, judge, "A", "B", "C", "D")
    for places, confirmed in ((4, 4), (2, 2)):
        cup.places = places
        cup.full_clean()
        cup.store(admin_user)
        assert cup.entries.filter(status="confirmed").count() == confirmed


def test_places_that_are_given_stay_after_closing(cup: Cup, judge: User, admin_user: User):
    register(cup, judge, "A", "B", "C", "D")
    close(cup)
    cup.places = 2
    for refused in (cup.full_clean, lambda: cup.store(admin_user)):
        with pytest.raises(ValidationError, match="Place 3 is given"):
            refused()
    cup.places = 4
    cup.full_clean()
    cup.store(admin_user)
    assert entry_of(cup, "D").status == "waiting", "after closing nothing moves by itself"
    assert cup.give_place(entry_of(cup, "D"), judge)


def test_only_an_admin_stores_a_cup(cup: Cup, judge: User, organiser: User):
    for by in (judge, organiser):
        with pytest.raises(PermissionDenied):
            cup.store(by)
    new = Cup(season=cup.season, slug="x", name="X", places=1, opens_at=cup.opens_at, closes_at=cup.closes_at)
    with pytest.raises(PermissionDenied):
        new.store(judge)


# The database


def update(**fields: object) -> Callable[[], int]:
    return lambda: CupEntry.objects.filter(player__nickname="B").update(**fields)


@pytest.mark.parametrize(
    "write",
    [
        update(number=1),
        update(number=None),
        update(status="waiting"),
        update(status="withdrawn", number=None),
        update(status="maybe"),
        update(withdrawn_at=timezone.now()),
        update(top_place=11),
        update(top_place=0),
        lambda: CupEntry.objects.filter(player__nickname="B").update(player=make_player("A")),
        lambda: Cup.objects.update(places=0),
        lambda: Cup.objects.update(fee=-1),
        lambda: Cup.objects.update(closes_at=timezone.now() - datetime.timedelta(days=2)),
    ],
)
def test_the_database_refuses(cup: Cup, judge: User, write: Callable):
    register(cup, judge, "A", "B")
    with pytest.raises(DatabaseError), transaction.atomic():
        write()


def test_a_registration_takes_few_queries_whatever_the_size_of_the_list(cup: Cup, judge: User):
    def queries() -> int:
        player = make_player(f"Member {Player.objects.count()}")
        with CaptureQueriesContext(connection) as captured:
            assert cup.register(player, judge)
        return len(captured)

    judge.has_perm("mafia_rating.add_cupentry")  # fills the cache of permissions
    register(cup, judge, "A", "B", "C")
    small = queries()
    register(cup, judge, *(f"Q{number}" for number in range(30)))
    assert queries() == small <= 12


def test_other_cups_are_left_alone(cup: Cup, judge: User):
    other = make_cup(make_season("next", "2026-09-01", "2027-08-31"), slug="other")
    register(cup, judge, "A", "B")
    register(other, make_user("second", "Judge"), "B", "A")
    assert [row[:3] for row in listed(cup)] == [("A", "confirmed", 1), ("B", "confirmed", 2)]
    assert [row[:3] for row in listed(other)] == [("B", "confirmed", 1), ("A", "confirmed", 2)]
