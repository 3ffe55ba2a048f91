"""What holds for the scores of every legal board."""

from hypothesis import given
from hypothesis import strategies as st

from tournaments import baf
from tournaments.baf import PowerResult


@st.composite
def legal_boards(draw: st.DrawFn) -> list[PowerResult]:
    """Draw a board that board_faults lets through: seven counts are the gaps between cuts of the 34 centres."""
    cuts = sorted(draw(st.lists(st.integers(0, baf.CENTRES), min_size=7, max_size=7)))
    counts = draw(st.permutations([high - low for low, high in zip([0, *cuts], cuts, strict=False)]))
    ticks = st.lists(st.booleans(), min_size=7, max_size=7)
    return [PowerResult(*seat) for seat in zip(baf.POWERS, counts, draw(ticks), draw(ticks), draw(ticks), strict=True)]


@given(legal_boards())
def test_every_legal_board_scores_every_played_power(seats: list[PowerResult]):
    scores = baf.score_board(seats)
    assert scores.keys() == {seat.power for seat in seats if seat.played}
    assert all(0 <= score.points <= 100 for score in scores.values())


@given(legal_boards(), st.randoms(use_true_random=False))
def test_order_of_the_seats_does_not_matter(seats: list[PowerResult], random):
    shuffled = random.sample(seats, len(seats))
    assert baf.score_board(shuffled) == baf.score_board(seats)


@given(legal_boards())
def test_more_centres_on_one_board_never_score_less(seats: list[PowerResult]):
    scores = baf.score_board(seats)
    in_play = sorted((seat for seat in seats if seat.played and not seat.eliminated), key=lambda seat: seat.centres)
    ranked = [scores[seat.power].points for seat in in_play]
    assert ranked == sorted(ranked)


@given(legal_boards())
def test_top_scores_more_than_survivors_and_survivors_more_than_eliminated(seats: list[PowerResult]):
    by_outcome = {}
    for score in baf.score_board(seats).values():
        by_outcome.setdefault(score.outcome, set()).add(score.points)
    tops = by_outcome.get(baf.SOLE_TOP, set()) | by_outcome.get(baf.SHARED_TOP, set())
    survivors = by_outcome.get(baf.SURVIVOR, set())
    assert all(top >= 25 > survivor for top in tops for survivor in survivors)
    assert by_outcome.get(baf.ELIMINATED, {baf.NO_POINTS}) == {baf.NO_POINTS}
    assert len(tops) <= 1
