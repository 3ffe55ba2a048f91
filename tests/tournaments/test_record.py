"""A player's record in a tournament: the boards, how they add up, who was met."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from clubsite.models import Player
from tests.factories import make_board, make_entries, make_player, make_round, make_tournament
from tests.pages import text_of
from tests.tournaments.test_public import rows_of
from tests.tournaments.vectors import record_anjou
from tournaments import baf
from tournaments.models import Board, Entrant, Prize, Tournament

pytestmark = pytest.mark.django_db


def record_of(nickname: str, slug: str = "cup") -> str:
    return f"/tournaments/{slug}/players/{make_player(nickname).pk}/"


@pytest.fixture
def cup() -> Tournament:
    """Two rounds of which a player's best counts, and a third that runs."""
    cup = make_tournament(counted_rounds=1)
    make_board(make_round(1, tournament=cup), centres=(18, 16, 0, 0, 0, 0, 0))
    make_board(make_round(2, "1/2", cup), centres=(8, 7, 7, 6, 6, 0, 0), players="ABHIJKL")
    make_board(make_round(3, tournament=cup), centres=(8, 7, 7, 6, 6, 0, 0), players="AMNOPQR", finished=False)
    return cup


def test_record_shows_how_the_total_adds_up(client):
    anjou = record_anjou()
    response = client.get(record_of("Talleyrand", anjou.slug))
    rows = rows_of(response.content.decode())
    assert [row[0] for row in rows] == ["Round 1, Table 2", "Round 2, Table 1", "Round 3, Table 2", "Round 4, Table 1"]
    assert rows[0][1:] == ["Germany", "8", "Sole top", "50.710 × 2/3 × 6/7", "28.977"]
    assert [row[-1] for row in rows] == ["28.977", "11.450", "45.328", "20.522"]
    text = text_of(response)
    assert "Total 106.277 A weighted score is the score times" in text
    assert "Place of 16 1 Total 106.277 Best 45.328 Sole tops 2" in text
    board = Board.objects.get(round__number=1, table="2")
    assert f'<a href="{board.get_absolute_url()}">Round 1, Table 2</a>' in response.content.decode()


def test_dropped_rounds_are_struck_through_and_running_boards_wait(client, cup):
    response = client.get(record_of("A"))
    cells = re.findall(r'data-label="Weighted">(.*?)</td>', response.content.decode())
    assert cells == ["100.000", "<s>25.355</s>", "<em>50.710</em>"]
    text = text_of(response)
    assert "Total 100.000" in text
    assert "A player's best round counts; the others are struck through." in text
    assert "running 50.710" in text


def test_a_credit_is_one_of_the_weights(client):
    [first, *others] = make_entries((8, 7, 7, 6, 6, 0, 0))
    board = Board(round=make_round(), table="1")
    board.record([replace(first, credit=Fraction(13, 14)), *others], None)
    assert rows_of(client.get(record_of("A")).content.decode())[0][4:] == ["50.710 × 13/14", "47.088"]


def test_opponents_are_told_by_how_often_they_were_met(client, cup):
    text = text_of(client.get(record_of("A")))
    assert "Opponents met 2 times B once C D E F G H I J K L M N O P Q R" in text
    assert "Opponents met once A M N O P Q" in text_of(client.get(record_of("R")))


def test_who_only_sits_at_the_same_table_has_not_been_met_yet(client):
    make_board(centres=tuple(baf.OPENING_CENTRES.values()), finished=False)
    text = text_of(client.get(record_of("A")))
    assert "Round 1, Table 1" in text
    assert "Opponents met" not in text


def test_an_unplayed_power_is_nobody_to_meet(client):
    make_board(players=[*"ABCDEF", None])
    assert "Opponents met once B C D E F " in text_of(client.get(record_of("A")))


def test_team_and_withdrawal_are_told(client, cup):
    for nickname, team, withdrawn in (("A", "North", True), ("B", "north", False), ("C", "South", False)):
        Entrant.objects.create(tournament=cup, player=make_player(nickname), team=team, withdrawn=withdrawn)
    text = text_of(client.get(record_of("A")))
    assert "Tournament cup withdrawn" in text
    assert "Team: North B " in text
    assert "Team: South Nobody else is in this team." in text_of(client.get(record_of("C")))


def test_prizes_won_are_told_as_they_stand(client, cup):
    Prize.add_derived(cup, Prize.Kind.MOST_TOPS, None)
    own = Prize.objects.create(tournament=cup, kind=Prize.Kind.OWN, name="Fair play", by_hand=True)
    own.winners.add(make_player("B"))
    assert "Prizes, as it stands Most sole tops" in text_of(client.get(record_of("A")))
    assert "Prizes, as it stands Fair play" in text_of(client.get(record_of("B")))
    assert "Prizes" not in text_of(client.get(record_of("C")))


def test_who_is_listed_and_has_no_board_yet_is_told_so(client, cup):
    Entrant.objects.create(tournament=cup, player=make_player("Z"))
    text = text_of(client.get(record_of("Z")))
    assert "Not ranked yet: no board of this player is finished." in text
    assert "Opponents met" not in text
    assert "Not ranked yet" in text_of(client.get(record_of("M")))


def test_who_neither_is_listed_nor_has_a_seat_is_not_found(client, cup):
    make_tournament("other")
    assert client.get(record_of("Z")).status_code == 404
    assert client.get(record_of("A", "other")).status_code == 404
    assert client.get("/tournaments/cup/players/999999/").status_code == 404
    assert client.get("/tournaments/nothing/players/1/").status_code == 404


def test_drafts_are_not_found(client, organiser_client, judge_client, cup):
    cup.hide(None)
    path = record_of("A")
    assert [each.get(path).status_code for each in (client, judge_client, organiser_client)] == [404, 404, 200]
    assert '<span class="pill pill-pending">draft</span>' in organiser_client.get(path).content.decode()


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_page_is_read_only(client, cup, method: str):
    assert getattr(client, method)(record_of("A")).status_code == 405


def test_the_full_name_stays_private(client, cup):
    Player.objects.update(full_name="Very Private")
    assert "Very Private" not in client.get(record_of("A")).content.decode()


def test_standings_lists_and_the_player_lead_to_it(client, cup):
    Entrant.objects.create(tournament=cup, player=make_player("Z"))
    html = client.get("/tournaments/cup/").content.decode()
    assert f'<a href="{record_of("A")}">A</a>' in html
    assert f'<a href="{record_of("Z")}">Z</a>' in html
    assert record_of("A") in client.get(make_player("A").get_absolute_url()).content.decode()


@pytest.mark.parametrize("boards", [6, 60])
def test_queries(client, boards: int, django_assert_num_queries):
    cup = make_tournament()
    tables = boards // 3
    for number in range(1, 4):
        round_ = make_round(number, tournament=cup)
        for table in range(tables):
            players = [f"P{(seat * number + table) % tables} {seat}" for seat in range(7)]
            make_board(round_, str(table), players=players)
    for player in Player.objects.all():
        Entrant.objects.create(tournament=cup, player=player, team="North")
    path = record_of("P0 0")
    with django_assert_num_queries(7):
        client.get(path)
