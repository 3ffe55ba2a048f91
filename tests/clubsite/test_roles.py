"""The roles: what each may do, and that making them again changes nothing."""

import pytest
from django.contrib.auth.models import Group, Permission, User
from pytest_django import DjangoAssertNumQueries

from clubsite.auth import OneQueryBackend
from clubsite.roles import ADMIN, JUDGE, ORGANISER, PRESIDENT, make_roles
from tests.factories import make_user

pytestmark = pytest.mark.django_db

WRITES = ("add_", "change_", "delete_")


def permissions(role: str) -> set[str]:
    """Return a role's permissions as has_perm() takes them."""
    pairs = Group.objects.get(name=role).permissions.values_list("content_type__app_label", "codename")
    return {f"{label}.{codename}" for label, codename in pairs}


def writes(role: str) -> set[str]:
    """Return those of a role's permissions with which something is changed."""
    return {name for name in permissions(role) if ".view_" not in name}


def test_judge_enters_and_edits_games_boards_and_registrations_for_a_cup():
    assert writes(JUDGE) == {
        "clubsite.add_player",
        "mafia_rating.add_cupentry",
        "mafia_rating.add_game",
        "mafia_rating.change_cupentry",
        "mafia_rating.change_game",
        "tournaments.add_board",
        "tournaments.change_board",
    }


def test_organiser_does_also_tournaments_rounds_and_circuits():
    assert permissions(JUDGE) < permissions(ORGANISER)
    assert writes(ORGANISER) - writes(JUDGE) == {
        "clubsite.change_player",
        "clubsite.add_alias",
        "clubsite.change_alias",
        "clubsite.delete_alias",
        "mafia_rating.add_gamesheet",
        "tournaments.add_tournament",
        "tournaments.change_tournament",
        "tournaments.delete_tournament",
        "tournaments.add_round",
        "tournaments.change_round",
        "tournaments.delete_round",
        "tournaments.add_circuit",
        "tournaments.change_circuit",
    }


def test_president_decides_and_does_nothing_a_judge_does():
    assert writes(PRESIDENT) == {"mafia_rating.decide_exceptional"}


def test_admin_does_everything(admin_user: User):
    for name in (
        "auth.change_user",
        "tournaments.delete_board",
        "mafia_rating.change_season",
        "clubsite.delete_player",
    ):
        assert admin_user.has_perm(name)


def test_a_president_who_is_a_judge_does_both():
    both = make_user("both", JUDGE, PRESIDENT)
    assert both.has_perm("tournaments.add_board")
    assert both.has_perm("mafia_rating.decide_exceptional")


def test_a_request_finds_an_account_with_all_its_permissions(django_assert_num_queries: DjangoAssertNumQueries):
    both, chief = make_user("both", JUDGE, PRESIDENT), User.objects.create_superuser("chief")
    both.user_permissions.add(Permission.objects.get(codename="view_logentry"))
    both.groups.add(Group.objects.create(name="Guests"))
    fetch = OneQueryBackend().get_user
    with django_assert_num_queries(2):
        assert fetch(chief.pk).has_perm("tournaments.delete_board")
        found = fetch(both.pk).get_all_permissions()
    assert found == permissions(JUDGE) | permissions(PRESIDENT) | {"admin.view_logentry"}
    assert fetch(chief.pk).get_all_permissions() == permissions(ADMIN)
    User.objects.update(is_active=False)
    assert fetch(both.pk) is None


def test_making_the_roles_again_changes_nothing():
    before = {role: permissions(role) for role in (JUDGE, ORGANISER, PRESIDENT, ADMIN)}
    make_roles()
    assert {group.name: permissions(group.name) for group in Group.objects.all()} == before


def test_making_the_roles_sets_them_right_and_keeps_their_members(judge: User):
    group = Group.objects.get(name=JUDGE)
    group.permissions.clear()
    make_roles()
    assert "tournaments.add_board" in permissions(JUDGE)
    assert list(group.user_set.all()) == [judge]
