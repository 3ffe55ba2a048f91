"""The pages about the judges: who may see them, what they say, and where their numbers lead."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubsite.roles import JUDGE, PRESIDENT
from mafia_rating.models import JudgeBonus, Penalty, Season
from tests.conftest import client_of
from tests.factories import make_game, make_player, make_season, make_user
from tests.pages import text_of

pytestmark = pytest.mark.django_db

JUDGES = "/desk/judges/"
OF_SEASON = f"{JUDGES}2025-26/"


@pytest.fixture(autouse=True)
def games(season: Season, president: User) -> None:
    """Two games of Owl's, one with bonuses and penalties of every kind; one of Fox's; one that is cancelled."""
    make_game(
        judge="Owl", first_killed=1, bonuses={4: "0.6", 1: "0.3"}, penalties=[(1, "discretionary"), (2, "broke_on_ten")]
    )
    JudgeBonus.objects.get(points="0.6").approve(president, "seen it")
    make_game(judge="Owl", number=2, result="red_win", bonuses={3: "0.7"})
    JudgeBonus.objects.get(points="0.7").reject(president)
    make_game(judge="Fox", number=3, result="draw")
    make_game(judge="Fox", number=4, bonuses={4: "0.3"}, status="cancelled")


def owl() -> str:
    return f"{OF_SEASON}{make_player('Owl').pk}/"


def test_the_judges_side_by_side(judge_client: Client):
    response = judge_client.get(JUDGES)
    assert " Fox 1 0 0 1 0 0.0 0.00 — 0.00 0 0 0 " in text_of(response)
    # 1.6 points in two games: 0.3 to a citizen, 0.7 to the sheriff, 0.6 to mafia
    assert " Owl 2 1 1 0 3 1.6 0.80 0.53 -1.00 1 1 1 " in text_of(response)
    assert " All judges 3 1 1 1 3 1.6 0.53 0.53 -1.00 1 1 1 " in text_of(response)
    shares = "18.8 43.7 37.5 0.0 62.5 37.5"
    assert f" Fox 0.0 0.0 0.0 0.0 0.0 0.0 Owl {shares} All judges {shares} " in text_of(response)
    assert text_of(judge_client.get(OF_SEASON)) == text_of(response)


def test_each_number_leads_to_the_games(judge_client: Client):
    page = judge_client.get(JUDGES).content.decode()
    kinds = ("red_win", "black_win", "draw", "bonuses", "penalties", "to_sheriff")
    for kind in ("#games", "#asked", "#roles", *(f"?of={kind}#games" for kind in kinds)):
        assert f'href="{owl()}{kind}"' in page


@pytest.mark.parametrize(
    ("kind", "numbers"),
    [
        ("", [2, 1]),
        ("?of=red_win", [2]),
        ("?of=black_win", [1]),
        ("?of=draw", []),
        ("?of=bonuses", [2, 1]),
        ("?of=penalties", [1]),
        ("?of=to_sheriff", [2]),
        ("?of=to_citizen", [1]),
        ("?of=to_mafia", [1]),
        ("?of=to_don", []),
        ("?of=nonsense", [2, 1]),
    ],
)
def test_the_games_of_a_judge(judge_client: Client, kind: str, numbers: list[int]):
    assert [game.number for game in judge_client.get(owl() + kind).context["games"]] == numbers


def test_a_judge_s_page(judge_client: Client):
    text = text_of(judge_client.get(owl()))
    for words in (
        "Owl as judge",
        "Citizen 1 0.3 18.8 Sheriff 1 0.7 43.7 Mafia 1 0.6 37.5 Don 0 0.0 0.0 Together 3 1.6 100.0",
        "Red team 62.5 %, black team 37.5 %.",
        "3 Oct 2025, table 1, game 2 P3, sheriff: judge's bonus +0.7",
        "3 Oct 2025, table 1, game 1 P1, citizen: penalty at the judge's discretion waits for the President",
        "P4, mafia: judge's bonus +0.6",
        ", president: seen it approved",
    ):
        assert words in text


def test_a_season_without_games(judge_client: Client):
    make_season("2024-25", "2024-09-01", "2025-08-31")
    assert "Judges appear here with the first protocol" in text_of(judge_client.get(f"{JUDGES}2024-25/"))
    page = judge_client.get(owl())
    other = owl().replace("2025-26", "2024-25")
    assert f'href="{other}"' in page.content.decode()
    assert "No game of this season names this judge." in text_of(judge_client.get(other))


def test_a_club_without_a_season(judge_client: Client):
    for model in (Penalty, JudgeBonus):
        model.objects.all().delete()
    Season.objects.get().games.all().delete()
    Season.objects.get().delete()
    assert "Judges appear here" in text_of(judge_client.get(JUDGES))


def test_who_may_look(
    judge_client: Client, president_client: Client, admin_client: Client, outsider_client: Client, client: Client
):
    for address in (JUDGES, OF_SEASON, owl()):
        for visitor in (judge_client, president_client, admin_client):
            assert visitor.get(address).status_code == 200
            assert visitor.post(address).status_code == 405
        assert outsider_client.get(address).status_code == 403
        assert client.get(address).url == f"/accounts/login/?next={address}"


@pytest.mark.parametrize("address", [f"{JUDGES}nowhere/", f"{OF_SEASON}999/", f"{JUDGES}nowhere/1/"])
def test_no_such_season_or_judge(judge_client: Client, address: str):
    assert judge_client.get(address).status_code == 404


@pytest.mark.parametrize("role", [JUDGE, PRESIDENT])
def test_the_desk_leads_there(role: str):
    assert f'href="{JUDGES}"' in client_of(make_user("someone", role)).get("/desk/").content.decode()


@pytest.mark.parametrize("role", [JUDGE, PRESIDENT])
def test_queries(president: User, role: str):
    someone = client_of(make_user("someone", role))

    def look(address: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            assert someone.get(address).status_code == 200
        return len(captured)

    addresses = (JUDGES, OF_SEASON, owl())
    small = [look(address) for address in addresses]
    for number in range(5, 25):
        make_game(
            judge=f"Judge {number % 7}", number=number, bonuses={4: "0.6", 6: "0.2"}, penalties=[(1, "discretionary")]
        )
        make_game(judge="Owl", number=number, table=2, bonuses={4: "0.7"}, penalties=[(1, "discretionary")])
    assert [look(address) for address in addresses] == small
    assert max(small) <= 10
