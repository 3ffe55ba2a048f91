"""Players, users, roles and drafts in the admin."""

import uuid

import pytest
from django.contrib.auth.models import User

from clubsite.models import Draft, Player
from clubsite.roles import ADMIN, JUDGE, ORGANISER, PRESIDENT
from tests.conftest import client_of
from tests.factories import make_board, make_game, make_player, make_season, make_user
from tournaments.models import Entrant, Tournament

pytestmark = pytest.mark.django_db

PLAYERS, DRAFTS = "/admin/clubsite/player/", "/admin/clubsite/draft/"
NO_ALIASES = {"aliases-TOTAL_FORMS": "0", "aliases-INITIAL_FORMS": "0"}


@pytest.mark.parametrize("text", ["королев", "КОРОЛЁВ", "Коро", "ёв"])
def test_players_are_found_whatever_the_case_and_yo(admin_client, text):
    found = make_player("Королёв")
    make_player("Лиса")
    assert list(admin_client.get(PLAYERS, {"q": text}).context["cl"].queryset) == [found]


def test_a_player_is_entered_with_a_full_name(admin_client):
    admin_client.post(
        f"{PLAYERS}add/", {"nickname": "Fox", "full_name": "Reynard Vulpes", "active": "on", **NO_ALIASES}
    )
    player = Player.objects.get()
    assert (player.nickname, player.full_name) == ("Fox", "Reynard Vulpes")


def test_a_taken_nickname_is_told_beside_the_field(admin_client):
    make_player("Королёв")
    response = admin_client.post(f"{PLAYERS}add/", {"nickname": "КОРОЛЕВ", "active": "on", **NO_ALIASES})
    assert response.context["adminform"].form.errors == {
        "nickname": [
            "A player of this nickname exists already (letter case, spaces and ё/е make no difference).",
        ]
    }
    assert Player.objects.count() == 1


@pytest.mark.parametrize("nickname", ["A", "P1", "J1", "Listed"])
def test_who_has_played_is_not_deleted(admin_client, nickname):
    make_board(players=[*"ABCDEF", None])
    Entrant.objects.create(tournament=Tournament.objects.get(), player=make_player("Listed"))
    make_season()
    make_game()
    player = Player.objects.named(nickname)
    pages = [
        admin_client.get(f"{PLAYERS}{player.pk}/delete/"),
        admin_client.post(f"{PLAYERS}{player.pk}/delete/", {"post": "yes"}),
        admin_client.post(PLAYERS, {"action": "delete_selected", "_selected_action": [player.pk], "post": "yes"}),
    ]
    for page in pages:
        refusal = "A player who has played, judged or entered for a tournament or a cup stays on record"
        assert f"{refusal} and cannot be deleted." in page.content.decode()
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
        {"nickname": "Fox", "full_name": "R. V.", "active": "on", "user": admin_user.pk, **NO_ALIASES},
    )
    player.refresh_from_db()
    assert (player.full_name, player.user) == ("R. V.", None)


def test_an_admin_links_an_account(admin_client, judge):
    player = make_player("Fox")
    admin_client.post(
        f"{PLAYERS}{player.pk}/change/", {"nickname": "Fox", "active": "on", "user": judge.pk, **NO_ALIASES}
    )
    player.refresh_from_db()
    assert player.user == judge


@pytest.mark.parametrize("size", [1, 12])
def test_queries_of_the_list(admin_client, size, django_assert_num_queries):
    for number in range(size):
        make_player(f"Player {number}", user=make_user(f"user{number}"))
    with django_assert_num_queries(5):
        assert admin_client.get(PLAYERS).status_code == 200


def test_an_admin_sees_the_roles_and_gives_them(admin_client, judge):
    page = admin_client.get("/admin/auth/group/").content.decode()
    for role in (JUDGE, ORGANISER, PRESIDENT, ADMIN):
        assert f">{role}</a>" in page
    assert f">{PRESIDENT}</option>" in admin_client.get(f"/admin/auth/user/{judge.pk}/change/").content.decode()


def test_another_nickname_leaves_the_old_one_as_an_alias(admin_client, admin_user):
    player = make_player("Fox")
    admin_client.post(f"{PLAYERS}{player.pk}/change/", {"nickname": "Wolf", "active": "on", **NO_ALIASES})
    player.refresh_from_db()
    assert (player.nickname, [str(alias) for alias in player.aliases.all()]) == ("Wolf", ["Fox"])
    assert player.renames.get().by == admin_user
    assert list(admin_client.get(PLAYERS, {"q": "FOX"}).context["cl"].queryset) == [player]


def test_an_alias_is_added_beside_the_player(admin_client):
    player = make_player("Fox")
    make_player("Wolf")
    change = f"{PLAYERS}{player.pk}/change/"
    form = {"nickname": "Fox", "active": "on", **NO_ALIASES, "aliases-TOTAL_FORMS": "1"}
    refused = admin_client.post(change, {**form, "aliases-0-name": "wolf"})
    assert "A player of this nickname exists already" in refused.content.decode()
    admin_client.post(change, {**form, "aliases-0-name": "Vixen"})
    assert Player.objects.named("VIXEN") == player


# Drafts


def keep_draft(user: User, title: str = "Table 3") -> Draft:
    """Save a board that a user has begun to enter."""
    return Draft.objects.keep(
        user, uuid.uuid4(), path="/tournaments/cup/boards/new/", title=title, data="austria_player=Fox", revision=0
    )


@pytest.mark.parametrize("size", [1, 12])
def test_drafts_are_listed_and_found_by_owner(admin_client, judge, size, django_assert_num_queries):
    for number in range(size):
        keep_draft(judge, f"Table {number}")
    other = keep_draft(make_user("colleague"), "Table 99")
    with django_assert_num_queries(5):
        assert admin_client.get(DRAFTS).status_code == 200
    assert list(admin_client.get(DRAFTS, {"q": "colleague"}).context["cl"].queryset) == [other]


def test_a_draft_is_read_without_what_was_typed_and_changed_by_nobody(admin_client, judge):
    draft = keep_draft(judge)
    page = f"{DRAFTS}{draft.pk}/change/"
    content = admin_client.get(page).content.decode()
    assert "Table 3" in content
    assert "austria_player" not in content
    assert admin_client.post(page, {"title": "Mine"}).status_code == 403
    assert admin_client.get(f"{DRAFTS}add/").status_code == 403


def test_a_deleted_account_takes_its_drafts_along(admin_client, judge):
    keep_draft(judge)
    admin_client.post(f"/admin/auth/user/{judge.pk}/delete/", {"post": "yes"})
    assert not User.objects.filter(pk=judge.pk).exists()
    assert not Draft.objects.exists()


def test_nobody_but_admins_sees_drafts(president_client, judge):
    draft = keep_draft(judge)
    for page in (DRAFTS, f"{DRAFTS}{draft.pk}/change/", f"{DRAFTS}{draft.pk}/delete/"):
        assert president_client.get(page).status_code == 403
