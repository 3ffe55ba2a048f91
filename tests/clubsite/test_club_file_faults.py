"""What an import refuses, and where it says so."""

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from clubsite.models import Player

from .club_files import (
    SEASON,
    a_board,
    a_club,
    a_game,
    a_tournament,
    faults_of,
    load,
    paths_of,
    vector,
)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("example", vector("mafia_invalid_games"), ids=lambda example: example["id"])
def test_every_invalid_game_is_refused_at_its_place(example: dict) -> None:
    place = {
        "bonus_more_than_three_players": "bonuses",
        "bonus_sum_over_1": "bonuses",
        "bonus_loser_over_0.4": "bonuses[0]",
        "bonus_in_draw": "bonuses[0]",
        "bonus_not_positive": "bonuses[0]",
        "penalty_only_for_losers": "penalties[0]",
        "penalty_ground_role": "penalties[0]",
        "best_move_needs_three": "best_move",
        "best_move_duplicate": "best_move[1]",
        "best_move_without_first_killed": "best_move",
        "duplicate_player": "seats[",
    }[example["why"]]
    first, *_ = paths_of(a_club(a_game(), example["game"]))
    assert first.startswith(f"mafia.games[1].{place}")
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"judge": "P1"}, "mafia.games[0].seats[0].player"),
        ({"first_killed": 11, "best_move": []}, "mafia.games[0].first_killed"),
        ({"best_move": [4, 6, 11]}, "mafia.games[0].best_move[2]"),
        ({"bonuses": [{"seat": 11, "points": "0.1"}]}, "mafia.games[0].bonuses[0]"),
        ({"bonuses": [{"seat": 4, "points": "0.35"}]}, "mafia.games[0].bonuses[0]"),
        ({"bonuses": [{"seat": 4, "points": "0.3", "approval": "pending"}]}, "mafia.games[0].bonuses[0]"),
        (
            {"penalties": [{"seat": 2, "ground": "false_check", "approval": "approved"}]},
            "mafia.games[0].penalties[0]",
        ),
        ({"seats": a_game()["seats"][:9]}, "mafia.games[0].seats"),
        ({"played_on": "2024-01-01"}, "mafia.games[0].played_on"),
        ({"judge": " "}, "mafia.games[0].judge.nickname"),
        ({"judge": "x" * 65}, "mafia.games[0].judge.nickname"),
    ],
)
def test_a_broken_rule_of_a_game_stands_at_its_path(changes: dict, path: str) -> None:
    assert path in paths_of(a_club(a_game(**changes)))


def test_a_broken_rule_of_a_board_stands_at_its_path() -> None:
    boards = (
        a_board((8, 7, 5, 4, 4, 3, 4)),
        a_board((35, 0, 0, 0, 0, 0, 0), table="2", players="HIJKLMN"),
        a_board(table="3", players="OPQRSTO"),
        a_board(table="4", players="UVWXYZU"),
    )
    boards[3]["seats"][6] = {"power": "austria", "player": "1", "centres": 0, "credit": "2"}
    prefix = "tournaments[0].rounds[0].boards"
    assert paths_of(a_club(tournaments=(a_tournament(*boards),))) == [
        f"{prefix}[0].seats",
        f"{prefix}[1].seats[0].centres",
        f"{prefix}[2].seats[6].player",
        f"{prefix}[3].seats[6].power",
        f"{prefix}[3].seats[6].credit",
        f"{prefix}[3].seats",
    ]


def test_a_player_on_two_boards_of_a_round_is_a_fault() -> None:
    tournament = a_tournament(a_board(), a_board(table="2", players="HIJKLMA"))
    assert faults_of(a_club(tournaments=(tournament,))) == [
        ("tournaments[0].rounds[0].boards[1].seats[6].player", "A plays table 1 of this round already.")
    ]


LEFT = {"player": "X", "credit": "1/3"}
NOT_A_SHARE = 'must be a fraction as text, such as "2/3", from 0 to 10'


@pytest.mark.parametrize(
    ("seat", "key", "sentence"),
    [
        ({"left": "X"}, "left", "must be an object"),
        ({"left": None}, "left", "must be an object"),
        ({"left": {"player": "X"}}, "left.credit", "is missing"),
        ({"left": {"credit": "1/3"}}, "left.player", "is missing"),
        ({"left": {**LEFT, "credit": 0.5}}, "left.credit", NOT_A_SHARE),
        ({"left": {**LEFT, "credit": "-1/3"}}, "left.credit", NOT_A_SHARE),
        ({"left": {**LEFT, "share": "1"}}, "left.share", "is no key of this format"),
        ({"left": {**LEFT, "player": 7}}, "left.player", "must be text"),
        ({"left": {**LEFT, "player": "x" * 65}}, "left.player.nickname", "at most 64 characters"),
        ({"left": {**LEFT, "player": "A"}}, "left.player", "sits on the board, or has left another power"),
        ({"left": {**LEFT, "player": "B"}}, "left.player", "sits on the board, or has left another power"),
        ({"left": LEFT, "player": None}, "left.player", "Nobody took over"),
        ({"left": {**LEFT, "credit": "4/3"}}, "left.credit", "A credit that two share is from 0 to 1."),
        ({"left": LEFT, "credit": "3/2"}, "credit", "A credit that two share is from 0 to 1."),
        ({"left": LEFT}, "left.credit", "The credits of the two add up to 4/3"),
        ({"left": {**LEFT, "credit": "0"}, "credit": "0"}, "left.credit", "The credits of the two add up to 0"),
        ({"credit": "0"}, "credit", "A seat's credit is more than 0 and at most 1."),
    ],
)
def test_a_faulty_replacement_stands_at_its_path(seat: dict, key: str, sentence: str) -> None:
    board = a_board()
    board["seats"][0] |= seat
    path = f"tournaments[0].rounds[0].boards[0].seats[0].{key}"
    faults = faults_of(a_club(tournaments=(a_tournament(board),)))
    assert any(fault.path == path and sentence in fault.message for fault in faults), faults
    assert not Player.objects.exists()


