"""A full game by keyboard alone, its actions counted; and what the protocol form's keys and buttons do."""

import uuid
from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from clubsite.models import Draft
from mafia_rating.models import Game
from tests.browser.helpers import (
    PLAYERS,
    fill_protocol,
    killed_button,
    make_running_season,
    named_button,
    role_button,
)
from tests.factories import ROLES, make_game, make_player, make_players

pytestmark = pytest.mark.browser

MOST_ACTIONS = 60


class Keyboard:
    """Types and presses, and counts: a typed text is one action, and so is each key."""

    def __init__(self, page: Page) -> None:
        self.page, self.actions = page, 0

    def type(self, text: str) -> None:
        self.page.keyboard.insert_text(text)
        self.actions += 1

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.actions += 1


@pytest.fixture
def form(page: Page, judge: User, log_in: Callable) -> Page:
    """The form of a new game, opened by a judge who is a player, too."""
    make_running_season()
    make_players(PLAYERS)
    make_player("J1", user=judge)
    log_in(judge)
    page.goto("/mafia/games/new/")
    return page


def focus(page: Page) -> str:
    """Return the name of the field that has the focus."""
    return page.evaluate("document.activeElement.name || document.activeElement.dataset.seat")


def test_a_full_game_by_keyboard(form: Page):
    keys = Keyboard(form)
    expect(form.get_by_label("Seat 1: player")).to_be_focused()
    for nickname in PLAYERS:
        keys.type(nickname)
        keys.press("Enter")
    for seat, role in enumerate(ROLES, start=1):
        if role != "citizen":
            keys.press(str(seat % 10), role[0])
    keys.press("2", "k")
    keys.press("4", "b", "6", "b", "8", "b")
    keys.press("7", "+", "+", "+")
    keys.press("1", "+", "+")
    keys.press("r", "Space")
    expect(form.locator("#seat-2-points")).to_contain_text("+2.40")
    expect(form.locator("#seat-7-points")).to_contain_text("judge's bonus, +0.30, rule 4")
    expect(form.locator("#protocol-check")).to_contain_text("Bonus: 0.5 of 1.0 left, 1 of 3 players left")
    expect(form.locator("#protocol-check")).to_contain_text("Ready to save.")
    keys.press("Control+Enter")
    expect(form.get_by_text("The protocol is saved.")).to_be_visible()
    game = Game.objects.get()
    assert [(seat.player.nickname, seat.role) for seat in game.seats.order_by("number")] == list(
        zip(PLAYERS, ROLES, strict=True)
    )
    assert (game.result, game.first_killed, game.best_move.named) == ("red_win", 2, (4, 6, 8))
    assert [str(seat.total) for seat in game.seats.order_by("number")[:7]] == [
        *("2.20", "2.40", "2.00", "0.00"),
        *("2.00", "0.00", "2.30"),
    ]
    assert keys.actions < MOST_ACTIONS, keys.actions


def test_enter_walks_the_columns_and_never_sends_the_form(form: Page):
    keys = Keyboard(form)
    walked = []
    for key in ("Enter", "Enter", "Shift+Enter", "9", "Enter", "Enter"):
        if key == "9":
            role_button(form, 1, "citizen").focus()
        keys.press(key)
        walked.append(focus(form))
    expect(form.get_by_role("heading", name="New game")).to_be_visible()
    assert walked == ["seat_2_player", "seat_3_player", "seat_2_player", "seat_9_role", "seat_10_role", "result"]


def test_letters_in_a_text_are_letters(form: Page):
    form.get_by_label("Seat 1: player").press_sequentially("smk1")
    expect(form.get_by_label("Seat 1: player")).to_have_value("smk1")
    expect(role_button(form, 1, "citizen")).to_be_checked()
    expect(killed_button(form, 1)).not_to_be_checked()
    # A keyboard that is still set to Russian writes another letter with the same key.
    role_button(form, 1, "citizen").dispatch_event("keydown", {"key": "ы", "code": "KeyS"})
    expect(role_button(form, 1, "sheriff")).to_be_checked()


def test_the_best_move_is_told_in_the_order_named(form: Page):
    for seat in (8, 2, 5, 9):  # a fourth has no place
        named_button(form, seat).click()
    expect(form.locator("#first-night")).to_contain_text("8, 2, 5")
    named_button(form, 2).click()
    named_button(form, 9).click()
    expect(form.locator("#first-night")).to_contain_text("8, 5, 9")
    expect(named_button(form, 9)).to_have_attribute("aria-pressed", "true")
    form.get_by_role("button", name="Clear").click()
    expect(form.locator("#first-night")).to_contain_text("nobody named")


