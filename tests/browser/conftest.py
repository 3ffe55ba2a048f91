"""A browser that tolerates no console error, no breach of the content security policy and no accessibility fault."""

from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tools.browser import ADVICE, find_chromium

# preload would have axe insert <style> elements, which the policy forbids to everybody. What passes is not reported:
# that is most of a page, and takes longer to hand over than to find.
AXE_OPTIONS = {
    "preload": False,
    "reporter": "no-passes",
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
}


@pytest.fixture(scope="session", autouse=True)
def _orm_beside_playwright() -> Iterator[None]:
    """Playwright keeps an event loop in the tests' thread, where Django would refuse to touch the database."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        yield


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict) -> dict:
    """Start the machine's Chromium; without one the tests fail with advice instead of being skipped."""
    path = find_chromium()
    if path is None:
        pytest.fail(ADVICE, pytrace=False)
    return {**browser_type_launch_args, "executable_path": path, "args": ["--disable-background-networking"]}


@pytest.fixture(scope="session")
def base_url(live_server: LiveServer) -> str:
    """Pages are opened by their path: `page.goto("/players/")`."""
    return live_server.url


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict) -> dict:
    return {**browser_context_args, "viewport": {"width": 1280, "height": 900}, "locale": "en"}


@pytest.fixture
def console_errors() -> list[str]:
    """The console errors of `page`; a test that cuts the connection clears those that it has caused."""
    return []


@pytest.fixture
def page(page: Page, console_errors: list[str]) -> Iterator[Page]:
    """A page on which a console error fails the test: a breach of the policy, a missing file, an exception."""
    errors, under_way = console_errors, set()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("request", lambda request: under_way.add(request))
    page.on("requestfinished", lambda request: under_way.discard(request))
    page.on("requestfailed", lambda request: under_way.discard(request))
    yield page
    # What a form saves when it is left would meet a database that is being emptied.
    if not page.is_closed():
        page.evaluate("() => { window.fetch = () => new Promise(() => {}); navigator.sendBeacon = () => true }")
        while under_way:
            page.wait_for_timeout(20)
    assert not errors, "\n".join(errors)


@pytest.fixture
def phone(page: Page) -> Page:
    """The page on a phone, 390 pixels wide."""
    page.set_viewport_size({"width": 390, "height": 844})
    return page


@pytest.fixture
def log_in(page: Page, base_url: str) -> Callable[[User], None]:
    """A function that logs a user in without the log-in page."""

    def log_in(user: User) -> None:
        client = Client()
        client.force_login(user)
        cookie = client.cookies[settings.SESSION_COOKIE_NAME]
        page.context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": base_url}])

    return log_in


@pytest.fixture
def check_page() -> Callable[[Page], None]:
    """A function that fails on an accessibility fault (WCAG 2.2 AA) and on a page wider than its window."""

    def check(page: Page) -> None:
        result = Axe().run(page, options=AXE_OPTIONS)
        assert result.violations_count == 0, result.generate_report()
        width = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert width <= 0, f"{page.url} scrolls sideways by {width} pixels"

    return check
