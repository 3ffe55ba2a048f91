"""Two judges at the same moment, each with a connection of their own.

SQLite in memory has a single connection, so these run on PostgreSQL alone; make test always has one.
"""

import threading
from collections.abc import Callable

import pytest
from django.contrib.auth.models import Group
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client

from clubsite.models import Player
from clubsite.roles import ADMIN, JUDGE
from mafia_rating import rating
from mafia_rating.models import Game, Season
from mafia_rating.models import Seat as MafiaSeat
from tests.conftest import client_of
from tests.factories import (
    make_cup,
    make_game,
    make_player,
    make_players,
    make_protocol,
    make_round,
    make_season,
    make_user,
)
from tests.mafia_rating.cup_lists import close, entry_of, listed, register
from tests.mafia_rating.typed import GAME, shown, typed
from tests.pages import text_of
from tests.tournaments.posts import board_post
from tournaments.models import Board
from tournaments.models import Seat as BoardSeat

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite in memory has one connection and queues nothing"),
]

NEW_GAME = "/mafia/games/new/"
CUP = "/mafia/cups/mafia-cup/"
NEW_BOARD = "/tournaments/cup/boards/new/"
ROUNDS = 3  # the threads meet at another point each time


@pytest.fixture
def judges(transactional_db: None) -> list[Client]:
    assert Group.objects.filter(name=JUDGE).exists(), "flushing a database makes the roles anew"
    return [client_of(make_user(name, JUDGE)) for name in ("judge", "other")]


