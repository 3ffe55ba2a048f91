"""Players, users and roles in the admin."""

import pytest

from clubsite.models import Player
from clubsite.roles import ADMIN, JUDGE, ORGANISER, PRESIDENT
from tests.conftest import client_of
from tests.factories import make_board, make_game, make_player, make_season, make_user

pytestmark = pytest.mark.django_db

PLAYERS = "/admin/clubsite/player/"


@pytest.mark.parametrize("text", ["королев", "КОРОЛЁВ", "Коро", "ёв"])
def test_players_are_found_whatever_the_case_and_yo(admin_client, text):
    found = make_player("Королёв")
    make_player("Лиса")
    assert list(admin_client.get(PLAYERS, {"q": text}).context["cl"].queryset) == [found]


def test_a_player_is_entered_with_a_full_name(admin_client):
    admin_client.post(f"{PLAYERS}add/", {"nickname": "Fox", "full_name": "Reynard Vulpes", "active": "on"})
    player = Player.objects.get()
    assert (player.nickname, player.full_name) == ("Fox", "Reynard Vulpes")


def test_a_taken_nickname_is_told_beside_the_field(admin_client):
    make_player("Королёв")
    response = admin_client.post(f"{PLAYERS}add/", {"nickname": "КОРОЛЕВ", "active": "on"})
    assert response.context["adminform"].form.errors == {
        "nickname": [
            "A player of this nickname exists already (letter case, spaces and ё/е make no difference).",
        ]
    }
    assert Player.objects.count() == 1


@pytest.mark.parametrize("nickname", ["A", "P1", "J1"])
def test_who_has_played_is_not_deleted(admin_client, nickname):
    make_board(players=[*"ABCDEF", None])
    make_season()
    make_game()
    player = Player.objects.named(nickname)
    pages = [
        admin_client.get(f"{PLAYERS}{player.pk}/delete/"),
        admin_client.post(f"{PLAYERS}{player.pk}/delete/", {"post": "yes"}),
        admin_client.post(PLAYERS, {"action": "delete_selected", "_selected_action": [player.pk], "post": "yes"}),
    ]
    for page in pages:
        assert "A player who has played or judged stays on record and cannot be deleted." in page.content.decode()
    assert Player.objects.filter(pk=player.pk).exists()


def test_a_newcomer_is_deleted(admin_client):
    player = make_player("Newcomer")
    page = admin_client.get(f"{PLAYERS}{player.pk}/delete/")
    assert "Are you sure" in page.content.decode()
    admin_client.post(f"{PLAYERS}{player.pk}/delete/", {"post": "yes"})
    assert not Player.objects.exists()


def test_the_president_reads_players_and_changes_none(president_client):
    player = make_player("Fox")
    assert president_client.get(PLAYERS).status_code == 200
    assert president_client.post(f"{PLAYERS}{player.pk}/change/", {"nickname": "Wolf"}).status_code == 403
    assert president_client.get(f"{PLAYERS}add/").status_code == 403
    assert Player.objects.get().nickname == "Fox"


def test_an_organiser_links_no_account(admin_user):
    player = make_player("Fox")
    client = client_of(make_user("staff", ORGANISER, staff=True))
    client.post(
        f"{PLAYERS}{player.pk}/change/",
        {"nickname": "Fox", "full_name": "R. V.", "active": "on", "user": admin_user.pk},
    )
    player.refresh_from_db()
    assert (player.full_name, player.user) == ("R. V.", None)


def test_an_admin_links_an_account(admin_client, judge):
    player = make_player("Fox")
    admin_client.post(f"{PLAYERS}{player.pk}/change/", {"nickname": "Fox", "active": "on", "user": judge.pk})
    player.refresh_from_db()
    assert player.user == judge


@pytest.mark.parametrize("size", [1, 12])
def test_queries_of_the_list(admin_client, size, django_assert_num_queries):
    for number in range(size):
        make_player(f"Player {number}", user=make_user(f"user{number}"))
    with django_assert_num_queries(7):
        assert admin_client.get(PLAYERS).status_code == 200


def test_an_admin_sees_the_roles_and_gives_them(admin_client, judge):
    page = admin_client.get("/admin/auth/group/").content.decode()
    for role in (JUDGE, ORGANISER, PRESIDENT, ADMIN):
        assert f">{role}</a>" in page
    assert f">{PRESIDENT}</option>" in admin_client.get(f"/admin/auth/user/{judge.pk}/change/").content.decode()
