"""The pages everybody reads: the list of tournaments, the standings, a board."""

import csv
import io
import re
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from tablib import Dataset

from tests.factories import make_board, make_entries, make_player, make_round, make_tournament
from tests.pages import rows_of_xlsx, text_of
from tests.tournaments.vectors import record_anjou
from tournaments import baf
from tournaments.models import Board, Tournament

pytestmark = pytest.mark.django_db

LIST = reverse("tournaments:list")


def page_of(board: Board) -> str:
    return reverse("tournaments:board", args=[board.pk])


def rows_of(html: str) -> list[list[str]]:
    """Return the cells of the first table's body as text."""
    body = re.search(r"<tbody.*?>(.*?)</tbody>", html, re.DOTALL)[1]
    return [
        [" ".join(re.sub(r"<[^>]+>", "", cell).split()) for cell in re.findall(r"<t[dh].*?</t[dh]>", row, re.DOTALL)]
        for row in re.findall(r"<tr.*?</tr>", body, re.DOTALL)
    ]


@pytest.fixture
def anjou() -> Tournament:
    return record_anjou()


def fill(rounds: int, boards: int) -> Tournament:
    """Make a tournament of so many rounds and boards a round, two of each board's players leading it."""
    cup = make_tournament(f"cup-{rounds}-{boards}", name=f"Cup of {rounds}")
    for number in range(1, rounds + 1):
        round_ = make_round(number, "2/3", cup)
        for table in range(1, boards + 1):
            make_board(
                round_, str(table), centres=[9, 9, 7, 5, 4, 0, 0], players=[f"T{table} P{seat}" for seat in range(7)]
            )
    return cup


# The list


def test_list_shows_the_tournaments_newest_first(client, anjou):
    make_tournament("next", name="Anjou Feu XV", starts_on="2026-07-11", ends_on="2026-07-11")
    assert rows_of(client.get(LIST).content.decode()) == [
        ["Anjou Feu XV", "—", "11 Jul 2026", "0", "0", "—"],
        ["Anjou Feu XIV", "Champ-sur-Layon", "12 Jul 2025 – 14 Jul 2025", "4", "8", "Talleyrand"],
    ]


def test_list_names_everybody_who_shares_the_first_place(client):
    make_board(centres=[9, 9, 7, 5, 4, 0, 0])
    assert rows_of(client.get(LIST).content.decode())[0][-1] == "A, B"


def test_empty_list_says_so(client):
    assert "No tournament has been entered yet." in text_of(client.get(LIST))


def test_list_offers_a_new_tournament_to_those_who_may_make_one(admin_client, judge_client):
    add = reverse("tournaments:new")
    assert add in admin_client.get(LIST).content.decode()
    assert add not in judge_client.get(LIST).content.decode()


# The standings


def test_standings_show_places_rounds_totals_and_tops(client, anjou):
    response = client.get(anjou.get_absolute_url())
    rows = rows_of(response.content.decode())
    assert rows[0] == ["1", "Talleyrand", "106.277", "28.977", "11.450", "45.328", "20.522", "45.328", "2"]
    assert rows[7] == ["8", "Rasumovsky", "63.235", "–", "–", "45.076", "18.159", "45.076", "1"]
    assert len(rows) == 16
    assert "Total Round 1, weight 2/3 Round 2, weight 7/9 Round 3, weight 8/9 Round 4 Best" in text_of(response)


def test_standings_link_records_and_boards_and_hint_at_the_weights(client, anjou):
    html = client.get(anjou.get_absolute_url()).content.decode()
    board = Board.objects.get(round__number=1, table="2")
    assert f'<a href="{page_of(board)}" title="sole top: 50.710 × 2/3 × 6/7">28.977</a>' in html
    record = reverse("tournaments:record", args=[anjou.slug, make_player("Talleyrand").pk])
    assert f'<a href="{record}">Talleyrand</a>' in html


