"""What a player did over all games, and in games with another."""

from decimal import Decimal

import pytest
from hypothesis import given as examples
from hypothesis import strategies as st

from mafia_rating import career, scoring
from mafia_rating.career import Bonuses, Fine, Given, SeatRecord, Slice
from mafia_rating.duel import Duel, Judged, Meeting, duel
from mafia_rating.models import JudgeBonus
from mafia_rating.models.career import given, judged, latest_together, meetings, met_in_games, slices
from tests.factories import make_game, make_player, make_season

NIL = Decimal("0.00")


def slice_of(role: str = "citizen", seat: int = 1, **fields) -> Slice:
    defaults = {"killed": False, "black": None, "games": 1, "wins": 0, "compensations": 0, "best_move": NIL}
    return Slice(role, seat, **{**defaults, "points": NIL, **fields})


def test_by_seat_names_all_ten():
    records = career.by_seat([slice_of(seat=3, games=2, wins=1), slice_of("don", 3), slice_of(seat=10, wins=1)])
    assert records[2] == SeatRecord(3, 3, 1)
    assert [record.win_percent for record in records] == [
        *(None, None, Decimal("33.33"), None, None),
        *(None, None, None, None, Decimal("100.00")),
    ]
    assert career.by_seat([]) == []


def test_best_moves_are_those_of_red_players():
    found = career.first_killed(
        [
            slice_of(games=7),
            slice_of(killed=True, black=3, games=2, best_move=Decimal("0.80"), compensations=1),
            slice_of("sheriff", 2, killed=True, black=0, best_move=Decimal("-0.25")),
            slice_of(killed=True, games=3),
            slice_of("mafia", 4, killed=True, black=1),
        ]
    )
    assert (found.games, found.killed, found.red, found.compensations) == (14, 7, 6, 1)
    assert (found.made, found.declined, found.by_black) == (3, 3, {3: 2, 2: 0, 1: 0, 0: 1})
    assert (found.black, found.named, found.accuracy) == (6, 9, Decimal("66.67"))
    assert (found.share, found.points) == (Decimal("50.00"), Decimal("0.55"))


def test_nobody_named_no_accuracy():
    assert career.first_killed([slice_of()]).accuracy is None
    assert career.first_killed([]) is None


def test_bonuses_and_penalties_that_count():
    items = [
        Given("bonus", "", "not_needed", 2, Decimal("0.50")),
        Given("bonus", "", "approved", 1, Decimal("0.70")),
        Given("bonus", "", "pending", 1, Decimal("0.60")),
        Given("penalty", "discretionary", "approved", 1, NIL),
        Given("penalty", "discretionary", "rejected", 2, NIL),
        Given("penalty", "false_check", "not_needed", 2, NIL),
        Given("removal", "", "not_needed", 1, NIL),
    ]
    assert career.bonuses(items) == Bonuses(3, Decimal("1.20"), {"approved": 1, "rejected": 0, "pending": 1})
    assert career.fines(items) == [
        Fine("false_check", 2, Decimal("-2.00"), 0, 0),
        Fine("discretionary", 1, Decimal("-1.00"), 0, 2),
        Fine("removal", 1, Decimal("-1.00"), 0, 0),
    ]
    assert career.bonuses([]) is None
    assert career.fines([]) == []
    [waiting] = career.fines([Given("penalty", "discretionary", "pending", 1, NIL)])
    assert (str(waiting.points), waiting.pending) == ("0.00", 1)


