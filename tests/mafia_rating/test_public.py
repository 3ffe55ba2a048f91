"""The public pages of the rating: season table, its files, TOP-10, protocol."""

import csv
import datetime
import json
from collections.abc import Callable
from decimal import Decimal
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from mafia_rating import scoring
from mafia_rating.models import PARTS, Game, JudgeBonus, Season
from mafia_rating.wording import reason_sentence
from tests.factories import make_game, make_season
from tests.pages import rows_of_xlsx

from . import vectors

pytestmark = pytest.mark.django_db

SEASON = "/mafia/seasons/2025-26/"
TOP = f"{SEASON}top-10/"
COLUMNS = [
    *("place", "player", "points", "games", "wins", "win_percent", "compensations"),
    *("best_move", "bonus", "penalty", "k1", "k2", "final"),
]


def words(client: Client, address: str) -> str:
    """Return the text of a page, spaces folded."""
    response = client.get(address)
    assert response.status_code == 200
    return " ".join(unescape(strip_tags(response.content.decode().replace("<", " <"))).split())


def column(client: Client, name: str, **query: str) -> list[str]:
    """Return a column of the rows that a page of the season table shows."""
    table = client.get(SEASON, query).context["table"]
    return [str(getattr(row.record, name)) for row in table.paginated_rows]


def exported(client: Client, file_format: str, address: str = SEASON, **query: str) -> list[dict]:
    """Return the rows of a downloaded season table."""
    response = client.get(address, {"_export": file_format, **query})
    assert response.status_code == 200
    assert f".{file_format}" in response["Content-Disposition"]
    if file_format == "json":
        return json.loads(response.content)
    if file_format == "csv":
        return list(csv.DictReader(response.content.decode().splitlines()))
    return rows_of_xlsx(response.content)


def fill(games: int, players: int = 14) -> None:
    """Record games with every part of a protocol, players sitting in turn."""
    for number in range(1, games + 1):
        make_game(
            number=number,
            players=[f"Игрок {(number + seat) % players}" for seat in scoring.SEATS],
            result=("black_win", "red_win", "draw")[number % 3],
            first_killed=number % 2 or None,
            best_move=(4, 6, 8) if number % 2 else (),
            bonuses={} if number % 3 == 2 else {4: "0.3", 1: "0.2"},
            penalties=[(1, "broke_on_ten"), (1, "discretionary")] if number % 3 == 0 else (),
            removals={2: "affected"},
        )


# Without anything to show


@pytest.mark.parametrize("query", [{}, {"sort": "-points"}, {"_export": "csv"}])
def test_a_club_without_a_season(client: Client, query: dict):
    assert client.get("/mafia/", query).status_code == 200


def test_a_club_without_a_season_is_told_so(client: Client):
    assert "No season yet" in words(client, "/mafia/")


@pytest.mark.parametrize("address", [SEASON, TOP])
def test_a_season_without_games(client: Client, season: Season, address: str):
    assert "No games yet" in words(client, address)


@pytest.mark.parametrize("address", ["/mafia/seasons/none/", "/mafia/seasons/none/top-10/", "/mafia/games/7/"])
def test_unknown_addresses(client: Client, season: Season, address: str):
    assert client.get(address).status_code == 404


def test_pages_are_read_only(client: Client, season: Season):
    game = make_game()
    for address in ("/mafia/", SEASON, TOP, game.get_absolute_url()):
        assert client.post(address).status_code == 405


# Queries


@pytest.mark.parametrize("games", [1, 20])
@pytest.mark.parametrize(
    ("address", "queries"),
    [
        ("/mafia/", 5),
        (SEASON, 5),
        (f"{SEASON}?role=mafia&since=2025-10-01&min_games=2", 5),
        (f"{SEASON}?_export=csv", 3),
        (TOP, 3),
        (f"{SEASON}games/", 4),
        ("/mafia/games/{}/", 3),
    ],
)
def test_queries_do_not_grow(
    client: Client, season: Season, django_assert_num_queries: Callable, games: int, address: str, queries: int
):
    fill(games, players=max(10, games))
    address = address.format(Game.objects.first().pk)
    with django_assert_num_queries(queries):
        client.get(address)


def test_a_judge_sees_a_protocol_in_few_queries(
    judge_client: Client, season: Season, django_assert_max_num_queries: Callable
):
    game = make_game(bonuses={4: "0.6"}, penalties=[(1, "discretionary"), (1, "broke_on_ten")])
    with django_assert_max_num_queries(10):
        judge_client.get(game.get_absolute_url())


# The season table


@pytest.mark.parametrize("vector", vectors.read("mafia_seasons"), ids=lambda vector: vector["id"])
@pytest.mark.parametrize("file_format", ["json", "csv", "xlsx"])
def test_worked_season_as_a_file(client: Client, vector: dict, file_format: str):
    season = make_season(**vector["season"])
    for game in vector["games"]:
        vectors.record(game)
    rows = exported(client, file_format, season.get_absolute_url())
    assert list(rows[0]) == COLUMNS
    as_text = file_format == "csv"
    expected = [{"compensations": row["compensation_count"], **row} for row in vector["expected"]["rows"]]
    assert [{name: row[name] for name in COLUMNS if name not in ("best_move", "bonus", "penalty")} for row in rows] == [
        {name: str(row[name]) if as_text else row[name] for name in COLUMNS if name in row} for row in expected
    ]


