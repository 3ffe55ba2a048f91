"""The rounds of a tournament: adding, editing with a new score for their boards, deleting."""

from decimal import Decimal
from fractions import Fraction

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError

from tests.factories import make_board, make_player, make_round, make_user
from tournaments.models import Board, Presence, Round, Tournament

pytestmark = pytest.mark.django_db

ROUNDS = "/tournaments/cup/manage/rounds/"
POST = {"number": "1", "weight": "2/3", "last_year": "1906"}


def rows(cup: Tournament) -> list[tuple]:
    return list(cup.rounds.values_list("number", "weight", "last_year"))


def test_a_round_is_added_with_its_exact_weight(organiser_client, cup):
    assert organiser_client.post(ROUNDS, POST).url == ROUNDS
    assert rows(cup) == [(1, Fraction(2, 3), 1906)]


def test_form_proposes_the_next_number(organiser_client, cup):
    make_round(3, tournament=cup)
    context = organiser_client.get(ROUNDS).context
    assert context["form"]["number"].value() == 4
    assert context["rounds"].ordered  # a query that groups leaves out the model's ordering


def test_double_click_adds_once(organiser_client, cup):
    first, second = organiser_client.post(ROUNDS, POST), organiser_client.post(ROUNDS, POST)
    assert (first.url, second.url) == (ROUNDS, ROUNDS)
    assert len(rows(cup)) == 1


@pytest.mark.parametrize(
    ("wrong", "field", "sentence"),
    [
        ({"weight": "0.67"}, "weight", "Write a fraction such as 2/3, or 1: more than 0 and at most 10."),
        ({"weight": "11"}, "weight", "Write a fraction such as 2/3, or 1: more than 0 and at most 10."),
        ({"weight": "2/0"}, "weight", "Write a fraction such as 2/3, or 1: more than 0 and at most 10."),
        ({"weight": "0"}, "weight", "Write a fraction such as 2/3, or 1: more than 0 and at most 10."),
        ({"weight": ""}, "weight", "This field is required."),
        ({"number": "0"}, "number", "Rounds are numbered from 1."),
        ({"number": "first"}, "number", "Enter a whole number."),
        ({"number": "100"}, "number", "Ensure this value is less than or equal to 99."),
        ({"number": "5"}, "number", "The tournament has a round of this number already."),
        ({"last_year": "1900"}, "last_year", "Game years begin with 1901."),
    ],
)
def test_wrong_rounds_are_refused_with_what_was_typed_kept(organiser_client, cup, wrong, field, sentence):
    make_round(5, tournament=cup)
    response = organiser_client.post(ROUNDS, POST | wrong)
    assert response.status_code == 200
    assert response.context["form"].errors == {field: [sentence]}
    for name, typed in (POST | wrong).items():
        assert response.context["form"][name].value() == typed
    assert len(rows(cup)) == 1


def test_number_taken_at_the_last_moment_is_told_in_words(organiser_client, cup, monkeypatch):
    def taken(*args: object) -> None:
        raise IntegrityError

    monkeypatch.setattr(Round, "store", taken)
    response = organiser_client.post(ROUNDS, POST)
    assert response.context["form"].errors["number"] == ["The tournament has a round of this number already."]


def test_a_new_weight_scores_the_boards_again_and_says_why(organiser_client, organiser, cup):
    board = make_board(make_round(1, "2/3", cup), centres=(18, 16, 0, 0, 0, 0, 0))
    other = make_board(make_round(2, "2/3", cup), centres=(18, 16, 0, 0, 0, 0, 0))
    assert board.seats.get(power="austria").weighted_score == Decimal("66.667")
    assert organiser_client.post(f"{ROUNDS}1/", POST | {"weight": "7/9"}).url == ROUNDS
    assert board.seats.get(power="austria").weighted_score == Decimal("77.778")
    assert other.seats.get(power="austria").weighted_score == Decimal("66.667")
    version = board.history.latest()
    assert (version.history_change_reason, version.history_user) == ("round weight 2/3 → 7/9", organiser)
    assert version.snapshot["seats"]["austria"]["points"]["weighted_score"] == "77.778"
    assert (board.history.count(), other.history.count()) == (2, 1)


def test_the_same_weight_written_otherwise_leaves_no_version(organiser_client, cup):
    board = make_board(make_round(1, "2/3", cup))
    organiser_client.post(f"{ROUNDS}1/", POST | {"weight": "4/6", "last_year": "1909"})
    assert rows(cup) == [(1, Fraction(2, 3), 1909)]
    assert board.history.count() == 1


def test_scores_and_weight_change_together_or_not_at_all(cup, monkeypatch):
    round_ = make_round(1, "2/3", cup)
    make_board(round_)

    def fails(*args: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(Round, "record_scores", fails)
    round_.weight = Fraction(7, 9)
    with pytest.raises(RuntimeError):
        round_.store(None)
    assert rows(cup) == [(1, Fraction(2, 3), None)]


def test_refused_edit_stores_nothing(organiser_client, cup):
    make_round(1, "2/3", cup)
    response = organiser_client.post(f"{ROUNDS}1/", POST | {"weight": "much"})
    assert 'value="much"' in response.content.decode()
    assert "Round 1" in response.content.decode()
    assert rows(cup) == [(1, Fraction(2, 3), None)]


def test_a_round_without_boards_is_deleted(organiser_client, cup):
    round_ = make_round(1, tournament=cup)
    Presence.objects.create(round=round_, player=make_player("A"))
    assert organiser_client.post(f"{ROUNDS}1/delete/").url == ROUNDS
    assert rows(cup) == []


def test_a_round_with_boards_stays_and_says_why(organiser_client, cup):
    make_board(make_round(1, tournament=cup), finished=False)
    page = organiser_client.post(f"{ROUNDS}1/delete/", follow=True).content.decode()
    assert "Round 1 has boards, and their results stay: it cannot be deleted." in page
    assert Board.objects.count() == 1
    assert len(rows(cup)) == 1


def test_removing_twice_does_nothing_more(cup):
    round_ = make_round(1, tournament=cup)
    same = Round.objects.get(pk=round_.pk)
    round_.remove(None)
    same.remove(None)
    assert rows(cup) == []


def test_permission_is_asked_where_the_round_changes(cup, judge):
    round_ = make_round(1, tournament=cup)
    for by in (judge, make_user("stranger", "Organiser")):
        for write in (round_.store, round_.remove):
            with pytest.raises(PermissionDenied):
                write(by)


def test_refusal_of_a_round_with_boards_is_the_models(cup):
    board = make_board(make_round(1, tournament=cup))
    with pytest.raises(ValidationError):
        board.round.remove(None)
