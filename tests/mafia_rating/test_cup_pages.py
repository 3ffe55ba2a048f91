"""The pages of the cups: what they show to whom, the list as a file, queries."""

import csv
import datetime
import json
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from clubsite.models import Player
from mafia_rating.models import Cup, CupEntry, Season
from tests.conftest import client_of
from tests.factories import make_cup, make_game, make_player, make_season
from tests.pages import rows_of_xlsx, text_of

from .cup_lists import close, entry_of, register

pytestmark = pytest.mark.django_db

LIST = "/mafia/cups/"
CUP = f"{LIST}mafia-cup/"
COLUMNS = ["number", "player", "status", "top_place", "registered_at", "why", "fee"]


def exported(client: Client, file_format: str) -> list[dict]:
    """Return the rows of a downloaded list."""
    response = client.get(CUP, {"_export": file_format})
    assert response.status_code == 200
    assert f"cup-mafia-cup.{file_format}" in response["Content-Disposition"]
    if file_format == "json":
        return json.loads(response.content)
    if file_format == "csv":
        return list(csv.DictReader(response.content.decode().splitlines()))
    return rows_of_xlsx(response.content)


def register_at(cup: Cup, by: User, *nicknames: str) -> None:
    """Register players, and set the moments to 2 October 2026, 20:14 in the club's zone and each a minute later."""
    register(cup, by, *nicknames)
    for minute, nickname in enumerate(nicknames, 14):
        moment = datetime.datetime(2026, 10, 2, 20, minute, 5, tzinfo=timezone.get_default_timezone())
        cup.entries.filter(player__nickname=nickname).update(registered_at=moment)


# The list of cups


def test_a_club_without_a_cup(client: Client):
    assert "No cup yet" in text_of(client.get(LIST))


def test_the_list_of_cups(client: Client, cup: Cup, judge: User):
    register(cup, judge, "A", "B", "C", "D")
    other = make_season("2024-25", "2024-09-01", "2025-08-31", name="Last season")
    make_cup(other, slug="last", name="Last Cup", opens=-9, closes=-8, held_on=datetime.date(2025, 9, 6))
    make_cup(cup.season, slug="later", name="Later Cup", opens=3, closes=4)
    make_cup(cup.season, slug="shut", name="Shut Cup", opens=-3, closes=-2)
    text = text_of(client.get(LIST))
    assert "Season 2025-26 3 3 1 registration is open" in text
    assert "Last Cup 6 Sep 2025 Last season 3 0 0 played" in text
    assert "Season 2025-26 3 0 0 not open yet" in text
    assert "Season 2025-26 3 0 0 registration is closed" in text


@pytest.mark.parametrize("cups", [1, 20])
def test_queries_of_the_list(client: Client, season: Season, django_assert_num_queries: Callable, cups: int):
    for number in range(cups):
        make_cup(season, slug=f"cup-{number}")
    with django_assert_num_queries(1):
        client.get(LIST)


# The page of a cup


def test_who_is_on_the_list_and_why(client: Client, cup: Cup, judge: User):
    register_at(cup, judge, "A", "B", "C", "D", "P6")
    text = text_of(client.get(CUP))
    assert "3 of 3 confirmed, 2 wait" in text
    assert "Entry fee 500.00 RUB" in text
    assert "1 P6 confirmed TOP-10, place 2 500.00" in text
    assert "2 A confirmed registered 2 Oct 2026, 20:14 500.00" in text
    assert "C waiting list registered 2 Oct 2026, 20:16; waiting: next 500.00" in text
    assert "D waiting list registered 2 Oct 2026, 20:17; waiting: 1 before 500.00" in text
    cup.withdraw(entry_of(cup, "A"), judge)
    CupEntry.objects.filter(status="withdrawn").update(
        withdrawn_at=datetime.datetime(2026, 10, 4, 7, 0, tzinfo=datetime.UTC)
    )
    assert "A withdrawn withdrew 4 Oct 2026, 10:00 Download" in text_of(client.get(CUP))


def test_a_place_given_by_hand_says_so(client: Client, cup: Cup, judge: User):
    register(cup, judge, "A", "B", "C", "D")
    close(cup)
    cup.withdraw(entry_of(cup, "A"), judge)
    assert "1 place is free. D is first on the waiting list." in text_of(client.get(CUP))
    cup.give_place(entry_of(cup, "D"), judge)
    text = text_of(client.get(CUP))
    assert "1 D confirmed place given by hand" in text
    assert "is free" not in text


