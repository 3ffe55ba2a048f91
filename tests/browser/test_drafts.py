"""The entry forms lose nothing: a cut connection, a closed tab, an expired login, another device."""

from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from playwright.sync_api import Browser, Locator, Page, expect

from clubsite.models import Draft
from mafia_rating.models import Game
from tests.browser.helpers import PLAYERS, fill_centres, fill_protocol, make_running_season
from tests.factories import make_players, make_round, make_tournament

pytestmark = pytest.mark.browser

NEW = "/mafia/games/new/"
PASSWORD = "ten seats, one don"


@pytest.fixture
def form(page: Page, judge: User, log_in: Callable) -> Page:
    """A judge before an empty protocol."""
    make_running_season()
    make_players([*PLAYERS, "J1"])
    judge.set_password(PASSWORD)
    judge.save()
    log_in(judge)
    page.goto(NEW)
    return page


@pytest.fixture
def cut(console_errors: list[str]) -> Iterator[None]:
    """The test cuts its connection or its session, of which the browser complains."""
    yield
    console_errors.clear()


def player(page: Page, seat: int) -> Locator:
    return page.get_by_label(f"Seat {seat}: player")


def line(page: Page) -> Locator:
    """Find what the page says of its draft."""
    return page.locator(".draft-line [role=status]")


def offers(page: Page) -> Locator:
    return page.locator(".draft-offers li")


def kept_here(page: Page) -> int:
    """Count the copies that the browser keeps."""
    return page.evaluate("Object.keys(localStorage).filter(name => name.startsWith('draft')).length")


def wait_until_the_server_has_it(page: Page) -> None:
    """Wait until the browser keeps no copy; the content security policy forbids Playwright's own way to wait."""
    for _attempt in range(100):
        if not kept_here(page):
            return
        page.wait_for_timeout(100)
    pytest.fail("The browser still keeps a copy.")


def log_in_by_hand(page: Page) -> None:
    page.get_by_label("Username").fill("judge")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()


def test_the_connection_is_cut_and_the_page_closed(form: Page, cut: None):
    player(form, 1).fill("P1")
    expect(line(form)).to_contain_text("Draft saved ")
    form.context.set_offline(True)
    player(form, 2).fill("P2")
    form.get_by_label("Seat 4: bonus", exact=True).fill("0,5")
    expect(line(form)).to_contain_text("Not connected: kept in this browser.")
    assert kept_here(form) == 1
    address = form.url
    form.close()
    assert "seat_2_player=P2" not in Draft.objects.get().data

    form.context.set_offline(False)
    again = form.context.new_page()
    again.goto(address)
    expect(player(again, 1)).to_have_value("P1")
    expect(player(again, 2)).to_have_value("P2")
    expect(again.get_by_label("Seat 4: bonus", exact=True)).to_have_value("0,5")
    expect(line(again)).to_contain_text("Draft saved ")
    assert Draft.objects.get().typed["seat_2_player"] == "P2"
    again.context.set_offline(True)
    again.close()


def test_the_connection_comes_back(form: Page, cut: None):
    form.context.set_offline(True)
    player(form, 1).fill("P1")
    expect(line(form)).to_contain_text("Not connected: kept in this browser.")
    form.context.set_offline(False)
    expect(line(form)).to_contain_text("Draft saved ")
    wait_until_the_server_has_it(form)
    assert Draft.objects.get().typed["seat_1_player"] == "P1"


def test_a_page_that_never_had_a_connection_is_offered(form: Page, cut: None):
    form.context.set_offline(True)
    player(form, 1).fill("P1")
    expect(line(form)).to_contain_text("Not connected")
    form.close()
    form.context.set_offline(False)
    again = form.context.new_page()
    again.goto(NEW)
    expect(player(again, 1)).to_have_value("")
    expect(offers(again)).to_contain_text("kept in this browser")
    offers(again).get_by_role("link", name="Continue").click()
    expect(player(again, 1)).to_have_value("P1")
    again.context.set_offline(True)
    again.close()


