"""Two people edit one game or board: the second sees what the first changed beside his own values, and chooses."""

import re
import uuid
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.messages import get_messages
from django.http import HttpResponse
from django.test import Client

from clubsite.conflicts import versions_since
from clubsite.forms import EntryForm
from clubsite.models import Draft
from clubsite.roles import JUDGE
from mafia_rating.forms import ProtocolForm, stored_values
from mafia_rating.models import Game
from tests.conftest import client_of
from tests.factories import make_board, make_game, make_player, make_round, make_season, make_user
from tests.pages import text_of
from tests.tournaments.posts import PLAYERS, board_post, seats_of
from tournaments.forms import BoardForm
from tournaments.models import Board

pytestmark = pytest.mark.django_db


@pytest.fixture
def colleague(db: None) -> User:
    return make_user("anna", JUDGE)


@pytest.fixture
def game(judge: User) -> Game:
    make_season()
    return make_game(by=judge, first_killed=1, best_move=(4, 6, 8), bonuses={6: "0.2"})


@pytest.fixture
def board(judge: User) -> Board:
    return make_board(make_round(), by=judge, players=(*PLAYERS[:6], None), centres=(8, 0, 7, 7, 6, 6, 0))


def edit_page(instance: Game | Board) -> str:
    return f"{instance.get_absolute_url()}edit/"


def compared(response: HttpResponse) -> dict[str, tuple]:
    """Return what a conflict shows by field: before, theirs, mine, and which is chosen."""
    return {
        line.name: (line.before, line.theirs, line.mine, line.chosen)
        for line in response.context["conflict"].differences
    }


def answered(response: HttpResponse, **choices: str) -> dict[str, Any]:
    """Return what the page of a conflict sends: its hidden inputs, and the radio buttons as chosen."""
    conflict = response.context["conflict"]
    sent: dict[str, Any] = {"version": conflict.started_from, "seen": conflict.latest.number}
    for name, value in conflict.typed():
        sent.setdefault(name, []).append(value)
    radios = {line.radio: line.chosen for line in conflict.differences if line.chosen}
    return sent | radios | {f"keep-{name}": side for name, side in choices.items()}


def sent_by(form: EntryForm, **changes: Any) -> dict[str, Any]:
    """Return what a form sends as it is shown, with the changes."""
    values = {name: form[name].value() for name in form.fields} | changes
    return {name: value for name, value in values.items() if value is not None}


def shown(client: Client, address: str, **changes: Any) -> dict[str, Any]:
    """Return what a page's form sends when only the changes are typed."""
    return sent_by(client.get(address).context["form"], **changes)


def told(response: HttpResponse) -> list[str]:
    return [str(message) for message in get_messages(response.wsgi_request)]


@pytest.fixture
def two_edits(judge_client: Client, colleague: User, game: Game) -> HttpResponse:
    """Anna changed the table and seat 6's bonus with its reason; the judge changed the number, and the bonus too."""
    mine = shown(judge_client, edit_page(game), number="7", seat_6_bonus="0,5", seat_2_player="p2")
    anna = client_of(colleague)
    theirs = shown(anna, edit_page(game), table="2", seat_6_bonus="0.4", seat_6_bonus_reason="a fine don")
    assert anna.post(edit_page(game), theirs).status_code == 302
    return judge_client.post(edit_page(game), mine)


def test_the_second_sees_field_by_field_what_the_first_changed(two_edits: HttpResponse, game: Game):
    assert compared(two_edits) == {
        "seat_6_bonus": ("0.2", "0.4", "0.5", None),
        "table": ("1", "2", "1", "theirs"),
        "number": ("1", "1", "7", "mine"),
        "seat_6_bonus_reason": ("empty", "a fine don", "empty", "theirs"),
    }
    page = text_of(two_edits)
    assert "anna saved a change on " in page
    assert "Seat 6: bonus" in page
    assert "both of you changed it: choose" in page
    assert "only you changed it" in page
    game.refresh_from_db()
    assert (game.table, game.number, game.version) == (2, 1, 2)


