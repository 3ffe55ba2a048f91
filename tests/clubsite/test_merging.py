"""Two members who are one person become one."""

import datetime
from dataclasses import replace
from fractions import Fraction

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.management import call_command
from django.test import Client

from clubsite.club_file import import_club
from clubsite.club_file.exporter import export_club
from clubsite.history import versions
from clubsite.merging import MOVERS, THINGS, merge, mover_of, refusals, relations
from clubsite.models import MergedPlayer, Player
from mafia_rating import snapshots as game_snapshots
from mafia_rating.models import Game, Season
from mafia_rating.models import Seat as MafiaSeat
from tests.conftest import client_of
from tests.factories import (
    make_board,
    make_game,
    make_player,
    make_protocol,
    make_round,
    make_season,
    make_tournament,
    make_user,
)
from tests.pages import text_of
from tournaments import baf
from tournaments import snapshots as board_snapshots
from tournaments.models import Entrant, KeepApart
from tournaments.models import Seat as BoardSeat

pytestmark = pytest.mark.django_db

OTHERS = [f"P{number}" for number in range(2, 11)]


def stored_points() -> list[tuple]:
    totals = MafiaSeat.objects.order_by("game__number", "number").values_list("total")
    return [*totals, *BoardSeat.objects.order_by("board__table", "power").values_list("weighted_score")]


def snapshot_players(each: object, snapshot: dict) -> set[int]:
    return (game_snapshots if isinstance(each, Game) else board_snapshots).players(snapshot)


def test_every_relation_has_a_name_and_knows_how_it_moves() -> None:
    labels = {f"{field.model._meta.label}.{field.name}" for field in relations()}
    assert labels == THINGS.keys()
    assert labels >= MOVERS.keys()
    assert all(map(mover_of, relations()))


def test_results_move_and_points_stay(admin_user, organiser):
    season = make_season()
    make_game(players=["Fox", *OTHERS], result="red_win")
    make_game(number=2, players=["Vixen", *OTHERS], result="red_win")
    make_game(number=3, judge="Vixen", players=["Bear", *OTHERS])
    cup = make_tournament()
    make_board(make_round(1, tournament=cup), players=["Vixen", *"BCDEFG"])
    fox, vixen = make_player("Fox"), make_player("Vixen")
    vixen.aliases.create(name="Reynard")
    Entrant.objects.create(tournament=cup, player=vixen)
    Entrant.objects.create(tournament=cup, player=fox)
    KeepApart.add(cup, [vixen, make_player("B")], admin_user)
    vixen.user = make_user("reynard")
    vixen.save()
    points = (
        list(MafiaSeat.objects.order_by("pk").values_list("total")),
        list(BoardSeat.objects.order_by("pk").values_list("weighted_score")),
    )
    merge(fox, vixen, admin_user)
    assert points == (
        list(MafiaSeat.objects.order_by("pk").values_list("total")),
        list(BoardSeat.objects.order_by("pk").values_list("weighted_score")),
    )
    fox = Player.objects.get(pk=fox.pk)
    assert Player.objects.named("vixen") == Player.objects.named("reynard") == fox
    assert fox.user.username == "reynard"
    assert (fox.mafia_seats.count(), fox.judged_games.count(), fox.diplomacy_seats.count()) == (2, 1, 1)
    assert fox.entries.count() == 1
    assert KeepApart.objects.get().__str__() in ("Fox – B", "B – Fox")
    [line] = [line for line in Season.objects.get(pk=season.pk).table() if line.player_id == fox.pk]
    assert (line.games, str(line.points)) == (2, "4.00")
    assert MergedPlayer.objects.get().into == fox


