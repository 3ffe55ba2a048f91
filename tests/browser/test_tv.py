"""The screen of the playing room goes on by itself, also past a server that does not answer."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.factories import make_board, make_round
from tournaments.models import Tournament
from tournaments.tv import SECONDS

pytestmark = pytest.mark.browser

TV = "/tournaments/cup/tv/"
A_PICTURE = SECONDS * 1000 + 100


@pytest.fixture
def cup(transactional_db: None) -> Tournament:
    board = make_board(make_round(), "1", centres=(8, 7, 7, 6, 6, 0, 0))
    make_board(board.round, "2", players="HIJKLMN", finished=False)
    return board.round.tournament


@pytest.mark.parametrize(
    ("width", "height"), [(1920, 1080), (1280, 720), (1080, 1920), (390, 844)], ids=["tv", "laptop", "upright", "phone"]
)
@pytest.mark.parametrize("picture", [1, 2])
def test_every_picture_fits_its_screen(
    cup: Tournament, page: Page, check_page: Callable, width: int, height: int, picture: int
):
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{TV}?page={picture}")
    check_page(page)
    if width > 390:
        assert page.evaluate("document.documentElement.scrollHeight - window.innerHeight") <= 0
        size = page.locator("td").first.evaluate("cell => parseFloat(getComputedStyle(cell).fontSize)")
        assert size >= 0.029 * min(width, height)
    page.get_by_role("button", name="Light or dark").click()
    check_page(page)


def test_the_cycle_goes_on_by_itself(cup: Tournament, page: Page):
    page.clock.install()
    page.goto(TV)
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    page.clock.run_for(A_PICTURE)
    expect(page.get_by_role("heading", name="Provisional standings")).to_be_visible()
    assert page.url.endswith("?page=2")
    page.clock.run_for(A_PICTURE)
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    assert page.url.endswith("?page=1")


def test_a_server_error_leaves_the_old_picture_and_is_told(cup: Tournament, page: Page, console_errors: list[str]):
    page.clock.install()
    page.goto(TV)
    time = page.locator("time").inner_text()
    page.route(f"**{TV}?**", lambda route: route.fulfill(status=500, body="broken"))
    page.clock.run_for(A_PICTURE)
    expect(page.get_by_role("alert")).to_have_text(f"Connection lost, showing {time}")
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    page.unroute(f"**{TV}?**")
    page.route(f"**{TV}?**", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        page.clock.run_for(A_PICTURE)
    expect(page.get_by_role("alert")).to_be_visible()

    page.unroute(f"**{TV}?**")
    page.clock.run_for(A_PICTURE)
    expect(page.get_by_role("heading", name="Provisional standings")).to_be_visible()
    expect(page.get_by_role("alert")).to_be_hidden()
    console_errors.clear()


def test_keys_turn_the_pictures_and_hold_them(cup: Tournament, page: Page):
    page.emulate_media(reduced_motion="reduce")
    page.clock.install()
    page.goto(TV)
    boards, standings = (page.get_by_role("heading", name=name) for name in ("Round 1", "Provisional standings"))
    page.keyboard.press("ArrowRight")
    expect(standings).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(boards).to_be_visible()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    page.clock.run_for(3 * A_PICTURE)
    expect(boards).to_be_visible()
    page.get_by_role("button", name="Next picture").click()
    expect(standings).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Go on").press("Space")
    page.clock.run_for(A_PICTURE)
    expect(boards).to_be_visible()


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_without_javascript_the_page_leads_to_the_next_picture(cup: Tournament, page: Page):
    page.route(f"**{TV}", _sooner)
    page.goto(TV)
    expect(page.get_by_role("heading", name="Provisional standings")).to_be_visible()
    expect(page.get_by_role("button")).to_have_count(0)


def _sooner(route: Route) -> None:
    """Serve a page whose wait is over at once."""
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text().replace(f'content="{SECONDS};', 'content="0;'))