@pytest.mark.parametrize(("side", "bonus"), [("theirs", "0.4"), ("mine", "0.5")])
def test_what_is_chosen_is_saved_on_the_new_version(
    judge_client: Client, two_edits: HttpResponse, game: Game, side: str, bonus: str
):
    response = judge_client.post(edit_page(game), answered(two_edits, seat_6_bonus=side))
    assert response.url == game.get_absolute_url()
    game.refresh_from_db()
    given = game.seats.get(number=6).bonus_given
    assert (game.table, game.number, game.version, given.points) == (2, 7, 3, Decimal(bonus))
    assert given.reason == "a fine don"


def test_every_default_can_be_turned(judge_client: Client, two_edits: HttpResponse, game: Game):
    choices = {"seat_6_bonus": "mine", "table": "mine", "number": "theirs", "seat_6_bonus_reason": "mine"}
    judge_client.post(edit_page(game), answered(two_edits, **choices))
    game.refresh_from_db()
    given = game.seats.get(number=6).bonus_given
    assert (game.table, game.number, given.points, given.reason) == (1, 1, Decimal("0.5"), "")


def test_without_the_choice_nothing_is_saved(judge_client: Client, two_edits: HttpResponse, game: Game):
    response = judge_client.post(edit_page(game), answered(two_edits, number="theirs"))
    again = compared(response)
    assert again["seat_6_bonus"] == ("0.2", "0.4", "0.5", None)
    assert again["number"] == ("1", "1", "7", "theirs")
    game.refresh_from_db()
    assert game.version == 2


def test_a_third_edit_meanwhile_is_a_new_choice(
    judge_client: Client, colleague: User, two_edits: HttpResponse, game: Game
):
    anna = client_of(colleague)
    anna.post(edit_page(game), shown(anna, edit_page(game), table="3"))
    response = judge_client.post(edit_page(game), answered(two_edits, seat_6_bonus="theirs"))
    assert compared(response) == {"table": ("2", "3", "2", "theirs"), "number": ("1", "1", "7", "mine")}
    judge_client.post(edit_page(game), answered(response))
    game.refresh_from_db()
    assert (game.table, game.number, game.version) == (3, 7, 4)


def test_what_breaks_a_limit_comes_back_to_the_form(judge_client: Client, colleague: User, game: Game):
    mine = shown(judge_client, edit_page(game), seat_4_bonus="0.7", seat_4_bonus_reason="brilliant")
    anna = client_of(colleague)
    anna.post(edit_page(game), shown(anna, edit_page(game), seat_6_bonus="0.4"))
    conflict = judge_client.post(edit_page(game), mine)
    response = judge_client.post(edit_page(game), answered(conflict))
    form = response.context["form"]
    assert form.errors["seat_4_bonus"] == ["Bonuses add up to at most 1.0, not 1.1 (rule 4)."]
    assert [form[name].value() for name in ("version", "seat_4_bonus", "seat_6_bonus")] == ["2", "0.7", "0.4"]
    judge_client.post(edit_page(game), sent_by(form, seat_4_bonus="0.6"))
    assert [str(seat.bonus_given.points) for seat in game.seats.filter(number__in=(4, 6))] == ["0.6", "0.4"]


def test_what_cannot_be_read_stands_as_it_was_typed(judge_client: Client, colleague: User, game: Game):
    mine = shown(judge_client, edit_page(game), seat_6_bonus="a lot", seat_1_player="Nobody <b>", played_on="soon")
    anna = client_of(colleague)
    anna.post(edit_page(game), shown(anna, edit_page(game), seat_6_bonus="0.4"))
    response = judge_client.post(edit_page(game), mine)
    assert compared(response) == {
        "seat_6_bonus": ("0.2", "0.4", "a lot", None),
        "played_on": ("Oct. 3, 2025", "Oct. 3, 2025", "soon", "mine"),
        "seat_1_player": ("P1", "P1", "Nobody <b>", "mine"),
    }
    form = judge_client.post(edit_page(game), answered(response, seat_6_bonus="mine")).context["form"]
    assert set(form.errors) == {"seat_6_bonus", "played_on", "seat_1_player"}
    assert form["seat_6_bonus"].value() == "a lot"


