"""A season's games come in from a spreadsheet."""

import io
import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from openpyxl import Workbook
from playwright.sync_api import Page, expect

from mafia_rating.models import Game
from tests.factories import make_player, make_season
from tests.mafia_rating.spreadsheets import HEADINGS, game_rows

pytestmark = pytest.mark.browser


def xlsx(rows: list[dict[str, str]]) -> bytes:
    book = Workbook()
    book.active.append(HEADINGS)
    for row in rows:
        book.active.append([row.get(name) for name in HEADINGS])
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


@pytest.mark.parametrize("width", [1280, 390])
def test_an_organiser_imports_games(
    page: Page, organiser: User, log_in: Callable, check_page: Callable, width: int
) -> None:
    make_season()
    make_player("Онуx")
    log_in(organiser)
    page.set_viewport_size({"width": width, "height": 900})
    page.goto("/desk/")
    page.get_by_role("link", name="Games from a spreadsheet").click()
    check_page(page)
    rows = [row for number in range(1, 31) for row in game_rows(number, player={1: "Oнуx"}, bonus={4: "0.9"})]

    def upload(rows: list[dict[str, str]]) -> None:
        page.goto("/mafia/import/")
        page.get_by_label("Spreadsheet", exact=True).set_input_files(
            {"name": "season.xlsx", "mimeType": "application/octet-stream", "buffer": xlsx(rows)}
        )
        page.get_by_role("button", name="Upload").click()
        page.get_by_role("button", name="Check the games").click()

    upload(rows)
    fault = page.get_by_role("row", name=re.compile("^5 Bonus"))
    expect(fault).to_contain_text("at most 0.7")
    check_page(page)

    upload([row | {"bonus": ""} for row in rows])
    expect(page.get_by_role("heading", name="Ready to import")).to_be_visible()
    expect(page.get_by_text("not Онуx?")).to_be_visible()
    check_page(page)
    page.get_by_role("button", name="Import 30 games").click()
    expect(page.get_by_role("heading", name=re.compile("^Imported"))).to_be_visible()
    check_page(page)
    assert Game.objects.count() == 30
