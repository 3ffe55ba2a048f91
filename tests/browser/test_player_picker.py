"""Picking players in the entry forms by keyboard and by thumb, and adding a member on the spot."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Locator, Page, expect

from clubsite.models import Player
from tests.browser.helpers import make_running_season
from tests.factories import make_player, make_players, make_round, make_tournament

pytestmark = pytest.mark.browser

MEMBERS = ["Ёжик", "Ворон", "Лиса", "Дядя Фёдор", "Лис", "Маяк"]


@pytest.fixture
def club(transactional_db: None) -> None:
    make_running_season()
    make_players(MEMBERS)


@pytest.fixture
def form(club: None, page: Page, judge: User, log_in: Callable) -> Page:
    """The empty form of a protocol."""
    log_in(judge)
    page.goto("/mafia/games/new/")
    return page


def seat(page: Page, number: int) -> Locator:
    return page.get_by_role("combobox", name=f"Seat {number}: player")


def options(page: Page) -> Locator:
    return page.get_by_role("option").locator("visible=true")


def test_picking_by_keyboard(form: Page):
    first = seat(form, 1)
    first.press_sequentially("ЕЖ")
    expect(options(form)).to_have_text(["Ёжик", "Add “ЕЖ” as a new member…"])
    expect(first).to_have_attribute("aria-expanded", "true")
    form.keyboard.press("Tab")
    expect(first).to_have_value("Ёжик")
    expect(first).to_have_attribute("aria-expanded", "false")

    second = seat(form, 2)
    second.focus()
    form.keyboard.press("ArrowDown")
    expect(options(form)).to_have_text(["Ворон", "Дядя Фёдор", "Лис", "Лиса", "Маяк"])
    form.keyboard.press("ArrowUp")
    form.keyboard.press("ArrowUp")
    expect(form.locator("[role=option][aria-selected=true]")).to_have_text("Лиса")
    form.keyboard.press("Enter")
    expect(second).to_have_value("Лиса")

    third = seat(form, 3)
    third.press_sequentially("фед")  # the beginning of a second word
    form.keyboard.press("Enter")
    expect(third).to_have_value("Дядя Фёдор")

    fourth = seat(form, 4)
    fourth.press_sequentially("во")
    form.keyboard.press("Escape")
    expect(options(form)).to_have_count(0)
    form.keyboard.press("Tab")
    expect(fourth).to_have_value("во")


def test_beginnings_come_first(form: Page):
    make_player("Силис")
    form.reload()
    seat(form, 1).press_sequentially("лис")
    expect(options(form)).to_have_text(["Лис", "Лиса", "Силис"])


def test_whoever_is_seated_or_judges_is_hidden(form: Page):
    seat(form, 1).fill("лиса")
    seat(form, 1).blur()
    expect(seat(form, 1)).to_have_value("Лиса")  # the member's own spelling
    form.get_by_role("combobox", name="Judge").fill("Маяк")
    seat(form, 2).press_sequentially("лис")
    expect(options(form)).to_have_text(["Лис"])
    seat(form, 2).fill("маяк")
    expect(options(form)).to_have_text(["“маяк” is in another field already."])
    seat(form, 2).fill("")
    form.keyboard.press("ArrowDown")
    expect(options(form)).to_have_text(["Ворон", "Дядя Фёдор", "Ёжик", "Лис"])
    # A seat that is left is free again.
    seat(form, 1).fill("")
    seat(form, 2).press_sequentially("лис")
    expect(options(form)).to_have_text(["Лис", "Лиса"])


def test_a_new_member_after_the_warning(form: Page, check_page: Callable):
    seat(form, 1).fill("Bорон")  # a Latin B
    expect(options(form)).to_have_text(["Add “Bорон” as a new member…"])
    form.keyboard.press("Enter")
    dialog = form.get_by_role("dialog", name="A new member")
    nickname = dialog.get_by_label("Nickname")
    expect(nickname).to_have_value("Bорон")
    expect(nickname).to_be_focused()
    form.keyboard.press("Enter")
    expect(dialog.get_by_role("alert")).to_contain_text("Is it one of these?")
    check_page(form)
    dialog.get_by_role("button", name="Ворон", exact=True).click()
    expect(dialog).to_be_hidden()
    expect(seat(form, 1)).to_have_value("Ворон")
    expect(seat(form, 1)).to_be_focused()
    assert Player.objects.count() == len(MEMBERS)

    seat(form, 2).fill("Ворона")
    form.keyboard.press("ArrowDown")
    form.keyboard.press("Enter")
    dialog.get_by_role("button", name="Add the member").click()
    dialog.get_by_role("button", name="No, add “Ворона”").dblclick()
    expect(dialog).to_be_hidden()
    expect(seat(form, 2)).to_have_value("Ворона")
    assert Player.objects.filter(nickname="Ворона").count() == 1

    # The new member is in every field's list, and seated.
    seat(form, 2).fill("")
    seat(form, 3).press_sequentially("ворона")
    expect(options(form)).to_have_text(["Ворона"])


def test_an_error_is_told_in_the_dialogue(form: Page):
    seat(form, 1).fill("x" * 64)
    form.keyboard.press("Enter")
    dialog = form.get_by_role("dialog")
    expect(dialog.get_by_label("Nickname")).to_be_focused()
    dialog.get_by_label("Nickname").fill(" ")
    form.keyboard.press("Enter")
    expect(dialog.get_by_text("This field is required.")).to_be_visible()
    form.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(seat(form, 1)).to_be_focused()


def test_on_a_phone(phone: Page, form: Page, check_page: Callable):
    seat(form, 1).click()
    expect(options(form)).to_have_count(len(MEMBERS))
    for option in options(form).all():
        box = option.bounding_box()
        assert box["height"] >= 44
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    check_page(form)
    options(form).filter(has_text="Маяк").click()
    expect(seat(form, 1)).to_have_value("Маяк")
    expect(options(form)).to_have_count(0)


def test_a_board_picks_too(club: None, page: Page, judge: User, log_in: Callable, check_page: Callable):
    make_round(tournament=make_tournament())
    log_in(judge)
    page.goto("/tournaments/cup/boards/new/")
    austria = page.get_by_role("combobox", name="Austria: Player")
    austria.press_sequentially("ле")
    expect(options(page)).to_have_text(["Add “ле” as a new member…"])
    austria.fill("дядя")
    check_page(page)
    page.keyboard.press("Enter")
    expect(austria).to_have_value("Дядя Фёдор")
    page.get_by_role("combobox", name="England: Player").fill("дядя")
    expect(options(page)).to_have_text(["Add “дядя” as a new member…"])


def test_the_way_without_a_script(form: Page, check_page: Callable):
    """The error beside the field leads to the page that adds the member, in a new tab."""
    seat(form, 1).fill("Сова")
    form.keyboard.press("Escape")
    form.get_by_role("button", name="Save the protocol").click()
    with form.context.expect_page() as opened:
        form.get_by_role("link", name="add a new member").first.click()
    tab = opened.value
    expect(tab.get_by_label("Nickname")).to_have_value("Сова")
    check_page(tab)
    tab.get_by_role("button", name="Add the member").click()
    expect(tab.get_by_text("“Сова” is a member now.")).to_be_visible()
    assert Player.objects.filter(nickname="Сова").exists()
    expect(seat(form, 1)).to_have_value("Сова")


def test_a_former_nickname_finds_the_member(club: None, page: Page, judge: User, log_in: Callable):
    make_player("Маяк").aliases.create(name="Фонарь")
    log_in(judge)
    page.goto("/mafia/games/new/")
    seat(page, 1).press_sequentially("фон")
    expect(options(page).first).to_have_text("Маяк (Фонарь)")
    page.keyboard.press("Tab")
    expect(seat(page, 1)).to_have_value("Маяк")
    seat(page, 2).press_sequentially("фонарь")
    expect(options(page)).to_have_text(["“фонарь” is in another field already."])
    seat(page, 3).fill("ФОНАРЬ")
    seat(page, 3).blur()
    expect(seat(page, 3)).to_have_value("Маяк")
