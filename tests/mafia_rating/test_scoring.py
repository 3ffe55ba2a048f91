"""Rules 1 to 5 and the decisions D1 to D12, without a database. Black sits at 4 (mafia), 6 (don) and 8 (mafia)."""

from dataclasses import replace
from decimal import Decimal

import pytest

from mafia_rating import scoring
from mafia_rating.scoring import BLACK_WIN, DRAW, RED_WIN, BonusEntry, PenaltyEntry, Protocol, SeatEntry
from mafia_rating.wording import fault_sentence, reason_sentence
from tests.factories import ROLES

from . import vectors

PARTS = ("win", "compensation", "best_move", "bonus", "penalty", "total")


def protocol(result: str = BLACK_WIN, *, removals: dict[int, str] | None = None, **fields) -> Protocol:
    """Build a protocol with the sheriff at 3; bonuses as {seat: "0.3"}, penalties as [(seat, ground)]."""
    bonuses = tuple(BonusEntry(seat, Decimal(points)) for seat, points in fields.pop("bonuses", {}).items())
    penalties = tuple(PenaltyEntry(seat, ground) for seat, ground in fields.pop("penalties", ()))
    seats = tuple(
        SeatEntry(seat, f"P{seat}", role, (removals or {}).get(seat, scoring.NO_REMOVAL))
        for seat, role in zip(scoring.SEATS, ROLES, strict=True)
    )
    fields = {"seats": seats, "judge": "J1", "bonuses": bonuses, "penalties": penalties, **fields}
    return Protocol(result=result, **fields)


def faults(given: Protocol) -> list[str]:
    return [fault.code for fault in scoring.protocol_faults(given)]


def points(given: Protocol, part: str) -> dict[int, str]:
    """Return the seats whose part is not 0."""
    return {seat: str(value) for seat, scored in scoring.score(given).items() if (value := getattr(scored, part))}


def reasons(given: Protocol, seat: int) -> list[str]:
    return [reason_sentence(reason) for reason in scoring.score(given)[seat].reasons]


# The worked examples


@pytest.mark.parametrize("vector", vectors.read("mafia_games"), ids=lambda vector: vector["id"])
def test_worked_example(vector: dict):
    given = vectors.protocol(vector["game"])
    assert faults(given) == []
    scored = scoring.score(given)
    assert {str(seat): {part: str(getattr(scored[seat], part)) for part in PARTS} for seat in scoring.SEATS} == vector[
        "expected"
    ]


REFUSALS = {
    "bonus_more_than_three_players": "bonus_too_many_players",
    "bonus_sum_over_1": "bonus_sum_over",
    "bonus_loser_over_0.4": "bonus_loser_over",
    "bonus_in_draw": "bonus_in_draw",
    "bonus_not_positive": "bonus_not_positive",
    "penalty_only_for_losers": "penalty_only_for_losers",
    "penalty_ground_role": "penalty_ground_role",
    "best_move_needs_three": "best_move_needs_three",
    "best_move_duplicate": "best_move_twice",
    "best_move_without_first_killed": "best_move_without_first_killed",
    "duplicate_player": "player_twice",
}


@pytest.mark.parametrize("vector", vectors.read("mafia_invalid_games"), ids=lambda vector: vector["id"])
def test_refused_example(vector: dict):
    found = scoring.protocol_faults(vectors.protocol(vector["game"]))
    assert REFUSALS[vector["why"]] in [fault.code for fault in found]
    assert all(fault_sentence(fault) for fault in found)


# Rule 1


@pytest.mark.parametrize(
    ("result", "winners"),
    [(RED_WIN, [1, 2, 3, 5, 7, 9, 10]), (BLACK_WIN, [4, 6, 8]), (DRAW, [])],
)
def test_every_player_of_the_winning_team_gets_two_points(result: str, winners: list[int]):
    assert points(protocol(result), "win") == dict.fromkeys(winners, "2.00")


# Rule 2


