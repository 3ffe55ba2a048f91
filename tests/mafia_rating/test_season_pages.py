"""A season's table filtered, what its numbers open, the games in pages, the archive, all seasons together."""

import datetime
import re
from collections.abc import Callable
from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.test import Client

from mafia_rating import scoring
from mafia_rating.models import Game, Penalty, Season
from tests.conftest import client_of
from tests.factories import make_game, make_player, make_season
from tests.pages import text_of

from . import vectors
from .test_public import COLUMNS, SEASON, exported, fill

pytestmark = pytest.mark.django_db

ALL_TIME = "/mafia/all-time/"


def hrefs(client: Client, address: str) -> list[str]:
    """Return where the links of a page lead."""
    return re.findall(r'href="([^"]+)"', client.get(address).content.decode().replace("&amp;", "&"))


@pytest.fixture
def two_evenings(season: Season) -> None:
    """P4 wins as mafia on 3 October, with 0.3 from the judge, and loses as a citizen on 10 October, shot first."""
    make_game("2025-10-03", bonuses={4: "0.3"})
    make_game("2025-10-10", players=["P4", *(f"P{number}" for number in (1, 2, 3, 5, 6, 7, 8, 9, 10))], first_killed=1)


# The filter


def test_a_role(client: Client, two_evenings: None):
    rows = exported(client, "json", role="mafia")
    assert [(row["place"], row["player"], row["games"], row["points"]) for row in rows] == [
        (1, "P8", 2, "4.00"),
        (2, "P4", 1, "2.30"),
        (3, "P3", 1, "2.00"),
    ]


def test_the_evenings_of_a_range(client: Client, two_evenings: None):
    last = exported(client, "json", since="2025-10-10")
    assert {row["games"] for row in last} == {1}
    assert next(row for row in last if row["player"] == "P4")["points"] == "0.50"
    first = exported(client, "json", until="2025-10-09")
    assert next(row for row in first if row["player"] == "P4")["points"] == "2.30"
    assert exported(client, "json", since="2025-10-03", until="2025-10-10") == exported(client, "json")


def test_a_filtered_table_is_ranked_anew(client: Client, two_evenings: None):
    text = text_of(client.get(SEASON, {"since": "2025-10-10", "until": "2025-10-10"}))
    assert "Filtered: evenings from 10 Oct 2025 to 10 Oct 2025." in text
    assert "Sums, coefficients and places are those of these games alone." in text
    whole = {row["player"]: row["place"] for row in exported(client, "json")}
    last = {row["player"]: row["place"] for row in exported(client, "json", since="2025-10-10")}
    assert whole["P4"] != last["P4"] == 4


def test_players_of_few_games_are_hidden_and_places_stay(client: Client, season: Season):
    make_game()
    make_game(number=2, players=["P4", *(f"Q{number}" for number in range(9))], result="red_win")
    whole = {row["player"]: row["place"] for row in exported(client, "json")}
    rows = exported(client, "json", min_games="2")
    assert [(row["player"], row["place"]) for row in rows] == [("P4", whole["P4"])]
    text = text_of(client.get(SEASON, {"min_games": "2"}))
    assert "Players with fewer than 2 games are hidden. Nothing else changes" in text
    text = text_of(client.get(SEASON, {"min_games": "2", "role": "citizen"}))
    assert "They count in the places of the filtered table." in text


def test_nothing_fits(client: Client, two_evenings: None):
    text = text_of(client.get(SEASON, {"since": "2026-01-01"}))
    assert "No player and game fits what was asked." in text
    assert "Whole table" in text


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"min_games": "0"}, "Ensure this value is greater than or equal to 1."),
        ({"min_games": "many"}, "Enter a whole number."),
        ({"role": "maniac"}, "Choose a role from the list."),
        ({"since": "soon"}, "Enter a valid date."),
        ({"since": "2025-10-10", "until": "2025-10-09"}, "The last evening is before the first."),
    ],
)
def test_faults_stand_beside_their_fields(client: Client, two_evenings: None, query: dict, sentence: str):
    response = client.get(SEASON, query)
    assert response.status_code == 200
    assert sentence in text_of(response)
    assert all(f'value="{value}"' in response.content.decode() for name, value in query.items() if name != "role")
    assert "<tbody>" not in response.content.decode()
    assert client.get(SEASON, {"_export": "csv", **query}).status_code == 400


