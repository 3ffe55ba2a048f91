"""The sheets of paper: each prints on one page of A4, black on white, without the site around it."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from mafia_rating.models import REASON_LENGTH, Game
from tests.browser.helpers import make_running_season
from tests.factories import make_board, make_game, make_protocol
from tournaments.models import Board

pytestmark = pytest.mark.browser

PAGE = re.compile(rb"/Type\s*/Page\b")
A4 = re.compile(rb"/MediaBox\s*\[\s*0 0 59[45][.\d]* 84[12][.\d]*\s*\]")
LONG_NAMES = [f"{number} Very Long Nickname Of The Year" for number in range(1, 11)]


@pytest.fixture
def game(transactional_db: None) -> Game:
    """A game in which nearly everybody got something, with the longest reasons."""
    season = make_running_season()
    protocol = make_protocol(
        players=LONG_NAMES,
        first_killed=1,
        best_move=(4, 6, 8),
        bonuses={4: "0.6", 6: "0.3", 1: "0.1"},
        penalties=[(seat, "discretionary") for seat in (1, 2, 3, 5, 7)],
    )
    words = ("why it was so " * REASON_LENGTH)[:REASON_LENGTH]
    protocol = replace(
        protocol,
        bonuses=tuple(replace(bonus, reason=words) for bonus in protocol.bonuses),
        penalties=tuple(replace(penalty, reason=words) for penalty in protocol.penalties),
    )
    game = make_game(season.starts_on.isoformat())
    game.record(protocol, None)
    return game


@pytest.fixture
def board(transactional_db: None) -> Board:
    return make_board(players=LONG_NAMES[:7])


@pytest.fixture(params=["/mafia/games/sheet/", "game", "/tournaments/boards/sheet/", "board"])
def address(request: pytest.FixtureRequest) -> str:
    if request.param.startswith("/"):
        request.getfixturevalue("transactional_db")
        return request.param
    return request.getfixturevalue(request.param).get_absolute_url() + "sheet/"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_sheet_is_one_page_of_a4(page: Page, address: str, scheme: str):
    page.emulate_media(color_scheme=scheme)
    page.goto(address)
    pdf = page.pdf(prefer_css_page_size=True, tagged=False, outline=False)
    assert len(PAGE.findall(pdf)) == 1
    assert A4.search(pdf)

    page.emulate_media(media="print", color_scheme=scheme)
    for name in ("Main", "Breadcrumb"):
        expect(page.get_by_role("navigation", name=name)).to_be_hidden()
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    expect(page.get_by_role("contentinfo")).to_be_hidden()
    colours = page.locator(".paper, .paper *").evaluate_all(
        "parts => [...new Set(parts.map(part => getComputedStyle(part).color))]"
    )
    assert colours == ["rgb(0, 0, 0)"]


def test_nothing_runs_over_what_stands_below(page: Page, game: Game):
    page.set_viewport_size({"width": 718, "height": 900})  # 190 mm
    page.emulate_media(media="print")
    page.goto(game.get_absolute_url() + "sheet/")
    reasons, legend = (page.locator(part).bounding_box() for part in (".paper-reasons ul", ".paper-legend"))
    assert reasons["y"] + reasons["height"] <= legend["y"]


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_a_sheet_on_the_screen(page: Page, address: str, check_page: Callable, width: int, scheme: str):
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    page.goto(address)
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    check_page(page)
