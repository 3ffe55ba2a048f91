"""Two judges at two browsers edit one game or board: the second chooses, and nothing is overwritten unseen."""

from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from clubsite.models import Draft
from clubsite.roles import JUDGE
from mafia_rating.models import Game
from tests.browser.helpers import fill_centres, make_running_season
from tests.factories import make_board, make_game, make_user
from tournaments.models import Board

pytestmark = pytest.mark.browser


@pytest.fixture
def game(judge: User) -> Game:
    season = make_running_season()
    return make_game(season.starts_on.isoformat(), bonuses={6: "0.2"})


@pytest.fixture
def anna(browser: Browser, browser_context_args: dict, base_url: str, judge: User) -> Iterator[Page]:
    """Another judge at another browser."""
    client = Client()
    client.force_login(make_user("anna", JUDGE))
    context = browser.new_context(**browser_context_args)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": base_url}])
    yield context.new_page()
    context.set_offline(True)  # what a form saves when it is left would meet a database that is being emptied
    context.close()


def edit_together(page: Page, anna: Page, game: Game) -> None:
    """Both change seat 6's bonus; Anna the table too, and the judge the number. The judge saves last."""
    for each in (page, anna):
        each.goto(f"{game.get_absolute_url()}edit/")
    anna.get_by_label("Seat 6: bonus", exact=True).fill("0.4")
    anna.get_by_role("textbox", name="Table").fill("2")
    anna.get_by_role("button", name="Save the protocol").click()
    expect(anna.get_by_text("The protocol is saved.")).to_be_visible()
    page.get_by_label("Seat 6: bonus", exact=True).fill("0,5")
    page.get_by_label("Game of the evening").fill("7")
    page.get_by_role("button", name="Save the protocol").click()


@pytest.mark.parametrize(("side", "bonus"), [("anna 0.4", "0.4"), ("you 0.5", "0.5")])
def test_the_second_of_two_judges_chooses(
    page: Page, anna: Page, log_in: Callable, judge: User, game: Game, check_page: Callable, side: str, bonus: str
):
    log_in(judge)
    page.set_viewport_size({"width": 390, "height": 844})
    edit_together(page, anna, game)
    expect(page.get_by_role("heading", name="Changed meanwhile")).to_be_visible()
    expect(page.get_by_text("anna saved a change on ")).to_be_visible()
    check_page(page)
    both = page.get_by_role("group", name="Seat 6: bonus", exact=True)
    expect(both.get_by_role("radio", checked=True)).to_have_count(0)
    expect(page.get_by_role("group", name="Table", exact=True).get_by_role("radio", name="anna 2")).to_be_checked()
    expect(page.get_by_role("group", name="Game of the evening").get_by_role("radio", name="you 7")).to_be_checked()

    page.get_by_role("button", name="Save what is chosen").click()
    assert Game.objects.get().version == 2, "the browser asks for the choice first"
    both.get_by_role("radio", name=side).check()
    page.get_by_role("button", name="Save what is chosen").click()
    expect(page.get_by_text("The protocol is saved.")).to_be_visible()
    stored = Game.objects.get()
    assert (stored.version, stored.table, stored.number) == (3, 2, 7)
    assert str(stored.seats.get(number=6).bonus_given.points) == bonus
    assert not Draft.objects.filter(closed_at=None).exists()


def test_the_second_may_leave_it(page: Page, anna: Page, log_in: Callable, judge: User, game: Game):
    log_in(judge)
    edit_together(page, anna, game)
    page.get_by_role("button", name="Throw my change away").click()
    expect(page.get_by_text("The draft is thrown away.")).to_be_visible()
    page.wait_for_url(f"**{game.get_absolute_url()}")
    assert Game.objects.get().version == 2
    page.goto(f"{game.get_absolute_url()}edit/")
    expect(page.get_by_label("Seat 6: bonus", exact=True)).to_have_value("0.4")
    expect(page.locator(".draft-offers li")).to_have_count(0)


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_a_board_without_javascript(page: Page, anna: Page, log_in: Callable, judge: User):
    board = make_board()
    log_in(judge)
    for each in (page, anna):
        each.goto(f"{board.get_absolute_url()}edit/")
    fill_centres(anna, Austria=6, Turkey=3)
    anna.get_by_role("button", name="Save").click()
    expect(anna.get_by_text("The change is recorded.")).to_be_visible()
    fill_centres(page, Austria=7, Italy=3)
    page.get_by_role("button", name="Save").click()
    page.get_by_role("group", name="Austria: Centres").get_by_role("radio", name="you 7").check()
    expect(page.get_by_role("group", name="Italy: Centres").get_by_role("radio", name="you 3")).to_be_checked()
    expect(page.get_by_role("group", name="Turkey: Centres").get_by_role("radio", name="anna 3")).to_be_checked()
    page.get_by_role("button", name="Save what is chosen").click()
    expect(page.get_by_text("The change is recorded.")).to_be_visible()
    centres = dict(Board.objects.get().seats.values_list("power", "centres"))
    assert (centres["austria"], centres["italy"], centres["turkey"]) == (7, 3, 3)


def test_a_double_click_on_an_edit_is_no_conflict(page: Page, log_in: Callable, judge: User, game: Game):
    log_in(judge)
    page.goto(f"{game.get_absolute_url()}edit/")
    page.get_by_label("Game of the evening").fill("7")
    page.get_by_role("button", name="Save the protocol").dblclick()
    page.wait_for_url(f"**{game.get_absolute_url()}")
    expect(page.get_by_role("heading", name="Changed meanwhile")).to_have_count(0)
    assert (Game.objects.get().number, Game.objects.get().version) == (7, 2)