@pytest.mark.parametrize(
    ("result", "first_killed", "expected"),
    [
        (BLACK_WIN, 1, {1: "0.50"}),
        (BLACK_WIN, 3, {3: "0.50"}),
        (RED_WIN, 1, {}),
        (DRAW, 1, {}),  # D1: only when red loses
        (BLACK_WIN, 4, {}),  # D3: a black player shot
        (RED_WIN, 4, {}),
        (BLACK_WIN, None, {}),  # a miss
    ],
)
def test_compensation(result: str, first_killed: int | None, expected: dict):
    assert points(protocol(result, first_killed=first_killed), "compensation") == expected


# Rule 3


@pytest.mark.parametrize("result", [RED_WIN, BLACK_WIN, DRAW])
@pytest.mark.parametrize(
    ("named", "expected"),
    [((4, 6, 8), {1: "0.40"}), ((4, 2, 6), {1: "0.25"}), ((2, 3, 8), {}), ((2, 3, 5), {1: "-0.25"}), ((), {})],
)
def test_best_move_counts_whatever_the_result(result: str, named: tuple, expected: dict):
    given = protocol(result, first_killed=1, best_move=named)
    assert faults(given) == []
    assert points(given, "best_move") == expected


def test_a_black_player_has_no_best_move_points():
    given = protocol(first_killed=4, best_move=(1, 6, 8))
    assert faults(given) == []
    assert points(given, "best_move") == {}
    assert reasons(given, 4)[1] == "named 1, 6, 8: a black player's best move has no points, 0.00, rule 3"


@pytest.mark.parametrize(
    ("first_killed", "named", "code"),
    [
        (1, (4,), "best_move_needs_three"),
        (1, (4, 6), "best_move_needs_three"),
        (1, (4, 6, 8, 2), "best_move_needs_three"),
        (1, (4, 4, 6), "best_move_twice"),
        (1, (1, 4, 6), "best_move_own_seat"),
        (1, (4, 6, 11), "best_move_range"),
        (None, (4, 6, 8), "best_move_without_first_killed"),
        (11, (), "first_killed_range"),
        (0, (), "first_killed_range"),
    ],
)
def test_refused_best_move(first_killed: int | None, named: tuple, code: str):
    assert faults(protocol(first_killed=first_killed, best_move=named)) == [code]


# Rule 4


@pytest.mark.parametrize(
    ("bonuses", "codes"),
    [
        ({4: "0.5", 1: "0.4", 6: "0.1"}, []),  # 1.0 among three, both teams
        ({4: "0.7", 6: "0.3"}, []),
        ({1: "0.4"}, []),
        ({1: "0.5"}, ["bonus_loser_over"]),
        ({4: "0.8"}, ["bonus_winner_over"]),
        ({4: "0.5", 6: "0.5", 8: "0.1"}, ["bonus_sum_over"]),
        ({4: "0.1", 6: "0.1", 8: "0.1", 1: "0.1"}, ["bonus_too_many_players"]),
        ({4: "0.25"}, ["bonus_step"]),
        ({4: "0"}, ["bonus_not_positive"]),
        ({4: "-0.1"}, ["bonus_not_positive"]),
        ({11: "0.1"}, ["bonus_seat_unknown"]),
    ],
)
def test_limits_of_bonuses(bonuses: dict, codes: list[str]):
    assert faults(protocol(bonuses=bonuses)) == codes


def test_one_bonus_a_player():
    twice = (BonusEntry(4, Decimal("0.1")), BonusEntry(4, Decimal("0.2")))
    assert faults(replace(protocol(), bonuses=twice)) == ["bonus_twice"]


def test_no_bonus_in_a_draw():
    assert faults(protocol(DRAW, bonuses={1: "0.1"})) == ["bonus_in_draw"]


@pytest.mark.parametrize("amount", ["0.6", "0.7"])
@pytest.mark.parametrize(
    ("approval", "worth", "sentence"),
    [
        (None, "0.00", "{} waits for the President, 0.00, rule 4"),
        ("pending", "0.00", "{} waits for the President, 0.00, rule 4"),
        ("rejected", "0.00", "{} rejected by the President, 0.00, rule 4"),
        ("approved", "{}0", "judge's bonus, approved by the President, +{}0, rule 4"),
    ],
)
def test_an_exceptional_bonus_waits_for_the_president(amount: str, approval: str | None, worth: str, sentence: str):
    given = replace(protocol(), bonuses=(BonusEntry(4, Decimal(amount), approval),))
    assert faults(given) == []
    assert str(scoring.score(given)[4].bonus) == worth.format(amount)
    assert reasons(given, 4) == ["team won, +2.00, rule 1", sentence.format(amount)]


