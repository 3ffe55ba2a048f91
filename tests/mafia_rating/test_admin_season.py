"""Seasons in the admin: what a closing would freeze, closing and reopening, and what a closed one refuses."""

import datetime
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.contrib.messages import get_messages
from django.test import Client
from django.utils import timezone

from mafia_rating.models import Game, Season
from tests.factories import make_game
from tests.pages import text_of

from .stored import settle

pytestmark = pytest.mark.django_db

SEASONS = "/admin/mafia_rating/season/"
INLINE = {"closings-TOTAL_FORMS": 0, "closings-INITIAL_FORMS": 0}


def page(season: Season, name: str) -> str:
    return f"{SEASONS}{season.pk}/{name}/"


def told(response: Any) -> list[str]:
    return [str(message) for message in get_messages(response.wsgi_request)]


def test_a_closing_is_looked_at_and_confirmed(admin_client: Client, season: Season):
    make_game(bonuses={4: "0.3"})
    make_game(number=2, status="cancelled")
    for way in (page(season, "change"), season.get_absolute_url(), f"{season.get_absolute_url()}top-10/"):
        assert page(season, "close") in admin_client.get(way).content.decode()
    text = text_of(admin_client.get(page(season, "close")))
    for words in (
        "1 game 10 players",
        "Most points: P4 (2.30)",
        "Best player, by the final coefficient: P4 (5.2900)",
        "Closing freezes the table as it stands.",
    ):
        assert words in text
    season.refresh_from_db()
    assert not season.is_closed
    assert told(admin_client.post(page(season, "close"))) == ["Season 2025-26 is closed: its table is frozen."]
    season.refresh_from_db()
    assert (season.is_closed, season.closed_by.username) == (True, "admin")
    assert LogEntry.objects.get().change_message == "closed"


def test_a_season_is_reopened(admin_client: Client, admin_user: User, season: Season):
    season.close(admin_user)
    for way in (page(season, "change"), season.get_absolute_url()):
        assert page(season, "reopen") in admin_client.get(way).content.decode()
    assert "Reopening drops the frozen table" in text_of(admin_client.get(page(season, "reopen")))
    assert told(admin_client.post(page(season, "reopen"))) == ["Season 2025-26 is open."]
    season.refresh_from_db()
    assert not season.is_closed


def test_a_second_click_finds_it_done(admin_client: Client, season: Season):
    for name, state in (("close", "closed"), ("reopen", "open")):
        admin_client.post(page(season, name))
        response = admin_client.post(page(season, name), follow=True)
        assert f"Season 2025-26 is {state} already." in text_of(response)
        assert admin_client.get(page(season, name)).status_code == 302
    assert season.closings.count() == 2


def test_the_past_of_a_season_is_listed(admin_client: Client, admin_user: User, season: Season):
    season.close(admin_user)
    season.reopen(admin_user)
    text = text_of(admin_client.get(page(season, "change")))
    assert text.index("reopened admin") < text.index("closed admin")


def test_what_waits_is_listed_with_its_games(admin_client: Client, admin_user: User, season: Season, game: Game):
    response = admin_client.get(page(season, "close"))
    assert "P4: +0.6, 3 Oct 2025, table 1, game 1" in text_of(response)
    assert response.content.decode().count(f'href="{game.get_absolute_url()}"') == 2
    assert "Close the season" not in response.content.decode()
    assert told(admin_client.post(page(season, "close"))) == [
        "The season Season 2025-26 cannot be closed while anything in its games waits for the President: 2 so far."
    ]
    season.refresh_from_db()
    assert not season.is_closed
    settle(admin_user)
    admin_client.post(page(season, "close"))
    season.refresh_from_db()
    assert season.is_closed


@pytest.mark.parametrize("runs", [True, False])
def test_closing_a_running_season_is_warned_of(
    admin_client: Client, season: Season, monkeypatch: pytest.MonkeyPatch, runs: bool
):
    today = season.ends_on + datetime.timedelta(days=not runs)
    monkeypatch.setattr(timezone, "localdate", lambda: today)
    assert ("The season runs until 31 Aug 2026" in text_of(admin_client.get(page(season, "close")))) == runs


@pytest.mark.parametrize("name", ["close", "reopen"])
def test_who_closes_and_reopens(
    president_client: Client, outsider_client: Client, client: Client, season: Season, name: str
):
    address = page(season, name)
    for act in (president_client.get, president_client.post):
        assert act(address).status_code == 403
    for visitor in (outsider_client, client):
        assert visitor.post(address).url.startswith("/admin/login/")
    for way in (page(season, "change"), season.get_absolute_url()):
        assert address not in president_client.get(way).content.decode()
    season.refresh_from_db()
    assert not season.is_closed


def test_no_such_season_and_no_such_method(admin_client: Client, season: Season):
    assert admin_client.get(f"{SEASONS}999/close/").status_code == 404
    assert admin_client.put(page(season, "close")).status_code == 405


def test_a_closed_season_is_only_read(admin_client: Client, admin_user: User, season: Season):
    season.close(admin_user)
    shown = admin_client.get(page(season, "change")).content.decode()
    assert 'name="name"' not in shown
    data = {"name": "Other", "slug": "other", "starts_on": "2025-09-01", "ends_on": "2026-08-31", **INLINE}
    assert admin_client.post(page(season, "change"), data).status_code == 403
    assert admin_client.post(page(season, "delete"), {"post": "yes"}).status_code == 403
    assert Season.objects.get().name == "Season 2025-26"


def test_a_season_closed_while_its_form_is_open_stays_as_it_is(
    admin_client: Client, admin_user: User, season: Season, monkeypatch: pytest.MonkeyPatch
):
    """The form is found good just before another admin closes the season."""
    full_clean = Season.full_clean

    def slow(self: Season, **kwargs: Any) -> None:
        full_clean(self, **kwargs)
        Season.objects.get().close(admin_user)

    monkeypatch.setattr(Season, "full_clean", slow)
    data = {"name": "Other", "slug": "2025-26", "starts_on": "2025-09-01", "ends_on": "2026-08-31", **INLINE}
    response = admin_client.post(page(season, "change"), data)
    assert told(response) == [
        "The season Season 2025-26 is closed: its games cannot be changed until an admin reopens it."
    ]
    season.refresh_from_db()
    assert season.name == "Season 2025-26"


def test_a_season_is_renamed(admin_client: Client, season: Season):
    data = {"name": "Other", "slug": "2025-26", "starts_on": "2025-09-01", "ends_on": "2026-08-31", **INLINE}
    assert admin_client.post(page(season, "change"), data).status_code == 302
    season.refresh_from_db()
    assert season.name == "Other"


def test_overlapping_seasons_are_told_in_words(admin_client: Client, season: Season):
    data = {"name": "Other", "slug": "other", "starts_on": "2026-08-31", "ends_on": "2027-08-30"}
    text = text_of(admin_client.post(f"{SEASONS}add/", data))
    assert "These dates overlap the season Season 2025-26 (2025-09-01 to 2026-08-31)." in text
    data["starts_on"] = "2026-09-01"
    assert admin_client.post(f"{SEASONS}add/", data).status_code == 302


def test_a_season_with_games_is_not_deleted(admin_client: Client, season: Season, game: Game):
    assert "cannot be deleted" in text_of(admin_client.post(page(season, "delete"), {"post": "yes"}))
    assert Season.objects.count() == 1
