"""What a judge is told of a board while filling in its form; nothing of it is stored."""

import html
import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import make_board, make_entries, make_player, make_players, make_round
from tests.pages import TAG, text_of
from tournaments import baf
from tournaments.live import LiveBoardForm, proposal
from tournaments.models import Board, Round

from .posts import PLAYERS, board_post

pytestmark = pytest.mark.django_db

NEW = "/tournaments/cup/boards/new/"
HTMX = {"HX-Request": "true"}


@pytest.fixture
def first_round() -> Round:
    make_players(filter(None, PLAYERS))
    return make_round(weight="2/3")


SWAPPED = re.compile(r'<div(?: class="[^"]*")? (?=id="[^"]*"[^>]* hx-swap-oob|hx-swap-oob="innerHTML:)')


def answer(client: Client, post: dict[str, object], address: str = NEW) -> dict[str, str]:
    """Post a form as htmx does while somebody types; return what is swapped in, by id, as text."""
    response = client.post(address, post, headers=HTMX)
    assert response.status_code == 200
    told = {}
    for part in SWAPPED.split(response.content.decode())[1:]:
        name = re.match(r'(?:id="|hx-swap-oob="innerHTML:#)([^"]+)"', part)[1]
        told[name] = " ".join(html.unescape(TAG.sub(" ", part.partition(">")[2])).split())
    return told


def live(round_: Round, **fields: object) -> LiveBoardForm:
    """Read a form as it stands while somebody types."""
    form = LiveBoardForm(board_post(round_, **fields), tournament=round_.tournament, live=True)
    form.is_valid()
    return form


# Scores


def test_each_power_is_told_its_score_and_why(judge_client, first_round):
    told = answer(judge_client, board_post(first_round))
    assert told["austria-outcome"] == (
        "28.977 sole top, 8 centres against 7: 50.710, reconstructed cell; round weight 2/3, six players 6/7: 28.977"
    )
    assert told["england-outcome"] == ("0.000 eliminated, no centre: 0.000; round weight 2/3, six players 6/7: 0.000")
    assert told["turkey-outcome"] == "– no player, no score"
    assert told["centres-sum"] == "34 of 34 centres"
    assert not Board.objects.exists()


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"russia_credit": "13/14", "weight": "1"},
        {"france_no_units": "on", "france_no_home_centre": "on"},
        {"austria_centres": "7", "england_centres": "1"},
        {"austria_centres": "18", "france_centres": "0", "germany_centres": "4", "finished": "on"},
        {"russia_centres": "2"},
    ],
)
def test_the_scores_told_are_those_recorded(judge_client, first_round, fields):
    post = board_post(first_round, **fields)
    told = answer(judge_client, post)
    assert judge_client.post(NEW, post).status_code == 302
    recorded = Board.objects.get().seats.values_list("power", "weighted_score")
    assert len(recorded) == 7
    for power, score in recorded:
        assert told[f"{power}-outcome"].split()[0] == ("–" if score is None else str(score))


def test_an_edit_begins_with_the_scores_that_stand(judge_client, first_round):
    board = make_board(first_round, players=(*PLAYERS[:6], None), centres=(8, 0, 7, 7, 6, 6, 0))
    page = text_of(judge_client.get(f"/tournaments/boards/{board.pk}/edit/"))
    assert "33.807 sole top, 8 centres against 7: 50.710, reconstructed cell; round weight 2/3: 33.807" in page


def test_scores_wait_for_every_count(first_round):
    assert live(first_round, austria_centres="", russia_centres="").lines() == {}
    assert live(first_round, austria_centres="x").lines() == {}
    assert live(first_round, austria_centres="9").lines() == {}  # 35
    assert live(first_round, weight="six").lines() == {}


def test_a_nickname_that_names_nobody_yet_is_somebody_at_the_board(first_round):
    lines = live(first_round, turkey_player="Newcomer", turkey_centres="6", russia_centres="0").lines()
    assert (lines["turkey"]["seat"].outcome, lines["france"]["seat"].outcome) == ("survivor", "survivor")


def test_without_javascript_a_button_does_the_same(judge_client, first_round):
    response = judge_client.post(NEW, board_post(first_round, preview="on"))
    page = text_of(response)
    assert response.status_code == 200
    assert "This is a preview: nothing is saved yet." in page
    assert "28.977 sole top, 8 centres against 7: 50.710" in page
    assert not Board.objects.exists()


def test_an_edit_is_told_and_not_recorded(judge_client, first_round):
    board = make_board(first_round, players=(*PLAYERS[:6], None), centres=(8, 0, 7, 7, 6, 6, 0))
    post = board_post(first_round, version=board.version, austria_centres="7", england_centres="1")
    told = answer(judge_client, post, f"/tournaments/boards/{board.pk}/edit/")
    assert told["austria-outcome"].split(":")[0].endswith("shared top, 7 centres, 3 players")
    board.refresh_from_db()
    assert board.version == 1


# Errors


def test_what_is_not_finished_yet_is_no_error(judge_client, first_round):
    unfinished = board_post(first_round, austria_player="Gen", austria_centres="", table="")
    told = answer(judge_client, unfinished)
    assert (told["austria-outcome"], told["table-notes"]) == ("", "")
    told = answer(judge_client, unfinished | {"refused": "on"})
    assert told["austria-outcome"].startswith("There is no player “Gen”.")
    assert told["austria-outcome"].endswith("This field is required.")
    assert told["table-notes"] == "This field is required."