@pytest.mark.parametrize(
    ("days", "sentence"),
    [
        ({"opens": 2, "closes": 3}, "Registration is not open yet. It opens"),
        ({}, "Registration is open until"),
        ({"opens": -3, "closes": -2}, "Nothing moves by itself now."),
        ({"opens": -3, "closes": -2, "held_on": datetime.date(2025, 1, 1)}, "Its list stays as it was."),
    ],
)
def test_what_the_times_mean_now(client: Client, season: Season, days: dict, sentence: str):
    make_cup(season, **days)
    assert sentence in text_of(client.get(CUP))


def test_the_times_are_the_clubs(client: Client, season: Season):
    opens = datetime.datetime(2026, 10, 2, 22, 30, tzinfo=datetime.UTC)
    Cup.objects.filter(pk=make_cup(season).pk).update(opens_at=opens, closes_at=opens + datetime.timedelta(days=9999))
    assert "Registration opens 3 Oct 2026, 01:30 Europe/Moscow" in text_of(client.get(CUP))


def test_the_free_entry(client: Client, season: Season, judge: User, admin_user: User):
    cup = make_cup(season)
    assert "nobody has any yet" in text_of(client.get(CUP))
    make_game()
    register(cup, judge, "P6")
    assert "Free entry not decided yet: P4 , P6 , P8 share the most points (2.00), and an admin names one." in text_of(
        client.get(CUP)
    )
    Cup.objects.update(free_entry=make_player("P6"))
    text = text_of(client.get(CUP))
    assert "Free entry P6 , named by an admin among those with the most points (2.00) As the table stands" in text
    assert "1 P6 confirmed TOP-10, place 1 free entry 0.00" in text
    make_game(number=2, bonuses={8: "0.3"})
    assert "Free entry P8 , most points of the season (4.30); not registered" in text_of(client.get(CUP))
    season.close(admin_user)
    text = text_of(client.get(CUP))
    assert "Free entry P8 , most points of the season (4.30); not registered" in text
    assert "As the table stands" not in text


def test_a_list_that_the_season_has_overtaken_says_so(client: Client, judge_client: Client, cup: Cup, judge: User):
    register(cup, judge, "P6", "P8")
    assert "has changed" not in text_of(client.get(CUP))
    make_game(number=2, bonuses={8: "0.3"})
    text = text_of(client.get(CUP))
    assert "The season's table has changed since this list was arranged." in text
    assert "Bring it up to date now" not in text
    assert "1 P6 confirmed TOP-10, place 2 500.00" in text
    assert "Bring it up to date now" in text_of(judge_client.get(CUP))
    close(cup)
    text = text_of(client.get(CUP))
    assert (
        "Nothing moves by itself now. The season's table has changed since; the places in the TOP-10 below are" in text
    )
    assert "1 P6 confirmed TOP-10, place 2 500.00" in text
    assert "Bring it up to date now" not in text_of(judge_client.get(CUP))


# Where the visitor stands


def test_visitors_are_told_how_to_register(client: Client, outsider_client: Client, cup: Cup):
    assert f'href="/accounts/login/?next={CUP}"' in client.get(CUP).content.decode()
    assert "Your account belongs to no member" in text_of(outsider_client.get(CUP))


def test_a_player_sees_the_own_row_and_standing(client: Client, outsider_client: Client, cup: Cup, judge: User):
    fox = make_player("Fox", user=User.objects.get(username="outsider"))
    assert "3 places are free. Register Fox" in text_of(outsider_client.get(CUP))
    register(cup, judge, "A", "B", "C")
    assert "All places are taken: you would wait, unless you are in the TOP-10." in text_of(outsider_client.get(CUP))
    register(cup, judge, "D", "Fox")
    text = text_of(outsider_client.get(CUP))
    assert "You are on the waiting list, 1 before you." in text
    assert "Fox you waiting list" in text
    cup.withdraw(entry_of(cup, "A"), judge)
    assert "You are the first on the waiting list." in text_of(outsider_client.get(CUP))
    cup.withdraw(entry_of(cup, "D"), judge)
    cup.withdraw(entry_of(cup, "B"), judge)
    assert "You play: place 2 is yours." in text_of(outsider_client.get(CUP))
    assert "Fox you" not in text_of(client.get(CUP))
    cup.withdraw(entry_of(cup, "Fox"), judge)
    assert "You have withdrawn. You may register again; the time counts anew." in text_of(outsider_client.get(CUP))
    Player.objects.filter(pk=fox.pk).update(active=False)
    assert "You are not an active member: ask a judge." in text_of(outsider_client.get(CUP))
    close(cup)
    assert "Your registration You have withdrawn." in text_of(outsider_client.get(CUP))