def test_worked_season_on_the_page(client: Client):
    vector = vectors.read("mafia_seasons")[1]
    season = make_season(**vector["season"])
    for game in vector["games"]:
        vectors.record(game)
    text = words(client, season.get_absolute_url())
    assert "1 P1 5.80 4 2 50.00 1 0.40 0.90 0.00 2.9000 1.4500 4.2050" in text
    assert "most points: 5.80 P1" in text
    assert "best player, by final: 5.1200 P2" in text
    top = words(client, f"{season.get_absolute_url()}top-10/")
    assert "P10 priority" in top
    assert "P11 priority" not in top
    assert "12 P11 1 win 2.00 0.00 0.4444 1 win" in top
    assert "1 P1 free entry priority 5.80" in top
    assert "most points: 5.80 P1 best player, by final: 5.1200 P2" in top


def test_places_stay_with_their_players_when_sorted_and_paged(client: Client, season: Season):
    fill(6, players=60)
    place_of = {row["player"]: str(row["place"]) for row in exported(client, "json")}
    assert len(place_of) == 15
    for query in (
        {"sort": "player"},
        {"sort": "-final"},
        {"sort": "games"},
        {"sort": "-player", "page": "1"},
    ):
        shown = dict(zip(column(client, "player", **query), column(client, "place", **query), strict=True))
        assert shown == {player: place_of[player] for player in shown}


def test_fifty_players_a_page(client: Client, season: Season):
    for number in range(6):
        make_game(number=number + 1, players=[f"P{number * 10 + seat}" for seat in scoring.SEATS])
    assert len(column(client, "player")) == 50
    assert len(column(client, "player", page="2")) == 10
    assert len(column(client, "player", page="99")) == 10
    assert len(exported(client, "json", page="2")) == 60


@pytest.mark.parametrize(
    ("sort", "expected"),
    [("player", ["P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9", "P10"]), ("nonsense", ["P4", "P6", "P8"])],
)
def test_names_sort_with_their_numbers(client: Client, season: Season, sort: str, expected: list[str]):
    make_game()
    assert column(client, "player", sort=sort)[: len(expected)] == expected


def test_final_sorts_by_its_exact_value(client: Client, season: Season):
    fill(7)
    exact = [row.record.exact_final for row in client.get(SEASON, {"sort": "-final"}).context["table"].rows]
    assert exact == sorted(exact, reverse=True)


def test_a_page_names_leaders_season_and_games(client: Client, season: Season):
    game = make_game(bonuses={4: "0.3"})
    response = client.get(SEASON)
    for link in (
        game.get_absolute_url(),
        TOP,
        "/mafia/seasons/",
        "/mafia/all-time/",
        reverse("player", args=[game.seats.get(number=4).player_id]),
    ):
        assert f'href="{link}"' in response.content.decode()
    assert response.content.decode().count("row-leader") == 1
    assert "3 Oct 2025, table 1, game 1 Black win" in words(client, SEASON)


def test_a_closed_season_says_so(client: Client, season: Season, admin_user: User):
    assert "closed" not in words(client, SEASON)
    season.close(admin_user)
    season.closed_at = datetime.datetime(2026, 9, 5, 12, tzinfo=datetime.UTC)
    season.save()
    for page in (SEASON, TOP):
        assert "closed: the table is final closed 5 Sep 2026 by admin" in words(client, page)


def test_a_cancelled_game_is_listed_and_counts_nowhere(client: Client, season: Season, judge: User):
    make_game(players=[f"A{seat}" for seat in scoring.SEATS])
    game = make_game(number=2)
    game.cancel(judge, "played by guests")
    text = words(client, SEASON)
    assert "3 Oct 2025, table 1, game 2 cancelled" in text
    assert "Games 1 " in text
    assert {row["player"] for row in exported(client, "json")} == {f"A{seat}" for seat in scoring.SEATS}
    assert "counts nowhere" in words(client, game.get_absolute_url())


def test_every_game_of_the_season_can_be_reached(client: Client, season: Season):
    fill(60)
    first, second = (client.get(f"{SEASON}games/", {"page": page}).content.decode() for page in "12")
    for game in Game.objects.all():
        assert (f'href="{game.get_absolute_url()}"' in first) != (f'href="{game.get_absolute_url()}"' in second)
    assert first.count("/mafia/games/") == 50


# Files


