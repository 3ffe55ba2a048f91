"""The rule of BAF, without a database: the vectors, each decision where the source is silent, what always holds."""

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction

import pytest

from tests.tournaments.vectors import anjou_boards, entries, read
from tournaments import baf
from tournaments.baf import Entry, PowerResult, Result

TABLE = baf.generated_table()


def board(centres: Iterable[int], unplayed: Iterable[str] = (), eliminated: Iterable[str] = ()) -> list[PowerResult]:
    """Build a board, powers in alphabetical order; `eliminated` powers have neither units nor home centres."""
    return [
        PowerResult(
            power,
            count,
            played=power not in unplayed,
            has_units=power not in eliminated,
            holds_home_centre=power not in eliminated,
        )
        for power, count in zip(baf.POWERS, centres, strict=True)
    ]


def points(seats: Iterable[PowerResult]) -> dict[str, str]:
    """Score a board; points as text, by power."""
    return {power: str(score.points) for power, score in baf.score_board(seats).items()}


# The table


def test_table_has_every_published_value():
    values = read("baf_published_shared_top")["values"]
    published = {(value["centres"], value["tied_players"]): Decimal(value["score"]) for value in values}
    assert len(published) == 27
    assert {cell: TABLE.shared_top[cell] for cell in published} == published
    assert TABLE.published == {(baf.SHARED_TOP, cell) for cell in published}


def test_table_is_the_reconstructed_one():
    expected = read("baf_reconstructed_table")
    assert TABLE.sole_top == {(row["own"], row["rival"]): Decimal(row["score"]) for row in expected["sole_top"]}
    assert TABLE.survivor == {(row["own"], row["rival"]): Decimal(row["score"]) for row in expected["survivor"]}
    assert TABLE.shared_top == {
        (row["centres"], row["tied_players"]): Decimal(row["score"]) for row in expected["shared_top"]
    }


def test_only_shared_tops_are_published():
    assert TABLE.is_published(baf.SHARED_TOP, (4, 7))
    assert not TABLE.is_published(baf.SHARED_TOP, (12, 2))
    assert not TABLE.is_published(baf.SOLE_TOP, (8, 7))


@pytest.mark.parametrize(
    ("cells", "floor", "ceiling"),
    [(TABLE.sole_top, 50, 75), (TABLE.shared_top, 25, 50), (TABLE.survivor, Decimal("12.5"), 25)],
)
def test_values_lie_within_their_class(cells: dict, floor: int, ceiling: int):
    assert all(floor <= value < ceiling for value in cells.values())


def test_more_centres_or_a_weaker_rival_is_never_worse():
    for cells in (TABLE.sole_top, TABLE.survivor):
        for (own, rival), value in cells.items():
            assert cells.get((own + 1, rival), value) >= value
            assert cells.get((own, rival + 1), value) <= value


def test_more_centres_or_fewer_who_share_is_never_worse():
    for (centres, sharing), value in TABLE.shared_top.items():
        assert TABLE.shared_top.get((centres + 1, sharing), value) >= value
        assert TABLE.shared_top.get((centres, sharing + 1), value) <= value


# A real championship


def test_anjou_scores_and_weighted_scores():
    expected = {
        (seat["round"], seat["board"], seat["power"]): (seat["score"], seat["weighted_score"])
        for seat in read("anjou_2025_expected")["seats"]
    }
    found = {}
    for round_, seats in anjou_boards():
        scores = baf.score_board(entry.result() for entry in entries(seats))
        weights = Fraction(round_["weight"]), Fraction(seats["weight"])
        for power, score in scores.items():
            found[round_["number"], seats["table"], power] = (
                str(score.points),
                str(baf.weighted(score.points, *weights)),
            )
    assert found == expected


# One board


def test_sole_top_survivors_and_eliminated():
    assert points(board([8, 0, 7, 7, 6, 6, 0])) == {
        "austria": "50.710",
        "england": "0.000",
        "france": "24.065",
        "germany": "24.065",
        "italy": "22.785",
        "russia": "22.785",
        "turkey": "0.000",
    }


def test_shared_top():
    assert points(board([9, 9, 7, 5, 4, 0, 0])) == {
        "austria": "40.761",
        "england": "40.761",
        "france": "22.884",
        "germany": "20.522",
        "italy": "19.341",
        "russia": "0.000",
        "turkey": "0.000",
    }


def test_score_says_what_it_follows_from():
    scores = baf.score_board(board([9, 9, 7, 5, 4, 0, 0]))
    assert scores["austria"] == baf.Score(baf.SHARED_TOP, Decimal("40.761"), 9, rival=9, sharing=2)
    assert scores["france"] == baf.Score(baf.SURVIVOR, Decimal("22.884"), 7, rival=9)
    assert scores["turkey"] == baf.Score(baf.ELIMINATED, Decimal("0.000"), 0)
    assert (scores["austria"].cell, scores["france"].cell, scores["turkey"].cell) == ((9, 2), (7, 9), None)


