"""One's own account: e-mail address, password, and a new password by e-mail."""

import re

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client

from tests.factories import make_player
from tests.pages import text_of

pytestmark = pytest.mark.django_db

OLD, NEW = "ten seats, one don", "seven powers, one map"
ME, CHANGE, RESET = "/accounts/me/", "/accounts/password/", "/accounts/password_reset/"


@pytest.fixture
def member() -> User:
    user = User.objects.create_user("reynard", "fox@example.org", OLD)
    make_player("Fox", user=user)
    return user


@pytest.fixture
def member_client(client: Client, member: User) -> Client:
    client.force_login(member)
    return client


def mailed_link(body: str) -> str:
    return re.search(r"http://testserver(/\S+)", body)[1]


def test_the_account_names_its_player(member_client: Client, member: User):
    text = text_of(member_client.get(ME))
    assert "User name reynard Player Fox" in text
    assert f'href="{member.player.get_absolute_url()}"' in member_client.get(ME).content.decode()


def test_an_account_without_a_player(outsider_client: Client):
    assert "no player is linked to this account" in text_of(outsider_client.get(ME))


@pytest.mark.parametrize(("typed", "stored"), [("new@example.org", "new@example.org"), ("", ""), ("x", None)])
def test_the_address_is_ones_own(member_client: Client, member: User, outsider: User, typed: str, stored: str | None):
    response = member_client.post(ME, {"email": typed, "username": "wolf", "is_staff": "on"}, follow=True)
    member.refresh_from_db()
    assert (member.username, member.is_staff) == ("reynard", False)
    if stored is None:
        assert "Enter a valid email address." in text_of(response)
        assert member.email == "fox@example.org"
    else:
        assert "The address is stored." in text_of(response)
        assert member.email == stored
    outsider.refresh_from_db()
    assert outsider.email == ""


@pytest.mark.parametrize("path", [ME, CHANGE])
def test_visitors_log_in_first(client: Client, path: str):
    assert client.get(path).url == f"/accounts/login/?next={path}"
    assert client.post(path).url == f"/accounts/login/?next={path}"


def test_the_password_is_changed_with_the_old_one(member_client: Client, member: User):
    typed = {"old_password": "wrong", "new_password1": NEW, "new_password2": NEW}
    assert "Your old password was entered incorrectly." in text_of(member_client.post(CHANGE, typed))
    response = member_client.post(CHANGE, {**typed, "old_password": OLD}, follow=True)
    assert response.redirect_chain == [(ME, 302)]
    assert "The new password is in force." in text_of(response)
    member.refresh_from_db()
    assert member.check_password(NEW)


def test_a_weak_password_is_refused(member_client: Client, member: User):
    typed = {"old_password": OLD, "new_password1": "reynard", "new_password2": "reynard"}
    assert "This password is too short." in text_of(member_client.post(CHANGE, typed))
    member.refresh_from_db()
    assert member.check_password(OLD)


def test_a_new_password_by_mail(client: Client, member: User):
    response = client.post(RESET, {"email": "FOX@example.org"}, follow=True)
    assert "If an account has this address" in text_of(response)
    [message] = mail.outbox
    assert message.to == ["fox@example.org"]
    assert message.subject == "A new password for MAFFAMILY"
    assert "Hello reynard" in message.body
    link = mailed_link(message.body)
    form = client.get(link, follow=True)
    [(address, _status)] = form.redirect_chain
    response = client.post(address, {"new_password1": NEW, "new_password2": NEW}, follow=True)
    assert "The new password is in force: log in with it." in text_of(response)
    member.refresh_from_db()
    assert member.check_password(NEW)
    assert "This link has been used or has expired." in text_of(Client().get(link, follow=True))


def test_nobody_learns_whether_an_address_is_known(client: Client, member: User):
    known, unknown = (client.post(RESET, {"email": address}) for address in ("fox@example.org", "wolf@example.org"))
    assert (known.status_code, known.url) == (unknown.status_code, unknown.url) == (302, f"{RESET}done/")
    assert len(mail.outbox) == 1


def test_a_link_that_never_was(client: Client, member: User):
    assert "This link has been used or has expired." in text_of(client.get(f"{RESET}MQ/x-y/", follow=True))


def test_the_way_there(client: Client, member: User):
    assert f'href="{RESET}"' in client.get("/accounts/login/").content.decode()
    client.force_login(member)
    assert f'href="{ME}"' in client.get("/").content.decode()
