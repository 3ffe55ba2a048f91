"""verify_scores: each stored number that was damaged is found, and told with its place and the right value."""

from collections.abc import Callable
from decimal import Decimal
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from mafia_rating.models import ClosedLine, Game, JudgeBonus, Season, Seat
from tests.factories import (
    make_board,
    make_game,
    make_player,
    make_replacement,
    make_round,
    make_season,
    make_tournament,
)
from tournaments.models import Board, Round
from tournaments.models import Seat as BoardSeat
from tournaments.models.seat import NO_SCORE

pytestmark = pytest.mark.django_db

D = Decimal
CLOSED, OPEN = "2024-25", "2025-26"
GAME, TABLE, BOARD = 10 * 6, 10 * 8, 7 * len(NO_SCORE)  # seats, lines and powers, times the numbers of each
ALL = 2 * GAME + TABLE + BOARD


@pytest.fixture(autouse=True)
def club(admin_user: User) -> None:
    """A closed season of one game, an open one of another, and a board of six in a round of 2/3."""
    past = make_season(CLOSED, "2024-09-01", "2025-08-31")
    make_season(OPEN)
    for date in ("2024-10-03", "2025-10-03"):
        make_game(date, first_killed=1, best_move=(4, 6, 8), bonuses={4: "0.3"}, penalties=[(2, "broke_on_ten")])
    past.close(admin_user)
    make_board(make_round(weight="2/3"), weight="6/7", players=[*"ABCDEF", None])


def verify(**options: str) -> list[str]:
    """Return the lines printed; the last one is the sum."""
    out, sentences = StringIO(), []
    try:
        call_command("verify_scores", stdout=out, **options)
    except CommandError as error:  # which ends the command with status 1
        sentences.append(str(error))
    return [*out.getvalue().splitlines(), *sentences]


def test_what_was_recorded_is_right():
    assert verify() == [f"All {ALL} numbers are right."]


@pytest.mark.parametrize(
    ("options", "count"),
    [
        ({"season": CLOSED}, GAME + TABLE),
        ({"season": OPEN}, GAME),
        ({"tournament": "cup"}, BOARD),
        ({"season": OPEN, "tournament": "cup"}, GAME + BOARD),
    ],
)
def test_it_is_narrowed_down(options: dict[str, str], count: int):
    assert verify(**options) == [f"All {count} numbers are right."]


@pytest.mark.parametrize("option", ["season", "tournament"])
def test_no_such_season_or_tournament(option: str):
    [sentence] = verify(**{option: "nowhere"})
    assert sentence.startswith(f"There is no {option} nowhere.")


WHERE = "Season 2025-26, 3 Oct 2025, table 1, game 1, Seat"


@pytest.mark.parametrize(
    ("seat", "part", "stored", "right", "totals"),
    [
        (3, "win", "2.00", "0.00", ("2.00", "0.00")),
        (1, "compensation", "0.00", "0.50", ("0.40", "0.90")),
        (1, "best_move", "0.25", "0.40", ("0.75", "0.90")),
        (4, "bonus", "0.00", "0.30", ("2.00", "2.30")),
        (2, "penalty", "0.00", "-1.00", ("0.00", "-1.00")),
    ],
)
def test_points_of_a_seat(seat: int, part: str, stored: str, right: str, totals: tuple[str, str]):
    Seat.objects.filter(game__season__slug=OPEN, number=seat).update(**{part: D(stored), "total": D(totals[0])})
    assert verify() == [
        f"{WHERE} {seat}: {part} is {stored}, right is {right}",
        f"{WHERE} {seat}: total is {totals[0]}, right is {totals[1]}",
        f"2 of {ALL} numbers are wrong.",
    ]


def test_points_that_no_longer_follow_from_the_entries():
    JudgeBonus.objects.filter(seat__game__season__slug=OPEN).update(points=D("0.2"))
    assert verify(season=OPEN)[:-1] == [
        f"{WHERE} 4: bonus is 0.30, right is 0.20",
        f"{WHERE} 4: total is 2.30, right is 2.20",
    ]


