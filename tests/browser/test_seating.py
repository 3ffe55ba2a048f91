"""An organiser calls a round and seats it, and a player finds the board; each page on a desk and on a phone."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.factories import make_board, make_player, make_round, make_tournament
from tournaments.models import Board, Entrant

pytestmark = pytest.mark.browser

NAMES = ["Ёж", *(f"P{number}" for number in range(2, 15))]


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_a_round_from_its_call_to_the_boards(
    transactional_db: None,
    page: Page,
    organiser: User,
    log_in: Callable,
    check_page: Callable,
    width: int,
    scheme: str,
):
    cup = make_tournament()
    Entrant.objects.bulk_create(Entrant(tournament=cup, player=make_player(nickname)) for nickname in NAMES)
    make_board(make_round(1, tournament=cup), players=NAMES[:7])
    make_round(2, tournament=cup)
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    log_in(organiser)

    page.goto("/tournaments/cup/manage/rounds/2/call/")
    page.get_by_role("button", name="Everybody is here").click()
    page.get_by_role("radio", name="P14: sits out").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Boards for 13 players")).to_be_visible()
    check_page(page)

    page.get_by_role("link", name="Seat them so").first.click()
    expect(page.get_by_text("six players, weight 6/7")).to_be_visible()
    check_page(page)
    first = page.locator("dl.facts").all_inner_texts()
    page.get_by_label("Swap", exact=True).select_option("Ёж")
    page.get_by_label("with", exact=True).select_option("P2")
    page.get_by_role("button", name="Swap").click()
    page.wait_for_url("**one=**")
    assert page.locator("dl.facts").all_inner_texts() != first
    page.get_by_role("button", name="Seat the round").click()
    expect(page.get_by_text("The round is seated: 2 boards.")).to_be_visible()
    check_page(page)

    page.get_by_role("link", name="Draw another seating").click()
    page.get_by_role("button", name="Seat the round").click()
    expect(page.get_by_role("alert")).to_contain_text("confirm that its boards are to be replaced")
    check_page(page)
    page.get_by_label("Replace the 2 boards that have no results").check()
    page.get_by_role("button", name="Seat the round").click()
    expect(page.get_by_text("The round is seated: 2 boards.")).to_be_visible()
    assert Board.objects.count() == 3

    page.goto("/tournaments/cup/")
    check_page(page)
    page.get_by_role("link", name="My board").click()
    page.get_by_label("Nickname").fill("еж")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("heading", name="Ёж")).to_be_visible()
    check_page(page)
