"""What can be told of a protocol before it is finished."""

from dataclasses import replace
from decimal import Decimal

import pytest

from mafia_rating import scoring, unfinished
from mafia_rating.scoring import BonusEntry, PenaltyEntry, Protocol, SeatEntry
from tests.factories import ROLES

D = Decimal


def protocol(result: str = "black_win", roles: list[str] = ROLES, **fields: object) -> Protocol:
    seats = tuple(SeatEntry(seat, f"P{seat}", role) for seat, role in zip(scoring.SEATS, roles, strict=True))
    return Protocol(**{"result": result, "seats": seats, "judge": "J1", **fields})


def totals(given: Protocol) -> list[str]:
    return [str(points.total) for points in unfinished.score_so_far(given).values()]


BLACK_WON = ["0.00", "0.00", "0.00", "2.00", "0.00", "2.00", "0.00", "2.00", "0.00", "0.00"]


def test_a_finished_protocol_has_its_points():
    given = protocol(first_killed=1, best_move=(4, 6, 8), bonuses=(BonusEntry(4, D("0.3")),))
    assert unfinished.score_so_far(given) == scoring.score(given)


@pytest.mark.parametrize(
    "given",
    [
        Protocol(result="", seats=()),
        protocol(result=""),
        protocol(roles=["citizen"] * 10),
        protocol(roles=["", *ROLES[1:]]),
        protocol(roles=["sheriff", *ROLES[1:]]),
    ],
)
def test_nobody_has_points_before_the_teams_and_the_result_are_known(given: Protocol):
    assert unfinished.score_so_far(given) == {}


def test_who_sits_there_and_who_judges_moves_no_point():
    given = protocol(judge=None)
    given = replace(given, seats=tuple(replace(entry, player=None) for entry in given.seats))
    assert totals(given) == BLACK_WON


@pytest.mark.parametrize(
    "fields",
    [
        {"bonuses": (BonusEntry(4, D("0.8")), BonusEntry(5, D("0.5")), BonusEntry(6, D("0.15")))},
        {"bonuses": tuple(BonusEntry(seat, D("0.1")) for seat in (1, 2, 3, 4))},
        {"bonuses": (BonusEntry(4, D("0.5")), BonusEntry(6, D("0.5")), BonusEntry(8, D("0.1")))},
        {"penalties": (PenaltyEntry(4, "fake_sheriff"), PenaltyEntry(1, "fake_sheriff"), PenaltyEntry(2, "rude"))},
    ],
)
def test_what_breaks_a_limit_is_left_out(fields: dict):
    assert totals(protocol(**fields)) == BLACK_WON


def test_what_stands_beside_it_counts():
    given = protocol(
        bonuses=(BonusEntry(5, D("0.5")), BonusEntry(6, D("0.2"))),
        penalties=(PenaltyEntry(4, "fake_sheriff"), PenaltyEntry(1, "broke_on_ten")),
    )
    assert totals(given) == ["-1.00", "0.00", "0.00", "2.00", "0.00", "2.20", "0.00", "2.00", "0.00", "0.00"]


@pytest.mark.parametrize("named", [(4,), (4, 6), (4, 4, 6), (1, 4, 6)])
def test_a_best_move_that_is_half_named_is_neither_scored_nor_declined(named: tuple[int, ...]):
    points = unfinished.score_so_far(protocol(first_killed=1, best_move=named))[1]
    assert [reason.code for reason in points.reasons] == ["loss", "compensation"]
    assert str(points.total) == "0.50"


def test_a_best_move_before_the_first_killed_is_known():
    assert totals(protocol(best_move=(4, 6, 8))) == BLACK_WON


@pytest.mark.parametrize(
    ("roles", "left"),
    [
        ([], {"sheriff": 1, "mafia": 2, "don": 1}),
        (["citizen"] * 10, {"sheriff": 1, "mafia": 2, "don": 1}),
        (["citizen", "mafia", "don", ""], {"sheriff": 1, "mafia": 1, "don": 0}),
        (ROLES, {"sheriff": 0, "mafia": 0, "don": 0}),
        (["sheriff", "sheriff", "sheriff"], {"sheriff": -2, "mafia": 2, "don": 1}),
    ],
)
def test_roles_left(roles: list[str], left: dict[str, int]):
    seats = tuple(SeatEntry(seat, seat, role) for seat, role in enumerate(roles, start=1))
    assert unfinished.roles_left(Protocol(result="", seats=seats)) == left


@pytest.mark.parametrize(
    ("given", "left"),
    [([], ("1.0", 3)), (["0.3", "0.3"], ("0.4", 1)), (["0.7", "0.3"], ("0.0", 1)), (["0.7"] * 4, ("0.0", 0))],
)
def test_bonus_left(given: list[str], left: tuple[str, int]):
    bonuses = tuple(BonusEntry(seat, D(points)) for seat, points in enumerate(given, start=1))
    points, players = unfinished.bonus_left(protocol(bonuses=bonuses))
    assert (str(points), players) == left


STORED = protocol(
    result="red_win",
    bonuses=(BonusEntry(1, D("0.6"), "approved"), BonusEntry(2, D("0.2"), "not_needed")),
    penalties=(PenaltyEntry(4, "discretionary", "rejected"),),
)


@pytest.mark.parametrize(
    ("changes", "kept"),
    [
        ({}, ["approved", None, "rejected"]),
        ({"judge": "J2"}, ["approved", None, "rejected"]),
        ({"result": "black_win"}, [None, None, None]),
        ({"bonuses": (BonusEntry(1, D("0.7")),)}, [None, "rejected"]),
        ({"bonuses": (BonusEntry(5, D("0.6")),)}, [None, "rejected"]),
        ({"penalties": (PenaltyEntry(4, "fake_sheriff"),)}, ["approved", None, None]),
    ],
)
def test_a_decision_is_kept_where_it_still_fits(changes: dict, kept: list[str | None]):
    typed = replace(
        STORED,
        bonuses=tuple(replace(bonus, approval=None) for bonus in STORED.bonuses),
        penalties=tuple(replace(penalty, approval=None) for penalty in STORED.penalties),
    )
    edited = unfinished.with_decisions(replace(typed, **changes), STORED)
    assert [item.approval for item in (*edited.bonuses, *edited.penalties)] == kept


def test_a_decision_follows_the_player_and_ends_with_the_role():
    first, second, third, *others = STORED.seats
    swapped = (replace(second, seat=1), replace(first, seat=2), third, *others)
    moved = replace(STORED, seats=swapped, bonuses=(BonusEntry(2, D("0.6")),))
    assert unfinished.with_decisions(moved, STORED).bonuses[0].approval == "approved"
    other_role = (replace(first, role="sheriff"), second, replace(third, role="citizen"), *others)
    changed = replace(STORED, seats=other_role, bonuses=(BonusEntry(1, D("0.6")),))
    assert unfinished.with_decisions(changed, STORED).bonuses[0].approval is None
