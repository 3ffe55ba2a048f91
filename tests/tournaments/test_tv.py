"""The screen of the playing room: boards of the current round, then the standings, one picture after the other."""

import datetime
import re

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import make_board, make_player, make_round, make_tournament
from tests.pages import text_of
from tournaments.models import Entrant, Tournament
from tournaments.tv import evenly

pytestmark = pytest.mark.django_db

TV = "/tournaments/cup/tv/"
OPENING = (3, 3, 3, 3, 3, 4, 3)


@pytest.fixture
def cup() -> Tournament:
    """A finished round, and a second one of three boards: seated, running, finished."""
    cup = make_tournament()
    make_board(make_round(1, tournament=cup), centres=(8, 7, 7, 6, 6, 0, 0))
    second = make_round(2, tournament=cup)
    make_board(second, "2", centres=(0, 8, 7, 7, 6, 6, 0), finished=False)
    make_board(second, "10", centres=OPENING, players="HIJKLMN", finished=False)
    make_board(second, "1", centres=(9, 9, 7, 5, 4, 0, 0), players=[*"OPQRST", None])
    return cup


def fill(boards: int) -> None:
    """Make a tournament of three rounds; the last one runs."""
    cup = make_tournament()
    for number in range(1, 4):
        round_ = make_round(number, tournament=cup)
        for table in range(boards // 3):
            players = [f"P{table} {seat}" for seat in range(7)]
            make_board(round_, str(table), centres=(8, 7, 7, 6, 6, 0, 0), players=players, finished=number < 3)


def shown(client: Client, page: int) -> str:
    """Return what a picture says between its head and the buttons."""
    text = text_of(client.get(TV, {"page": page}))
    return re.search(r"\d\d:\d\d (.*?) Connection lost", text)[1]


def test_the_boards_of_the_current_round_come_first_by_table(client, cup):
    text = shown(client, 1)
    assert text.startswith("Round 2 Table 1 finished Power Player Centres Austria O 9 England P 9 France Q 7")
    assert "Turkey nobody 0 Table 2 running Power Player Centres Austria A 0 England B 8" in text
    assert "Table 10 seated Power Player Centres Austria H England I France J" in text
    assert text.endswith("1 / 2")


def test_the_tops_stand_out(client, cup):
    tops = re.findall(r'<tr class="tv-top">.*?</tr>', client.get(TV).content.decode(), re.DOTALL)
    assert [re.search(r"<td>\s*(.*?)\s*</td>", row)[1] for row in tops] == ["O", "P", "B"]


def test_then_come_the_standings_provisional_while_boards_run(client, cup):
    text = shown(client, 2)
    assert text.startswith(
        "Provisional standings a running board counts, in italics Place Player Round 2 Total 1 B 50.710 74.775 2 A"
    )
    html = client.get(TV, {"page": 2}).content.decode()
    assert "<em>74.775</em>" in html
    assert "<em>50.710</em>" in html
    assert "40.761</td>" in html


def test_final_standings_say_so(client):
    cup = make_board(centres=(8, 7, 7, 6, 6, 0, 0)).round.tournament
    assert shown(client, 2).startswith("Standings Place Player Round 1 Total 1 A 50.710 50.710 2 B 24.065 24.065 2 C")
    cup.finish(None)
    assert shown(client, 2).startswith("Final standings Place")


def test_a_dropped_round_is_struck_through(client):
    cup = make_tournament(counted_rounds=1)
    make_board(make_round(1, tournament=cup), centres=(18, 16, 0, 0, 0, 0, 0))
    make_board(make_round(2, tournament=cup), centres=(8, 7, 7, 6, 6, 0, 0))
    assert "<s>50.710</s>" in client.get(TV, {"page": 2}).content.decode()


def test_who_missed_the_current_round_stands_without_its_points(client, cup):
    make_board(cup.rounds.get(number=1), "2", centres=(18, 16, 0, 0, 0, 0, 0), players="UVWXYZЖ")
    assert "1 U – 100.000" in shown(client, 2)


@pytest.mark.parametrize("rounds", [0, 2])
def test_without_boards_it_says_so(client, rounds: int):
    cup = make_tournament()
    for number in range(rounds):
        make_round(number + 1, tournament=cup)
    Entrant.objects.create(tournament=cup, player=make_player("A"))
    assert shown(client, 1) == "No round has been seated yet."


def test_head_names_the_club_the_tournament_and_the_time_of_the_club(client, cup, monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: datetime.datetime(2026, 7, 12, 17, 41, tzinfo=datetime.UTC))
    text = text_of(client.get(TV))
    assert "MAFFAMILY Tournament cup Updated 20:41 Round 2" in text  # Moscow's time
    assert "Connection lost, showing 20:41" in text


def test_the_pictures_lead_in_a_circle(client, cup):
    first = client.get(TV).content.decode()
    assert '<noscript><meta http-equiv="refresh" content="15;url=?page=2"></noscript>' in first
    assert 'data-next="?page=2" data-previous="?page=2"' in first
    second = client.get(TV, {"page": 2}).content.decode()
    assert '<noscript><meta http-equiv="refresh" content="15;url=?page=1"></noscript>' in second


@pytest.mark.parametrize("page", ["", "0", "-1", "3", "9999999", "x", "٣", "²"])
def test_an_unknown_picture_is_the_first(client, cup, page: str):
    assert "Table 1" in text_of(client.get(TV, {"page": page}))


def test_there_is_nothing_to_leave_by(client, cup):
    assert "<a " not in client.get(TV).content.decode()


def test_drafts_and_unknown_tournaments_are_not_found(client, organiser_client, judge_client, cup):
    cup.hide(None)
    assert [each.get(TV).status_code for each in (client, judge_client, organiser_client)] == [404, 404, 200]
    assert client.get("/tournaments/nothing/tv/").status_code == 404


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_page_is_read_only(client, cup, method: str):
    assert getattr(client, method)(TV).status_code == 405


def test_visitors_and_organisers_are_led_to_it(client, organiser_client, cup):
    assert TV in client.get("/tournaments/cup/").content.decode()
    assert TV in organiser_client.get("/tournaments/cup/manage/").content.decode()


@pytest.mark.parametrize("boards", [6, 60])
@pytest.mark.parametrize("page", [1, 5])
def test_queries(client, boards: int, page: int, django_assert_num_queries):
    fill(boards)
    with django_assert_num_queries(5):
        client.get(TV, {"page": page})


@pytest.mark.parametrize(
    ("count", "most", "sizes"),
    [(0, 6, []), (1, 6, [1]), (6, 6, [6]), (7, 6, [4, 3]), (15, 6, [5, 5, 5]), (105, 28, [27, 27, 27, 24])],
)
def test_parts_are_about_as_long(count: int, most: int, sizes: list[int]):
    parts = evenly(range(count), most)
    assert [len(part) for part in parts] == sizes
    assert [item for part in parts for item in part] == [*range(count)]
