"""Registering and withdrawing on the site: players themselves, judges for members, nobody else."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.messages import get_messages
from django.test import Client

from clubsite.models import Player
from mafia_rating.models import Cup, CupEntry
from tests.conftest import client_of
from tests.factories import make_game, make_player, make_user
from tests.pages import text_of

from .cup_lists import close, entry_of, listed, move, register

pytestmark = pytest.mark.django_db

CUP = "/mafia/cups/mafia-cup/"
REGISTER = f"{CUP}register/"
MEMBER = f"{CUP}members/"
UP_TO_DATE = f"{CUP}up-to-date/"


def told(response: Any) -> str:
    """Return the latest sentence said to the user."""
    return str(list(get_messages(response.wsgi_request))[-1])


def address(cup: Cup, nickname: str, verb: str) -> str:
    return f"{CUP}entries/{entry_of(cup, nickname).pk}/{verb}/"


@pytest.fixture
def fox(cup: Cup, outsider: User) -> Player:
    """The player of somebody without a role."""
    return make_player("Fox", user=outsider)


# A player's own registration


def test_a_player_registers_and_withdraws(outsider_client: Client, cup: Cup, fox: Player):
    for sentence in ("Fox is registered: place 1 is confirmed.", "Fox is on the list already."):
        response = outsider_client.post(REGISTER)
        assert response.url == CUP
        assert told(response) == sentence
    assert listed(cup) == [("Fox", "confirmed", 1, None)]
    withdrawal = address(cup, "Fox", "withdraw")
    assert "Withdraw Fox? Mafia Cup" in text_of(outsider_client.get(withdrawal))
    assert listed(cup) == [("Fox", "confirmed", 1, None)]
    for sentence in ("Fox is off the list.", "Fox is off the list already."):
        response = outsider_client.post(withdrawal)
        assert response.url == CUP
        assert told(response) == sentence
    assert listed(cup) == []
    assert told(outsider_client.get(withdrawal)) == "Fox is off the list already."


def test_a_player_who_comes_too_late_waits(outsider_client: Client, cup: Cup, fox: Player, judge: User):
    register(cup, judge, "A", "B", "C")
    assert told(outsider_client.post(REGISTER)) == "Fox is registered, and on the waiting list."


def test_when_registration_is_not_open(outsider_client: Client, cup: Cup, fox: Player):
    close(cup)
    assert told(outsider_client.post(REGISTER)) == "Registration for Mafia Cup is closed."
    move(cup, opens_at=1, closes_at=2)
    assert told(outsider_client.post(REGISTER)) == "Registration for Mafia Cup is not open yet."
    assert listed(cup) == []


def test_an_inactive_member(outsider_client: Client, cup: Cup, fox: Player):
    Player.objects.filter(pk=fox.pk).update(active=False)
    assert told(outsider_client.post(REGISTER)) == "Fox is not an active member."


def test_an_account_without_a_player(outsider_client: Client, judge_client: Client, cup: Cup):
    for client in (outsider_client, judge_client):
        assert client.post(REGISTER).status_code == 403
    assert listed(cup) == []


def test_a_player_touches_no_other(outsider_client: Client, cup: Cup, fox: Player, judge: User):
    register(cup, judge, "A")
    for verb in ("withdraw", "place"):
        for send in (outsider_client.get, outsider_client.post):
            assert send(address(cup, "A", verb)).status_code == 403
    assert outsider_client.get(MEMBER).status_code == 403
    assert outsider_client.post(MEMBER, {"player": "Fox"}).status_code == 403
    assert outsider_client.post(UP_TO_DATE).status_code == 403
    assert listed(cup) == [("A", "confirmed", 1, None)]


# A judge for a member


def test_a_judge_registers_members(judge_client: Client, cup: Cup):
    make_player("Ёж")
    for typed, sentence in (
        (" еж ", "Ёж is registered: place 1 is confirmed."),
        ("ЁЖ", "Ёж is on the list already."),
        ("p4", "P4 is registered: place 1 is confirmed."),
    ):
        response = judge_client.post(MEMBER, {"player": typed})
        assert response.url == CUP
        assert told(response) == sentence
    assert listed(cup) == [("P4", "confirmed", 1, 1), ("Ёж", "confirmed", 2, None)]
    assert entry_of(cup, "Ёж").registered_by.username == "judge"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "This field is required."),
        ("Nobody", "There is no player “Nobody”."),
        ("Gone", "Gone is not an active member."),
        ("x" * 65, "Ensure this value has at most 64 characters"),
    ],
)
def test_what_cannot_be_registered_stays_typed(judge_client: Client, cup: Cup, typed: str, sentence: str):
    make_player("Gone", active=False)
    response = judge_client.post(MEMBER, {"player": typed})
    assert response.status_code == 200
    assert sentence in text_of(response)
    assert response.context["form"]["player"].value() == typed
    assert listed(cup) == []


def test_registration_that_closed_meanwhile_is_told_beside_the_field(judge_client: Client, cup: Cup):
    make_player("A")
    close(cup)
    response = judge_client.post(MEMBER, {"player": "A"})
    assert response.context["form"].errors == {"player": ["Registration for Mafia Cup is closed."]}
    assert "Registration is closed." in text_of(judge_client.get(MEMBER))


def test_the_picker_offers_active_members_who_are_not_on_the_list(judge_client: Client, cup: Cup, judge: User):
    register(cup, judge, "A", "B")
    cup.withdraw(entry_of(cup, "B"), judge)
    make_player("Gone", active=False)
    page = judge_client.get(MEMBER).content.decode()
    assert '<option value="B"></option>' in page
    assert '<option value="P4"></option>' in page
    assert '<option value="A"' not in page
    assert '<option value="Gone"' not in page


def test_a_judge_gives_the_free_place_to_the_next(judge_client: Client, cup: Cup, judge: User):
    register(cup, judge, "A", "B", "C", "D", "E")
    assert told(judge_client.post(address(cup, "D", "place"))) == (
        "While registration is open, a free place goes to the next by itself."
    )
    close(cup)
    assert told(judge_client.post(address(cup, "D", "place"))) == "All places are given."
    assert "there is no way back" in text_of(judge_client.get(address(cup, "A", "withdraw")))
    judge_client.post(address(cup, "A", "withdraw"))
    assert [row[0] for row in listed(cup) if row[1] == "confirmed"] == ["B", "C"]
    assert "Give D the free place?" in text_of(judge_client.get(address(cup, "D", "place")))
    assert [row[0] for row in listed(cup) if row[1] == "confirmed"] == ["B", "C"]
    assert told(judge_client.post(address(cup, "E", "place"))) == "Somebody else is first on the waiting list."
    for sentence in ("D has a place now.", "D does not wait for a place."):
        assert told(judge_client.post(address(cup, "D", "place"))) == sentence
    assert listed(cup)[0] == ("D", "confirmed", 1, None)


def test_a_judge_brings_the_list_up_to_date(judge_client: Client, cup: Cup, judge: User):
    register(cup, judge, "P6", "P8")
    make_game(number=2, bonuses={8: "0.4"})
    for sentence in ("The list is up to date.", "The list was up to date already."):
        response = judge_client.post(UP_TO_DATE)
        assert response.url == CUP
        assert told(response) == sentence
    assert [row[0] for row in listed(cup)] == ["P8", "P6"]
    close(cup)
    assert told(judge_client.post(UP_TO_DATE)) == "Registration for Mafia Cup is closed."


# Everybody else


def test_without_an_account_the_login_comes_first(client: Client, cup: Cup, judge: User):
    register(cup, judge, "A")
    assert client.post(REGISTER).url == f"/accounts/login/?next={CUP}"
    for page in (MEMBER, address(cup, "A", "withdraw"), address(cup, "A", "place")):
        assert client.get(page).url == f"/accounts/login/?next={page}"
        assert client.post(page).url == f"/accounts/login/?next={page}"
    assert client.post(UP_TO_DATE).status_code == 302
    assert listed(cup) == [("A", "confirmed", 1, None)]


def test_a_president_only_reads(president_client: Client, cup: Cup, judge: User):
    register(cup, judge, "A")
    for page in (MEMBER, UP_TO_DATE, address(cup, "A", "withdraw"), address(cup, "A", "place")):
        assert president_client.post(page, {"player": "P4"}).status_code == 403
    assert listed(cup) == [("A", "confirmed", 1, None)]


def test_organisers_do_what_judges_do(organiser_client: Client, cup: Cup):
    assert organiser_client.post(MEMBER, {"player": "P4"}).url == CUP
    assert organiser_client.post(address(cup, "P4", "withdraw")).url == CUP


def test_an_entry_of_another_cup(judge_client: Client, cup: Cup, judge: User):
    register(cup, judge, "A")
    Cup.objects.update(slug="other")
    assert judge_client.post(f"{CUP}entries/{CupEntry.objects.get().pk}/withdraw/").status_code == 404


@pytest.mark.parametrize("page", [REGISTER, UP_TO_DATE])
def test_a_get_changes_nothing(judge_client: Client, cup: Cup, page: str):
    assert judge_client.get(page).status_code == 405


def test_wrong_methods(judge_client: Client, cup: Cup, judge: User):
    register(cup, judge, "A")
    for page in (REGISTER, UP_TO_DATE, MEMBER, address(cup, "A", "withdraw"), address(cup, "A", "place")):
        assert judge_client.put(page).status_code == 405


def test_saving_takes_few_queries(cup: Cup, django_assert_max_num_queries: Callable):
    one = client_of(make_user("one", "Judge"))
    for nickname in "ABCDEFGH":
        make_player(nickname)
        with django_assert_max_num_queries(25):
            one.post(MEMBER, {"player": nickname})
    with django_assert_max_num_queries(25):
        one.post(address(cup, "A", "withdraw"))
