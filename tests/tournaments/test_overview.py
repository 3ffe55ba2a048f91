"""The page of a tournament: how far each round is, who is on the list, and where to find oneself."""

import re

import pytest

from tests.factories import make_board, make_player, make_round, make_tournament
from tests.pages import text_of
from tournaments.models import Entrant, Tournament

pytestmark = pytest.mark.django_db

CUP = "/tournaments/cup/"
OPENING = (3, 3, 3, 3, 3, 4, 3)


@pytest.fixture
def cup() -> Tournament:
    """A round of every state: finished, running, seated, empty."""
    cup = make_tournament()
    make_board(make_round(1, "2/3", cup))
    running, seated = make_round(2, tournament=cup), make_round(3, tournament=cup)
    make_board(running, "1")
    make_board(running, "2", players="HIJKLMN", centres=OPENING, finished=False)
    make_board(seated, "1", centres=OPENING, finished=False)
    make_round(4, tournament=cup)
    return cup


def test_every_round_says_how_far_it_is(client, cup):
    text = text_of(client.get(CUP))
    assert "Round 1 weight 2/3 finished Table 1" in text
    assert "Round 2 weight 1 running finished 1 of 2 Table 1" in text
    assert "Round 3 weight 1 seated Table 1" in text
    assert "Round 4 weight 1 not seated No board yet." in text


def test_a_round_runs_as_soon_as_something_is_entered(client, cup):
    make_board(cup.rounds.get(number=3), "2", players="HIJKLMN", centres=(8, 7, 7, 6, 6, 0, 0), finished=False)
    assert "Round 3 weight 1 running finished 0 of 2" in text_of(client.get(CUP))


def test_parts_of_the_page_are_led_to(client, cup):
    html = client.get(CUP).content.decode()
    leads = re.findall(r'href="#([\w-]+)"', html)
    assert leads == ["main", "standings", "round-1", "round-2", "round-3", "round-4"]
    assert [part for part in leads if f'id="{part}"' not in html] == []


def test_of_many_boards_those_of_the_current_round_are_in_view(client, cup):
    def opened() -> list[str]:
        return re.findall(r'id="(round-\d)" open', client.get(CUP).content.decode())

    assert opened() == ["round-1", "round-2", "round-3", "round-4"]
    for table in range(2, 12):
        make_board(cup.rounds.get(number=1), str(table), players=[f"T{table} P{seat}" for seat in range(7)])
    assert opened() == ["round-3"]


def test_before_the_first_round_the_players_are_listed(client):
    cup = make_tournament()
    make_round(1, tournament=cup)
    for nickname, team, withdrawn in (("A", "North", False), ("B", "", True)):
        Entrant.objects.create(tournament=cup, player=make_player(nickname), team=team, withdrawn=withdrawn)
    response = client.get(CUP)
    text = text_of(response)
    assert "Players 2 A North B withdrawn" in text
    assert "Not ranked" not in text
    assert "No board is finished yet" not in text
    assert "#standings" not in response.content.decode()


def test_the_search_leads_to_board_and_record(client, cup):
    html = client.get(CUP).content.decode()
    assert re.search(r'<form class="search-bar" method="get" action="/tournaments/cup/my-board/" role="search">', html)
    assert 'name="q"' in html


def test_nobody_is_searched_for_where_nobody_is_listed(client):
    make_tournament()
    assert 'role="search"' not in client.get(CUP).content.decode()
