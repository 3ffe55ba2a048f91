"""Circuit points: pure, with literal values."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.circuits import Stage, circuit_table, count_shares, tour_de_france_base, tour_de_france_points


@pytest.mark.parametrize(
    ("place", "ranked", "points"),
    [
        (1, 16, "1016.000"),
        (2, 16, "857.696"),
        (16, 16, "100.000"),
        (2, 3, "316.228"),
        (3, 3, "100.000"),
        (1, 2, "1002.000"),
        (2, 2, "100.000"),
        (1, 1, "1001.000"),
        (6, 11, "316.228"),
    ],
)
def test_tour_de_france_points(place, ranked, points):
    assert tour_de_france_points(place, ranked) == Decimal(points)


@given(st.integers(2, 300), st.data())
def test_a_better_place_never_gets_fewer_points_and_the_last_gets_100(ranked, data):
    place = data.draw(st.integers(1, ranked - 1))
    assert tour_de_france_points(place, ranked) > tour_de_france_points(place + 1, ranked)
    assert tour_de_france_points(ranked, ranked) == Decimal("100.000")


@pytest.mark.parametrize(("ranked", "base"), [(2, "10.0000000000"), (3, "3.1622776602"), (16, "1.1659144012")])
def test_k_is_shown_with_10_decimals(ranked, base):
    assert str(tour_de_france_base(ranked)) == base


@given(st.integers(2, 300), st.data())
def test_the_points_shown_follow_from_the_k_shown(ranked, data):
    place = data.draw(st.integers(2, ranked))
    by_hand = Decimal(1000) / tour_de_france_base(ranked) ** (place - 1)
    assert abs(by_hand - tour_de_france_points(place, ranked)) < Decimal("0.00051")


def stages(*points, major=()):
    return [Stage(number, Decimal(value), number in major) for number, value in enumerate(points)]


def test_the_best_of_the_others_counts_in_full_then_80_40_20_and_10_percent():
    counted = count_shares(stages("100", "600", "500", "400", "300", "200"))
    assert [(each.share, str(each.points)) for each in counted] == [
        (10, "10.000"),
        (100, "600.000"),
        (80, "400.000"),
        (40, "160.000"),
        (20, "60.000"),
        (10, "20.000"),
    ]


def test_majors_count_in_full_beside_the_best():
    counted = count_shares(stages("100", "600", "500", major={0, 2}))
    assert [each.share for each in counted] == [100, 100, 100]


def test_a_share_is_rounded_half_up_once():
    assert count_shares(stages("900", "316.228"))[1].points == Decimal("252.982")


def test_the_table_ranks_by_the_sum_and_equals_share_a_place():
    table = circuit_table({"a": stages("500"), "b": stages("300", "250"), "c": stages("10"), "d": []})
    assert [(line.place, line.player, str(line.total)) for line in table] == [
        (1, "a", "500.000"),
        (1, "b", "500.000"),
        (3, "c", "10.000"),
    ]


def test_too_few_tournaments_give_no_place():
    table = circuit_table({"a": stages("900"), "b": stages("300", "250")}, minimum=2)
    assert [(line.place, line.player) for line in table] == [(1, "b"), (None, "a")]


def test_a_circuit_by_sum_counts_everything_in_full():
    (line,) = circuit_table({"a": stages("100.5", "0.001", "7")}, shares=False)
    assert line.total == Decimal("107.501")