def test_only_judges_see_what_judges_can_do(
    client: Client, outsider_client: Client, judge_client: Client, admin_client: Client, cup: Cup, judge: User
):
    register(cup, judge, "A")
    entry = f"{CUP}entries/{entry_of(cup, 'A').pk}/withdraw/"
    for reader in (client, outsider_client):
        page = reader.get(CUP).content.decode()
        assert entry not in page
        assert f"{CUP}members/" not in page
    page = judge_client.get(CUP).content.decode()
    assert entry in page
    assert f"{CUP}members/" in page
    assert "Edit the cup" not in page
    assert f"/admin/mafia_rating/cup/{cup.pk}/change/" in admin_client.get(CUP).content.decode()


# Files


@pytest.mark.parametrize("file_format", ["json", "csv", "xlsx"])
def test_the_list_as_a_file(judge_client: Client, cup: Cup, judge: User, file_format: str):
    register_at(cup, judge, "A", "=B", "C", "P4")
    rows = exported(judge_client, file_format)
    assert list(rows[0]) == COLUMNS
    [p4, a, b, c] = [{name: str(value or "") for name, value in row.items()} for row in rows]
    assert p4.pop("registered_at").startswith("2026-10-02T20:17:05+03:00")
    assert p4 == {
        "number": "1",
        "player": "P4",
        "status": "confirmed",
        "top_place": "1",
        "why": "TOP-10, place 1",
        "fee": "0.00",
    }
    assert a["why"] == "registered 2 Oct 2026, 20:14"
    assert (b["player"], b["fee"]) == ("=B" if file_format == "json" else "'=B", "500.00")
    assert (c["number"], c["status"], c["top_place"]) == ("", "waiting", "")
    assert c["why"] == "registered 2 Oct 2026, 20:16; waiting: next"


def test_a_file_has_all_pages(client: Client, cup: Cup, judge: User):
    register(cup, judge, *(f"Q{number}" for number in range(60)))
    assert len(exported(client, "csv")) == 60
    assert client.get(CUP, {"_export": "pdf"}).status_code == 400


# Queries


def fill(cup: Cup, players: int) -> None:
    """Register many players, every third confirmed."""
    made = Player.objects.bulk_create(
        [Player(nickname=f"Q{number}", nickname_key=f"q{number}") for number in range(players)]
    )
    CupEntry.objects.bulk_create(
        CupEntry(
            cup=cup,
            player=player,
            registered_at=timezone.now(),
            status="waiting" if number % 3 else "confirmed",
            number=None if number % 3 else number + 1,
        )
        for number, player in enumerate(made)
    )


@pytest.mark.parametrize("players", [30, 300])
@pytest.mark.parametrize(("query", "queries"), [("", 3), ("?_export=csv", 3)])
def test_queries_do_not_grow(
    client: Client, cup: Cup, django_assert_num_queries: Callable, players: int, query: str, queries: int
):
    fill(cup, players)
    with django_assert_num_queries(queries):
        client.get(f"{CUP}{query}")


@pytest.mark.parametrize("players", [30, 300])
def test_queries_of_those_who_may_do_everything(
    cup: Cup, admin_user: User, django_assert_max_num_queries: Callable, players: int
):
    fill(cup, players)
    Player.objects.filter(nickname="Q7").update(user=admin_user)
    admin = client_of(admin_user)
    with django_assert_max_num_queries(10):
        admin.get(CUP)
    with django_assert_max_num_queries(10):
        admin.get(f"{CUP}members/")


@pytest.mark.parametrize("address", [LIST, CUP])
def test_pages_are_read_only(client: Client, cup: Cup, address: str):
    assert client.post(address).status_code == 405


def test_unknown_addresses(client: Client, judge_client: Client, cup: Cup):
    for verb in ("", "members/", "entries/7/withdraw/", "entries/7/place/"):
        assert judge_client.get(f"/mafia/cups/none/{verb}").status_code == 404
    assert client.get("/mafia/cups/none/").status_code == 404
