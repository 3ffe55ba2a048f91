"""Circuits: their table with what every number follows from, and the form."""

import csv
import datetime
import io

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from clubsite.roles import ORGANISER
from tests.conftest import client_of
from tests.factories import make_board, make_entries, make_round, make_tournament, make_user
from tests.pages import text_of
from tournaments.models import Circuit, Tournament
from tournaments.wording import stage_sentences

pytestmark = pytest.mark.django_db

LIST = "/tournaments/circuits/"
TOUR = "/tournaments/circuits/tour/"
NEW = "/tournaments/circuits/new/"
EDIT = "/tournaments/circuits/tour/edit/"
POST = {"name": "Tour", "slug": "tour", "points": "tour_de_france", "minimum": "1"}


def make_played(slug: str, players: str = "ABCDEFG", day: int = 1, status: str = "finished") -> Tournament:
    """Make a tournament in which the players come first, second twice, fourth twice, sixth twice."""
    date = datetime.date(2025, 7, day)
    tournament = make_tournament(slug, starts_on=date, ends_on=date, status=status)
    make_board(make_round(tournament=tournament), centres=(8, 7, 7, 6, 6, 0, 0), players=players)
    return tournament


def make_circuit(*tournaments: Tournament, majors: tuple[Tournament, ...] = (), **fields) -> Circuit:
    circuit = Circuit(**{"slug": "tour", "name": "Tour", **fields})
    circuit.store(None, {each: each in majors for each in tournaments})
    return circuit


def table_of(circuit: Circuit) -> list[tuple]:
    return [(line.place, line.player.nickname, str(line.total)) for line in circuit.table(circuit.stages.public())]


@pytest.fixture
def circuit(db: None) -> Circuit:
    """Two finished tournaments, the second in the opposite order, and one still to come."""
    return make_circuit(make_played("one"), make_played("two", "GFEDCBA", 8), make_tournament("three"))


# The table


def test_places_make_points_and_the_second_best_counts_80_percent(circuit):
    assert table_of(circuit) == [
        (1, "A", "1124.424"),
        (1, "G", "1124.424"),
        (3, "C", "934.274"),
        (3, "E", "934.274"),
        (5, "B", "798.716"),
        (5, "F", "798.716"),
        (7, "D", "569.210"),
    ]


def test_a_major_counts_in_full(circuit):
    circuit.store(None, {stage.tournament: True for stage in circuit.stages.all()})
    assert table_of(circuit)[0] == (1, "A", "1153.780")


def test_a_circuit_may_be_a_sum():
    circuit = make_circuit(make_played("one"), make_played("two", "GFEDCBA", 8), points="sum")
    assert table_of(circuit)[0] == (1, "A", "50.710")


def test_a_correction_of_a_board_is_seen_at_once(circuit):
    board = Tournament.objects.get(slug="one").rounds.get().boards.get()
    board.record(make_entries((7, 8, 7, 6, 6, 0, 0)), None, based_on=board.version)
    assert table_of(circuit)[:2] == [(1, "B", "1124.424"), (1, "G", "1124.424")]


def test_sentences_show_how_a_number_is_made(circuit):
    a, *_others = circuit.table(circuit.stages.public())
    assert [stage_sentences(each, True) for each in a.counted] == [
        ["Place 1 of 7: 1000 + 7 = 1007.000.", "100 % of it: 1007.000."],
        ["Place 6 of 7: 1000 / k^5 = 146.780, with k = 10^(1/6) = 1.4677992676.", "80 % of it: 117.424."],
    ]
    circuit.store(None, {stage.tournament: True for stage in circuit.stages.all()})
    a, *_others = circuit.table(circuit.stages.public())
    assert stage_sentences(a.counted[0], True)[1] == "A major: it counts in full."
    assert stage_sentences(a.counted[0], False) == ["Place 1 of 7, with 1007.000 points."]


def test_page_shows_points_as_counted_with_their_shares(client, circuit):
    text = text_of(client.get(TOUR))
    assert (
        "1 A 1124.424 1007.000 Place 1 of 7: 1000 + 7 = 1007.000. 100 % of it: 1007.000. "
        "80 % 117.424 Place 6 of 7: 1000 / k^5 = 146.780, with k = 10^(1/6) = 1.4677992676. "
        "80 % of it: 117.424."
    ) in text
    assert "2 tournaments count 1 still to come" in text
    assert "Still to come They count when they are finished. Tournament three" in text


def test_majors_are_marked_where_they_count_otherwise(client, circuit):
    circuit.store(None, {stage.tournament: stage.tournament.slug == "one" for stage in circuit.stages.all()})
    text = text_of(client.get(TOUR))
    assert "Tournament one (major)" in text
    assert "Tournament one major" in text
    assert "Tournament two (major)" not in text
    circuit.points = "sum"
    circuit.store(None, {stage.tournament: stage.major for stage in circuit.stages.all()})
    assert "major" not in text_of(client.get(TOUR))


