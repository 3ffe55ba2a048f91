"""A board with live scores, by keyboard alone; what the form does by itself."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.browser.helpers import fill_centres
from tests.factories import make_board, make_players, make_round, make_tournament
from tournaments.models import Board, Round

pytestmark = pytest.mark.browser

NEW = "/tournaments/cup/boards/new/"
THUMB = 44  # pixels
NAMES = ("Gentz", "Kaunitz", "Metternich", "Hardenberg", "Castlereagh", "Nesselrode")


@pytest.fixture
def form(page: Page, judge: User, log_in: Callable) -> Page:
    """The form of a new board, at table 1 of a round that weighs 2/3."""
    make_players(NAMES)
    make_round(weight="2/3", tournament=make_tournament())
    log_in(judge)
    page.goto(NEW)
    return page


def test_a_board_by_keyboard_alone(form: Page, check_page: Callable):
    press = form.keyboard.press
    form.get_by_label("Austria: Player").focus()
    for nickname in NAMES:
        form.keyboard.type(nickname)
        press("Escape")  # closes what a search has offered
        press("Enter")
    expect(form.get_by_label("Turkey: Player")).to_be_focused()
    press("Enter")
    for count in ("8", "0", "7", "7", "6", "6"):
        form.keyboard.type(count)
        press("Enter")
    expect(form.get_by_label("Turkey: Centres")).to_be_focused()
    expect(form.locator("#centres-sum")).to_have_text("34 of 34 centres")
    expect(form.locator("#austria-outcome strong")).to_have_text("33.807")
    expect(form.locator("#austria-outcome")).to_contain_text("sole top, 8 centres against 7: 50.710")
    assert not Board.objects.exists(), "Enter has gone down the columns and sent nothing"
    check_page(form)

    form.get_by_role("button", name="Use 6/7").press("Enter")
    expect(form.get_by_label("Weight", exact=True)).to_have_value("6/7")
    expect(form.get_by_label("Weight", exact=True)).to_be_focused()
    expect(form.locator("#austria-outcome strong")).to_have_text("28.977")
    form.get_by_label("Turkey: Centres").press("Enter")
    expect(form.get_by_role("button", name="Save")).to_be_focused()
    press("Enter")
    expect(form.get_by_text("The board is recorded.")).to_be_visible()
    expect(form.get_by_role("row", name="Austria")).to_contain_text("28.977")
    seats = Board.objects.get().seats.order_by("power")
    assert [str(score) for score in seats.values_list("weighted_score", flat=True)[:2]] == ["28.977", "0.000"]


def test_ticks_appear_only_above_0(form: Page):
    ticks = form.get_by_label("Austria: No unit left"), form.get_by_label("Austria: No home centre")
    centres = form.get_by_label("Austria: Centres")
    for count, matter in (("", False), ("3", True), ("0", False)):
        centres.fill(count)
        for tick in ticks:
            expect(tick).to_be_visible(visible=matter)


def test_both_ticks_eliminate(form: Page):
    form.get_by_label("Austria: Player").fill("Gentz")
    fill_centres(form, Austria=3, England=8, France=8, Germany=8, Italy=7, Russia=0, Turkey=0)
    expect(form.locator("#austria-outcome")).to_contain_text("sole top, 3 centres against 0")
    form.get_by_label("Austria: No unit left").check()
    form.get_by_label("Austria: No home centre").check()
    expect(form.locator("#austria-outcome")).to_contain_text("only foreign centres and no unit left")


def test_a_solo_sets_finished_and_a_slip_sets_it_back(form: Page, check_page: Callable):
    finished, note = form.get_by_label("Finished"), form.locator("#finished-notes")
    finished.uncheck()
    fill_centres(form, Austria=18, England=16)
    expect(note).to_have_text("Austria has 18 centres: a solo ends the board, so it is set finished.")
    expect(finished).to_be_checked()
    check_page(form)
    fill_centres(form, Austria=8)
    expect(note).to_have_text("")
    expect(finished).not_to_be_checked()

    fill_centres(form, Austria=18)
    expect(finished).to_be_checked()
    finished.uncheck()
    expect(note).to_have_text("Austria has 18 centres: a solo ends the board.")
    fill_centres(form, England=15)
    expect(form.locator("#centres-sum")).to_have_text("33 of 34 centres: 1 neutral")
    expect(finished).not_to_be_checked()


def test_errors_come_and_go_at_their_power(form: Page):
    england = form.get_by_label("England: Player")
    form.get_by_label("Austria: Player").fill("Gentz")
    england.fill("gentz")
    expect(form.locator("#england-outcome")).to_have_text("This player sits on the board twice.")
    expect(england).to_have_attribute("aria-invalid", "true")
    expect(england).to_have_accessible_description("This player sits on the board twice.")
    england.fill("Kaunitz")
    expect(form.locator("#england-outcome")).to_have_text("")
    expect(england).not_to_have_attribute("aria-invalid", "true")


def test_another_round_proposes_its_table(form: Page):
    first = Round.objects.get()
    make_board(make_round(2, tournament=first.tournament), "7")
    form.reload()
    expect(form.get_by_label("Table")).to_have_value("8")
    form.get_by_label("Round").select_option(label=str(first))
    expect(form.get_by_label("Table")).to_have_value("1")


@pytest.mark.parametrize(("width", "scheme"), [(1280, "dark"), (390, "light"), (390, "dark")])
def test_targets_fit_a_thumb(form: Page, check_page: Callable, width: int, scheme: str):
    form.set_viewport_size({"width": width, "height": 844})
    form.emulate_media(color_scheme=scheme)
    fill_centres(form, Austria=9, England=8, France=7, Germany=5, Italy=4, Russia=1)
    expect(form.locator("#turkey-outcome")).to_contain_text("no player, no score")
    check_page(form)
    if width < 48 * 16:
        small = form.locator(".board-form").locator(
            "input:not([type=checkbox]):visible, select, button:visible, a, label:has(input):visible"
        )
        heights = small.evaluate_all("targets => targets.map(target => target.getBoundingClientRect().height)")
        assert min(heights) >= THUMB


def test_a_draft_taken_up_again_shows_its_scores(form: Page):
    fill_centres(form, Austria=8, England=0, France=7, Germany=7, Italy=6, Russia=6)
    form.get_by_label("Austria: Player").fill("Gentz")
    form.keyboard.press("Tab")
    expect(form.get_by_text("Draft saved")).to_be_visible()
    form.reload()
    expect(form.get_by_label("Austria: Player")).to_have_value("Gentz")
    expect(form.locator("#austria-outcome strong")).to_have_text("45.549")  # 8 centres against nobody


def test_an_expired_login_leaves_the_page_as_it_is(form: Page):
    fill_centres(form, Austria=8)
    expect(form.locator("#centres-sum")).to_have_text("8 of 34 centres: 26 neutral")
    form.context.clear_cookies(name="sessionid")
    with form.expect_response("**/accounts/login/**"):
        fill_centres(form, England=8)
    expect(form.get_by_label("Austria: Centres")).to_have_value("8")
    expect(form).to_have_title("New board, Tournament cup · MAFFAMILY")
