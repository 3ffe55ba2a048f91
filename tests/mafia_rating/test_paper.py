"""Protocols on paper, empty and filled in."""

import re
from dataclasses import replace

import pytest

from mafia_rating.models import Game
from tests.factories import make_game, make_protocol, make_season
from tests.pages import text_of

pytestmark = pytest.mark.django_db

EMPTY = "/mafia/games/sheet/"


@pytest.fixture
def game() -> Game:
    make_season()
    return make_game(
        result="black_win", first_killed=3, best_move=(4, 6, 1), bonuses={4: "0.6", 1: "0.3"},
        penalties=[(2, "broke_on_ten"), (7, "discretionary")], removals={5: "affected"},
    )  # fmt: skip


def sheet(game: Game) -> str:
    return f"/mafia/games/{game.pk}/sheet/"


def rows(response) -> list[list[str]]:
    """Return the cells of each seat: a ticked box reads "× yes", one with a number "1 1", an empty one nothing."""
    body = response.content.decode().split("<tbody>")[1].split("</tbody>")[0]
    cells = [re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL) for row in body.split("</tr>")[:-1]]
    return [[" ".join(re.sub(r"<[^>]*>", " ", cell).split()) for cell in row] for row in cells]


def test_anybody_prints_an_empty_protocol(client, db):
    response = client.get(EMPTY)
    assert rows(response) == [[str(seat), *[""] * 16] for seat in range(1, 11)]
    assert "A broke into a red player with ten at the table" in text_of(response)
    assert "E at the judge's discretion" in text_of(response)


def test_anybody_reads_a_filled_protocol(client, game):
    filled = rows(client.get(sheet(game)))
    yes = "× yes"
    # Seat, player, four roles, first killed, best move, bonus, grounds A to E, two removals, points.
    assert filled[0] == ["1", "P1", yes, "", "", "", "", "3 3", "+0.3", "", "", "", "", "", "", "", "0.30"]
    assert filled[1] == ["2", "P2", yes, "", "", "", "", "", "", yes, "", "", "", "", "", "", "-1.00"]
    assert filled[2] == ["3", "P3", "", yes, "", "", yes, "", "", "", "", "", "", "", "", "", "0.75"]
    assert filled[3] == ["4", "P4", "", "", yes, "", "", "1 1", "+0.6", "", "", "", "", "", "", "", "2.00"]
    assert filled[4] == ["5", "P5", yes, "", "", "", "", "", "", "", "", "", "", "", yes, "", "-1.00"]
    assert filled[6][9:14] == ["", "", "", "", yes]


def test_the_header_is_the_games(client, game):
    page = text_of(client.get(sheet(game)))
    assert "Date 3 Oct 2025 Table 1 Game 1 Judge J1" in page
    assert "red win × yes black win draw" in page
    assert "nobody: a miss" in page


def test_a_miss_is_ticked(client):
    make_season()
    assert "First night × yes nobody: a miss" in text_of(client.get(sheet(make_game())))


def test_reasons_and_decisions_are_told(client, game, president):
    protocol = make_protocol(result="black_win", bonuses={4: "0.6"}, penalties=[(7, "discretionary")])
    protocol = replace(
        protocol,
        bonuses=(replace(protocol.bonuses[0], reason="held the table"),),
        penalties=(replace(protocol.penalties[0], reason="shouted"),),
    )
    game.record(protocol, None)
    game.seats.get(number=7).penalties.get().approve(president)
    page = text_of(client.get(sheet(game)))
    assert "Seat 4, bonus 0.6, waits for the President: held the table" in page
    assert "Seat 7, E, approved: shouted" in page


def test_a_cancelled_game_says_so(client, game, judge):
    game.cancel(judge, "played twice")
    assert "Protocol (cancelled)" in text_of(client.get(sheet(game)))


def test_unknown_game_is_not_found(client, game):
    assert client.get(f"/mafia/games/{game.pk + 1}/sheet/").status_code == 404


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_a_sheet_is_only_read(judge_client, game, method):
    assert getattr(judge_client, method)(EMPTY).status_code == 405
    assert getattr(judge_client, method)(sheet(game)).status_code == 405


def test_pages_lead_to_the_sheets(client, judge_client, game):
    assert f'href="{sheet(game)}"' in client.get(game.get_absolute_url()).content.decode()
    assert f'href="{EMPTY}"' in judge_client.get("/mafia/games/new/").content.decode()


@pytest.mark.parametrize("games", [1, 3])
def test_a_sheet_takes_few_queries(client, game, games, django_assert_num_queries):
    for number in range(2, games + 1):
        make_game(number=number, bonuses={4: "0.6"}, penalties=[(2, "broke_on_ten"), (1, "broke_on_ten")])
    with django_assert_num_queries(3):
        client.get(sheet(game))
    with django_assert_num_queries(0):
        client.get(EMPTY)
