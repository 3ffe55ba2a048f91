"""The page of the BAF table and its calculator."""

import html
import re

import pytest
from django.core.cache import cache
from django.urls import reverse

from tests.pages import text_of
from tests.tournaments.tables import make_table
from tests.tournaments.vectors import read
from tournaments import baf
from tournaments.calculator import CalculatorForm

pytestmark = pytest.mark.django_db

PAGE = reverse("baf")


@pytest.fixture(autouse=True)
def _no_cache() -> None:
    """Forget the tables of other tests, which have the same versions."""
    cache.clear()


def matrix(page: str, label: str) -> dict[tuple[str, str], str]:
    """Return the cells of the table in the region `label`, by row and column heading, as text."""
    region = re.search(rf'aria-label="{label}">\s*<table class="data-table matrix">(.*?)</table>', page, re.DOTALL)[1]
    _, *columns = re.findall(r'<th scope="col">(.*?)</th>', region)
    cells = {}
    for row in re.findall(r"<tr>(.*?)</tr>", region.partition("<tbody>")[2], re.DOTALL):
        heading = re.search(r'<th scope="row">(.*?)</th>', row)[1]
        values = [" ".join(re.sub(r"<[^>]+>", "", cell).split()) for cell in re.findall(r"<td.*?</td>", row, re.DOTALL)]
        cells |= {(heading, column): value for column, value in zip(columns, values, strict=True)}
    return cells


@pytest.fixture
def page(client) -> str:
    return client.get(PAGE).content.decode()


def test_double_entry_table_shows_every_cell_as_reconstructed_or_published(page):
    cells = matrix(page, "Double-entry table")
    expected = read("baf_reconstructed_table")
    for row in (*expected["sole_top"], *expected["survivor"]):
        assert cells.pop((str(row["own"]), str(row["rival"]))) == f"{row['score']} reconstructed"
    assert cells.pop(("8", "8")) == "39.674 published"
    assert cells.pop(("12", "12")) == "44.022 reconstructed"
    assert all(own == rival for own, rival in cells)
    assert len(cells) == 15


def test_shared_tops_show_the_published_values(page):
    cells = matrix(page, "Shared tops")
    for value in read("baf_published_shared_top")["values"]:
        assert cells.pop((str(value["centres"]), str(value["tied_players"]))) == f"{value['score']} published"
    assert cells["12", "2"] == "44.022 reconstructed"
    assert cells["12", "3"] == "–"
    assert not any("published" in text for text in cells.values())


def test_page_says_what_is_reconstructed_and_why(client):
    text = text_of(client.get(PAGE))
    assert "the 27 values of shared tops at 4 to 11 centres" in text
    assert "The club's double-entry table was a picture that is lost" in text
    assert "the order of the cases within sole tops and survivors is our own" in text


@pytest.mark.parametrize("query", [{}, {"austria": "18", "england": "16"}])
def test_page_needs_two_queries(client, django_assert_num_queries, query: dict):
    with django_assert_num_queries(2):
        client.get(PAGE, query)


@pytest.mark.parametrize("size", [1, 5])
def test_queries_with_versions(client, django_assert_num_queries, size: int):
    for number in range(size):
        make_table(f"official-{number}").put_in_force(None)
    make_table("official-last").put_in_force(None)
    with django_assert_num_queries(2):
        client.get(PAGE)
    with django_assert_num_queries(3):
        client.get(PAGE, {"version": "official-0"})


def test_calculator_alone_needs_one_query(client, django_assert_num_queries):
    with django_assert_num_queries(1):
        client.get(PAGE, headers={"HX-Request": "true"})


# Versions


def test_table_in_force_is_shown_with_its_source_and_marks(client):
    make_table("official-1", source="A letter of the club").put_in_force(None)
    response = client.get(PAGE)
    cells, text = matrix(response.content.decode(), "Double-entry table"), text_of(response)
    assert cells["8", "7"] == "60.000 published"
    assert cells["9", "7"] == "54.119 reconstructed"
    assert cells["8", "8"] == "39.674 published"
    assert "Table official-1 in force Source A letter of the club Loaded" in text
    assert "28 published, 312 reconstructed" in text
    assert "the cells of the official table (A letter of the club)" in text


def test_everybody_looks_at_an_older_version(client):
    make_table("official-1").put_in_force(None)
    make_table("official-2", sole_top={(8, 7): "61"}).put_in_force(None)
    for version, points in (("official-1", "60.000 published"), ("generated-1", "50.710 reconstructed")):
        response = client.get(PAGE, {"version": version})
        assert matrix(response.content.decode(), "Double-entry table")["8", "7"] == points
        assert f"You are looking at table {version}, which is not in force" in text_of(response)
        assert shown(response.content.decode(), "austria")[0] == "61.000"


def test_versions_are_listed(client):
    make_table("official-1", source="A letter").put_in_force(None)
    page = client.get(PAGE).content.decode()
    assert f'<a href="{PAGE}?version=official-1" aria-current="true">official-1</a>' in page
    assert f'<a href="{PAGE}?version=generated-1">generated-1</a>' in page


