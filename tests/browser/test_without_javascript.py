"""Everything works with JavaScript switched off."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from mafia_rating.models import Game
from tests.browser.helpers import (
    PLAYERS,
    cells,
    fill_centres,
    fill_protocol,
    killed_button,
    make_running_season,
    row_of,
)
from tests.factories import make_board, make_cup, make_game, make_player, make_players, make_round, make_tournament

pytestmark = [pytest.mark.browser, pytest.mark.browser_context_args(java_script_enabled=False)]


def test_reading(page: Page, transactional_db: None):
    season = make_running_season()
    make_game(season.starts_on.isoformat(), result="red_win")
    make_board()
    page.goto("/")
    expect(page.get_by_role("heading", name="This season")).to_be_visible()
    page.get_by_role("link", name="Full table").click()
    assert cells(row_of(page, "P1"))[2] == "2.00"
    page.locator("thead").get_by_role("link", name="Player").click()
    expect(page.locator("th[aria-sort]")).to_contain_text("Player")


def test_searching(page: Page, transactional_db: None):
    make_player("Ёжик")
    make_player("Лис")
    page.goto("/players/")
    page.get_by_role("searchbox", name="Nickname").fill("еж")
    page.get_by_role("button", name="Search").click()
    expect(page.locator("tbody tr")).to_have_count(1)
    expect(page.get_by_role("link", name="Ёжик")).to_be_visible()


def test_calculating(page: Page, transactional_db: None):
    page.goto("/baf/")
    fill_centres(page, Austria=9, England=8, France=7, Germany=5, Italy=4, Russia=1, Turkey=0)
    page.get_by_role("button", name="Score the board").click()
    expect(page.locator("#calculator-austria-score")).to_have_text("50.994")


def test_entering_a_game(page: Page, judge: User, log_in: Callable):
    make_running_season()
    make_players([*PLAYERS, "J1"])
    log_in(judge)
    page.goto("/mafia/games/new/")
    fill_protocol(page, "draw")
    page.get_by_label("Seat 3: bonus", exact=True).fill("0.2")
    page.get_by_role("button", name="Save the protocol").click()
    expect(page.locator(".seat-errors .errorlist")).to_have_text("There are no bonuses in a draw (rule 4).")
    page.get_by_label("Seat 3: bonus", exact=True).fill("")
    page.get_by_role("button", name="Save the protocol").click()
    expect(page.get_by_text("The protocol is saved.")).to_be_visible()


def test_a_preview_shows_the_points_and_keeps_what_is_typed(page: Page, judge: User, log_in: Callable):
    make_running_season()
    make_players([*PLAYERS, "J1"])
    log_in(judge)
    page.goto("/mafia/games/new/")
    fill_protocol(page, "red_win")
    page.get_by_label("Seat 10: player").fill("")
    killed_button(page, 2).check()
    for field, seat in (("Best move, first", "4"), ("Best move, second", "6"), ("Best move, third", "8")):
        page.get_by_label(field).select_option(seat)
    page.get_by_role("button", name="Preview the points").click()
    expect(page.locator("#seat-2-points")).to_contain_text("named 4, 6, 8: three black, +0.40, rule 3")
    expect(page.locator("#protocol-check")).to_contain_text("Still to fill in: 1 player.")
    expect(page.locator(".errorlist")).to_have_count(0)
    expect(page.get_by_label("Best move, third")).to_have_value("8")
    expect(page.get_by_label("Seat 1: player")).to_have_value("P1")
    assert not Game.objects.exists()


def test_entering_a_board(page: Page, judge: User, log_in: Callable):
    make_round(tournament=make_tournament())
    make_player("A")
    log_in(judge)
    page.goto("/tournaments/cup/boards/new/")
    page.get_by_label("Austria: Player").fill("A")
    fill_centres(page, Austria=18, England=16, France=0, Germany=0, Italy=0, Russia=0, Turkey=1)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("The centres add up to 35: 1 more than the board's 34.")
    fill_centres(page, Turkey=0)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("The board is recorded.")).to_be_visible()


def test_registering_a_member_for_a_cup(page: Page, judge: User, log_in: Callable):
    make_cup(make_running_season())
    make_player("Ёжик")
    log_in(judge)
    page.goto("/mafia/cups/mafia-cup/")
    page.get_by_role("link", name="Register a member").click()
    page.get_by_label("Member").fill("еж")
    page.get_by_role("button", name="Register", exact=True).click()
    expect(page.get_by_label("Member")).to_have_value("еж")
    page.get_by_label("Member").fill("ежик")
    page.get_by_role("button", name="Register", exact=True).click()
    assert cells(row_of(page, "Ёжик"))[:2] == ["1", "Ёжик"]
