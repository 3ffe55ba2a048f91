"""Two players head to head: how they are chosen, what the page says."""

import pytest
from django.test import Client

from clubsite.models import Player
from tests.factories import make_board, make_game, make_player, make_round, make_season, make_tournament
from tests.pages import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def fox() -> Player:
    return make_player("Fox")


@pytest.fixture
def tree() -> Player:
    tree = make_player("Ёлка")
    tree.aliases.create(name="Сосна")
    return tree


@pytest.mark.parametrize("typed", ["елка", "ЁЛКА", " ёл", "сосна"])
def test_the_one_found_is_shown_at_once(client: Client, fox: Player, tree: Player, typed: str):
    response = client.get(f"/players/{fox.pk}/with/", {"q": typed})
    assert (response.status_code, response.url) == (302, f"/players/{fox.pk}/with/{tree.pk}/")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "Write whom to compare with."),
        ("fox", "That is the same player"),
        ("wolf", "No other player goes by such a name."),
        ("x" * 65, "at most 64 characters"),
    ],
)
def test_who_cannot_be_compared_is_told_why(client: Client, fox: Player, typed: str, said: str):
    response = client.get(f"/players/{fox.pk}/with/", {"q": typed})
    assert response.status_code == 200
    assert said in text_of(response)


def test_of_several_one_is_chosen(client: Client, fox: Player):
    others = [make_player(name) for name in ("Wolf A", "Wolf B")]
    response = client.get(f"/players/{fox.pk}/with/", {"q": "wolf"})
    assert "Several go by such a name Wolf A Wolf B" in text_of(response)
    for other in others:
        assert f'href="/players/{fox.pk}/with/{other.pk}/"' in response.content.decode()


def test_oneself_nobody_and_the_unknown(client: Client, fox: Player):
    oneself = client.get(f"/players/{fox.pk}/with/{fox.pk}/")
    assert (oneself.status_code, "That is the same player" in text_of(oneself)) == (200, True)
    unknown = client.get(f"/players/{fox.pk}/with/999999/")
    assert (unknown.status_code, "There is no such player any more" in text_of(unknown)) == (404, True)
    assert client.get(f"/players/999999/with/{fox.pk}/").status_code == 404
    assert client.get("/players/999999/with/").status_code == 404
    assert client.post(f"/players/{fox.pk}/with/").status_code == 405
    assert client.post(f"/players/{fox.pk}/with/{fox.pk}/").status_code == 405


def test_they_have_never_met(client: Client, fox: Player, tree: Player):
    assert "They have never met" in text_of(client.get(f"/players/{fox.pk}/with/{tree.pk}/"))


def test_both_games_from_both_sides(client: Client):
    make_season()
    make_game(number=1, result="red_win", players=["A", "B", *(f"P{number}" for number in range(3, 11))])
    make_game(number=2, players=["A", *(f"P{number}" for number in range(1, 3)), "B", *(f"P{n}" for n in range(4, 10))])
    make_game(number=3, judge="B", players=["A", *(f"P{number}" for number in range(2, 11))])
    make_board(make_round(), centres=[9, 8, 8, 5, 4, 0, 0])
    first, second = make_player("A"), make_player("B")
    one = text_of(client.get(f"/players/{first.pk}/with/{second.pk}/"))
    assert "In one team Games 1 Won 1 Not won 0 Against each other Games 1 A won 0 B won 1 Draws 0" in one
    assert "A judged B 0 B judged A 1, of which A won 0" in one
    assert "3 Oct 2025 table 1, game 3 Citizen 0.00 Judge – Black win" in one
    assert "3 Oct 2025 table 1, game 2 Citizen 0.00 Mafia 2.00 Black win" in one
    assert "Boards together 1 A had more 1 B had more 0 Equal 0" in one
    other = text_of(client.get(f"/players/{second.pk}/with/{first.pk}/"))
    assert "In one team Games 1 Won 1 Not won 0 Against each other Games 1 B won 1 A won 0 Draws 0" in other
    assert "B judged A 1, of which A won 0 A judged B 0" in other
    assert "3 Oct 2025 table 1, game 2 Mafia 2.00 Citizen 0.00 Black win" in other
    assert "Boards together 1 B had more 0 A had more 1 Equal 0" in other
    met = text_of(client.get(f"/players/{first.pk}/with/"))
    assert "Most mafia games together P4 3" in met
    assert "Most boards together B 1" in met


@pytest.mark.parametrize("groups", [3, 30])
def test_queries_at_30_and_at_300_players(client: Client, django_assert_num_queries, groups: int):
    make_season()
    fox, wolf = make_player("Fox"), make_player("Wolf")
    cup = make_tournament()
    for group in range(groups):
        others = [f"{group}-{seat}" for seat in range(10)]
        make_game(number=group + 1, judge="J", players=["Fox", "Wolf", *others[:8]], first_killed=1)
        if group < 3:
            make_board(make_round(group + 1, tournament=cup), players=["Fox", "Wolf", *others[:5]])
        Player.objects.bulk_create(
            Player(nickname=name, nickname_key=name) for name in others if not Player.objects.named(name)
        )
    for path, queries in [
        (f"/players/{fox.pk}/", 10),
        (f"/players/{fox.pk}/with/", 3),
        (f"/players/{fox.pk}/with/{wolf.pk}/", 5),
    ]:
        with django_assert_num_queries(queries):
            assert client.get(path).status_code == 200
