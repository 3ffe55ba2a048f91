"""The way into the TOP-10: literal cases, and what holds for every table."""

from collections.abc import Iterable
from decimal import Decimal
from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafia_rating import chase, rating
from mafia_rating.chase import Way
from mafia_rating.rating import Line, Sums

STEP = Decimal("0.05")


def sums(number: int, points: str | Decimal, wins: int, games: int) -> Sums:
    """Build a player's sums."""
    nothing = Decimal("0.00")
    return Sums(number, f"P{number}", games, wins, 0, nothing, nothing, nothing, Decimal(points))


def table_with(
    points: str, wins: int = 1, games: int = 4, *, tenth: tuple[str, int, int] = ("6.00", 3, 6)
) -> list[Line]:
    """Rank nine players far above, a tenth, and one below the line."""
    above = [sums(number, "20.00", 10, 10) for number in range(9)]
    return rating.season_table([*above, sums(9, *tenth), sums(10, points, wins, games)])


def ways(*args, **kwargs) -> list[tuple[int, str]]:
    [last] = chase.chases(table_with(*args, **kwargs))
    return [(way.wins, str(way.extra)) for way in last.ways]


@pytest.mark.parametrize(
    ("points", "wins", "games", "expected"),
    [
        # 0.70 behind: a win is 2 points.
        ("5.30", 2, 5, [(1, "0.00")]),
        # 2.30 behind: a win and 0.30, then 6.00 with 3 wins of 4 has the better final.
        ("3.70", 2, 3, [(2, "0.00"), (1, "0.30")]),
        # 2.00 behind: level after one win, with 3 of 4 against 3 of 6 the better final.
        ("4.00", 2, 3, [(1, "0.00")]),
        # 2.00 behind: level after one win, but with 3 of 20 the worse final, so a tenth of a point more.
        ("4.00", 2, 19, [(2, "0.00"), (1, "0.10")]),
        # 2.15 behind: 0.15 is no sum of bonuses and best moves, 0.20 is.
        ("3.85", 2, 3, [(2, "0.00"), (1, "0.20")]),
        # 2.85 behind: 0.85 is none either, 0.90 is the most that rules 3 and 4 give in a game.
        ("3.15", 2, 3, [(2, "0.00"), (1, "0.90")]),
        # 3.00 behind: more than a win with everything brings.
        ("3.00", 2, 3, [(2, "0.00")]),
        # 7.00 behind: four wins, or three with 1.00 more.
        ("-1.00", 0, 3, [(4, "0.00"), (3, "1.00")]),
    ],
)
def test_what_it_takes(points: str, wins: int, games: int, expected: list[tuple[int, str]]):
    assert ways(points, wins, games) == expected


def test_the_nearest_and_the_fewest():
    assert ways("0.30", 0, 5, tenth=("18.40", 9, 10)) == [(10, "0.00"), (9, "0.20"), (7, "4.15")]


def test_the_distance_to_the_line():
    table = table_with("3.70")
    assert [str(guard.ahead) for guard in chase.guards(table)] == [*["16.30"] * 9, "2.30"]
    assert [str(last.behind) for last in chase.chases(table)] == ["2.30"]


def test_nobody_below_the_line():
    table = table_with("3.70")[:10]
    assert [guard.ahead for guard in chase.guards(table)] == [None] * 10
    assert chase.chases(table) == []
    assert chase.guards([]) == chase.chases([]) == []


@pytest.mark.parametrize("wins", [1, 2, 3])
def test_reachable_sums_are_those_of_the_rules(wins: int):
    bonuses = [Decimal(n) / 10 for n in range(6)]
    best_moves = [Decimal("0"), Decimal("0.25"), Decimal("0.4")]
    games = [bonus + best_move for bonus in bonuses for best_move in best_moves]
    reached = {sum(each) for each in combinations_with_replacement(games, wins)}
    most = Decimal("0.9") * wins
    assert reached == {extra for n in range(100) if chase.is_reachable(extra := n * STEP, wins)}
    assert max(reached) == most


def table_of(played: list[tuple[int, int, int]]) -> list[Line]:
    """Rank players by their games, the games among them not won, and their points beside the wins' in steps of 0.05."""
    rows = []
    for number, (games, others, steps) in enumerate(played):
        wins = max(0, games - others)
        rows.append(sums(number, Decimal("2.00") * wins + steps * STEP, wins, games))
    return rating.season_table(rows)


# Any season of 11 to 16 players; ties are frequent.
seasons = st.lists(
    st.tuples(st.integers(1, 12), st.integers(0, 12), st.sampled_from([-30, -20, -5, 0, 0, 0, 5, 8, 10, 12, 40])),
    min_size=11,
    max_size=16,
)


def place_after(table: Iterable[Line], line: Line, way: Way) -> int:
    """Rank the season anew with a player's further wins."""
    others = [other for other in table if other.player_id != line.player_id]
    ranked = rating.season_table([*others, chase.after(line, way)])
    return next(other.place for other in ranked if other.player_id == line.player_id)


@given(seasons)
def test_those_wins_are_enough_and_one_fewer_is_not(played: list[tuple[int, int, int]]):
    table = table_of(played)
    for last in chase.chases(table):
        wins = last.ways[0].wins
        assert last.ways[0].extra == 0
        assert place_after(table, last.line, last.ways[0]) <= 10
        assert place_after(table, last.line, Way(wins - 1, Decimal(0))) > 10


@given(seasons)
def test_the_extra_is_the_least_that_is_enough(played: list[tuple[int, int, int]]):
    table = table_of(played)
    for last in chase.chases(table):
        for wins, extra in last.ways[1:]:
            assert wins < last.ways[0].wins
            assert chase.is_reachable(extra, wins)
            assert place_after(table, last.line, Way(wins, extra)) <= 10
            less = (n * STEP for n in range(int(extra / STEP)))
            assert all(
                place_after(table, last.line, Way(wins, each)) > 10 for each in less if chase.is_reachable(each, wins)
            )


@given(seasons)
def test_fewer_wins_than_the_fewest_are_never_enough(played: list[tuple[int, int, int]]):
    table = table_of(played)
    for last in chase.chases(table):
        wins = last.ways[-1].wins - 1
        if wins:
            assert place_after(table, last.line, Way(wins, wins * chase.MOST_EXTRA)) > 10