def at_once(*posts: Callable[[], HttpResponse]) -> list[HttpResponse]:
    """Send several forms at the same moment, each from a thread of its own; return the answers in their order."""
    answers: dict[int, HttpResponse | Exception] = {}
    gate = threading.Barrier(len(posts))

    def send(index: int) -> None:
        gate.wait(timeout=10)
        try:
            answers[index] = posts[index]()
        except Exception as error:  # told by the assertion below, not lost with the thread
            answers[index] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=send, args=[index]) for index in range(len(posts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    assert [answer for answer in answers.values() if isinstance(answer, Exception)] == []
    return [answers[index] for index in range(len(posts))]


def refused(answers: list[HttpResponse]) -> str:
    """Return what the one answer says that is a form again; the other one leads on to what it recorded."""
    assert sorted(answer.status_code for answer in answers) == [200, 302]
    [form] = [answer for answer in answers if answer.status_code == 200]
    return text_of(form)


@pytest.mark.parametrize("turn", range(ROUNDS))
def test_two_judges_record_the_same_game(judges: list[Client], turn: int):
    make_season(starts_on="2020-01-01", ends_on="2030-01-01")
    forms = [typed(), typed()]
    answers = at_once(
        *(lambda one=one, form=form: one.post(NEW_GAME, form) for one, form in zip(judges, forms, strict=True))
    )
    assert "A game of this date, table and number is recorded already." in refused(answers)
    assert Game.objects.count() == 1
    assert MafiaSeat.objects.count() == 10


@pytest.mark.parametrize("turn", range(ROUNDS))
def test_one_form_sent_twice_at_once_records_one_game(judges: list[Client], turn: int):
    make_season(starts_on="2020-01-01", ends_on="2030-01-01")
    form = typed(GAME)
    answers = at_once(lambda: judges[0].post(NEW_GAME, form), lambda: judges[0].post(NEW_GAME, form))
    game = Game.objects.get()
    assert [answer.headers.get("Location") for answer in answers] == [game.get_absolute_url()] * 2
    assert MafiaSeat.objects.count() == 10


@pytest.mark.parametrize("turn", range(ROUNDS))
def test_two_boards_of_a_round_seat_the_same_player(judges: list[Client], turn: int):
    played = make_round()
    make_players(("Gentz", *"ABCDEFGHIJ"))
    tables = [
        board_post(played, ["Gentz", *others, "", ""], table=table, weight="1", version="", entry_token="")
        for table, others in (("1", "ABCD"), ("2", "EFGH"))
    ]
    answers = at_once(
        *(lambda one=one, form=form: one.post(NEW_BOARD, form) for one, form in zip(judges, tables, strict=True))
    )
    assert "Gentz plays table" in refused(answers)
    assert Board.objects.count() == 1
    assert BoardSeat.objects.count() == 7


@pytest.mark.parametrize("turn", range(ROUNDS))
def test_a_player_finishes_one_board_of_a_round_and_has_left_another(judges: list[Client], turn: int):
    """No constraint sees both columns at once: the lock of the round lets one board pass after the other (B4)."""
    played = make_round()
    make_players(("Gentz", *"ABCDEFGHIJ"))
    left = {"austria_credit": "1/2", "austria_left_player": "Gentz", "austria_left_credit": "1/2"}
    tables = [
        board_post(played, [*players, "", ""], table=table, weight="1", version="", entry_token="", **shares)
        for table, players, shares in (("1", ["Gentz", *"ABCD"], {}), ("2", "EFGHI", left))
    ]
    answers = at_once(
        *(lambda one=one, form=form: one.post(NEW_BOARD, form) for one, form in zip(judges, tables, strict=True))
    )
    assert "Gentz plays table" in refused(answers)
    assert Board.objects.count() == 1
    assert BoardSeat.objects.of(Player.objects.named("Gentz")).count() == 1


@pytest.mark.parametrize("turn", range(ROUNDS))
def test_one_board_sent_twice_at_once_is_recorded_once(judges: list[Client], turn: int):
    played = make_round()
    make_players("ABCDE")
    form = board_post(played, [*"ABCDE", "", ""], weight="1", entry_token="2f0c2b0e-8f0e-4f65-9a2c-0d7f0c1f3c11")
    answers = at_once(lambda: judges[0].post(NEW_BOARD, form), lambda: judges[0].post(NEW_BOARD, form))
    board = Board.objects.get()
    assert [answer.headers.get("Location") for answer in answers] == [board.get_absolute_url()] * 2


# A closing beside a recording


def frozen_as_played(season: Season) -> bool:
    """Say whether the frozen table of a season is that of its games."""
    season.refresh_from_db()
    return season.is_closed and season.table() == rating.season_table(season.sums())


@pytest.mark.parametrize("turn", range(ROUNDS))
def test_a_game_recorded_while_its_season_is_closed_is_frozen_with_it_or_refused(judges: list[Client], turn: int):
    season = make_season(starts_on="2020-01-01", ends_on="2030-01-01")
    make_game(judge="Owl")
    chief = client_of(make_user("chief", ADMIN, staff=True))
    recorded, closed = at_once(
        lambda: judges[0].post(NEW_GAME, typed(number=2)),
        lambda: chief.post(f"/admin/mafia_rating/season/{season.pk}/close/"),
    )
    assert closed.status_code == 302
    assert frozen_as_played(season)
    if recorded.status_code == 200:
        assert "is closed: its games cannot be changed" in text_of(recorded)
    assert Game.objects.count() == (2 if recorded.status_code == 302 else 1)


@pytest.mark.parametrize("write", ["new", "edit", "cancel", "delete"])
def test_a_closing_waits_for_a_game_that_is_being_written(transactional_db: None, write: str):
    season = make_season()
    game = make_game()
    judge, chief = make_user("judge", JUDGE), make_user("chief", ADMIN)
    closing = threading.Thread(target=in_own_connection(lambda: Season.objects.get().close(chief)))
    with transaction.atomic():
        if write == "new":
            make_game(number=2)
        elif write == "edit":
            game.record(make_protocol("red_win"), judge)
        elif write == "cancel":
            game.cancel(judge, "played by guests")
        else:
            game.delete()
        closing.start()
        closing.join(timeout=0.5)
        assert closing.is_alive(), "the season is closed before the game is stored"
    closing.join(timeout=10)
    assert frozen_as_played(season)


@pytest.mark.parametrize("turn", range(ROUNDS))
def test_two_games_change_seasons_in_opposite_directions(judges: list[Client], turn: int):
    dates = ["2025-10-03", "2026-10-02"]
    make_season()
    make_season("2026-27", "2026-09-01", "2027-08-31")
    games = [make_game(date) for date in dates]
    moves = [
        (one, f"/mafia/games/{game.pk}/edit/", shown(one, f"/mafia/games/{game.pk}/edit/", played_on=date, number=2))
        for one, game, date in zip(judges, games, reversed(dates), strict=True)
    ]
    at_once(*(lambda move=move: move[0].post(*move[1:]) for move in moves))
    assert [Game.objects.get(pk=game.pk).season.slug for game in games] == ["2026-27", "2025-26"]


def in_own_connection(act: Callable[[], None]) -> Callable[[], None]:
    def run() -> None:
        try:
            act()
        finally:
            connection.close()

    return run


@pytest.mark.parametrize("turn", range(ROUNDS))
def test_two_players_register_for_the_last_place(judges: list[Client], turn: int):
    cup = make_cup(make_season(), places=1)
    clients = []
    for nickname in ("Fox", "Hare"):
        user = make_user(nickname)
        make_player(nickname, user=user)
        clients.append(client_of(user))
    at_once(*(lambda one=one: one.post(f"{CUP}register/") for one in clients))
    first, second = listed(cup)
    assert (first[1:], second[1:]) == (("confirmed", 1, None), ("waiting", None, None))
    assert {first[0], second[0]} == {"Fox", "Hare"}


@pytest.mark.parametrize("turn", range(ROUNDS))
def test_two_clicks_register_once(judges: list[Client], turn: int):
    cup = make_cup(make_season(), places=2)
    user = make_user("Fox")
    make_player("Fox", user=user)
    one = client_of(user)
    answers = at_once(*[lambda: one.post(f"{CUP}register/")] * 2)
    assert [answer.headers.get("Location") for answer in answers] == [CUP] * 2
    assert listed(cup) == [("Fox", "confirmed", 1, None)]


@pytest.mark.parametrize("turn", range(ROUNDS))
def test_somebody_withdraws_while_another_registers(judges: list[Client], turn: int):
    cup = make_cup(make_season(), places=2)
    register(cup, make_user("third", JUDGE), "A", "B", "C")
    make_player("D")
    withdrawal = f"{CUP}entries/{entry_of(cup, 'A').pk}/withdraw/"
    at_once(
        lambda: judges[0].post(withdrawal),
        lambda: judges[1].post(f"{CUP}members/", {"player": "D"}),
    )
    assert [row[:3] for row in listed(cup)] == [("B", "confirmed", 1), ("C", "confirmed", 2), ("D", "waiting", None)]


@pytest.mark.parametrize("turn", range(ROUNDS))
def test_two_judges_give_the_last_free_place(judges: list[Client], turn: int):
    cup, third = make_cup(make_season(), places=1), make_user("third", JUDGE)
    register(cup, third, "A", "B", "C")
    close(cup)
    cup.withdraw(entry_of(cup, "A"), third)
    places = [f"{CUP}entries/{entry_of(cup, nickname).pk}/place/" for nickname in "BC"]
    at_once(*(lambda one=one, place=place: one.post(place) for one, place in zip(judges, places, strict=True)))
    assert [row[:3] for row in listed(cup)] == [("B", "confirmed", 1), ("C", "waiting", None)]
    at_once(*[lambda: judges[0].post(places[0])] * 2)
    assert [row[:3] for row in listed(cup)] == [("B", "confirmed", 1), ("C", "waiting", None)]


@pytest.fixture
def admins(transactional_db: None) -> list[Client]:
    return [client_of(make_user(name, ADMIN)) for name in ("admin", "deputy")]


def merging(client: Client, kept: str, gone: str) -> Callable[[], HttpResponse]:
    data = {"other": gone, "former": make_player(gone).pk}
    return lambda: client.post(f"/players/{make_player(kept).pk}/merge/", data)


@pytest.mark.parametrize("turn", range(ROUNDS))
def test_two_admins_merge_the_same_two_either_way(admins: list[Client], turn: int):
    one, other = (merging(client, *names) for client, names in zip(admins, (("A", "B"), ("B", "A")), strict=True))
    answers = at_once(one, other)
    assert sorted(answer.status_code for answer in answers) in ([200, 302], [302, 404])
    assert Player.objects.count() == 1
    assert {Player.objects.named(name) for name in "AB"} == {Player.objects.get()}


@pytest.mark.parametrize("turn", range(ROUNDS))
def test_a_game_is_recorded_while_one_of_its_players_is_merged(admins: list[Client], judges: list[Client], turn: int):
    make_season(starts_on="2020-01-01", ends_on="2030-01-01")
    make_player("Fox")
    make_player("Vixen")
    data = typed(seat_1_player="Vixen")
    merged, recorded = at_once(merging(admins[0], "Fox", "Vixen"), lambda: judges[0].post(NEW_GAME, data))
    assert merged.status_code == 302
    assert {*Player.objects.filter(nickname__in=["Fox", "Vixen"]).values_list("nickname", flat=True)} == {"Fox"}
    if recorded.status_code == 302:
        assert MafiaSeat.objects.get(number=1).player.nickname == "Fox"
    else:
        assert not Game.objects.exists()
