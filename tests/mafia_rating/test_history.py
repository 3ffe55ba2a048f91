"""The history of a game: which rows it gets, its pages, and a version restored."""

import datetime

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.test import Client

from clubsite.history import versions
from clubsite.models import Player
from clubsite.versions import StaleVersionError
from mafia_rating.models import Game, JudgeBonus, Penalty, ProtocolError, Season
from tests.factories import make_game, make_player, make_protocol, make_season

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def season() -> Season:
    return make_season()


@pytest.fixture
def game(judge: User) -> Game:
    """A game whose seat 4, a winner, waits for 0.6."""
    return make_game(by=judge, bonuses={4: "0.6"})


def edit(game: Game, by: User | None, reason: str = "", **protocol) -> None:
    """Record another protocol over a game."""
    Game.objects.get(pk=game.pk).record(make_protocol(**protocol), by, reason=reason)


def version(game: Game, number: int):
    return next(row for row in versions(game) if row.ordinal == number)


def rows(game: Game) -> list[tuple]:
    """Return the history: type, user, reason, version, oldest first."""
    return list(
        game.history.order_by("history_id").values_list(
            "history_type", "history_user__username", "history_change_reason", "version"
        )
    )


def totals(game: Game) -> list[str]:
    return [str(total) for total in game.seats.order_by("number").values_list("total", flat=True)]


# Which rows a history gets


def test_every_change_leaves_a_row(game: Game, judge: User, president: User):
    edit(game, judge, "misread the sheet", result="red_win")
    edit(game, judge, result="red_win", bonuses={1: "0.7"})
    bonus = JudgeBonus.objects.get()
    bonus.approve(president, "well played")
    bonus.reject(president)
    game.cancel(judge, "played by guests")
    game.reinstate(judge, "they are members")
    assert rows(game) == [
        ("+", "judge", None, 1),
        ("~", "judge", "misread the sheet", 2),
        ("~", "judge", None, 3),
        ("~", "president", "well played", 3),
        ("~", "president", None, 3),
        ("~", "judge", "played by guests", 4),
        ("~", "judge", "they are members", 5),
    ]


def test_a_row_holds_the_whole_game(judge: User):
    game = make_game(
        by=judge,
        first_killed=1,
        best_move=(8, 4, 6),
        bonuses={4: "0.6"},
        penalties=[(2, "discretionary"), (3, "false_check")],
        removals={6: "no_effect"},
    )
    snapshot = game.history.get().snapshot
    keys = {player.nickname: player.pk for player in Player.objects.all()}
    assert {name: value for name, value in snapshot.items() if name != "seats"} == {
        "played_on": "2025-10-03",
        "table": 1,
        "number": 1,
        "status": "final",
        "judge": keys["J1"],
        "result": "black_win",
        "first_killed": 1,
        "best_move": [8, 4, 6],
    }
    assert snapshot["seats"]["4"] == {
        "player": keys["P4"],
        "role": "mafia",
        "removal": "none",
        "bonus": {"points": "0.6", "approval": "pending", "reason": ""},
        "penalties": {},
        "points": {
            "win": "2.00",
            "compensation": "0.00",
            "best_move": "0.00",
            "bonus": "0.00",
            "penalty": "0.00",
            "total": "2.00",
        },
    }
    assert snapshot["seats"]["2"]["penalties"] == {"discretionary": {"approval": "pending", "reason": ""}}
    assert snapshot["seats"]["6"]["removal"] == "no_effect"
    assert snapshot["seats"]["1"]["points"]["best_move"] == "0.40"


def test_what_changes_nothing_leaves_no_row(game: Game, judge: User, president: User, judge_client: Client):
    edit(game, judge, bonuses={4: "0.60"})
    JudgeBonus.objects.get().approve(president)
    JudgeBonus.objects.get().approve(president, "again")
    game.reinstate(judge, "again")
    for page in ("", "edit/", "cancel/", "history/", "history/compare/", "history/1/restore/"):
        judge_client.get(f"/mafia/games/{game.pk}/{page}")
    assert [row[1] for row in rows(game)] == ["judge", "president"]
    assert Game.objects.get().version == 1


def test_a_note_may_be_as_long_as_its_field(game: Game, president: User):
    JudgeBonus.objects.get().approve(president, "x" * 200)
    assert rows(game)[-1][2] == "x" * 200


def test_a_refused_change_leaves_no_row(game: Game, judge: User, president: User):
    with pytest.raises(ProtocolError):
        edit(game, judge, result="draw", bonuses={4: "0.2"})
    with pytest.raises(PermissionDenied):
        edit(game, president, result="draw")
    with pytest.raises(PermissionDenied):
        game.cancel(president, "no")
    with pytest.raises(ValidationError, match="Say why the game is cancelled"):
        game.cancel(judge, " ")
    assert len(rows(game)) == 1


