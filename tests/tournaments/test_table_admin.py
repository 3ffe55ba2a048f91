"""Loading an official BAF table in the admin, and restoring another."""

import re
from decimal import Decimal

import pytest
from django.core import signing
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from clubsite.roles import JUDGE, ORGANISER
from tests.conftest import client_of
from tests.factories import make_board, make_round, make_user
from tests.pages import text_of
from tournaments.models import Board, StoredTable

from .tables import make_table

pytestmark = pytest.mark.django_db

TABLES = "/admin/tournaments/storedtable/"
LOAD = f"{TABLES}add/"
CSV = "\ufeffown;rival;points\n8;7;60,5\n7;8;20\n\ncentres;sharing;points\n8;2;39,674\n"


@pytest.fixture
def board(db: None) -> Board:
    return make_board(make_round(weight="2/3"), centres=(8, 0, 7, 7, 6, 6, 0))


def post_of(text: str = CSV, **fields: object) -> dict[str, object]:
    """Fill in the page on which a table is loaded."""
    file = SimpleUploadedFile("table.csv", text.encode())
    return {"version": "official-1", "source": "A letter of the club", "file": file, **fields}


def hidden(page: str, name: str) -> str:
    return re.search(rf'name="{name}" value="([^"]+)"', page)[1]


def load(client: Client, text: str = CSV, **fields: object) -> dict[str, str]:
    """Load a file; what the confirmation sends."""
    return {"signed": hidden(client.post(LOAD, post_of(text, **fields)).content.decode(), "signed")}


def put(version: str) -> str:
    return f"{TABLES}{version}/put-in-force/"


def scores(board: Board) -> set[tuple[Decimal, str]]:
    """Return the scores above 25 with their tables."""
    return set(board.seats.filter(score__gt=25).values_list("score", "table_version"))


OLD = {(Decimal("50.710"), "generated-1")}
NEW = {(Decimal("60.500"), "official-1")}


def test_the_page_asks_for_a_file(admin_client):
    page = admin_client.get(LOAD)
    assert page.status_code == 200
    assert 'enctype="multipart/form-data"' in page.content.decode()


def test_a_file_is_shown_with_what_it_changes_and_nothing_is_stored(admin_client, board):
    text = text_of(admin_client.post(LOAD, post_of()))
    for sentence in (
        "Table official-1 takes the place of generated-1",
        "2 cells change their points",
        "3 stored scores change",
        "5 lines of standings change, 4 places move",
        "29 cells are published; 311 keep their generated points and stay marked reconstructed",
        "sole top, 8 against 7 50.710 60.500",
        "A Austria Tournament cup, Round 1, Table 1 50.710 60.500 33.807 40.333",
        "E Tournament cup 4 2 15.190 15.190",
    ):
        assert sentence in text
    assert "prints other points" not in text
    assert not StoredTable.objects.exists()
    assert scores(board) == OLD


def test_a_contradiction_of_a_printed_value_is_a_warning(admin_client):
    text = text_of(admin_client.post(LOAD, post_of("centres,sharing,points\n8,2,40\n")))
    assert "Check this cell: the source prints other points for it." in text
    assert "shared top, 8 centres, 2 players: printed 39.674, here 40.000" in text


def test_the_confirmation_puts_it_in_force(admin_client, admin_user, board):
    response = admin_client.post(LOAD, load(admin_client), follow=True)
    assert response.redirect_chain == [(TABLES, 302)]
    assert "Table official-1 is in force; all boards are scored with it." in text_of(response)
    stored = StoredTable.objects.get()
    assert (stored.source, stored.loaded_by, stored.in_force) == ("A letter of the club", admin_user, True)
    assert stored.cells == {
        "sole_top": [[8, 7, "60.500"]],
        "survivor": [[7, 8, "20.000"]],
        "shared_top": [[8, 2, "39.674"]],
    }
    assert scores(board) == NEW
    last = board.history.latest()
    assert (last.history_user, last.history_change_reason) == (admin_user, "BAF table official-1")


