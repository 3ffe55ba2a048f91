"""Prizes: the rule with literal values, what follows a correction, and the pages that show them."""

import json
from decimal import Decimal

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from tests.factories import make_board, make_entries, make_player, make_round, make_tournament
from tests.pages import text_of
from tournaments import baf, prizes
from tournaments.models import Entrant, Prize, Tournament
from tournaments.prizes import Played

CUP = "/tournaments/cup/"
PRIZES = "/tournaments/cup/prizes/"


def played(*results):
    return [Played(player, power, Decimal(points), outcome) for player, power, points, outcome in results]


def test_the_best_result_with_a_power_may_be_shared():
    results = played(
        ("a", "italy", "50.1", baf.SOLE_TOP),
        ("b", "italy", "50.1", baf.SOLE_TOP),
        ("c", "italy", "20", baf.SURVIVOR),
        ("d", "russia", "0", baf.ELIMINATED),
    )
    assert prizes.best_with("italy", results) == {"a": [results[0]], "b": [results[1]]}
    assert prizes.best_with("russia", results) == {}
    assert prizes.best_with("turkey", results) == {}


def test_most_sole_tops_counts_solos_and_no_shared_tops():
    results = played(
        ("a", "italy", "100", baf.SOLO_WIN),
        ("a", "france", "51", baf.SOLE_TOP),
        ("b", "italy", "51", baf.SOLE_TOP),
        ("b", "russia", "40", baf.SHARED_TOP),
    )
    assert prizes.most_tops(results) == {"a": results[:2]}
    assert prizes.most_tops([]) == {}


# What a tournament gives


@pytest.fixture
def cup(db: None) -> Tournament:
    """Two rounds: A has the sole top of both, with Austria (50.710) and with England (50.142)."""
    cup = make_tournament()
    make_board(make_round(1, tournament=cup), centres=(8, 7, 7, 6, 6, 0, 0))
    make_board(make_round(2, tournament=cup), centres=(6, 8, 6, 7, 4, 3, 0), players="BACDEFG")
    return cup


def winners(cup: Tournament) -> dict[str, list[str]]:
    return {str(award.prize): [winner.player.nickname for winner in award.winners] for award in cup.awards()}


def derive(cup: Tournament) -> None:
    for kind in (Prize.Kind.BEST_POWER, Prize.Kind.MOST_TOPS):
        Prize.add_derived(cup, kind, None)


def set_by_hand(prize: Prize, *nicknames: str) -> None:
    prize.by_hand = True
    prize.store(None, [make_player(nickname) for nickname in nicknames])


def test_prizes_for_results_stand_in_order_and_equals_share(cup):
    derive(cup)
    assert winners(cup) == {
        "Best Austria": ["A"],
        "Best England": ["A"],
        "Best France": ["C"],
        "Best Germany": ["D"],
        "Best Italy": ["E"],
        "Best Russia": ["F"],
        "Best Turkey": [],
        "Most sole tops": ["A"],
    }


def test_a_prize_names_the_results_it_is_won_for(cup):
    derive(cup)
    tops = cup.awards()[-1]
    assert [(result.origin.power, result.round) for result in tops.winners[0].results] == [
        ("austria", 1),
        ("england", 2),
    ]


def test_a_correction_moves_a_prize_and_leaves_one_set_by_hand(cup):
    derive(cup)
    set_by_hand(cup.prizes.get(power="england"), "G")
    board = cup.rounds.get(number=1).boards.get()
    board.record(make_entries((6, 7, 7, 6, 8, 0, 0)), None, based_on=board.version)
    second = cup.rounds.get(number=2).boards.get()
    second.record(make_entries((8, 6, 6, 7, 4, 3, 0), "BACDEFG"), None, based_on=second.version)
    now = winners(cup)
    assert (now["Best Austria"], now["Best England"], now["Most sole tops"]) == (["B"], ["G"], ["B", "E"])


def test_a_prize_set_by_hand_may_follow_the_results_again(cup):
    derive(cup)
    prize = cup.prizes.get(kind="most_tops")
    set_by_hand(prize, "F", "G")
    assert winners(cup)["Most sole tops"] == ["F", "G"]
    prize.by_hand = False
    prize.store(None, [])
    assert winners(cup)["Most sole tops"] == ["A"]
    assert not prize.winners.exists()


def test_running_boards_win_nothing(cup):
    make_board(make_round(3, tournament=cup), centres=(18, 0, 0, 0, 0, 0, 0), players="GFEDCBA", finished=False)
    derive(cup)
    assert winners(cup)["Best Austria"] == ["A"]


def test_adding_them_again_adds_what_is_missing(cup):
    assert Prize.add_derived(cup, Prize.Kind.BEST_POWER, None) == 7
    cup.prizes.get(power="italy").remove(None)
    assert Prize.add_derived(cup, Prize.Kind.BEST_POWER, None) == 1
    assert Prize.add_derived(cup, Prize.Kind.BEST_POWER, None) == 0
    assert cup.prizes.count() == 7