def test_a_protocol_that_the_rules_forbid():
    Seat.objects.filter(game__season__slug=OPEN, role="sheriff").update(role="citizen")
    assert verify(season=OPEN)[0].startswith("Season 2025-26, 3 Oct 2025, table 1, game 1: protocol is ")
    assert verify(season=OPEN)[-1].endswith("numbers are wrong.")


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        ({"place": 3}, "place is 3, right is 1"),
        ({"games": 2}, "games is 2, right is 1"),
        ({"wins": 0}, "wins is 0, right is 1"),
        ({"wins": 0, "compensations": 1}, "compensations is 1, right is 0"),
        ({"best_move": D("0.4")}, "best_move is 0.40, right is 0.00"),
        ({"bonus": D("0.2")}, "bonus is 0.20, right is 0.30"),
        ({"penalty": D(-1)}, "penalty is -1.00, right is 0.00"),
        ({"points": D(3)}, "points is 3.00, right is 2.30"),
    ],
    ids=lambda value: [*value][-1] if isinstance(value, dict) else "",
)
def test_a_frozen_line(damage: dict, found: str):
    ClosedLine.objects.filter(player__nickname="P4").update(**damage)
    assert f"Season 2024-25, closed table, P4: {found}" in verify()
    assert len(verify()) == len(damage) + 1


def test_a_frozen_line_that_is_missing_and_one_too_many():
    ClosedLine.objects.filter(player__nickname="P4").update(player=make_player("Nobody"))
    lines = verify(season=CLOSED)
    assert "Season 2024-25, closed table, P4: points is nothing, right is 2.30" in lines
    assert "Season 2024-25, closed table, Nobody: points is 2.30, right is nothing" in lines
    assert lines[-1] == "16 of 148 numbers are wrong."


def test_a_closed_season_whose_game_was_changed():
    Game.objects.filter(season__slug=CLOSED).update(status="cancelled")
    assert verify(season=CLOSED)[-1] == "80 of 140 numbers are wrong."


def updates(model: type[Model], **fields: object) -> Callable[[], int]:
    return lambda: model.objects.filter(**({"power": "austria"} if model is BoardSeat else {})).update(**fields)


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        (updates(BoardSeat, score=D("9.999")), "Austria: score is 9.999, right is "),
        (updates(BoardSeat, weighted_score=D("9.999")), "Austria: weighted_score is 9.999, right is "),
        (updates(BoardSeat, outcome="solo"), "Austria: outcome is solo, right is "),
        (updates(BoardSeat, table_version="older"), "Austria: table_version is older, right is "),
        (updates(BoardSeat, centres=4), "Austria: score is "),
        (updates(Round, weight="1"), "Austria: weighted_score is "),
        (updates(Board, weight="1"), "Austria: weighted_score is "),
    ],
)
def test_scores_of_a_board(damage: Callable[[], int], found: str):
    assert damage() == 1
    assert verify(tournament="cup")[0].startswith(f"Tournament cup, Round 1, Table 1, {found}")


def test_the_score_of_somebody_who_left():
    board = Board.objects.get()
    board.record(make_replacement(), None)
    assert verify(tournament="cup") == [f"All {BOARD} numbers are right."]
    updates(BoardSeat, left_weighted_score=D("9.999"))()
    [line, *_sum] = verify(tournament="cup")
    assert line.startswith("Tournament cup, Round 1, Table 1, Austria: left_weighted_score is 9.999, right is ")


def test_a_board_that_the_rules_forbid():
    updates(BoardSeat, centres=20)()
    assert verify(tournament="cup")[0].startswith("Tournament cup, Round 1, Table 1: board is ")


def test_it_takes_no_more_queries_for_more_games():
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            verify()
        return len(captured)

    small = queries()
    for number in range(2, 8):
        make_game(number=number)
        make_board(make_round(tournament=make_tournament(f"cup-{number}")))
    assert queries() == small <= 10


def test_the_exit_status_tells_whether_anything_differs():
    call_command("verify_scores", stdout=StringIO())
    Seat.objects.filter(number=3).update(win=D(2), total=D(2))
    with pytest.raises(CommandError) as wrong:
        call_command("verify_scores", stdout=StringIO())
    assert wrong.value.returncode == 1


def test_nothing_is_changed():
    Seat.objects.filter(number=3).update(win=D(2), total=D(2))
    before = [[*model.objects.order_by("pk").values()] for model in (Season, Game, Seat, ClosedLine, Board, BoardSeat)]
    verify()
    assert before == [
        [*model.objects.order_by("pk").values()] for model in (Season, Game, Seat, ClosedLine, Board, BoardSeat)
    ]