def test_a_nickname_is_no_formula(client: Client, season: Season):
    odd = ["=1+1", "+1", "-1", "@sum", "\t=1", "a=b", "<b>", 'quo"te, comma', "Ёж", "P10"]
    make_game(players=odd)
    stored = {nickname.strip() for nickname in odd}
    guarded = {"'=1+1", "'+1", "'-1", "'@sum", "'=1", "a=b", "<b>", 'quo"te, comma', "Ёж", "P10"}
    assert {row["player"].strip() for row in exported(client, "json")} == stored
    assert {row["player"] for row in exported(client, "csv")} == guarded
    assert {row["player"] for row in exported(client, "xlsx")} == guarded
    assert "<b>" not in client.get(SEASON).content.decode().replace("&lt;b&gt;", "")


def test_negative_points_stay_numbers(client: Client, season: Season):
    make_game(penalties=[(1, "broke_on_ten")])
    assert {row["points"] for row in exported(client, "csv")} == {"2.00", "0.00", "-1.00"}


@pytest.mark.parametrize("wanted", ["yaml", "xls", "pdf", ""])
def test_unknown_formats_are_refused(client: Client, season: Season, wanted: str):
    assert client.get(SEASON, {"_export": wanted}).status_code == 400


def test_a_file_keeps_the_order_of_the_page(client: Client, season: Season):
    make_game()
    assert [row["player"] for row in exported(client, "json", sort="-player")][:2] == ["P10", "P9"]


# TOP-10


def test_several_leaders_wait_for_an_admin(client: Client, season: Season):
    make_game()
    text = words(client, TOP)
    assert "an admin names who gets the free entry" in text
    assert "1 P4 shares the most points priority 2.00" in text
    assert "free entry priority" not in text


# The protocol


def test_a_protocol_tells_every_point(client: Client, season: Season):
    game = make_game(first_killed=1, best_move=(4, 6, 8), bonuses={4: "0.6", 1: "0.3"}, removals={2: "affected"})
    text = words(client, game.get_absolute_url())
    assert (
        "1 P1 first killed Citizen 0.00 0.50 0.40 0.30 0.00 1.20 team lost, 0.00, rule 1 "
        "killed in the first night, red lost, +0.50, rule 2 named 4, 6, 8: three black, +0.40, rule 3 "
        "judge's bonus, +0.30, rule 4"
    ) in text
    assert "2 P2 removed Citizen 0.00 0.00 0.00 0.00 -1.00 -1.00" in text
    assert "4 P4 Mafia 2.00 0.00 0.00 0.00 0.00 2.00 team won, +2.00, rule 1 0.6 waits for the President, 0.00" in text
    assert "Best move 4 mafia 6 don 8 mafia" in text
    assert "One item waits for the President" in text


def test_a_decision_shows_on_the_protocol_and_in_the_table(client: Client, season: Season, president: User):
    game = make_game(bonuses={4: "0.6"})
    JudgeBonus.objects.get().approve(president)
    text = words(client, game.get_absolute_url())
    assert "judge's bonus, approved by the President, +0.60, rule 4" in text
    assert "waits for the President" not in text
    assert exported(client, "json")[0]["points"] == "2.60"


@pytest.mark.parametrize(("first_killed", "sentence"), [(None, "nobody: a miss"), (1, "Best move declined")])
def test_a_miss_and_a_declined_best_move(client: Client, season: Season, first_killed: int | None, sentence: str):
    assert sentence in words(client, make_game(first_killed=first_killed).get_absolute_url())


def test_stored_points_agree_with_their_reasons(season: Season):
    fill(6)
    for game in Game.objects.with_protocol():
        scored = scoring.score(game.protocol())
        for seat in game.seats.all():
            assert {part: getattr(seat, part) for part in PARTS} == {
                part: getattr(scored[seat.number], part) for part in PARTS
            }
            told = [reason_sentence(reason).split(", ")[-2] for reason in scored[seat.number].reasons]
            assert sum(map(Decimal, told)) == seat.total


def test_who_sees_the_judges_buttons(
    client: Client, outsider_client: Client, president_client: Client, judge_client: Client, season: Season, judge: User
):
    game = make_game(by=judge)
    edit, cancel, reinstate = (
        reverse(f"mafia_rating:game_{verb}", args=[game.pk]) for verb in ("edit", "cancel", "reinstate")
    )
    for reader in (client, outsider_client, president_client):
        page = reader.get(game.get_absolute_url()).content.decode()
        assert edit not in page
        assert cancel not in page
    page = judge_client.get(game.get_absolute_url()).content.decode()
    assert f'href="{edit}"' in page
    assert f'href="{cancel}"' in page
    assert reinstate not in page
    game.cancel(judge, "played by guests")
    page = judge_client.get(game.get_absolute_url()).content.decode()
    assert f'href="{reinstate}"' in page
    assert cancel not in page


def test_who_entered_a_game_is_for_staff_and_judges(
    client: Client, outsider_client: Client, president_client: Client, judge_client: Client, season: Season, judge: User
):
    address = make_game(by=judge, judge="J1").get_absolute_url()
    for reader in (client, outsider_client):
        assert "On record" not in words(reader, address)
    for reader in (president_client, judge_client):
        assert ", judge Last changed" in words(reader, address)