def test_sorting_files_and_games_keep_the_filter(client: Client, two_evenings: None):
    links = hrefs(client, f"{SEASON}?role=mafia&since=2025-10-03&min_games=1")
    kept = "role=mafia&since=2025-10-03&min_games=1"
    assert {f"?{kept}&sort=-points", f"?{kept}&sort=penalty"} <= set(links)
    assert f"?{kept}&_export=csv" in links
    key = make_player("P4").pk
    assert f"{SEASON}players/{key}/?role=mafia&since=2025-10-03&part=bonus" in links
    assert f"{SEASON}players/{key}/?role=mafia&since=2025-10-03#k1" in links


def test_a_filtered_file_says_so_in_its_name(client: Client, two_evenings: None):
    assert "mafia-2025-26-filtered.csv" in client.get(SEASON, {"_export": "csv", "role": "don"})["Content-Disposition"]


# One's own row


def own(user: User, nickname: str) -> Client:
    """Log in an account that is linked to a player."""
    player = make_player(nickname)
    player.user = user
    player.save(update_fields=["user"])
    return client_of(user)


def test_ones_own_row_is_marked_and_one_jump_away(season: Season, outsider: User):
    for number in range(6):
        make_game(number=number + 1, players=[f"P{number * 10 + seat}" for seat in scoring.SEATS])
    client = own(outsider, "P51")
    assert "?page=2#you" in hrefs(client, SEASON)
    assert "?sort=-player&page=1#you" in hrefs(client, f"{SEASON}?sort=-player")
    page = client.get(SEASON, {"page": 2}).content.decode()
    assert page.count('row-own" id="you" aria-current="true"') == 1
    assert "P51 you" in text_of(client.get(SEASON, {"page": 2}))
    assert 'id="you"' not in client.get(SEASON).content.decode()


def test_nobodys_row_is_marked_for_others(client: Client, outsider_client: Client, two_evenings: None):
    for reader in (client, outsider_client):
        assert "#you" not in reader.get(SEASON).content.decode()


# What the numbers are made of


def test_a_line_opens_its_games(client: Client, two_evenings: None):
    key = make_player("P4").pk
    links = set(hrefs(client, SEASON))
    address = f"{SEASON}players/{key}/"
    parts = {f"{address}?part={part}" for part in ("win", "compensation", "best_move", "bonus", "penalty")}
    assert parts | {address, *(f"{address}#{part}" for part in ("games", "win-percent", "k1", "k2", "final"))} <= links
    text = text_of(client.get(address))
    assert "10 Oct 2025, table 1, game 1 Citizen Black win 0.00 0.50 0.00 0.00 0.00 0.50" in text
    assert "3 Oct 2025, table 1, game 1 Mafia Black win 2.00 0.00 0.00 0.30 0.00 2.30" in text
    assert "Sum 2.00 0.50 0.00 0.30 0.00 2.80" in text
    assert "Win 1 2.00 Comp. 1 0.50 Best move 1 0.00 Bonus 1 0.30 Penalty 0 0.00 All games 2 2.80" in text


def test_coefficients_stand_with_their_numbers(client: Client, two_evenings: None):
    text = text_of(client.get(f"{SEASON}players/{make_player('P4').pk}/"))
    assert "Win % = 100 × wins / games 100 × 1 / 2 = 50.00" in text
    assert "K1 = points × win % / 100 2.80 × 50 / 100 = 1.4000" in text
    assert "K2 = points / games 2.80 / 2 = 1.4000" in text
    assert "Final = K1 × K2 (7/5) × (7/5) = 1.9600" in text


def test_the_games_of_a_part(client: Client, two_evenings: None):
    text = text_of(client.get(f"{SEASON}players/{make_player('P4').pk}/", {"part": "compensation"}))
    assert "Games with points in: Comp." in text
    assert "10 Oct 2025, table 1, game 1 Citizen" in text
    assert "3 Oct 2025, table 1, game 1 Mafia" not in text
    assert "Sum 0.00 0.50 0.00 0.00 0.00 0.50" in text


