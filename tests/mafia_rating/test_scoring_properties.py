"""What holds for the points of every protocol without faults."""

from dataclasses import replace
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from mafia_rating import scoring
from mafia_rating.scoring import BonusEntry, PenaltyEntry, Protocol, SeatEntry
from tests.factories import ROLES

PARTS = ("win", "compensation", "best_move", "bonus", "penalty", "total")


@st.composite
def protocols(draw: st.DrawFn) -> Protocol:
    """Any protocol without faults."""
    roles = draw(st.permutations(ROLES))
    result = draw(st.sampled_from(scoring.RESULTS))
    losers = [seat for seat in scoring.SEATS if scoring.lost(roles[seat - 1], result)]
    first_killed = draw(st.none() | st.sampled_from(scoring.SEATS))
    others = [seat for seat in scoring.SEATS if seat != first_killed]
    named = draw(st.just(()) | st.permutations(others).map(lambda seats: tuple(seats[:3]))) if first_killed else ()
    fined = draw(st.sets(st.sampled_from(losers))) if losers else ()
    bonused = draw(st.lists(st.sampled_from(scoring.SEATS), max_size=3, unique=True)) if losers else ()
    return Protocol(
        result=result,
        judge="judge",
        first_killed=first_killed,
        best_move=named,
        seats=tuple(
            SeatEntry(seat, f"player {seat}", role, draw(st.sampled_from(scoring.REMOVALS)))
            for seat, role in zip(scoring.SEATS, roles, strict=True)
        ),
        bonuses=tuple(BonusEntry(seat, draw(st.sampled_from([Decimal("0.1"), Decimal("0.3")]))) for seat in bonused),
        penalties=tuple(
            PenaltyEntry(seat, "discretionary", draw(st.sampled_from(["pending", "approved", "rejected"])))
            for seat in sorted(fined)
        ),
    )


@given(protocols(), st.randoms())
def test_the_order_of_the_rows_does_not_matter(given_protocol: Protocol, random):
    shuffled = list(given_protocol.seats)
    random.shuffle(shuffled)
    assert scoring.protocol_faults(given_protocol) == []
    assert scoring.score(replace(given_protocol, seats=tuple(shuffled))) == scoring.score(given_protocol)


@given(protocols())
def test_who_plays_does_not_matter(given_protocol: Protocol):
    renamed = tuple(replace(entry, player=entry.seat * 100) for entry in given_protocol.seats)
    assert scoring.score(replace(given_protocol, seats=renamed)) == scoring.score(given_protocol)


@given(protocols())
def test_a_total_is_the_sum_of_the_points_that_the_reasons_tell(given_protocol: Protocol):
    for scored in scoring.score(given_protocol).values():
        assert scored.total == sum(reason.points for reason in scored.reasons)
        assert all(getattr(scored, part).as_tuple().exponent == -2 for part in PARTS)


@given(protocols())
def test_a_game_hands_out_at_most_what_the_rules_allow(given_protocol: Protocol):
    scored = scoring.score(given_protocol).values()
    assert sum(points.bonus for points in scored) <= 1
    assert sum(points.win for points in scored) in (0, 6, 14)
    assert sum(points.compensation for points in scored) in (0, Decimal("0.50"))
    assert not any(points.win and points.penalty for points in scored)
