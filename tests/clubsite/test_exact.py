"""Exact numbers: rounding, fractions, shared places."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubsite.exact import read_fraction, round_half_up, shared_places


@pytest.mark.parametrize(
    ("value", "places", "expected"),
    [
        (Fraction(1, 2000), 3, "0.001"),
        (Fraction(-1, 2000), 3, "-0.001"),
        (Fraction(1, 3), 2, "0.33"),
        (Fraction(2, 3), 2, "0.67"),
        (Decimal("0.125"), 2, "0.13"),
        (Decimal("2.675"), 2, "2.68"),  # a float would give 2.67
        (Decimal("2.5"), 0, "3"),
        (7, 2, "7.00"),
        (0, 3, "0.000"),
    ],
)
def test_rounds_half_up_to_exactly_so_many_places(value: Fraction | Decimal | int, places: int, expected: str):
    assert str(round_half_up(value, places)) == expected


@pytest.mark.parametrize("value", [Fraction(-1, 10_000), Decimal("-0.0001"), Decimal("-0")])
def test_never_minus_zero(value: Fraction | Decimal):
    assert str(round_half_up(value, 3)) == "0.000"


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**40), max_value=10**40), st.integers(0, 6))
def test_a_decimal_is_rounded_like_its_fraction(value: Decimal, places: int):
    assert str(round_half_up(value, places)) == str(round_half_up(Fraction(value), places))


@given(st.fractions(), st.integers(0, 6))
def test_rounding_moves_a_value_by_half_a_unit_at_most(value: Fraction, places: int):
    assert abs(Fraction(round_half_up(value, places)) - value) <= Fraction(1, 2 * 10**places)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2/3", Fraction(2, 3)),
        (" 6 / 7 ", Fraction(6, 7)),
        ("1", Fraction(1)),
        ("4/6", Fraction(2, 3)),
        ("10", Fraction(10)),
    ],
)
def test_reads_a_fraction(text: str, expected: Fraction):
    assert read_fraction(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0",
        "0/3",
        "1/0",
        "-1",
        "2/-3",
        "0.5",
        "1e3",
        "2//3",
        "2/3/4",
        "half",
        "12345",
        "11",
        "²/3",
        "٢/٣",
        "1\n/\x002",
    ],
)
def test_refuses_what_is_no_weight(text: str):
    with pytest.raises(ValueError, match="is not a"):
        read_fraction(text)


def test_equal_rows_share_a_place_and_the_next_skips():
    rows = [9, 7, 7, 5, 5, 5, 1]
    assert [place for place, _ in shared_places(rows, key=lambda row: row)] == [1, 2, 2, 4, 4, 4, 7]


def test_places_of_no_rows():
    assert list(shared_places([], key=str)) == []


def test_places_keep_the_rows():
    assert list(shared_places(["b", "a"], key=len)) == [(1, "b"), (1, "a")]
