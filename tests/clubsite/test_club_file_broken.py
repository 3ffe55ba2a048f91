"""Broken files: every one is a message, none a traceback, and nothing of it is stored."""

import contextlib
import json
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clubsite.club_file import ClubFileError, import_club
from clubsite.models import Player

from .club_files import Json, a_board, a_club, a_game, a_tournament, everything_stored, faults_of, load

pytestmark = pytest.mark.django_db

GOOD = json.dumps(a_club(a_game(), tournaments=(a_tournament(a_board()),)), ensure_ascii=False)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "file: is not JSON: Expecting value (line 1, column 1)"),
        (b"\xef\xbb\xbf", "file: is not JSON: Expecting value (line 1, column 1)"),
        (b"club", "file: is not JSON: Expecting value (line 1, column 1)"),
        (GOOD.encode()[:200], "file: is not JSON"),
        (GOOD.encode() + b"}", "file: is not JSON: Extra data"),
        (GOOD.replace("Cup", "Кубок").encode("utf-16"), "file: is not UTF-8 text (byte 1)"),
        (GOOD.replace("Cup", "Кубок").encode("cp1251"), "file: is not UTF-8 text"),
        (b'{"format": "clubsite/1", "players": [NaN]}', "file: is not JSON: NaN is not a number"),
        (b'{"format": "clubsite/1", "players": -Infinity}', "file: is not JSON: -Infinity is not a number"),
        (b"[" * 200_000, "file: is nested too deeply"),
        (b'{"a":' * 200_000, "file: is nested too deeply"),
        (b" " * (32 * 1024 * 1024 + 1), "file: is larger than 32 MB"),
        (b"null", "file: must be an object {...}"),
        (b"[]", "file: must be an object {...}"),
        (b"{}", "format: is missing"),
        (b'{"format": "clubsite/2"}', "format: must be one of clubsite/1"),
        (b'{"format": ["clubsite/1"]}', "format: must be one of clubsite/1"),
        (b'{"format": "clubsite/1", "player": []}', "player: is no key of this format"),
        (b'{"format": "clubsite/1", "\\ud800": []}', "'\\ud800': is no key of this format"),
        (b'{"format": "clubsite/1", "players": 1e400}', "players: must be a list"),
        (b'{"format": "clubsite/1", "players": {}}', "players: must be a list"),
        (b'{"format": "clubsite/1", "players": ' + b"9" * 5000 + b"}", "players: must be a list"),
        (b'{"format": "clubsite/1", "players": ["Fox"]}', "players[0]: must be an object {...}"),
        (b'{"format": "clubsite/1", "mafia": []}', "mafia: must be an object {...}"),
        (b'{"format": "clubsite/1", "format": "clubsite/1"}', "format: stands here twice"),
        (b'{"format": "clubsite/1", "players": [{"nickname": "A\\u0000"}]}', "players[0].nickname: must be text"),
        (b'{"format": "clubsite/1", "players": [{"nickname": "\\ud83d"}]}', "players[0].nickname: must be text"),
        (b'{"format": "clubsite/1", "players": [{"nickname": "\\u3000"}]}', "players[0].nickname: Write a nickname."),
        (b'{"format": "clubsite/1", "players": [{"nickname": "' + b"x" * 10_000 + b'"}]}', "players[0].nickname: "),
    ],
)
def test_a_file_that_is_no_club_file(data: bytes, message: str) -> None:
    with pytest.raises(ClubFileError) as error:
        import_club(data)
    assert str(error.value).startswith(message)
    assert not Player.objects.exists()


def test_a_byte_order_mark_does_no_harm() -> None:
    import_club(b"\xef\xbb\xbf" + GOOD.encode())
    assert Player.objects.count() == 18


def with_value(path: str, value: object) -> Json:
    """Return a good club file with another value at a path of keys and indexes."""
    club = json.loads(GOOD)
    *parents, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    at = club
    for part in parents:
        at = at[part]
    at[last] = value
    return club


