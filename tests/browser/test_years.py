"""The centres of a board by year, from the keyboard on a phone to the chart."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.factories import make_board, make_round
from tournaments.models import Board

pytestmark = pytest.mark.browser


def fill_year(page: Page, year: int, counts: list[int]) -> None:
    """Type a year from the top cell down with the arrow key."""
    page.get_by_label(f"Austria: {year}").focus()
    for count in counts:
        page.keyboard.type(str(count))
        page.keyboard.press("ArrowDown")


def test_two_years_on_a_phone_finish_the_board(page: Page, judge: User, log_in: Callable, check_page: Callable):
    board = make_board(make_round(last_year=1902), centres=(3, 3, 3, 3, 3, 4, 3), finished=False)
    log_in(judge)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/tournaments/boards/{board.pk}/years/")
    fill_year(page, 1901, [5, 4, 5, 5, 4, 6, 6])
    expect(page.locator("[data-year='1901']")).to_have_text("35")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("The centres of 1901 add up to 35: more than the board's 34.")
    check_page(page)

    page.get_by_label("Turkey: 1901").fill("5")
    page.keyboard.press("ArrowDown")  # on to the next year
    expect(page.get_by_label("Austria: 1902")).to_be_focused()
    fill_year(page, 1902, [6, 4, 5, 6, 4, 4, 5])
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("1902 was the last year to play")).to_be_visible()
    expect(page.get_by_label("The board is finished")).to_be_checked()
    check_page(page)

    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("region", name="Chart of the centres by year")).to_be_visible()
    check_page(page)
    assert Board.objects.get(pk=board.pk).finished
