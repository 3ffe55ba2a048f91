"""Adding a member from the judge's desk: on the page, and as the dialogue of an entry form."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.messages import get_messages
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubsite.desk.members import MemberForm
from clubsite.models import Player
from tests.factories import make_player
from tests.pages import text_of

pytestmark = pytest.mark.django_db

ADD = "/desk/members/"
NEW = "/desk/members/new/"
HTMX = {"HX-Request": "true"}


def told(response: Any) -> list[str]:
    return [str(message) for message in get_messages(response.wsgi_request)]


def nicknames() -> list[str]:
    return list(Player.objects.values_list("nickname", flat=True))


def test_the_page_begins_with_what_was_typed(judge_client: Client):
    response = judge_client.get(NEW, {"nickname": "Сова", "next": "/desk/"})
    page = response.content.decode()
    assert 'value="Сова"' in page
    assert '<input type="hidden" name="next" value="/desk/">' in page
    assert "hx-post" not in page


def test_a_member_is_added(judge_client: Client):
    response = judge_client.post(ADD, {"nickname": "  Сова   Белая "})
    assert (response.status_code, response.url) == (302, NEW)
    assert told(response) == ["“Сова Белая” is a member now."]
    player = Player.objects.get()
    assert (player.nickname, player.nickname_key, player.active) == ("Сова Белая", "сова белая", True)


def test_back_to_the_page_asked_for(judge_client: Client):
    assert judge_client.post(ADD, {"nickname": "Сова", "next": "/mafia/games/new/"}).url == "/mafia/games/new/"


@pytest.mark.parametrize("back", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)"])
def test_no_other_site_is_led_to(judge_client: Client, back: str):
    assert back not in judge_client.get(NEW, {"next": back}).content.decode()
    assert judge_client.post(ADD, {"nickname": "Сова", "next": back}).url == NEW


@pytest.mark.parametrize(
    ("nickname", "sentence"),
    [
        ("", "This field is required."),
        ("   ", "This field is required."),
        ("Ёлка", "A player of this nickname exists already"),
        (" eЛКА".replace("e", "е"), "A player of this nickname exists already"),
        ("x" * 65, "Ensure this value has at most 64 characters (it has 65)."),
        ("\ufdfa" * 20, "This nickname is too long."),  # one character, eighteen in the normal form
        ("a\x00b", "Null characters are not allowed."),
    ],
)
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_bad_nickname_is_told_in_words(judge_client: Client, nickname: str, sentence: str, headers: dict):
    make_player("Ёлка")
    response = judge_client.post(ADD, {"nickname": nickname, "confirmed": nickname}, headers=headers)
    assert response.status_code == 200
    assert sentence in text_of(response)
    assert nicknames() == ["Ёлка"]


def test_a_near_duplicate_is_asked_about(judge_client: Client):
    make_player("Ворон")
    make_player("Ворона", active=False)
    make_player("Маяк")
    response = judge_client.post(ADD, {"nickname": "Bорон", "next": "/desk/"})  # a Latin B
    text = text_of(response)
    assert "Is it one of these?" in text
    assert "Ворон looks the same, in other letters Ворона not active No, add “Bорон”" in text
    assert 'name="next" value="/desk/"' in response.content.decode()
    assert Player.objects.count() == 3
    response = judge_client.post(ADD, {"nickname": "Bорон", "confirmed": "Bорон"})
    assert told(response) == ["“Bорон” is a member now."]


def test_another_name_than_the_confirmed_is_asked_about_again(judge_client: Client):
    make_player("Ворон")
    response = judge_client.post(ADD, {"nickname": "Вороны", "confirmed": "Bорон"})
    assert "Is it one of these?" in text_of(response)
    assert nicknames() == ["Ворон"]


def test_a_double_click_adds_one(judge_client: Client):
    for _click in range(2):
        response = judge_client.post(ADD, {"nickname": "Сова"})
    assert "A player of this nickname exists already" in text_of(response)
    assert nicknames() == ["Сова"]


def test_two_judges_add_the_same_name_at_one_moment():
    form = MemberForm({"nickname": "Сова"})
    assert form.is_valid()
    make_player("сова")
    assert not form.add()
    assert form.errors["nickname"][0].startswith("A player of this nickname exists already")
    assert nicknames() == ["сова"]


# The dialogue


def test_the_dialogue_gets_the_form_alone(judge_client: Client):
    page = judge_client.get(NEW, {"nickname": "Сова"}, headers=HTMX).content.decode()
    assert f'hx-post="{ADD}"' in page
    assert "<html" not in page


def test_the_dialogue_is_told_of_the_member(judge_client: Client):
    response = judge_client.post(ADD, {"nickname": "Сова"}, headers=HTMX)
    assert (response.status_code, response.content) == (204, b"")
    assert json.loads(response["HX-Trigger"]) == {"member-added": {"nickname": "Сова"}}


def test_the_dialogue_offers_the_members_to_pick(judge_client: Client):
    make_player("Ворон")
    page = judge_client.post(ADD, {"nickname": "Вoрон"}, headers=HTMX).content.decode()
    assert 'data-pick="Ворон"' in page
    assert nicknames() == ["Ворон"]


def test_a_login_that_expired_is_told_to_the_dialogue(client: Client):
    assert client.post(ADD, {"nickname": "Сова"}, headers=HTMX).status_code == 401
    assert client.get(NEW, headers=HTMX).status_code == 401
    assert nicknames() == []


# Who may


@pytest.mark.parametrize("who", ["organiser_client", "admin_client"])
def test_others_who_may_add(request: pytest.FixtureRequest, who: str):
    assert request.getfixturevalue(who).post(ADD, {"nickname": "Сова"}).status_code == 302
    assert nicknames() == ["Сова"]


@pytest.mark.parametrize("who", ["president_client", "outsider_client"])
def test_others_may_not(request: pytest.FixtureRequest, who: str):
    other = request.getfixturevalue(who)
    assert other.get(NEW).status_code == 403
    assert other.post(ADD, {"nickname": "Сова"}).status_code == 403
    assert nicknames() == []


def test_a_visitor_logs_in_and_finds_the_name_again(client: Client):
    response = client.post(ADD, {"nickname": "Сова", "next": "/desk/"})
    query = "nickname%3D%25D0%25A1%25D0%25BE%25D0%25B2%25D0%25B0%26next%3D%252Fdesk%252F"
    assert response.url == f"/accounts/login/?next={NEW}%3F{query}"
    assert client.get(NEW).url == f"/accounts/login/?next={NEW}"
    assert nicknames() == []


def test_wrong_methods_and_no_token(judge: User, judge_client: Client):
    assert judge_client.get(ADD, {"nickname": "Сова"}).status_code == 405
    assert judge_client.post(NEW, {"nickname": "Сова"}).status_code == 405
    careful = Client(enforce_csrf_checks=True)
    careful.force_login(judge)
    assert careful.post(ADD, {"nickname": "Сова"}).status_code == 403
    assert nicknames() == []


def test_the_number_of_members_costs_no_queries(judge_client: Client):
    def queries(act: Callable[[], object]) -> int:
        with CaptureQueriesContext(connection) as captured:
            act()
        return len(captured)

    make_player("Ворон")
    small = queries(lambda: judge_client.post(ADD, {"nickname": "Bорон"}))
    for number in range(50):
        make_player(f"Ворон{number}")
    assert queries(lambda: judge_client.post(ADD, {"nickname": "Bорон"})) == small <= 10