@pytest.mark.parametrize("approval", ["pending", "rejected"])
def test_a_bonus_without_consent_still_takes_part_in_the_limits(approval: str):
    waiting = BonusEntry(4, Decimal("0.7"), approval)
    assert faults(replace(protocol(), bonuses=(waiting, BonusEntry(6, Decimal("0.4"))))) == ["bonus_sum_over"]


@pytest.mark.parametrize(
    ("amount", "approval", "codes"),
    [
        ("0.5", "approved", ["bonus_approval_misfit"]),
        ("0.5", "not_needed", []),
        ("0.6", "not_needed", ["bonus_approval_misfit"]),
        ("0.6", "maybe", ["bonus_approval_misfit"]),
    ],
)
def test_only_an_exceptional_bonus_has_an_approval(amount: str, approval: str, codes: list[str]):
    assert faults(replace(protocol(), bonuses=(BonusEntry(4, Decimal(amount), approval),))) == codes


def test_best_move_and_compensation_are_not_part_of_the_sum_of_bonuses():
    given = protocol(first_killed=1, best_move=(4, 6, 8), bonuses={4: "0.5", 1: "0.4", 6: "0.1"})
    assert faults(given) == []
    assert str(scoring.score(given)[1].total) == "1.30"


# Rule 5


@pytest.mark.parametrize(
    ("result", "ground", "seats"),
    [
        (BLACK_WIN, "broke_on_ten", [1, 2, 3, 5, 7, 9, 10]),
        (BLACK_WIN, "broke_on_four", [1, 2, 5, 7, 9, 10]),  # the line does not name the sheriff
        (BLACK_WIN, "false_check", [1, 2, 3, 5, 7, 9, 10]),
        (BLACK_WIN, "fake_sheriff", []),
        (BLACK_WIN, "discretionary", [1, 2, 3, 5, 7, 9, 10]),
        (RED_WIN, "broke_on_ten", []),
        (RED_WIN, "fake_sheriff", [4, 6, 8]),
        (RED_WIN, "discretionary", [4, 6, 8]),
        *((DRAW, ground, []) for ground in scoring.GROUND_ROLES),
    ],
)
def test_who_may_get_a_penalty_on_a_ground(result: str, ground: str, seats: list[int]):
    allowed = [seat for seat in scoring.SEATS if not faults(protocol(result, penalties=[(seat, ground)]))]
    assert allowed == seats


def test_each_ground_is_a_penalty_of_its_own():
    given = protocol(penalties=[(1, "broke_on_ten"), (1, "false_check"), (2, "broke_on_four")])
    assert faults(given) == []
    assert points(given, "penalty") == {1: "-2.00", 2: "-1.00"}


@pytest.mark.parametrize(
    ("seat", "ground", "code"),
    [
        (1, "fake_sheriff", "penalty_ground_role"),
        (3, "broke_on_four", "penalty_ground_role"),
        (4, "fake_sheriff", "penalty_only_for_losers"),
        (1, "rude", "penalty_ground_unknown"),
        (11, "broke_on_ten", "penalty_seat_unknown"),
    ],
)
def test_refused_penalty(seat: int, ground: str, code: str):
    assert faults(protocol(penalties=[(seat, ground)])) == [code]


def test_the_same_ground_counts_once_per_player():
    assert faults(protocol(penalties=[(1, "broke_on_ten")] * 2)) == ["penalty_twice"]


@pytest.mark.parametrize(
    ("approval", "worth"), [(None, "0.00"), ("pending", "0.00"), ("rejected", "0.00"), ("approved", "-1.00")]
)
def test_a_discretionary_penalty_waits_for_the_president(approval: str | None, worth: str):
    given = replace(protocol(), penalties=(PenaltyEntry(1, "discretionary", approval),))
    assert faults(given) == []
    assert str(scoring.score(given)[1].penalty) == worth


