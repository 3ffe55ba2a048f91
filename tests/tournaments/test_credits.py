"""The credits of latecomers by season, and whose the top of a power is that two played."""

from fractions import Fraction

import pytest

from tournaments import baf
from tournaments.credits import LATE_CREDITS, finisher_holds_top, late_credit
from tournaments.wording import credit_phrase


def test_a_season_costs_a_fourteenth():
    assert [(late.season, late.year, str(late)) for late in LATE_CREDITS] == [
        ("spring", 1901, "13/14"),
        ("autumn", 1901, "12/14"),
        ("spring", 1902, "11/14"),
        ("autumn", 1902, "10/14"),
        ("spring", 1903, "9/14"),
        ("autumn", 1903, "8/14"),
        ("spring", 1904, "7/14"),
        ("autumn", 1904, "6/14"),
        ("spring", 1905, "5/14"),
        ("autumn", 1905, "4/14"),
        ("spring", 1906, "3/14"),
        ("autumn", 1906, "2/14"),
        ("spring", 1907, "1/14"),
    ]
    assert LATE_CREDITS[1].share == Fraction(6, 7)


@pytest.mark.parametrize(
    ("credit", "phrase"),
    [
        ("13/14", "13/14 (took over after spring 1901)"),
        ("6/7", "12/14 (took over after autumn 1901)"),
        ("2/5", "2/5"),
        ("1", "1"),
    ],
)
def test_a_credit_names_its_season(credit: str, phrase: str):
    assert credit_phrase(Fraction(credit)) == phrase


def test_no_season_has_another_credit():
    assert late_credit(Fraction(1)) is None
    assert late_credit(Fraction(0)) is None


@pytest.mark.parametrize(
    ("finished", "left", "holds"),
    [("2/3", "1/3", True), ("1/2", "1/2", True), ("1/3", "2/3", False), ("0", "1", False)],
)
def test_a_top_counts_for_the_larger_credit(finished: str, left: str, holds: bool):
    assert finisher_holds_top(Fraction(finished), Fraction(left)) is holds


def entries(credit: str, left_credit: str, left: str = "L", player: str | None = "austria") -> list[baf.Entry]:
    first = baf.Entry("austria", player, 8, credit=Fraction(credit), left=baf.Leaver(left, Fraction(left_credit)))
    return [first, *(baf.Entry(power, power, 4) for power in baf.POWERS[1:])]


@pytest.mark.parametrize(
    ("board", "codes"),
    [
        (entries("2/3", "1/3"), []),
        (entries("1", "0"), []),
        (entries("0", "1"), []),
        (entries("1/3", "1/3"), []),
        (entries("0", "0"), ["credits_sum"]),
        (entries("2/3", "2/3"), ["credits_sum"]),
        (entries("3/2", "0"), ["shared_credit_range"]),
        (entries("0", "3/2"), ["left_credit_range"]),
        (entries("2/3", "1/3", player=None), ["left_alone"]),
        (entries("2/3", "1/3", left="austria"), ["left_twice"]),
        (entries("2/3", "1/3", left="turkey"), ["left_twice"]),
    ],
)
def test_limits_of_a_power_that_two_played(board: list[baf.Entry], codes: list[str]):
    assert [(fault.code, fault.power) for fault in baf.board_faults(board)] == [(code, "austria") for code in codes]


def test_a_player_leaves_one_power_of_a_board():
    board = entries("2/3", "1/3")
    board[1] = baf.Entry("england", "england", 4, credit=Fraction(1, 2), left=baf.Leaver("L", Fraction(1, 2)))
    assert [(fault.code, fault.power) for fault in baf.board_faults(board)] == [("left_twice", "england")]


def test_who_does_not_hold_the_top_has_none():
    results = [
        baf.Result("finished", 1, baf.SOLO_POINTS, baf.SOLE_TOP, holds_top=False),
        baf.Result("left", 1, baf.SOLO_POINTS, baf.SOLE_TOP),
    ]
    assert {line.player: line.tops for line in baf.standings(results)} == {"finished": 0, "left": 1}
