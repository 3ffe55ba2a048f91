"""The President decides in the admin, and the public table moves."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.browser.helpers import cells, make_running_season, row_of
from tests.factories import make_game

pytestmark = pytest.mark.browser

POINTS = 2


@pytest.mark.parametrize(("decision", "points"), [("Approve", "2.60"), ("Reject", "2.00")])
def test_a_decision_moves_the_table(page: Page, president: User, log_in: Callable, decision: str, points: str):
    season = make_running_season()
    make_game(season.starts_on.isoformat(), result="red_win", bonuses={1: "0.6"})
    page.goto("/mafia/")
    assert cells(row_of(page, "P1"))[POINTS] == "2.00"

    log_in(president)
    page.goto("/admin/")
    page.get_by_role("link", name="Waiting for the President: 1").click()
    waiting = page.get_by_role("listitem").filter(has_text="P1 Judge's bonus: +0.6")
    waiting.get_by_role("button", name=f"{decision} P1").click()
    expect(page.get_by_text("Nothing waits for a decision.")).to_be_visible()

    page.goto("/mafia/")
    assert cells(row_of(page, "P1"))[POINTS] == points
