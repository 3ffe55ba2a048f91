"""What an import stores, matches, replaces and refuses."""

import datetime
import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command

from clubsite.models import Player
from mafia_rating.models import BestMove, Game, JudgeBonus, Penalty, Season, Seat
from tests.factories import make_player
from tournaments.models import Board, CentreCount, Round, Tournament
from tournaments.models import Seat as BoardSeat

from .club_files import (
    SEASON,
    a_board,
    a_club,
    a_game,
    a_tournament,
    everything_stored,
    faults_of,
    load,
    paths_of,
    vector,
)

pytestmark = pytest.mark.django_db


def test_a_game_is_stored_with_its_points_and_its_players() -> None:
    load(a_club(a_game()))
    game = Game.objects.get()
    assert (game.season.slug, game.judge.nickname, game.entered_by) == ("2025-26", "J1", None)
    assert game.best_move.named == (4, 6, 8)
    assert list(game.seats.values_list("player__nickname", "total"))[:4] == [
        ("P1", Decimal("0.90")),
        ("P2", Decimal("0.00")),
        ("P3", Decimal("0.00")),
        ("P4", Decimal("2.50")),
    ]


def test_a_best_move_keeps_the_order_it_was_named_in() -> None:
    load(a_club(a_game(best_move=[8, 4, 6])))
    assert BestMove.objects.get().named == (8, 4, 6)


def test_a_board_is_stored_with_its_scores_and_counts() -> None:
    board = a_board(table="2", weight="6/7", finished=False)
    board["seats"][0] |= {"counts": {"1901": 5, "1902": 6}, "credit": "13/14"}
    board["seats"][6] |= {"player": None, "has_units": False}
    load(a_club(tournaments=(a_tournament(board, place="Angers", counted_rounds=2),)))
    seat = BoardSeat.objects.get(power="austria")
    assert (seat.score, seat.weighted_score) == (Decimal("50.710"), Decimal("26.907"))
    assert list(CentreCount.objects.values_list("seat__power", "year", "centres")) == [
        ("austria", 1901, 5),
        ("austria", 1902, 6),
    ]
    turkey = BoardSeat.objects.get(power="turkey")
    assert (turkey.player, turkey.score, turkey.has_units, turkey.holds_home_centre) == (None, None, False, True)
    assert not Board.objects.get().finished
    assert Tournament.objects.values_list("place", "counted_rounds").get() == ("Angers", 2)


def test_players_match_by_the_normal_form_of_the_nickname() -> None:
    stored = make_player("Ёжик")
    game = a_game()
    game["seats"][0]["player"] = "  ежик "
    load(a_club(game))
    assert Seat.objects.get(number=1).player == stored
    assert Player.objects.count() == 11


def test_a_missing_full_name_says_nothing_of_the_stored_one() -> None:
    make_player("Fox", full_name="Anna Fuchs")
    load(a_club(players=({"nickname": "Fox"},)))
    assert Player.objects.get().full_name == "Anna Fuchs"
    assert paths_of(a_club(players=({"nickname": "Fox", "full_name": "Berta"},))) == ["players[0]"]
    load(a_club(players=({"nickname": "Fox", "full_name": "Berta"},)), replace=True)
    assert Player.objects.get().full_name == "Berta"


def test_a_missing_status_is_published_and_says_nothing_of_the_stored_one() -> None:
    cup = a_tournament(a_board())
    load(a_club(tournaments=(cup,)))
    tournament = Tournament.objects.get()
    assert tournament.status == Tournament.Status.PUBLISHED
    tournament.finish(None)
    assert load(a_club(tournaments=(cup,))).changes == []
    hidden = a_club(tournaments=(cup | {"status": "draft"},))
    assert paths_of(hidden) == ["tournaments[0]"]
    load(hidden, replace=True)
    assert Tournament.objects.get().status == Tournament.Status.DRAFT


def test_a_missing_approval_of_an_exceptional_item_means_pending() -> None:
    game = a_game(
        bonuses=[{"seat": 4, "points": "0.6"}],
        penalties=[{"seat": 2, "ground": "discretionary"}, {"seat": 3, "ground": "false_check"}],
    )
    load(a_club(game))
    assert JudgeBonus.objects.get().approval == "pending"
    assert list(Penalty.objects.values_list("ground", "approval")) == [
        ("discretionary", "pending"),
        ("false_check", "not_needed"),
    ]


def test_a_decision_in_the_file_has_a_time_and_nobody_who_took_it() -> None:
    load(a_club(a_game(bonuses=[{"seat": 4, "points": "0.7", "approval": "approved"}])))
    bonus = JudgeBonus.objects.get()
    assert (bonus.approval, bonus.decided_by) == ("approved", None)
    assert bonus.decided_at is not None
    assert Seat.objects.get(number=4).bonus == Decimal("0.70")


