"""The call of a round: who is here, and the boards that makes."""

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from tests.factories import make_board, make_player, make_round, make_user
from tests.pages import text_of
from tests.tournaments.organise.calls import make_call
from tournaments.models import Entrant, Presence, Round, Tournament
from tournaments.round_call import AWAY, PLAYS, SITS_OUT, call_over

pytestmark = pytest.mark.django_db

CALL = "/tournaments/cup/manage/rounds/1/call/"


@pytest.fixture
def round_(cup: Tournament) -> Round:
    """Round 1, of which nobody has been called, with Fuchs, Wolf and Ёж on the list."""
    for nickname in ("Fuchs", "Wolf", "Ёж"):
        Entrant.objects.create(tournament=cup, player=make_player(nickname))
    return make_round(1, tournament=cup)


def post(**kinds: str) -> dict[str, str]:
    return {f"player-{make_player(nickname).pk}": kind for nickname, kind in kinds.items()}


def called(round_: Round) -> dict[str, str]:
    return dict(round_.presences.values_list("player__nickname", "kind"))


def test_who_is_here_is_stored_and_counted(organiser_client, round_):
    kinds = post(Fuchs=PLAYS, Wolf=SITS_OUT, Ёж=AWAY)
    response = organiser_client.post(CALL, kinds, follow=True)
    assert response.redirect_chain == [(CALL, 302)]
    assert called(round_) == {"Fuchs": PLAYS, "Wolf": SITS_OUT}
    assert "Play 1 Sit out 1 Away 1" in text_of(response)


def test_call_can_be_changed_and_sent_twice(organiser_client, round_):
    organiser_client.post(CALL, post(Fuchs=PLAYS, Wolf=SITS_OUT, Ёж=AWAY))
    for _click in range(2):
        organiser_client.post(CALL, post(Fuchs=AWAY, Wolf=PLAYS, Ёж=PLAYS))
    assert called(round_) == {"Wolf": PLAYS, "Ёж": PLAYS}


def test_a_player_who_is_not_in_the_form_stays_as_called(organiser_client, round_):
    organiser_client.post(CALL, post(Fuchs=PLAYS))
    organiser_client.post(CALL, post(Wolf=PLAYS))
    assert called(round_) == {"Fuchs": PLAYS, "Wolf": PLAYS}


def test_everybody_is_here_but_volunteers_keep_sitting_out(organiser_client, round_):
    organiser_client.post(CALL, post(Fuchs=AWAY, Wolf=SITS_OUT) | {"everybody": "1"})
    assert called(round_) == {"Fuchs": PLAYS, "Wolf": SITS_OUT, "Ёж": PLAYS}


def test_withdrawn_players_are_not_called(organiser_client, cup, round_):
    cup.entrants.filter(player__nickname="Wolf").update(withdrawn=True)
    organiser_client.post(CALL, {"everybody": "1"})
    assert called(round_) == {"Fuchs": PLAYS, "Ёж": PLAYS}


def test_an_unknown_choice_is_refused_beside_the_player(organiser_client, round_):
    response = organiser_client.post(CALL, post(Fuchs="dances", Wolf=PLAYS))
    assert response.status_code == 200
    assert "Select a valid choice. dances is not one of the available choices." in text_of(response)
    assert called(round_) == {}


def test_a_player_who_withdraws_meanwhile_refuses_the_call(cup, round_, organiser):
    player = make_player("Wolf").pk
    cup.entrants.filter(player=player).update(withdrawn=True)
    with pytest.raises(ValidationError, match="players' list has changed"):
        call_over(round_, {player: PLAYS}, organiser)


def test_reading_writes_nothing(organiser_client, round_):
    organiser_client.get(CALL, post(Fuchs=PLAYS) | {"everybody": "1"})
    assert called(round_) == {}


@pytest.mark.parametrize(
    ("players", "sentences"),
    [
        (
            20,
            [
                "3 boards, 1 of them with six players and an unplayed power, weight 6/7; nobody sits out",
                "2 full boards; 6 players sit out",
                "3 full boards: 1 volunteer plays a second board out of competition: a player has one board a round; "
                "the second power has no score, and its board still weighs 6/7",
            ],
        ),
        (
            18,
            [
                "3 boards, each with six players and an unplayed power, weight 6/7; nobody sits out",
                "3 full boards: 3 volunteers play a second board out of competition: a player has one board a round; "
                "the second powers have no score, and their boards still weigh 6/7",
            ],
        ),
        (8, ["1 full board; 1 player sits out"]),
        (7, ["1 full board; nobody sits out"]),
        (6, ["1 board, with six players and an unplayed power, weight 6/7; nobody sits out"]),
        (5, ["It takes seven players, or six with one power unplayed, to make a board."]),
    ],
)
def test_ways_to_make_sevens_are_told_with_what_they_come_to(organiser_client, cup, players, sentences):
    make_call(cup, players)
    text = text_of(organiser_client.get(CALL))
    for sentence in sentences:
        assert sentence in text
    assert ("second board" in text) == (players in (18, 20))


def test_how_often_a_player_sat_out_other_rounds_is_shown(organiser_client, cup, round_):
    for number, kind in ((2, SITS_OUT), (3, SITS_OUT), (4, PLAYS)):
        other = make_round(number, tournament=cup)
        Presence.objects.create(round=other, player=make_player("Fuchs"), kind=kind)
    rows = organiser_client.get(CALL).context["form"].lines
    assert {str(line.entrant): line.sat_out for line in rows} == {"Fuchs": 2, "Wolf": 0, "Ёж": 0}


def test_a_seated_round_says_that_its_boards_stay(organiser_client, round_):
    sentence = "The round is seated: a change here leaves its boards as they are."
    assert sentence not in text_of(organiser_client.get(CALL))
    make_board(round_)
    assert sentence in text_of(organiser_client.get(CALL))


def test_the_permission_is_checked_where_it_is_stored(round_):
    with pytest.raises(PermissionDenied):
        call_over(round_, {make_player("Fuchs").pk: PLAYS}, make_user("nobody"))


@pytest.mark.parametrize("players", [7, 105])
def test_queries(organiser_client, cup, players, django_assert_num_queries):
    round_ = make_call(cup, players)
    with django_assert_num_queries(8):
        organiser_client.get(CALL)
    Presence.objects.all().delete()
    with django_assert_num_queries(13):
        organiser_client.post(CALL, {"everybody": "1"})
    assert round_.presences.count() == players