@pytest.mark.parametrize(("ground", "approval"), [("broke_on_ten", "approved"), ("discretionary", "not_needed")])
def test_only_a_discretionary_penalty_has_an_approval(ground: str, approval: str):
    given = replace(protocol(), penalties=(PenaltyEntry(1, ground, approval),))
    assert faults(given) == ["penalty_approval_misfit"]


@pytest.mark.parametrize(
    ("result", "removal", "penalty"),
    [
        (BLACK_WIN, "affected", {1: "-1.00"}),
        (BLACK_WIN, "no_effect", {}),
        (RED_WIN, "affected", {}),  # only a losing team
        (DRAW, "affected", {}),  # D1
    ],
)
def test_a_removal_that_affected_the_game_is_a_penalty_by_itself(result: str, removal: str, penalty: dict):
    given = protocol(result, removals={1: removal})
    assert faults(given) == []
    assert points(given, "penalty") == penalty


def test_a_removal_adds_to_other_penalties():
    assert points(protocol(removals={1: "affected"}, penalties=[(1, "broke_on_ten")]), "penalty") == {1: "-2.00"}


# Seats


def test_the_judge_is_none_of_the_ten():
    assert faults(protocol(judge="P7")) == ["judge_seated"]


def seats_with(**changes) -> tuple[SeatEntry, ...]:
    """Return the ten seats with the first one changed."""
    first, *others = protocol().seats
    return (replace(first, **changes), *others)


@pytest.mark.parametrize(
    ("seats", "codes"),
    [
        (seats_with(player="P2"), ["player_twice"]),
        (seats_with(role="mafia"), ["role_count", "role_count"]),
        (seats_with(role="doctor"), ["role_unknown", "role_count"]),
        (seats_with(removal="gone"), ["removal_unknown"]),
        (seats_with(seat=2), ["seat_twice", "seats_missing"]),
        (seats_with(seat=11), ["seat_range", "seats_missing"]),
        (protocol().seats[1:], ["seats_missing"]),
        ((), ["seats_missing"]),
    ],
)
def test_refused_seats(seats: tuple, codes: list[str]):
    assert faults(protocol(seats=seats)) == codes


def test_refused_result():
    assert faults(protocol("abandoned")) == ["result_unknown"]


def test_all_faults_are_told_at_once_and_where_they_stand():
    given = protocol(DRAW, first_killed=1, best_move=(4, 6), bonuses={2: "0.1"}, penalties=[(3, "false_check")])
    assert [(fault.code, fault.part, fault.seat) for fault in scoring.protocol_faults(given)] == [
        ("best_move_needs_three", "best_move", None),
        ("bonus_in_draw", "bonus", 2),
        ("penalty_only_for_losers", "penalty", 3),
    ]


# Words


def test_reasons_say_what_each_point_is_for():
    given = protocol(
        first_killed=1,
        best_move=(4, 6, 8),
        bonuses={1: "0.3"},
        penalties=[(1, "broke_on_ten"), (1, "discretionary")],
        removals={1: "affected"},
    )
    assert reasons(given, 1) == [
        "team lost, 0.00, rule 1",
        "killed in the first night, red lost, +0.50, rule 2",
        "named 4, 6, 8: three black, +0.40, rule 3",
        "judge's bonus, +0.30, rule 4",
        "broke into a red player with ten at the table, -1.00, rule 5",
        "at the judge's discretion: waits for the President, 0.00, rule 5",
        "removal that affected the game, -1.00, rule 5",
    ]
    assert str(scoring.score(given)[1].total) == "-0.80"


def test_a_sentence_names_the_numbers_of_its_limit():
    (fault,) = scoring.protocol_faults(protocol(bonuses={4: "0.5", 6: "0.5", 8: "0.1"}))
    assert fault_sentence(fault) == "Bonuses add up to at most 1.0, not 1.1 (rule 4)."