GAME, BOARD = "mafia.games.0", "tournaments.0.rounds.0.boards.0"
INDEX = re.compile(r"\.(\d+)")
WRONG = [
    (f"{GAME}.played_on", [20251003, "2025-10-32", "03.10.2025", "20251003", "2025-W40-5", "٢٠٢٥-10-03", None, ""]),
    (f"{GAME}.table", [0, -1, 32768, 10**30, "1", 1.0, True, None, []]),
    (f"{GAME}.number", [0, False, {}]),
    (f"{GAME}.judge", [None, 1, [], ["J1"]]),
    (f"{GAME}.result", ["win", 1, None, ["red_win"], {}]),
    (f"{GAME}.status", ["Final", None]),
    (f"{GAME}.first_killed", ["1", 1.0, True, []]),
    (f"{GAME}.best_move", [None, "4, 6, 8", [4, 6, "8"], [4, 6, True], [4, 6, None], [4.0, 6, 8], {}]),
    (f"{GAME}.seats", [None, {}, "ten", [1], [[]]]),
    (f"{GAME}.seats.0.seat", ["1", None, True, 1.5]),
    (f"{GAME}.seats.0.player", [None, 1]),
    (f"{GAME}.seats.0.role", ["Don", None, 0, ["don"]]),
    (f"{GAME}.seats.0.removal", ["yes", None, True]),
    (f"{GAME}.seats.0.rank", [1]),
    (f"{GAME}.bonuses", [None, {}, [1]]),
    (f"{GAME}.bonuses.0.points", [0.5, 1, "0,5", "5e-1", "NaN", "Infinity", " 0.5", "1" * 5000, None, True, "٠.٥"]),
    (f"{GAME}.bonuses.0.approval", ["not_needed", "yes", None, True, []]),
    (f"{GAME}.penalties", [[{"seat": 2, "ground": "rude"}], [{"seat": 2}], [{"ground": "false_check"}]]),
    (f"{BOARD}.table", [1, None, ["1"]]),
    (f"{BOARD}.weight", [1, 0.5, "0", "-1", "1/0", "2/3/4", "11", "9999", "1" * 5000, None]),
    (f"{BOARD}.finished", ["yes", 1, None]),
    (f"{BOARD}.seats", [None, [], [None]]),
    (f"{BOARD}.seats.0.power", ["Austria", "spain", None, 1]),
    (f"{BOARD}.seats.0.player", [1, [], {}]),
    (f"{BOARD}.seats.0.centres", ["8", 8.0, None, True, -1, 35, 10**17, 10**19]),
    (f"{BOARD}.seats.0.has_units", [0, "no", None]),
    (f"{BOARD}.seats.0.credit", [1, "2", "0/7", None]),
    (f"{BOARD}.seats.0.counts", [[], None, {"1901": "5"}, {"01901": 5}, {"x": 5}, {"": 5}, {"1901": True}, {"²": 1}]),
    ("tournaments.0.rounds.0.number", [0, "1", 10**10]),
    ("tournaments.0.rounds.0.last_year", ["1906", None, 40000]),
    ("tournaments.0.rounds", [None, {}, [{}]]),
    ("tournaments.0.slug", ["", "a/b", "é", None, "x" * 51]),
    ("tournaments.0.place", [None, 1, "x" * 129]),
    ("tournaments.0.scoring", ["draw", None]),
    ("tournaments.0.counted_rounds", [0, "2", None]),
    ("tournaments.0.status", ["Draft", "running", "", None, ["draft"]]),
]


@pytest.mark.parametrize(
    ("path", "value"),
    [pytest.param(path, value, id=f"{path}={value!r:.20}") for path, values in WRONG for value in values],
)
def test_a_wrong_value_is_a_fault_below_its_path(path: str, value: object) -> None:
    faults = faults_of(with_value(path, value))
    assert any(fault.path.startswith(INDEX.sub(r"[\1]", path)) for fault in faults), faults
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (
            "tournaments.0.starts_on",
            "2026-01-01",
            "tournaments[0].ends_on: A tournament ends on or after the day it starts.",
        ),
        ("tournaments.0.rounds.0.last_year", 1900, "tournaments[0].rounds[0].last_year: Game years begin with 1901."),
    ],
)
def test_what_a_model_refuses_is_a_fault_of_the_key(path: str, value: object, message: str) -> None:
    assert list(map(str, faults_of(with_value(path, value)))) == [message]


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ({"1902": 0, "1904": 3}, "A power that was at 0 in 1902 has no centres in 1904."),
        ({"1902": 18, "1904": 18}, "The board ended with the solo of 1902; there is no 1904."),
        ({"1900": 3}, "Game years run from 1901 to 2099; 1900 is not one."),
    ],
)
def test_a_fault_of_a_year_is_told_at_the_counts_of_its_seat(counts: dict[str, int], message: str) -> None:
    path = f"{BOARD}.seats.0.counts"
    place = INDEX.sub(r"[\1]", path)
    assert f"{place}: {message}" in map(str, faults_of(with_value(path, counts)))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["clubsite/1", "2025-10-03"]),
    lambda values: st.lists(values, max_size=4) | st.dictionaries(st.text(max_size=8), values, max_size=4),
    max_leaves=12,
)
places = st.sampled_from(
    [path for path, _values in WRONG] + ["format", "players", "mafia", "mafia.seasons", "mafia.games", "tournaments"]
)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(value=json_values)
def test_no_json_crashes_an_import(value: object) -> None:
    with pytest.raises(ClubFileError):
        import_club(json.dumps(value).encode())
    assert not Player.objects.exists()


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(path=places, value=json_values)
def test_no_value_at_any_place_crashes_an_import(path: str, value: object) -> None:
    before = everything_stored()
    with contextlib.suppress(ClubFileError):  # the values of some places may well be right
        import_club(json.dumps(with_value(path, value)).encode(), dry_run=True)
    assert everything_stored() == before


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(max_size=200))
def test_no_bytes_crash_an_import(data: bytes) -> None:
    with pytest.raises(ClubFileError):
        import_club(data)


def test_one_fault_keeps_everything_out() -> None:
    load(a_club(a_game()))
    before = everything_stored()
    assert faults_of(a_club(a_game(), a_game(number=2), a_game(number=3, first_killed=0)))
    assert everything_stored() == before
