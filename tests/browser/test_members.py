"""What is done about members on a phone: one is invited and makes an account; two turn out to be one person."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from clubsite.models import Player
from tests.factories import make_game, make_player, make_season

pytestmark = pytest.mark.browser


@pytest.fixture
def fox(transactional_db: None) -> Player:
    make_season()
    make_game(players=["Fox", *(f"P{number}" for number in range(2, 11))])
    return make_player("Fox")


def test_from_the_invitation_to_the_own_page(
    fox: Player, phone: Page, organiser: User, log_in: Callable, check_page: Callable
):
    log_in(organiser)
    phone.goto(fox.get_absolute_url())
    phone.get_by_role("link", name="Invite").click()
    check_page(phone)
    phone.get_by_role("button", name="Make the link").click()
    check_page(phone)
    link = phone.locator("code").inner_text()

    phone.context.clear_cookies()
    phone.goto(link)
    check_page(phone)
    phone.get_by_label("Username").fill("reynard")
    phone.get_by_label("Password", exact=True).fill("12345")
    phone.get_by_label("Password confirmation").fill("12345")
    phone.get_by_role("button", name="Make my account").click()
    expect(phone.get_by_text("This password is too short.")).to_be_visible()
    check_page(phone)
    phone.get_by_label("Password", exact=True).fill("ten seats, one don")
    phone.get_by_label("Password confirmation").fill("ten seats, one don")
    phone.get_by_role("button", name="Make my account").dblclick()
    expect(phone.get_by_role("heading", name="Fox", level=1)).to_be_visible()

    phone.get_by_role("link", name="reynard").click()
    check_page(phone)
    phone.get_by_label("Email address").fill("fox@example.org")
    phone.get_by_role("button", name="Store the address").click()
    expect(phone.get_by_text("The address is stored.")).to_be_visible()
    assert User.objects.get(username="reynard").player == fox


def test_two_members_become_one(fox: Player, phone: Page, admin_user: User, log_in: Callable, check_page: Callable):
    vixen = "Vixen" + "x" * 59  # as long as a nickname may be
    make_game(number=2, players=[vixen, *(f"P{number}" for number in range(2, 11))])
    log_in(admin_user)
    phone.goto(fox.get_absolute_url())
    phone.get_by_role("link", name="Merge").click()
    other = phone.get_by_label("The same person is also listed as")
    other.fill("P2")
    phone.get_by_role("button", name="See what moves").click()
    expect(phone.get_by_role("heading", name="P2 cannot be merged into Fox")).to_be_visible()
    check_page(phone)
    other.fill(vixen.upper())
    phone.get_by_role("button", name="See what moves").click()
    expect(phone.get_by_text("Mafia games played")).to_be_visible()
    check_page(phone)
    phone.get_by_role("button", name=f"Merge {vixen} into Fox").dblclick()
    expect(phone.get_by_role("heading", name="Fox", level=1)).to_be_visible()
    expect(phone.get_by_text(f"formerly {vixen}")).to_be_visible()
    check_page(phone)
    assert not Player.objects.filter(nickname=vixen).exists()
