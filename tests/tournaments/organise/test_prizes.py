"""The organiser's prizes: added with one click, set by hand, renamed, deleted."""

import pytest
from django.test import Client

from tests.factories import make_board, make_player, make_round
from tests.pages import text_of
from tournaments.models import Entrant, Prize, Tournament

pytestmark = pytest.mark.django_db

PAGE = "/tournaments/cup/manage/prizes/"


@pytest.fixture
def played_cup(cup: Tournament) -> Tournament:
    """The cup after a board that A has topped with Austria; H is on the list and has not played."""
    make_board(make_round(tournament=cup), centres=(8, 7, 7, 6, 6, 0, 0))
    Entrant.objects.create(tournament=cup, player=make_player("H"))
    return cup


def keys(*nicknames: str) -> list[int]:
    return [make_player(nickname).pk for nickname in nicknames]


def won(prize: Prize) -> list[str]:
    return list(prize.winners.order_by("nickname").values_list("nickname", flat=True))


def test_one_click_adds_the_seven_and_a_second_one_adds_nothing(organiser_client: Client, played_cup):
    for sentence in ("7 prizes are added.", "These prizes are there already."):
        response = organiser_client.post(f"{PAGE}add/", {"kind": "best_power"}, follow=True)
        assert sentence in text_of(response)
        assert "Best Austria A 50.710, round 1, table 1 from the results" in text_of(response)
    assert Prize.objects.count() == 7
    organiser_client.post(f"{PAGE}add/", {"kind": "most_tops"})
    assert [str(prize) for prize in Prize.objects.all()][-1] == "Most sole tops"


@pytest.mark.parametrize("kind", ["own", "", "nonsense"])
def test_another_kind_cannot_be_added_so(organiser_client, played_cup, kind):
    assert organiser_client.post(f"{PAGE}add/", {"kind": kind}).status_code == 400
    assert not Prize.objects.exists()


def test_an_own_prize_is_given_to_players_of_the_tournament(organiser_client, played_cup):
    post = {"name": "Fair play", "winners": keys("G", "H")}
    for _click in range(2):
        assert organiser_client.post(f"{PAGE}new/", post).status_code == 302
    [prize] = Prize.objects.all()
    assert (prize.name, prize.kind, prize.by_hand, won(prize)) == ("Fair play", "own", True, ["G", "H"])


def test_strangers_win_nothing(organiser_client, played_cup):
    response = organiser_client.post(f"{PAGE}new/", {"name": "Fair play", "winners": keys("Stranger")})
    assert "is not one of the available choices" in text_of(response)
    assert "Stranger" not in text_of(response)
    assert not Prize.objects.exists()


def test_a_name_is_needed_and_stands_once(organiser_client, played_cup):
    assert "This field is required." in text_of(organiser_client.post(f"{PAGE}new/", {"name": " "}))
    organiser_client.post(f"{PAGE}new/", {"name": "Fair play", "winners": keys("A")})
    response = organiser_client.post(f"{PAGE}new/", {"name": "Fair play", "winners": keys("B")})
    assert "The tournament has a prize of this name already." in text_of(response)
    assert f'value="{keys("B")[0]}" id="id_winners_1" checked' in " ".join(response.content.decode().split())
    assert Prize.objects.count() == 1


def test_a_name_is_free_in_another_tournament(organiser_client, played_cup, other_client):
    organiser_client.post(f"{PAGE}new/", {"name": "Fair play"})
    assert other_client.post("/tournaments/other/manage/prizes/new/", {"name": "Fair play"}).status_code == 302


def test_a_derived_prize_is_set_by_hand_and_follows_the_results_again(organiser_client, played_cup):
    Prize.add_derived(played_cup, "most_tops", None)
    page = f"{PAGE}{Prize.objects.get().pk}/"
    organiser_client.post(page, {"name": "", "by_hand": "1", "winners": keys("H")})
    prize = Prize.objects.get()
    assert (prize.by_hand, won(prize)) == (True, ["H"])
    assert "Most sole tops H set by hand" in text_of(organiser_client.get(PAGE))
    organiser_client.post(page, {"name": "The golden boot", "by_hand": ""})
    prize.refresh_from_db()
    assert (str(prize), prize.by_hand, won(prize)) == ("The golden boot", False, [])
    assert "The golden boot A 50.710, round 1, table 1 from the results" in text_of(organiser_client.get(PAGE))


def test_ticked_winners_of_a_prize_that_follows_the_results_are_a_mistake(organiser_client, played_cup):
    Prize.add_derived(played_cup, "most_tops", None)
    post = {"name": "", "by_hand": "", "winners": keys("H")}
    response = organiser_client.post(f"{PAGE}{Prize.objects.get().pk}/", post)
    assert "Players are ticked below: set the winners by hand, or untick them." in text_of(response)
    assert not Prize.objects.get().winners.exists()


def test_who_has_it_by_hand_stays_offered_when_off_the_list(organiser_client, played_cup):
    organiser_client.post(f"{PAGE}new/", {"name": "Fair play", "winners": keys("H")})
    played_cup.entrants.get().remove(None)
    page = f"{PAGE}{Prize.objects.get().pk}/"
    assert organiser_client.post(page, {"name": "Fairest play", "winners": keys("H")}).status_code == 302
    assert won(Prize.objects.get(name="Fairest play")) == ["H"]


def test_a_deleted_prize_leaves_the_results(organiser_client, played_cup):
    Prize.add_derived(played_cup, "most_tops", None)
    response = organiser_client.post(f"{PAGE}{Prize.objects.get().pk}/delete/", follow=True)
    assert "Most sole tops is deleted." in text_of(response)
    assert not Prize.objects.exists()
    assert len(played_cup.standings()) == 7


def test_a_page_without_prizes_says_so(organiser_client, cup):
    assert "No prizes yet" in text_of(organiser_client.get(PAGE))
