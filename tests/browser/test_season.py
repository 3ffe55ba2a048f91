"""A player looks at the season: on a phone, and without JavaScript."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from mafia_rating.models import Game
from tests.browser.helpers import cells, make_running_season, row_of
from tests.factories import make_game, make_player

pytestmark = pytest.mark.browser


@pytest.fixture
def season(transactional_db: None) -> None:
    """A season in which P4 wins twice as mafia and P1, shot first, loses twice as a citizen."""
    day = make_running_season().starts_on.isoformat()
    make_game(day, bonuses={4: "0.3"})
    make_game(day, number=2, first_killed=1, best_move=(4, 6, 2))


def filter_by_role(page: Page, role: str) -> None:
    """Open the filter and ask for the games of a role."""
    page.get_by_text("Filter", exact=True).click()
    page.get_by_label("Role").select_option(role)
    page.get_by_role("button", name="Apply").click()


def test_from_the_table_down_to_a_game(
    phone: Page, season: None, outsider: User, log_in: Callable, check_page: Callable
):
    player = make_player("P1")
    player.user = outsider
    player.save(update_fields=["user"])
    log_in(outsider)
    phone.goto("/mafia/")
    phone.get_by_role("link", name="To your row").click()
    own = phone.locator("#you")
    expect(own).to_be_in_viewport()
    expect(own).to_contain_text("P1 you")
    filter_by_role(phone, "citizen")
    expect(phone.get_by_role("status")).to_contain_text("Filtered: games as citizen")
    check_page(phone)
    assert cells(own)[2] == "0.75"
    own.get_by_role("link", name="0.75", exact=True).click()
    expect(phone.get_by_role("heading", name="P1", exact=True)).to_be_visible()
    check_page(phone)
    games = phone.get_by_role("region", name="Games")
    assert cells(games.locator("tfoot tr"))[3:] == ["0.00", "0.50", "0.25", "0.00", "0.00", "0.75"]
    games.get_by_role("link").first.click()
    expect(phone).to_have_url(re.compile(f"{Game.objects.get(number=2).get_absolute_url()}$"))


def test_a_coefficient_opens_its_formula(page: Page, season: None):
    page.goto("/mafia/")
    row_of(page, "P4").get_by_role("link", name="2.1500").click()
    formula = page.locator("#k2:target")
    expect(formula).to_contain_text("K2 = points / games")
    expect(formula).to_contain_text("4.30 / 2 = 2.1500")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_players_are_chosen_for_the_chart(phone: Page, season: None, check_page: Callable, scheme: str):
    phone.emulate_media(color_scheme=scheme)
    phone.goto("/mafia/")
    phone.get_by_role("navigation", name="Season").get_by_role("link", name="Chart").click()
    for number in range(2, 7):
        phone.get_by_label(f"Player {number}").clear()
    phone.get_by_label("Player 1").fill("p1")
    phone.get_by_label("Player 2").fill("Nobody")
    phone.get_by_role("button", name="Draw").click()
    expect(phone.get_by_text("Nobody of this name played in the season.")).to_be_visible()
    expect(phone.locator(".chart-legend")).to_contain_text("P1 0.75")
    assert cells(phone.get_by_role("region", name="The numbers").locator("tbody tr"))[1:] == ["0.75"]
    check_page(phone)


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_filter_and_chart_without_javascript(page: Page, season: None):
    page.goto("/mafia/")
    filter_by_role(page, "don")
    assert cells(row_of(page, "P6"))[3:5] == ["2", "2"]
    page.goto("/mafia/seasons/now/chart/")
    page.get_by_label("Player 1").fill("P8")
    page.get_by_role("button", name="Draw").click()
    expect(page.locator(".chart-legend")).to_contain_text("P8 4.00")