@pytest.mark.parametrize("version", ["official-9", "", "../x", "\0"])
def test_an_unknown_version_is_not_found(client, version: str):
    assert client.get(PAGE, {"version": version}).status_code == 404


def test_calculator_uses_the_table_in_force(client):
    make_table("official-1").put_in_force(None)
    page = client.get(PAGE, headers={"HX-Request": "true"}).content.decode()
    assert shown(page, "austria") == ("60.000", "sole top, 8 centres against 7: 60.000, published cell of official-1")


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_page_is_only_read(client, method: str):
    assert getattr(client, method)(PAGE).status_code == 405


# The calculator


def shown(page: str, power: str) -> tuple[str, str]:
    """Return what stands beside a power: its score, and why or what is wrong."""
    return tuple(
        html.unescape(
            " ".join(
                re.sub(
                    r"<[^>]+>", "", re.search(rf'id="calculator-{power}-{part}">(.*?)</td>', page, re.DOTALL)[1]
                ).split()
            )
        )
        for part in ("score", "why")
    )


def the_sum(page: str) -> str:
    found = re.search(r'id="calculator-sum" role="status">(.*?)</div>', page, re.DOTALL)[1]
    return html.unescape(re.sub(r"<[^>]+>", "", found)).strip()


def test_example_is_scored_at_first(page):
    assert shown(page, "austria") == ("50.710", "sole top, 8 centres against 7: 50.710, reconstructed cell")
    assert shown(page, "england") == ("0.000", "eliminated, no centre: 0.000")
    assert shown(page, "turkey") == ("–", "")
    assert the_sum(page) == "34 of 34 centres"


def test_address_of_a_board_scores_it(client):
    page = client.get(
        PAGE, {"austria": "9", "england": "9", "france": "4", "germany": "3", "italy": "3"}
    ).content.decode()
    assert shown(page, "austria") == ("40.761", "shared top, 9 centres, 2 players: 40.761, published cell")
    assert shown(page, "france")[0] == "19.341"
    assert the_sum(page) == "28 of 34 centres: 6 neutral"


def test_ticks_are_read(client):
    query = {
        "austria": "8",
        "england": "9",
        "england_unplayed": "on",
        "france": "10",
        "france_eliminated": "on",
        "italy": "7",
    }
    page = client.get(PAGE, query).content.decode()
    assert shown(page, "austria")[0] == "50.710"
    assert shown(page, "england") == ("–", "")
    assert shown(page, "france") == ("0.000", "eliminated, only foreign centres and no unit left: 0.000")


def test_what_was_typed_stays(client):
    page = client.get(PAGE, {"austria": "eight", "england": " 9", "france_eliminated": "on"}).content.decode()
    assert 'value="eight"' in page
    assert re.search(r'name="france_eliminated"[^>]*checked', page)
    assert not re.search(r'name="italy_eliminated"[^>]*checked', page)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("eight", "Enter a whole number."),
        ("1.5", "Enter a whole number."),
        ("-1", "Centres are a whole number from 0 to 34."),
        ("35", "Centres are a whole number from 0 to 34."),
        pytest.param("9" * 4300, "Centres are a whole number from 0 to 34.", id="digits"),
        pytest.param("9" * 9999, "Enter a whole number.", id="more digits"),
    ],
)
def test_errors_stand_beside_their_fields_and_nothing_is_scored(client, typed: str, sentence: str):
    page = client.get(PAGE, {"austria": typed, "england": typed, "france": "7"}).content.decode()
    assert shown(page, "austria") == ("–", sentence)
    assert shown(page, "england") == ("–", sentence)
    assert shown(page, "france") == ("–", "")
    assert the_sum(page) == ""


def test_more_than_34_centres_is_an_error_in_words(client):
    page = client.get(PAGE, {"austria": "20", "england": "20"}).content.decode()
    assert the_sum(page) == "The centres add up to 40: 6 more than the board's 34."
    assert shown(page, "austria") == ("–", "")


def test_solo_of_a_power_that_nobody_plays(client):
    page = client.get(PAGE, {"austria": "18", "austria_unplayed": "on", "england": "16"}).content.decode()
    assert shown(page, "england") == ("0.000", "lost to a solo of 18: 0.000")


def test_unrelated_parameters_leave_the_example(client):
    assert shown(client.get(PAGE, {"utm_source": "mail"}).content.decode(), "austria")[0] == "50.710"


def test_htmx_gets_the_calculator_alone(client):
    response = client.get(PAGE, {"austria": "18"}, headers={"HX-Request": "true"})
    page = response.content.decode()
    assert shown(page, "austria") == ("100.000", "solo, 18 centres: 100.000")
    assert "<html" not in page
    assert "HX-Request" in response["Vary"]


def test_every_field_has_a_name_for_screen_readers():
    form = CalculatorForm({}, baf.generated_table())
    assert len(form.fields) == 21
    assert str(form.fields["italy_eliminated"].widget.attrs["aria-label"]) == "Italy: Eliminated"
