"""The seating of a round: previewed, swapped by hand, made, and made anew over what stands."""

import re
import threading
import time
import uuid
from fractions import Fraction

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client

from tests.factories import make_board, make_player, make_round, make_tournament, make_user
from tests.pages import text_of
from tests.tournaments.organise.calls import make_call
from tournaments import baf
from tournaments.models import Board, CentreCount, KeepApart, Round, Seat, Tournament
from tournaments.round_call import SITS_OUT
from tournaments.seating_plan import SeatingRefusedError, gather, seat

pytestmark = pytest.mark.django_db

SEATING = "/tournaments/cup/manage/rounds/1/seating/"


@pytest.fixture
def round_(cup: Tournament) -> Round:
    """Round 1 of the cup, with fourteen players who are here."""
    return make_call(cup)


def shown(response: HttpResponse) -> list[dict[str, str | None]]:
    """Return the nicknames of a preview by power, board by board."""
    return [
        {line["power"]: line["player"] and str(line["player"]) for line in board["lines"]}
        for board in response.context["boards"]
    ]


def stored(round_: Round) -> list[dict[str, str | None]]:
    """Return the nicknames of the stored boards by power, in the order of their tables."""
    return [
        {each.power: each.player and each.player.nickname for each in board.seats.select_related("player")}
        for board in Round.objects.get(pk=round_.pk).boards_by_table()
    ]


def confirmation(response: HttpResponse, **fields: object) -> dict[str, object]:
    """Return what the page's button sends, and the fields besides."""
    context = response.context
    data = {name: context["form"].cleaned_data[name] for name in ("method", "unplayed", "seed")}
    token = context["confirm"]["token"].value()
    return data | {"boards": context["arrangement"], "token": str(token)} | fields


def make_seating(client: Client, where: str = SEATING, **query: object) -> HttpResponse:
    return client.post(where, confirmation(client.get(where, query)), follow=True)


def reasons() -> set[str]:
    """Return the reasons that the histories of the boards give."""
    return set(Board.history.values_list("history_change_reason", flat=True))


def marks(response: HttpResponse) -> list[str]:
    """Return the values of the boxes that confirm what stands."""
    return re.findall(r'name="replace" value="([^"]+)"', response.content.decode())


# The preview


def test_preview_seats_everybody_once_and_stores_nothing(organiser_client, round_):
    boards = shown(organiser_client.get(SEATING))
    assert sorted(name for board in boards for name in board.values()) == sorted(f"P{each}" for each in range(1, 15))
    assert not Board.objects.exists()


def test_the_seed_repeats_the_seating_and_the_next_one_draws_another(organiser_client, round_):
    first = organiser_client.get(SEATING, {"seed": "5"})
    assert shown(organiser_client.get(SEATING, {"seed": "5"})) == shown(first)
    assert first.context["next_seed"] == 6
    assert shown(organiser_client.get(SEATING, {"seed": "6"})) != shown(first)


def test_two_players_swap_places_and_nothing_else_moves(organiser_client, round_):
    before = organiser_client.get(SEATING)
    one, other = (make_player(nickname).pk for nickname in ("P1", "P2"))
    query = {"boards": before.context["arrangement"], "one": one, "other": other}
    places = {"P1": "P2", "P2": "P1"}
    expected = [{power: places.get(name, name) for power, name in board.items()} for board in shown(before)]
    for _reload in range(2):
        assert shown(organiser_client.get(SEATING, query)) == expected
    assert not Board.objects.exists()


def test_who_sits_out_or_has_withdrawn_is_not_seated(organiser_client, cup):
    round_ = make_call(cup, 16)
    round_.presences.filter(player__nickname="P3").update(kind=SITS_OUT)
    cup.entrants.filter(player__nickname="P4").update(withdrawn=True)
    names = {name for board in shown(organiser_client.get(SEATING)) for name in board.values()}
    assert names == {f"P{each}" for each in range(1, 17)} - {"P3", "P4"}


