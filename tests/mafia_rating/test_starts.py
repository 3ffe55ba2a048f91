"""Which evening it is."""

import datetime

import pytest

from mafia_rating.starts import evening_of


@pytest.mark.parametrize(
    ("moment", "evening"),
    [
        ("2026-03-07 19:00", "2026-03-07"),
        ("2026-03-07 23:59", "2026-03-07"),
        ("2026-03-08 00:00", "2026-03-07"),
        ("2026-03-08 05:59", "2026-03-07"),
        ("2026-03-08 06:00", "2026-03-08"),
        ("2026-01-01 01:00", "2025-12-31"),
    ],
)
def test_an_evening_ends_at_six_in_the_morning(moment: str, evening: str):
    assert evening_of(datetime.datetime.fromisoformat(moment)).isoformat() == evening
