"""The head of every page: who waits for whom."""

from collections.abc import Callable

import pytest
from django.test import Client

from tests.factories import make_game, make_season
from tests.pages import text_of

pytestmark = pytest.mark.django_db

WAITING = '<a href="/desk/approvals/">'


def test_the_president_sees_how_many_items_wait(president_client: Client):
    make_season()
    assert "Decisions Admin" in text_of(president_client.get("/baf/"))
    make_game(bonuses={4: "0.6"}, penalties=[(1, "discretionary")])
    make_game(number=2, bonuses={4: "0.7"}, status="cancelled")
    page = president_client.get("/baf/")
    assert WAITING in page.content.decode()
    assert "Decisions 2 waiting Admin" in text_of(page)


def test_nobody_else_is_told(client: Client, judge_client: Client, outsider_client: Client):
    for visitor in (client, judge_client, outsider_client):
        assert WAITING not in visitor.get("/baf/").content.decode()


def test_a_visitor_costs_the_header_no_query(client: Client, django_assert_num_queries: Callable):
    with django_assert_num_queries(0):
        client.get("/accounts/login/")


def test_the_count_costs_the_president_one_query(president_client: Client, django_assert_num_queries: Callable):
    with django_assert_num_queries(3) as queries:  # the session, the user with the permissions, the count
        president_client.get("/accounts/login/")
    assert "judgebonus" in queries[-1]["sql"]
