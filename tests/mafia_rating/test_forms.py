"""The form of a protocol: what it reads, and where it says what is wrong."""

from decimal import Decimal
from typing import Any

import pytest

from mafia_rating.forms import ProtocolForm
from mafia_rating.models import Game, Season
from tests.factories import make_game, make_player, make_season

from . import vectors
from .typed import typed

pytestmark = pytest.mark.django_db

TOO_MANY = ["At most 3 players get a bonus, not 4 (rule 4)."]
SUM_OVER = ["Bonuses add up to at most 1.0, not 1.1 (rule 4)."]
FOR_LOSERS = ["Only a player of the losing team gets a penalty (rule 5)."]
REFUSED = {
    "IV01": {f"seat_{seat}_bonus": TOO_MANY for seat in (4, 5, 6, 8)},
    "IV02": {f"seat_{seat}_bonus": SUM_OVER for seat in (4, 5, 6)},
    "IV04": {"seat_5_bonus": ["A player of the losing team gets at most 0.4 (rule 4)."]},
    "IV05": {"seat_4_bonus": ["There are no bonuses in a draw (rule 4)."]},
    "IV07": {"seat_4_bonus": ["A bonus is more than 0."]},
    "IV10": {"seat_4_penalties": FOR_LOSERS},
    "IV11": {"seat_2_penalties": FOR_LOSERS},
    "IV13": {"seat_2_penalties": ["This ground does not apply to this role (rule 5)."]},
    "IV15": {"best_move_1": ["A best move names three seats, not 2; leave all empty if it was declined."]},
    "IV16": {"best_move_2": ["The best move names seat 4 twice."]},
    "IV18": {"best_move_1": ["Without a first-killed player there is no best move."]},
    "IV20": {"seat_10_player": ["This player sits at seat 1 already."]},
}


@pytest.fixture(autouse=True)
def season() -> Season:
    return make_season()


def errors(**changes: Any) -> dict[str, list[str]]:
    """Return the errors of a form that is right but for the changes."""
    return dict(ProtocolForm(typed(**changes)).errors)


@pytest.mark.parametrize("vector", vectors.read("mafia_invalid_games"), ids=lambda vector: vector["id"])
def test_every_refused_example_is_told_at_its_place(vector: dict):
    assert dict(ProtocolForm(typed(vector["game"])).errors) == REFUSED[vector["id"]]


@pytest.mark.parametrize("vector", vectors.read("mafia_games"), ids=lambda vector: vector["id"])
def test_every_worked_example_is_read_exactly(vector: dict):
    form = ProtocolForm(typed(vector["game"]))
    assert not form.errors
    expected = vectors.protocol(
        {
            **vector["game"],
            "bonuses": sorted(vector["game"]["bonuses"], key=lambda bonus: bonus["seat"]),
            "penalties": sorted(vector["game"]["penalties"], key=lambda penalty: penalty["seat"]),
        },
        key=lambda nickname: make_player(nickname).pk,
    )
    read = form.protocol()
    for name in ("result", "judge", "first_killed", "best_move", "seats"):
        assert getattr(read, name) == getattr(expected, name)
    assert [(bonus.seat, bonus.points) for bonus in read.bonuses] == [
        (bonus.seat, bonus.points) for bonus in expected.bonuses
    ]
    assert [(penalty.seat, penalty.ground) for penalty in read.penalties] == [
        (penalty.seat, penalty.ground) for penalty in expected.penalties
    ]


@pytest.mark.parametrize("text", ["0.5", "0,5", " 0.5 ", "0,50", "+0.5"])
def test_a_bonus_has_a_point_or_a_comma(text: str):
    form = ProtocolForm(typed(seat_4_bonus=text))
    assert not form.errors
    assert [(bonus.seat, bonus.points) for bonus in form.protocol().bonuses] == [(4, Decimal("0.5"))]


@pytest.mark.parametrize(
    "text", ["abc", "NaN", "Infinity", "-inf", "1e9", "1e-9", "0.5.5", "0,5,", "½", "٠٫٥", "9" * 500, "0.5\x00", "0x1"]
)
def test_what_is_no_plain_number_is_told_beside_the_bonus(text: str):
    assert errors(seat_4_bonus=text) == {"seat_4_bonus": ["Write a number such as 0.5."]}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("0", "A bonus is more than 0."),
        ("0.25", "A bonus is a multiple of 0.1."),
        ("0.8", "A player of the winning team gets at most 0.7 (rule 4)."),
    ],
)
def test_a_number_outside_the_limits_is_told_by_the_rule(text: str, sentence: str):
    assert errors(seat_4_bonus=text) == {"seat_4_bonus": [sentence]}


def test_a_big_bonus_breaks_two_limits():
    assert errors(seat_4_bonus="9999") == {
        "seat_4_bonus": [
            "A player of the winning team gets at most 0.7 (rule 4).",
            "Bonuses add up to at most 1.0, not 9999 (rule 4).",
        ]
    }


def test_an_unknown_player_is_told_with_the_way_out():
    assert errors(seat_2_player="Nobody <b>") == {
        "seat_2_player": [
            "There is no player “Nobody &lt;b&gt;”. Check the spelling, or "
            '<a href="/desk/members/new/?nickname=Nobody+%3Cb%3E" target="_blank">add a new member</a> (in a new tab).'
        ]
    }