def test_who_has_played_too_few_stands_apart_without_a_place(client):
    make_circuit(make_played("one"), make_played("two", "HBCDEFG", 8), minimum=2)
    page = text_of(client.get(TOUR))
    apart = page[page.index("Without a place") :]
    assert "A place needs 2 tournaments of the circuit: these players have been to fewer." in apart
    assert " A 1007.000 " in apart
    assert " H " in apart
    assert " B " not in apart[: apart.index("Tournaments")]
    lines = list(csv.reader(io.StringIO(client.get(TOUR, {"_export": "csv"}).content.decode())))
    assert [line[:2] for line in lines[-2:]] == [["", "A"], ["", "H"]]


def test_only_finished_tournaments_count_and_drafts_stay_hidden(client, circuit):
    circuit.tournaments.get(slug="two").reopen(None)
    hidden = make_tournament("secret", name="Secret cup", status="draft")
    circuit.store(None, {**dict.fromkeys(circuit.tournaments.all(), False), hidden: False})
    text = text_of(client.get(TOUR))
    assert "1 tournament counts 2 still to come" in text
    assert "Secret cup" not in text
    assert "Tour Tour de France de Diplomatie 1 2" in text_of(client.get(LIST))


def test_a_circuit_in_which_nothing_counts_says_so(client):
    make_circuit(make_tournament())
    assert "Nothing counts yet" in text_of(client.get(TOUR))
    assert client.get(TOUR, {"_export": "csv"}).content.decode().split() == ["place,player,total"]


@pytest.mark.parametrize("sort", ["player", "-points_one", "points_two", "total", "place"])
def test_places_stay_right_under_sorting(client, circuit, sort):
    rows = client.get(TOUR, {"sort": sort}).context["table"].rows
    assert {(row.record["player"], row.record["place"]) for row in rows} >= {("A", 1), ("D", 7)}


def test_table_as_a_file(client, circuit):
    response = client.get(TOUR, {"_export": "csv"})
    assert response["Content-Disposition"] == 'attachment; filename="tour.csv"'
    assert response.content.decode().splitlines()[:2] == [
        "place,player,total,points_one,share_one,points_two,share_two",
        "1,A,1124.424,1007.000,100,117.424,80",
    ]
    assert client.get(TOUR, {"_export": "json"}).json()[0]["total"] == "1124.424"
    assert client.get(TOUR, {"_export": "xlsx"}).status_code == 200
    assert client.get(TOUR, {"_export": "pdf"}).status_code == 400


def test_pages_lead_to_one_another(client, circuit):
    assert f'href="{LIST}"' in client.get("/tournaments/").content.decode()
    circuits = client.get(LIST)
    assert circuits.context["object_list"].ordered  # a query that groups leaves out the model's ordering
    assert f'href="{TOUR}"' in circuits.content.decode()
    assert f'<a href="{TOUR}">Tour</a>' in client.get("/tournaments/one/").content.decode()


def test_unknown_circuits_are_not_found_and_pages_are_read_only(client, circuit):
    assert client.get("/tournaments/circuits/nothing/").status_code == 404
    assert client.post(TOUR).status_code == 405
    assert client.post(LIST).status_code == 405
    assert text_of(client.get(LIST)).count("Tour de France de Diplomatie") == 1


@pytest.mark.parametrize("tournaments", [3, 12])
def test_queries(client, organiser_client, django_assert_num_queries, tournaments):
    make_circuit(*(make_played(f"t{number}", day=number + 1) for number in range(tournaments)))
    with django_assert_num_queries(3):
        client.get(TOUR)
    with django_assert_num_queries(3):
        client.get(TOUR, {"_export": "csv"})
    with django_assert_num_queries(2):
        client.get(LIST)
    with django_assert_num_queries(5):
        organiser_client.get(TOUR)
    with django_assert_num_queries(5):
        organiser_client.get(EDIT)


# The form


@pytest.fixture
def staff_client(db: None) -> Client:
    return client_of(make_user("staff", ORGANISER, staff=True))


def majors() -> dict[str, bool]:
    """Return the tournaments of the only circuit with whether they are majors."""
    return dict(Circuit.objects.get().stages.order_by("pk").values_list("tournament__slug", "major"))


def test_an_organiser_creates_a_circuit_once(organiser_client):
    one, two = make_tournament("one"), make_tournament("two")
    post = POST | {"slug": "", "name": "Тур 2026", "belonging": [one.pk, two.pk], "majors": [two.pk]}
    for _click in range(2):
        assert organiser_client.post(NEW, post).url == "/tournaments/circuits/tur-2026/"
    assert majors() == {"one": False, "two": True}


