"""On a phone: from the players' list to a player, and on to the head to head with another."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.helpers import cells, row_of
from tests.factories import make_board, make_game, make_player, make_round, make_season

pytestmark = pytest.mark.browser


def test_from_the_list_to_the_head_to_head(transactional_db: None, phone: Page, check_page: Callable):
    make_season(name="This season")
    make_player("Ёлка").aliases.create(name="Сосна")
    make_game(result="red_win", players=["Лиса", "Ёлка", *(f"P{number}" for number in range(3, 11))])
    make_game(number=2, players=["Лиса", "P3", "P4", "Ёлка", *(f"P{number}" for number in range(5, 11))])
    make_board(make_round(1), centres=[9, 8, 8, 5, 4, 0, 0], players=["Лиса", "Ёлка", *"CDEFG"])
    phone.goto("/players/")
    phone.get_by_label("Nickname").fill("ЛИС")
    phone.get_by_role("button", name="Search").click()
    phone.get_by_role("link", name="Лиса").click()
    phone.get_by_role("heading", name="Лиса", level=1).wait_for()
    phone.get_by_text("The numbers").first.click()
    phone.get_by_role("region", name="Points after each evening").get_by_text("2.00").wait_for()
    check_page(phone)
    phone.get_by_role("link", name="Head to head").click()
    phone.get_by_label("Nickname").fill("сосна")
    phone.get_by_role("button", name="Compare").click()
    phone.get_by_role("heading", name="Лиса and Ёлка").wait_for()
    assert cells(row_of(phone, "Tournament cup Round 1, Table 1"))[1:3] == ["Austria", "50.994"]
    check_page(phone)
    phone.get_by_role("link", name="The other way round").click()
    phone.get_by_role("heading", name="Ёлка and Лиса").wait_for()