def test_the_server_is_dead_for_a_while(form: Page, cut: None):
    form.route("**/desk/drafts/**", lambda route: route.fulfill(status=502, body="down"))
    player(form, 1).fill("P1")
    expect(line(form)).to_contain_text("Not connected: kept in this browser.")
    form.unroute("**/desk/drafts/**")
    player(form, 2).fill("P2")
    expect(line(form)).to_contain_text("Draft saved ", timeout=10_000)
    assert Draft.objects.get().typed["seat_1_player"] == "P1"


def test_an_answer_that_is_lost_is_no_conflict(form: Page, cut: None):
    def lose(route) -> None:
        route.fetch()
        route.abort()

    form.route("**/desk/drafts/**", lose, times=1)
    player(form, 1).fill("P1")
    expect(line(form)).to_contain_text("Not connected")
    player(form, 2).fill("P2")
    expect(line(form)).to_contain_text("Draft saved ", timeout=10_000)
    assert Draft.objects.get().typed["seat_2_player"] == "P2"


def test_a_tab_is_closed_at_once(form: Page):
    player(form, 1).fill("P1")
    form.get_by_role("radiogroup", name="Seat 1: role", exact=True).get_by_role("radio", name="don").check()
    form.close(run_before_unload=True)
    again = form.context.new_page()
    again.goto(NEW)
    expect(offers(again)).to_have_count(1)
    offers(again).get_by_role("link", name="Continue").click()
    expect(player(again, 1)).to_have_value("P1")
    expect(
        again.get_by_role("radiogroup", name="Seat 1: role", exact=True).get_by_role("radio", name="don")
    ).to_be_checked()
    again.context.set_offline(True)
    again.close()


def test_a_reload_brings_everything_back(form: Page):
    player(form, 1).fill("P1")
    form.reload()
    expect(player(form, 1)).to_have_value("P1")


def test_the_login_expires_and_the_form_is_saved_after_all(form: Page, cut: None, check_page: Callable):
    fill_protocol(form, "draw")
    expect(line(form)).to_contain_text("Draft saved ")
    Session.objects.all().delete()
    form.get_by_label("Seat 1: player").fill("P1 ")
    expect(line(form)).to_contain_text("You are logged out: kept in this browser.")
    check_page(form)
    with form.expect_popup() as popup:
        line(form).get_by_role("link", name="Log in again").click()
    log_in_by_hand(popup.value)
    popup.value.wait_for_url("/")
    popup.value.close()
    form.get_by_role("button", name="Save the protocol").click()
    expect(form.get_by_text("The protocol is saved.")).to_be_visible()
    assert Game.objects.count() == 1


def test_a_form_sent_after_the_login_expired_is_back_after_it(form: Page, cut: None):
    fill_protocol(form, "draw")
    Session.objects.all().delete()
    form.get_by_role("button", name="Save the protocol").click()
    log_in_by_hand(form)
    form.wait_for_url(f"**{NEW}**")
    expect(player(form, 10)).to_have_value("P10")
    form.get_by_role("button", name="Save the protocol").click()
    expect(form.get_by_text("The protocol is saved.")).to_be_visible()


def test_a_recorded_draft_is_gone(form: Page):
    fill_protocol(form, "draw")
    form.get_by_role("button", name="Save the protocol").click()
    expect(form.get_by_text("The protocol is saved.")).to_be_visible()
    form.goto(NEW)
    expect(player(form, 1)).to_have_value("")
    wait_until_the_server_has_it(form)
    expect(offers(form)).to_have_count(0)
    assert not Draft.objects.filter(closed_at=None).exists()


def test_a_refused_form_is_still_a_draft(form: Page):
    player(form, 1).fill("P1")
    form.get_by_role("button", name="Save the protocol").click()
    expect(form.get_by_text("Not saved yet")).to_be_visible()
    expect(player(form, 1)).to_have_value("P1")
    expect(line(form)).to_contain_text("Draft saved ")
    assert Draft.objects.get().typed["seat_1_player"] == "P1"


@pytest.fixture
def other_device(
    form: Page, browser: Browser, browser_context_args: dict, base_url: str, judge: User
) -> Iterator[Page]:
    """The same judge at another device."""
    client = Client()
    client.force_login(judge)
    context = browser.new_context(**browser_context_args)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": base_url}])
    yield context.new_page()
    context.set_offline(True)  # what a form saves when it is left would meet a database that is being emptied
    context.close()