def test_the_roles_left_and_the_grounds_follow_the_roles(form: Page):
    tally = form.locator("#protocol-check")
    expect(tally).to_contain_text("sheriff 1 mafia 2 don 1")
    role_button(form, 4, "mafia").check()
    role_button(form, 6, "don").check()
    expect(tally).to_contain_text("sheriff 1 mafia 1 don 0")
    expect(tally).to_contain_text("No limit is broken so far.")

    grounds = form.locator("#seat-4 .check-list label:visible")
    form.locator("#seat-4 summary").click()
    expect(grounds).to_have_text([" fake sheriff with the real one's red check", " at the judge's discretion"])
    role_button(form, 4, "sheriff").check()
    expect(grounds).to_have_count(3)
    expect(form.get_by_label("Seat 4: reason for the penalty")).to_be_hidden()
    form.locator("#seat-4").get_by_label("at the judge's discretion").check()
    expect(form.get_by_label("Seat 4: reason for the penalty")).to_be_visible()


def test_an_exceptional_bonus_asks_for_its_reason(form: Page):
    fill_protocol(form, "red_win")
    reason = form.get_by_label("Seat 1: reason for the bonus")
    expect(reason).to_be_hidden()
    for _step in range(7):
        form.get_by_role("button", name="Seat 1: bonus up").click()
    form.get_by_role("button", name="Seat 1: bonus down").click()
    expect(form.get_by_label("Seat 1: bonus", exact=True)).to_have_value("0.6")
    expect(form.locator("#seat-1-errors")).to_have_text("Write the reason: the President decides on it.")
    reason.fill("Found all three")
    expect(form.locator("#seat-1-points")).to_contain_text(
        "0.6 waits for the President, 0.00, rule 4: “Found all three”"
    )
    expect(form.locator("#seat-1-errors")).to_be_empty()


def test_a_draft_that_is_taken_up_again_has_its_points(form: Page, judge: User):
    typed = {"result": "red_win", **{f"seat_{seat}_role": role for seat, role in enumerate(ROLES, start=1)}}
    draft = Draft.objects.create(key=uuid.uuid4(), owner=judge, path="/mafia/games/new/", data=urlencode(typed))
    form.goto(draft.get_absolute_url())
    expect(form.locator("#seat-1-points")).to_contain_text("team won, +2.00, rule 1")
    expect(form.locator("#protocol-check")).to_contain_text("Still to fill in: 10 players")


def test_the_next_game_begins_with_the_same_ten(form: Page):
    game = make_game(form.get_by_label("Date").input_value(), players=PLAYERS)
    form.goto(game.get_absolute_url())
    form.get_by_role("link", name="Next game, same ten").click()
    players = [form.get_by_label(f"Seat {seat}: player") for seat in range(1, 11)]
    assert [player.input_value() for player in players] == PLAYERS
    form.get_by_role("link", name="Draw the seats anew").click()
    expect(form.get_by_text("Their seats are drawn anew.")).to_be_visible()
    assert sorted(player.input_value() for player in players) == sorted(PLAYERS)
    assert Game.objects.count() == 1


@pytest.mark.browser_context_args(has_touch=True, is_mobile=True)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_form_on_a_phone(form: Page, phone: Page, check_page: Callable, scheme: str):
    form.emulate_media(color_scheme=scheme)
    fill_protocol(form, "red_win")
    killed_button(form, 2).check()
    for seat in (4, 6, 1):
        named_button(form, seat).click()
    form.get_by_role("button", name="Seat 7: bonus up").click()
    form.locator("#seat-4 summary").click()
    expect(form.locator("#protocol-check")).to_contain_text("Ready to save.")
    check_page(form)
    small = form.eval_on_selector_all(
        # A mark or a line of a list is the target of the input within it.
        ".sheet :is(button, input:not(label input), select, summary, label:has(input)), .save-bar button",
        """elements => elements
            .filter((element) => element.offsetParent)
            .map((element) => [element.outerHTML, element.getBoundingClientRect()])
            .filter(([, box]) => box.height < 43.5 || box.width < 43.5)
            .map(([html]) => html)""",
    )
    assert not small
