"""The pages of a game's history: who sees what, comparing, restoring."""

import re

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubsite.models import Player
from mafia_rating.models import Game, JudgeBonus, Season
from tests.conftest import client_of
from tests.factories import make_game, make_season, make_user
from tests.pages import text_of

from .test_history import edit, rows

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def season() -> Season:
    return make_season()


@pytest.fixture
def game(judge: User) -> Game:
    """A game whose seat 4, a winner, waits for 0.6."""
    return make_game(by=judge, bonuses={4: "0.6"})


def page(game: Game, path: str = "") -> str:
    return f"/mafia/games/{game.pk}/history/{path}"


def test_the_history_tells_who_when_what_and_whose_points_moved(game: Game, judge_client: Client, president: User):
    edit(
        game,
        make_user("colleague", "Judge"),
        "players swapped",
        players=["P1", "Guest", *(f"P{number}" for number in range(3, 11))],
        first_killed=1,
        best_move=(4, 6, 8),
        bonuses={4: "0.6"},
        penalties=[(3, "discretionary")],
    )
    JudgeBonus.objects.get().approve(president, "a fine game")
    text = text_of(judge_client.get(page(game)))
    _head, decided, edited, entered = re.split(r"Version \d ", text)
    assert "president a fine game" in decided
    assert "Seat 4: bonus +0.6, waits for the President +0.6, approved" in decided
    assert "Seat 4 P4 2.00 → 2.60" in decided
    assert "colleague players swapped" in edited
    for line in (
        "First killed – Seat 1",
        "Best move – 4, 6, 8",
        "Seat 2: player P2 Guest",
        "Seat 3: at the judge's discretion – -1.00, waits for the President",
        "Seat 1 P1 0.00 → 0.90",
        "Seat 2 P2 → Guest 0.00 → 0.00",
    ):
        assert line in edited
    assert "Seat 3: role" not in edited
    assert "judge" in entered
    assert "Entered for the first time." in entered


def test_two_versions_side_by_side(game: Game, judge: User, judge_client: Client):
    edit(game, judge, result="red_win")
    edit(game, judge, result="draw")
    assert "Result black win draw" in text_of(judge_client.get(page(game, "compare/?old=3&new=1")))
    text = text_of(judge_client.get(page(game, "compare/")))
    assert "Result red win draw" in text
    assert "Seat 1: player" not in text
    assert "Seat 1: player P1 P1" in text_of(judge_client.get(page(game, "compare/?all=on")))
    assert "These two versions are the same" in text_of(judge_client.get(page(game, "compare/?old=2&new=2")))


@pytest.mark.parametrize("asked", ["old=9", "new=0", "old=x", "old=-1", "new=99999999999999999999"])
def test_an_unknown_version_is_not_found(game: Game, judge_client: Client, asked: str):
    assert judge_client.get(page(game, f"compare/?{asked}")).status_code == 404


def test_a_version_is_restored_on_its_page(game: Game, judge: User, judge_client: Client):
    edit(game, judge, result="red_win")
    address = page(game, "1/restore/")
    text = text_of(judge_client.get(address))
    assert "Result red win black win" in text
    assert "Seat 4: bonus – +0.6, waits for the President" in text
    assert "Seat 4 P4 0.00 → 2.00" in text
    for told in ("Version 1 is restored.", "Version 1 stands already."):  # the second click
        response = judge_client.post(address, {"version": "2"}, follow=True)
        assert told in text_of(response)
        assert response.redirect_chain == [(f"/mafia/games/{game.pk}/", 302)]
    assert len(rows(game)) == 3
    assert "This is how it stands already" in text_of(judge_client.get(address))


def test_restoring_over_a_colleague_s_edit_is_refused(game: Game, judge: User, judge_client: Client):
    edit(game, judge, result="red_win")
    edit(game, judge, result="draw")
    response = judge_client.post(page(game, "1/restore/"), {"version": "2"}, follow=True)
    assert "Somebody else has changed this since you opened it." in text_of(response)
    assert "Result draw black win" in text_of(response)
    assert len(rows(game)) == 3


@pytest.mark.parametrize("sent", [{}, {"version": "x"}, {"version": "²"}])
def test_a_mangled_version_is_told(game: Game, judge: User, judge_client: Client, sent: dict):
    edit(game, judge, result="red_win")
    response = judge_client.post(page(game, "1/restore/"), sent, follow=True)
    assert "This form came back damaged" in text_of(response)
    assert len(rows(game)) == 2