def test_values_are_told_in_words(judge_client: Client, colleague: User, game: Game):
    mine = shown(judge_client, edit_page(game), seat_3_role="citizen", seat_1_role="sheriff", first_killed="")
    anna = client_of(colleague)
    theirs = shown(anna, edit_page(game), seat_3_removal="affected", seat_1_penalties=["broke_on_ten", "false_check"])
    anna.post(edit_page(game), theirs)
    assert compared(judge_client.post(edit_page(game), mine)) == {
        "first_killed": ("1", "1", "empty", "mine"),
        "seat_1_role": ("citizen", "citizen", "sheriff", "mine"),
        "seat_1_penalties": (
            "empty",
            "broke into a red player with ten at the table, left a false check standing",
            "empty",
            "theirs",
        ),
        "seat_3_role": ("sheriff", "sheriff", "citizen", "mine"),
        "seat_3_removal": ("none", "affected the game", "none", "theirs"),
    }


def test_a_cancelled_game_is_told_and_stays_cancelled(judge_client: Client, colleague: User, game: Game):
    mine = shown(judge_client, edit_page(game), number="7")
    game.cancel(colleague, "played twice")
    response = judge_client.post(edit_page(game), mine)
    assert compared(response) == {"number": ("1", "1", "7", "mine")}
    assert "played twice" in text_of(response)
    judge_client.post(edit_page(game), answered(response))
    game.refresh_from_db()
    assert (game.number, game.status) == (7, "cancelled")


# Sent twice


def test_an_edit_sent_twice_is_recorded_once(judge_client: Client, game: Game):
    mine = shown(judge_client, edit_page(game), number="7", draft=str(uuid.uuid4()))
    first, second = (judge_client.post(edit_page(game), mine) for _time in range(2))
    assert (first.url, second.url) == (game.get_absolute_url(),) * 2
    assert told(second)[-1] == "What you typed was saved before: here is how it stands now."
    game.refresh_from_db()
    assert game.version == 2


def test_an_edit_sent_again_after_another_s_is_no_conflict(judge_client: Client, colleague: User, game: Game):
    mine = shown(judge_client, edit_page(game), number="7")
    judge_client.post(edit_page(game), mine)
    anna = client_of(colleague)
    anna.post(edit_page(game), shown(anna, edit_page(game), number="8"))
    assert judge_client.post(edit_page(game), mine).status_code == 302
    game.refresh_from_db()
    assert (game.number, game.version) == (8, 3)


def test_a_choice_sent_twice_is_recorded_once(judge_client: Client, two_edits: HttpResponse, game: Game):
    data = answered(two_edits, seat_6_bonus="mine")
    assert [judge_client.post(edit_page(game), data).status_code for _time in range(2)] == [302, 302]
    game.refresh_from_db()
    assert game.version == 3


def test_the_same_change_by_two_people_is_no_conflict(judge_client: Client, colleague: User, game: Game):
    mine = shown(judge_client, edit_page(game), number="7")
    anna = client_of(colleague)
    anna.post(edit_page(game), shown(anna, edit_page(game), number="7"))
    assert judge_client.post(edit_page(game), mine).url == game.get_absolute_url()
    game.refresh_from_db()
    assert game.version == 2


def test_the_choice_ends_the_draft(judge_client: Client, judge: User, two_edits: HttpResponse, game: Game):
    key = two_edits.context["form"].draft_key
    Draft.objects.keep(judge, key, path=edit_page(game), title="", data="number=7", revision=0)
    judge_client.post(edit_page(game), answered(two_edits, seat_6_bonus="mine"))
    assert not Draft.objects.open_of(judge).exists()


# Boards


def test_a_board_s_values_are_compared_in_words(judge_client: Client, colleague: User, board: Board):
    client_of(colleague).post(
        edit_page(board),
        board_post(board.round, (*PLAYERS[:6], ""), weight="1", version="1", austria_centres="9", italy_centres="5"),
    )
    mine = board_post(
        board.round,
        (PLAYERS[1], PLAYERS[0], *PLAYERS[2:]),
        version="1",
        weight="6/7",
        austria_centres="10",
        italy_centres="4",
        turkey_no_units="on",
    )
    response = judge_client.post(edit_page(board), mine)
    assert compared(response) == {
        "austria_centres": ("8", "9", "10", None),
        "italy_centres": ("6", "5", "4", None),
        "weight": ("1", "1", "6/7", "mine"),
        "austria_player": ("Gentz", "Gentz", "Kaunitz", "mine"),
        "england_player": ("Kaunitz", "Kaunitz", "Gentz", "mine"),
        "turkey_no_units": ("no", "no", "yes", "mine"),
    }
    assert "Austria: Centres" in text_of(response)
    judge_client.post(edit_page(board), answered(response, austria_centres="theirs", italy_centres="theirs"))
    board.refresh_from_db()
    seats = seats_of(board)
    assert (str(board.weight), board.version) == ("6/7", 3)
    assert (seats["austria"], seats["england"], seats["italy"]) == (("Kaunitz", 9), ("Gentz", 0), ("Castlereagh", 5))


