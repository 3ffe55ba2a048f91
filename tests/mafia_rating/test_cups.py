"""The list of a cup: order, places, waiting list, free entry (rule 7, D8)."""

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafia_rating import cups
from mafia_rating.cups import Registration, arrange

OPENING = datetime.datetime(2026, 10, 2, 20, 0, tzinfo=datetime.UTC)


def at(minutes: int) -> datetime.datetime:
    return OPENING + datetime.timedelta(minutes=minutes)


def positions(registrations: list[Registration], places: int) -> list[tuple[int, str, int | None, int]]:
    return [
        (position.registration.player, position.status, position.number, position.ahead)
        for position in arrange(registrations, places)
    ]


def test_the_top_10_go_by_place_and_all_others_by_time():
    registrations = [
        Registration(1, at(0)),
        Registration(2, at(1), place=11),
        Registration(3, at(2), place=10),
        Registration(4, at(3), place=40),
        Registration(5, at(4), place=1),
    ]
    assert positions(registrations, places=3) == [
        (5, "confirmed", 1, 0),
        (3, "confirmed", 2, 0),
        (1, "confirmed", 3, 0),
        (2, "waiting", None, 0),
        (4, "waiting", None, 1),
    ]


def test_equal_places_go_by_time():
    registrations = [Registration(1, at(5), place=2), Registration(2, at(4), place=2), Registration(3, at(9), place=1)]
    assert [player for player, *_ in positions(registrations, places=9)] == [3, 2, 1]


def test_two_registrations_of_one_moment_have_an_order():
    assert [player for player, *_ in positions([Registration(2, at(0)), Registration(1, at(0))], 1)] == [1, 2]


def test_nobody_registered():
    assert arrange([], 10) == []


@pytest.mark.parametrize(
    ("place", "top_place"), [(None, None), (1, 1), (10, 10), (11, None)], ids=["none", "first", "last", "outside"]
)
def test_the_place_that_gives_priority(place: int | None, top_place: int | None):
    assert Registration(1, at(0), place).top_place == top_place


@pytest.mark.parametrize(
    ("taken", "places", "free"),
    [(set(), 2, 1), ({1, None}, 2, 2), ({2}, 2, 1), ({1, 2}, 2, None), ({1, 2}, 1, None), ({1, 2}, 3, 3)],
)
def test_the_free_place_is_the_lowest(taken: set[int | None], places: int, free: int | None):
    assert cups.free_place(taken, places) == free


@pytest.mark.parametrize(
    ("leaders", "named", "free"),
    [
        ([], None, None),
        ([], 1, None),
        ([1], None, 1),
        ([1], 2, 1),
        ([1, 2], None, None),
        ([1, 2], 2, 2),
        ([1, 2], 3, None),
    ],
)
def test_who_plays_without_the_fee(leaders: list[int], named: int | None, free: int | None):
    assert cups.free_entry(leaders, named) == free


@st.composite
def lists(draw: st.DrawFn) -> list[Registration]:
    """Registrations of different players; moments and places may be equal."""
    players = draw(st.lists(st.integers(1, 60), unique=True, max_size=25))
    moments, places = st.integers(0, 5), st.none() | st.integers(1, 14)
    return [Registration(player, at(draw(moments)), draw(places)) for player in players]


PLACES = st.integers(1, 30)


@given(lists(), PLACES, st.randoms())
def test_the_order_they_come_in_does_not_matter(registrations: list[Registration], places: int, random):
    shuffled = list(registrations)
    random.shuffle(shuffled)
    assert arrange(shuffled, places) == arrange(registrations, places)


@given(lists(), PLACES)
def test_each_place_goes_to_one_and_none_stays_free_while_somebody_waits(
    registrations: list[Registration], places: int
):
    arranged = arrange(registrations, places)
    numbers = [position.number for position in arranged if position.status == "confirmed"]
    assert numbers == list(range(1, min(places, len(registrations)) + 1))
    assert [position.ahead for position in arranged if position.status == "waiting"] == list(
        range(max(0, len(registrations) - places))
    )
    assert {position.registration for position in arranged} == set(registrations)


@given(lists(), PLACES)
def test_nobody_in_front_has_less_claim(registrations: list[Registration], places: int):
    for ahead, behind in zip(arrange(registrations, places), arrange(registrations, places)[1:], strict=False):
        first, second = ahead.registration, behind.registration
        if second.top_place:
            assert first.top_place
            assert first.top_place <= second.top_place
        if first.top_place == second.top_place:
            assert first.registered_at <= second.registered_at


@given(lists(), PLACES, st.integers(0, 24))
def test_a_withdrawal_never_costs_another_the_place(registrations: list[Registration], places: int, index: int):
    left = registrations[:index] + registrations[index + 1 :]
    confirmed = {each.registration for each in arrange(registrations, places) if each.status == "confirmed"}
    after = {each.registration for each in arrange(left, places) if each.status == "confirmed"}
    assert confirmed & set(left) <= after
