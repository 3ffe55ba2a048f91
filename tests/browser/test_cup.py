"""A cup from its opening to the day after its closing: priority, the last place, waiting, withdrawals."""

import datetime
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Page, expect

from mafia_rating.models import Cup
from tests.factories import make_cup, make_game, make_player, make_players, make_user

from .helpers import cells, make_running_season, row_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CUP = "/mafia/cups/mafia-cup/"


@pytest.fixture
def cup(transactional_db: None) -> Cup:
    """A cup of two places that opens tomorrow; P4 leads its season."""
    season = make_running_season()
    make_game(timezone.localdate().isoformat(), bonuses={4: "0.3"})
    return make_cup(season, places=2, opens=1, closes=3)


def move(cup: Cup, opens: int, closes: int) -> None:
    """Let time pass: set the opening and the closing so many days from now."""
    now, day = timezone.now(), datetime.timedelta(days=1)
    Cup.objects.filter(pk=cup.pk).update(opens_at=now + opens * day, closes_at=now + closes * day)


def the_list(page: Page) -> list[list[str]]:
    """Read place, player and status of each row."""
    page.goto(CUP)
    rows = page.get_by_role("region", name="Registrations").locator("tbody tr")
    return [[*cells(row)[:2], row.locator(".cup-status .pill").inner_text()] for row in rows.all()]


def register_member(page: Page, nickname: str) -> None:
    """Pick a member by the beginning of the nickname, as a judge does."""
    page.goto(CUP)
    page.get_by_role("link", name="Register a member").click()
    page.get_by_role("combobox", name="Member").fill(nickname.lower())
    page.get_by_role("option", name=nickname, exact=True).click()
    page.get_by_role("button", name="Register", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text(f"{nickname} is registered")


def test_a_cup_plays_through(page: Page, cup: Cup, judge: User, log_in: Callable, check_page: Callable):
    make_players(("Hare", "Owl", "Wolf"))
    fox = make_user("fox")
    make_player("Fox", user=fox)

    page.goto(CUP)
    expect(page.get_by_text("Registration is not open yet. It opens")).to_be_visible()
    expect(page.get_by_role("link", name="Log in to register")).to_have_count(0)

    move(cup, opens=-1, closes=2)
    page.goto("/")
    page.get_by_role("link", name="Mafia Cup").click()
    expect(page.get_by_role("link", name="Log in to register")).to_be_visible()
    check_page(page)

    log_in(judge)
    register_member(page, "Hare")
    register_member(page, "Owl")
    assert the_list(page) == [["1", "Hare", "confirmed"], ["2", "Owl", "confirmed"]]

    log_in(fox)
    page.goto(CUP)
    page.get_by_role("button", name="Register Fox").click()
    expect(page.get_by_text("You are the first on the waiting list.")).to_be_visible()
    check_page(page)

    log_in(judge)
    register_member(page, "P4")
    assert the_list(page) == [
        ["1", "P4", "confirmed"],
        ["2", "Hare", "confirmed"],
        ["", "Owl", "waiting list"],
        ["", "Fox", "waiting list"],
    ]
    expect(row_of(page, "P4")).to_contain_text("TOP-10, place 1")
    expect(row_of(page, "P4")).to_contain_text("free entry 0.00")

    page.get_by_role("link", name="Withdraw Hare").click()
    check_page(page)
    page.get_by_role("button", name="Withdraw").click()
    assert the_list(page)[:3] == [
        ["1", "P4", "confirmed"],
        ["2", "Owl", "confirmed"],
        ["", "Fox", "waiting list"],
    ]

    move(cup, opens=-3, closes=-1)
    page.goto(CUP)
    expect(page.get_by_role("link", name="Register a member")).to_have_count(0)
    page.get_by_role("link", name="Withdraw Owl").click()
    page.get_by_role("button", name="Withdraw").click()
    assert the_list(page)[:2] == [["1", "P4", "confirmed"], ["", "Fox", "waiting list"]]
    expect(page.get_by_text("1 place is free. Fox is first on the waiting list.")).to_be_visible()
    check_page(page)

    page.get_by_role("link", name="Give Fox a place").click()
    check_page(page)
    page.get_by_role("button", name="Give the place").click()
    assert the_list(page)[:2] == [["1", "P4", "confirmed"], ["2", "Fox", "confirmed"]]

    log_in(fox)
    page.goto(CUP)
    expect(page.get_by_text("You play: place 2 is yours.")).to_be_visible()
