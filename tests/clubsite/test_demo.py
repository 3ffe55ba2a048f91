"""The demo club: a club file in which every rule occurs, and its accounts."""

import json
from collections import Counter
from fractions import Fraction

import pytest
from django.conf import LazySettings
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.core.management.base import SystemCheckError
from django.db.models import F
from django.test import Client

from clubsite.demo.accounts import ACCOUNTS
from clubsite.management.commands.load_demo import CLUB_FILE
from clubsite.models import Player
from mafia_rating import scoring
from mafia_rating.models import BestMove, Cup, Game, JudgeBonus, Penalty, Season, Seat
from tests.factories import make_player, make_user
from tests.pages import text_of
from tournaments.models import Circuit, Tournament
from tournaments.models import Seat as BoardSeat

from .club_files import everything_stored, vector

pytestmark = pytest.mark.django_db


@pytest.fixture
def _demo(settings: LazySettings) -> None:
    settings.DEBUG = True
    call_command("load_demo")


@pytest.mark.usefixtures("_demo")
def test_every_rule_occurs() -> None:
    games = Game.objects.filter(status="final")
    assert Game.objects.count() >= 60
    assert {*games.values_list("result", flat=True)} == {*scoring.RESULTS}
    assert games.filter(first_killed=None).exists()
    assert Game.objects.filter(status="cancelled").exists()
    killed = Seat.objects.filter(number=F("game__first_killed"), game__status="final")
    assert killed.filter(role__in=scoring.BLACK).exists()
    assert {str(points) for points in killed.values_list("best_move", flat=True)} == {"0.40", "0.25", "0.00", "-0.25"}
    assert killed.filter(game__best_move=None).exists()
    assert killed.filter(compensation__gt=0).exists()
    assert {*Penalty.objects.values_list("ground", flat=True)} == {*scoring.GROUND_ROLES}
    assert Penalty.objects.filter(ground="discretionary", approval="approved").exists()
    assert {*Seat.objects.values_list("removal", flat=True)} == {*scoring.REMOVALS}
    assert Seat.objects.filter(removal="affected", penalty=0).exists()
    assert Seat.objects.filter(removal="affected", penalty=-1).exists()
    decided = Counter((str(bonus.points), bonus.approval) for bonus in JudgeBonus.objects.filter(points__gte="0.6"))
    assert decided.keys() >= {("0.6", "approved"), ("0.7", "approved"), ("0.6", "rejected"), ("0.7", "rejected")}
    assert decided["0.6", "pending"] == 1
    assert [*JudgeBonus.objects.pending().values_list("seat__game__season__slug", flat=True)] == ["2026-27"]
    assert BestMove.objects.count() > 50


@pytest.mark.usefixtures("_demo")
def test_the_past_season_is_closed_and_the_running_one_is_not() -> None:
    assert [(season.slug, season.is_closed) for season in Season.objects.order_by("starts_on")] == [
        ("2025-26", True),
        ("2026-27", False),
    ]
    assert Season.objects.get(slug="2025-26").closed_by.username == "admin"


@pytest.mark.usefixtures("_demo")
def test_the_cup_of_the_running_season_is_open_and_has_a_waiting_list() -> None:
    cup = Cup.objects.get()
    assert cup.season == Season.objects.get(slug="2026-27")
    assert cup.is_open()
    assert cup.entries.filter(status="confirmed").count() == cup.places
    assert cup.entries.filter(status="waiting").exists()
    assert {True, False} == {bool(place) for place in cup.entries.values_list("top_place", flat=True)}


def test_the_championship_is_the_real_one() -> None:
    championship, _evening = json.loads(CLUB_FILE.read_text())["tournaments"]
    assert [championship] == vector("anjou_2025_club_file")["tournaments"]