def test_a_refusal_is_told_before_and_after(
    game: Game, judge: User, judge_client: Client, admin_user: User, season: Season
):
    edit(game, judge, result="red_win")
    season.close(admin_user)
    sentence = "The season Season 2025-26 is closed: its games cannot be changed until an admin reopens it."
    text = text_of(judge_client.get(page(game, "1/restore/")))
    assert f"This version cannot be restored {sentence}" in text
    assert sentence in text_of(judge_client.post(page(game, "1/restore/"), {"version": "2"}, follow=True))
    assert len(rows(game)) == 2


def test_a_player_who_left_the_club_is_told(game: Game, judge: User, judge_client: Client):
    edit(game, judge, judge="Guest")
    edit(game, judge)
    Player.objects.named("Guest").delete()
    assert "Judge J1 a player who is no longer in the club" in text_of(judge_client.get(page(game)))
    assert "A player of this version is no longer in the club." in text_of(judge_client.get(page(game, "2/restore/")))


PAGES = ["", "compare/", "1/restore/"]


@pytest.mark.parametrize("path", PAGES)
def test_who_sees_the_history(request: pytest.FixtureRequest, game: Game, client: Client, path: str):
    for who, status in (
        ("judge_client", 200),
        ("organiser_client", 200),
        ("president_client", 403 if "restore" in path else 200),
        ("admin_client", 200),
        ("outsider_client", 403),
    ):
        assert request.getfixturevalue(who).get(page(game, path)).status_code == status
    response = client.get(page(game, path))
    assert (response.status_code, response.url) == (302, f"/accounts/login/?next={page(game, path)}")


@pytest.mark.parametrize("who", ["outsider_client", "president_client", "client"])
def test_who_may_not_restore(request: pytest.FixtureRequest, game: Game, judge: User, who: str):
    edit(game, judge, result="red_win")
    response = request.getfixturevalue(who).post(page(game, "1/restore/"), {"version": "2"})
    assert response.status_code == (302 if who == "client" else 403)
    assert len(rows(game)) == 2


def test_a_colleague_may_restore(game: Game, judge: User):
    edit(game, judge, result="red_win")
    client_of(make_user("colleague", "Judge")).post(page(game, "1/restore/"), {"version": "2"})
    assert rows(game)[-1] == ("~", "colleague", "restored version 1", 3)


def test_wrong_ids_and_methods(game: Game, judge_client: Client):
    for path in PAGES:
        assert judge_client.get(f"/mafia/games/999/history/{path}").status_code == 404
        assert judge_client.delete(page(game, path)).status_code == 405
    assert judge_client.post(page(game), {}).status_code == 405
    for number in (0, 7, 99999999999999999999):
        assert judge_client.get(page(game, f"{number}/restore/")).status_code == 404
    assert judge_client.post(page(game, "7/restore/"), {"version": "1"}).status_code == 404
    assert len(rows(game)) == 1


def test_the_history_is_linked_for_those_who_see_it(
    judge_client: Client, president_client: Client, outsider_client: Client, game: Game
):
    link = f'href="{page(game)}"'
    address = f"/mafia/games/{game.pk}/"
    assert link in judge_client.get(address).content.decode()
    assert link in president_client.get(address).content.decode()
    assert link not in outsider_client.get(address).content.decode()
    assert link in president_client.get(f"/admin/mafia_rating/game/{game.pk}/change/").content.decode()


def test_many_versions_stand_on_pages(game: Game, judge: User, judge_client: Client):
    for number in range(11):
        edit(game, judge, result=("red_win", "draw")[number % 2])
    first, second = (judge_client.get(page(game, f"?page={number}")) for number in (1, 2))
    assert [entry["row"].ordinal for entry in first.context["entries"]] == [12, 11, 10, 9, 8, 7, 6, 5, 4, 3]
    assert [entry["row"].ordinal for entry in second.context["entries"]] == [2, 1]
    assert "Result red win draw" in text_of(first).split("Version 3 ")[1]
    assert "Result black win red win" in text_of(second)


@pytest.mark.parametrize("path", PAGES)
def test_queries_of_the_pages(game: Game, judge: User, president: User, path: str):
    # The admin sees the most: also how many decisions wait.
    chief = client_of(make_user("chief", "Admin", staff=True))
    edit(game, judge, result="red_win", bonuses={1: "0.7"}, penalties=[(4, "discretionary")])
    JudgeBonus.objects.get().approve(president)

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert chief.get(page(game, path)).status_code == 200
        return len(captured)

    small = queries()
    for number in range(20):
        edit(game, judge, result=("draw", "red_win")[number % 2])
    assert queries() == small <= 10


def test_restoring_takes_few_queries(game: Game, judge: User, judge_client: Client):
    edit(game, judge, result="red_win", penalties=[(4, "discretionary")])
    with CaptureQueriesContext(connection) as captured:
        judge_client.post(page(game, "1/restore/"), {"version": "2"})
    assert len(rows(game)) == 3
    assert len(captured) <= 25