def test_a_nickname_is_found_by_its_normal_form():
    pine = make_player("Ёлка  Зелёная")
    form = ProtocolForm(typed(seat_2_player=" елка зеленая"))
    assert not form.errors
    assert form.protocol().seats[1].player == pine.pk


def test_players_that_are_not_offered_can_be_written_out():
    make_player("Gone", active=False)
    form = ProtocolForm(typed(seat_2_player="Gone"))
    assert not form.errors
    assert ("Gone", "") not in form.nicknames()
    assert ("P1", "") in form.nicknames()


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("played_on", "", "This field is required."),
        ("played_on", "yesterday", "Enter a valid date."),
        ("played_on", "2031-01-01", "No season contains this date."),
        ("played_on", "0001-01-01", "No season contains this date."),
        ("table", "x", "Enter a whole number."),
        ("number", "", "This field is required."),
        ("judge", "", "Write the judge's nickname."),
        ("result", "", "Choose the result of the game."),
        ("result", "won", "Select a valid choice. won is not one of the available choices."),
        ("seat_3_player", "", "Write the player's nickname."),
        ("seat_3_role", "", "Choose a role."),
        ("seat_3_removal", "maybe", "Select a valid choice. maybe is not one of the available choices."),
        ("first_killed", "11", "Select a valid choice. 11 is not one of the available choices."),
        ("best_move_1", "0", "Select a valid choice. 0 is not one of the available choices."),
        ("seat_1_penalties", ["rude"], "Select a valid choice. rude is not one of the available choices."),
    ],
)
def test_what_is_missing_or_unreadable_is_told_beside_its_field(field: str, value: Any, sentence: str):
    assert errors(**{field: value})[field] == [sentence]


def test_the_judge_is_not_one_of_the_ten():
    assert errors(judge="P7") == {"seat_7_player": ["The judge cannot be one of the ten players."]}


def test_roles_that_do_not_add_up_are_told_above_the_form():
    assert errors(seat_3_role="citizen") == {
        "__all__": [
            "There must be 6 citizens, not 7.",
            "There must be 1 sheriff, not 0.",
        ]
    }


def test_a_blank_hides_no_limit_and_invents_none():
    assert errors(
        seat_1_player="", seat_2_role="", seat_2_bonus="0.5", seat_4_bonus="0.6", seat_6_bonus="abc", judge=""
    ) == {
        "judge": ["Write the judge's nickname."],
        "seat_1_player": ["Write the player's nickname."],
        "seat_2_role": ["Choose a role."],
        "seat_2_bonus": SUM_OVER,
        "seat_4_bonus": SUM_OVER,
        "seat_6_bonus": ["Write a number such as 0.5."],
    }


def test_without_a_result_nobody_has_lost():
    assert errors(result="", seat_5_bonus="0.5") == {"result": ["Choose the result of the game."]}


def test_nothing_typed_is_no_crash():
    form = ProtocolForm({})
    assert not form.is_valid()
    assert {"played_on", "judge", "result", "seat_1_player", "seat_10_role"} <= set(form.errors)


def test_the_number_of_the_evening_is_taken():
    make_game("2025-10-03", number=1)
    assert errors(played_on="2025-10-03", table=1, number=1) == {
        "number": ["A game of this date, table and number is recorded already."]
    }


def test_a_closed_season_is_told_beside_the_date(season: Season, admin_user: Any):
    season.close(admin_user)
    assert errors() == {
        "played_on": ["The season Season 2025-26 is closed: its games cannot be changed until an admin reopens it."]
    }


def test_an_edit_cannot_leave_a_closed_season(season: Season, admin_user: Any):
    game = make_game()
    make_season("2026-27", "2026-09-01", "2027-08-31")
    season.close(admin_user)
    form = ProtocolForm(typed(played_on="2026-10-01", version=1), instance=Game.objects.with_protocol().get(pk=game.pk))
    assert list(form.errors) == ["played_on"]


def test_tables_are_numbered_from_1():
    assert errors(table=0) == {"table": ["Tables and games are numbered from 1."]}


def test_a_stored_game_fills_the_form_in():
    game = make_game(
        first_killed=1,
        best_move=(8, 4, 6),
        bonuses={4: "0.6", 5: "0.2"},
        penalties=[(1, "discretionary"), (1, "broke_on_ten")],
        removals={2: "affected"},
    )
    form = ProtocolForm(instance=Game.objects.with_protocol().get(pk=game.pk))
    value = {name: form[name].value() for name in form.fields}
    assert [value[f"best_move_{place}"] for place in (1, 2, 3)] == [8, 4, 6]
    assert (value["seat_4_bonus"], value["seat_5_bonus"], value["seat_6_bonus"]) == (
        Decimal("0.6"),
        Decimal("0.2"),
        None,
    )
    assert sorted(value["seat_1_penalties"]) == ["broke_on_ten", "discretionary"]
    assert (value["seat_1_player"], value["judge"], value["first_killed"]) == ("P1", "J1", 1)
    assert (value["seat_2_removal"], value["seat_6_role"], value["version"]) == ("affected", "don", 1)


def test_every_widget_has_a_name_of_its_own():
    form = ProtocolForm()
    names = [form[f"seat_{seat}_{name}"].field.label for seat in (1, 10) for name in ("player", "role", "bonus")]
    assert names == [
        *("Seat 1: player", "Seat 1: role", "Seat 1: bonus"),
        *("Seat 10: player", "Seat 10: role", "Seat 10: bonus"),
    ]
    assert 'aria-label="Seat 10: bonus"' in str(form["seat_10_bonus"])
