"""Creating and editing a tournament, and the steps of its status."""

import re

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError

from clubsite.names import latin
from tests.factories import make_board, make_player, make_round, make_tournament, make_user
from tests.pages import filled_in
from tournaments.forms_organise import propose_address
from tournaments.models import Board, Entrant, Tournament

pytestmark = pytest.mark.django_db

NEW = "/tournaments/new/"
EDIT = "/tournaments/cup/manage/edit/"
STATUS = "/tournaments/cup/manage/status/"
DETAILS = {
    "name": "Кубок Анжу 2026",
    "slug": "",
    "place": "Анже",
    "starts_on": "2026-07-11",
    "ends_on": "2026-07-12",
    "counted_rounds": "3",
}


# Addresses


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("Anjou Feu XIV", "anjou-feu-xiv"),
        ("Кубок Анжу 2026", "kubok-anzhu-2026"),
        ("Щётка, Ёж & Юг", "shchetka-ezh-yug"),
        ("Чемпионат Київ", "chempionat-kiyiv"),
        ("Tournoi d'été", "tournoi-dete"),
        ("!!!", ""),
        ("x" * 80, "x" * 50),
        ("y" * 49 + " z", "y" * 49),
    ],
)
def test_address_is_made_of_the_name(name, address):
    assert propose_address(name) == address


def test_every_russian_letter_is_written_in_latin_ones():
    assert latin("абвгдеёжзийклмнопрстуфхцчшщъыьэюя") == "abvgdeezhziyklmnoprstufkhtschshshchyeyuya"


# Creating


def test_organiser_creates_a_draft_and_runs_it(organiser_client, organiser):
    response = organiser_client.post(NEW, DETAILS)
    tournament = Tournament.objects.get()
    assert response.url == "/tournaments/kubok-anzhu-2026/manage/"
    assert (tournament.name, tournament.place, tournament.status) == ("Кубок Анжу 2026", "Анже", "draft")
    assert (str(tournament.starts_on), str(tournament.ends_on)) == ("2026-07-11", "2026-07-12")
    assert tournament.counted_rounds == 3
    assert list(tournament.organisers.all()) == [organiser]


def test_admin_creates_one(admin_client):
    assert admin_client.post(NEW, DETAILS).status_code == 302
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize("who", ["judge_client", "president_client", "outsider_client"])
def test_without_the_permission_nobody_creates(request, who):
    client = request.getfixturevalue(who)
    assert client.get(NEW).status_code == 403
    assert client.post(NEW, DETAILS).status_code == 403
    assert client.get(f"{NEW}address/").status_code == 403
    assert not Tournament.objects.exists()


def test_anonymous_is_asked_to_log_in(client):
    assert client.get(NEW).url == "/accounts/login/?next=/tournaments/new/"
    assert client.post(NEW, DETAILS).url == "/accounts/login/?next=/tournaments/new/"
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_other_methods_are_refused(organiser_client, method):
    assert getattr(organiser_client, method)(NEW).status_code == 405
    assert getattr(organiser_client, method)(f"{NEW}address/").status_code == 405


def test_double_click_creates_once(organiser_client):
    first, second = organiser_client.post(NEW, DETAILS), organiser_client.post(NEW, DETAILS)
    assert first.url == second.url
    assert Tournament.objects.count() == 1


def test_another_address_is_another_tournament_and_the_same_one_is_not(organiser_client):
    for slug in ("spring", "autumn", "spring", "autumn"):
        assert organiser_client.post(NEW, DETAILS | {"slug": slug}).url == f"/tournaments/{slug}/manage/"
    assert Tournament.objects.count() == 2


def test_typed_address_wins(organiser_client):
    assert organiser_client.post(NEW, DETAILS | {"slug": "anjou"}).url == "/tournaments/anjou/manage/"


