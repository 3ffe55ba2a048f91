"""Entering and editing games on the site."""

import datetime
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.messages import get_messages
from django.test import Client
from django.utils import timezone

from clubsite.roles import JUDGE
from mafia_rating.models import PARTS, BestMove, Game, JudgeBonus, Penalty, Season, Seat
from mafia_rating.starts import evening_of
from tests.conftest import client_of
from tests.factories import make_game, make_player, make_season, make_user
from tests.pages import text_of

from . import vectors
from .stored import settle
from .typed import shown, typed

pytestmark = pytest.mark.django_db

NEW = "/mafia/games/new/"
HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def season() -> Season:
    return make_season()


def edit_page(game: Game) -> str:
    return f"/mafia/games/{game.pk}/edit/"


def told(response: Any) -> list[str]:
    return [str(message) for message in get_messages(response.wsgi_request)]


def stored() -> list[int]:
    return [model.objects.count() for model in (Game, Seat, BestMove, JudgeBonus, Penalty)]


def everything(game: Game) -> tuple:
    """Return all that a game holds, to show that nothing of it has changed."""
    return (
        Game.objects.filter(pk=game.pk).values_list().get(),
        list(game.seats.values_list()),
        list(BestMove.objects.values_list()),
        list(JudgeBonus.objects.values_list()),
        list(Penalty.objects.values_list()),
    )


# A new game


def test_a_judge_enters_a_game(judge_client: Client, judge: User):
    response = judge_client.post(
        NEW, typed(seat_4_bonus="0,6", seat_5_bonus="0.2", seat_1_penalties=["broke_on_ten"], seat_2_removal="affected")
    )
    game = Game.objects.get()
    assert response.url == f"/mafia/games/{game.pk}/"
    assert (game.played_on, game.table, game.number) == (datetime.date(2026, 2, 1), 1, 1)
    assert (game.judge.nickname, game.result, game.first_killed) == ("J1", "black_win", 1)
    assert (game.entered_by, game.version, game.season.slug) == (judge, 1, "2025-26")
    assert game.best_move.named == (4, 6, 8)
    assert [str(seat.total) for seat in game.seats.all()] == [
        *("-0.10", "-1.00", "0.00", "2.00", "0.20"),
        *("2.00", "0.00", "2.00", "0.00", "0.00"),
    ]
    assert [(bonus.seat.number, bonus.points, bonus.approval) for bonus in JudgeBonus.objects.all()] == [
        (4, Decimal("0.6"), "pending"),
        (5, Decimal("0.2"), "not_needed"),
    ]
    assert told(response) == [
        f'The protocol is saved. <a href="{NEW}?after={game.pk}&amp;seats=kept">Next game, same ten</a> · '
        f'<a href="{NEW}?after={game.pk}&amp;seats=drawn">the same, seats drawn anew</a> · '
        f'<a href="{NEW}">another game</a>',
        "1 item waits for the President and counts 0 until it is approved.",
    ]


def test_an_organiser_may_enter_a_game(organiser_client: Client):
    organiser_client.post(NEW, typed())
    assert Game.objects.count() == 1


@pytest.mark.parametrize("vector", vectors.read("mafia_games"), ids=lambda vector: vector["id"])
def test_a_worked_example_is_typed_in(judge_client: Client, president: User, vector: dict):
    response = judge_client.post(NEW, typed(vector["game"]))
    assert response.status_code == 302
    for kind, model in (("bonuses", JudgeBonus), ("penalties", Penalty)):
        for item in vector["game"][kind]:
            if item.get("approval") in ("approved", "rejected"):
                key = {name: item[name] for name in ("points", "ground") if name in item}
                decided = model.objects.get(seat__number=item["seat"], **key)
                (decided.approve if item["approval"] == "approved" else decided.reject)(president)
    assert {
        str(seat.number): {part: str(getattr(seat, part)) for part in PARTS} for seat in Seat.objects.all()
    } == vector["expected"]


@pytest.mark.parametrize("vector", vectors.read("mafia_invalid_games"), ids=lambda vector: vector["id"])
def test_a_refused_example_stores_nothing_and_keeps_what_was_typed(judge_client: Client, vector: dict):
    data = typed(vector["game"], seat_9_player=" p9 ")
    response = judge_client.post(NEW, data)
    form = response.context["form"]
    assert stored() == [0] * 5
    assert response.status_code == 200
    assert {name: form[name].value() for name in data} == {
        name: value if isinstance(value, list) else str(value) for name, value in data.items()
    }
    page = text_of(response)
    assert "Not saved yet" in page
    for sentences in form.errors.values():
        for sentence in sentences:
            assert sentence in page