def test_nobody_but_its_organisers_gives_prizes(cup, judge):
    with pytest.raises(PermissionDenied):
        Prize.add_derived(cup, Prize.Kind.MOST_TOPS, judge)
    prize = Prize(tournament=cup, kind=Prize.Kind.OWN, by_hand=True, name="Fair play")
    with pytest.raises(PermissionDenied):
        prize.store(judge, [])
    prize.store(None, [])
    with pytest.raises(PermissionDenied):
        prize.remove(judge)
    assert winners(cup) == {"Fair play": []}


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "best_power", "power": "austria"},
        {"kind": "most_tops", "name": "Fair play"},
        {"kind": "own", "by_hand": True},
        {"kind": "own", "name": "Other"},
        {"kind": "best_power"},
        {"kind": "own", "name": "Other", "by_hand": True, "power": "italy"},
    ],
    ids=["power twice", "name twice", "own without a name", "own from results", "no power", "own with a power"],
)
def test_the_database_refuses(cup, fields):
    cup.prizes.create(kind="best_power", power="austria")
    cup.prizes.create(kind="own", name="Fair play", by_hand=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        cup.prizes.create(**fields)


# The pages


@pytest.fixture
def prizes_of_the_cup(cup: Tournament) -> Tournament:
    derive(cup)
    Entrant.objects.create(tournament=cup, player=make_player("Host"))
    set_by_hand(cup.prizes.create(kind="own", name="=Hospitality", by_hand=True), "Host")
    return cup


def test_tournament_page_shows_who_has_won_what_for(client, prizes_of_the_cup):
    text = text_of(client.get(CUP))
    assert "Prizes, as it stands" in text
    assert "Best Austria A 50.710, round 1, table 1" in text
    assert "Best Turkey nobody so far" in text
    assert "=Hospitality Host set by the organiser" in text
    board = prizes_of_the_cup.rounds.get(number=1).boards.get()
    assert f'href="{board.get_absolute_url()}">50.710, round 1, table 1</a>' in client.get(CUP).content.decode()


def test_provisional_standings_leave_the_prizes_alone(client, prizes_of_the_cup):
    make_board(
        make_round(3, tournament=prizes_of_the_cup), centres=(18, 0, 0, 0, 0, 0, 0), players="GFEDCBA", finished=False
    )
    assert "Best Austria A 50.710, round 1, table 1" in text_of(client.get(CUP, {"live": "1"}))


def test_shared_prizes_say_so(client, cup):
    derive(cup)
    set_by_hand(cup.prizes.get(power="turkey"), "B", "A")
    assert "Best Turkey A B shared, set by the organiser" in text_of(client.get(CUP))


def test_a_tournament_without_prizes_says_nothing_of_them(client, cup):
    assert "Prizes" not in text_of(client.get(CUP))
    assert "No prize has been named yet." in text_of(client.get(PRIZES))


def test_prizes_as_a_file(client, prizes_of_the_cup):
    response = client.get(PRIZES, {"_export": "csv"})
    assert response["Content-Disposition"] == 'attachment; filename="cup-prizes.csv"'
    lines = response.content.decode().splitlines()
    assert lines[:2] == [
        "prize,player,points,power,outcome,round,table,given",
        "Best Austria,A,50.710,Austria,sole top,1,1,from the results",
    ]
    assert lines[-1] == "'=Hospitality,Host,,,,,,set by the organiser"
    assert [line["table"] for line in json.loads(client.get(PRIZES, {"_export": "json"}).content)][:2] == ["1", "1"]


def test_drafts_are_not_found(client, judge_client, organiser_client, prizes_of_the_cup):
    prizes_of_the_cup.hide(None)
    for who in (client, judge_client):
        assert who.get(PRIZES).status_code == 404
    assert organiser_client.get(PRIZES).status_code == 200
    assert client.get("/tournaments/nothing/prizes/").status_code == 404


def test_the_public_page_is_read_only(client, cup):
    assert client.post(PRIZES).status_code == 405


@pytest.mark.django_db
@pytest.mark.parametrize("boards", [6, 60])
def test_queries(client, organiser_client, django_assert_num_queries, boards):
    cup = make_tournament()
    round_ = make_round(tournament=cup)
    for table in range(boards):
        make_board(round_, str(table), players=[f"P{table} {seat}" for seat in range(7)])
    derive(cup)
    prize = cup.prizes.first()
    set_by_hand(prize, "P0 1", "P0 2")
    with django_assert_num_queries(6):
        client.get(CUP)
    with django_assert_num_queries(8):
        organiser_client.get(CUP)
    with django_assert_num_queries(3):
        client.get(PRIZES)
    with django_assert_num_queries(3):
        client.get(PRIZES, {"_export": "csv"})
    with django_assert_num_queries(6):
        organiser_client.get(f"{CUP}manage/prizes/")
    with django_assert_num_queries(7):
        organiser_client.get(f"{CUP}manage/prizes/{prize.pk}/")
