"""The chart of points over the evenings: literal places in its drawing of 600 × 320, and its page."""

import datetime
from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.test import Client

from mafia_rating import chart
from mafia_rating.models import Season
from tests.conftest import client_of
from tests.factories import make_game, make_player
from tests.pages import text_of

from .test_public import SEASON

FIRST, SECOND, THIRD = (datetime.date(2025, 10, day) for day in (3, 10, 17))
CHART = f"{SEASON}chart/"


def points(**gained: str) -> dict[datetime.date, Decimal]:
    """Build what a player gained on some of the three evenings."""
    days = {"first": FIRST, "second": SECOND, "third": THIRD}
    return {days[name]: Decimal(each) for name, each in gained.items()}


def test_points_add_up_and_who_is_away_stays():
    totals = chart.running_totals({1: points(first="2.30", third="-1.00"), 2: points(second="0.50")})
    assert totals.evenings == [FIRST, SECOND, THIRD]
    assert {player: [str(each) for each in line] for player, line in totals.points.items()} == {
        1: ["2.30", "2.30", "1.30"],
        2: ["0.00", "0.50", "0.50"],
    }


def test_nobody_played_no_chart():
    assert chart.points_chart(chart.running_totals({1: {}})) is None


def test_lines_start_at_nothing_and_evenings_stand_at_equal_steps():
    drawn = chart.points_chart(chart.running_totals({1: points(first="4.00"), 2: points(second="-2.00")}))
    assert drawn.evenings == [(FIRST, 306), (SECOND, 560)]
    assert [(mark.value, mark.at) for mark in drawn.levels] == [
        *[(-2, 284), (-1, 239), (0, 194), (1, 149), (2, 104), (3, 59), (4, 14)]
    ]
    assert [(line.player, line.number, line.path) for line in drawn.lines] == [
        (1, 1, "52,194 306,14 560,14"),
        (2, 2, "52,194 306,194 560,284"),
    ]
    assert drawn.lines[0].shape != drawn.lines[1].shape


@pytest.mark.parametrize(
    ("gained", "levels"),
    [("0.00", [0, 1]), ("0.50", [0, 1]), ("7.10", [0, 2, 4, 6, 8]), ("64.00", [0, 10, 20, 30, 40, 50, 60, 70])],
)
def test_the_grid_fits_the_points(gained: str, levels: list[int]):
    drawn = chart.points_chart(chart.running_totals({1: points(first=gained)}))
    assert [mark.value for mark in drawn.levels] == levels


def test_many_evenings_have_few_dates_and_no_marks():
    evenings = [FIRST + datetime.timedelta(days=7 * week) for week in range(40)]
    drawn = chart.points_chart(chart.running_totals({1: dict.fromkeys(evenings, Decimal("2.00"))}))
    assert len(drawn.evenings) == 6
    assert drawn.evenings[-1] == (evenings[-1], 560)
    assert drawn.lines[0].marked == [(560, drawn.lines[0].points[-1][1])]
    assert len(drawn.lines[0].points) == 41


@pytest.fixture
def games(season: Season) -> None:
    """Three evenings; P4, P6 and P8 win, P1 takes 0.50 on the last."""
    make_game(FIRST.isoformat(), bonuses={4: "0.3"})
    make_game(SECOND.isoformat())
    make_game(THIRD.isoformat(), first_killed=1)


@pytest.mark.django_db
def test_the_leaders_are_drawn_with_a_table(client: Client, games: None):
    response = client.get(CHART)
    text = text_of(response)
    assert "After the evening of P4 P6 P8 P1 P2" in text
    assert "3 Oct 2025 2.30 2.00 2.00 0.00 0.00" in text
    assert "17 Oct 2025 6.30 6.00 6.00 0.50 0.00" in text
    address = f"/mafia/seasons/2025-26/players/{make_player('P4').pk}/?until={SECOND}"
    assert f'<a href="{address}#games">4.30</a>' in response.content.decode()
    assert "All games 2 4.30" in text_of(client.get(address))


@pytest.mark.django_db
def test_oneself_is_drawn_with_the_leaders(games: None, outsider: User):
    player = make_player("P10")
    player.user = outsider
    player.save(update_fields=["user"])
    text = text_of(client_of(outsider).get(CHART))
    assert "P10 you 0.00" in text
    assert "After the evening of P10 P4 P6 P8 P1 P2" in text


@pytest.mark.django_db
def test_players_are_chosen_by_any_spelling(client: Client, games: None):
    response = client.get(CHART, {"player_1": " p8", "player_2": "", "player_3": "P1", "player_4": "P8"})
    text = text_of(response)
    assert "After the evening of P8 P1 3 Oct" in text
    assert 'value="P1"' in response.content.decode()


@pytest.mark.django_db
def test_nobody_of_a_name(client: Client, games: None):
    response = client.get(CHART, {"player_1": "P8", "player_2": "Fox"})
    text = text_of(response)
    assert "Player 2 Nobody of this name played in the season." in text
    assert "After the evening of P8 3 Oct" in text
    assert 'value="Fox"' in response.content.decode()


@pytest.mark.django_db
def test_a_season_without_games(client: Client, season: Season):
    assert "No games yet" in text_of(client.get(CHART))
    assert client.get("/mafia/seasons/none/chart/").status_code == 404
