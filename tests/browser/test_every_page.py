"""One page of every kind that links lead to, in the demo club: errors, policy, accessibility, sideways scroll."""

from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.urls import resolve
from playwright.sync_api import Page

from clubsite.demo.cup import create_cup
from clubsite.demo.honours import add_honours
from clubsite.roles import ADMIN
from mafia_rating.models import Season
from tests.factories import make_user

pytestmark = pytest.mark.browser


def walk(page: Page) -> Iterator[str]:
    """Open the home page and then one page of every kind that is linked from any page opened; yield each kind."""
    waiting, seen = ["/"], set()
    while waiting:
        path = waiting.pop(0)
        kind = resolve(path).view_name
        if kind in seen or kind.startswith("admin:"):
            continue
        seen.add(kind)
        assert page.goto(path).ok, path
        waiting += page.eval_on_selector_all("a[href^='/']", "links => links.map(link => link.pathname)")
        yield kind


@pytest.fixture
def demo(transactional_db: None) -> None:
    call_command("import_club", settings.BASE_DIR / "clubsite" / "demo" / "club.json", verbosity=0)
    add_honours()
    create_cup(Season.objects.current(), make_user("admin", ADMIN))


PUBLIC = {
    "home",
    "players",
    "player",
    "player_with",
    "player_with_whom",
    "mafia_rating:current",
    "mafia_rating:season",
    "mafia_rating:seasons",
    "mafia_rating:season_player",
    "mafia_rating:top",
    "mafia_rating:chart",
    "mafia_rating:games",
    "mafia_rating:all_time",
    "mafia_rating:all_time_player",
    "mafia_rating:game",
    "mafia_rating:game_sheet",
    "mafia_rating:cups",
    "mafia_rating:cup",
    "tournaments:list",
    "tournaments:tournament",
    "tournaments:my_board",
    "tournaments:record",
    "tournaments:tv",
    "tournaments:board",
    "tournaments:board_sheet",
    "tournaments:board_results",
    "tournaments:prizes",
    "tournaments:circuits",
    "tournaments:circuit",
    "baf",
    "login",
    "password_reset",
}
JUDGES = {
    "account",
    "password_change",
    "desk",
    "judges",
    "judge",
    "mafia_rating:game_new",
    "mafia_rating:game_edit",
    "mafia_rating:game_cancel",
    "mafia_rating:game_history",
    "mafia_rating:empty_sheet",
    "mafia_rating:cup_member",
    "mafia_rating:cup_withdraw",
    "tournaments:board_new",
    "tournaments:board_edit",
    "tournaments:board_history",
    "tournaments:empty_sheet",
    "tournaments:board_years",
}


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_every_public_page(demo: None, page: Page, check_page: Callable, width: int, scheme: str):
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    kinds = set()
    for kind in walk(page):
        check_page(page)
        kinds.add(kind)
    assert kinds == PUBLIC


@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (1280, "dark")])
def test_every_page_of_a_judge(
    demo: None, page: Page, judge: User, log_in: Callable, check_page: Callable, width: int, scheme: str
):
    log_in(judge)
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    kinds = set()
    for kind in walk(page):
        check_page(page)
        kinds.add(kind)
    assert kinds == PUBLIC | JUDGES
