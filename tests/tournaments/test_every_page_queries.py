"""How many queries every page of the tournaments takes, whoever reads it: at most 10, with 6 boards and with 60."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.factories import make_board, make_players, make_round, make_tournament
from tournaments.models import CentreCount, Circuit, Entrant, KeepApart, Presence, Prize, Tournament

pytestmark = pytest.mark.django_db

MOST = 10
YEARS = range(1901, 1908)


def fill(slug: str, rounds: int, boards: int) -> Tournament:
    """Make a tournament: boards with years, everybody on the list and here, two kept apart, a last round to seat."""
    cup = make_tournament(slug)
    players = list(make_players(f"P{number}" for number in range(7 * boards)).values())
    Entrant.objects.bulk_create(Entrant(tournament=cup, player=player) for player in players)
    KeepApart.add(cup, players[:2], None)
    Prize.add_derived(cup, Prize.Kind.BEST_POWER, None)
    Circuit(slug=slug, name=f"Circuit {slug}").store(None, {cup: False})
    for number in range(1, rounds + 2):
        round_ = make_round(number, "2/3", cup, last_year=YEARS[-1])
        Presence.objects.bulk_create(Presence(round=round_, player=player) for player in players)
        for table in range(boards) if number <= rounds else ():
            seated = [player.nickname for player in players[7 * table : 7 * table + 7]]
            board = make_board(round_, str(table + 1), players=seated, finished=table > 0 or number < rounds)
            CentreCount.objects.bulk_create(
                CentreCount(seat=seat, year=year, centres=4) for seat in board.seats.all() for year in YEARS
            )
    return cup


@pytest.fixture
def cups(db: None) -> list[Tournament]:
    """A tournament of 6 boards and one of 60."""
    assert connection.features.supports_json_field  # SQLite is asked once, by three queries
    return [fill("small", rounds=2, boards=3), fill("large", rounds=4, boards=15)]


def pages(patterns: list[URLPattern | URLResolver]) -> dict[str, set[str]]:
    """Return what the address of every page names, by the page's name."""
    found = {}
    for each in patterns:
        keys = set(each.pattern.converters)
        if isinstance(each, URLResolver):
            found |= {name: keys | inner for name, inner in pages(each.url_patterns).items()}
        else:
            found[each.name] = keys
    return found


def queries(client: Client, cup: Tournament) -> dict[str, int]:
    """Count the queries of every page that a reader may read."""
    board, entrant = cup.rounds.first().boards.last(), cup.entrants.first()
    keys_of = {"record": entrant.player_id, "manage_player": entrant.pk, "manage_prize": cup.prizes.first().pk}
    counted = {}
    _prefix, resolver = get_resolver().namespace_dict["tournaments"]
    for page, keys in pages(resolver.url_patterns).items():
        values = {
            "slug": cup.slug,
            "number": 1 if page == "board_restore" else cup.rounds.last().number,
            "pk": keys_of.get(page, board.pk),
        }
        address = reverse(f"tournaments:{page}", kwargs={key: values[key] for key in keys})
        with CaptureQueriesContext(connection) as captured:
            status = client.get(address).status_code
        if status == 200:
            counted[page] = len(captured)
    return counted


PUBLIC = {
    "list",
    "board",
    "board_sheet",
    "tournament",
    "my_board",
    "tv",
    "board_results",
    "prizes",
    "record",
    "circuits",
    "circuit",
}
MANAGED = {"manage", "manage_players", "manage_player", "manage_prizes", "manage_prize", "manage_rounds"}


def test_queries_of_every_page(request: pytest.FixtureRequest, cups: list[Tournament]):
    for who in ("client", "judge_client", "organiser_client", "admin_client"):
        small, large = (queries(request.getfixturevalue(who), cup) for cup in cups)
        assert small == large, who
        assert large.keys() >= (PUBLIC | MANAGED if who in ("organiser_client", "admin_client") else PUBLIC), who
        assert {page: number for page, number in large.items() if number > MOST} == {}, who