def test_the_form_begins_with_the_evening_s_next_game(judge_client: Client, judge: User):
    make_player("Host", user=judge)
    evening = evening_of(timezone.localtime())
    if not Season.objects.on(evening):
        make_season("now", str(evening), str(evening))
    make_game(str(evening), table=2, number=3, judge="Host")
    form = judge_client.get(NEW).context["form"]
    assert [form[name].value() for name in ("played_on", "table", "number", "judge")] == [evening, 2, 4, "Host"]
    assert {form[f"seat_{seat}_role"].value() for seat in range(1, 11)} == {"citizen"}


def test_a_judge_s_own_table_comes_before_the_club_s_last(judge_client: Client, judge: User):
    make_game(table=3, by=judge)
    make_game(table=1, by=make_user("colleague", JUDGE))
    assert judge_client.get(NEW).context["form"]["table"].value() == 3


def test_the_next_game_begins_with_the_same_ten(judge_client: Client, game: Game):
    make_game(number=4)
    form = judge_client.get(f"{NEW}?after={game.pk}").context["form"]
    assert [form[name].value() for name in ("played_on", "table", "number", "judge")] == [game.played_on, 1, 5, "J1"]
    assert [form[f"seat_{seat}_player"].value() for seat in range(1, 11)] == [f"P{seat}" for seat in range(1, 11)]
    assert {form[f"seat_{seat}_role"].value() for seat in range(1, 11)} == {"citizen"}
    assert form["result"].value() is None


def test_the_same_ten_may_draw_their_seats_anew(judge_client: Client, game: Game):
    before = everything(game)
    address = f"{NEW}?after={game.pk}&seats=drawn"
    draws = []
    for _again in range(2):
        form = judge_client.get(address).context["form"]
        draws.append([form[f"seat_{seat}_player"].value() for seat in range(1, 11)])
    seated = [f"P{seat}" for seat in range(1, 11)]
    assert [sorted(draw) for draw in draws] == [sorted(seated)] * 2
    assert draws != [seated, seated]  # by chance once in 13 million million runs
    assert everything(game) == before
    assert Game.objects.count() == 1


@pytest.mark.parametrize("after", ["999", "x", "", "-1", "1.5", "9" * 30, "²"])
def test_the_ten_of_no_game_are_not_found(judge_client: Client, game: Game, after: str):
    assert judge_client.get(f"{NEW}?after={after}").status_code == 404


def test_the_first_game_of_a_club(judge_client: Client):
    form = judge_client.get(NEW).context["form"]
    assert [form[name].value() for name in ("table", "number", "judge")] == [1, 1, ""]


def test_a_form_sent_twice_records_one_game(judge_client: Client):
    data = typed()
    first = judge_client.post(NEW, data)
    second = judge_client.post(NEW, data)
    assert (second.status_code, second.url) == (302, first.url)
    assert Game.objects.count() == 1
    assert told(second)[-1] == "This form was saved before. Here is the game as it was saved then."


def test_a_form_sent_again_with_another_number_records_one_game(judge_client: Client):
    data = typed()
    first = judge_client.post(NEW, data)
    second = judge_client.post(NEW, {**data, "number": 2})
    assert second.url == first.url
    assert list(Game.objects.values_list("number", flat=True)) == [1]


def test_a_second_game_of_the_same_number_is_told(judge_client: Client):
    judge_client.post(NEW, typed())
    response = judge_client.post(NEW, typed())
    assert response.context["form"].errors == {"number": ["A game of this date, table and number is recorded already."]}


def test_a_mangled_token_is_an_error_in_words(judge_client: Client):
    response = judge_client.post(NEW, typed(entry_token="x"))
    assert "This form came back damaged: open the page again." in text_of(response)
    assert stored() == [0] * 5


# Editing


@pytest.fixture
def game(judge: User) -> Game:
    return make_game(by=judge, first_killed=1, best_move=(4, 6, 8), bonuses={4: "0.6", 6: "0.2"})


def test_two_players_swap_seats_in_one_save(judge_client: Client, game: Game):
    response = judge_client.post(
        edit_page(game), shown(judge_client, edit_page(game), seat_1_player="P4", seat_4_player="P1")
    )
    assert response.status_code == 302
    seats = list(game.seats.order_by("number").values_list("player__nickname", "total"))
    assert seats[0] == ("P4", Decimal("0.90"))
    assert seats[3] == ("P1", Decimal("2.00"))
    assert Game.objects.get().version == 2


def test_an_edit_begins_with_the_protocol_as_it_is_recorded(judge_client: Client, game: Game):
    assert "The protocol as it is recorded." in text_of(judge_client.get(edit_page(game)))
    assert "Points appear when the roles and the result are set." in text_of(judge_client.get(NEW))


