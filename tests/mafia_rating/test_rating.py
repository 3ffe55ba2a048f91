"""Rules 6 and 7 with D8 to D10: coefficients, places, TOP-10, without a database."""

from collections import Counter
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafia_rating import rating, scoring
from mafia_rating.rating import Line, Sums

from . import vectors

SEASONS = vectors.read("mafia_seasons")


def sums(player: str, points: str, wins: int = 1, games: int = 2, **fields) -> Sums:
    """Build a player's sums."""
    parts = {"compensations": 0, "best_move": Decimal(0), "bonus": Decimal(0), "penalty": Decimal(0), **fields}
    return Sums(player_id=hash(player), player=player, games=games, wins=wins, points=Decimal(points), **parts)


def places(*rows: Sums) -> list[tuple[int, str]]:
    return [(line.place, line.player) for line in rating.season_table(rows)]


def line(*args, **fields) -> Line:
    """Return the only line of a table of one player."""
    return rating.season_table([sums("Лиса", *args, **fields)])[0]


def table_of(games: list[dict]) -> list[Line]:
    """Add up the final games of a club file and rank the players."""
    collected: dict[str, Counter] = {}
    for game in games:
        if game["status"] != "final":
            continue
        protocol = vectors.protocol(game)
        for entry in protocol.seats:
            points = scoring.score(protocol)[entry.seat]
            collected.setdefault(entry.player, Counter()).update(
                games=1,
                wins=scoring.won(entry.role, protocol.result),
                compensations=points.compensation > 0,
                best_move=points.best_move,
                bonus=points.bonus,
                penalty=points.penalty,
                points=points.total,
            )
    return rating.season_table(
        Sums(player_id=number, player=player, **parts) for number, (player, parts) in enumerate(collected.items())
    )


@pytest.mark.parametrize("season", SEASONS, ids=lambda season: season["id"])
def test_worked_season(season: dict):
    table = table_of(season["games"])
    expected = season["expected"]
    assert [
        {
            "place": row.place,
            "player": row.player,
            "points": str(row.points),
            "games": row.games,
            "wins": row.wins,
            "win_percent": str(row.win_percent),
            "compensation_count": row.compensations,
            "k1": str(row.k1),
            "k2": str(row.k2),
            "final": str(row.final),
        }
        for row in table
    ] == expected["rows"]
    assert [row.player for row in rating.points_leaders(table)] == expected["points_leaders"]
    assert [row.player for row in rating.best_players(table)] == expected["best_by_final"]
    assert [row.player for row in rating.top(table)] == expected["top10"]


@pytest.mark.parametrize(
    ("points", "wins", "games", "shown"),
    [
        ("6.50", 3, 3, ("100.00", "6.5000", "2.1667", "14.0833")),
        ("5.20", 2, 3, ("66.67", "3.4667", "1.7333", "6.0089")),
        ("0.00", 0, 3, ("0.00", "0.0000", "0.0000", "0.0000")),
        # D9: the final has the sign of the points; what would be -0 is 0.
        ("-2.00", 1, 4, ("25.00", "-0.5000", "-0.5000", "-0.2500")),
        ("-1.00", 0, 4, ("0.00", "0.0000", "-0.2500", "0.0000")),
        # D10: half up, away from 0.
        ("0.25", 1, 8, ("12.50", "0.0313", "0.0313", "0.0010")),
        ("-0.25", 1, 8, ("12.50", "-0.0313", "-0.0313", "-0.0010")),
    ],
)
def test_coefficients_as_shown(points: str, wins: int, games: int, shown: tuple[str, ...]):
    row = line(points, wins=wins, games=games)
    assert (str(row.win_percent), str(row.k1), str(row.k2), str(row.final)) == shown


def test_the_final_is_computed_from_exact_coefficients():
    row = line("6.50", wins=3, games=3)
    assert row.exact_final == Fraction(169, 12)
    assert row.k1 * row.k2 != row.exact_final  # 6.5000 x 2.1667 = 14.0836