def test_places_stay_right_under_sorting(client, anjou):
    rows = rows_of(client.get(anjou.get_absolute_url(), {"sort": "player"}).content.decode())
    assert [row[:2] for row in rows[:3]] == [["16", "Capodistrias"], ["5", "Castlereagh"], ["14", "Consalvi"]]


@pytest.mark.parametrize(
    ("sort", "first"), [("-round_3", "Talleyrand"), ("-round_4", "Nesselrode"), ("-tops", "Talleyrand")]
)
def test_every_column_sorts_even_where_rounds_were_missed(client, anjou, sort: str, first: str):
    rows = rows_of(client.get(anjou.get_absolute_url(), {"sort": sort}).content.decode())
    assert (rows[0][1], len(rows)) == (first, 16)


def test_dropped_rounds_are_struck_through(client):
    cup = make_tournament(counted_rounds=1)
    make_board(make_round(1, tournament=cup), centres=[18, 16, 0, 0, 0, 0, 0])
    make_board(make_round(2, tournament=cup), centres=[8, 7, 7, 6, 6, 0, 0])
    response = client.get(cup.get_absolute_url())
    first = re.search(r"<tbody>.*?</tr>", response.content.decode(), re.DOTALL)[0]
    [dropped] = re.findall(r"<s[ >].*?</s>", first, re.DOTALL)
    assert ">50.710<" in dropped
    assert ">100.000<" in first
    assert "A player's best round counts; the others are struck through." in text_of(response)
    assert [row["counted"] for row in client.get(cup.get_absolute_url(), {"_export": "json"}).json()[:2]] == ["1", "2"]


def test_rounds_show_weight_last_year_and_boards(client, anjou):
    text = text_of(client.get(anjou.get_absolute_url()))
    assert "Round 1 weight 2/3 played to 1906 finished Table 1 finished Gentz with Austria, 8 centres" in text
    assert "Table 2 finished Humboldt with Italy, 9 centres Castlereagh with Russia, 9 centres" in text


def test_running_boards_are_listed_and_do_not_count(client):
    board = make_board(finished=False, centres=[8, 7, 7, 6, 6, 0, 0])
    text = text_of(client.get(board.round.tournament.get_absolute_url()))
    assert "Table 1 running A with Austria, 8 centres" in text
    assert "No board is finished yet: the first one opens the standings." in text


def test_board_led_by_an_unplayed_power_names_nobody(client):
    board = make_board(centres=[18, 8, 8, 0, 0, 0, 0], players=[None, *"BCDEFG"])
    assert "Table 1 finished No player leads." in text_of(client.get(board.round.tournament.get_absolute_url()))


def test_tournament_without_rounds_says_so(client):
    assert "No round has been entered yet." in text_of(client.get(make_tournament().get_absolute_url()))


def test_new_board_is_offered_to_those_who_may_enter_one(client, judge_client, president_client):
    cup = make_tournament()
    new = reverse("tournaments:board_new", args=[cup.slug])
    assert new in judge_client.get(cup.get_absolute_url()).content.decode()
    for reader in (client, president_client):
        assert new not in reader.get(cup.get_absolute_url()).content.decode()


# The standings as a file


def exported(client: Client, tournament: Tournament, kind: str) -> bytes:
    response = client.get(tournament.get_absolute_url(), {"_export": kind})
    assert response["Content-Disposition"] == f'attachment; filename="{tournament.slug}.{kind}"'
    return response.content


HEADERS = ["place", "player", "total", "round_1", "round_2", "round_3", "round_4", "best", "tops"]


def test_csv(client, anjou):
    rows = list(csv.reader(io.StringIO(exported(client, anjou, "csv").decode("utf-8-sig"))))
    assert rows[0] == HEADERS
    assert rows[1] == ["1", "Talleyrand", "106.277", "28.977", "11.450", "45.328", "20.522", "45.328", "2"]
    assert rows[8] == ["8", "Rasumovsky", "63.235", "", "", "45.076", "18.159", "45.076", "1"]