def test_a_best_move_of_no_points_stands_in_its_list(client: Client, season: Season):
    """P1 names three black, then one, then nobody; in the fourth game P4, a black player, is shot first."""
    for number, (killed, named) in enumerate([(1, (4, 6, 8)), (1, (2, 3, 4)), (1, ()), (4, (1, 2, 3))], start=1):
        make_game(number=number, first_killed=killed, best_move=named)
    address = f"{SEASON}players/{{}}/?part=best_move"
    text = text_of(client.get(address.format(make_player("P1").pk)))
    assert "Best move 3 0.40" in text
    assert "game 3 no best move, 0.00, rule 3 Citizen" in text
    assert "game 2 named 2, 3, 4: one black, 0.00, rule 3 Citizen" in text
    assert "game 1 named 4, 6, 8: three black, +0.40, rule 3 Citizen" in text
    assert "Sum 0.00 1.50 0.40 0.00 0.00 1.90" in text
    assert "Best move 0 0.00" in text_of(client.get(address.format(make_player("P4").pk)))


def test_what_waits_or_was_rejected_stands_in_its_list(client: Client, season: Season, president: User):
    make_game(bonuses={4: "0.6"}, penalties=[(1, "discretionary")])
    make_game(
        number=2, bonuses={4: "0.3"}, penalties=[(1, "discretionary"), (1, "broke_on_ten")], removals={1: "affected"}
    )
    Penalty.objects.filter(seat__game__number=2, ground="discretionary").get().reject(president)
    text = text_of(client.get(f"{SEASON}players/{make_player('P4').pk}/?part=bonus"))
    assert "Bonus 2 0.30" in text
    assert "game 1 0.6 waits for the President, 0.00, rule 4 Mafia" in text
    assert "game 2 judge's bonus, +0.30, rule 4 Mafia" in text
    text = text_of(client.get(f"{SEASON}players/{make_player('P1').pk}/?part=penalty"))
    assert "Penalty 2 -2.00" in text
    assert "game 1 at the judge's discretion: waits for the President, 0.00, rule 5 Citizen" in text
    assert "removal that affected the game, -1.00, rule 5" in text
    assert "at the judge's discretion: rejected by the President, 0.00, rule 5" in text


def test_the_games_of_a_filtered_line(client: Client, two_evenings: None):
    address = f"{SEASON}players/{make_player('P4').pk}/"
    text = text_of(client.get(address, {"role": "mafia"}))
    assert "Filtered: games as mafia" in text
    assert "Sum 2.00 0.00 0.00 0.30 0.00 2.30" in text
    assert "100 × 1 / 1 = 100.00" in text
    assert client.get(address, {"since": "soon"}).status_code == 400


def test_cancelled_games_are_in_no_sum(client: Client, two_evenings: None, judge: User):
    Game.objects.get(played_on="2025-10-10").cancel(judge, "played by guests")
    text = text_of(client.get(f"{SEASON}players/{make_player('P4').pk}/"))
    assert "10 Oct 2025" not in text
    assert "Sum 2.00 0.00 0.00 0.30 0.00 2.30" in text


def test_players_without_games_and_unknown_ones(client: Client, two_evenings: None):
    assert "No games here" in text_of(client.get(f"{SEASON}players/{make_player('Fox').pk}/"))
    assert client.get(f"{SEASON}players/99999/").status_code == 404
    assert client.get("/mafia/seasons/none/players/1/").status_code == 404
    assert client.get("/mafia/all-time/players/99999/").status_code == 404


@pytest.mark.parametrize("vector", vectors.read("mafia_seasons"), ids=lambda vector: vector["id"])
def test_every_line_of_a_worked_season_is_the_sum_of_its_games(client: Client, vector: dict):
    season = make_season(**vector["season"])
    for game in vector["games"]:
        vectors.record(game)
    for row in vector["expected"]["rows"]:
        response = client.get(season.player_url(make_player(row["player"]).pk))
        text = text_of(response)
        assert f"Place {row['place']} Points {row['points']} Final {row['final']} Games {row['games']}" in text
        assert f"All games {row['games']} {row['points']}" in text
        assert re.search(rf"Win {row['wins']} \d", text)
        assert re.search(rf"Comp\. {row['compensation_count']} \d", text)
        for name in ("win_percent", "k1", "k2", "final"):
            assert re.search(rf"[=≈] {row[name]} ", text)
        seats = [shown.record for shown in response.context["table"].rows]
        assert len(seats) == row["games"]
        assert sum(seat.total for seat in seats) == Decimal(row["points"])