def test_two_files_are_read_as_one(admin_client):
    double_entry, shared = CSV.split("\n\n")
    load(admin_client, double_entry, second_file=SimpleUploadedFile("shared.csv", shared.encode()))
    text = text_of(admin_client.post(LOAD, post_of(double_entry, second_file=SimpleUploadedFile("b.csv", b"x"))))
    assert "b.csv, row 1: Unknown columns “x”" in text


def test_a_second_click_changes_nothing(admin_client, board):
    confirmation = load(admin_client)
    for _click in range(2):
        assert admin_client.post(LOAD, confirmation).status_code == 302
    assert StoredTable.objects.count() == 1
    assert board.history.count() == 2


def test_faults_stand_at_the_file_and_what_was_typed_stays(admin_client, board):
    response = admin_client.post(LOAD, post_of("own,rival,points\n8,7,49\n18,7,60\n"))
    page, text = response.content.decode(), text_of(response)
    assert "table.csv, row 2: 49.000 points are out of range: a sole top has 50 to 75." in text
    assert "table.csv, row 3: The rule gives 100.000 points here, not 60.000" in text
    assert 'value="official-1"' in page
    assert 'value="A letter of the club"' in page
    assert 'name="signed"' not in page


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"version": "generated-1"}, "The generated table has this version."),
        ({"version": "official-0"}, "BAF table with this Version already exists."),
        ({"version": "two words"}, "Enter a valid “slug”"),
        ({"version": ""}, "This field is required."),
        ({"source": ""}, "This field is required."),
        ({"file": ""}, "This field is required."),
    ],
)
def test_what_is_missing_or_taken_is_told(admin_client, fields, sentence):
    make_table("official-0").put_in_force(None)
    response = admin_client.post(LOAD, post_of() | fields)
    assert sentence in text_of(response)
    assert StoredTable.objects.count() == 1


def test_a_table_put_in_force_meanwhile_is_told_with_a_new_preview(admin_client, board):
    confirmation = load(admin_client)
    make_table("official-2", {(8, 7): "70"}).put_in_force(None)
    response = admin_client.post(LOAD, confirmation)
    assert "Somebody else has changed this since you opened it." in text_of(response)
    assert "Table official-1 takes the place of official-2" in text_of(response)
    assert StoredTable.objects.count() == 1
    admin_client.post(LOAD, {"signed": hidden(response.content.decode(), "signed")})
    assert scores(board) == NEW


def test_a_version_taken_meanwhile_is_told(admin_client, board):
    confirmation = load(admin_client)
    make_table("official-1", {(8, 7): "70"}).put_in_force(None)
    assert "Another table has this version." in text_of(admin_client.post(LOAD, confirmation, follow=True))
    assert scores(board) == {(Decimal("70.000"), "official-1")}


@pytest.mark.parametrize(
    "signed",
    ["", "forged", signing.dumps({"version": "x"}, salt="another")],
    ids=["empty", "forged", "of another form"],
)
def test_a_forged_confirmation_is_refused(admin_client, signed):
    response = admin_client.post(LOAD, {"signed": signed}, follow=True)
    assert "This took too long: load the file again." in text_of(response)
    assert not StoredTable.objects.exists()


def test_a_confirmation_of_yesterday_is_refused(admin_client, monkeypatch):
    confirmation = load(admin_client)
    monkeypatch.setattr("tournaments.admin_table.CONFIRM_WITHIN", -1)
    admin_client.post(LOAD, confirmation)
    assert not StoredTable.objects.exists()


# Restoring


@pytest.mark.parametrize("version", ["official-1", "generated-1"])
def test_another_version_is_restored_after_a_preview(admin_client, board, version):
    make_table("official-1", {(8, 7): "60.5"}).put_in_force(None)
    make_table("official-2", {(8, 7): "70"}).put_in_force(None)
    page = admin_client.get(put(version))
    assert f"Table {version} takes the place of official-2" in text_of(page)
    assert scores(board) == {(Decimal("70.000"), "official-2")}
    for _click in range(2):
        response = admin_client.post(put(version), {"replacing": hidden(page.content.decode(), "replacing")})
        assert response.status_code == 302
    assert scores(board) == (NEW if version == "official-1" else OLD)
    assert board.history.count() == 4


