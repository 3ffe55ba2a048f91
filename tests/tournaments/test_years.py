"""Centres by game year, and the round's call: pure, with literal values."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.baf import POWERS, SIX_PLAYERS_WEIGHT, Fault
from tournaments.calls import Choice, choices
from tournaments.years import (
    blank_faults,
    changed_finals,
    count_faults,
    end_reached,
    final_centres,
    last_counted_year,
    solo_year,
    year_totals,
)


def codes(counts):
    return [(fault.code, fault.power, fault.params.get("year")) for fault in count_faults(counts)]


def test_counts_of_a_year_are_limited_like_a_board():
    counts = {"austria": {1900: 3, 1901: 35, 1902: 17}, "england": {1902: 17, 1903: 18}, "france": {1902: 1, 1901: -1}}
    assert codes(counts) == [
        ("year_range", "austria", 1900),
        ("year_centres_range", "austria", 1901),
        ("year_centres_range", "france", 1901),
        ("year_centres_sum", None, 1902),
    ]


def test_a_power_at_0_does_not_come_back_even_across_missing_years():
    assert codes({"italy": {1903: 0, 1906: 2, 1907: 0, 1908: 1}, "russia": {1903: 5, 1906: 5}}) == [
        ("year_revived", "italy", 1906),
        ("year_revived", "italy", 1908),
    ]
    assert codes({"italy": {1903: 0, 1906: 0}}) == []


def test_a_solo_ends_the_board_in_its_year():
    counts = {"turkey": {1905: 17, 1906: 18, 1907: 18}, "france": {1906: 16, 1907: 16}}
    assert solo_year(counts) == 1906
    assert codes(counts) == [("year_after_solo", "turkey", 1907), ("year_after_solo", "france", 1907)]
    assert solo_year({"turkey": {1905: 17}}) is None


def test_one_blank_among_seven_is_told_at_its_cell():
    counts = {power: {1901: 4, 1902: 4} for power in POWERS}
    del counts["germany"][1902]
    assert [(fault.power, fault.params["year"]) for fault in blank_faults(counts)] == [("germany", 1902)]
    del counts["germany"]
    assert [(fault.power, fault.params["year"]) for fault in blank_faults(counts)] == [
        ("germany", 1901),
        ("germany", 1902),
    ]


def test_the_last_year_gives_the_final_centres():
    counts = {"austria": {1901: 4, 1904: 7}, "england": {1901: 5, 1904: 0}}
    assert last_counted_year(counts) == 1904
    assert final_centres(counts) == {"austria": 7, "england": 0}
    assert (last_counted_year({}), final_centres({})) == (None, {})


def test_final_centres_stay_those_of_the_last_year():
    row = dict.fromkeys(POWERS, 4) | {"austria": 8}
    counts = {power: {1901: 3, 1902: centres} for power, centres in row.items()}
    assert changed_finals(counts, row, row) == []
    assert changed_finals(counts, row, row | {"austria": 7, "italy": 5}) == [
        Fault("year_final", "austria", {"year": 1902, "centres": 8}),
        Fault("year_final", "italy", {"year": 1902, "centres": 4}),
    ]


def test_years_that_stop_earlier_say_nothing_of_the_final_centres():
    row = dict.fromkeys(POWERS, 4)
    counts = {power: {1901: 3} for power in POWERS}
    assert changed_finals(counts, row, row | {"austria": 7}) == []
    assert changed_finals({"austria": {1901: 4}}, {"austria": 4}, row | {"austria": 7}) == []
    assert changed_finals({}, {}, row) == []


@pytest.mark.parametrize(
    ("players", "ways"),
    [
        (14, [Choice(2, 0, 0)]),
        (13, [Choice(1, 1, 0), Choice(1, 0, 6)]),
        (15, [Choice(2, 0, 1)]),
        (16, [Choice(2, 0, 2)]),
        (18, [Choice(0, 3, 0), Choice(2, 0, 4)]),
        (17, [Choice(2, 0, 3)]),
        (19, [Choice(1, 2, 0), Choice(2, 0, 5)]),
        (6, [Choice(0, 1, 0)]),
        (5, []),
        (9, [Choice(1, 0, 2)]),
        (11, [Choice(1, 0, 4)]),
        (12, [Choice(0, 2, 0), Choice(1, 0, 5)]),
    ],
)
def test_ways_to_seat_a_number_of_players(players, ways):
    assert choices(players) == ways


@given(st.integers(0, 140))
def test_every_way_seats_everybody_once(players):
    for choice in choices(players):
        assert 7 * choice.full + 6 * choice.six + choice.sit_out == players


def test_a_board_of_six_weighs_6_7():
    assert Fraction(6, 7) == SIX_PLAYERS_WEIGHT


def test_the_end_is_a_solo_or_the_last_year():
    counts = {"turkey": {1905: 17, 1907: 17}, "france": {1905: 16, 1907: 16}}
    assert [end_reached(counts, last) for last in (None, 1908, 1907, 1906)] == [None, None, 1907, 1907]
    assert end_reached({"turkey": {1905: 17, 1906: 18}}, 1908) == 1906
    assert end_reached({}, 1901) is None


def test_the_sums_of_the_years():
    assert year_totals({"turkey": {1905: 17, 1903: 9}, "france": {1905: 16}}) == {1903: 9, 1905: 33}