def test_json(client, anjou):
    rows = Dataset().load(exported(client, anjou, "json").decode(), format="json").dict
    assert list(rows[7]) == HEADERS
    assert list(rows[7].values()) == [8, "Rasumovsky", "63.235", None, None, "45.076", "18.159", "45.076", 1]


def test_xlsx(client, anjou):
    content = exported(client, anjou, "xlsx")
    rows = rows_of_xlsx(content)
    assert list(rows[0]) == HEADERS
    assert list(rows[0].values())[:5] == [1, "Talleyrand", "106.277", "28.977", "11.450"]
    assert Dataset().load(content, format="xlsx")[0][4] == 11.45  # a number, so that a spreadsheet adds it up


def test_file_of_another_kind_is_refused(client, anjou):
    assert client.get(anjou.get_absolute_url(), {"_export": "yaml"}).status_code == 400


# A board


def test_board_shows_the_powers_in_alphabetical_order_with_their_scores(client, anjou):
    rows = rows_of(client.get(page_of(Board.objects.get(round__number=1, table="1"))).content.decode())
    assert rows == [
        [
            "Austria",
            "Gentz",
            "8",
            "50.710",
            "28.977",
            "sole top, 8 centres against 7: 50.710, reconstructed cell; round weight 2/3, six players 6/7: 28.977",
        ],
        [
            "England",
            "Kaunitz",
            "0",
            "0.000",
            "0.000",
            "eliminated, no centre: 0.000; round weight 2/3, six players 6/7: 0.000",
        ],
        *(
            [
                power,
                player,
                centres,
                score,
                weighted,
                f"survivor, {centres} centres against 8: {score}, reconstructed cell; "
                f"round weight 2/3, six players 6/7: {weighted}",
            ]
            for power, player, centres, score, weighted in (
                ("France", "Metternich", "7", "24.065", "13.751"),
                ("Germany", "Hardenberg", "7", "24.065", "13.751"),
                ("Italy", "Castlereagh", "6", "22.785", "13.020"),
                ("Russia", "Nesselrode", "6", "22.785", "13.020"),
            )
        ),
        ["Turkey", "nobody", "0", "–", "–", "no player, no score"],
    ]


def test_board_names_published_cells_and_leaves_weights_of_1_unsaid(client):
    board = make_board(centres=[9, 9, 7, 5, 4, 0, 0])
    assert rows_of(client.get(page_of(board)).content.decode())[0][-1] == (
        "shared top, 9 centres, 2 players: 40.761, published cell"
    )


def test_board_names_the_credit_and_a_board_weight(client):
    entries = make_entries([8, 7, 7, 6, 6, 0, 0])
    entries[0] = baf.Entry("austria", entries[0].player, 8, credit=Fraction(13, 14))
    board = Board(round=make_round(), table="1", weight=Fraction(1, 2))
    board.record(entries, None)
    assert rows_of(client.get(page_of(board)).content.decode())[0][-1] == (
        "sole top, 8 centres against 7: 50.710, reconstructed cell; board weight 1/2, "
        "seat credit 13/14 (took over after spring 1901): 23.544"
    )


def test_board_tells_a_solo(client):
    rows = rows_of(client.get(page_of(make_board(centres=[18, 16, 0, 0, 0, 0, 0]))).content.decode())
    assert [row[-1] for row in rows[:3]] == [
        "solo, 18 centres: 100.000",
        "lost to a solo of 18: 0.000",
        "lost to a solo of 18: 0.000",
    ]


def test_board_tells_what_eliminated_a_power_and_what_another_lacks(client):
    entries = make_entries([9, 8, 7, 5, 5, 0, 0])
    entries[0] = baf.Entry("austria", entries[0].player, 9, has_units=False, holds_home_centre=False)
    entries[1] = baf.Entry("england", entries[1].player, 8, holds_home_centre=False)
    board = Board(round=make_round(), table="1")
    board.record(entries, None)
    rows = rows_of(client.get(page_of(board)).content.decode())
    assert rows[0][-1] == "eliminated, only foreign centres and no unit left: 0.000 (no unit left, no home centre)"
    assert rows[1][-1] == "sole top, 8 centres against 7: 50.710, reconstructed cell (no home centre)"


