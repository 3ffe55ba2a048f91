"""What a player did over all boards, and on boards with another."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.factories import make_board, make_player, make_replacement, make_round, make_tournament, record_board
from tournaments.career import Duel, Meeting, Played, best_results, by_power, duel, scores_chart, solos
from tournaments.models import Prize, Tournament
from tournaments.models.career import boards_of, meetings, met_on_boards, tournaments_of


def played(power: str, points: str, outcome: str = "survivor", centres: int = 5, **fields) -> Played:
    return Played(power, centres, outcome, Decimal(points), Decimal(points), **fields)


def test_powers_by_hand():
    best = played("austria", "60.000", "sole_top", 12)
    boards = [
        played("austria", "0.000", "eliminated", 0),
        best,
        played("austria", "20.000", centres=6),
        played("france", "100.000", "solo", 18),
        played("france", "0.000", "lost_to_solo", 3),
        played("turkey", "30.000", "shared_top", 9, shared=True, left=True, holds_top=False),
        played("turkey", "90.000", "sole_top", 15, finished=False),
    ]
    austria, france, turkey, together = by_power(boards)
    assert (austria.boards, austria.average_centres, austria.best) == (3, Decimal("6.00"), best)
    assert (austria.tops, austria.solos, austria.survivals, austria.eliminations) == (1, 0, 1, 1)
    assert (france.tops, france.solos, france.eliminations) == (1, 1, 1)
    assert (turkey.boards, turkey.shared, turkey.average_centres) == (1, 0, None)
    assert (together.power, together.boards, together.average_centres) == ("", 6, Decimal("7.80"))
    assert [each.points for each in best_results(boards, 2)] == [Decimal("100.000"), Decimal("60.000")]
    assert solos(boards) == [boards[3]]
    assert by_power([]) == []


def test_a_chart_of_scores():
    chart = scores_chart([Decimal("0.000"), Decimal("50.994"), Decimal("25.000")])
    assert chart.path == "52,284 306,55 560,172"
    assert [mark.value for mark in chart.levels] == [0, 10, 20, 30, 40, 50, 60]
    assert [mark.value for mark in chart.labels] == [1, 2, 3]
    assert scores_chart([Decimal("50.994")]) is None
    assert scores_chart([Decimal("0.000")] * 2).path == "52,284 560,284"
    assert len(scores_chart([Decimal("1.000")] * 41).marked) == 1


SCORES = st.decimals(0, 100, places=3).map(str)


@given(st.lists(st.tuples(SCORES, SCORES)))
def test_a_duel_mirrors(pairs: list[tuple[str, str]]):
    rows = [Meeting(None, played("austria", one), played("france", two)) for one, two in pairs]
    found = duel(rows)
    other = duel(Meeting(row.board, row.other, row.own) for row in rows)
    assert (found.boards, found.more, found.less, found.equal) == (other.boards, other.less, other.more, other.equal)


@pytest.mark.django_db
def test_boards_of_two_players(django_assert_num_queries):
    cup = make_tournament()
    make_board(make_round(1, tournament=cup), centres=[9, 8, 8, 5, 4, 0, 0])
    make_board(make_round(2, tournament=cup), players="GFEDCBA", finished=False)
    make_board(make_round(tournament=make_tournament("draft", status="draft")))
    first, second = make_player("A"), make_player("B")
    with django_assert_num_queries(2):
        own, rows = boards_of(first), meetings(first, second)
    assert [(each.power, each.finished) for each in own] == [("turkey", False), ("austria", True)]
    assert duel(rows) == Duel(1, 1, 0)
    assert [(row.board.round, row.own.power, row.other.power) for row in rows] == [(1, "austria", "england")]
    assert [(row.own, row.other) for row in meetings(second, first)] == [(row.other, row.own) for row in rows]
    assert met_on_boards(first, 1) == [(second.pk, "B", 1)]


@pytest.mark.django_db
def test_the_two_of_one_power_met():
    record_board(make_round(), make_replacement())
    taker, leaver = make_player("A"), make_player("X")
    [meeting] = meetings(taker, leaver)
    assert (meeting.own.left, meeting.other.left, meeting.own.power, meeting.other.power) == (
        *(False, True),
        *("austria", "austria"),
    )
    assert (meeting.own.points, meeting.other.points) == (Decimal("33.807"), Decimal("16.903"))


@pytest.mark.django_db
def test_prizes_follow_from_the_results_or_are_given():
    cup = make_tournament()
    make_board(make_round(tournament=cup), centres=[9, 8, 8, 5, 4, 0, 0])
    Prize.objects.create(tournament=cup, kind="best_power", power="austria")
    given_by_hand = Prize.objects.create(tournament=cup, kind="own", name="Fair play", by_hand=True)
    given_by_hand.winners.add(make_player("Z"))
    [(tournament, line, prizes)] = tournaments_of(Tournament.objects.all(), make_player("A"))
    assert (tournament, line.place, [str(prize) for prize in prizes]) == (cup, 1, ["Best Austria"])
    [(tournament, line, prizes)] = tournaments_of(Tournament.objects.all(), make_player("Z"))
    assert (tournament, line, [str(prize) for prize in prizes]) == (cup, None, ["Fair play"])