def test_an_organiser_edits_a_circuit(organiser_client, circuit):
    keys = dict(Tournament.objects.values_list("slug", "pk"))
    post = POST | {
        "name": "Renamed",
        "minimum": "2",
        "belonging": [keys["two"], keys["three"]],
        "majors": [keys["two"]],
    }
    assert organiser_client.post(EDIT, post).url == TOUR
    circuit.refresh_from_db()
    assert (circuit.name, circuit.minimum, majors()) == ("Renamed", 2, {"two": True, "three": False})


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"name": ""}, "This field is required."),
        ({"minimum": "0"}, "Ensure this value is greater than or equal to 1."),
        ({"slug": "new"}, "Other pages have this address: choose another."),
        ({"slug": "tour"}, "Circuit with this Address already exists."),
        ({"points": "nonsense"}, "nonsense is not one of the available choices."),
        ({"slug": "", "name": "!"}, "No address can be made of this name: write one."),
    ],
)
def test_mistakes_are_told_and_nothing_is_stored(organiser_client, circuit, typed, sentence):
    post = POST | {"slug": "other", "name": "Kept"} | typed
    assert sentence in text_of(organiser_client.post(NEW, post))
    assert Circuit.objects.count() == 1


def test_a_major_belongs_to_the_circuit(organiser_client, circuit):
    key = Tournament.objects.get(slug="one").pk
    response = organiser_client.post(EDIT, POST | {"majors": [key]})
    assert "Tournament one can be a major only if it belongs to the circuit: tick that, too." in text_of(response)
    assert len(majors()) == 3


def test_drafts_of_others_are_not_offered_and_stay(organiser_client, other_draft, circuit):
    assert "Secret cup" not in text_of(organiser_client.get(EDIT))
    assert organiser_client.post(EDIT, POST | {"belonging": [other_draft.pk]}).status_code == 200
    organiser_client.post(EDIT, POST)
    assert majors() == {"secret": True}


@pytest.fixture
def other_draft(circuit: Circuit) -> Tournament:
    """A draft of somebody else that belongs to the circuit as a major."""
    draft = make_tournament("secret", name="Secret cup", status="draft")
    draft.organisers.add(make_user("other", ORGANISER))
    circuit.store(None, {**dict.fromkeys(circuit.tournaments.all(), False), draft: True})
    return draft


@pytest.mark.parametrize("page", [NEW, EDIT])
def test_nobody_else_writes_circuits(client, judge_client, president_client, outsider_client, circuit, page):
    for who in (judge_client, president_client, outsider_client):
        assert who.get(page).status_code == 403
        assert who.post(page, POST | {"name": "Stolen"}).status_code == 403
        assert page not in who.get(TOUR).content.decode() + who.get(LIST).content.decode()
    assert client.post(page, POST).url == f"{reverse('login')}?next={page}"
    assert list(Circuit.objects.values_list("name")) == [("Tour",)]


def test_organisers_and_admins_are_led_to_the_form(organiser_client, admin_client, circuit):
    for who in (organiser_client, admin_client):
        assert NEW in who.get(LIST).content.decode()
        assert EDIT in who.get(TOUR).content.decode()
        assert who.get(NEW).status_code == who.get(EDIT).status_code == 200


def test_wrong_methods_and_unknown_circuits(organiser_client, circuit):
    for page in (NEW, EDIT):
        assert organiser_client.put(page).status_code == 405
        assert organiser_client.delete(page).status_code == 405
    for method in (organiser_client.get, organiser_client.post):
        assert method("/tournaments/circuits/nothing/edit/").status_code == 404


def test_the_model_checks_who_stores(circuit: Circuit, judge: User):
    for each in (circuit, Circuit(slug="other", name="Other")):
        with pytest.raises(PermissionDenied):
            each.store(judge, {})
    assert Circuit.objects.count() == 1
    assert len(majors()) == 3


def test_an_organiser_writes_a_circuit_in_the_admin(staff_client):
    one, two = make_tournament("one"), make_tournament("two")
    post = POST | {
        "stages-TOTAL_FORMS": "2",
        "stages-INITIAL_FORMS": "0",
        "stages-0-tournament": one.pk,
        "stages-1-tournament": two.pk,
        "stages-1-major": "on",
    }
    assert staff_client.post("/admin/tournaments/circuit/add/", post).status_code == 302
    assert majors() == {"one": False, "two": True}
    assert staff_client.get("/admin/tournaments/circuit/").status_code == 200
    circuit = Circuit.objects.get()
    assert staff_client.get(f"/admin/tournaments/circuit/{circuit.pk}/change/").status_code == 200
    assert staff_client.post(f"/admin/tournaments/circuit/{circuit.pk}/delete/", {"post": "yes"}).status_code == 403