@pytest.mark.parametrize("unplayed", ["turkey", "italy"])
def test_boards_of_six_leave_the_chosen_power_unplayed(organiser_client, cup, unplayed):
    make_call(cup, 13)
    query = {} if unplayed == "turkey" else {"unplayed": unplayed}
    response = organiser_client.get(SEATING, query)
    assert [[power for power in board if board[power] is None] for board in shown(response)] == [[], [unplayed]]
    assert "six players, weight 6/7" in text_of(response)


def test_preferences_are_followed_when_asked_for(organiser_client, cup):
    make_call(cup, 7)
    powers = dict(zip(baf.POWERS, (f"P{each}" for each in (3, 1, 2, 7, 6, 5, 4)), strict=True))
    for power, nickname in powers.items():
        cup.entrants.filter(player__nickname=nickname).update(preferences=[power])
    response = organiser_client.get(SEATING, {"method": "preference"})
    assert shown(response) == [powers]
    assert "Austria P3 wish 1" in text_of(response)


def test_pairs_kept_apart_and_team_mates_sit_at_different_tables(organiser_client, cup, round_):
    pairs = [("P1", "P2"), ("P1", "P3"), ("P4", "P5")]
    for pair in pairs:
        KeepApart.add(cup, map(make_player, pair), None)
    cup.entrants.filter(player__nickname="P6").update(team="Reds")
    cup.entrants.filter(player__nickname="P7").update(team="reds")
    for seed in range(1, 11):
        response = organiser_client.get(SEATING, {"seed": seed})
        assert response.context["broken"] == []
        for pair in [*pairs, ("P6", "P7")]:
            assert not any(set(pair) <= set(board.values()) for board in shown(response))


def test_what_cannot_be_avoided_is_told_by_name(organiser_client, cup):
    make_call(cup, 7)
    KeepApart.add(cup, [make_player("P1"), make_player("P2")], None)
    cup.entrants.filter(player__nickname__in=("P3", "P4")).update(team="Reds")
    board = make_board(make_round(2, tournament=cup), players=[f"P{each}" for each in range(1, 8)], finished=False)
    make_board(make_round(3, tournament=cup), players=["P1", "P2", *"ABCDE"])
    seats = dict(zip(baf.POWERS, [each.player_id for each in board.seats.order_by("power")], strict=True))
    response = organiser_client.get(SEATING, {"boards": ".".join(str(player) for player in seats.values())})
    text = text_of(response)
    assert "P1 – P2 should be kept apart; P3 – P4 are in one team." in text
    assert "21 meetings repeat" in text
    assert "P1 – P2: met 2 times before" in text
    assert "P1 – P3: met once before" in text
    assert "7 powers repeat P1 has Austria again" in text


def test_powers_played_before_are_avoided(organiser_client, cup):
    make_call(cup, 7)
    make_board(make_round(2, tournament=cup), players=[f"P{each}" for each in range(1, 8)])
    assert organiser_client.get(SEATING).context["powers"] == []


@pytest.mark.parametrize(
    ("players", "way"),
    [
        (0, "0 players fill no boards. It takes seven players, or six with one power unplayed, to make a board."),
        (5, "5 players fill no boards. It takes seven players, or six with one power unplayed, to make a board."),
        (8, "8 players fill no boards. 1 full board; 1 player sits out."),
    ],
)
def test_players_who_fill_no_boards_are_sent_back_to_the_call(organiser_client, cup, players, way):
    make_call(cup, players)
    response = organiser_client.get(SEATING)
    assert f"{way} Say in the call who plays and who sits out" in text_of(response)
    assert "boards" not in response.context


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"seed": "many"}, "Enter a whole number."),
        ({"seed": "-1"}, "Ensure this value is greater than or equal to 0."),
        ({"method": "magic"}, "Select a valid choice. magic is not one of the available choices."),
        ({"boards": "1.2"}, "This form came back damaged: open the page again."),
        ({"boards": "1.2.3.4.5.6.7"}, "The players who are here have changed since this was drawn: draw anew."),
        ({"one": "999999", "other": "x"}, "Please put right what is marked below"),
    ],
)
def test_bad_input_is_told_and_previews_nothing(organiser_client, round_, query, sentence):
    response = organiser_client.get(SEATING, query)
    assert response.status_code == 200
    assert sentence in text_of(response)
    assert "boards" not in response.context


