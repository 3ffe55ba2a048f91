"""The TOP-10's page: the line, who is how far from it, and what it takes to get in."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from mafia_rating import scoring
from mafia_rating.models import Season
from tests.conftest import client_of
from tests.factories import make_cup, make_game, make_player
from tests.pages import text_of

from .test_public import TOP

pytestmark = pytest.mark.django_db


@pytest.fixture
def thirteen(season: Season) -> None:
    """Ten play three games, D with one win the last of them; in a fourth X is shot first and Q0, Q2 and Q4 win."""
    names = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J"]
    for number in range(3):
        turned = [*names[number * 3 :], *names[: number * 3]]
        make_game(number=number + 1, players=turned, bonuses={4: "0.3"}, result="red_win")
    make_game(number=4, players=["X", "Y", "Z", *(f"Q{seat}" for seat in range(7))], first_killed=1, result="black_win")


def test_the_line_and_the_ways_in(client: Client, thirteen: None):
    text = text_of(client.get(TOP))
    assert "The line runs between" in text
    assert "Arithmetic, no promise" in text
    assert "A bonus of 0.6 or 0.7 needs the President's consent and is not counted on." in text
    assert "10 D priority 2.30 0.30 0.5878 1 3" in text
    assert "The line runs between D with 2.30 points and Q0 with 2.00: 0.30 apart." in text
    assert "11 Q0 1 win 2.00 0.30 4.0000 1 win 11 Q2" in text
    assert "14 X 1 win 0.50 1.80 0.0000 1 win 15 Q1" in text
    assert "0.00 2.30 0.0000 2 wins, or 1 win and 0.30 more 15 Q3" in text


def test_ones_own_row(thirteen: None, outsider: User):
    player = make_player("X")
    player.user = outsider
    player.save(update_fields=["user"])
    page = client_of(outsider).get(TOP)
    assert page.content.decode().count('id="you"') == 1
    assert 'href="?page=1#you"' in page.content.decode()
    assert "X you" in text_of(page)


def test_a_closed_season_has_a_line_and_no_ways_in(client: Client, thirteen: None, season: Season, admin_user: User):
    season.close(admin_user)
    text = text_of(client.get(TOP))
    assert "The line runs between" in text
    assert "What it takes" not in text


def test_a_line_between_players_level_in_points(client: Client, season: Season):
    """Seven win a game, seven another, and four of the latter play a draw besides."""
    make_game(result="red_win")
    make_game(number=2, result="red_win", players=[f"Q{seat}" for seat in range(10)])
    make_game(number=3, result="draw", players=["Q4", "Q6", "Q8", "Q9", "P4", "P6", "P8", "Q3", "Q5", "Q7"])
    line = "The line runs between Q2 and Q4, level with 2.00 points: the final decides, 4.0000 against 1.0000."
    assert line in text_of(client.get(TOP))


def test_a_line_between_players_level_in_points_and_final(client: Client, season: Season):
    """Nine have points; Q4 won once and lost all of it again, the others never won."""
    make_game(result="red_win")
    make_game(number=2, players=[f"Q{seat}" for seat in scoring.SEATS])
    again = ["P1", "P2", "P3", "Q4", "P5", "P4", "P7", "P6", "P9", "P10"]
    make_game(number=3, result="red_win", players=again, penalties=[(4, "fake_sheriff")], removals={4: "affected"})
    line = "The line runs between Q4 and P4, level with 0.00 points and in the final: the wins decide, 1 against 0."
    assert line in text_of(client.get(TOP))


def test_ten_players_have_no_line(client: Client, season: Season):
    make_game()
    text = text_of(client.get(TOP))
    assert "The line runs" not in text
    assert "What it takes" not in text
    assert "4 P10 priority 0.00 – 0.0000 0 1" in text


def test_the_cup_of_the_season_is_a_click_away_and_names_the_free_entry(client: Client, season: Season):
    make_game()  # P4, P6 and P8 won, with equal points
    cup = make_cup(season, name="Spring Cup")
    for address in (season.get_absolute_url(), TOP, f"{season.get_absolute_url()}chart/"):
        assert f'<a href="{cup.get_absolute_url()}">Spring Cup</a>' in client.get(address).content.decode()
    assert "an admin names who gets the free entry" in text_of(client.get(TOP))
    cup.free_entry = make_player("P6")
    cup.save()
    text = text_of(client.get(TOP))
    assert "an admin names who gets the free entry" not in text
    assert "P6 free entry priority" in text
    assert "P4 shares the most points priority" in text
