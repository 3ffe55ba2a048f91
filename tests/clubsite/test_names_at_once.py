"""One name for two members at the same moment; PostgreSQL alone has a connection for each of them."""

import pytest
from django.db import connection
from django.test import Client

from clubsite.models import Player
from clubsite.roles import ORGANISER
from tests.conftest import client_of
from tests.factories import make_player, make_user
from tests.test_concurrency import ROUNDS, at_once, refused

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite in memory has one connection and queues nothing"),
]


@pytest.fixture
def organisers(transactional_db: None) -> list[Client]:
    return [client_of(make_user(name, ORGANISER)) for name in ("one", "two")]


@pytest.mark.parametrize("turn", range(ROUNDS))
def test_a_new_nickname_and_a_new_member_of_that_name(organisers: list[Client], turn: int):
    fox = make_player("Fox")
    answers = at_once(
        lambda: organisers[0].post(f"/players/{fox.pk}/rename/", {"nickname": "Wolf"}),
        lambda: organisers[1].post("/desk/members/", {"nickname": "wolf"}),
    )
    assert "A player of this nickname exists already" in refused(answers)
    assert Player.objects.filter(nickname_key="wolf").count() == 1
    assert Player.objects.named("fox") == fox


@pytest.mark.parametrize("turn", range(ROUNDS))
def test_an_alias_and_a_new_member_of_that_name(organisers: list[Client], turn: int):
    fox = make_player("Fox")
    back = {"nickname": "Fox"}
    organisers[0].post(f"/players/{fox.pk}/rename/", {"nickname": "Wolf"})
    renamed, added = at_once(
        lambda: organisers[0].post(f"/players/{fox.pk}/rename/", back),
        lambda: organisers[1].post("/desk/members/", {"nickname": "WOLF"}),
    )
    # The nickname given up is an alias from that moment on.
    assert (renamed.status_code, added.status_code) == (302, 200)
    assert Player.objects.get() == Player.objects.named("wolf") == fox


@pytest.mark.parametrize("turn", range(ROUNDS))
def test_one_nickname_for_two_members(organisers: list[Client], turn: int):
    members = [make_player("Fox"), make_player("Wolf")]
    answers = at_once(
        lambda: organisers[0].post(f"/players/{members[0].pk}/rename/", {"nickname": "Bear"}),
        lambda: organisers[1].post(f"/players/{members[1].pk}/rename/", {"nickname": "bear"}),
    )
    assert "A player of this nickname exists already" in refused(answers)
    assert Player.objects.filter(nickname_key="bear").count() == 1
