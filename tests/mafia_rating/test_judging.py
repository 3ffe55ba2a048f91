"""What is told of a judge, in numbers that add up."""

from decimal import Decimal

import pytest

from mafia_rating.judging import Bonuses, Record, shares, together

D = Decimal

RECORD = Record(
    judge=1,
    name="Owl",
    results={"red_win": 2, "black_win": 3, "draw": 1},
    penalty=D("-2.00"),
    bonuses=(
        Bonuses("citizen", "not_needed", 2, D("0.5")),
        Bonuses("citizen", "approved", 1, D("0.6")),
        Bonuses("sheriff", "rejected", 1, D("0.7")),
        Bonuses("don", "not_needed", 1, D("0.2")),
    ),
    penalty_requests={"pending": 1, "approved": 2},
)


def test_games_by_result():
    assert (RECORD.games, RECORD.red_wins, RECORD.black_wins, RECORD.draws) == (6, 2, 3, 1)


def test_averages_are_rounded_half_up_for_display():
    assert (RECORD.bonus_count, RECORD.bonus_points) == (5, D("2.0"))
    assert str(RECORD.bonus_per_game) == "0.33"
    assert str(RECORD.bonus_per_bonus) == "0.40"
    eighth = Record(1, "Owl", {"draw": 8}, D(0), (Bonuses("don", "not_needed", 1, D("0.2")),))
    assert str(eighth.bonus_per_game) == "0.03"


def test_nothing_given_has_no_average():
    empty = Record(1, "Owl", {"draw": 1}, D("0.00"))
    assert (str(empty.bonus_per_game), empty.bonus_per_bonus) == ("0.00", None)
    assert (str(empty.red_share), str(empty.black_share)) == ("0.0", "0.0")
    assert empty.requests == {"approved": 0, "rejected": 0, "pending": 0}


def test_bonuses_by_role_and_team():
    assert [(row.role, row.count, str(row.points), str(row.share)) for row in RECORD.by_role] == [
        ("citizen", 3, "1.1", "55.0"),
        ("sheriff", 1, "0.7", "35.0"),
        ("mafia", 0, "0.0", "0.0"),
        ("don", 1, "0.2", "10.0"),
    ]
    assert (str(RECORD.red_share), str(RECORD.black_share)) == ("90.0", "10.0")


def test_what_the_president_was_asked():
    assert RECORD.requests == {"approved": 3, "rejected": 1, "pending": 1}


def test_all_judges_together():
    other = Record(2, "Fox", {"draw": 2}, D("-1.00"), (Bonuses("mafia", "not_needed", 3, D("1.2")),), {"pending": 1})
    both = together([RECORD, other])
    assert (both.games, both.draws, both.bonus_count, str(both.bonus_per_game)) == (8, 3, 8, "0.40")
    assert (str(both.penalty), str(both.red_share)) == ("-3.00", "56.3")
    assert both.requests == {"approved": 3, "rejected": 1, "pending": 2}


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        (["0.1", "0.1", "0.1"], ["33.3", "33.4", "33.3"]),
        (["0.1", "0.2", "0.0", "0.4"], ["14.3", "28.6", "0.0", "57.1"]),
        (["0.0", "0.0"], ["0.0", "0.0"]),
    ],
)
def test_shares_add_up_to_100(parts: list[str], expected: list[str]):
    assert [str(share) for share in shares(map(D, parts))] == expected
