"""My board this round: table, power and opponents of the players found by name."""

import pytest

from tests.factories import make_board, make_player, make_replacement, make_round, make_tournament
from tests.pages import text_of
from tournaments.models import Entrant, Presence, Tournament

pytestmark = pytest.mark.django_db

MY_BOARD = "/tournaments/cup/my-board/"
PLAYERS = ["Королёв", "Fuchs", "Wolf", "Ёж", None, "Eule", "Luchs"]


@pytest.fixture
def cup() -> Tournament:
    """A tournament in its second round."""
    cup = make_tournament()
    make_board(make_round(1, tournament=cup), "9", players="ABCDEFG")
    make_board(make_round(2, tournament=cup), "4", players=PLAYERS, finished=False)
    make_round(3, tournament=cup)
    return cup


@pytest.mark.parametrize("typed", ["королев", " КОРОЛЁВ ", "орол"])
def test_a_player_is_found_by_any_spelling_of_the_name(client, cup, typed):
    text = text_of(client.get(MY_BOARD, {"q": typed}))
    assert "Round 2 of Tournament cup" in text
    assert (
        "Королёв Table 4 Austria running England Fuchs France Wolf Germany Ёж Italy nobody Russia Eule Turkey Luchs"
        in text
    )


def test_a_player_is_found_by_alias(client, cup):
    make_player("Wolf").aliases.create(name="Isegrim")
    found = client.get(MY_BOARD, {"q": "ISE"}).context["found"]
    assert [str(part.player) for part, _seat, _seats in found] == ["Wolf"]


def test_all_who_are_found_are_shown_by_name(client, cup):
    found = client.get(MY_BOARD, {"q": "u"}).context["found"]
    assert [(str(part.player), seat.power) for part, seat, _seats in found] == [
        ("Eule", "russia"),
        ("Fuchs", "england"),
        ("Luchs", "turkey"),
    ]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("Unknown", "Nobody of such a name sits in this round."),
        ("A", "Nobody of such a name sits in this round."),
        ("x" * 65, "Ensure this value has at most 64 characters (it has 65)."),
    ],
)
def test_who_does_not_play_this_round_is_not_found(client, cup, typed, sentence):
    assert sentence in text_of(client.get(MY_BOARD, {"q": typed}))


def test_records_of_those_who_are_not_in_this_round_are_found_too(client, cup):
    Entrant.objects.create(tournament=cup, player=make_player("Bär"))
    make_player("Biber")
    response = client.get(MY_BOARD, {"q": "b"})
    assert [str(player) for player in response.context["others"]] == ["B", "Bär"]
    for nickname in ("B", "Bär"):
        assert f'href="/tournaments/cup/players/{make_player(nickname).pk}/"' in response.content.decode()
    text = text_of(client.get(MY_BOARD, {"q": "wolf"}))
    assert "Record in the tournament" in text
    assert "Not in this round" not in text


def test_who_left_an_earlier_board_is_found_too(client, cup):
    board = make_board(make_round(4, tournament=cup), "1", players="HIJKLMN", finished=False)
    board.record(make_replacement(), None)
    make_board(make_round(5, tournament=cup), "1", players=PLAYERS, finished=False)
    others = client.get(MY_BOARD, {"q": "x"}).context["others"]
    assert [str(player) for player in others] == ["X"]


def test_who_sits_the_round_out_is_told_so(client, cup):
    round_ = cup.rounds.get(number=2)
    for nickname in ("Dachs", "Fuchs"):
        Presence.objects.create(round=round_, player=make_player(nickname), kind=Presence.Kind.SITS_OUT)
    text = text_of(client.get(MY_BOARD, {"q": "chs"}))
    assert "Dachs sits this round out." in text
    assert "Fuchs sits this round out." not in text


def test_nothing_is_listed_before_a_name_is_typed(client, cup):
    response = client.get(MY_BOARD, {"q": " "})
    assert response.context["found"] == []
    assert "Nobody of such a name" not in text_of(response)


def test_before_the_first_round_is_seated(client):
    make_round(1, tournament=make_tournament())
    assert "No round has been seated yet." in text_of(client.get(MY_BOARD, {"q": "A"}))


def test_drafts_and_unknown_tournaments_are_not_found(client, organiser_client, cup):
    cup.hide(None)
    assert client.get(MY_BOARD).status_code == 404
    assert organiser_client.get(MY_BOARD).status_code == 200
    assert client.get("/tournaments/nothing/my-board/").status_code == 404


def test_page_is_read_only(client, cup):
    assert client.post(MY_BOARD).status_code == 405


@pytest.mark.parametrize("boards", [1, 15])
def test_queries(client, boards, django_assert_num_queries):
    round_ = make_round(1, tournament=make_tournament())
    for table in range(boards):
        make_board(round_, str(table + 1), players=[f"P{table} {seat}" for seat in range(7)])
    with django_assert_num_queries(5):
        response = client.get(MY_BOARD, {"q": "p"})
    assert len(response.context["found"]) == boards * 7
