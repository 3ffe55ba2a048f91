"""Who opens the organiser's pages and who writes there: the same for every one of them."""

import datetime
from collections.abc import Callable

import pytest
from django.urls import URLPattern, reverse

from tests.clubsite.club_files import everything_stored
from tests.factories import make_player, make_round, make_tournament
from tournaments import urls_organise
from tournaments.models import Entrant, KeepApart, Presence, Prize, Tournament

pytestmark = pytest.mark.django_db

ROUND = {"number": "1", "weight": "7/9", "last_year": "1907"}
DETAILS = {"name": "Renamed", "slug": "cup", "starts_on": "2025-07-12", "ends_on": "2025-07-14"}

# Every page: how it is read (None: it is only written to), and what is sent to it.
PAGES = {
    "manage/": ("get", None),
    "manage/edit/": ("get", DETAILS),
    "manage/status/": (None, {"step": "finish"}),
    "manage/players/": ("get", None),
    "manage/players/add/": (None, {"player": "Hund"}),
    "manage/players/list/": ("get", {"text": "Hund", "confirmed": "1"}),
    "manage/players/apart/": (None, {"first": "Fuchs", "second": "Luchs"}),
    "manage/players/apart/{pair}/delete/": (None, {}),
    "manage/players/{entrant}/": ("get", {"team": "Reds", "wishes": "R"}),
    "manage/players/{entrant}/withdraw/": (None, {}),
    "manage/players/{withdrawn}/take-back/": (None, {}),
    "manage/players/{entrant}/remove/": (None, {}),
    "manage/prizes/": ("get", None),
    "manage/prizes/add/": (None, {"kind": "best_power"}),
    "manage/prizes/new/": ("get", {"name": "Fair play"}),
    "manage/prizes/{prize}/": ("get", {"name": "The golden sultan"}),
    "manage/prizes/{prize}/delete/": (None, {}),
    "manage/rounds/": ("get", {**ROUND, "number": "2"}),
    "manage/rounds/1/": ("get", ROUND),
    "manage/rounds/1/delete/": (None, {}),
    "manage/rounds/1/call/": ("get", {"everybody": "1"}),
}
READ = [place for place, (method, _data) in PAGES.items() if method]
WRITTEN = [place for place, (_method, data) in PAGES.items() if data is not None]
BAD_IDS = {
    "manage/players/apart/{pair}/delete/": "manage/players/apart/{foreign_pair}/delete/",
    "manage/players/{entrant}/": "manage/players/{foreign}/",
    "manage/players/{entrant}/withdraw/": "manage/players/{foreign}/withdraw/",
    "manage/players/{withdrawn}/take-back/": "manage/players/{foreign}/take-back/",
    "manage/players/{entrant}/remove/": "manage/players/{foreign}/remove/",
    "manage/prizes/{prize}/": "manage/prizes/{foreign_prize}/",
    "manage/prizes/{prize}/delete/": "manage/prizes/{foreign_prize}/delete/",
    "manage/rounds/1/": "manage/rounds/7/",
    "manage/rounds/1/delete/": "manage/rounds/7/delete/",
    "manage/rounds/1/call/": "manage/rounds/7/call/",
}


def every_address() -> dict[str, str]:
    """Return an address of every organiser's page there is, by the page's name; the keys in it name nothing."""
    return {each.name: _address(each) for each in urls_organise.urlpatterns}


def _address(page: URLPattern) -> str:
    keys = {name: "7" if name in ("pk", "number") else name for name in page.pattern.converters}
    return reverse(f"tournaments:{page.name}", kwargs={"slug": "cup", **keys})


@pytest.fixture
def keys(cup: Tournament) -> dict[str, int]:
    """What the addresses name: who is on the list of the cup, two to keep apart, and the same elsewhere."""
    fox, wolf, owl, lynx = (make_player(nickname) for nickname in ("Fuchs", "Wolf", "Eule", "Luchs"))
    make_player("Hund")
    Entrant.objects.create(tournament=cup, player=lynx)
    foreign = make_tournament("foreign")
    make_round(1, "2/3", cup)
    make_round(7, "2/3", foreign)
    return {
        "entrant": Entrant.objects.create(tournament=cup, player=fox).pk,
        "withdrawn": Entrant.objects.create(tournament=cup, player=wolf, withdrawn=True).pk,
        "pair": KeepApart.add(cup, (fox, wolf), None).pk,
        "foreign": Entrant.objects.create(tournament=foreign, player=owl).pk,
        "foreign_pair": KeepApart.add(foreign, (fox, owl), None).pk,
        "prize": Prize.objects.create(tournament=cup, kind="best_power", power="turkey").pk,
        "foreign_prize": Prize.objects.create(tournament=foreign, kind="best_power", power="turkey").pk,
    }


@pytest.fixture
def address(keys: dict[str, int]) -> Callable[[str], str]:
    """A function that fills in the keys of an address."""
    return lambda place, slug="cup": f"/tournaments/{slug}/" + place.format(**keys)


