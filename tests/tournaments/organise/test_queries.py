"""How many queries the organiser's pages take, whatever the size of the tournament."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import make_board, make_player, make_round
from tournaments.models import Entrant, KeepApart, Tournament

pytestmark = pytest.mark.django_db

MANAGE = "/tournaments/cup/manage/"


@pytest.fixture(params=[(2, 3), (4, 15)], ids=["6 boards", "60 boards"])
def size(request: pytest.FixtureRequest, cup: Tournament) -> None:
    """Fill the cup with rounds, boards, and their players' list."""
    rounds, boards = request.param
    players = [[make_player(f"P{table} {seat}") for seat in range(7)] for table in range(boards)]
    for number in range(1, rounds + 1):
        round_ = make_round(number, "2/3", cup)
        for table, seated in enumerate(players):
            make_board(round_, str(table + 1), players=[player.nickname for player in seated])
    for seated in players:
        Entrant.objects.bulk_create(Entrant(tournament=cup, player=player) for player in seated)
        KeepApart.add(cup, seated[:2], None)


def test_reading(
    organiser_client: Client, size: None, cup: Tournament, django_assert_num_queries: DjangoAssertNumQueries
):
    entrant = cup.entrants.first().pk
    queries = {"": 7, "edit/": 6, "players/": 7, f"players/{entrant}/": 5, "rounds/": 6, "rounds/1/": 6}
    for where, number in queries.items():
        with django_assert_num_queries(number):
            assert organiser_client.get(MANAGE + where).status_code == 200


def test_creating(organiser_client, django_assert_num_queries):
    with django_assert_num_queries(2):
        assert organiser_client.get("/tournaments/new/").status_code == 200


@pytest.mark.parametrize("count", [7, 105])
def test_a_list_of_players(organiser_client, cup, count, django_assert_max_num_queries):
    post = {"text": "\n".join(f"P{number}" for number in range(count)), "create": "on"}
    with django_assert_max_num_queries(10):
        assert organiser_client.post(f"{MANAGE}players/list/", post).status_code == 200
    with django_assert_max_num_queries(20):
        assert organiser_client.post(f"{MANAGE}players/list/", post | {"confirmed": "1"}).status_code == 302
    assert cup.entrants.count() == count
