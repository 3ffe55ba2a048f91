"""The President's consent to exceptional bonuses and penalties: who decides, and what a decision moves."""

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError

from mafia_rating import scoring
from mafia_rating.models import PARTS, Game, JudgeBonus, Penalty, Season, Seat
from tests.factories import ROLES, make_game, make_protocol

from .stored import exceptional, stored_points

pytestmark = pytest.mark.django_db

NAMES = [f"P{number}" for number in scoring.SEATS]


def test_a_decision_moves_the_table(game: Game, president: User):
    assert (stored_points(game)[4], stored_points(game)[1]) == ("2.00", "0.00")
    for item in exceptional(game):
        item.approve(president)
        item.refresh_from_db()
        assert item.decided_by == president
        assert item.decided_at is not None
    assert (stored_points(game)[4], stored_points(game)[1]) == ("2.60", "-1.00")
    assert {row.player: str(row.points) for row in game.season.table()}["P4"] == "2.60"


def test_a_decision_can_be_changed(game: Game, president: User):
    bonus, _penalty = exceptional(game)
    bonus.approve(president)
    bonus.reject(president)
    assert stored_points(game)[4] == "2.00"
    assert JudgeBonus.objects.get().approval == "rejected"


def test_the_same_decision_again_changes_nothing(game: Game, president: User, admin_user: User):
    bonus, _penalty = exceptional(game)
    bonus.approve(president)
    decided_at = JudgeBonus.objects.get().decided_at
    exceptional(game)[0].approve(admin_user)
    assert JudgeBonus.objects.get().decided_by == president
    assert JudgeBonus.objects.get().decided_at == decided_at


def test_who_may_decide(game: Game, judge: User, organiser: User, outsider: User):
    for item in exceptional(game):
        for user in (judge, organiser, outsider):
            for decide in (item.approve, item.reject):
                with pytest.raises(PermissionDenied):
                    decide(user)
        item.refresh_from_db()
        assert item.approval == "pending"


def test_an_ordinary_item_needs_no_approval(season: Season, president: User):
    make_game(bonuses={4: "0.5"})
    with pytest.raises(ValidationError, match="needs no approval"):
        JudgeBonus.objects.get().approve(president)


def test_a_decision_on_an_item_that_is_gone_is_refused(game: Game, president: User):
    bonus, _penalty = exceptional(game)
    game.record(make_protocol(), None)
    with pytest.raises(ValidationError, match="has changed since"):
        bonus.approve(president)


EXCEPTIONAL = {"bonuses": {4: "0.6"}, "penalties": [(1, "discretionary")]}


def swap(items: list, one: int, other: int) -> list:
    swapped = [*items]
    swapped[one - 1], swapped[other - 1] = swapped[other - 1], swapped[one - 1]
    return swapped


@pytest.mark.parametrize(
    ("edit", "bonus", "penalty"),
    [
        (EXCEPTIONAL, "approved", "approved"),
        ({**EXCEPTIONAL, "judge": "J2", "first_killed": 2}, "approved", "approved"),
        # P4 moves to seat 8 with role and bonus, P1 to seat 2 with role and penalty.
        (
            {
                "players": swap(swap(NAMES, 4, 8), 1, 2),
                "bonuses": {8: "0.6"},
                "penalties": [(2, "discretionary")],
            },
            "approved",
            "approved",
        ),
        ({**EXCEPTIONAL, "bonuses": {4: "0.7"}}, "pending", "approved"),  # another amount
        ({**EXCEPTIONAL, "roles": swap(ROLES, 4, 6)}, "pending", "approved"),  # another role
        ({**EXCEPTIONAL, "roles": swap(ROLES, 1, 3)}, "approved", "pending"),
        ({**EXCEPTIONAL, "players": swap(NAMES, 4, 8)}, "pending", "approved"),  # another player
        ({"result": "red_win", "bonuses": {1: "0.6"}, "penalties": [(4, "discretionary")]}, "pending", "pending"),
    ],
)
def test_an_edit_keeps_a_decision_only_while_it_fits(
    game: Game, president: User, judge: User, edit: dict, bonus: str, penalty: str
):
    for item in exceptional(game):
        item.approve(president)
    game.record(make_protocol(**edit), judge)
    assert [item.approval for item in exceptional(game)] == [bonus, penalty]
    for item in exceptional(game):
        assert item.decided_by == (president if item.approval == "approved" else None)
        part = "bonus" if isinstance(item, JudgeBonus) else "penalty"
        assert bool(getattr(item.seat, part)) == (item.approval == "approved")


def test_another_result_makes_an_unchanged_item_pending_again(season: Season, president: User):
    game = make_game("2025-10-03", result="red_win", bonuses={1: "0.6"})
    JudgeBonus.objects.get().approve(president)
    game.record(make_protocol("black_win"), None)
    game.record(make_protocol("red_win", bonuses={1: "0.6"}), None)
    assert JudgeBonus.objects.get().approval == "pending"


def test_pending_items_of_cancelled_games_wait_for_nobody(game: Game, judge: User):
    assert JudgeBonus.objects.pending().count() == Penalty.objects.pending().count() == 1
    game.cancel(judge, "played by guests")
    assert JudgeBonus.objects.pending().count() == Penalty.objects.pending().count() == 0


def test_rescoring_agrees_with_recording(game: Game):
    recorded = list(Seat.objects.order_by("pk").values(*PARTS))
    game.record_scores()
    assert list(Seat.objects.order_by("pk").values(*PARTS)) == recorded