def stored() -> list:
    """Return all that the pages can change, as rows."""
    tournaments = Tournament.objects.order_by("pk")
    return [
        list(tournaments.values_list("name", "status", "rounds__number", "rounds__weight").order_by("pk", "rounds")),
        list(Entrant.objects.order_by("pk").values_list("player", "team", "preferences", "withdrawn")),
        list(KeepApart.objects.values_list("first", "second")),
        list(Prize.objects.order_by("pk").values_list("tournament", "kind", "power", "name", "by_hand", "winners")),
        list(Presence.objects.order_by("pk").values_list("round", "player", "kind")),
    ]


@pytest.mark.parametrize("place", READ)
def test_organiser_and_colleague_read_and_nothing_changes(
    organiser_client, colleague_client, admin_client, address, place
):
    before = stored()
    for client in (organiser_client, colleague_client, admin_client):
        assert client.get(address(place)).status_code == 200
    assert stored() == before


@pytest.mark.parametrize("place", WRITTEN)
@pytest.mark.parametrize("who", ["organiser_client", "colleague_client", "admin_client"])
def test_organiser_colleague_and_admin_write(request, address, place, who):
    before = stored()
    response = request.getfixturevalue(who).post(address(place), PAGES[place][1])
    assert response.status_code == 302
    assert stored() != before


@pytest.mark.parametrize("place", PAGES)
@pytest.mark.parametrize("who", ["other_client", "judge_client", "president_client", "outsider_client"])
def test_nobody_else_reads_or_writes(request, address, place, who):
    client, before = request.getfixturevalue(who), stored()
    method, data = PAGES[place]
    if method:
        assert client.get(address(place)).status_code == 403
    if data is not None:
        assert client.post(address(place), data).status_code == 403
    assert stored() == before


@pytest.mark.parametrize("address", [pytest.param(each, id=name) for name, each in every_address().items()])
@pytest.mark.parametrize("who", ["other_client", "judge_client", "president_client", "outsider_client"])
def test_no_page_of_an_organiser_is_forgotten(request, cup, keys, address, who):
    client, before = request.getfixturevalue(who), everything_stored()
    assert {client.get(address).status_code, client.post(address).status_code} in ({403}, {403, 405})
    cup.hide(None)
    assert {client.get(address).status_code, client.post(address).status_code} in ({404}, {404, 405})
    cup.publish(None)
    assert everything_stored() == before


@pytest.mark.parametrize("place", PAGES)
def test_anonymous_is_asked_to_log_in(client, address, place):
    before, (method, data) = stored(), PAGES[place]
    sent = [client.get(address(place))] if method else []
    sent += [client.post(address(place), data)] if data is not None else []
    assert {response.url for response in sent} == {f"{reverse('login')}?next={address(place)}"}
    assert stored() == before


@pytest.mark.parametrize("place", PAGES)
def test_unknown_tournament_is_not_found(organiser_client, address, place):
    method, data = PAGES[place]
    if method:
        assert organiser_client.get(address(place, "nothing")).status_code == 404
    if data is not None:
        assert organiser_client.post(address(place, "nothing"), data).status_code == 404


@pytest.mark.parametrize("place", BAD_IDS)
def test_what_belongs_to_another_tournament_is_not_found(admin_client, address, place):
    before, (method, data) = stored(), PAGES[place]
    if method:
        assert admin_client.get(address(BAD_IDS[place])).status_code == 404
    assert admin_client.post(address(BAD_IDS[place]), data).status_code == 404
    assert stored() == before


@pytest.mark.parametrize("place", PAGES)
def test_wrong_methods_are_refused(organiser_client, address, place):
    before, (method, data) = stored(), PAGES[place]
    for wrong in ("put", "delete", "patch"):
        assert getattr(organiser_client, wrong)(address(place)).status_code == 405
    if method is None:
        assert organiser_client.get(address(place)).status_code == 405
    if data is None:
        assert organiser_client.post(address(place)).status_code == 405
    assert stored() == before


@pytest.mark.parametrize("place", WRITTEN)
def test_a_draft_of_others_is_not_found(other_client, judge_client, cup, address, place):
    cup.hide(None)
    before = stored()
    for client in (other_client, judge_client):
        assert client.get(address("manage/")).status_code == 404
        assert client.post(address(place), PAGES[place][1]).status_code == 404
    assert stored() == before


def test_a_tournament_without_named_organisers_is_every_organisers(other_client):
    make_tournament("open", starts_on=datetime.date(2025, 1, 1))
    assert other_client.get("/tournaments/open/manage/").status_code == 200


def test_public_page_leads_those_who_may_to_the_managing(organiser_client, other_client, judge_client, client, cup):
    link = 'href="/tournaments/cup/manage/"'
    assert link in organiser_client.get("/tournaments/cup/").content.decode()
    for who in (other_client, judge_client, client):
        assert link not in who.get("/tournaments/cup/").content.decode()