def test_order_is_points_then_final_then_wins():
    assert places(
        sums("fewer games", "4.00", wins=2, games=3),
        sums("most points", "4.05", wins=1, games=9),
        sums("more games", "4.00", wins=2, games=4),
    ) == [(1, "most points"), (2, "fewer games"), (3, "more games")]


def test_wins_decide_between_equal_finals():
    # Nobody with 0 points has a final other than 0.
    assert places(sums("one win", "0.00", wins=1), sums("two wins", "0.00", wins=2)) == [
        (1, "two wins"),
        (2, "one win"),
    ]


def test_equals_share_a_place_and_the_next_one_skips():
    rows = [sums("P12", "4.00"), sums("P5", "4.00"), sums("P1", "6.00"), sums("P9", "2.00")]
    assert places(*rows) == [(1, "P1"), (2, "P5"), (2, "P12"), (4, "P9")]


def test_finals_equal_only_after_rounding_do_not_share_a_place():
    near, far = sums("near", "0.01", wins=50, games=100), sums("far", "0.01", wins=50, games=101)
    assert [str(row.final) for row in rating.season_table([near, far])] == ["0.0000", "0.0000"]
    assert places(far, near) == [(1, "near"), (2, "far")]


def test_negative_points_are_below_none():
    assert places(sums("lost it", "-1.00", wins=2), sums("nothing", "0.00", wins=0)) == [(1, "nothing"), (2, "lost it")]


def test_a_tie_at_place_ten_lets_in_more_than_ten():
    table = rating.season_table(
        [*(sums(f"P{n}", f"{20 - n}.00") for n in range(1, 10)), sums("A", "2"), sums("B", "2")]
    )
    assert [row.place for row in rating.top(table)] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10]


def test_a_tie_at_place_nine_leaves_no_tenth_place():
    rows = [*(sums(f"P{n}", f"{20 - n}.00") for n in range(1, 9)), *(sums(name, "2") for name in "ABC"), sums("D", "1")]
    assert [row.player for row in rating.top(rating.season_table(rows))][8:] == ["A", "B", "C"]


def test_several_may_have_the_most_points_whatever_their_place():
    table = rating.season_table([sums("A", "4.00", wins=2), sums("B", "4.00", wins=1), sums("C", "3.00", wins=2)])
    assert [(row.place, row.player) for row in rating.points_leaders(table)] == [(1, "A"), (2, "B")]


def test_an_empty_season_has_neither_leaders_nor_top():
    assert rating.season_table([]) == rating.points_leaders([]) == rating.best_players([]) == rating.top([]) == []


ROWS = st.lists(
    st.tuples(st.integers(-8, 40), st.integers(0, 6), st.integers(0, 6)).map(
        lambda drawn: (Decimal(drawn[0]) / 4, drawn[1], drawn[1] + drawn[2] or 1)
    ),
    min_size=1,
    max_size=30,
).map(lambda rows: [sums(f"P{number}", str(points), wins, games) for number, (points, wins, games) in enumerate(rows)])


@given(ROWS, st.randoms())
def test_the_order_of_the_input_does_not_matter(rows: list[Sums], random):
    shuffled = list(rows)
    random.shuffle(shuffled)
    assert rating.season_table(shuffled) == rating.season_table(rows)


@given(ROWS)
def test_a_place_is_one_more_than_the_number_of_better_players(rows: list[Sums]):
    table = rating.season_table(rows)
    keys = {row.player: (row.points, row.exact_final, row.wins) for row in rows}
    for row in table:
        assert row.place == 1 + sum(key > keys[row.player] for key in keys.values())
    assert [row.place for row in table] == sorted(row.place for row in table)


@given(ROWS)
def test_a_final_has_the_sign_of_the_points_or_none(rows: list[Sums]):
    for row in rating.season_table(rows):
        assert row.final * row.points >= 0
        assert not (row.final == 0 and row.final.is_signed())
