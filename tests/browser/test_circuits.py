"""An organiser makes a circuit, and everybody opens a number of its table; on a desk and on a phone."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.factories import make_board, make_round, make_tournament

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("width", "scheme"), [(1280, "dark"), (390, "light")])
def test_a_circuit_from_its_form_to_its_numbers(
    transactional_db: None,
    page: Page,
    organiser: User,
    log_in: Callable,
    check_page: Callable,
    width: int,
    scheme: str,
):
    for slug, players in (("one", "ABCDEFG"), ("two", "GFEDCBH")):
        cup = make_tournament(slug, status="finished")
        make_board(make_round(tournament=cup), centres=(8, 7, 7, 6, 6, 0, 0), players=players)
    make_tournament("three")
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    log_in(organiser)

    page.goto("/tournaments/")
    page.get_by_role("link", name="Circuits").click()
    page.get_by_role("link", name="New circuit").click()
    check_page(page)
    page.get_by_label("Name", exact=True).fill("Grand Tour")
    page.get_by_label("Minimum number of tournaments").fill("2")
    for name in ("one", "two", "three"):
        page.get_by_role("checkbox", name=f"Tournament {name} 12").check()
    page.get_by_role("checkbox", name="Tournament one: major").check()
    page.get_by_role("button", name="Create").click()

    expect(page.get_by_text("1 still to come")).to_be_visible()
    sentence = page.get_by_text("Place 6 of 7: 1000 / k^5 = 146.780, with k = 10^(1/6) = 1.4677992676.").first
    expect(sentence).to_be_hidden()
    page.get_by_role("row", name="1 G").get_by_text("146.780", exact=True).click()
    expect(sentence).to_be_visible()
    expect(page.get_by_role("region", name="Too few tournaments for a place")).to_contain_text("1007.000")
    check_page(page)

    page.get_by_role("link", name="Edit").click()
    check_page(page)
