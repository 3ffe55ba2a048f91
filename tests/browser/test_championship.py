"""A real championship is typed in through the organiser's pages, as it was played, and gives its real standings."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.browser.helpers import cells, row_of
from tests.tournaments.vectors import read

pytestmark = pytest.mark.browser

PASSWORD = "Champ-sur-Layon"
[CHAMPIONSHIP] = read("anjou_2025_club_file")["tournaments"]
EXPECTED = read("anjou_2025_expected")


def log_in(page: Page, user: User) -> None:
    """Log in on the page that everybody sees."""
    page.goto("/")
    page.get_by_role("link", name="Log in").click()
    page.get_by_label("Username").fill(user.username)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("button", name="Log out")).to_be_visible()


def create_tournament(page: Page) -> None:
    """Create the draft, from the list of tournaments on."""
    page.get_by_role("link", name="Tournaments").click()
    page.get_by_role("link", name="New tournament").click()
    page.get_by_label("Name").fill(CHAMPIONSHIP["name"])
    page.get_by_label("Name").blur()
    expect(page.get_by_text("left empty, it is “anjou-feu-xiv”")).to_be_visible()
    page.get_by_label("Address").fill(CHAMPIONSHIP["slug"])
    page.get_by_label("Place").fill(CHAMPIONSHIP["place"])
    page.get_by_label("Starts on").fill(CHAMPIONSHIP["starts_on"])
    page.get_by_label("Ends on").fill(CHAMPIONSHIP["ends_on"])
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_text("The tournament is created as a draft")).to_be_visible()


def add_rounds(page: Page) -> None:
    """Add the rounds with their weights; the numbers are proposed."""
    page.get_by_role("link", name="Add the rounds").click()
    for each in CHAMPIONSHIP["rounds"]:
        expect(page.get_by_label("Number")).to_have_value(str(each["number"]))
        page.get_by_label("Weight").fill(each["weight"])
        page.get_by_label("Last game year").fill(str(each["last_year"]))
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.get_by_text(f"Round {each['number']} is added.")).to_be_visible()


def paste_players(page: Page) -> None:
    """Paste the list of the players, whom the club does not know yet."""
    names = [player["nickname"] for player in read("anjou_2025_club_file")["players"]]
    page.get_by_role("navigation", name="Manage").get_by_role("link", name="Players").click()
    page.get_by_role("link", name="Paste or upload a list").first.click()
    page.get_by_label("List").fill("\n".join(names))
    page.get_by_label("Add unknown players").check()
    page.get_by_role("button", name="Look at the list").click()
    page.get_by_role("button", name="Put them on the list").click()
    expect(page.get_by_text("16 players are added.")).to_be_visible()


def publish(page: Page) -> None:
    page.get_by_role("navigation", name="Manage").get_by_role("link", name="Overview").click()
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_text("The tournament is published")).to_be_visible()


def type_boards(page: Page) -> None:
    """Type every board, one after the other; tables are proposed, and so is the round, but for the first of a round."""
    page.get_by_role("link", name="Public page").click()
    page.get_by_role("link", name="New board").click()
    for round_ in CHAMPIONSHIP["rounds"]:
        for board in round_["boards"]:
            page.get_by_label("Round").select_option(label=f"Round {round_['number']}")
            expect(page.get_by_label("Table")).to_have_value(board["table"])
            page.get_by_label("Weight").fill(board["weight"])
            for seat in board["seats"]:
                power = seat["power"].capitalize()
                page.get_by_label(f"{power}: Player").fill(seat["player"] or "")
                page.get_by_label(f"{power}: Centres").fill(str(seat["centres"]))
            expect(page.get_by_label("Finished")).to_be_checked()
            page.get_by_role("button", name="Save", exact=True).click()
            expect(page.get_by_text("The board is recorded.")).to_be_visible()
            check_scores(page, round_["number"], board["table"])
            page.get_by_role("link", name="Next board").click()


def check_scores(page: Page, number: int, table: str) -> None:
    """Compare the scores on the page of a board with those it is known to have."""
    assert page.get_by_role("heading", level=1).inner_text() == f"Round {number}, Table {table}"
    for seat in EXPECTED["seats"]:
        if (seat["round"], seat["board"]) == (number, table):
            shown = cells(row_of(page, seat["player"]))
            assert (shown[0].lower(), shown[3], shown[4]) == (seat["power"], seat["score"], seat["weighted_score"])


def finish(page: Page) -> None:
    page.get_by_role("link", name=CHAMPIONSHIP["name"]).click()
    page.get_by_role("link", name="Manage").click()
    page.get_by_role("button", name="Finish").click()
    expect(page.get_by_text("The tournament is finished.")).to_be_visible()
    page.get_by_role("button", name="Log out").click()


def test_the_anjou_championship_is_typed_in(transactional_db: None, page: Page, organiser: User):
    organiser.set_password(PASSWORD)
    organiser.save()
    log_in(page, organiser)
    create_tournament(page)
    add_rounds(page)
    paste_players(page)
    publish(page)
    type_boards(page)
    finish(page)

    page.goto(f"/tournaments/{CHAMPIONSHIP['slug']}/")
    rows = [cells(row) for row in page.get_by_role("region", name="Standings").locator("tbody tr").all()]
    assert [row[:3] for row in rows] == [
        [str(line["place"]), line["player"], line["total"]] for line in EXPECTED["standings"]
    ]
    assert [row[3:7] for row in rows] == [
        [line["rounds"].get(number, "–") for number in "1234"] for line in EXPECTED["standings"]
    ]