@pytest.mark.parametrize("centres", [18, 19, 34])
def test_solo_takes_it_all(centres: int):
    scores = baf.score_board(board([centres, 34 - centres, 0, 0, 0, 0, 0]))
    assert scores["austria"] == baf.Score(baf.SOLO_WIN, Decimal("100.000"), centres)
    assert {str(score.points) for power, score in scores.items() if power != "austria"} == {"0.000"}
    assert {score.outcome for power, score in scores.items() if power != "austria"} == {baf.LOST_TO_SOLO}


def test_seventeen_is_no_solo():
    assert points(board([17, 16, 1, 0, 0, 0, 0]))["austria"] == "53.267"


def test_eliminated_without_units_and_home_centres():
    assert PowerResult("italy", 2, has_units=False, holds_home_centre=False).eliminated
    assert PowerResult("italy", 0).eliminated


def test_one_of_units_and_home_centres_keeps_a_power_in_play():
    assert not PowerResult("italy", 2, has_units=False).eliminated
    assert not PowerResult("italy", 2, holds_home_centre=False).eliminated


def test_eliminated_power_scores_nothing_whatever_it_holds():
    assert points(board([8, 9, 7, 5, 5, 0, 0], eliminated=["england"]))["england"] == "0.000"


def test_b1_centres_of_an_eliminated_power_count_like_neutral_ones():
    assert points(board([8, 9, 7, 5, 5, 0, 0], eliminated=["england"]))["austria"] == "50.710"


def test_b1_centres_of_an_unplayed_power_count_like_neutral_ones():
    scores = points(board([8, 9, 7, 5, 5, 0, 0], unplayed=["england"]))
    assert scores["austria"] == "50.710"
    assert "england" not in scores


def test_b1_tie_with_an_unplayed_power_is_no_shared_top():
    assert points(board([8, 8, 7, 5, 4, 2, 0], unplayed=["england"]))["austria"] == "50.710"


def test_b2_solo_of_an_unplayed_power_leaves_everybody_without_points():
    scores = baf.score_board(board([10, 18, 6, 0, 0, 0, 0], unplayed=["england"]))
    assert {str(score.points) for score in scores.values()} == {"0.000"}
    assert {score.outcome for score in scores.values()} == {baf.LOST_TO_SOLO}
    assert len(scores) == 6


def test_b3_fewer_centres_leave_neutral_ones():
    assert baf.neutral_centres([8, 7, 7, 6, 0, 0, 0]) == 6
    assert baf.neutral_centres([34]) == 0


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        (board([1, 0, 0, 0, 0, 0, 0]), "50.000"),  # sole survivor
        (board([17, 0, 0, 0, 0, 0, 0]), "74.858"),
        (board([17, 17, 0, 0, 0, 0, 0]), "49.457"),
        (board([5, 9, 9, 9, 1, 1, 0], unplayed=baf.POWERS[1:]), "61.790"),  # nobody else is played
        (board([1, 1, 1, 1, 1, 1, 1]), "25.000"),
        (board([18, 0, 0, 0, 0, 0, 0], eliminated=["austria"]), "0.000"),  # 18 foreign centres and no unit
        (board([0, 0, 0, 0, 0, 0, 0]), "0.000"),
    ],
)
def test_odd_boards(seats: list[PowerResult], expected: str):
    assert points(seats)["austria"] == expected


def test_board_that_nobody_plays_scores_nothing():
    assert baf.score_board(board([5, 5, 5, 5, 5, 5, 4], unplayed=baf.POWERS)) == {}


# The limits of a board


def sitting(
    centres: Iterable[int] = (5, 5, 5, 5, 5, 5, 4), players: Iterable[str | None] = "ABCDEFG", **fields
) -> list[Entry]:
    """Build the entries of a board, powers in alphabetical order."""
    return [
        Entry(power, player, count, **fields) for power, player, count in zip(baf.POWERS, players, centres, strict=True)
    ]


def codes(seats: Iterable[Entry]) -> list[tuple[str, str | None]]:
    return [(fault.code, fault.power) for fault in baf.board_faults(list(seats))]


@pytest.mark.parametrize("centres", [[5, 5, 5, 5, 5, 5, 4], [34, 0, 0, 0, 0, 0, 0], [0] * 7, [3] * 7])
def test_b3_sums_up_to_34_are_allowed(centres: list[int]):
    assert codes(sitting(centres)) == []


def test_b3_more_than_34_is_refused_with_the_numbers():
    [fault] = baf.board_faults(sitting([20, 20, 0, 0, 0, 0, 0]))
    assert (fault.code, fault.power, fault.params) == ("centres_sum", None, {"total": 40, "most": 34, "over": 6})


