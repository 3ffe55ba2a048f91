"""Logging in and out."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.pages import text_of

pytestmark = pytest.mark.django_db

PASSWORD = "ten seats, one don"


@pytest.fixture
def member() -> User:
    return User.objects.create_user("member", password=PASSWORD)


def logged_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def log_in(client: Client, password: str = PASSWORD, **fields: str):
    return client.post("/accounts/login/", {"username": "member", "password": password, **fields})


def test_the_right_password_leads_home(client: Client, member: User):
    response = log_in(client)
    assert response.status_code == 302
    assert response.headers["Location"] == "/"
    assert logged_in(client)


def test_a_wrong_password_is_told_and_the_name_kept(client: Client, member: User):
    response = log_in(client, password="wrong", next="/players/")
    assert response.status_code == 200
    assert "Please enter a correct username and password" in text_of(response)
    page = response.content.decode()
    assert 'value="member"' in page
    assert "wrong" not in page
    assert '<input type="hidden" name="next" value="/players/">' in page
    assert not logged_in(client)


def test_an_inactive_account_stays_out(client: Client, member: User):
    member.is_active = False
    member.save()
    assert log_in(client).status_code == 200
    assert not logged_in(client)


def test_the_way_back_is_kept(client: Client, member: User):
    assert (
        'name="next" value="/players/?q=Fox"'
        in client.get("/accounts/login/?next=/players/%3Fq%3DFox").content.decode()
    )
    assert log_in(client, next="/players/?q=Fox").headers["Location"] == "/players/?q=Fox"


def test_a_log_in_on_the_way_to_sending_a_form_ends_on_a_page(client: Client, member: User):
    address = client.post("/accounts/invitations/1/revoke/").url.removeprefix("/accounts/login/?next=")
    response = client.get(log_in(client, next=address).headers["Location"])
    assert (response.status_code, response.headers["Allow"]) == (405, "POST")
    assert "go back to the form and send it again" in text_of(response)


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
def test_the_way_back_is_of_this_site(client: Client, member: User, elsewhere: str):
    assert log_in(client, next=elsewhere).headers["Location"] == "/"


def test_logging_out_takes_a_post(client: Client, member: User):
    client.force_login(member)
    assert client.get("/accounts/logout/").status_code == 405
    assert logged_in(client)
    response = client.post("/accounts/logout/")
    assert response.headers["Location"] == "/"
    assert not logged_in(client)


def test_logging_in_needs_the_form_of_this_site(member: User):
    assert log_in(Client(enforce_csrf_checks=True)).status_code == 403


def test_the_header_shows_who_is_logged_in(client: Client, member: User):
    assert "Log in" in text_of(client.get("/"))
    client.force_login(member)
    text = text_of(client.get("/"))
    assert "member Log out" in text
    assert "Log in" not in text