def test_old_versions_name_the_one_who_is_left(admin_user: User) -> None:
    make_season()
    game = make_game(judge="Vixen", players=["Bear", *OTHERS])
    other = make_game(number=2, players=["Vixen", *OTHERS], bonuses={4: "0.3"})
    board = make_board(make_round(1), players=["Vixen", *"BCDEFG"])
    points = stored_points()
    fox, vixen = make_player("Fox"), make_player("Vixen")
    merge(fox, vixen, admin_user)
    assert stored_points() == points
    client = client_of(admin_user)
    for each in (game, other, board):
        each = type(each).objects.get(pk=each.pk)
        [version] = each.history.all()
        page = text_of(client.get(f"{each.get_absolute_url()}history/"))
        assert "Vixen" not in page
        assert client.get(f"{each.get_absolute_url()}history/compare/").status_code == 200
        assert vixen.pk not in snapshot_players(each, version.snapshot)
        assert fox.pk in snapshot_players(each, version.snapshot)
    again = Game.objects.with_protocol().get(pk=other.pk)
    again.record(again.protocol(), admin_user)
    assert again.history.count() == 1  # the same protocol once more is no change
    again.cancel(admin_user, "a guest game")
    again.restore(versions(again).last(), admin_user)
    assert Game.objects.get(pk=other.pk).seats.get(number=1).player == fox
    call_command("verify_scores")


def test_a_frozen_table_gets_the_name_and_keeps_its_numbers(admin_user: User) -> None:
    season = make_season()
    make_game(players=["Vixen", *OTHERS], result="red_win")
    season.close(admin_user)
    before = [(line.place, line.points, line.final) for line in season.table()]
    fox, vixen = make_player("Fox"), make_player("Vixen")
    merge(fox, vixen, admin_user)
    table = Season.objects.get().table()
    assert sorted((line.place, line.points, line.final) for line in table) == sorted(before)
    assert "Fox" in {line.player for line in table}
    call_command("verify_scores")


def test_two_lines_of_one_closed_season_are_not_made_one(admin_user: User) -> None:
    season = make_season()
    make_game(players=["Fox", *OTHERS])
    make_game(number=2, players=["Vixen", *OTHERS])
    season.close(admin_user)
    fox, vixen = make_player("Fox"), make_player("Vixen")
    [refusal] = refusals(fox, vixen)
    reason = "Both have a line in the table of a closed season, which must be reopened first"
    assert str(refusal) == f"{reason}: Season 2025-26"
    season.reopen(admin_user)
    merge(fox, vixen, admin_user)
    assert {line.games for line in Season.objects.get().table() if line.player == "Fox"} == {2}


def test_whoever_left_a_power_sat_in_the_round(admin_user: User) -> None:
    round_ = make_round(1)
    board = make_board(round_, players=["Fox", *"BCDEFG"])
    second = make_board(round_, "2", players=[*"HIJKLMN"])
    entries = second.entries()
    entries[0] = replace(entries[0], credit=Fraction(1, 2), left=baf.Leaver(make_player("Vixen").pk, Fraction(1, 2)))
    second.record(entries, admin_user)
    found = refusals(make_player("Fox"), make_player("Vixen"))
    assert {refusal.url for refusal in found} == {board.get_absolute_url(), second.get_absolute_url()}


def test_an_admin_sees_what_moves_and_merges(admin_client: Client) -> None:
    make_season()
    make_game(players=["Vixen", *OTHERS])
    make_game(number=2, judge="Vixen", players=["Bear", *OTHERS])
    fox, vixen = make_player("Fox"), make_player("Vixen")
    Player.objects.filter(pk=vixen.pk).update(user=make_user("reynard"))
    address = f"/players/{fox.pk}/merge/"
    assert address in admin_client.get(fox.get_absolute_url()).content.decode()
    assert admin_client.get(address, {"other": "nobody of this name"}).context["form"].errors.keys() == {"other"}
    page = admin_client.get(address, {"other": " VIXEN"})
    assert "What moves from Vixen to Fox" in text_of(page)
    assert "Mafia games played 1 Mafia games judged 1 User account reynard" in text_of(page)
    assert Player.objects.filter(pk=vixen.pk).exists()
    # What was not looked at is not merged.
    assert admin_client.post(address, {"other": "Vixen"}).status_code == 200
    assert Player.objects.filter(pk=vixen.pk).exists()
    for _click in range(2):
        response = admin_client.post(address, {"other": "Vixen", "former": vixen.pk})
        assert response.url == fox.get_absolute_url()
    assert MergedPlayer.objects.count() == 1
    assert "Merged so far Vixen" in text_of(admin_client.get(address))