def test_a_cancelled_game_stays_cancelled() -> None:
    load(a_club(a_game(status="cancelled")))
    assert Game.objects.get().is_cancelled


def test_what_export_computes_is_ignored() -> None:
    game, board = a_game(), a_board()
    game["seats"][0]["points"] = {"total": "100.00"}
    board["seats"][0] |= {"score": "100.000", "weighted_score": None}
    load(a_club(game, tournaments=(a_tournament(board),)))
    assert Seat.objects.get(number=1).total == Decimal("0.90")


# A second time


def test_a_second_import_changes_nothing() -> None:
    board = a_board()
    board["seats"][0]["counts"] = {"1901": 5}
    game = a_game(
        bonuses=[{"seat": 6, "points": "0.6", "approval": "rejected"}, {"seat": 4, "points": "0.40"}],
        penalties=[{"seat": 2, "ground": "discretionary"}, {"seat": 2, "ground": "broke_on_ten"}],
    )
    game["seats"].reverse()
    club = a_club(game, tournaments=(a_tournament(board),), players=({"nickname": "Fox", "full_name": "Anna Fuchs"},))
    load(club)
    before = everything_stored()
    report = load(club)
    assert everything_stored() == before
    assert report.changes == []
    assert report.summary() == [
        "players: 0 new, 0 replaced, 1 unchanged",
        "seasons: 0 new, 0 replaced, 1 unchanged",
        "games: 0 new, 0 replaced, 1 unchanged",
        "tournaments: 0 new, 0 replaced, 1 unchanged",
        "rounds: 0 new, 0 replaced, 1 unchanged",
        "boards: 0 new, 0 replaced, 1 unchanged",
    ]
    load(club, replace=True)
    assert everything_stored() == before


def test_a_second_import_changes_nothing_in_a_closed_season(admin_user: User) -> None:
    load(a_club(a_game()))
    Season.objects.get().close(admin_user)
    load(a_club(a_game()))
    assert paths_of(a_club(a_game(), a_game(number=2))) == ["mafia.games[1]"]
    assert paths_of(a_club(a_game(result="draw", bonuses=[])), replace=True) == ["mafia.games[0]"]
    changed = a_club()
    changed["mafia"]["seasons"] = [{**SEASON, "name": "Another"}]
    assert paths_of(changed, replace=True) == ["mafia.seasons[0]"]


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"result": "draw", "bonuses": []}, "result, bonuses"),
        ({"status": "cancelled"}, "status"),
        ({"judge": "J2"}, "judge"),
        ({"first_killed": 2}, "first_killed"),
        ({"best_move": [6, 4, 8]}, "best_move"),
        ({"bonuses": []}, "bonuses"),
        ({"penalties": [{"seat": 2, "ground": "broke_on_ten"}]}, "penalties"),
    ],
)
def test_a_differing_game_is_a_fault_unless_replaced(changes: dict, named: str) -> None:
    load(a_club(a_game()))
    before = everything_stored()
    (fault,) = faults_of(a_club(a_game(**changes)))
    assert fault == ("mafia.games[0]", f"differs from what is stored ({named}); --replace overwrites it")
    assert everything_stored() == before
    report = load(a_club(a_game(**changes)), replace=True)
    assert report.changes[-1].startswith("mafia.games[0]: replaced: Game 1, table 1")
    assert Game.objects.get().version == 2
    load(a_club(a_game(**changes)))


def test_players_who_swap_seats_can_be_replaced() -> None:
    load(a_club(a_game()))
    game = a_game()
    game["seats"][0]["player"], game["seats"][1]["player"] = "P2", "P1"
    load(a_club(game), replace=True)
    assert Seat.objects.get(player__nickname="P2").total == Decimal("0.90")


def test_replacing_keeps_who_decided_where_the_decision_is_the_same(president: User) -> None:
    load(a_club(a_game(bonuses=[{"seat": 4, "points": "0.6"}])))
    JudgeBonus.objects.get().approve(president)
    approved = [{"seat": 4, "points": "0.6", "approval": "approved"}]
    load(a_club(a_game(bonuses=approved, judge="J2")), replace=True)
    assert JudgeBonus.objects.get().decided_by == president
    load(a_club(a_game(bonuses=[{"seat": 4, "points": "0.6"}])), replace=True)
    assert JudgeBonus.objects.values_list("approval", "decided_by").get() == ("pending", None)


