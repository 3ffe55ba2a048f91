"""Inviting a member to an account by a link that works once."""

import datetime
import re
import smtplib

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from clubsite.models import Invitation, Player, new_token, token_hash
from clubsite.roles import ORGANISER
from tests.conftest import client_of
from tests.factories import make_player, make_user
from tests.pages import text_of
from tests.test_concurrency import ROUNDS, at_once

pytestmark = pytest.mark.django_db

ACCOUNT = {"username": "reynard", "email": "fox@example.org", "password1": "ten seats, one don"}
ACCOUNT["password2"] = ACCOUNT["password1"]
LINK = re.compile(r"http://testserver(/accounts/invitation/[\w-]{43}/)")


@pytest.fixture
def fox(db: None) -> Player:
    return make_player("Fox")


@pytest.fixture
def link(fox: Player, organiser: User) -> str:
    """The path of an open invitation."""
    token = new_token()
    Invitation.make(fox, token, organiser)
    return f"/accounts/invitation/{token}/"


def invite_page(player: Player) -> str:
    return f"/players/{player.pk}/invite/"


def form_of(client: Client, player: Player) -> dict[str, str]:
    """Open the page and return its form as it comes."""
    return {"token": client.get(invite_page(player)).context["form"].initial["token"]}


def link_in(response: HttpResponse) -> str:
    return LINK.search(response.content.decode())[1]


# Making the link


def test_a_link_is_made_and_shown(organiser_client: Client, organiser: User, fox: Player):
    form = form_of(organiser_client, fox)
    assert not Invitation.objects.exists(), "a GET changes nothing"
    response = organiser_client.post(invite_page(fox), form)
    invitation = Invitation.objects.get()
    assert invitation.token_hash == token_hash(link_in(response).split("/")[3])
    assert link_in(response).split("/")[3] not in str(Invitation.objects.values())
    assert (invitation.player, invitation.invited_by, invitation.state) == (fox, organiser, "open")
    assert invitation.expires_at - invitation.created_at == pytest.approx(
        datetime.timedelta(days=14), abs=datetime.timedelta(seconds=5)
    )
    assert mail.outbox == []
    assert "is valid until" in text_of(organiser_client.get(invite_page(fox)))


def test_a_double_click_makes_one_link_and_one_mail(organiser_client: Client, fox: Player):
    form = {**form_of(organiser_client, fox), "email": "fox@example.org"}
    first, second = (organiser_client.post(invite_page(fox), form) for _click in range(2))
    assert link_in(first) == link_in(second)
    assert Invitation.objects.count() == 1
    [message] = mail.outbox
    assert message.to == ["fox@example.org"]
    assert link_in(first) in message.body
    assert "The link is on its way to fox@example.org." in text_of(first)


def test_mail_that_fails_leaves_the_link(organiser_client: Client, fox: Player, monkeypatch: pytest.MonkeyPatch):
    def refuse(*args: object, **kwargs: object) -> None:
        raise smtplib.SMTPException

    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", refuse)
    form = {**form_of(organiser_client, fox), "email": "fox@example.org"}
    response = organiser_client.post(invite_page(fox), form)
    assert "could not be mailed" in text_of(response)
    assert link_in(response)


def test_a_new_link_takes_the_old_one_back(organiser_client: Client, client: Client, fox: Player, link: str):
    response = organiser_client.post(invite_page(fox), form_of(organiser_client, fox))
    assert client.get(link).status_code == 410
    assert client.get(link_in(response)).status_code == 200


@pytest.mark.parametrize("token", ["", "weak", "weak:signature"])
def test_only_the_site_makes_tokens(organiser_client: Client, fox: Player, token: str):
    response = organiser_client.post(invite_page(fox), {"token": token, "email": "fox@example.org"})
    assert response.status_code == 200
    assert not Invitation.objects.exists()
    assert mail.outbox == []


def test_a_wrong_address_is_told_and_kept(organiser_client: Client, fox: Player):
    response = organiser_client.post(invite_page(fox), {**form_of(organiser_client, fox), "email": "nowhere"})
    assert "Enter a valid email address." in text_of(response)
    assert 'value="nowhere"' in response.content.decode()
    assert not Invitation.objects.exists()


