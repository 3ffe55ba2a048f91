"""Cups in the admin: entered by an admin, what is refused in words, the free entry between equals."""

import datetime
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from mafia_rating.models import Cup, CupEntry, Season
from tests.conftest import client_of
from tests.factories import make_cup, make_game, make_player, make_user
from tests.pages import text_of

from .cup_lists import close, entry_of, listed, register

pytestmark = pytest.mark.django_db

ADD = "/admin/mafia_rating/cup/add/"
ENTRIES = "/admin/mafia_rating/cupentry/"


def change(cup: Cup) -> str:
    return f"/admin/mafia_rating/cup/{cup.pk}/change/"


def typed(season: Season, **changes: Any) -> dict[str, Any]:
    """Return a filled-in form; times as days from now."""
    data = {
        "name": "Spring Cup",
        "slug": "spring-cup",
        "season": season.pk,
        "places": 20,
        "fee": "300.00",
        "currency": "RUB",
        "held_on": timezone.localdate() + datetime.timedelta(days=30),
        "free_entry": "",
        "opens_at": -1,
        "closes_at": 1,
        **changes,
    }
    for name in ("opens_at", "closes_at"):
        moment = timezone.localtime() + datetime.timedelta(days=data.pop(name))
        data |= {f"{name}_0": moment.date().isoformat(), f"{name}_1": moment.strftime("%H:%M:%S")}
    return data


def test_an_admin_enters_a_cup(admin_client: Client, season: Season):
    assert "Free entry" not in text_of(admin_client.get(ADD))
    assert admin_client.post(ADD, typed(season)).status_code == 302
    cup = Cup.objects.get()
    assert (cup.name, cup.places, str(cup.fee), cup.is_open()) == ("Spring Cup", 20, "300.00", True)


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("closes_at", -2, "Registration closes after it opens."),
        ("closes_at", 31, "Registration closes on the day of the cup at the latest."),
        ("places", "0", "Ensure this value is greater than or equal to 1."),
        ("fee", "-1", "Ensure this value is greater than or equal to 0."),
        ("slug", "mafia-cup", "Cup with this Address already exists."),
    ],
)
def test_what_is_refused(admin_client: Client, season: Season, field: str, value: Any, sentence: str):
    make_cup(season)
    response = admin_client.post(ADD, typed(season, **{field: value}))
    assert response.context["adminform"].form.errors == {field: [sentence]}
    assert Cup.objects.count() == 1


def test_the_free_entry_is_offered_to_equal_leaders(admin_client: Client, season: Season):
    make_game()  # P4, P6 and P8 won, with equal points
    cup = make_cup(season)
    choices = re.findall(r"<option value=\"\d+\">(P\d+)</option>", admin_client.get(change(cup)).content.decode())
    assert choices == ["P4", "P6", "P8"]
    for nickname, free in (("P1", None), ("P6", "P6")):
        data = typed(season, slug=cup.slug, free_entry=make_player(nickname).pk)
        response = admin_client.post(change(cup), data)
        cup.refresh_from_db()
        assert (cup.free_entry and cup.free_entry.nickname) == free
        assert response.status_code == (302 if free else 200)
    make_game(number=2, bonuses={8: "0.1"})
    response = admin_client.post(change(cup), typed(season, slug=cup.slug, free_entry=make_player("P6").pk))
    errors = response.context["adminform"].form.errors
    assert errors == {"free_entry": ["P6 does not have the most points of the season."]}


def test_more_places_move_the_waiting_list_while_registration_is_open(admin_client: Client, cup: Cup, judge: User):
    register(cup, judge, "A", "B", "C", "D")
    admin_client.post(change(cup), typed(cup.season, slug=cup.slug, places=4))
    assert [row[1] for row in listed(cup)] == ["confirmed"] * 4


def test_places_that_are_given_stay_after_closing(admin_client: Client, cup: Cup, judge: User):
    register(cup, judge, "A", "B", "C")
    close(cup)
    response = admin_client.post(
        change(cup), typed(cup.season, slug=cup.slug, places=2, opens_at=-9, closes_at=-1), follow=True
    )
    assert "Place 3 is given, and nobody loses it while registration is not open." in text_of(response)
    assert Cup.objects.get().places == 3


def test_registrations_are_read_in_the_admin_and_written_on_the_site(admin_client: Client, cup: Cup, judge: User):
    register(cup, judge, "A", "Ёж")
    assert "confirmed" in text_of(admin_client.get(f"{ENTRIES}?q=ЕЖ"))
    assert admin_client.get(f"{ENTRIES}add/").status_code == 403
    entry = entry_of(cup, "A")
    assert admin_client.post(f"{ENTRIES}{entry.pk}/change/", {"status": "withdrawn"}).status_code == 403
    assert admin_client.post(f"{ENTRIES}{entry.pk}/delete/", {"post": "yes"}).status_code == 403
    assert [row[0] for row in listed(cup)] == ["A", "Ёж"]


def test_a_cup_is_deleted_with_its_registrations(admin_client: Client, cup: Cup, judge: User):
    register(cup, judge, "A")
    assert admin_client.post(f"/admin/mafia_rating/cup/{cup.pk}/delete/", {"post": "yes"}).status_code == 302
    assert not Cup.objects.exists()
    assert not CupEntry.objects.exists()


def test_a_player_of_a_cup_and_its_season_stay(admin_client: Client, season: Season, judge: User):
    cup = make_cup(season)
    register(cup, judge, "A")
    for kept in (f"clubsite/player/{make_player('A').pk}", f"mafia_rating/season/{season.pk}"):
        admin_client.post(f"/admin/{kept}/delete/", {"post": "yes"})
    assert [row[0] for row in listed(cup)] == ["A"]


@pytest.mark.parametrize("role", ["Judge", "Organiser", "President"])
def test_others_enter_no_cup(cup: Cup, role: str):
    client = client_of(make_user("staff", role, staff=True))
    assert client.get(ADD).status_code == 403
    assert client.post(ADD, typed(cup.season)).status_code == 403
    assert client.post(change(cup), typed(cup.season)).status_code == 403
    assert Cup.objects.get().name == "Mafia Cup"


@pytest.mark.parametrize("address", ["/admin/mafia_rating/cup/", ENTRIES])
def test_lists_of_the_admin(admin_client: Client, cup: Cup, judge: User, address: str):
    def look() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert admin_client.get(address).status_code == 200
        return len(captured)

    register(cup, judge, "A")
    look()  # fills the cache of content types
    small = look()
    register(cup, judge, *(f"Q{number}" for number in range(20)))
    for number in range(5):
        make_cup(cup.season, slug=f"cup-{number}")
    assert look() == small <= 16
