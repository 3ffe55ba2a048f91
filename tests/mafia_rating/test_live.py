"""Points, reasons and limits while a protocol is filled in."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from mafia_rating.models import Game, JudgeBonus, Penalty, Season
from tests.factories import make_game, make_season
from tests.pages import text_of

from .test_entry import HTMX, NEW, edit_page, everything, stored
from .typed import shown, typed

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def season() -> Season:
    return make_season()


@pytest.fixture
def game(judge: User) -> Game:
    return make_game(by=judge, first_killed=1, best_move=(4, 6, 8), bonuses={4: "0.6", 6: "0.2"})


def live(client: Client, address: str = NEW, **changes: Any) -> str:
    """Return what is told while a protocol is typed."""
    return text_of(client.post(address, typed(**changes), headers=HTMX))


def test_the_running_check_stores_nothing(judge_client: Client):
    loser_over = live(judge_client, seat_5_bonus="0.5", seat_1_player="")
    assert "Seat 5: A player of the losing team gets at most 0.4 (rule 4)." in loser_over
    assert "No limit is broken so far. Still to fill in: 1 player." in live(judge_client, seat_1_player="")
    assert "Ready to save." in live(judge_client)
    assert stored() == [0] * 5


def test_points_and_reasons_are_told_while_the_protocol_is_typed(judge_client: Client):
    response = judge_client.post(NEW, typed(seat_4_bonus="0.3", seat_1_player="", judge=""), headers=HTMX)
    rows = {row["seat"]: row for row in response.context["form"].rows()}
    assert [rows[seat]["total"] for seat in (1, 3, 4)] == ["+0.90", "0.00", "+2.30"]
    assert rows[4]["reasons"] == ["team won, +2.00, rule 1", "judge's bonus, +0.30, rule 4: “Read the table”"]
    page = response.content.decode()
    assert '<div class="seat-points" id="seat-4-points" hx-swap-oob="true">' in page
    assert "Bonus: 0.7 of 1.0 left, 2 of 3 players left" in text_of(response)


def test_nothing_is_told_before_it_is_known(judge_client: Client):
    unfinished = live(judge_client, result="", seat_4_role="citizen", seat_9_player="")
    assert "No limit is broken so far. Still to fill in: 1 player, result." in unfinished
    assert "There must be" not in unfinished
    assert "rule 1" not in unfinished
    assert "There must be 1 sheriff, not 2." in live(judge_client, seat_1_role="sheriff")


def test_an_edit_s_points_keep_the_decisions_that_fit(judge_client: Client, president: User, game: Game):
    JudgeBonus.objects.get(seat__number=4).approve(president)
    data = shown(judge_client, edit_page(game))
    told_now = text_of(judge_client.post(edit_page(game), {**data, "number": 5}, headers=HTMX))
    assert "judge's bonus, approved by the President, +0.60, rule 4" in told_now
    changed = text_of(judge_client.post(edit_page(game), {**data, "seat_4_bonus": "0.7"}, headers=HTMX))
    assert "0.7 waits for the President, 0.00, rule 4" in changed
    assert "+0.60, rule 4" in text_of(judge_client.get(edit_page(game)))


def test_a_preview_is_the_page_with_the_points_and_stores_nothing(judge_client: Client):
    data = typed(seat_5_player=" p5 ", seat_1_player="", judge="", preview="1")
    response = judge_client.post(NEW, data)
    assert stored() == [0] * 5
    form = response.context["form"]
    assert not form.errors
    assert {name: form[name].value() for name in data if name != "preview"} == {
        name: value if isinstance(value, list) else str(value) for name, value in data.items() if name != "preview"
    }
    assert "named 4, 6, 8: three black, +0.40, rule 3" in text_of(response)
    assert "Not saved yet" not in text_of(response)


def test_a_preview_of_an_edit_stores_nothing(judge_client: Client, game: Game):
    before = everything(game)
    response = judge_client.post(edit_page(game), shown(judge_client, edit_page(game), result="draw", preview="1"))
    assert set(response.context["form"].errors) == {"seat_4_bonus", "seat_6_bonus"}
    assert everything(game) == before


def test_an_exceptional_item_needs_a_reason(judge_client: Client):
    response = judge_client.post(
        NEW,
        typed(
            seat_4_bonus="0.6",
            seat_4_bonus_reason=" ",
            seat_6_bonus="0.4",
            seat_6_bonus_reason="",
            seat_1_penalties=["discretionary"],
            seat_1_penalty_reason="",
            seat_2_penalties=["broke_on_ten"],
            seat_2_penalty_reason="",
        ),
    )
    sentence = ["Write the reason: the President decides on it."]
    assert response.context["form"].errors == {"seat_4_bonus_reason": sentence, "seat_1_penalty_reason": sentence}
    assert stored() == [0] * 5


def test_reasons_are_stored_shown_and_kept_by_an_edit(judge_client: Client, client: Client):
    judge_client.post(
        NEW,
        typed(
            seat_4_bonus="0.2",
            seat_4_bonus_reason="Quiet don",
            seat_1_penalties=["broke_on_ten", "discretionary"],
            seat_1_penalty_reason="Shouted",
            seat_9_bonus_reason="for no bonus",
        ),
    )
    game = Game.objects.get()
    page = text_of(client.get(game.get_absolute_url()))
    assert "judge's bonus, +0.20, rule 4: “Quiet don”" in page
    assert "at the judge's discretion: waits for the President, 0.00, rule 5: “Shouted”" in page
    assert "for no bonus" not in page
    judge_client.post(edit_page(game), shown(judge_client, edit_page(game), number=7))
    assert JudgeBonus.objects.get().reason == "Quiet don"
    assert dict(Penalty.objects.values_list("ground", "reason")) == {"broke_on_ten": "", "discretionary": "Shouted"}


def test_a_reason_has_its_limit(judge_client: Client):
    response = judge_client.post(NEW, typed(seat_4_bonus="0.2", seat_4_bonus_reason="x" * 201))
    assert list(response.context["form"].errors) == ["seat_4_bonus_reason"]