@pytest.mark.parametrize(
    "address",
    [
        *("/players/{}/", "/players/{}/with/", "/players/{}/with/?q=P2", "/players/{}/with/{other}/"),
        *("/players/{other}/with/{}/", "/players/{}/rename/", "/players/{}/merge/", "/players/{}/invite/"),
        *("/mafia/seasons/2025-26/players/{}/?part=win", "/mafia/all-time/players/{}/?role=don"),
        *("/desk/judges/2025-26/{}/?of=draw", "/tournaments/cup/players/{}/"),
    ],
)
def test_old_addresses_lead_to_who_is_left(admin_client: Client, admin_user: User, address: str) -> None:
    make_season()
    make_game(judge="Vixen")
    make_board(make_round(tournament=make_tournament()), players=["Vixen", *"BCDEFG"])
    first, fox, vixen, other = (make_player(nickname) for nickname in ("Renard", "Fox", "Vixen", "Wolf"))
    former = [vixen.pk, fox.pk]
    merge(fox, vixen, admin_user)
    merge(first, fox, admin_user)
    for key in former:
        response = admin_client.get(address.format(key, other=other.pk))
        assert (response.status_code, response.url) == (301, address.format(first.pk, other=other.pk))
    assert admin_client.get(response.url).status_code in (200, 302)
    assert admin_client.get(address.format(999999, other=other.pk)).status_code == 404


def test_a_merge_that_is_refused_shows_the_games(admin_client: Client) -> None:
    make_season()
    game = make_game()
    one, two = make_player("P1"), make_player("P2")
    response = admin_client.post(f"/players/{one.pk}/merge/", {"other": "P2", "former": two.pk})
    assert f'href="{game.get_absolute_url()}"' in response.content.decode()
    assert Player.objects.filter(pk=two.pk).exists()
    assert "These are one member already: P1" in text_of(admin_client.get(f"/players/{one.pk}/merge/", {"other": "P1"}))


def test_who_may_merge_on_the_page(client: Client, organiser_client: Client, judge_client: Client) -> None:
    fox = make_player("Fox")
    make_player("Vixen")
    address = f"/players/{fox.pk}/merge/"
    for send in (client.get, client.post):
        assert send(address).url.startswith("/accounts/login/")
    for reader in (organiser_client, judge_client):
        assert reader.get(address).status_code == 403
        assert reader.post(address, {"other": "Vixen"}).status_code == 403
        assert "merge" not in reader.get(fox.get_absolute_url()).content.decode()


def test_a_later_import_of_the_old_name_finds_the_member(admin_user: User) -> None:
    make_season()
    make_game(players=["Vixen", *OTHERS])
    before = export_club()
    merge(make_player("Fox"), make_player("Vixen"), admin_user)
    import_club(before.encode())
    assert not Player.objects.filter(nickname="Vixen").exists()
    assert Game.objects.get().history.count() == 1


@pytest.mark.django_db(transaction=True)  # the database looks at foreign keys when a transaction ends
def test_a_game_that_names_somebody_merged_meanwhile_is_refused_with_a_sentence(admin_user: User) -> None:
    make_season()
    protocol = make_protocol(players=["Vixen", *OTHERS])
    merge(make_player("Fox"), make_player("Vixen"), admin_user)
    with pytest.raises(ValidationError, match="no longer in the club"):
        Game(played_on=datetime.date(2025, 10, 3), number=1).record(protocol, admin_user)
    assert not Game.objects.exists()


def test_who_sat_together_is_not_one(admin_user):
    make_season()
    game = make_game()
    one, two, judge = (make_player(name) for name in ("P1", "P2", "J1"))
    for other in (two, judge):
        assert [refusal.url for refusal in refusals(one, other)] == [game.get_absolute_url()]
        assert [refusal.url for refusal in refusals(other, one)] == [game.get_absolute_url()]
        with pytest.raises(ValidationError):
            merge(one, other, admin_user)
    assert Game.objects.get().seats.filter(player=two).exists()


def test_only_an_admin_merges(organiser):
    fox, wolf = make_player("Fox"), make_player("Wolf")
    with pytest.raises(PermissionDenied):
        merge(fox, wolf, organiser)
    assert Player.objects.count() == 2