def test_who_has_an_account_is_not_invited(organiser_client: Client, organiser: User, fox: Player):
    form = form_of(organiser_client, fox)
    fox.user = make_user("reynard")
    fox.save()
    assert "Fox has an account already: reynard." in text_of(organiser_client.post(invite_page(fox), form))
    with pytest.raises(ValidationError):
        Invitation.make(fox, new_token(), organiser)
    assert "Invite" not in text_of(organiser_client.get(fox.get_absolute_url()))


def test_a_link_is_taken_back(organiser_client: Client, client: Client, fox: Player, link: str):
    revoke = f"/accounts/invitations/{Invitation.objects.get().pk}/revoke/"
    assert organiser_client.get(revoke).status_code == 405
    for _click in range(2):
        assert organiser_client.post(revoke).url == invite_page(fox)
    response = client.post(link, ACCOUNT)
    assert response.status_code == 410
    assert "This invitation was taken back." in text_of(response)
    assert not User.objects.filter(username="reynard").exists()


@pytest.mark.parametrize("who", ["judge_client", "president_client", "outsider_client"])
def test_others_invite_nobody(request: pytest.FixtureRequest, fox: Player, link: str, who: str):
    client = request.getfixturevalue(who)
    assert client.get(invite_page(fox)).status_code == 403
    assert client.post(invite_page(fox)).status_code == 403
    assert client.post(f"/accounts/invitations/{Invitation.objects.get().pk}/revoke/").status_code == 403
    assert Invitation.objects.get().state == "open"


def test_the_models_ask_for_the_permission(judge: User, fox: Player, link: str):
    with pytest.raises(PermissionDenied):
        Invitation.make(fox, new_token(), judge)
    with pytest.raises(PermissionDenied):
        Invitation.objects.get().revoke(judge)


def test_visitors_bad_ids_and_wrong_methods(client: Client, organiser_client: Client, fox: Player):
    assert client.get(invite_page(fox)).url.startswith("/accounts/login/")
    assert organiser_client.get("/players/0/invite/").status_code == 404
    assert organiser_client.put(invite_page(fox)).status_code == 405
    assert organiser_client.post("/accounts/invitations/0/revoke/").status_code == 404


def test_the_database_keeps_one_open_invitation(fox: Player, link: str):
    with pytest.raises(IntegrityError), transaction.atomic():
        Invitation.objects.create(player=fox, token_hash="x", expires_at=timezone.now())
    with pytest.raises(IntegrityError), transaction.atomic():
        Invitation.objects.update(used_at=timezone.now(), revoked_at=timezone.now())


# Making the account


def test_the_invited_makes_an_account_and_is_logged_in(client: Client, fox: Player, link: str):
    for _look in range(2):
        assert "Welcome, Fox" in text_of(client.get(link))
    response = client.post(link, ACCOUNT, follow=True)
    assert response.redirect_chain == [(fox.get_absolute_url(), 302)]
    assert "Welcome, Fox: this is your page." in text_of(response)
    user = User.objects.get(username="reynard")
    assert (user.player, user.email, user.is_staff, user.groups.count()) == (fox, "fox@example.org", False, 0)
    assert user.check_password(ACCOUNT["password1"])
    assert client.session["_auth_user_id"] == str(user.pk)
    assert Invitation.objects.get().state == "used"


def test_a_double_click_makes_one_account(client: Client, fox: Player, link: str):
    impatient = Client()
    assert client.post(link, ACCOUNT).url == impatient.post(link, ACCOUNT).url == fox.get_absolute_url()
    assert "_auth_user_id" in impatient.session
    assert User.objects.filter(username="reynard").count() == 1
    assert client.get(link).url == fox.get_absolute_url()


def test_a_used_link_makes_no_second_account(client: Client, link: str):
    Client().post(link, ACCOUNT)
    for response in (client.get(link), client.post(link, {**ACCOUNT, "username": "wolf"})):
        assert response.status_code == 410
        assert "This invitation has been used" in text_of(response)
    assert client.post(link, {**ACCOUNT, "password1": "wrong"}).status_code == 410
    assert "_auth_user_id" not in client.session
    assert not User.objects.filter(username="wolf").exists()