# The archive and all seasons together


def test_the_archive(client: Client, season: Season, admin_user: User):
    old = make_season("2024-25", "2024-09-01", "2025-08-31")
    make_season("2026-27", "2026-09-01", "2027-08-31")
    make_game("2025-03-01", bonuses={4: "0.3"})
    make_game("2025-10-03", result="red_win", bonuses={1: "0.2"})
    make_game("2025-10-04", status="cancelled")
    old.close(admin_user)
    response = client.get("/mafia/seasons/")
    assert response.context["seasons"].ordered  # a query that groups leaves out the model's ordering
    text = text_of(response)
    assert "Season 2026-27 1 Sep 2026 – 31 Aug 2027 open 0 0" in text
    assert "Season 2025-26 1 Sep 2025 – 31 Aug 2026 open 1 10 P1 2.20 P1 4.8400" in text
    assert "Season 2024-25 1 Sep 2024 – 31 Aug 2025 closed 1 10 P4 2.30 P4 5.2900" in text


def test_an_empty_archive(client: Client, db: None):
    assert "No season yet" in text_of(client.get("/mafia/seasons/"))
    assert "No player and game fits" in text_of(client.get(ALL_TIME))


def test_all_seasons_together(client: Client, season: Season):
    make_season("2024-25", "2024-09-01", "2025-08-31")
    make_game("2025-03-01", bonuses={4: "0.3"})
    make_game("2025-10-03", bonuses={4: "0.2"})
    rows = exported(client, "csv", ALL_TIME)
    assert list(rows[0]) == COLUMNS
    assert rows[0]["player"] == "P4"
    assert (rows[0]["games"], rows[0]["wins"], rows[0]["points"], rows[0]["final"]) == ("2", "2", "4.50", "10.1250")
    key = make_player("P4").pk
    assert f"/mafia/all-time/players/{key}/?part=bonus" in hrefs(client, ALL_TIME)
    text = text_of(client.get(f"/mafia/all-time/players/{key}/"))
    assert "Sum 4.00 0.00 0.00 0.50 0.00 4.50" in text


# Queries


CLUB_PAGES = [
    SEASON,
    f"{SEASON}?role=citizen&min_games=1",
    f"{SEASON}top-10/",
    f"{SEASON}games/",
    f"{SEASON}chart/",
    f"{SEASON}players/{{}}/?part=penalty",
    "/mafia/seasons/",
    ALL_TIME,
    f"{ALL_TIME}players/{{}}/",
]


@pytest.mark.parametrize("players", [30, 300])
def test_queries_at_30_and_at_300_players(
    season: Season, outsider: User, django_assert_max_num_queries: Callable, players: int
):
    for number in range(players // 10):
        day = season.starts_on + datetime.timedelta(days=number)
        make_game(day.isoformat(), players=[f"P{number * 10 + seat}" for seat in scoring.SEATS])
    client = own(outsider, "P1")
    for page in CLUB_PAGES:
        address = page.format(make_player("P1").pk)
        with django_assert_max_num_queries(10, info=address):
            assert client.get(address).status_code == 200, address


@pytest.mark.parametrize("games", [1, 20])
@pytest.mark.parametrize(
    ("address", "queries"),
    [
        (f"{SEASON}games/", 4),
        (f"{SEASON}chart/", 4),
        (f"{SEASON}players/{{}}/", 5),
        ("/mafia/seasons/", 3),
        (ALL_TIME, 1),
        (f"{ALL_TIME}players/{{}}/", 4),
    ],
)
def test_queries_do_not_grow(
    client: Client, season: Season, django_assert_num_queries: Callable, games: int, address: str, queries: int
):
    fill(games)
    address = address.format(Game.objects.first().seats.first().player_id)
    with django_assert_num_queries(queries):
        client.get(address)


@pytest.mark.parametrize(
    "address", [f"{SEASON}games/", f"{SEASON}chart/", f"{SEASON}players/1/", "/mafia/seasons/", ALL_TIME]
)
def test_pages_are_read_only(client: Client, season: Season, address: str):
    assert client.post(address).status_code == 405