@pytest.mark.parametrize(
    ("wrong", "field", "sentence"),
    [
        ({"slug": "taken"}, "slug", "Tournament with this Address already exists."),
        ({"slug": "new"}, "slug", "Other pages have this address: choose another."),
        ({"slug": "a b"}, "slug", "Enter a valid “slug” consisting of letters, numbers, underscores or hyphens."),
        ({"name": "!!!"}, "slug", "No address can be made of this name: write one."),
        ({"name": ""}, "name", "This field is required."),
        ({"ends_on": "2026-07-10"}, "ends_on", "A tournament ends on or after the day it starts."),
        ({"starts_on": "soon"}, "starts_on", "Enter a valid date."),
        ({"counted_rounds": "0"}, "counted_rounds", "At least one round counts."),
        ({"counted_rounds": "99999999999"}, "counted_rounds", "Ensure this value is less than or equal to 99."),
    ],
)
def test_wrong_details_are_refused_with_what_was_typed_kept(organiser_client, wrong, field, sentence):
    make_tournament("taken")
    response = organiser_client.post(NEW, DETAILS | wrong)
    assert response.status_code == 200
    assert response.context["form"].errors == {field: [sentence]}
    assert 'value="Анже"' in response.content.decode()
    assert Tournament.objects.count() == 1


def test_address_taken_at_the_last_moment_is_told_in_words(organiser_client, monkeypatch):
    def taken(*args: object) -> None:
        raise IntegrityError

    monkeypatch.setattr(Tournament, "store", taken)
    response = organiser_client.post(NEW, DETAILS)
    assert response.context["form"].errors["slug"] == ["Another tournament has taken this address just now."]


def test_the_address_that_a_name_makes_is_told_while_it_is_typed(organiser_client):
    page = organiser_client.get(f"{NEW}address/", {"name": "Кубок"}).content.decode()
    assert "left empty, it is “kubok”." in page
    assert "<html" not in page
    assert "<input" not in page  # what is typed there meanwhile stays
    assert "it is made of the name." in organiser_client.get(f"{NEW}address/", {"name": "!"}).content.decode()


# Editing


def test_organiser_edits_the_details_and_the_organisers(organiser_client, organiser, cup):
    colleague = make_user("colleague", "Organiser")
    post = DETAILS | {"slug": "renamed", "organisers": [organiser.pk, colleague.pk]}
    assert organiser_client.post(EDIT, post).url == "/tournaments/renamed/manage/"
    cup.refresh_from_db()
    assert (cup.name, cup.slug, cup.status) == ("Кубок Анжу 2026", "renamed", "published")
    assert set(cup.organisers.all()) == {organiser, colleague}


def test_who_gives_the_tournament_away_is_led_to_the_list(organiser_client, cup):
    colleague = make_user("colleague", "Organiser")
    response = organiser_client.post(EDIT, DETAILS | {"organisers": [colleague.pk]})
    assert response.url == "/tournaments/"
    assert list(cup.organisers.all()) == [colleague]


def test_only_those_who_may_run_tournaments_are_offered(organiser_client, organiser, judge, admin_user, cup):
    offered = organiser_client.get(EDIT).context["form"].fields["organisers"].queryset
    assert set(offered) == {organiser, admin_user}
    response = organiser_client.post(EDIT, DETAILS | {"organisers": [judge.pk]})
    assert "organisers" in response.context["form"].errors
    assert list(cup.organisers.all()) == [organiser]


def test_refused_edit_leaves_the_head_of_the_page_as_it_was(organiser_client, cup):
    page = organiser_client.post(EDIT, DETAILS | {"slug": "new", "name": "Renamed"}).content.decode()
    assert "<h1>Tournament cup</h1>" in page
    assert 'value="Renamed"' in page
    assert 'href="/tournaments/cup/manage/players/"' in page
    cup.refresh_from_db()
    assert cup.name == "Tournament cup"


# Status


def status_of(cup: Tournament) -> str:
    return Tournament.objects.get(pk=cup.pk).status


@pytest.mark.parametrize(
    ("before", "step", "after"),
    [
        ("draft", "publish", "published"),
        ("published", "hide", "draft"),
        ("published", "finish", "finished"),
        ("finished", "reopen", "published"),
        ("published", "publish", "published"),
        ("finished", "finish", "finished"),
        ("draft", "finish", "draft"),
        ("finished", "hide", "finished"),
        ("draft", "reopen", "draft"),
    ],
)
def test_each_step_leads_from_one_status_to_one_other(organiser_client, cup, before, step, after):
    Tournament.objects.update(status=before)
    assert organiser_client.post(STATUS, {"step": step}).url == "/tournaments/cup/manage/"
    assert status_of(cup) == after


