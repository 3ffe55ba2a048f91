"""The home page: what leads, what was played last, what a judge can do."""

import datetime

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import make_board, make_cup, make_game, make_player, make_round, make_season, make_tournament
from tests.pages import text_of

pytestmark = pytest.mark.django_db

QUERIES = 8


@pytest.fixture
def season():
    today = timezone.localdate()
    return make_season(starts_on=f"{today.year}-01-01", ends_on=f"{today.year}-12-31", name="The season")


@pytest.fixture
def day(season) -> str:
    """A day of the running season."""
    return season.starts_on.isoformat()


def test_a_new_club_says_what_comes_first(client: Client):
    text = text_of(client.get("/"))
    assert "No season yet" in text
    assert "No tournament yet" in text
    assert "Latest games" not in text
    assert "Latest boards" not in text
    assert "Season leader" not in text


def test_a_season_and_a_tournament_before_the_first_result(client: Client, season):
    make_tournament(name="Cup")
    text = text_of(client.get("/"))
    assert "The season has not begun" in text
    assert "No board is finished" in text


def test_the_top_of_the_season(client: Client, day: str):
    players = ["Лиса", "Ёж", *(f"P{number}" for number in range(3, 11))]
    make_game(day, result="red_win", players=players, bonuses={1: "0.5", 2: "0.3"}, first_killed=2, best_move=[4, 6, 8])
    make_game(day, number=2, result="black_win", players=players)
    text = text_of(client.get("/"))
    # Red won the first game: 2 + 0.5; 2 + 0.3 + 0.4. Win % 50, K1 = 1.35, K2 = 1.35.
    assert "1 Ёж 2.70 1.8225 2 2 Лиса 2.50 1.5625 2 3 P3 2.00 1.0000 2" in text
    assert "Season leader Ёж 2.70 points The season Best player of the season Ёж 1.8225 final" in text


def test_a_cup_is_announced_while_its_registration_is_open(client: Client, season):
    cup = make_cup(season)
    make_cup(season, slug="later", name="Later Cup", opens=1, closes=2)
    response = client.get("/")
    assert "Registration for Mafia Cup is open until" in text_of(response)
    assert f'href="{cup.get_absolute_url()}"' in response.content.decode()
    assert "Later Cup" not in text_of(response)


def test_the_table_stops_after_ten_rows(client: Client, day: str):
    make_game(day, players=[f"A{number}" for number in range(1, 11)])
    make_game(day, number=2, players=[f"B{number}" for number in range(1, 11)])
    assert len(client.get("/").context["season_table"]) == 10


def test_many_leaders_are_counted(client: Client, day: str):
    make_game(day, result="draw")
    assert "Season leader P1 , P2 and 8 more 0.00 points" in text_of(client.get("/"))


def test_the_running_tournament(client: Client):
    today = timezone.localdate()
    running = make_tournament("open", name="Open", starts_on=today, ends_on=today)
    make_tournament("next", name="Next", starts_on=today + datetime.timedelta(1), ends_on=today + datetime.timedelta(1))
    make_board(make_round(tournament=running), centres=[9, 8, 8, 5, 4, 0, 0])
    text = text_of(client.get("/"))
    # A leads 9 to 8 and B and C are one behind: generated cells of the table.
    assert "Tournament leader A 50.994 points Open" in text
    assert "1 A 50.994 50.994 1 2 B 24.163 24.163 1 2 C 24.163 24.163 1" in text
    assert "Next" not in text


def test_the_latest_games(client: Client, day: str):
    for number in range(1, 8):
        make_game(day, number=number)
    make_game(day, number=8, status="cancelled")
    response = client.get("/")
    assert [game.number for game in response.context["games"]] == [7, 6, 5, 4, 3, 2]
    assert "table 1, game 7 judge J1 Black win" in text_of(response)


def test_the_latest_boards_name_their_top(client: Client):
    this_round = make_round()
    make_board(this_round, table="1", centres=[18, 16, 0, 0, 0, 0, 0])
    make_board(this_round, table="2", centres=[9, 9, 8, 8, 0, 0, 0], players="HIJKLMN")
    make_board(this_round, table="3", players="OPQRSTU", finished=False)
    make_board(this_round, table="4", centres=[18, 16, 0, 0, 0, 0, 0], players=[None, *"VWXYZ", "Ж"])
    text = text_of(client.get("/"))
    assert "Round 1, Table 1 Tournament cup Austria A 100.000" in text
    assert "Round 1, Table 2 Tournament cup Austria H 40.761 England I 40.761" in text
    assert "Round 1, Table 3 Tournament cup running" in text
    assert "Round 1, Table 4 Tournament cup Nobody played the top" in text


def test_the_latest_boards_are_listed_by_table(client: Client):
    this_round = make_round()
    for table in ("2", "10", "1"):
        make_board(this_round, table=table, players=[f"{power}{table}" for power in "ABCDEFG"])
    assert [board.table for board in client.get("/").context["boards"]] == ["1", "2", "10"]


def test_a_nickname_is_text(client: Client, day: str):
    make_game(day, players=["<b>Fox</b>", *(f"P{number}" for number in range(2, 11))])
    page = client.get("/").content.decode()
    assert "&lt;b&gt;Fox&lt;/b&gt;" in page
    assert "<b>Fox</b>" not in page


@pytest.mark.parametrize(
    ("visitor", "offered"),
    [
        ("client", False),
        ("outsider_client", False),
        ("president_client", False),
        ("judge_client", True),
        ("organiser_client", True),
    ],
)
def test_judges_are_offered_what_they_enter(request: pytest.FixtureRequest, visitor: str, offered: bool):
    make_tournament("open")
    page = request.getfixturevalue(visitor).get("/").content.decode()
    assert ('class="btn btn-hero" href="/mafia/games/new/"' in page) is offered
    assert ('class="btn btn-hero" href="/tournaments/open/boards/new/"' in page) is offered


def test_only_reading(client: Client):
    assert client.post("/").status_code == 405


@pytest.mark.parametrize("size", [1, 3])
def test_queries(client: Client, day: str, django_assert_num_queries, size: int):
    tournament = make_tournament()
    for number in range(1, size + 1):
        make_game(day, number=number, players=[f"{number}-{seat}" for seat in range(1, 11)])
        make_board(make_round(number, tournament=tournament), players=[f"{number}{power}" for power in "ABCDEFG"])
    make_player("Somebody else")
    with django_assert_num_queries(QUERIES):
        client.get("/")