def test_board_says_the_neutral_centres_and_its_table(client):
    text = text_of(client.get(page_of(make_board(centres=[8, 7, 7, 6, 0, 0, 0]))))
    assert "28 6 neutral" in text
    assert "BAF table generated-1" in text


def test_running_board_is_provisional(client):
    board = make_board(finished=False)
    notice = "its scores are provisional and do not count in the standings"
    assert notice in text_of(client.get(page_of(board)))
    board.finished = True
    board.save()
    assert notice not in text_of(client.get(page_of(board)))


def test_edit_is_offered_to_those_who_may(client, judge_client, president_client):
    board = make_board()
    edit = reverse("tournaments:board_edit", args=[board.pk])
    assert edit in judge_client.get(page_of(board)).content.decode()
    for reader in (client, president_client):
        assert edit not in reader.get(page_of(board)).content.decode()


# Every page


@pytest.mark.parametrize("path", ["/tournaments/none/", "/tournaments/boards/999999/"])
def test_unknown_page_is_not_found(client, path: str):
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_pages_are_only_read(client, anjou, method: str):
    board = Board.objects.first()
    for path in (LIST, anjou.get_absolute_url(), page_of(board)):
        assert getattr(client, method)(path).status_code == 405


def test_full_names_stay_private(client):
    make_player("A", full_name="Very Private")
    board = make_board()
    for path in (LIST, board.round.tournament.get_absolute_url(), page_of(board)):
        assert "Very Private" not in client.get(path).content.decode()


@pytest.mark.parametrize(("rounds", "boards"), [(1, 1), (4, 3)])
def test_queries_of_the_standings(client, django_assert_num_queries, rounds: int, boards: int):
    cup = fill(rounds, boards)
    with django_assert_num_queries(6):
        client.get(cup.get_absolute_url())


@pytest.mark.parametrize("tournaments", [1, 4])
def test_queries_of_the_list(client, django_assert_num_queries, tournaments: int):
    for rounds in range(1, tournaments + 1):
        fill(rounds, 2)
    with django_assert_num_queries(3):
        client.get(LIST)


@pytest.mark.parametrize("played", [1, 7])
def test_queries_of_a_board(client, django_assert_num_queries, played: int):
    board = make_board(players=[*"ABCDEFG"[:played], *[None] * (7 - played)])
    with django_assert_num_queries(4):
        client.get(page_of(board))


def test_queries_of_the_standings_for_a_judge(judge_client, django_assert_num_queries):
    cup = fill(2, 2)
    with django_assert_num_queries(8):
        judge_client.get(cup.get_absolute_url())


# The centres over the years


def test_board_draws_the_years_and_tables_them(client):
    board = make_board(centres=(9, 9, 7, 5, 4, 0, 0))
    counts = {power: {1901: 4, 1903: count} for power, count in zip(baf.POWERS, (9, 9, 7, 5, 4, 0, 0), strict=True)}
    board.record(board.entries(), None, counts=counts)
    response = client.get(page_of(board))
    html = response.content.decode()
    assert '<g class="power-austria"> <polyline class="chart-casing" points="32,221 214,192 580,46"/>' in " ".join(
        html.split()
    )
    assert " style=" not in html
    text = text_of(response)
    assert "Year Austria England France Germany Italy Russia Turkey Sum" in text
    assert "1901 4 4 4 4 4 4 4 28 1903 9 9 7 5 4 0 0 34" in text


def test_board_without_years_draws_nothing(client):
    response = client.get(page_of(make_board()))
    assert "Centres by year" not in text_of(response)
    assert "<polyline" not in response.content.decode()