def test_who_left_a_board_plays_no_other_of_the_round() -> None:
    other = a_board(table="2", players="HIJKLMN")
    other["seats"][0] |= {"credit": "2/3", "left": {**LEFT, "player": "A"}}
    assert faults_of(a_club(tournaments=(a_tournament(a_board(), other),))) == [
        ("tournaments[0].rounds[0].boards[1].seats[0].left.player", "A plays table 1 of this round already.")
    ]


def test_who_is_named_only_as_the_one_who_left_becomes_a_player() -> None:
    board = a_board()
    board["seats"][0] |= {"credit": "2/3", "left": LEFT}
    load(a_club(tournaments=(a_tournament(board),)))
    assert Player.objects.named("X")


def test_counts_keep_the_limits_of_a_board() -> None:
    board = a_board()
    board["seats"][0]["counts"] = {"1900": 5, "1901": 35}
    paths = paths_of(a_club(tournaments=(a_tournament(board),)))
    assert paths[:2] == ["tournaments[0].rounds[0].boards[0].seats[0].counts"] * 2


def test_the_faults_of_every_game_are_listed() -> None:
    games = [
        a_game(bonuses=[{"seat": 4, "points": "0.8"}]),
        a_game(number=2, table="one"),
        a_game(number=3),
        a_game(number=4, best_move=[4]),
    ]
    assert paths_of(a_club(*games)) == ["mafia.games[1].table", "mafia.games[0].bonuses[0]", "mafia.games[3].best_move"]


def test_at_most_fifty_faults_are_listed() -> None:
    assert len(faults_of(a_club(*(a_game(number=number, best_move=[4]) for number in range(1, 100))))) == 50


def test_games_are_no_faults_of_their_own_when_their_season_is_one() -> None:
    club = a_club(a_game())
    club["mafia"]["seasons"] = [{**SEASON, "starts_on": "2025-13-01"}]
    assert paths_of(club) == ["mafia.seasons[0].starts_on"]


@pytest.mark.parametrize(
    ("season", "path"),
    [
        ({"slug": "a b"}, "mafia.seasons[1].slug"),
        ({"name": "x" * 129}, "mafia.seasons[1].name"),
        ({"name": ""}, "mafia.seasons[1].name"),
        ({"ends_on": "2026-08-31"}, "mafia.seasons[1]"),
        ({"starts_on": "2026-01-01"}, "mafia.seasons[1]"),
        ({"slug": SEASON["slug"]}, "mafia.seasons[1]"),
    ],
)
def test_a_faulty_season_stands_at_its_path(season: dict, path: str) -> None:
    club = a_club()
    sound = {"slug": "next", "name": "Next", "starts_on": "2026-09-01", "ends_on": "2027-08-31"}
    club["mafia"]["seasons"].append({**sound, **season})
    assert paths_of(club) == [path]


def test_the_same_thing_twice_in_a_file_is_a_fault() -> None:
    tournament = a_tournament(a_board(), a_board())
    tournament["rounds"].append({"number": 1, "boards": []})
    club = a_club(
        a_game(),
        a_game(),
        tournaments=(tournament, a_tournament()),
        players=({"nickname": "Ёж"}, {"nickname": "еж"}),
    )
    assert sorted(paths_of(club)) == [
        "mafia.games[1]",
        "players[1]",
        "tournaments[0].rounds[0].boards[1]",
        "tournaments[0].rounds[1]",
        "tournaments[1]",
    ]


def test_the_command_lists_a_fault_a_line_and_fails(tmp_path: Path) -> None:
    file = tmp_path / "club.json"
    file.write_text(json.dumps(a_club(a_game(best_move=[4], first_killed=None))))
    with pytest.raises(CommandError) as failure:
        call_command("import_club", file)
    assert failure.value.returncode == 1
    assert str(failure.value).splitlines() == [
        "Nothing was stored:",
        "mafia.games[0].best_move: Without a first-killed player there is no best move.",
        "mafia.games[0].best_move: A best move names three seats, not 1; leave all empty if it was declined.",
    ]


def test_a_file_that_cannot_be_read_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"Cannot read .*: No such file or directory"):
        call_command("import_club", tmp_path / "none.json")
    with pytest.raises(CommandError, match=r"Cannot read .*: Is a directory"):
        call_command("import_club", tmp_path)