def test_versions_are_numbered_in_the_order_they_were_made(game: Game, judge: User, president: User):
    JudgeBonus.objects.get().approve(president)
    edit(game, judge, result="red_win")
    other = make_game(number=2)
    assert [(row.ordinal, row.version) for row in versions(game)] == [(3, 2), (2, 1), (1, 1)]
    assert [row.ordinal for row in versions(other)] == [1]


# Restoring


def test_a_restored_version_is_a_new_one(game: Game, judge: User):
    edit(game, judge, result="red_win", first_killed=4, best_move=(1, 2, 3), roles=scoring_roles())
    assert Game.objects.get().restore(version(game, 1), judge, based_on=2) is True
    assert rows(game)[-1] == ("~", "judge", "restored version 1", 3)
    first, _second, third = game.history.order_by("history_id")
    assert third.snapshot == first.snapshot
    stored = Game.objects.with_protocol().get()
    assert (stored.result, stored.first_killed, stored.version) == ("black_win", None, 3)
    assert stored.protocol().best_move == ()
    assert totals(game) == ["0.00", "0.00", "0.00", "2.00", "0.00", "2.00", "0.00", "2.00", "0.00", "0.00"]


def scoring_roles() -> list[str]:
    return ["citizen", "sheriff", "citizen", "citizen", "mafia", "mafia", "don", "citizen", "citizen", "citizen"]


def test_the_header_is_restored_and_the_status_stays(game: Game, judge: User):
    moved = Game.objects.get()
    moved.played_on, moved.table, moved.number = datetime.date(2025, 12, 5), 2, 7
    moved.record(make_protocol(bonuses={4: "0.6"}), judge)
    moved.cancel(judge, "a friendly game")
    moved.restore(version(game, 1), judge)
    stored = Game.objects.get()
    assert (str(stored), stored.status) == ("Game 1, table 1, 2025-10-03", "cancelled")


def test_a_decision_that_still_fits_is_kept(game: Game, judge: User, president: User):
    JudgeBonus.objects.get().approve(president, "yes")
    edit(game, judge, bonuses={4: "0.6", 6: "0.1"})
    Game.objects.get().restore(version(game, 1), judge)
    bonus = JudgeBonus.objects.get()
    assert (bonus.approval, bonus.decided_by, bonus.decision_note) == ("approved", president, "yes")
    assert totals(game)[3] == "2.60"


@pytest.mark.parametrize("decided", ["approve", "reject"])
def test_a_decision_of_the_past_is_not_given_anew(game: Game, judge: User, president: User, decided: str):
    getattr(JudgeBonus.objects.get(), decided)(president)
    edit(game, judge, bonuses={4: "0.5"})
    Game.objects.get().restore(version(game, 2), judge)
    assert JudgeBonus.objects.get().approval == "pending"
    assert totals(game)[3] == "2.00"


def test_a_decision_does_not_outlive_the_result(judge: User, president: User):
    game = make_game(by=judge, penalties=[(1, "discretionary")])
    Penalty.objects.get().approve(president)
    edit(game, judge, result="red_win")
    Game.objects.get().restore(version(game, 2), judge)
    assert Penalty.objects.get().approval == "pending"
    assert totals(game)[0] == "0.00"


def test_restoring_what_stands_makes_no_version(game: Game, judge: User):
    assert Game.objects.get().restore(version(game, 1), judge, based_on=1) is False
    assert len(rows(game)) == 1


def test_what_restoring_refuses(game: Game, judge: User, president: User, admin_user: User, season: Season):
    guest = make_player("Guest")
    edit(game, judge, players=["Guest", *(f"P{number}" for number in range(2, 11))])
    edit(game, judge, result="red_win")
    before = rows(game)

    def restore(number: int, by: User = judge, based_on: int = 3) -> None:
        Game.objects.get().restore(version(game, number), by, based_on=based_on)

    with pytest.raises(PermissionDenied):
        restore(1, president)
    with pytest.raises(StaleVersionError):
        restore(1, based_on=2)
    guest.delete()
    with pytest.raises(ValidationError, match="no longer in the club"):
        restore(2)
    season.close(admin_user)
    with pytest.raises(ValidationError, match="is closed"):
        restore(1)
    assert rows(game) == before


def test_a_number_taken_meanwhile_is_refused(game: Game, judge: User):
    moved = Game.objects.get()
    moved.number = 5
    moved.record(make_protocol(bonuses={4: "0.6"}), judge)
    make_game(number=1)
    with pytest.raises(ValidationError, match="recorded already"):
        Game.objects.get(pk=game.pk).restore(version(game, 1), judge)
    assert Game.objects.get(pk=game.pk).number == 5


def test_what_restoring_will_leave_is_foreseen(game: Game, judge: User, president: User):
    JudgeBonus.objects.get().approve(president)
    edit(game, judge, result="red_win", bonuses={1: "0.2"})
    stored = Game.objects.with_protocol().get()
    foreseen = stored.foresee(version(game, 2))
    assert stored.result == "red_win"
    assert len(rows(game)) == 3
    stored.restore(version(game, 2), judge)
    assert game.history.latest().snapshot == foreseen
    assert foreseen["seats"]["4"]["bonus"]["approval"] == "pending"
