"""The draw of a round: pure, so literal seatings and what must hold for every one."""

import time
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.baf import POWERS
from tournaments.seating import (
    DRAW,
    FEWEST_REPEATS,
    METHODS,
    PREFERENCE,
    Pair,
    SeatingError,
    Wishes,
    repeats,
    seat_round,
    swapped,
)


def remember(boards, meetings: Counter, played: Counter) -> None:
    for board in boards:
        meetings.update(map(Pair, combinations([player for player in board.values() if player is not None], 2)))
        played.update((player, power) for power, player in board.items() if player is not None)


@pytest.mark.parametrize("first_seed", [0, 4])  # with 4 the first draw of the last round repeats a power
def test_a_hundred_and_five_players_repeat_nothing_in_four_rounds_within_five_seconds(first_seed):
    meetings, played = Counter(), Counter()
    started = time.monotonic()
    for seed in range(first_seed, first_seed + 4):
        boards = seat_round(range(105), [None] * 15, Wishes(meetings, played), seed=seed)
        left = repeats(boards, Wishes(meetings, played))
        assert (left.meetings, left.powers) == ({}, {})
        remember(boards, meetings, played)
    assert time.monotonic() - started < 5


def test_twenty_players_repeat_as_few_meetings_as_can_be():
    # Of any seven, the three boards of the first round gave at least 3, 2 and 2: five pairs; of any six, three pairs.
    first = seat_round(range(20), [None, None, "turkey"], Wishes(), seed=1)
    meetings, played = Counter(), Counter()
    remember(first, meetings, played)
    wishes = Wishes(meetings, played)
    assert len(repeats(seat_round(range(20), [None, None, "turkey"], wishes, seed=2), wishes).meetings) == 13


def test_the_same_seed_gives_the_same_seating_and_another_one_does_not():
    def seating(seed):
        return seat_round(range(14), [None, None], Wishes(), seed=seed)

    assert seating(3) == seating(3)
    assert seating(3) != seating(4)


def test_pairs_to_keep_apart_and_team_mates_sit_on_different_boards():
    wishes = Wishes(apart=[Pair("ab"), Pair("ac"), Pair("bc")], teams={"d": 1, "e": 1, "f": 2, "g": 2})
    for seed in range(20):
        boards = seat_round("abcdefghijklmnopqrstu", [None] * 3, wishes, seed=seed)
        left = repeats(boards, wishes)
        assert (left.apart, left.teams) == ([], [])


def test_what_cannot_be_avoided_is_told():
    wishes = Wishes(meetings={Pair("ab"): 2}, apart=[Pair("cd")], teams={"e": 1, "f": 1}, played={("g", "italy"): 1})
    board = dict(zip(POWERS, "abcdgef", strict=True))
    left = repeats([board], wishes)
    assert left.meetings == {Pair("ab"): 2}
    assert left.apart == [Pair("cd")]
    assert left.teams == [Pair("ef")]
    assert left.powers == {("g", "italy"): 1}


def test_fewest_repeats_gives_everybody_the_one_power_they_have_not_had():
    players = "abcdefg"
    played = {
        (player, power): 1 for index, player in enumerate(players) for power in POWERS if POWERS.index(power) != index
    }
    (board,) = seat_round(players, [None], Wishes(played=played), method=FEWEST_REPEATS, seed=5)
    assert board == dict(zip(POWERS, players, strict=True))


def test_preference_gives_everybody_their_dearest_power_when_they_differ():
    preferences = {player: [power] for player, power in zip("abcdefg", reversed(POWERS), strict=True)}
    (board,) = seat_round("abcdefg", [None], Wishes(preferences=preferences), method=PREFERENCE, seed=5)
    assert board == dict(zip(reversed(POWERS), "abcdefg", strict=True))


def test_two_who_prefer_the_same_power_get_their_first_and_second():
    preferences = {"a": ["turkey", "italy"], "b": ["turkey", "russia"]}
    (board,) = seat_round("abcdefg", [None], Wishes(preferences=preferences), method=PREFERENCE, seed=1)
    assert {power for power, player in board.items() if player in "ab"} in ({"turkey", "italy"}, {"turkey", "russia"})


def test_a_draw_does_not_look_at_powers_played():
    played = {("a", power): 9 for power in POWERS if power != "turkey"}
    powers = {
        power
        for seed in range(30)
        for power, player in seat_round("abcdefg", [None], Wishes(played=played), method=DRAW, seed=seed)[0].items()
        if player == "a"
    }
    assert len(powers) > 3


def test_nobody_plays_the_power_left_out():
    full, six = seat_round(range(13), [None, "turkey"], Wishes(), seed=1)
    assert six["turkey"] is None
    assert None not in full.values()


@pytest.mark.parametrize("players", [range(13), range(15), [*range(13), 0]])
def test_players_who_do_not_fit_the_boards_are_refused(players):
    with pytest.raises(SeatingError):
        seat_round(list(players), [None, None], Wishes())


def test_swapping_puts_two_players_in_each_others_place():
    boards = [dict(zip(POWERS, "abcdefg", strict=True)), dict(zip(POWERS, "hijklmn", strict=True))]
    after = swapped(boards, "a", "n")
    assert (after[0]["austria"], after[1]["turkey"]) == ("n", "a")
    assert after[0]["england"] == "b"


@settings(max_examples=40)
@given(st.integers(1, 4), st.integers(0, 2), st.sampled_from(METHODS), st.integers(0, 99), st.data())
def test_everybody_sits_once_whatever_is_wished(full, six, method, seed, data):
    players = list(range(full * 7 + six * 6))
    pairs = st.tuples(st.sampled_from(players), st.sampled_from(players)).filter(lambda pair: pair[0] != pair[1])
    wishes = Wishes(
        meetings={Pair(pair): 1 for pair in data.draw(st.lists(pairs, max_size=20))},
        apart=[Pair(pair) for pair in data.draw(st.lists(pairs, max_size=5))],
    )
    boards = seat_round(players, [None] * full + ["italy"] * six, wishes, method=method, seed=seed)
    seated = [player for board in boards for player in board.values() if player is not None]
    assert sorted(seated) == players
    assert all(tuple(board) == POWERS for board in boards)
