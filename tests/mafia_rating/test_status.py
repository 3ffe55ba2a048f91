"""Cancelling and reinstating games on the site, with a reason."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.messages import get_messages
from django.test import Client

from mafia_rating.models import Game, Season
from tests.conftest import client_of
from tests.factories import make_game, make_season, make_user
from tests.pages import text_of

pytestmark = pytest.mark.django_db

CLOSED = "The season Season 2025-26 is closed: its games cannot be changed until an admin reopens it."


@pytest.fixture(autouse=True)
def season() -> Season:
    return make_season()


@pytest.fixture
def game(judge: User) -> Game:
    return make_game(by=judge)


def address(game: Game, verb: str = "") -> str:
    return f"/mafia/games/{game.pk}/{verb and verb + '/'}"


def told(response: Any) -> list[str]:
    return [str(message) for message in get_messages(response.wsgi_request)]


def history(game: Game) -> list[tuple[str, str | None]]:
    return list(game.history.order_by("history_id").values_list("status", "history_change_reason"))


def test_a_judge_cancels_and_reinstates(judge_client: Client, game: Game, season: Season):
    for _click in range(2):
        response = judge_client.post(address(game, "cancel"), {"reason": "played by guests"})
        assert response.url == address(game)
        assert told(response)[-1] == "The game is cancelled and counts nowhere."
        assert season.sums() == []
    for _click in range(2):
        response = judge_client.post(address(game, "reinstate"), {"reason": ""})
        assert response.url == address(game)
        assert told(response)[-1] == "The game counts again."
        assert len(season.sums()) == 10
    assert history(game) == [("final", None), ("cancelled", "played by guests"), ("final", None)]
    assert Game.objects.get().version == 3


def test_cancelling_needs_a_reason(judge_client: Client, game: Game):
    for reason in ("", "   "):
        response = judge_client.post(address(game, "cancel"), {"reason": reason})
        assert response.context["form"].errors == {"reason": ["Say why the game is cancelled."]}
    long = "x" * 201
    response = judge_client.post(address(game, "cancel"), {"reason": long})
    assert response.context["form"]["reason"].value() == long
    assert list(response.context["form"].errors) == ["reason"]
    assert history(game) == [("final", None)]


def test_the_reason_stands_on_the_protocol_and_in_the_history(
    client: Client, judge: User, judge_client: Client, game: Game
):
    game.cancel(judge, "an old reason")
    game.reinstate(judge, "they are <members>")
    game.cancel(judge, "played by <guests>")
    changed = Game.objects.with_protocol().get()
    changed.table = 2
    changed.record(changed.protocol(), judge, reason="another table")
    protocol = text_of(client.get(address(game)))
    assert "counts nowhere. Reason: played by <guests>" in protocol
    assert "an old reason" not in protocol
    text = text_of(judge_client.get(address(game, "history")))
    for reason in ("an old reason", "they are <members>", "played by <guests>", "another table"):
        assert reason in text
    assert text.count("Status final cancelled") == 2


def test_the_page_asks_before_it_acts(judge_client: Client, judge: User, game: Game):
    text = text_of(judge_client.get(address(game, "cancel")))
    assert "3 Oct 2025, table 1, game 1" in text
    assert "Everybody can read it." in text
    assert history(game) == [("final", None)]
    assert judge_client.get(address(game, "reinstate")).url == address(game)
    game.cancel(judge, "played by guests")
    assert judge_client.get(address(game, "cancel")).url == address(game)
    assert judge_client.get(address(game, "reinstate")).status_code == 200


@pytest.mark.parametrize("verb", ["cancel", "reinstate"])
def test_a_closed_season_s_game_keeps_its_status(
    judge_client: Client, admin_user: User, game: Game, season: Season, verb: str
):
    season.close(admin_user)
    response = judge_client.post(address(game, verb), {"reason": "late"})
    assert response.context["form"].non_field_errors() == [CLOSED]
    assert response.context["form"]["reason"].value() == "late"
    assert history(game) == [("final", None)]


@pytest.mark.parametrize("verb", ["cancel", "reinstate"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_who_may(game: Game, client: Client, outsider_client: Client, president_client: Client, verb: str, method: str):
    for refused in (outsider_client, president_client):
        assert getattr(refused, method)(address(game, verb), {"reason": "no"}).status_code == 403
    response = getattr(client, method)(address(game, verb))
    assert (response.status_code, response.url) == (302, f"/accounts/login/?next={address(game, verb)}")
    assert history(game) == [("final", None)]


def test_a_colleague_may_cancel(game: Game):
    colleague = client_of(make_user("colleague", "Judge"))
    colleague.post(address(game, "cancel"), {"reason": "played by guests"})
    assert Game.objects.get().status == "cancelled"


@pytest.mark.parametrize("verb", ["cancel", "reinstate"])
def test_wrong_ids_and_methods(judge_client: Client, game: Game, verb: str):
    assert judge_client.post(f"/mafia/games/999/{verb}/", {"reason": "no"}).status_code == 404
    assert judge_client.delete(address(game, verb)).status_code == 405
    assert history(game) == [("final", None)]
