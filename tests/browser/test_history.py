"""A judge looks through the history of a game, and brings an older version back."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.browser.helpers import cells, make_running_season, row_of
from tests.factories import make_board, make_entries, make_game, make_protocol

pytestmark = pytest.mark.browser

TOTAL = 8


@pytest.mark.parametrize("width", [1280, 390])
def test_a_version_of_a_game_is_restored(
    page: Page, judge: User, president: User, log_in: Callable, check_page: Callable, width: int
):
    season = make_running_season()
    game = make_game(season.starts_on.isoformat(), by=judge, bonuses={4: "0.3"})
    game.record(make_protocol("red_win"), judge, reason="the sheet was misread")
    page.set_viewport_size({"width": width, "height": 900})
    log_in(judge)
    page.goto(f"/mafia/games/{game.pk}/")
    assert cells(row_of(page, "P4"))[TOTAL] == "0.00"

    page.get_by_role("link", name="History").click()
    latest = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Version 2"))
    expect(latest).to_contain_text("the sheet was misread")
    expect(latest.get_by_role("row", name="Result")).to_contain_text("black win")
    expect(latest).to_contain_text("2.30 → 0.00")
    check_page(page)

    page.get_by_role("link", name="Compare with now (1)").click()
    expect(page.get_by_role("row", name="Seat 4: bonus")).to_contain_text("+0.3")
    page.get_by_label("also what is the same").check()
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("row", name="Seat 4: role")).to_contain_text("mafia")
    check_page(page)

    page.get_by_role("link", name="Restore version 1…").click()
    expect(page.get_by_role("heading", name="Restore version 1")).to_be_visible()
    expect(page.get_by_role("row", name="Result")).to_contain_text("black win")
    check_page(page)
    page.get_by_role("button", name="Restore version 1").dblclick()
    expect(
        page.get_by_text("Version 1 stands already.").or_(page.get_by_text("Version 1 is restored."))
    ).to_be_visible()
    assert cells(row_of(page, "P4"))[TOTAL] == "2.30"
    assert game.history.count() == 3

    page.goto(f"/mafia/games/{game.pk}/history/")
    expect(page.get_by_role("heading", name="Version 3")).to_be_visible()
    expect(page.get_by_text("restored version 1")).to_be_visible()


def test_a_version_of_a_board_is_restored(page: Page, judge: User, log_in: Callable, check_page: Callable):
    board = make_board(by=judge)
    board.record(make_entries([18, 16, 0, 0, 0, 0, 0]), judge)
    log_in(judge)
    page.goto(f"/tournaments/boards/{board.pk}/")
    page.get_by_role("link", name="History").click()
    check_page(page)
    page.get_by_role("link", name="Restore… (1)").click()
    expect(page.get_by_role("row", name="Austria: centres")).to_contain_text("18")
    page.get_by_role("button", name="Restore version 1").click()
    expect(page.get_by_text("Version 1 is restored.")).to_be_visible()
    assert board.history.count() == 3


def test_a_game_is_cancelled_with_a_reason(page: Page, judge: User, log_in: Callable, check_page: Callable):
    season = make_running_season()
    game = make_game(season.starts_on.isoformat(), by=judge)
    log_in(judge)
    page.goto(f"/mafia/games/{game.pk}/")
    page.get_by_role("link", name="Cancel…").click()
    page.get_by_role("button", name="Cancel the game").click()
    expect(page.get_by_text("Say why the game is cancelled.")).to_be_visible()
    check_page(page)
    page.get_by_label("Reason").fill("played by guests")
    page.get_by_role("button", name="Cancel the game").click()
    expect(page.get_by_text("This game is cancelled")).to_contain_text("played by guests")
    page.get_by_role("link", name="Reinstate…").click()
    page.get_by_role("button", name="Reinstate the game").click()
    expect(page.get_by_text("The game counts again.")).to_be_visible()


@pytest.mark.parametrize("width", [1280, 390])
def test_the_desk(page: Page, judge: User, president: User, log_in: Callable, check_page: Callable, width: int):
    season = make_running_season()
    make_game(season.starts_on.isoformat(), by=judge, bonuses={4: "0.6"})
    page.set_viewport_size({"width": width, "height": 900})
    log_in(judge)
    page.goto("/")
    page.get_by_role("link", name="Desk").click()
    expect(page.get_by_text("seat 4, P4: +0.6")).to_be_visible()
    check_page(page)
    page.get_by_role("link", name="New game Mafia, an empty protocol").click()
    expect(page.get_by_label("Seat 1: player")).to_be_visible()