# Seating the round


def test_round_is_seated_with_running_boards_at_the_start_of_the_game(organiser_client, organiser, round_):
    preview = organiser_client.get(SEATING)
    response = organiser_client.post(SEATING, confirmation(preview), follow=True)
    assert response.redirect_chain == [(SEATING, 302)]
    assert "The round is seated." in text_of(response)
    assert stored(round_) == shown(preview)
    assert list(round_.boards.values_list("table", "finished", "weight", "entered_by")) == [
        ("1", False, Fraction(1), organiser.pk),
        ("2", False, Fraction(1), organiser.pk),
    ]
    assert set(Seat.objects.values_list("power", "centres")) == {(p, 4 if p == "russia" else 3) for p in baf.POWERS}
    assert not CentreCount.objects.exists()


def test_seated_boards_do_not_count_and_nobody_leads_them(client, organiser_client, cup, round_):
    make_seating(organiser_client)
    assert cup.standings() == []
    text = text_of(client.get("/tournaments/cup/"))
    assert "with Russia, 4 centres" not in text
    assert f"Russia : {stored(round_)[0]['russia']}" in text


def test_boards_of_six_weigh_six_sevenths(organiser_client, cup):
    round_ = make_call(cup, 13)
    make_seating(organiser_client, unplayed="italy")
    assert list(round_.boards.values_list("weight", flat=True)) == [Fraction(1), Fraction(6, 7)]
    assert list(Seat.objects.filter(player=None).values_list("board__table", "power")) == [("2", "italy")]


def test_a_swapped_arrangement_is_what_is_stored(organiser_client, round_):
    before = organiser_client.get(SEATING, {"seed": "7"})
    one, other = (make_player(nickname).pk for nickname in ("P1", "P14"))
    query = {"boards": before.context["arrangement"], "seed": "7", "one": one, "other": other}
    swapped = organiser_client.get(SEATING, query)
    assert '<input type="hidden" name="swapped" value="1">' in swapped.content.decode()
    organiser_client.post(SEATING, confirmation(swapped, swapped="1"))
    assert stored(round_) == shown(swapped) != shown(before)
    assert reasons() == {"the round was seated: fewest repeats, seed 7, then swapped by hand"}


def test_history_says_how_to_draw_the_seating_again(organiser_client, round_):
    make_seating(organiser_client, method="draw", seed="5")
    assert reasons() == {"the round was seated: draw, seed 5"}


def test_double_click_seats_once(organiser_client, round_):
    data = confirmation(organiser_client.get(SEATING))
    organiser_client.post(SEATING, data)
    versions = list(Board.objects.values_list("pk", "version"))
    response = organiser_client.post(SEATING, data, follow=True)
    assert "This form was sent before: the round is seated." in text_of(response)
    assert list(Board.objects.values_list("pk", "version")) == versions


def test_of_two_organisers_the_second_is_asked_first(organiser_client, colleague_client, round_):
    first, second = organiser_client.get(SEATING), colleague_client.get(SEATING, {"seed": "9"})
    organiser_client.post(SEATING, confirmation(first))
    response = colleague_client.post(SEATING, confirmation(second))
    assert "The round has been seated: confirm that its boards are to be replaced." in text_of(response)
    assert stored(round_) == shown(first)
    assert shown(response) == shown(second)
    (ticked,) = marks(response)
    colleague_client.post(SEATING, confirmation(response, replace=ticked))
    assert stored(round_) == shown(second)
    assert Board.objects.count() == 2


def test_of_two_who_seat_at_one_moment_the_second_is_refused(transactional_db, round_):
    if not connection.features.has_select_for_update:
        pytest.skip("SQLite lets one transaction write at a time")
    first, second = (gather(round_).draw("draw", seed, "turkey") for seed in (1, 2))
    seated, refusals = threading.Event(), []

    def come_second() -> None:
        try:
            seated.wait(10)
            seat(round_, second, None, token=uuid.uuid4())
        except SeatingRefusedError as error:
            refusals.append(error)
        finally:
            connection.close()

    thread = threading.Thread(target=come_second)
    thread.start()
    with transaction.atomic():
        seat(round_, first, None, token=uuid.uuid4())
        seated.set()
        time.sleep(0.5)
        assert thread.is_alive(), "the second waits for the first"
    thread.join(10)
    assert len(refusals) == 1
    names = {each.player_id: each.player.nickname for each in round_.tournament.entrants.select_related("player")}
    assert stored(round_) == [{power: names[player] for power, player in board.items()} for board in first]