def test_an_expired_link(client: Client, link: str):
    Invitation.objects.update(expires_at=timezone.now())
    for response in (client.get(link), client.post(link, ACCOUNT)):
        assert response.status_code == 410
        assert "This invitation has expired." in text_of(response)
    assert not User.objects.filter(username="reynard").exists()


@pytest.mark.parametrize("token", ["x", "A" * 43, "é"])
def test_a_link_that_never_was(client: Client, link: str, token: str):
    assert client.get(f"/accounts/invitation/{token}/").status_code == 404
    assert client.post(f"/accounts/invitation/{token}/", ACCOUNT).status_code == 404


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"username": "Organiser"}, "A user with that username already exists."),
        ({"password1": "12345678", "password2": "12345678"}, "This password is entirely numeric."),
        ({"password2": "another"}, "The two password fields didn’t match."),
        ({"email": "nowhere"}, "Enter a valid email address."),
        ({"username": ""}, "This field is required."),
    ],
)
def test_faults_are_told_and_what_was_typed_is_kept(client: Client, link: str, typed: dict, sentence: str):
    response = client.post(link, {**ACCOUNT, **typed})
    assert response.status_code == 200
    assert sentence in text_of(response)
    assert 'value="fox@example.org"' in response.content.decode() or "email" in typed
    assert Invitation.objects.get().state == "open"
    assert not User.objects.filter(username="reynard").exists()


def test_a_player_linked_meanwhile(client: Client, fox: Player, link: str):
    fox.user = make_user("vixen")
    fox.save()
    assert "Fox has an account already." in text_of(client.post(link, ACCOUNT))
    assert not User.objects.filter(username="reynard").exists()


def test_whoever_is_logged_in_makes_no_account(outsider_client: Client, fox: Player, link: str):
    for response in (outsider_client.get(link), outsider_client.post(link, ACCOUNT)):
        assert "You are logged in as outsider." in text_of(response)
    fox.refresh_from_db()
    assert fox.user is None


def test_wrong_methods_and_no_token(link: str):
    assert Client().put(link).status_code == 405
    assert Client(enforce_csrf_checks=True).post(link, ACCOUNT).status_code == 403


# In the admin


def test_the_admin_lists_invitations_and_takes_them_back(admin_client: Client, president_client: Client, link: str):
    invitations = "/admin/clubsite/invitation/"
    assert "Fox" in text_of(admin_client.get(invitations))
    assert admin_client.get(f"{invitations}add/").status_code == 403
    assert president_client.get(invitations).status_code == 403
    invitation = Invitation.objects.get()
    assert invitation.token_hash not in admin_client.get(f"{invitations}{invitation.pk}/change/").content.decode()
    admin_client.post(invitations, {"action": "revoke", "_selected_action": [invitation.pk]})
    invitation.refresh_from_db()
    assert invitation.state == "revoked"


# At one moment


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite in memory has one connection and queues nothing")
@pytest.mark.parametrize("turn", range(ROUNDS))
@pytest.mark.parametrize("names", [("reynard", "reynard"), ("reynard", "vixen")])
def test_one_link_used_twice_at_one_moment(turn: int, names: tuple[str, str]):
    fox, token = make_player("Fox"), new_token()
    Invitation.make(fox, token, make_user("organiser", ORGANISER))
    answers = at_once(
        *(
            lambda name=name: Client().post(f"/accounts/invitation/{token}/", {**ACCOUNT, "username": name})
            for name in names
        )
    )
    statuses = sorted(answer.status_code for answer in answers)
    assert statuses == ([302, 302] if names[0] == names[1] else [302, 410])
    assert User.objects.exclude(username="organiser").count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite in memory has one connection and queues nothing")
def test_two_organisers_invite_one_member_at_one_moment(transactional_db: None):
    fox = make_player("Fox")
    clients = [client_of(make_user(name, ORGANISER)) for name in ("one", "two")]
    forms = [form_of(client, fox) for client in clients]
    answers = at_once(
        lambda: clients[0].post(invite_page(fox), forms[0]), lambda: clients[1].post(invite_page(fox), forms[1])
    )
    assert all(link_in(answer) for answer in answers)
    assert sorted(invitation.state for invitation in Invitation.objects.all()) == ["open", "revoked"]
