"""The list of players with its search, and a player's page."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from clubsite.models import Player
from mafia_rating.models.career import met_in_games
from tests.factories import make_board, make_game, make_player, make_round, make_season, make_tournament
from tests.pages import text_of
from tournaments.models import Entrant, KeepApart, Prize
from tournaments.models.career import met_on_boards
from tournaments.record import Record

pytestmark = pytest.mark.django_db

LIST_QUERIES = 2
PLAYER_QUERIES = 10


def found(client: Client, **query: str) -> list[str]:
    """Return the nicknames that a search lists."""
    return [row.record.nickname for row in client.get("/players/", query).context["table"].page.object_list]


def test_the_list_counts_what_counts(client: Client):
    make_season()
    make_game(number=1)
    make_game(number=2, judge="P1", players=["A", *(f"P{number}" for number in range(2, 11))])
    make_game(number=3, status="cancelled")
    this_round = make_round()
    make_board(this_round)
    make_board(make_round(2, tournament=this_round.tournament), finished=False)
    text = text_of(client.get("/players/"))
    # Mafia games, boards, games judged.
    assert "A 1 1 0" in text
    assert "J1 0 0 1" in text
    assert "P1 1 0 1" in text
    assert "P2 2 0 0" in text


@pytest.mark.parametrize("typed", ["ежик", "ЁЖИК", " Ёжик ", "ёж"])
def test_search_knows_neither_case_nor_yo(client: Client, typed: str):
    make_player("Ёжик в тумане")
    make_player("Лис")
    assert found(client, q=typed) == ["Ёжик в тумане"]


@pytest.mark.parametrize("typed", ["%", "_", "Secret", "secret name"])
def test_search_is_for_nicknames_as_typed(client: Client, typed: str):
    make_player("Fox", full_name="Secret Name")
    assert found(client, q=typed) == []


def test_a_search_that_finds_nobody_says_so(client: Client):
    make_player("Fox")
    text = text_of(client.get("/players/", {"q": "wolf"}))
    assert "0 players" in text
    assert "No player goes by such a name." in text


def test_a_new_club_has_no_players_yet(client: Client):
    assert "The club has no players yet." in text_of(client.get("/players/"))


@pytest.mark.parametrize("typed", ["\0", "x" * 65])
def test_a_search_that_cannot_be_is_told_what_is_wrong(client: Client, typed: str):
    make_player("Fox")
    response = client.get("/players/", {"q": typed})
    assert response.status_code == 200
    assert response.context["form"].errors["q"]
    assert "Fox" not in text_of(response)


def test_the_list_is_by_name_unless_asked_otherwise(client: Client):
    make_season()
    make_game(players=[f"P{number}" for number in range(10)])
    make_player("a")
    assert found(client)[:2] == ["a", "J1"]
    assert found(client, sort="-nickname")[0] == "P9"
    assert found(client, sort="-judged")[0] == "J1"
    assert found(client, sort="nonsense")[0] == "a"


def test_the_list_comes_in_pages(client: Client):
    for number in range(51):
        make_player(f"P{number:02}")
    assert len(found(client)) == 50
    assert found(client, page="2") == ["P50"]
    assert 'href="?q=P&amp;page=2"' in client.get("/players/", {"q": "P"}).content.decode()


def test_an_inactive_player_is_marked(client: Client):
    fox = make_player("Fox", active=False)
    assert "Fox inactive 0 0 0" in text_of(client.get("/players/"))
    assert "Fox inactive" in text_of(client.get(f"/players/{fox.pk}/"))


def test_a_player_of_both_games(client: Client):
    make_season("2024-25", "2024-09-01", "2025-08-31", name="Last season")
    make_season("2025-26", "2025-09-01", "2026-08-31", name="This season")
    fox = make_player("Fox")
    others = [f"P{number}" for number in range(2, 11)]
    # Seat 1 is a citizen, seat 4 mafia.
    make_game("2025-03-01", result="red_win", players=["Fox", *others], bonuses={1: "0.3"})
    make_game("2025-10-03", result="red_win", players=[*others[:3], "Fox", *others[3:]])
    make_game("2025-10-03", number=2, result="black_win", players=["Fox", *others], first_killed=1)
    make_game("2025-10-03", number=3, judge="Fox", status="final")
    cup = make_tournament(name="Cup")
    make_board(make_round(1, "2/3", cup), centres=[9, 8, 8, 5, 4, 0, 0], players=["Fox", *"BCDEFG"])
    make_board(make_round(2, "1", cup), players=[*"BCDEFG", "Fox"], finished=False)

    text = text_of(client.get(f"/players/{fox.pk}/"))

    assert "Mafia games 3 Games won 1 Win % 33.33 Mafia points 2.80" in text
    assert "Diplomacy boards 1 Games judged 1" in text
    # Place (nine of the others won a game), points, final, games, wins, win %.
    assert "This season 10 0.50 0.0000 2 0 0.00 Last season 1 2.30 5.2900 1 1 100.00" in text
    # Games, wins, win %, points.
    assert "Citizen 2 1 50.00 2.80 Mafia 1 0 0.00 0.00 All roles 3 1 33.33 2.80" in text
    # Points, role, result, and their parts.
    assert "3 Oct 2025 table 1, game 2 0.50 Citizen Black win 0.00 0.50 0.00 0.00 0.00" in text
    assert "1 Mar 2025 table 1, game 1 2.30 Citizen Red win 2.00 0.00 0.00 0.30 0.00" in text
    # Place, total, boards, sole tops, best.
    assert "Cup 1 33.996 1 1 33.996" in text
    # Power, centres, score, weighted.
    assert "Cup Round 1, Table 1 Austria 9 50.994 33.996 Sole top" in text
    assert "Cup Round 2, Table 1 Turkey 4" in text


def test_a_player_who_only_judged(client: Client):
    make_season()
    make_game()
    text = text_of(client.get(f"/players/{make_player('J1').pk}/"))
    assert "Games judged 1" in text
    assert "Not played yet" not in text


def test_a_player_without_games_is_welcome(client: Client):
    make_season()
    make_game(status="cancelled")
    text = text_of(client.get(f"/players/{make_player('P1').pk}/"))
    assert "Not played yet" in text
    assert "Latest games" not in text


def test_nicknames_are_text_and_full_names_are_secret(client: Client):
    fox = make_player("<i>Лис</i>", full_name="Secret Name")
    for path in ("/players/", f"/players/{fox.pk}/"):
        page = client.get(path).content.decode()
        assert "&lt;i&gt;Лис&lt;/i&gt;" in page
        assert "<i>" not in page
        assert "Secret" not in page


@pytest.mark.parametrize("path", ["/players/0/", "/players/99999999999999999999999/", "/players/fox/"])
def test_nobody_of_this_id(client: Client, path: str):
    assert client.get(path).status_code == 404


def test_only_reading(client: Client):
    fox = make_player("Fox")
    assert client.post("/players/").status_code == 405
    assert client.post(f"/players/{fox.pk}/").status_code == 405


@pytest.mark.parametrize("size", [1, 3])
def test_queries(client: Client, django_assert_num_queries, size: int):
    fox = make_player("Fox")
    for number in range(1, size + 1):
        year = 2020 + number
        make_season(f"{year}", f"{year}-01-01", f"{year}-12-31")
        make_game(f"{year}-05-01", players=["Fox", *(f"{number}-{seat}" for seat in range(2, 11))])
        make_board(make_round(tournament=make_tournament(f"cup-{number}")), players=["Fox", *"BCDEFG"])
    with django_assert_num_queries(LIST_QUERIES):
        client.get("/players/")
    with django_assert_num_queries(PLAYER_QUERIES):
        client.get(f"/players/{fox.pk}/")


def test_guest_2_comes_before_guest_10_in_every_list(client: Client):
    make_season()
    named = [f"Guest {number}" for number in (10, 2, 1, 33, 4, 5, 6)]
    in_order = [f"Guest {number}" for number in (1, 2, 4, 5, 6, 10, 33)]
    board = make_board(players=named)
    make_game(players=[*named, "A", "B", "C"])
    cup = board.round.tournament
    guests = [make_player(name) for name in named]
    Entrant.objects.bulk_create(Entrant(tournament=cup, player=guest) for guest in guests)
    for guest in guests[1:3]:
        KeepApart.add(cup, [guests[0], guest], None)
    guest_10 = guests[0]

    assert found(client, q="guest") == in_order
    assert [name for name, alias in Player.objects.offered()] == ["A", "B", "C", *in_order, "J1"]
    assert [str(entrant) for entrant in cup.entrants.with_players()] == in_order
    assert [str(pair) for pair in cup.kept_apart.with_players()] == ["Guest 10 – Guest 1", "Guest 10 – Guest 2"]
    assert [str(player) for player in Prize(tournament=cup).candidates()] == in_order
    assert [
        str(each[0].player) for each in client.get(f"{cup.get_absolute_url()}my-board/?q=guest").context["found"]
    ] == (in_order)
    others = [name for name in in_order if name != "Guest 10"]
    assert [(times, [str(met) for met in players]) for times, players in Record(cup, guest_10).meetings()] == [
        (1, others)
    ]
    assert [name for _pk, name, _times in met_on_boards(guest_10, 3)] == others[:3]
    assert [name for _pk, name, _times in met_in_games(guest_10, 9)] == ["A", "B", "C", *others]


def test_another_nickname_puts_a_player_elsewhere_in_the_order(organiser: User):
    for number in (2, 10):
        make_player(f"Guest {number}")
    Player.objects.named("Guest 2").rename("Guest 11", organiser)
    assert [player.nickname for player in Player.objects.all()] == ["Guest 10", "Guest 11"]