@pytest.mark.parametrize("centres", [-1, 35, 10**9])
def test_b3_count_out_of_range_is_refused_at_its_power_and_not_added_up(centres: int):
    assert codes(sitting([centres] * 2 + [0] * 5)) == [("centres_range", "austria"), ("centres_range", "england")]


def test_b4_every_power_once():
    seats = sitting()
    assert codes([*seats, Entry("italy", "H", 0)]) == [("power_twice", "italy")]
    assert codes(seats[:-1]) == [("power_missing", "turkey")]
    assert codes([*seats, Entry("spain", "H", 0)]) == [("power_unknown", "spain")]


def test_b4_player_once():
    assert codes(sitting(players="ABCDEFA")) == [("player_twice", "turkey")]


def test_b4_nobody_may_play_more_than_one_power():
    assert codes(sitting(players=["A", "B", None, None, "C", "D", None])) == []


@pytest.mark.parametrize(("credit", "faults"), [("13/14", 0), ("1", 0), ("0", 7), ("15/14", 7)])
def test_credit_is_a_part_of_the_result(credit: str, faults: int):
    assert codes(sitting(credit=Fraction(credit))) == [("credit_range", power) for power in baf.POWERS][:faults]


# Weights


@pytest.mark.parametrize(
    ("points", "weights", "expected"),
    [
        ("50.710", ["2/3", "6/7"], "28.977"),
        ("24.065", ["2/3", "6/7"], "13.751"),
        ("24.065", ["13/14"], "22.346"),
        ("100.000", ["7/9", "1", "1"], "77.778"),
        ("0.001", ["1/2"], "0.001"),  # exactly half a thousandth goes up
        ("25.003", ["2/3", "6/7"], "14.287"),  # rounded after each weight it would be 14.288
        ("50.713", ["8/9", "6/7"], "38.638"),  # 38.63847...: rounded to four places first it would be 38.639
        ("0.000", ["2/3"], "0.000"),
    ],
)
def test_b5_exact_fractions_rounded_half_up_once(points: str, weights: list[str], expected: str):
    assert str(baf.weighted(Decimal(points), *map(Fraction, weights))) == expected


# Standings


def lines(*results: tuple, counted_rounds: int | None = None) -> list[tuple]:
    """Rank results given as (player, round, points, outcome); a line is place, player, total, best, tops."""
    standings = baf.standings(
        (Result(player, number, Decimal(value), outcome) for player, number, value, outcome in results), counted_rounds
    )
    return [(line.place, line.player, str(line.total), str(line.best), line.tops) for line in standings]


def test_b6_equal_lines_share_a_place_and_the_next_skips():
    assert lines(
        ("A", 1, "20.000", baf.SURVIVOR),
        ("B", 1, "24.065", baf.SURVIVOR),
        ("C", 1, "50.710", baf.SOLE_TOP),
        ("D", 1, "24.065", baf.SURVIVOR),
    ) == [
        (1, "C", "50.710", "50.710", 1),
        (2, "B", "24.065", "24.065", 0),
        (2, "D", "24.065", "24.065", 0),
        (4, "A", "20.000", "20.000", 0),
    ]


def test_b6_best_single_score_breaks_a_tie():
    assert lines(
        ("A", 1, "30.000", baf.SHARED_TOP),
        ("A", 2, "30.000", baf.SHARED_TOP),
        ("B", 1, "40.000", baf.SHARED_TOP),
        ("B", 2, "20.000", baf.SURVIVOR),
    ) == [(1, "B", "60.000", "40.000", 0), (2, "A", "60.000", "30.000", 0)]


def test_b6_sole_tops_break_a_tie_and_a_solo_is_one():
    assert lines(
        ("A", 1, "30.000", baf.SHARED_TOP),
        ("B", 1, "30.000", baf.SOLE_TOP),
        ("C", 1, "15.000", baf.SOLE_TOP),
        ("C", 2, "30.000", baf.SOLO_WIN),
        ("A", 2, "15.000", baf.SURVIVOR),
        ("B", 2, "15.000", baf.SURVIVOR),
    ) == [
        (1, "C", "45.000", "30.000", 2),
        (2, "B", "45.000", "30.000", 1),
        (3, "A", "45.000", "30.000", 0),
    ]


def test_b6_best_rounds_count():
    results = [
        Result("A", number, Decimal(value), baf.SURVIVOR)
        for number, value in enumerate(("20.000", "10.000", "20.000", "10.000"), start=1)
    ]
    [line] = baf.standings(results, counted_rounds=3)
    assert str(line.total) == "50.000"
    assert line.counted == {1, 2, 3}  # of equal rounds the earlier one
    assert line.rounds == {1: Decimal(20), 2: Decimal(10), 3: Decimal(20), 4: Decimal(10)}


def test_more_counted_rounds_than_played_count_all():
    assert lines(("A", 1, "20.000", baf.SURVIVOR), counted_rounds=4) == [(1, "A", "20.000", "20.000", 0)]


def test_no_results_no_standings():
    assert baf.standings([]) == []
