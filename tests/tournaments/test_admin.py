"""Tournaments, rounds and boards in the admin: the same validator, the same scores, sentences for refusals."""

from decimal import Decimal

import pytest
from django.contrib.auth.models import User

from clubsite.roles import JUDGE, ORGANISER
from tests.conftest import client_of
from tests.factories import make_board, make_players, make_round, make_tournament, make_user
from tests.pages import text_of
from tournaments.models import Board, CentreCount, Circuit, Round, Seat, Tournament

from .posts import PLAYERS, admin_post, board_post, seats_of

pytestmark = pytest.mark.django_db

BOARDS = "/admin/tournaments/board/"


@pytest.fixture
def board(db: None) -> Board:
    round_ = make_round(weight="2/3")
    return make_board(round_, players=(*PLAYERS[:6], None), centres=(8, 0, 7, 7, 6, 6, 0))


@pytest.fixture
def staff_judge(db: None) -> User:
    return make_user("staff", JUDGE, staff=True)


@pytest.fixture
def staff_organiser(db: None) -> User:
    return make_user("staff", ORGANISER, staff=True)


def scores(board: Board) -> list[Decimal]:
    return list(board.seats.order_by("power").values_list("weighted_score", flat=True))


def change_page(board: Board) -> str:
    return f"{BOARDS}{board.pk}/change/"


# Boards


def test_admin_records_a_board(admin_client, admin_user):
    make_players(filter(None, PLAYERS))
    response = admin_client.post(f"{BOARDS}add/", board_post(make_round(weight="2/3")))
    board = Board.objects.get()
    assert response.status_code == 302
    assert board.entered_by == admin_user
    assert scores(board)[0] == Decimal("28.977")


def test_a_staff_judge_edits_a_board_and_it_is_scored_again(staff_judge, board):
    post = admin_post(board.round, version=board.version, weight="1", austria_centres="7", france_centres="8")
    assert client_of(staff_judge).post(change_page(board), post).status_code == 302
    assert dict(board.seats.filter(power="france").values_list("outcome", "weighted_score")) == {
        "sole_top": Decimal("33.807")
    }


def test_an_edit_passes_the_same_validator(admin_client, board):
    faults = {"england_player": "gentz", "italy_centres": "34", "russia_centres": "35", "weight": "x"}
    post = admin_post(board.round, version=board.version, **faults)
    response = admin_client.post(change_page(board), post)
    page = response.content.decode()
    assert response.status_code == 200
    for sentence in (
        "This player sits on the board twice.",
        "Centres are a whole number from 0 to 34.",
        "The centres add up to 56: 22 more than the board&#x27;s 34.",
        "Write a fraction such as 2/3, or 1: more than 0 and at most 10.",
    ):
        assert sentence in page
    assert 'value="gentz"' in page
    assert seats_of(board)["england"] == ("Kaunitz", 0)


def test_an_edit_of_a_replaced_version_is_refused(admin_client, board):
    admin_client.post(change_page(board), admin_post(board.round, version="1", table="5"))
    page = admin_client.post(change_page(board), admin_post(board.round, version="1", table="6")).content.decode()
    assert "Somebody else has changed this since you opened it." in page
    board.refresh_from_db()
    assert board.table == "5"


def test_what_is_refused_at_the_last_moment_is_told_in_words(admin_client, board, monkeypatch):
    # As if the other version were recorded between the form's look at the board and the record.
    monkeypatch.setattr("clubsite.forms.EntryForm.clean", lambda form: form.cleaned_data)
    post = admin_post(board.round, [""] * 7, version="99")
    response = admin_client.post(change_page(board), post, follow=True)
    assert response.redirect_chain == [(change_page(board), 302)]
    assert "Somebody else has changed this since you opened it." in response.content.decode()
    assert seats_of(board)["austria"] == ("Gentz", 8)


