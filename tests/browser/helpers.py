"""What people do on the pages, for the browser tests."""

import datetime
from collections.abc import Iterable

from django.utils import timezone
from playwright.sync_api import Locator, Page

from mafia_rating.models import Season
from tests.factories import ROLES, make_season

PLAYERS = [f"P{number}" for number in range(1, 11)]


def make_running_season() -> Season:
    """Create the season of today."""
    today = timezone.localdate()
    day = datetime.timedelta(days=1)
    return make_season("now", (today - 30 * day).isoformat(), (today + 30 * day).isoformat(), name="This season")


def fill_protocol(page: Page, result: str, players: Iterable[str] = PLAYERS, roles: Iterable[str] = ROLES) -> None:
    """Type who sat where, who judged and who won; date, table and number stay as the form guesses them."""
    for seat, (player, role) in enumerate(zip(players, roles, strict=True), start=1):
        page.get_by_label(f"Seat {seat}: player").fill(player)
        page.keyboard.press("Tab")  # closes the list of members
        role_button(page, seat, role).check()
    page.get_by_role("textbox", name="Judge").or_(page.get_by_role("combobox", name="Judge")).fill("J1")
    page.get_by_role("group", name="Result").get_by_role("radio", name=result.replace("_", " ")).check()


def role_button(page: Page, seat: int, role: str) -> Locator:
    """Find the button that gives a seat a role."""
    return page.get_by_role("radiogroup", name=f"Seat {seat}: role", exact=True).get_by_role("radio", name=role)


def killed_button(page: Page, seat: int) -> Locator:
    """Find the button that marks a seat as the first killed."""
    return page.get_by_role("radio", name=f"Seat {seat}: first killed", exact=True)


def named_button(page: Page, seat: int) -> Locator:
    """Find the button that names a seat in the best move."""
    return page.get_by_role("button", name=f"Seat {seat}: best move")


def fill_centres(page: Page, **centres: int) -> None:
    """Type the centres of powers."""
    for power, count in centres.items():
        page.get_by_label(f"{power}: Centres").fill(str(count))


def row_of(page: Page, name: str) -> Locator:
    """Find the row of a table that a player's or board's link names."""
    return page.get_by_role("row").filter(has=page.get_by_role("link", name=name, exact=True))


def cells(row: Locator) -> list[str]:
    """Read a row."""
    return [text.strip() for text in row.locator("th, td").all_inner_texts()]
