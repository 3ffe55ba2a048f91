"""A judge enters a game and a board, each with a mistake first."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Locator, Page, expect

from mafia_rating.models import Game
from tests.browser.helpers import (
    PLAYERS,
    cells,
    fill_centres,
    fill_protocol,
    killed_button,
    make_running_season,
    named_button,
    role_button,
    row_of,
)
from tests.factories import ROLES, make_players, make_round, make_tournament

pytestmark = pytest.mark.browser

PASSWORD = "ten seats, one don"


def save(page: Page, told: str) -> Locator:
    """Leave the last field, wait for what the page tells of the protocol so far, and return the button that saves."""
    page.keyboard.press("Tab")
    expect(page.locator("#protocol-check")).to_contain_text(told)
    return page.get_by_role("button", name="Save the protocol")


def test_a_game_from_log_in_to_the_season_table(page: Page, judge: User, check_page: Callable):
    make_running_season()
    make_players([*PLAYERS, "J1"])
    judge.set_password(PASSWORD)
    judge.save()

    page.goto("/mafia/games/new/")
    page.get_by_label("Username").fill("judge")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url("**/mafia/games/new/")

    # Red wins: 0.7 + 0.5 is more than 1, and seat 4, a losing mafia, may get 0.4 at most.
    fill_protocol(page, "red_win")
    killed_button(page, 2).check()
    for seat in (4, 6, 8):
        named_button(page, seat).click()
    page.get_by_label("Seat 1: bonus", exact=True).fill("0.7")
    page.get_by_label("Seat 1: reason for the bonus").fill("Found all three")
    page.get_by_label("Seat 4: bonus", exact=True).fill("0.5")
    save(page, "Seat 4: A player of the losing team").click()

    loser_over = "A player of the losing team gets at most 0.4 (rule 4)."
    sum_over = "Bonuses add up to at most 1.0, not 1.2 (rule 4)."
    first, fourth = (page.get_by_role("group", name=f"Seat {seat}", exact=True) for seat in (1, 4))
    expect(first).to_contain_text(sum_over)
    expect(first).not_to_contain_text(loser_over)
    expect(fourth).to_contain_text(loser_over)
    expect(page.locator(".seat-errors .errorlist")).to_have_count(2)
    check_page(page)
    for seat, (player, role) in enumerate(zip(PLAYERS, ROLES, strict=True), start=1):
        expect(page.get_by_label(f"Seat {seat}: player")).to_have_value(player)
        expect(role_button(page, seat, role)).to_be_checked()
    expect(page.get_by_label("Seat 1: bonus", exact=True)).to_have_value("0.7")
    expect(named_button(page, 8)).to_have_text("Seat 8: best move 3")

    page.get_by_label("Seat 1: bonus", exact=True).fill("0,3")
    page.get_by_label("Seat 4: bonus", exact=True).fill("0.4")
    save(page, "Ready to save.").click()
    expect(page.get_by_text("The protocol is saved.")).to_be_visible()
    check_page(page)

    page.goto("/mafia/")
    # Place, player, points, games, wins, win %, compensations, best move, bonus, penalty, K1, K2, final.
    best_move = ["1", "P2", "2.40", "1", "1", "100.00", "0", "0.40", "0.00", "0.00", "2.4000", "2.4000", "5.7600"]
    assert cells(row_of(page, "P2")) == best_move
    assert cells(row_of(page, "P1"))[2] == "2.30"
    assert cells(row_of(page, "P4"))[2] == "0.40"


def test_limits_are_told_while_the_protocol_is_typed(page: Page, judge: User, log_in: Callable):
    make_running_season()
    make_players([*PLAYERS, "J1"])
    log_in(judge)
    page.goto("/mafia/games/new/")
    fill_protocol(page, "draw")
    page.get_by_label("Seat 3: bonus", exact=True).fill("0.2")
    expect(page.locator("#protocol-check")).to_contain_text("Seat 3: There are no bonuses in a draw (rule 4).")
    expect(page.locator("#seat-3-errors")).to_have_text("There are no bonuses in a draw (rule 4).")
    expect(page.get_by_label("Seat 3: bonus", exact=True)).to_have_attribute("aria-invalid", "true")


def test_a_board_from_35_centres_to_the_standings(page: Page, judge: User, log_in: Callable, check_page: Callable):
    make_round(weight="2/3", tournament=make_tournament(name="Cup"))
    powers = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
    make_players("ABCDEFG")
    log_in(judge)

    page.goto("/tournaments/cup/boards/new/")
    for power, nickname in zip(powers, "ABCDEFG", strict=True):
        page.get_by_label(f"{power}: Player").fill(nickname)
    fill_centres(page, Austria=10, England=8, France=7, Germany=5, Italy=4, Russia=1, Turkey=0)
    too_many = "The centres add up to 35: 1 more than the board's 34."
    expect(page.locator("#centres-sum")).to_have_text(too_many)
    page.get_by_role("button", name="Save").click()

    expect(page.get_by_role("alert")).to_contain_text(too_many)
    check_page(page)
    expect(page.get_by_label("Austria: Player")).to_have_value("A")
    expect(page.get_by_label("Turkey: Centres")).to_have_value("0")
    fill_centres(page, Austria=9)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("The board is recorded.")).to_be_visible()
    check_page(page)

    page.goto("/tournaments/cup/")
    # A sole top of 9 against 8 is 50.994, times 2/3: place, player, round 1, total, best, sole tops.
    assert cells(row_of(page, "A")) == ["1", "A", "33.996", "33.996", "33.996", "1"]
    assert cells(row_of(page, "G"))[-2:] == ["0.000", "0"]


def test_a_double_click_saves_one_game(page: Page, judge: User, log_in: Callable):
    make_running_season()
    make_players([*PLAYERS, "J1"])
    log_in(judge)
    page.goto("/mafia/games/new/")
    fill_protocol(page, "black_win")
    save(page, "Ready to save.").dblclick()
    expect(page.get_by_text("Black win")).to_be_visible()
    assert page.url.endswith(Game.objects.get().get_absolute_url())