def test_the_president_reads_boards_and_changes_none(president_client, board):
    page = president_client.get(change_page(board)).content.decode()
    assert "Metternich" in page
    assert "austria_player" not in page
    assert president_client.post(change_page(board), admin_post(board.round, version="1")).status_code == 403
    assert president_client.get(f"{BOARDS}add/").status_code == 403


def test_only_staff_opens_the_admin(judge_client, board):
    assert judge_client.get(change_page(board)).status_code == 302
    assert judge_client.post(change_page(board), admin_post(board.round, version="1", table="9")).status_code == 302
    board.refresh_from_db()
    assert board.table == "1"


def test_an_unknown_board_leads_back_to_the_admin(admin_client):
    assert admin_client.get(f"{BOARDS}999/change/").status_code == 302


@pytest.mark.parametrize("text", ["королев", "КОРОЛЁВ"])
def test_boards_are_found_by_player(admin_client, board, text):
    found = make_board(board.round, "2", players=["Королёв", *[None] * 6])
    assert list(admin_client.get(BOARDS, {"q": text}).context["cl"].queryset) == [found]


def test_the_number_of_players_stays_right_in_a_search(admin_client, board):
    assert admin_client.get(BOARDS, {"q": "gentz"}).context["cl"].queryset.get().player_count == 6


def test_admin_deletes_a_board_with_its_seats_and_counts(admin_client, board):
    CentreCount.objects.create(seat=board.seats.get(power="austria"), year=1901, centres=5)
    page = f"{BOARDS}{board.pk}/delete/"
    assert admin_client.get(page).status_code == 200
    assert Board.objects.exists()
    admin_client.post(page, {"post": "yes"})
    assert not Board.objects.exists()
    assert not Seat.objects.exists()


def test_a_judge_deletes_no_board(staff_judge, board):
    assert client_of(staff_judge).post(f"{BOARDS}{board.pk}/delete/", {"post": "yes"}).status_code == 403
    assert Board.objects.exists()


@pytest.mark.parametrize("model", ["seat", "centrecount"])
def test_seats_and_counts_are_read_only(admin_client, board, model):
    seat = board.seats.get(power="austria")
    count = CentreCount.objects.create(seat=seat, year=1901, centres=5)
    pk = {"seat": seat.pk, "centrecount": count.pk}[model]
    assert admin_client.get(f"/admin/tournaments/{model}/{pk}/change/").status_code == 200
    assert admin_client.post(f"/admin/tournaments/{model}/{pk}/change/", {"centres": "9"}).status_code == 403
    assert admin_client.get(f"/admin/tournaments/{model}/add/").status_code == 403
    assert admin_client.post(f"/admin/tournaments/{model}/{pk}/delete/", {"post": "yes"}).status_code == 403
    assert Seat.objects.filter(pk=seat.pk, counts=count).exists()


# Rounds and tournaments


def tournament_post(tournament: Tournament, *rounds: dict[str, object]) -> dict[str, object]:
    """Fill in the page of a tournament with its rounds."""
    post = {
        "name": tournament.name,
        "slug": tournament.slug,
        "starts_on": tournament.starts_on,
        "ends_on": tournament.ends_on,
        "scoring": "baf",
        "rounds-TOTAL_FORMS": len(rounds),
        "rounds-INITIAL_FORMS": sum("id" in round_ for round_ in rounds),
    }
    for index, round_ in enumerate(rounds):
        post |= {f"rounds-{index}-{name}": value for name, value in ({"tournament": tournament.pk} | round_).items()}
    return post


def test_a_round_s_new_weight_scores_its_boards_again(staff_organiser, board):
    round_ = board.round
    post = {"tournament": round_.tournament.pk, "number": "1", "weight": "1/3"}
    assert client_of(staff_organiser).post(f"/admin/tournaments/round/{round_.pk}/change/", post).status_code == 302
    assert scores(board)[0] == Decimal("16.903")