def test_a_colleague_may_edit(game: Game):
    colleague = client_of(make_user("colleague", JUDGE))
    colleague.post(edit_page(game), shown(colleague, edit_page(game), result="red_win"))
    game.refresh_from_db()
    assert (game.result, game.entered_by.username) == ("black_win", "judge")  # 0.6 is too much for a loser
    colleague.post(edit_page(game), shown(colleague, edit_page(game), result="red_win", seat_4_bonus=""))
    game.refresh_from_db()
    assert (game.result, game.entered_by.username) == ("red_win", "judge")


def test_an_edit_of_an_old_version_is_refused_with_what_was_typed(judge_client: Client, game: Game):
    mine = shown(judge_client, edit_page(game), number=7)
    judge_client.post(edit_page(game), shown(judge_client, edit_page(game), table=2))
    before = everything(game)
    response = judge_client.post(edit_page(game), mine)
    assert response.context["form"].non_field_errors() == ["Somebody else has changed this since you opened it."]
    assert response.context["form"]["number"].value() == "7"
    assert everything(game) == before


def test_a_refused_edit_changes_nothing(judge_client: Client, game: Game):
    before = everything(game)
    response = judge_client.post(
        edit_page(game), shown(judge_client, edit_page(game), number=5, seat_2_player="Nobody", result="draw")
    )
    assert set(response.context["form"].errors) == {"seat_2_player", "seat_4_bonus", "seat_6_bonus"}
    assert "Game 1, table 1, 2025-10-03" in text_of(response)
    assert everything(game) == before


def test_an_edit_without_its_version_is_refused(judge_client: Client, game: Game):
    data = shown(judge_client, edit_page(game), number=5)
    del data["version"]
    response = judge_client.post(edit_page(game), data)
    assert "This form came back damaged: open the page again." in text_of(response)
    assert game.number != 5


def test_a_closed_season_is_told_before_and_after(judge_client: Client, admin_user: User, game: Game, season: Season):
    settle(admin_user)
    assert edit_page(game) in judge_client.get(game.get_absolute_url()).content.decode()
    season.close(admin_user)
    shown_game = judge_client.get(game.get_absolute_url())
    assert "season closed" in text_of(shown_game)
    assert f"{game.get_absolute_url()}edit/" not in shown_game.content.decode()
    assert f"{game.get_absolute_url()}cancel/" not in shown_game.content.decode()
    sentence = "The season Season 2025-26 is closed: its games cannot be changed until an admin reopens it."
    assert sentence in text_of(judge_client.get(edit_page(game)))
    before = everything(game)
    response = judge_client.post(edit_page(game), shown(judge_client, edit_page(game), table=2))
    assert response.context["form"].errors == {"played_on": [sentence]}
    assert everything(game) == before


# Who may write


WRITES = ["new", "{pk}/edit"]


@pytest.fixture
def address(request: pytest.FixtureRequest, game: Game) -> str:
    return f"/mafia/games/{request.param.format(pk=game.pk)}/"


@pytest.mark.parametrize("address", WRITES, indirect=True)
def test_a_colleague_may_write(address: str):
    colleague = client_of(make_user("colleague", JUDGE))
    assert colleague.post(address, typed(version=1)).status_code == 302


@pytest.mark.parametrize("address", WRITES, indirect=True)
@pytest.mark.parametrize("who", ["outsider_client", "president_client"])
def test_others_are_refused(request: pytest.FixtureRequest, game: Game, address: str, who: str):
    before = everything(game)
    client = request.getfixturevalue(who)
    assert client.post(address, typed(version=1)).status_code == 403
    assert everything(game) == before
    assert Game.objects.count() == 1


@pytest.mark.parametrize("address", WRITES, indirect=True)
def test_anonymous_visitors_log_in_first(client: Client, game: Game, address: str):
    before = everything(game)
    response = client.post(address, typed(version=1))
    assert (response.status_code, response.url) == (302, f"/accounts/login/?next={address}")
    assert everything(game) == before
    assert Game.objects.count() == 1


def test_an_unknown_game_is_not_found(judge_client: Client):
    assert judge_client.post("/mafia/games/999/edit/").status_code == 404


@pytest.mark.parametrize("address", WRITES, indirect=True)
def test_other_methods_are_refused(judge_client: Client, game: Game, address: str):
    before = everything(game)
    assert judge_client.delete(address).status_code == 405
    assert everything(game) == before


@pytest.mark.parametrize("who", ["outsider_client", "president_client"])
def test_the_forms_are_for_judges(request: pytest.FixtureRequest, game: Game, who: str):
    client = request.getfixturevalue(who)
    assert [client.get(address).status_code for address in (NEW, edit_page(game))] == [403, 403]


def test_nothing_inline_in_the_form(judge_client: Client, game: Game):
    page = judge_client.get(edit_page(game)).content.decode()
    for forbidden in ("<style", " style=", " onclick=", " onchange=", "<script>"):
        assert forbidden not in page