def test_a_differing_board_is_a_fault_unless_replaced() -> None:
    load(a_club(tournaments=(a_tournament(a_board()),)))
    board = a_board(weight="6/7")
    board["seats"][1]["centres"] = 6
    board["seats"][2]["counts"] = {"1901": 5}
    changed = a_club(tournaments=(a_tournament(board),))
    assert faults_of(changed) == [
        (
            "tournaments[0].rounds[0].boards[0]",
            "differs from what is stored (weight, seats, counts); --replace overwrites it",
        )
    ]
    load(changed, replace=True)
    assert Board.objects.values_list("version", "weight").get() == (2, Fraction(6, 7))
    load(changed)
    load(a_club(tournaments=(a_tournament(a_board()),)), replace=True)
    assert not CentreCount.objects.exists()


def test_players_who_swap_boards_can_be_replaced() -> None:
    load(a_club(tournaments=(a_tournament(a_board(), a_board(table="2", players="HIJKLMN")),)))
    swapped = a_tournament(a_board(players="HBCDEFG"), a_board(table="2", players="AIJKLMN"))
    load(a_club(tournaments=(swapped,)), replace=True)
    assert BoardSeat.objects.get(player__nickname="H").board.table == "1"


def test_a_replaced_weight_scores_the_boards_of_the_round_again() -> None:
    load(a_club(tournaments=(a_tournament(a_board()),)))
    tournament = a_tournament(a_board())
    tournament["rounds"][0]["weight"] = "1"
    assert paths_of(a_club(tournaments=(tournament,))) == ["tournaments[0].rounds[0]"]
    load(a_club(tournaments=(tournament,)), replace=True)
    assert Round.objects.get().weight == 1
    assert BoardSeat.objects.get(power="austria").weighted_score == Decimal("50.710")


def test_a_dry_run_stores_nothing_and_tells_what_would_change(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    file = tmp_path / "club.json"
    file.write_text(json.dumps(a_club(a_game())))
    call_command("import_club", file, dry_run=True)
    assert not Player.objects.exists()
    assert not Season.objects.exists()
    assert "mafia.games[0]: new: Game 1, table 1, 2025-10-03\n" in capsys.readouterr().out


def test_the_real_championship_scores_as_it_did() -> None:
    load(vector("anjou_2025_club_file"))
    expected = vector("anjou_2025_expected")["seats"]
    stored = BoardSeat.objects.filter(player__isnull=False)
    assert sorted(
        (row["round"], row["board"], row["power"], row["player"], row["score"], row["weighted_score"])
        for row in expected
    ) == sorted(
        (
            seat.round.number,
            seat.board.table,
            seat.power,
            seat.player.nickname,
            str(seat.score),
            str(seat.weighted_score),
        )
        for seat in stored.select_related("round", "board", "player")
    )
    assert Tournament.objects.get().starts_on == datetime.date(2025, 7, 12)


# Aliases


def test_an_old_file_finds_the_renamed_member_and_brings_no_duplicate(organiser: User) -> None:
    old = a_club(a_game(), players=[{"nickname": "P1", "full_name": "Anna"}])
    load(old)
    player = Player.objects.named("P1")
    player.rename("Fox", organiser)
    player.full_name = "Anna Fuchs"
    player.save()
    before = everything_stored()
    load(old)
    assert everything_stored() == before
    assert Player.objects.count() == 11


def test_aliases_are_added_and_none_is_taken_away() -> None:
    load(a_club(players=[{"nickname": "Fox", "aliases": ["Vixen", "fox"]}]))
    fox = Player.objects.get()
    load(a_club(players=[{"nickname": "Fox"}, {"nickname": "Vixen", "aliases": ["Reynard"]}]))
    assert Player.objects.get() == fox
    assert [alias.name for alias in fox.aliases.all()] == ["Reynard", "Vixen"]
    before = everything_stored()
    load(a_club(players=[{"nickname": "Fox", "aliases": ["reynard"]}]))
    assert everything_stored() == before


def test_an_alias_of_somebody_else_is_a_fault() -> None:
    make_player("Wolf").aliases.create(name="Isegrim")
    players = [{"nickname": "Fox", "aliases": ["wolf", "ISEGRIM", ""]}]
    assert [str(fault) for fault in faults_of(a_club(players=players))] == [
        "players[0].aliases[0]: A player of this nickname exists already "
        "(letter case, spaces and ё/е make no difference).",
        "players[0].aliases[1]: Wolf goes by this name already.",
        "players[0].aliases[2]: This field cannot be blank.",
    ]


def test_aliases_are_a_list_of_texts() -> None:
    assert paths_of(a_club(players=[{"nickname": "Fox", "aliases": "Vixen"}])) == ["players[0].aliases"]
    assert paths_of(a_club(players=[{"nickname": "Fox", "aliases": [1]}])) == ["players[0].aliases"]
