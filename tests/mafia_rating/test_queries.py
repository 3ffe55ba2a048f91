"""How many queries a judge's and the President's pages take, in a small club and in one twenty times its size."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubsite.models import Player
from mafia_rating.models import Game, JudgeBonus
from tests.conftest import client_of
from tests.factories import make_game, make_season, make_user

from .typed import shown, typed

pytestmark = pytest.mark.django_db

SAVING = 25
FILLED = {
    "seat_4_bonus": "0.6",
    "seat_5_bonus": "0.2",
    "seat_6_bonus": "0.2",
    "seat_1_penalties": ["broke_on_ten", "discretionary"],
    "seat_2_penalties": ["broke_on_four"],
    "first_killed": 1,
    "best_move_1": 4,
    "best_move_2": 6,
    "best_move_3": 8,
}


def grow() -> None:
    """Add players and games."""
    Player.objects.bulk_create(
        [Player(nickname=f"Member {number}", nickname_key=f"member {number}") for number in range(100)]
    )
    for number in range(2, 21):
        make_game(number=number, bonuses={4: "0.6", 6: "0.2"}, penalties=[(1, "discretionary")])


def queries(act: Callable[[], object]) -> int:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        act()
    return len(captured)


@pytest.fixture
def game(judge: User) -> Game:
    make_season()
    return make_game(by=judge, bonuses={4: "0.6", 6: "0.2"}, penalties=[(1, "discretionary")])


def test_saving_a_new_game(judge_client: Client, game: Game):
    def save(**changes: object) -> int:
        data = typed(**FILLED, **changes)
        count = queries(lambda: judge_client.post("/mafia/games/new/", data))
        assert Game.objects.filter(entry_token=data["entry_token"]).exists()
        return count

    small = save()
    grow()
    assert save(number=2) == small <= SAVING


def test_saving_an_edit(judge_client: Client, president: User, game: Game):
    address = f"/mafia/games/{game.pk}/edit/"
    JudgeBonus.objects.pending().get().approve(president)

    def save(**changes: object) -> int:
        data = shown(judge_client, address, **{**FILLED, **changes})
        return queries(lambda: judge_client.post(address, data))

    small = save(seat_1_player="P2", seat_2_player="P1")
    grow()
    assert save(seat_1_player="P1", seat_2_player="P2", best_move_1=6, best_move_2=4) == small <= SAVING
    make_season("2026-27", "2026-09-01", "2027-08-31")
    assert save(played_on="2026-10-02") <= SAVING
    game.refresh_from_db()
    assert (game.version, game.season.slug) == (4, "2026-27")


@pytest.mark.parametrize("address", ["new", "{pk}/edit"])
def test_opening_the_form(judge_client: Client, game: Game, address: str):
    def look() -> int:
        return queries(lambda: judge_client.get(f"/mafia/games/{address.format(pk=game.pk)}/"))

    small = look()
    grow()
    assert look() == small <= 10


def test_the_next_game_with_the_same_ten(judge_client: Client, game: Game):
    assert queries(lambda: judge_client.get(f"/mafia/games/new/?after={game.pk}&seats=drawn")) <= 10


@pytest.mark.parametrize("address", ["new", "{pk}/edit"])
def test_live_points_cost_one_query_more_than_the_form(judge_client: Client, game: Game, address: str):
    page = f"/mafia/games/{address.format(pk=game.pk)}/"

    def look() -> int:
        data = typed(**FILLED, played_on="2026-03-01", table=2, version=1)
        return queries(lambda: judge_client.post(page, data, headers={"HX-Request": "true"}))

    view = queries(lambda: judge_client.get(page))
    small = look()
    grow()
    assert look() == small <= view + 1


@pytest.mark.parametrize(
    "address",
    [
        "",
        "mafia_rating/game/waiting/",
        "mafia_rating/game/",
        "mafia_rating/game/?q=p4",
        "mafia_rating/game/{pk}/change/",
        "mafia_rating/season/",
        "mafia_rating/seat/",
        "mafia_rating/bestmove/",
        "mafia_rating/judgebonus/",
        "mafia_rating/penalty/?approval__exact=pending",
    ],
)
def test_lists_of_the_admin(game: Game, address: str):
    chief = client_of(make_user("chief", "Admin", staff=True))

    def look() -> int:
        def get() -> None:
            assert chief.get(f"/admin/{address.format(pk=game.pk)}").status_code == 200

        return queries(get)

    look()  # fills the cache of content types
    small = look()
    grow()
    assert look() == small <= 16