@pytest.mark.django_db
def test_slices_and_items_of_stored_games(django_assert_num_queries):
    make_season()
    # Seats 4, 6 and 8 are black; seat 1 is a citizen.
    make_game(number=1, first_killed=1, best_move=[4, 6, 8], bonuses={1: "0.3"}, penalties=[(1, "false_check")])
    make_game(number=2, first_killed=1, best_move=[2, 3, 5], result="red_win", bonuses={1: "0.7"})
    make_game(number=3, first_killed=1, removals={1: "affected"})
    make_game(number=4, first_killed=2, best_move=[4, 6, 8], result="red_win")
    make_game(number=5, status="cancelled", first_killed=1, bonuses={1: "0.2"}, penalties=[(1, "false_check")])
    player = make_player("P1")
    with django_assert_num_queries(1):
        games = slices(player)
    found = career.first_killed(games)
    assert (found.games, found.killed, found.compensations, found.by_black) == (4, 3, 2, {3: 1, 2: 0, 1: 0, 0: 1})
    assert (found.declined, found.points) == (1, Decimal("0.15"))
    assert career.by_seat(games)[0] == SeatRecord(1, 4, 2)
    with django_assert_num_queries(1):
        items = given(player)
    assert career.bonuses(items) == Bonuses(1, Decimal("0.30"), {"approved": 0, "rejected": 0, "pending": 1})
    assert [(fine.ground, fine.count) for fine in career.fines(items)] == [("false_check", 1), ("removal", 1)]
    assert JudgeBonus.objects.count() == 3
    assert given(make_player("P2")) == []
    together = career.by_role(games)[-1]
    assert together.points == sum((seat.total for seat in player.mafia_seats.counting()), NIL)


def test_a_duel_by_hand():
    found = duel(
        [
            Meeting("citizen", "sheriff", "red_win", 3),
            Meeting("mafia", "don", "red_win", 2),
            Meeting("citizen", "don", "black_win", 4),
            Meeting("don", "citizen", "black_win", 1),
            Meeting("don", "citizen", "draw", 5),
        ]
    )
    assert found == Duel(together=5, won_together=3, against=10, won=1, lost=4)
    assert (found.games, found.lost_together, found.drawn) == (15, 2, 5)


MEETINGS = st.lists(
    st.builds(
        Meeting,
        st.sampled_from(scoring.ROLES),
        st.sampled_from(scoring.ROLES),
        st.sampled_from(scoring.RESULTS),
        st.integers(1, 9),
    )
)


@examples(MEETINGS)
def test_a_duel_mirrors(rows: list[Meeting]):
    one = duel(rows)
    other = duel(Meeting(row.other_role, row.role, row.result, row.games) for row in rows)
    assert one == Duel(other.together, other.won_together, other.against, won=other.lost, lost=other.won)
    assert one.games == sum(row.games for row in rows)
    assert one.drawn >= 0


@pytest.mark.django_db
def test_two_players_of_stored_games(django_assert_num_queries):
    make_season()
    make_game(number=1, result="red_win")  # P1 and P2 are citizens, P4 is mafia
    make_game(number=2, result="black_win", first_killed=1)
    make_game(number=3, judge="P1", players=["A", *(f"P{number}" for number in range(2, 11))], result="red_win")
    make_game(number=4, status="cancelled")
    fox, wolf, mafioso = (make_player(name) for name in ("P1", "P2", "P4"))
    with django_assert_num_queries(3):
        assert duel(meetings(fox, wolf)) == Duel(together=2, won_together=1)
        assert judged(fox, wolf) == {fox.pk: Judged(1, 1)}
        games = latest_together(fox, wolf, 10)
    assert duel(meetings(fox, mafioso)) == Duel(against=2, won=1, lost=1)
    assert [(each.game.number, each.own and each.own.points, each.other.points) for each in games] == [
        (3, None, Decimal("2.00")),
        (2, Decimal("0.50"), NIL),
        (1, Decimal("2.00"), Decimal("2.00")),
    ]
    assert [(each.game, each.other, each.own) for each in latest_together(wolf, fox, 10)] == [
        (each.game, each.own, each.other) for each in games
    ]
    assert met_in_games(make_player("A"), 2) == [
        (make_player("P2").pk, "P2", 1),
        (make_player("P3").pk, "P3", 1),
    ]