@pytest.mark.parametrize("sent", [{}, {"replacing": "generated-1"}])
def test_a_restoration_seen_before_another_change_is_refused(admin_client, board, sent):
    make_table("official-1").put_in_force(None)
    make_table("official-2", {(8, 7): "70"}).put_in_force(None)
    response = admin_client.post(put("official-1"), sent, follow=True)
    assert "Somebody else has changed this since you opened it." in text_of(response)
    assert scores(board) == {(Decimal("70.000"), "official-2")}


def test_the_version_in_force_needs_no_confirmation(admin_client):
    page = admin_client.get(put("generated-1"))
    assert "Table generated-1 is in force already." in text_of(page)
    assert 'name="replacing"' not in page.content.decode()


@pytest.mark.parametrize("method", ["get", "post"])
def test_an_unknown_version_is_not_found(admin_client, method):
    assert getattr(admin_client, method)(put("official-9")).status_code == 404


# Who may


@pytest.mark.parametrize("role", [JUDGE, ORGANISER])
def test_other_staff_is_refused(admin_client, board, role):
    confirmation = load(admin_client)
    make_table("official-2").put_in_force(None)
    client = client_of(make_user("staff", role, staff=True))
    assert client.get(LOAD).status_code == 403
    assert client.post(LOAD, post_of()).status_code == 403
    assert client.post(LOAD, confirmation).status_code == 403
    assert client.get(put("generated-1")).status_code == 403
    assert client.post(put("generated-1"), {"replacing": "official-2"}).status_code == 403
    assert StoredTable.objects.get().in_force


def test_the_president_is_refused(president_client):
    assert president_client.get(LOAD).status_code == 403


@pytest.mark.parametrize("path", [LOAD, put("generated-1"), TABLES])
def test_who_is_no_staff_is_sent_to_the_login(client, outsider_client, judge_client, path):
    for each in (client, outsider_client, judge_client):
        assert each.get(path).status_code == 302
        assert each.post(path, {"replacing": "generated-1"}).status_code == 302


# The lists


def test_list_says_what_is_in_force_and_offers_the_others(admin_client):
    assert "Boards are scored with table generated-1 ." in text_of(admin_client.get(TABLES))
    make_table("official-1").put_in_force(None)
    make_table("official-2").put_in_force(None)
    page = admin_client.get(TABLES)
    assert "Boards are scored with table official-2 . The generated table, generated-1, can be restored" in text_of(
        page
    )
    links = set(re.findall(r'href="([^"]+put-in-force/)"', page.content.decode()))
    assert links == {put("official-1"), put("generated-1")}
    assert LOAD in page.content.decode()


def test_versions_are_kept_as_they_were_loaded(admin_client):
    make_table("official-1").put_in_force(None)
    pk = StoredTable.objects.get().pk
    assert admin_client.get(f"{TABLES}{pk}/change/").status_code == 200
    assert admin_client.post(f"{TABLES}{pk}/change/", {"source": "x"}).status_code == 403
    assert admin_client.post(f"{TABLES}{pk}/delete/", {"post": "yes"}).status_code == 403
    delete = {"action": "delete_selected", "_selected_action": [pk], "post": "yes"}
    admin_client.post(TABLES, delete)
    assert StoredTable.objects.get().source == "The club"


@pytest.mark.parametrize("size", [1, 5])
def test_queries_of_the_list(admin_client, size, django_assert_max_num_queries):
    for number in range(size):
        make_table(f"official-{number}").put_in_force(None)
    with django_assert_max_num_queries(10):
        admin_client.get(TABLES)


@pytest.mark.parametrize("boards", [1, 5])
def test_queries_of_the_preview(admin_client, boards, django_assert_num_queries):
    round_ = make_round()
    for number in range(boards):
        make_board(round_, str(number), centres=(8, 7, 7, 6, 6, 0, 0), players=[f"P{number} {n}" for n in range(7)])
    with django_assert_num_queries(10):
        assert "1 cell changes" in text_of(admin_client.post(LOAD, post_of("own,rival,points\n8,7,60\n")))