def test_a_step_that_does_not_fit_says_so(organiser_client, cup):
    cup.hide(None)
    page = organiser_client.post(STATUS, {"step": "finish"}, follow=True).content.decode()
    assert "This is a draft tournament: reload the page to see what can be done." in page


def test_unfinished_boards_keep_a_tournament_from_being_finished(organiser_client, cup):
    make_board(make_round(1, tournament=cup), "1", finished=False)
    page = organiser_client.post(STATUS, {"step": "finish"}, follow=True).content.decode()
    assert "1 board is not finished yet: finish it first." in page
    assert status_of(cup) == "published"


def test_a_correction_of_a_finished_tournament_moves_the_standings_at_once(organiser_client, judge_client, client, cup):
    board = make_board(make_round(1, tournament=cup), centres=(8, 7, 7, 6, 6, 0, 0))
    organiser_client.post(STATUS, {"step": "finish"})
    page = f"/tournaments/boards/{board.pk}/edit/"
    form = judge_client.get(page).context["form"]
    judge_client.post(page, filled_in(form) | {"austria_centres": "7", "england_centres": "8"})
    rows = [row.record for row in client.get("/tournaments/cup/").context["table"].rows]
    assert [(row["place"], row["player"], str(row["total"])) for row in rows[:2]] == [
        (1, "B", "50.710"),
        (2, "A", "24.065"),
    ]
    assert status_of(cup) == "finished"


def test_unknown_step_is_a_bad_request(organiser_client, cup):
    assert organiser_client.post(STATUS, {"step": "explode"}).status_code == 400
    assert organiser_client.post(STATUS).status_code == 400
    assert status_of(cup) == "published"


def test_permission_is_asked_where_the_status_changes(cup, judge):
    stranger = make_user("stranger", "Organiser")
    for by in (judge, stranger):
        for step in (cup.hide, cup.finish, cup.publish, cup.reopen):
            with pytest.raises(PermissionDenied):
                step(by)
        with pytest.raises(PermissionDenied):
            cup.store(by)
    with pytest.raises(PermissionDenied):
        Tournament(name="X", slug="x", starts_on="2026-01-01", ends_on="2026-01-01").store(judge)


def test_status_is_read_afresh_from_the_database(cup):
    stale = Tournament.objects.get(pk=cup.pk)
    cup.hide(None)
    with pytest.raises(ValidationError):
        stale.finish(None)
    assert status_of(cup) == "draft"


def test_overview_says_what_comes_next(organiser_client, cup):
    page = organiser_client.get("/tournaments/cup/manage/").content.decode()
    assert "Make the players' list" in page
    assert "Add the rounds" in page
    make_board(make_round(1, tournament=cup), "1", finished=False)
    page = organiser_client.get("/tournaments/cup/manage/").content.decode()
    assert "Boards: 1 running" in " ".join(page.split())
    assert "Add the rounds" not in page


# What comes next


def test_overview_leads_from_the_list_to_the_prizes(organiser_client, cup):
    manage = "/tournaments/cup/manage/"

    def next_steps() -> list[str]:
        page = organiser_client.get(manage).content.decode()
        panel = page[page.index("What comes next") : page.index("Details")]
        return re.findall(r'<a href="([^"]+)">([^<]+)</a>', panel)

    assert next_steps() == [
        (f"{manage}players/", "Make the players' list"),
        (f"{manage}rounds/", "Add the rounds"),
    ]
    Entrant.objects.create(tournament=cup, player=make_player("Fuchs"))
    first, second = make_round(1, tournament=cup), make_round(2, tournament=cup)
    assert next_steps() == [(f"{manage}rounds/1/call/", "Call the players of Round 1")]
    first.presences.create(player=make_player("Fuchs"))
    assert next_steps() == [(f"{manage}rounds/1/seating/", "Seat Round 1")]
    board = make_board(first, finished=False)
    assert next_steps() == [
        (f"{manage}rounds/1/seating/", "Enter the results of Round 1"),
        (f"{manage}rounds/2/call/", "Call the players of Round 2"),
    ]
    Board.objects.filter(pk=board.pk).update(finished=True)
    make_board(second)
    assert next_steps() == [("/tournaments/cup/", "See the standings"), (f"{manage}prizes/", "Give the prizes")]