def test_a_new_weight_on_the_tournament_s_page_scores_the_boards_again(staff_organiser, board):
    tournament = board.round.tournament
    post = tournament_post(
        tournament, {"id": board.round.pk, "number": "1", "weight": "1/3"}, {"number": "2", "weight": "7/9"}
    )
    page = f"/admin/tournaments/tournament/{tournament.pk}/change/"
    assert client_of(staff_organiser).post(page, post).status_code == 302
    assert scores(board)[0] == Decimal("16.903")
    assert [str(round_.weight) for round_ in tournament.rounds.all()] == ["1/3", "7/9"]


def test_a_weight_that_is_no_fraction_is_told_beside_the_field(staff_organiser, board):
    tournament = board.round.tournament
    page = f"/admin/tournaments/tournament/{tournament.pk}/change/"
    post = tournament_post(tournament, {"id": board.round.pk, "number": "1", "weight": "0.67"})
    response = client_of(staff_organiser).post(page, post)
    assert "Write a fraction such as 2/3, or 1: more than 0 and at most 10." in response.content.decode()
    assert str(Round.objects.get().weight) == "2/3"


def test_a_tournament_that_ends_before_it_starts_is_refused_in_words(staff_organiser):
    tournament = make_tournament()
    post = tournament_post(tournament) | {"ends_on": "2025-07-01"}
    page = f"/admin/tournaments/tournament/{tournament.pk}/change/"
    response = client_of(staff_organiser).post(page, post)
    assert "A tournament ends on or after the day it starts." in response.content.decode()


@pytest.mark.parametrize("model", ["round", "tournament"])
@pytest.mark.parametrize("who", ["staff_organiser", "admin_user"])
def test_what_has_boards_is_not_deleted(request, board, model, who):
    client = client_of(request.getfixturevalue(who))
    pk = {"round": board.round.pk, "tournament": board.round.tournament.pk}[model]
    pages = [
        client.get(f"/admin/tournaments/{model}/{pk}/delete/"),
        client.post(f"/admin/tournaments/{model}/{pk}/delete/", {"post": "yes"}),
        client.post(
            f"/admin/tournaments/{model}/", {"action": "delete_selected", "_selected_action": [pk], "post": "yes"}
        ),
    ]
    for page in pages:
        assert "stays on record and cannot be deleted" in page.content.decode()
    assert Board.objects.get().round.tournament == board.round.tournament


def test_a_tournament_of_a_circuit_is_not_deleted_and_the_circuit_is_named(staff_organiser):
    cup = make_tournament()
    Circuit(slug="tour", name="Grand Tour").store(None, {cup: False})
    page = text_of(client_of(staff_organiser).post(f"/admin/tournaments/tournament/{cup.pk}/delete/", {"post": "yes"}))
    assert "The circuit “Grand Tour” counts it: take it out of the circuit first." in page
    assert "Boards have been recorded" not in page
    assert Tournament.objects.get() == cup


def test_a_round_without_boards_is_deleted(staff_organiser):
    round_ = make_round()
    client = client_of(staff_organiser)
    client.post(f"/admin/tournaments/round/{round_.pk}/delete/", {"post": "yes"})
    assert not Round.objects.exists()


@pytest.mark.parametrize("path", ["tournament/add/", "round/add/"])
def test_a_judge_makes_no_tournament(staff_judge, path):
    assert client_of(staff_judge).get(f"/admin/tournaments/{path}").status_code == 403


# Whose tournament it is


def test_organiser_of_another_tournament_changes_nothing_in_the_admin(staff_organiser, admin_user, board):
    cup = board.round.tournament
    cup.organisers.add(admin_user)
    client = client_of(staff_organiser)
    for page in (
        f"/admin/tournaments/tournament/{cup.pk}/change/",
        f"/admin/tournaments/round/{board.round.pk}/change/",
    ):
        assert client.get(page).status_code == 200  # to read
        assert client.post(page, {"name": "Renamed", "weight": "1"}).status_code == 403
        assert client.post(page.replace("change", "delete"), {"post": "yes"}).status_code == 403
    cup.organisers.add(staff_organiser)
    assert "_save" in client.get(f"/admin/tournaments/tournament/{cup.pk}/change/").content.decode()