def test_two_devices_lose_nothing_of_each_other(form: Page, other_device: Page, cut: None, check_page: Callable):
    player(form, 1).fill("P1")
    expect(line(form)).to_contain_text("Draft saved ")
    other_device.goto(NEW)
    offers(other_device).get_by_role("link", name="Continue").click()
    expect(player(other_device, 1)).to_have_value("P1")
    player(other_device, 1).fill("P2")
    expect(line(other_device)).to_contain_text("Draft saved ")
    player(other_device, 3).fill("P3")
    other_device.wait_for_timeout(2500)

    form.set_viewport_size({"width": 390, "height": 844})
    player(form, 1).fill("P9")
    told = form.locator("[data-draft=elsewhere]")
    expect(told).to_contain_text("Saved on another device at ")
    check_page(form)
    told.get_by_role("link", name="Open that one").click()
    expect(player(form, 1)).to_have_value("P2")
    expect(player(form, 3)).to_have_value("P3")
    copy = form.locator("[data-draft=copy]")
    expect(copy).to_contain_text("This browser has kept another copy")
    check_page(form)
    copy.get_by_role("button", name="Put it into the form").click()
    expect(player(form, 1)).to_have_value("P9")
    expect(line(form)).to_contain_text("Draft saved ")
    assert Draft.objects.get().typed["seat_1_player"] == "P9"


def test_this_device_s_copy_may_win(form: Page, other_device: Page, cut: None):
    player(form, 1).fill("P1")
    expect(line(form)).to_contain_text("Draft saved ")
    other_device.goto(form.url)
    player(other_device, 1).fill("P2")
    expect(line(other_device)).to_contain_text("Draft saved ")
    other_device.wait_for_timeout(2500)
    player(form, 1).fill("P9")
    form.locator("[data-draft=elsewhere]").get_by_role("button", name="Keep this one").click()
    expect(form.locator("[data-draft=elsewhere]")).to_be_hidden()
    wait_until_the_server_has_it(form)
    assert Draft.objects.get().typed["seat_1_player"] == "P9"


def test_a_draft_is_thrown_away(form: Page, check_page: Callable):
    form.set_viewport_size({"width": 390, "height": 844})
    player(form, 1).fill("P1")
    expect(line(form)).to_contain_text("Draft saved ")
    form.goto(NEW)
    expect(offers(form)).to_have_count(1)
    check_page(form)
    offers(form).get_by_text("Throw away").click()
    check_page(form)
    offers(form).get_by_role("button", name="Yes, throw it away").click()
    expect(form.get_by_text("The draft is thrown away.")).to_be_visible()
    expect(offers(form)).to_have_count(0)

    player(form, 1).fill("P2")
    discard = form.locator(".draft-line")
    discard.get_by_text("Throw away").click()
    discard.get_by_role("button", name="Yes, throw it away").click()
    expect(form.get_by_text("The draft is thrown away.")).to_be_visible()
    expect(player(form, 1)).to_have_value("")
    assert kept_here(form) == 0
    assert not Draft.objects.filter(closed_at=None).exists()


def test_a_board_comes_back_too(page: Page, judge: User, log_in: Callable, cut: None):
    make_round(tournament=make_tournament())
    log_in(judge)
    page.goto("/tournaments/cup/boards/new/")
    fill_centres(page, Austria=10, England=8)
    expect(line(page)).to_contain_text("Draft saved ")
    page.context.set_offline(True)
    page.get_by_label("Austria: Player").fill("Nobody yet")
    fill_centres(page, France=7)
    expect(line(page)).to_contain_text("Not connected")
    address = page.url
    page.goto("about:blank")
    page.context.set_offline(False)
    page.goto(address)
    expect(page.get_by_label("Austria: Player")).to_have_value("Nobody yet")
    for power, count in (("Austria", "10"), ("England", "8"), ("France", "7")):
        expect(page.get_by_label(f"{power}: Centres")).to_have_value(count)