def test_a_board_s_edit_sent_twice_is_recorded_once(judge_client: Client, board: Board):
    post = board_post(board.round, version="1", russia_centres="", turkey_centres="", austria_centres="14")
    assert [judge_client.post(edit_page(board), post).status_code for _time in range(2)] == [302, 302]
    board.refresh_from_db()
    assert board.version == 2


# Damaged forms, and who may


@pytest.mark.parametrize(
    "damage",
    [
        {"version": "99"},
        {"version": str(10**30)},
        {"version": "x"},
        {"version": ""},
        {"seen": "99", "version": "99"},
    ],
)
def test_a_damaged_version_is_an_error_in_words(judge_client: Client, game: Game, damage: dict[str, str]):
    response = judge_client.post(edit_page(game), shown(judge_client, edit_page(game), number="7", **damage))
    assert "This form came back damaged: open the page again." in text_of(response)
    game.refresh_from_db()
    assert game.version == 1


@pytest.mark.parametrize("seen", ["", "x", "0", "1", "99", str(10**30)])
def test_a_damaged_choice_is_asked_again(judge_client: Client, two_edits: HttpResponse, game: Game, seen: str):
    data = answered(two_edits, seat_6_bonus="mine") | {"seen": seen}
    assert compared(judge_client.post(edit_page(game), data))["seat_6_bonus"] == ("0.2", "0.4", "0.5", None)
    game.refresh_from_db()
    assert game.version == 2


def test_a_choice_is_one_of_the_two(judge_client: Client, two_edits: HttpResponse, game: Game):
    response = judge_client.post(edit_page(game), answered(two_edits, seat_6_bonus="both"))
    assert compared(response)["seat_6_bonus"] == ("0.2", "0.4", "0.5", None)


@pytest.mark.parametrize("who", ["outsider_client", "president_client"])
def test_a_choice_is_for_judges(request: pytest.FixtureRequest, two_edits: HttpResponse, game: Game, who: str):
    data = answered(two_edits, seat_6_bonus="mine")
    assert request.getfixturevalue(who).post(edit_page(game), data).status_code == 403
    game.refresh_from_db()
    assert game.version == 2


def test_nothing_inline_on_the_page(two_edits: HttpResponse):
    page = two_edits.content.decode()
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script>", page)


# The versions as a form shows them


def test_a_version_s_values_are_those_of_the_form(game: Game, board: Board):
    stored = Game.objects.with_protocol().get()
    form = ProtocolForm(instance=stored)
    [version] = versions_since(form, 1)
    values = {"played_on": stored.played_on, "table": 1, "number": 1, "result": "black_win"}
    assert version.values == values | stored_values(stored)
    form = BoardForm(instance=board)
    [version] = versions_since(form, 1)
    assert version.values == {name: form.initial[name] for name in version.values}
    assert set(form.fields) - set(version.values) == {"entry_token", "version", "draft"}


def test_a_player_who_left_the_club_is_told(judge: User, game: Game):
    stranger = make_player("Stranger")
    protocol = Game.objects.with_protocol().get().protocol()
    game.record(replace(protocol, judge=stranger.pk), judge)
    game.record(protocol, judge)
    stranger.delete()
    form = ProtocolForm(instance=Game.objects.with_protocol().get())
    assert [version.values["judge"] for version in versions_since(form, 1)] == [
        "J1",
        "a player who is no longer in the club",
        "J1",
    ]


def test_the_choice_costs_few_queries(
    judge_client: Client, two_edits: HttpResponse, game: Game, django_assert_max_num_queries: Callable
):
    data = answered(two_edits, seat_6_bonus="mine")
    with django_assert_max_num_queries(25):
        assert judge_client.post(edit_page(game), data).status_code == 302