def test_a_broken_limit_is_told_at_once(judge_client, first_round):
    make_board(first_round, "1", players=["Metternich", *"BCDEFG"])
    told = answer(judge_client, board_post(first_round, england_player="gentz", italy_centres="16", weight="six"))
    assert told["england-outcome"] == "This player sits on the board twice."
    assert told["france-outcome"] == "Metternich plays table 1 of this round already."
    assert told["table-notes"] == "The round has a board at this table already."
    assert told["weight-notes"] == "Write a fraction such as 2/3, or 1: more than 0 and at most 10."
    assert told["centres-sum"] == "The centres add up to 44: 10 more than the board's 34."


def test_an_empty_count_is_0_once_the_others_make_34(judge_client, first_round):
    post = board_post(first_round, england_centres="", turkey_centres="")
    assert judge_client.post(NEW, post).status_code == 302
    assert dict(Board.objects.get().seats.values_list("power", "centres"))["turkey"] == 0


def test_an_empty_count_is_asked_for_while_centres_are_left(judge_client, first_round):
    response = judge_client.post(NEW, board_post(first_round, england_centres="", russia_centres="5"))
    assert response.context["form"].errors == {"england_centres": ["This field is required."]}


# A solo ends the board

SOLO = {"austria_centres": "18", "france_centres": "3", "germany_centres": "1"}


def test_a_solo_sets_finished_and_says_so(judge_client, first_round):
    told = answer(judge_client, board_post(first_round, finished="", **SOLO))
    assert "Austria has 18 centres: a solo ends the board, so it is set finished." in told["finished-field"]
    form = live(first_round, finished="", **SOLO)
    assert (form["finished"].value(), form["solo"].value()) == (True, "set")


def test_whoever_takes_finished_off_again_is_obeyed(judge_client, first_round):
    post = board_post(first_round, finished="", solo="set", **SOLO)
    assert answer(judge_client, post)["finished-notes"] == "Austria has 18 centres: a solo ends the board."
    judge_client.post(NEW, post)
    assert not Board.objects.get().finished


def test_a_solo_that_was_a_slip_sets_finished_back(first_round):
    form = live(first_round, finished="on", solo="set")
    assert (form["finished"].value(), form["solo"].value(), form.solo_sentence()) == (False, "", "")
    form = live(first_round, finished="on", solo="found")
    assert (form["finished"].value(), form["solo"].value()) == (True, "")


def test_a_solo_told_by_nobody_is_recorded_as_finished_and_said(judge_client, first_round):
    response = judge_client.post(NEW, board_post(first_round, finished="", **SOLO), follow=True)
    assert Board.objects.get().finished
    assert "Austria has 18 centres: a solo ends the board, so it is set finished." in text_of(response)


def test_too_many_centres_are_no_solo(first_round):
    assert live(first_round, finished="", austria_centres="18")["finished"].value() is False


# The table of a round, the weight of six


def test_another_round_proposes_its_next_table(first_round):
    second = make_round(2, tournament=first_round.tournament)
    make_board(second, "4")
    proposed = proposal(first_round)["proposal"]
    form = live(second, table="1", proposal=proposed)
    assert (form["table"].value(), form["proposal"].value()) == ("5", f"{second.pk}:5")
    assert live(second, table="7", proposal=proposed)["table"].value() == "7"


def test_a_table_is_recorded_as_it_was_seen(judge_client, first_round):
    second = make_round(2, tournament=first_round.tournament)
    make_board(second, "4")
    judge_client.post(NEW, board_post(second, table="1", proposal=proposal(first_round)["proposal"]))
    assert Board.objects.filter(round=second, table="1").exists()


def test_six_players_suggest_their_weight(judge_client, first_round):
    told = answer(judge_client, board_post(first_round, weight="1"))["weight-notes"]
    assert told == "Six players: such a board often weighs 6/7. Use 6/7"
    assert answer(judge_client, board_post(first_round))["weight-notes"] == ""
    make_player("Seventh")
    seven = board_post(first_round, weight="1", turkey_player="Seventh")
    assert answer(judge_client, seven)["weight-notes"] == ""


# Who may, and at what cost


@pytest.mark.parametrize("who", ["outsider_client", "president_client"])
def test_nobody_else_is_answered(request, who, first_round):
    client = request.getfixturevalue(who)
    assert client.post(NEW, board_post(first_round), headers=HTMX).status_code == 403
    assert client.post(NEW, board_post(first_round, preview="on")).status_code == 403


def test_the_answer_takes_at_most_one_query_more_than_the_form(
    judge_client, first_round, django_assert_max_num_queries: DjangoAssertNumQueries
):
    with django_assert_max_num_queries(50) as plain:
        judge_client.get(NEW)
    second = make_round(2, tournament=first_round.tournament)
    fields = {"proposal": f"{first_round.pk}:1"}
    with django_assert_max_num_queries(len(plain) + 1):
        answer(judge_client, board_post(second, **fields))
    board = make_board(first_round)
    address = f"/tournaments/boards/{board.pk}/edit/"
    with django_assert_max_num_queries(50) as plain:
        judge_client.get(address)
    with django_assert_max_num_queries(len(plain) + 1):
        answer(judge_client, board_post(first_round, version="1"), address)


def test_the_rule_scores_what_record_would_store():
    board = make_board()
    entries = make_entries([9, 8, 7, 5, 4, 1, 0])
    told = [(seat.power, seat.weighted_score) for seat in board.scored(entries, baf.generated_table())]
    board.record(entries, None)
    assert told == list(board.seats.order_by("power").values_list("power", "weighted_score"))
