"""Whatever an address or its query says, the answer is a page or a refusal, never a failure of the server."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from clubsite.models import Player
from mafia_rating.models import Game, JudgeBonus
from tests.conftest import client_of
from tests.factories import make_board, make_game, make_round, make_season, make_tournament
from tournaments.models import Board

pytestmark = pytest.mark.django_db

LONG = "я" * 3000
HUGE = 10**30

QUERIES = [
    *(f"page={page}" for page in ("abc", "0", "-1", "99999", HUGE, "1.5", "", "%00", "٣")),
    *(f"per_page={number}" for number in ("0", "-1", HUGE)),
    *(f"sort={order}" for order in ("zzz", "-", "--final", "-final,,", "place,-place", "round_99", "__class__", "%00")),
    *(f"_export={kind}" for kind in ("exe", "", "../csv", "%00")),
    *(f"q={text}" for text in ("%00", "%FF%FE", "%D0", "a%00b", LONG, "%25_", "'\"<>", "\\", "%ED%A0%80")),
    *(f"games={which}" for which in ("none", "%00")),
    *(f"austria_centres={count}" for count in ("x", "-1", HUGE, "%00", "3.5", "٣")),
    "%FF=%FE",
    "=&&=&q=a&q=b&page=1&page=2",
    "next=//elsewhere.example/",
    "&".join(f"k{number}=1" for number in range(500)),
]
# Pages without a table or a search read nothing of it, the forms and the admin little.
FEW_QUERIES = [
    "q=%00",
    "q=%FF%FE",
    "q=\\",
    "%FF=%FE",
    "p=-1&o=zzz&all=%00",
    "_changelist_filters=%FF&status__exact=%00&e=1",
]

ASKED = [
    *("/players/", "/mafia/", "/mafia/seasons/2025-26/", "/baf/"),
    *("/tournaments/", "/tournaments/cup/", "/tournaments/cup/tv/"),
]
TOLD = [
    "/",
    "/players/{player}/",
    "/mafia/seasons/2025-26/top-10/",
    "/mafia/games/{game}/",
    "/tournaments/boards/{board}/",
    "/tournaments/cup/players/{player}/",
]
LOG_IN = "/accounts/login/"
ENTRY = [
    "/mafia/games/new/",
    "/mafia/games/{game}/edit/",
    "/tournaments/cup/boards/new/",
    "/tournaments/boards/{board}/edit/",
]
PAGES = [*ASKED, *TOLD]
ADMIN = [
    "/admin/",
    "/admin/mafia_rating/game/",
    "/admin/mafia_rating/game/waiting/",
    "/admin/mafia_rating/game/{game}/change/",
    "/admin/mafia_rating/judgebonus/",
    "/admin/mafia_rating/seat/",
    "/admin/mafia_rating/season/",
    "/admin/clubsite/player/",
    "/admin/tournaments/board/",
    "/admin/tournaments/tournament/",
]
ABSENT = [
    pattern.format(part)
    for pattern, parts in {
        "/players/{}/": ("0", HUGE, "-1", "1.5", "x", "%00", "٣"),
        "/players/{}/with/1/": ("0", HUGE, 2**63, "x"),
        "/players/1/with/{}/": ("0", HUGE, 2**63, "x"),
        "/mafia/games/{}/": ("0", HUGE, "-1", "x", "%00"),
        "/mafia/games/{}/edit/": ("0", HUGE),
        "/mafia/seasons/{}/": ("nothing", "сезон", "%D1%81", "%00", "%FF", LONG, "a b", ".."),
        "/mafia/seasons/{}/top-10/": ("nothing", "сезон"),
        "/tournaments/{}/": ("nothing", "кубок", "%00", "%FF", LONG),
        "/tournaments/{}/boards/new/": ("nothing", "кубок"),
        "/tournaments/boards/{}/": ("0", HUGE, "-1", "x"),
        "/tournaments/cup/players/{}/": ("0", HUGE, "-1", "x"),
        "/tournaments/boards/{}/edit/": ("0", HUGE),
    }.items()
    for part in parts
]


@pytest.fixture
def places() -> dict[str, int]:
    """A club with a page of every kind; the keys by their names in the addresses."""
    make_season()
    make_game(first_killed=1, best_move=(4, 6, 8), bonuses={4: "0.6"}, penalties=[(1, "discretionary")])
    make_board(make_round(tournament=make_tournament()))
    return {
        "game": Game.objects.get().pk,
        "board": Board.objects.get().pk,
        "player": Player.objects.first().pk,
        "bonus": JudgeBonus.objects.get().pk,
    }


@pytest.fixture
def master() -> Client:
    """Somebody to whom every page is open; a failure is an answer of 500 here, as it would be for a visitor."""
    client = client_of(User.objects.create_superuser("master"))
    client.raise_request_exception = False
    return client


def stored() -> list[list[tuple]]:
    return [list(model.objects.order_by("pk").values_list()) for model in (Game, Board, Player, JudgeBonus)]


@pytest.mark.parametrize(
    ("address", "queries"),
    [*((each, QUERIES) for each in ASKED), *((each, FEW_QUERIES) for each in (*TOLD, LOG_IN, *ENTRY, *ADMIN))],
)
def test_no_query_breaks_a_page(master: Client, places: dict[str, int], address: str, queries: list[str]):
    before = stored()
    for query in queries:
        status = master.get(f"{address.format(**places)}?{query}").status_code
        assert status in (200, 302, 400, 404), f"{query[:80]}: {status}"
    assert stored() == before


@pytest.mark.parametrize("address", ["/players/", "/baf/"])
def test_no_query_breaks_what_is_asked_while_one_types(master: Client, places: dict[str, int], address: str):
    for query in QUERIES:
        assert master.get(f"{address}?{query}", headers={"HX-Request": "true"}).status_code in (200, 400, 404)


@pytest.mark.parametrize("address", [*PAGES, LOG_IN, *ENTRY, *ADMIN])
def test_pages_answer_to_head_and_refuse_what_they_do_not_know(master: Client, places: dict[str, int], address: str):
    answers = (405,) if address in PAGES else (200, 302, 400, 403, 405)
    address = address.format(**places)
    assert master.head(address).status_code == 200
    for method in (master.put, master.delete, master.patch, master.trace):
        assert method(address).status_code in (200, 302, 400, 403, 405)
    for data in ({}, {"entry_token": "x", "version": "x"}, {"table": LONG, "judge": "\x00", "played_on": HUGE}):
        assert master.post(address, data).status_code in answers
    body = b"\xff\xfe=%FF&austria_centres=\x00"
    assert master.post(address, body, content_type="application/x-www-form-urlencoded").status_code < 500


@pytest.mark.parametrize("address", ABSENT)
def test_what_does_not_exist_is_not_found(master: Client, places: dict[str, int], address: str):
    assert master.get(address).status_code == 404


@pytest.mark.parametrize("key", [0, HUGE])
def test_a_decision_on_what_does_not_exist_decides_nothing(master: Client, places: dict[str, int], key: int):
    before = stored()
    for action in ("approve", "reject"):
        assert master.post(f"/admin/mafia_rating/judgebonus/{key}/{action}/").status_code in (302, 404)
        assert master.get(f"/admin/mafia_rating/judgebonus/{places['bonus']}/{action}/").status_code == 405
    assert stored() == before
