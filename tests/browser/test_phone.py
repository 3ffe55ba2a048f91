"""A player with a phone: the name stays in view while a table scrolls, search as one types."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from mafia_rating.models import Game
from tests.browser.helpers import fill_centres, make_running_season
from tests.factories import make_board, make_game, make_player, make_round, make_tournament
from tournaments.models import Board

pytestmark = pytest.mark.browser

NAMES = ["Ёжик", "Very Long Nickname Of The Year", *(f"P{number}" for number in range(3, 11))]


@pytest.fixture
def club(transactional_db: None) -> None:
    season = make_running_season()
    make_game(season.starts_on.isoformat(), players=NAMES, first_killed=1, best_move=[4, 6, 8], bonuses={4: "0.3"})
    cup = make_tournament()
    for number in range(1, 5):
        make_board(make_round(number, tournament=cup), players=NAMES[:7])


@pytest.fixture
def addresses(club: None) -> dict[str, str]:
    """The pages with a table that is wider than a phone, by what they show."""
    return {
        "season": "/mafia/",
        "top": "/mafia/seasons/now/top-10/",
        "protocol": Game.objects.get().get_absolute_url(),
        "standings": "/tournaments/cup/",
        "board": Board.objects.first().get_absolute_url(),
        "player": make_player("ёжик").get_absolute_url(),
        "players": "/players/",
        "home": "/",
    }


@pytest.mark.parametrize("kind", ["season", "top", "standings", "player", "players", "home"])
def test_names_stay_in_view(phone: Page, addresses: dict[str, str], kind: str):
    phone.goto(addresses[kind])
    tables = [table for table in phone.locator(".table-scroll").all() if table.locator("tbody .col-name").count()]
    assert tables
    for table in tables:
        table.evaluate("element => { element.scrollLeft = 9999 }")
        name, frame = table.locator("tbody .col-name").first.bounding_box(), table.bounding_box()
        assert name["x"] >= frame["x"]
        if table.evaluate("element => element.scrollWidth > element.clientWidth"):
            assert name["x"] + name["width"] < frame["x"] + 0.6 * frame["width"], "the name leaves room for the numbers"
    assert phone.evaluate("document.scrollingElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("kind", ["protocol", "board"])
def test_seats_stand_as_cards_with_everything_in_view(phone: Page, addresses: dict[str, str], kind: str):
    phone.goto(addresses[kind])
    table = phone.locator(".card-table")
    for cell in table.locator("tbody :is(th, td)").all():
        box = cell.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    name, total = table.locator("tbody .col-name").first, table.locator("tbody .num-total").first
    assert abs(name.bounding_box()["y"] - total.bounding_box()["y"]) < 10, "the total stands at the head of the card"
    assert table.evaluate("element => element.parentElement.scrollWidth <= element.parentElement.clientWidth")
    expect(phone.get_by_role("rowheader")).to_have_count(10 if kind == "protocol" else 7)


def test_players_are_found_while_one_types(phone: Page, club: None):
    phone.goto("/players/")
    phone.get_by_role("searchbox", name="Nickname").press_sequentially("ЕЖИ")
    expect(phone).to_have_url(re.compile(r"/players/\?q=%D0%95%D0%96%D0%98$"))
    expect(phone.get_by_role("status")).to_contain_text("1 player")
    expect(phone.locator("tbody tr")).to_have_count(1)
    phone.get_by_role("link", name="Ёжик").click()
    expect(phone.get_by_role("heading", name="Ёжик")).to_be_visible()


def test_typing_on_while_an_answer_is_under_way_ends_with_the_latest(phone: Page, club: None):
    phone.goto("/players/")

    def slowly(route: Route) -> None:
        phone.wait_for_timeout(600)
        route.continue_()

    phone.route(re.compile(r"q=P$"), slowly)
    search = phone.get_by_role("searchbox", name="Nickname")
    with phone.expect_request(re.compile(r"q=P$")):
        search.press_sequentially("P")
    search.press_sequentially("3")
    expect(phone.locator("tbody tr")).to_have_count(1)
    expect(phone).to_have_url(re.compile(r"\?q=P3$"))


def test_the_calculator_answers_while_one_types(phone: Page, club: None):
    phone.goto("/baf/")
    fill_centres(phone, Austria=18, England=16, France=0, Germany=0, Italy=0, Russia=0, Turkey=0)
    expect(phone.locator("#calculator-austria-score")).to_have_text("100.000")
    expect(phone.locator("#calculator-england-score")).to_have_text("0.000")
