"""Standings while a round runs: the official ones stay, the provisional ones say so."""

from fractions import Fraction

import pytest

from clubsite.roles import ORGANISER
from tests.factories import make_board, make_player, make_round, make_tournament, make_user
from tests.pages import text_of
from tournaments.models import Board, CentreCount, Entrant, Seat, Tournament

pytestmark = pytest.mark.django_db

CUP = "/tournaments/cup/"
OPENING = (3, 3, 3, 3, 3, 4, 3)


@pytest.fixture
def cup() -> Tournament:
    """A finished round, and a second one that runs: one board under way, one just seated."""
    cup = make_tournament()
    make_board(make_round(1, tournament=cup), centres=(8, 7, 7, 6, 6, 0, 0))
    second = make_round(2, tournament=cup)
    make_board(second, "1", centres=(0, 8, 7, 7, 6, 6, 0), finished=False)
    make_board(second, "2", centres=OPENING, players="HIJKLMN", finished=False)
    return cup


def lines(response) -> list[tuple]:
    return [
        (row.record["place"], row.record["player"], str(row.record["total"])) for row in response.context["table"].rows
    ]


def test_running_boards_do_not_count_by_default(client, cup):
    response = client.get(CUP)
    assert lines(response)[:2] == [(1, "A", "50.710"), (2, "B", "24.065")]
    text = text_of(response)
    assert "A board is still running and does not count yet. Provisional standings" in text
    assert "Provisional standings." not in text


def test_provisional_standings_count_running_boards_as_they_stand_and_say_so(client, cup):
    response = client.get(CUP, {"live": "1"})
    assert lines(response)[:2] == [(1, "B", "74.775"), (2, "A", "50.710")]
    assert "Provisional standings. A running board counts as it stands; its points are in italics." in text_of(response)
    assert '<em class="points-running"><a' in response.content.decode()


def test_a_board_as_it_was_drawn_counts_nowhere(client, cup):
    assert not {"H", "M"} & {player for _place, player, _total in lines(client.get(CUP, {"live": "1"}))}


def test_every_page_tells_a_seated_board_from_a_running_one(organiser_client, cup):
    running, seated = Board.objects.filter(finished=False).order_by("table")
    h, c = make_player("H").pk, make_player("C").pk
    for page, says in {
        "/": "Round 2, Table 1 Tournament cup running Round 2, Table 2 Tournament cup seated",
        CUP: "Table 2 seated Austria : H",
        f"/tournaments/boards/{running.pk}/": "Tournament cup running Centres by year",
        f"/tournaments/boards/{seated.pk}/": "Power Player Austria H England I",
        f"{CUP}my-board/?q=c": "Table 1 France running",
        f"{CUP}my-board/?q=h": "Table 2 Austria seated",
        f"{CUP}players/{c}/": "Round 2, Table 1 France 7 running",
        f"{CUP}players/{h}/": "Round 2, Table 2 Austria – seated – –",
        f"/players/{c}/": "France 7 24.065 24.065 running",
        f"/players/{h}/": "Round 2, Table 2 Austria – – – seated",
        f"{CUP}manage/": "Boards running 1",
        f"{CUP}manage/rounds/": "2 1 running, 1 seated",
        f"{CUP}manage/rounds/2/seating/": "Table 2 seated Austria H",
    }.items():
        assert says in text_of(organiser_client.get(page)), page
    assert "Boards: 1 running, 1 seated" in text_of(organiser_client.get(f"{CUP}manage/"))


@pytest.mark.parametrize(
    "entered",
    [
        {"centres": 5},
        {"has_units": False},
        {"holds_home_centre": False},
        {"credit": Fraction("13/14")},
    ],
)
def test_whatever_is_entered_lets_a_board_begin(cup, entered):
    seats = Seat.objects.filter(board__table="2")
    assert not seats.entered()
    seats.filter(power="russia").update(**entered)
    assert [seat.power for seat in seats.entered()] == ["russia"]


def test_a_year_of_which_nothing_changed_lets_a_board_begin(cup):
    seat = Seat.objects.get(board__table="2", power="turkey")
    CentreCount.objects.create(seat=seat, year=1901, centres=3)
    assert Board.objects.with_begun().get(table="2").begun


def test_without_a_running_board_live_is_the_official_table(client):
    make_board()
    response = client.get(CUP, {"live": "1"})
    assert "rovisional" not in text_of(response)


def test_file_of_provisional_standings_is_named_so(client, cup):
    for query, name in (({}, "cup.csv"), ({"live": "1"}, "cup-provisional.csv")):
        response = client.get(CUP, {"_export": "csv", **query})
        assert response["Content-Disposition"] == f'attachment; filename="{name}"'
    assert response.content.decode().splitlines()[1].startswith("1,B,74.775,24.065,50.710")


def test_entrants_without_a_counted_round_are_listed_apart(client, cup):
    for nickname, withdrawn in (("A", False), ("H", False), ("P10", False), ("P9", True)):
        Entrant.objects.create(tournament=cup, player=make_player(nickname), withdrawn=withdrawn)
    text = text_of(client.get(CUP))
    apart = "Not ranked On the players' list or at a table, without a board that counts. H I J K L M N P9 withdrawn P10"
    assert apart in text


def test_nobody_is_listed_apart_when_all_are_ranked(client):
    Entrant.objects.create(tournament=make_board().round.tournament, player=make_player("A"))
    assert "Not ranked" not in text_of(client.get(CUP))


@pytest.mark.parametrize("boards", [6, 60])
def test_queries(client, organiser_client, django_assert_num_queries, boards):
    cup = make_tournament()
    for number in range(1, 4):
        round_ = make_round(number, tournament=cup)
        for table in range(boards // 3):
            players = [f"P{table} {seat}" for seat in range(7)]
            make_board(round_, str(table), centres=(8, 7, 7, 6, 6, 0, 0), players=players, finished=number < 3)
    Entrant.objects.create(tournament=cup, player=make_player("Z"))
    with django_assert_num_queries(6):
        client.get(CUP, {"live": "1"})
    with django_assert_num_queries(8):
        assert "Manage" in text_of(organiser_client.get(CUP, {"live": "1"}))


def test_only_those_who_may_run_the_tournament_are_led_to_manage_it(
    organiser, organiser_client, admin_client, judge_client, cup
):
    def is_led(client) -> bool:
        return "/tournaments/cup/manage/" in client.get(CUP).content.decode()

    assert (is_led(organiser_client), is_led(admin_client), is_led(judge_client)) == (True, True, False)
    cup.organisers.add(make_user("somebody", ORGANISER))
    assert (is_led(organiser_client), is_led(admin_client)) == (False, True)
    cup.organisers.add(organiser)
    assert is_led(organiser_client)