def test_the_call_may_not_have_changed(organiser_client, round_):
    data = confirmation(organiser_client.get(SEATING))
    round_.presences.filter(player__nickname="P14").update(kind=SITS_OUT)
    response = organiser_client.post(SEATING, data)
    assert "The players who are here have changed since this was drawn: draw anew." in text_of(response)
    assert not Board.objects.exists()


def test_two_unplayed_powers_on_a_board_are_refused(organiser, cup):
    round_ = make_call(cup, 12)
    keys = sorted(gather(round_).entrants)
    boards = [dict(zip(baf.POWERS, keys[:7], strict=True)), dict(zip(baf.POWERS, [*keys[7:], None, None], strict=True))]
    with pytest.raises(SeatingRefusedError, match="one power at most"):
        seat(round_, boards, organiser, token=uuid.uuid4())


def test_a_round_of_a_finished_tournament_is_not_seated(organiser_client, cup, round_):
    cup.finish(None)
    assert "The tournament is finished: reopen it to seat a round." in text_of(make_seating(organiser_client))
    assert not Board.objects.exists()


# Who may


def test_a_colleague_may_seat(colleague_client, round_):
    make_seating(colleague_client)
    assert round_.boards.count() == 2


@pytest.mark.parametrize(
    ("who", "status"),
    [
        ("client", 302),
        ("judge_client", 403),
        ("other_client", 403),
        ("president_client", 403),
        ("outsider_client", 403),
    ],
)
def test_others_may_not(who, status, request, organiser_client, round_):
    data = confirmation(organiser_client.get(SEATING))
    client = request.getfixturevalue(who)
    for response in (client.get(SEATING), client.post(SEATING, data)):
        assert response.status_code == status
    assert not Board.objects.exists()


def test_a_draft_of_others_is_not_found(organiser_client, other_client, cup, round_):
    data = confirmation(organiser_client.get(SEATING))
    cup.hide(None)
    assert other_client.get(SEATING).status_code == 404
    assert other_client.post(SEATING, data).status_code == 404


def test_the_permission_is_checked_where_boards_are_made(round_):
    boards = gather(round_).draw("draw", 1, "turkey")
    with pytest.raises(PermissionDenied):
        seat(round_, boards, make_user("nobody"), token=uuid.uuid4())
    assert not Board.objects.exists()


def test_a_round_of_another_tournament_is_not_found(organiser_client, cup):
    make_round(1, tournament=make_tournament("second"))
    assert organiser_client.get(SEATING).status_code == 404


@pytest.mark.parametrize("token", ["", "nonsense"])
def test_a_damaged_form_stores_nothing(organiser_client, round_, token):
    data = confirmation(organiser_client.get(SEATING), token=token)
    assert organiser_client.post(SEATING, data).status_code == 200
    assert not Board.objects.exists()


def test_wrong_method(organiser_client, round_):
    assert organiser_client.delete(SEATING).status_code == 405


# Size


@pytest.mark.parametrize(("players", "rounds"), [(14, 2), (105, 3)])
def test_preview_takes_as_many_queries_whatever_the_size(
    organiser_client, organiser, cup, players, rounds, django_assert_num_queries
):
    for number in range(2, rounds + 1):
        other = make_call(cup, players, number)
        seat(other, gather(other).draw("draw", number, "turkey"), organiser, token=uuid.uuid4())
    round_ = make_call(cup, players)
    started = time.monotonic()
    with django_assert_num_queries(8):
        response = organiser_client.get(SEATING)
    assert time.monotonic() - started < 5
    assert response.context["meetings"] == [] or players == 14
    make_seating(organiser_client)
    assert round_.boards.count() == players // 7
    with django_assert_num_queries(8):
        organiser_client.get(SEATING)
