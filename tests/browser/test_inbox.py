"""The President's inbox in a browser: a decision on one item and on all, and what it does to the table."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from mafia_rating.models import Season
from tests.browser.helpers import cells, make_running_season, row_of
from tests.factories import make_game

pytestmark = pytest.mark.browser

PLACE, POINTS = 0, 2


@pytest.fixture
def season(transactional_db: None) -> Season:
    """A season in which P1 follows P2, waits for 0.6, and P4 for a penalty."""
    season = make_running_season()
    make_game(
        season.starts_on.isoformat(), result="red_win", bonuses={1: "0.6", 2: "0.3"}, penalties=[(4, "discretionary")]
    )
    return season


@pytest.mark.parametrize("width", [1280, 390])
def test_an_approval_moves_the_table(
    page: Page, season: Season, president: User, log_in: Callable, check_page: Callable, width: int
):
    page.set_viewport_size({"width": width, "height": 900})
    log_in(president)
    page.goto("/mafia/")
    before = cells(row_of(page, "P1"))
    assert (before[PLACE], before[POINTS]) == ("2", "2.00")

    page.get_by_role("link", name="Decisions 2 waiting").click()
    check_page(page)
    item = page.get_by_role("listitem").filter(has_text="P1 Judge's bonus: +0.6")
    expect(item.get_by_role("row", name="Points")).to_have_text("Points 2.00 2.60", use_inner_text=False)
    expect(item.get_by_role("row", name="Place")).to_have_text("Place 2 1")
    page.get_by_label("Note for the judge").fill("Agreed")
    item.get_by_role("button", name="Approve P1").click()
    expect(page.get_by_text("Approved: P1 (+0.6).")).to_be_visible()
    expect(page.get_by_role("link", name="Decisions 1 waiting")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="approved P1")).to_contain_text("Agreed")
    check_page(page)

    page.goto("/mafia/")
    after = cells(row_of(page, "P1"))
    assert (after[PLACE], after[POINTS]) == ("1", "2.60")


def test_the_ticked_are_decided_together_by_keyboard(page: Page, season: Season, president: User, log_in: Callable):
    log_in(president)
    page.goto("/desk/approvals/")
    for player in ("P1", "P4"):
        page.get_by_role("checkbox", name=player).focus()
        page.keyboard.press("Space")
    # Enter in the note decides nothing by accident.
    page.get_by_label("Note for the judge").fill("Both")
    page.keyboard.press("Enter")
    expect(page.get_by_role("checkbox", name="P4")).to_be_checked()
    page.get_by_role("button", name="Reject ticked").press("Enter")
    expect(page.get_by_text("Rejected: P1 (+0.6), P4 (at the judge's discretion).")).to_be_visible()
    expect(page.get_by_text("Nothing waits for a decision.")).to_be_visible()
    expect(page.get_by_role("link", name="Decisions", exact=True)).to_be_visible()
