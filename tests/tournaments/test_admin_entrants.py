"""Players' lists, pairs and calls in the admin: read there, found by player, changed by nobody."""

import pytest
from pytest_django import DjangoAssertNumQueries

from clubsite.roles import ORGANISER
from tests.conftest import client_of
from tests.factories import make_player, make_round, make_tournament, make_user
from tournaments.models import Entrant, KeepApart, Presence, Tournament

pytestmark = pytest.mark.django_db

MODELS = ["entrant", "keepapart", "presence"]


@pytest.fixture
def cup(db: None) -> Tournament:
    """A tournament with a round, Ёж and Fuchs on the list, kept apart, and Ёж here for the round."""
    cup = make_tournament()
    hedgehog, fox = make_player("Ёж"), make_player("Fuchs")
    Entrant.objects.create(tournament=cup, player=hedgehog, team="Reds", preferences=["turkey", "italy"])
    Entrant.objects.create(tournament=cup, player=fox)
    KeepApart.add(cup, (hedgehog, fox), None)
    Presence.objects.create(round=make_round(tournament=cup), player=hedgehog)
    return cup


def page_of(model: str) -> str:
    return f"/admin/tournaments/{model}/"


@pytest.mark.parametrize("model", MODELS)
def test_rows_are_found_by_player_whatever_the_case_and_yo(admin_client, cup, model):
    found = admin_client.get(page_of(model), {"q": "еж"}).context["cl"].queryset
    assert "Ёж" in str(found.get())
    assert not admin_client.get(page_of(model), {"q": "wolf"}).context["cl"].queryset.exists()


def test_wishes_are_written_in_words(admin_client, cup):
    assert "Turkey, Italy" in admin_client.get(page_of("entrant")).content.decode()


@pytest.mark.parametrize("model", MODELS)
def test_rows_are_read_and_changed_by_nobody(admin_client, cup, model):
    (row,) = admin_client.get(page_of(model), {"q": "еж"}).context["cl"].queryset
    page = f"{page_of(model)}{row.pk}/"
    assert "Ёж" in admin_client.get(f"{page}change/").content.decode()
    assert admin_client.post(f"{page}change/", {"team": "Blues", "kind": "sits_out"}).status_code == 403
    assert admin_client.post(f"{page}delete/", {"post": "yes"}).status_code == 403
    assert admin_client.get(f"{page_of(model)}add/").status_code == 403
    assert type(row).objects.filter(pk=row.pk).exists()


@pytest.mark.parametrize("model", MODELS)
def test_without_the_permission_nobody_reads_them(president_client, cup, model):
    assert president_client.get(page_of(model)).status_code == 403


@pytest.mark.parametrize("model", ["round", "tournament"])
def test_what_has_no_boards_is_deleted_with_its_list_and_calls(cup, model):
    pk = {"round": cup.rounds.get().pk, "tournament": cup.pk}[model]
    client = client_of(make_user("staff", ORGANISER, staff=True))
    client.post(f"/admin/tournaments/{model}/{pk}/delete/", {"post": "yes"})
    assert not Presence.objects.exists()
    assert Entrant.objects.exists() == KeepApart.objects.exists() == (model == "round")


@pytest.mark.parametrize("size", [1, 5])
@pytest.mark.parametrize("model", MODELS)
def test_queries_of_the_lists(admin_client, model, size, django_assert_num_queries: DjangoAssertNumQueries):
    for number in range(size):
        cup = make_tournament(f"t{number}")
        players = [make_player(f"P{number} {each}") for each in range(2)]
        Entrant.objects.create(tournament=cup, player=players[0])
        KeepApart.add(cup, players, None)
        Presence.objects.create(round=make_round(tournament=cup), player=players[0])
    with django_assert_num_queries(6):
        assert admin_client.get(page_of(model)).status_code == 200
