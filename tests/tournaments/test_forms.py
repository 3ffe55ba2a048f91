"""The form of a board: every fault stands where it can be put right, and nothing is stored."""

from fractions import Fraction

import pytest

from tests.factories import make_board, make_player, make_round, make_tournament
from tournaments.forms import BoardForm
from tournaments.models import Board

from .posts import PLAYERS, board_post

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def players() -> None:
    for nickname in PLAYERS:
        if nickname:
            make_player(nickname)


def form_of(**fields: object) -> BoardForm:
    """Fill in a new board of a new round."""
    round_ = fields.pop("round", None) or make_round()
    return BoardForm(board_post(round_, **fields), tournament=round_.tournament)


def test_reads_a_board_as_the_rule_takes_it():
    form = form_of(
        england_centres="1",
        england_no_units="on",
        england_no_home_centre="on",
        russia_credit="13/14",
        russia_centres="5",
    )
    assert form.is_valid(), form.errors
    entries = {entry.power: entry for entry in form.entries()}
    assert entries["austria"].player == make_player("Gentz").pk
    assert entries["austria"].centres == 8
    assert (entries["austria"].has_units, entries["austria"].holds_home_centre) == (True, True)
    assert (entries["england"].has_units, entries["england"].holds_home_centre) == (False, False)
    assert entries["russia"].credit == Fraction(13, 14)
    assert entries["turkey"].player is None
    assert form.instance.weight == Fraction(6, 7)


@pytest.mark.parametrize(
    ("fields", "place", "sentence"),
    [
        ({"england_player": "Gentz"}, "england_player", "This player sits on the board twice."),
        (
            {"england_player": "Nobody Known"},
            "england_player",
            "There is no player “Nobody Known”. Check the spelling, or "
            '<a href="/desk/members/new/?nickname=Nobody+Known" target="_blank">add a new member</a> (in a new tab).',
        ),
        ({"italy_centres": "-1"}, "italy_centres", "Centres are a whole number from 0 to 34."),
        ({"italy_centres": "35"}, "italy_centres", "Centres are a whole number from 0 to 34."),
        ({"italy_centres": "many"}, "italy_centres", "Enter a whole number."),
        ({"italy_centres": "9" * 5000}, "italy_centres", "Enter a whole number."),
        ({"italy_centres": ""}, "italy_centres", "This field is required."),
        ({"italy_centres": "7"}, "__all__", "The centres add up to 35: 1 more than the board's 34."),
        ({"russia_credit": "3/2"}, "russia_credit", "A seat's credit is more than 0 and at most 1."),
        ({"russia_credit": "0"}, "russia_credit", "A seat's credit is more than 0 and at most 1."),
        ({"russia_credit": "1/0"}, "russia_credit", "Write a fraction such as 2/3, or 1, or 0."),
        ({"weight": "6:7"}, "weight", "Write a fraction such as 2/3, or 1: more than 0 and at most 10."),
        ({"weight": "0.857"}, "weight", "Write a fraction such as 2/3, or 1: more than 0 and at most 10."),
        ({"weight": ""}, "weight", "This field is required."),
        ({"table": " "}, "table", "This field is required."),
        ({"round": "999999"}, "round", "Select a valid choice. That choice is not one of the available choices."),
        ({"round": "9" * 30}, "round", "Select a valid choice. That choice is not one of the available choices."),
    ],
)
def test_fault_stands_at_its_field(fields: dict[str, str], place: str, sentence: str):
    round_ = make_round()
    form = BoardForm(board_post(round_) | fields, tournament=round_.tournament)
    assert not form.is_valid()
    assert sentence in form.errors[place]
    for name, typed in fields.items():
        assert form[name].value() == typed
    assert not Board.objects.exists()


def test_every_fault_is_told_at_once():
    form = form_of(weight="abc", england_player="Gentz", france_centres="x", italy_credit="3/2")
    assert not form.is_valid()
    assert set(form.errors) == {"weight", "england_player", "france_centres", "italy_credit"}


def test_player_of_another_board_of_the_round_is_told_at_the_power():
    round_ = make_round()
    make_board(round_, "4", players=["Metternich", *"BCDEFG"])
    form = form_of(round=round_)
    assert not form.is_valid()
    assert form.errors == {"france_player": ["Metternich plays table 4 of this round already."]}


def test_taken_table_is_told_at_the_table():
    round_ = make_round()
    make_board(round_, "1")
    form = form_of(round=round_)
    assert not form.is_valid()
    assert form.errors == {"table": ["The round has a board at this table already."]}


def test_only_the_rounds_of_the_tournament_are_offered():
    round_, elsewhere = make_round(), make_round(tournament=make_tournament("other"))
    form = BoardForm(board_post(elsewhere), tournament=round_.tournament)
    assert "round" in form.errors


def test_a_missing_form_is_refused_with_sentences():
    form = BoardForm({})
    assert not form.is_valid()
    assert set(form.errors) == {
        "round", "table", "weight",
        *(f"{power}_centres" for power in ("austria", "england", "france", "germany", "italy", "russia", "turkey")),
    }  # fmt: skip


def test_an_edit_starts_from_what_is_stored():
    board = make_board(weight=Fraction(6, 7), players=["Gentz", None, *"CDEFG"], centres=[8, 0, 7, 7, 6, 6, 0])
    form = BoardForm(instance=board)
    shown = {name: form[name].value() for name in ("austria_player", "austria_centres", "england_player", "weight")}
    assert shown == {"austria_player": "Gentz", "austria_centres": 8, "england_player": "", "weight": Fraction(6, 7)}
    assert form["version"].value() == board.version
    assert not form.uses_credit()


@pytest.mark.parametrize(
    ("centres", "sentence"),
    [
        ((8, 0, 7, 7, 6, 6, 0), "34 of 34 centres"),
        ((8, 0, 7, 7, 6, 0, 0), "28 of 34 centres: 6 neutral"),
        ((8, 0, 7, 7, 6, 8, 0), "The centres add up to 36: 2 more than the board's 34."),
        ((8, 0, 7, 7, 6, "x", ""), "28 of 34 centres: 6 neutral"),
    ],
)
def test_the_sum_is_said_in_words(centres: tuple, sentence: str):
    assert form_of(centres=centres).centres_sentence() == sentence
