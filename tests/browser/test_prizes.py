"""An organiser gives prizes, and everybody reads who has won what for; on a desk and on a phone."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.factories import make_board, make_entries, make_player, make_round, make_tournament
from tournaments.models import Entrant

from .helpers import cells

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_an_organiser_gives_prizes(
    transactional_db: None,
    page: Page,
    organiser: User,
    log_in: Callable,
    check_page: Callable,
    width: int,
    scheme: str,
):
    cup = make_tournament()
    board = make_board(make_round(tournament=cup), centres=(8, 7, 7, 6, 6, 0, 0))
    Entrant.objects.create(tournament=cup, player=make_player("Host"))
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    log_in(organiser)

    page.goto("/tournaments/cup/manage/")
    page.get_by_role("link", name="Prizes", exact=True).click()
    check_page(page)
    page.get_by_role("button", name="Add best result with each power").click()
    page.get_by_role("button", name="Add most sole tops").click()
    expect(page.get_by_role("row", name="Most sole tops")).to_contain_text("50.710, round 1, table 1")
    check_page(page)

    page.get_by_role("link", name="Add an own prize").click()
    check_page(page)
    page.get_by_label("Name").fill("Hospitality")
    page.get_by_role("checkbox", name="Host").check()
    page.get_by_role("button", name="Save").click()
    assert cells(page.get_by_role("row", name="Hospitality"))[1:3] == ["Host", "set by hand"]

    page.get_by_role("link", name="Edit Best Turkey").click()
    page.get_by_role("radio", name="are set by hand").check()
    page.get_by_role("checkbox", name="G", exact=True).check()
    check_page(page)
    page.get_by_role("button", name="Save").click()
    assert cells(page.get_by_role("row", name="Best Turkey"))[1:3] == ["G", "set by hand"]

    board.record(make_entries((7, 8, 7, 6, 6, 0, 0)), None, based_on=board.version)
    page.get_by_role("link", name="Public page").click()
    check_page(page)
    assert cells(page.get_by_role("row", name="Most sole tops"))[1] == "B"
    page.goto("/tournaments/cup/")
    check_page(page)
    expect(page.locator("dl.awards")).to_contain_text("set by the organiser")