@pytest.mark.usefixtures("_demo")
def test_the_championship_is_finished_has_its_prizes_and_belongs_to_a_circuit() -> None:
    championship = Tournament.objects.get(slug="anjou-2025")
    assert championship.status == Tournament.Status.FINISHED
    won = {str(award.prize): [winner.player.nickname for winner in award.winners] for award in championship.awards()}
    assert (won["Best Turkey"], won["Most sole tops"], len(won)) == (["Talleyrand"], ["Talleyrand"], 8)
    circuit = Circuit.objects.get()
    [first, *others] = circuit.table(circuit.stages.public())
    assert (first.player.nickname, str(first.total), len(others)) == ("Talleyrand", "1016.000", 15)


@pytest.mark.usefixtures("_demo")
def test_a_tournament_runs_with_a_board_under_way_and_one_just_seated(client: Client) -> None:
    weekend = Tournament.objects.running()
    states = [
        (round_.board_count, round_.running_count, round_.seated_count) for round_ in weekend.rounds.with_board_counts()
    ]
    assert states == [(2, 0, 0), (2, 1, 1), (0, 0, 0)]
    assert len(weekend.standings()) == 14
    assert "Provisional standings." in text_of(client.get(weekend.get_absolute_url(), {"live": "1"}))


@pytest.mark.usefixtures("_demo")
def test_the_evening_has_a_latecomer_and_a_replacement() -> None:
    seats = {seat.power: seat for seat in BoardSeat.objects.filter(round__tournament__slug="autumn-evening-2026")}
    assert (seats["turkey"].credit, seats["turkey"].left_player) == (Fraction(13, 14), None)
    assert [(str(part.player), str(part.credit), str(part.weighted_score)) for part in seats["austria"].parts()] == [
        ("Kaunitz", "2/3", "33.807"),
        ("Gentz", "1/3", "16.903"),
    ]


@pytest.mark.usefixtures("_demo")
@pytest.mark.parametrize("account", ACCOUNTS, ids=lambda account: account.username)
def test_every_account_logs_in_with_its_role(account) -> None:
    user = authenticate(username=account.username, password=account.password)
    assert [group.name for group in user.groups.all()] == [account.group]
    assert (user.is_staff, user.is_superuser) == (account.staff, False)
    assert account.password not in CLUB_FILE.read_text()


@pytest.mark.usefixtures("_demo")
def test_the_judge_is_a_player_who_judges() -> None:
    assert Game.objects.filter(judge__user__username="judge").count() > 10


def test_the_accounts_are_printed_at_every_start(settings: LazySettings, capsys: pytest.CaptureFixture) -> None:
    settings.DEBUG = True
    call_command("load_demo")
    first = capsys.readouterr().out
    stored = everything_stored()
    call_command("load_demo")
    second = capsys.readouterr().out
    assert everything_stored() == stored
    assert first.startswith("Loaded the demo club.\n")
    assert second.startswith("There is a club in the database already: the demo club is not loaded.\n")
    for text in (first, second):
        assert "They exist in the demo club only" in text
        assert all(f"{account.username} " in text and account.password in text for account in ACCOUNTS)


def test_a_club_is_left_alone(settings: LazySettings, capsys: pytest.CaptureFixture) -> None:
    settings.DEBUG = True
    make_player("Fox")
    call_command("load_demo")
    assert Player.objects.count() == 1
    assert not User.objects.exists()
    assert "password" not in capsys.readouterr().out


def test_an_account_of_somebody_is_left_alone(settings: LazySettings) -> None:
    settings.DEBUG = True
    make_user("admin")
    call_command("load_demo")
    assert not Player.objects.exists()


def test_it_refuses_without_debug() -> None:
    with pytest.raises(CommandError, match="the demo club loads with DEBUG=1 only"):
        call_command("load_demo")
    assert not User.objects.exists()


@pytest.mark.usefixtures("_demo")
def test_a_production_site_refuses_the_public_passwords(settings: LazySettings) -> None:
    call_command("check", databases=["default"])
    settings.DEBUG = False
    with pytest.raises(SystemCheckError, match="account organiser has the password of the demo club"):
        call_command("check", databases=["default"])
    for user in User.objects.all():
        user.set_password("another one, known to nobody")
        user.save()
    call_command("check", databases=["default"])
