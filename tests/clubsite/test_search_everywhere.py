"""Whatever looks a player up finds one by any spelling of the nickname and by an alias."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from clubsite.forms import KnownPlayerField
from clubsite.models import Player
from mafia_rating.views.season_chart import ChosenForm
from tests.factories import make_board, make_cup, make_game, make_player, make_round, make_season
from tournaments.models import Entrant, KeepApart, Presence

pytestmark = pytest.mark.django_db

SPELLINGS = ["Ёлка", "елка", "ЁЛКА", "сосна"]
LISTS = [
    *("clubsite/player", "mafia_rating/game", "mafia_rating/seat", "mafia_rating/judgebonus", "mafia_rating/penalty"),
    *("mafia_rating/cupentry", "tournaments/board", "tournaments/seat", "tournaments/entrant"),
    *("tournaments/keepapart", "tournaments/presence"),
]


@pytest.fixture
def tree() -> Player:
    """A player who is everywhere, among others."""
    today = timezone.localdate()
    season = make_season(starts_on=f"{today.year - 1}-01-01", ends_on=f"{today.year + 1}-12-31")
    tree = make_player("Ёлка")
    tree.aliases.create(name="Сосна")
    others = [f"P{number}" for number in range(2, 11)]
    make_game(f"{today.year}-01-01", players=["Ёлка", *others], bonuses={1: "0.3"}, penalties=[(1, "false_check")])
    make_cup(season).register(tree, User.objects.create_superuser("root"))
    round_ = make_round()
    make_board(round_, players=["Ёлка", *"BCDEFG"])
    for player in (tree, make_player("B")):
        Entrant.objects.create(tournament=round_.tournament, player=player)
    KeepApart.objects.create(tournament=round_.tournament, first=tree, second=make_player("B"))
    Presence.objects.create(round=round_, player=tree, kind=Presence.Kind.SITS_OUT)
    return tree


@pytest.mark.parametrize("typed", SPELLINGS)
def test_every_look_up(client: Client, tree: Player, typed: str):
    listed = client.get("/players/", {"q": typed}).context["table"].page.object_list
    assert [row.record for row in listed] == [tree]
    [found] = client.get("/tournaments/cup/my-board/", {"q": typed}).context["found"]
    assert found[0].player == tree
    other = make_player("P2")
    assert client.get(f"/players/{other.pk}/with/", {"q": typed}).url == f"/players/{other.pk}/with/{tree.pk}/"
    chart = client.get("/mafia/seasons/2025-26/chart/", {"player_1": typed})
    assert [line.player for line, _drawn in chart.context["lines"]] == ["Ёлка"]
    assert KnownPlayerField().clean(typed) == tree


@pytest.mark.parametrize("typed", SPELLINGS)
@pytest.mark.parametrize("listing", LISTS)
def test_every_list_of_the_admin(client: Client, tree: Player, listing: str, typed: str):
    client.force_login(User.objects.get(username="root"))
    found = client.get(f"/admin/{listing}/", {"q": typed})
    assert found.context["cl"].result_count == 1
    assert client.get(f"/admin/{listing}/", {"q": "nobody at all"}).context["cl"].result_count == 0


def test_nobody_else_is_drawn(tree: Player):
    form = ChosenForm({"player_1": "сосна", "player_2": "B"}, table=[])
    assert set(form.errors) == {"player_1", "player_2"}
    assert form.chosen() == []
