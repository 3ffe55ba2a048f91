"""A player is replaced during the game: the organiser records it, a visitor reads what each of the two gets."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.factories import make_board, make_player, make_round, make_tournament

pytestmark = pytest.mark.browser

NAMES = ("Novak", "Kaunitz", "Metternich", "Hardenberg", "Castlereagh", "Nesselrode", None)


def test_an_organiser_records_a_replacement_and_a_visitor_reads_it(
    page: Page, organiser: User, log_in: Callable, check_page: Callable
):
    round_ = make_round(weight="2/3", tournament=make_tournament())
    board = make_board(round_, centres=(8, 0, 7, 7, 6, 6, 0), players=NAMES, weight=Fraction(6, 7))
    make_player("Bauer")
    log_in(organiser)
    page.goto(f"/tournaments/boards/{board.pk}/edit/")
    page.get_by_text("Latecomers and replacements").click()
    expect(page.get_by_text("The organiser decides both credits")).to_be_visible()
    page.get_by_text("Credit of a latecomer, by season").click()
    expect(page.get_by_role("row", name="spring 1901 13/14")).to_be_visible()

    page.get_by_label("Austria: Who left").fill("Bauer")
    page.keyboard.press("Escape")  # closes what a search has offered
    page.get_by_label("Austria: Credit of who left").fill("1/3")
    expect(page.locator("#austria-shares-notes")).to_contain_text("The credits of the two add up to 4/3")
    check_page(page)
    page.get_by_label("Austria: Credit", exact=True).fill("2/3")
    expect(page.locator("#austria-shares-notes")).to_be_empty()
    expect(page.locator("#austria-outcome strong")).to_have_text(["19.318", "9.659"])
    page.get_by_role("button", name="Save").click()
    page.wait_for_url(f"**/tournaments/boards/{board.pk}/")

    page.context.clear_cookies()
    page.goto(f"/tournaments/boards/{board.pk}/")
    rows = page.get_by_role("row").filter(has_text="Austria")
    expect(rows.filter(has_text="Novak")).to_contain_text("19.318")
    expect(rows.filter(has_text="Bauer")).to_contain_text("9.659")
    expect(page.get_by_text("Bauer left the game, credit 1/3; Novak took over, credit 2/3.")).to_be_visible()
    check_page(page)
    page.goto("/tournaments/cup/")
    for nickname, total in (("Novak", "19.318"), ("Bauer", "9.659")):
        expect(page.get_by_role("row").filter(has_text=nickname)).to_contain_text(total)
