"""Every kind of mistake in a protocol: told at its place while it stands, gone when it is mended, nothing else lost."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from mafia_rating.models import Game
from tests.browser.helpers import PLAYERS, fill_protocol, killed_button, make_running_season, named_button, role_button
from tests.factories import make_players

pytestmark = pytest.mark.browser


def bonus(seat: int, typed: str) -> Callable[[Page], None]:
    return lambda page: page.get_by_label(f"Seat {seat}: bonus", exact=True).fill(typed)


def player(seat: int, typed: str) -> Callable[[Page], None]:
    def act(page: Page) -> None:
        page.get_by_label(f"Seat {seat}: player").fill(typed)
        page.keyboard.press("Escape")  # what is typed stays: nothing of the list of members is picked

    return act


def role(seat: int, name: str) -> Callable[[Page], None]:
    return lambda page: role_button(page, seat, name).check()


def result(name: str) -> Callable[[Page], None]:
    return lambda page: page.get_by_role("group", name="Result").get_by_role("radio", name=name).check()


def both(*acts: Callable[[Page], None]) -> Callable[[Page], None]:
    def act(page: Page) -> None:
        for each in acts:
            each(page)

    return act


# What is done, at which seat it is told (None: beside the save button), in which words, what mends it. Black has won.
MISTAKES = [
    (bonus(5, "0.5"), 5, "A player of the losing team gets at most 0.4 (rule 4).", bonus(5, "")),
    (bonus(4, "0.8"), 4, "A player of the winning team gets at most 0.7 (rule 4).", bonus(4, "")),
    (bonus(4, "0.25"), 4, "A bonus is a multiple of 0.1.", bonus(4, "")),
    (bonus(4, "-0.3"), 4, "A bonus is more than 0.", bonus(4, "")),
    (bonus(4, "much"), 4, "Write a number such as 0.5.", bonus(4, "")),
    (
        both(bonus(4, "0.5"), bonus(6, "0.4"), bonus(5, "0.2")),
        6,
        "Bonuses add up to at most 1.0, not 1.1 (rule 4).",
        both(bonus(4, ""), bonus(6, ""), bonus(5, "")),
    ),
    (
        both(*(bonus(seat, "0.1") for seat in (4, 5, 6, 8))),
        8,
        "At most 3 players get a bonus, not 4 (rule 4).",
        both(*(bonus(seat, "") for seat in (4, 5, 6, 8))),
    ),
    (player(10, "P1"), 10, "This player sits at seat 1 already.", player(10, "P10")),
    (player(10, "J1"), 10, "The judge cannot be one of the ten players.", player(10, "P10")),
    (player(10, "Nobody"), 10, "There is no player “Nobody”.", player(10, "P10")),
    (role(1, "sheriff"), None, "There must be 1 sheriff, not 2.", role(1, "citizen")),
    (
        both(bonus(4, "0.1"), result("draw")),
        4,
        "There are no bonuses in a draw (rule 4).",
        both(bonus(4, ""), result("black win")),
    ),
]


def test_every_mistake_is_told_at_its_place_and_mended(page: Page, judge: User, log_in: Callable):
    make_running_season()
    make_players([*PLAYERS, "J1"])
    log_in(judge)
    page.goto("/mafia/games/new/")
    fill_protocol(page, "black_win")
    page.keyboard.press("Tab")
    check = page.locator("#protocol-check")
    expect(check).to_contain_text("Ready to save.")
    for make, seat, sentence, mend in MISTAKES:
        make(page)
        page.keyboard.press("Tab")
        expect(page.locator(f"#seat-{seat}-errors") if seat else check).to_contain_text(sentence)
        mend(page)
        page.keyboard.press("Tab")
        expect(check).to_contain_text("Ready to save.")
        expect(page.get_by_text(sentence)).to_have_count(0)

    killed_button(page, 1).check()
    for seat in (4, 6):
        named_button(page, seat).click()
    expect(check).to_contain_text("Ready to save.")
    page.get_by_role("button", name="Save the protocol").click()
    expect(page.get_by_role("group", name="First night")).to_contain_text("A best move names three seats, not 2")
    named_button(page, 8).click()
    expect(check).to_contain_text("Ready to save.")
    page.get_by_role("button", name="Save the protocol").click()
    expect(page.get_by_text("The protocol is saved.")).to_be_visible()
    game = Game.objects.get()
    assert [seat.player.nickname for seat in game.seats.order_by("number")] == PLAYERS
    assert (game.result, game.first_killed, game.best_move.named) == ("black_win", 1, (4, 6, 8))
