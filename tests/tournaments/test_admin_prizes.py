"""Prizes in the admin: read and written as on the pages of the tournament, by those who run it."""

import pytest
from django.contrib.auth.models import User

from clubsite.roles import ORGANISER
from tests.conftest import client_of
from tests.factories import make_board, make_player, make_user
from tests.pages import text_of
from tournaments.models import Prize, Tournament

pytestmark = pytest.mark.django_db

PRIZES = "/admin/tournaments/prize/"


@pytest.fixture
def cup() -> Tournament:
    """A tournament that A to G have played, with the prizes for the powers."""
    cup = make_board().round.tournament
    Prize.add_derived(cup, Prize.Kind.BEST_POWER, None)
    return cup


@pytest.fixture
def staff() -> User:
    return make_user("staff", ORGANISER, staff=True)


def post_of(cup: Tournament, *winners: str, **changes: str) -> dict:
    own = {"tournament": cup.pk, "kind": "own", "power": "", "name": "Fair play", "by_hand": "on"}
    return own | {"winners": [make_player(name).pk for name in winners]} | changes


def test_an_own_prize_is_given_and_deleted(staff, cup):
    client = client_of(staff)
    client.post(f"{PRIZES}add/", post_of(cup, "B", "A"))
    prize = Prize.objects.get(kind="own")
    assert [str(player) for player in prize.winners.all()] == ["A", "B"]
    assert "Fair play" in text_of(client.get(PRIZES))
    client.post(f"{PRIZES}{prize.pk}/delete/", {"post": "yes"})
    assert not Prize.objects.filter(kind="own").exists()


def test_a_derived_prize_is_set_by_hand_and_let_follow_again(admin_client, cup):
    prize = cup.prizes.get(power="austria")
    page = f"{PRIZES}{prize.pk}/change/"
    admin_client.post(page, {"name": "", "by_hand": "on", "winners": [make_player("C").pk], "kind": "own"})
    prize.refresh_from_db()
    assert (prize.kind, prize.by_hand, str(prize.winners.get())) == ("best_power", True, "C")
    admin_client.post(page, {"name": ""})
    prize.refresh_from_db()
    assert (prize.by_hand, prize.winners.exists()) == (False, False)


@pytest.mark.parametrize(
    ("winners", "changes", "sentence"),
    [
        ("X", {}, "Only who is in the tournament can win its prize, not X."),
        ("A", {"kind": "most_tops", "by_hand": ""}, "Players are chosen below: set the winners by hand"),
        ("", {"by_hand": ""}, "The winners of an own prize are set by hand."),
        ("", {"name": ""}, "An own prize needs a name."),
        ("", {"kind": "best_power", "power": "turkey", "name": ""}, "The tournament has this prize already."),
    ],
)
def test_what_is_no_prize_is_refused_in_words(admin_client, cup, winners, changes, sentence):
    assert sentence in text_of(admin_client.post(f"{PRIZES}add/", post_of(cup, *winners, **changes)))
    assert cup.prizes.count() == 7


def test_who_does_not_run_the_tournament_reads_its_prizes(staff, admin_user, president_client, cup):
    cup.organisers.add(admin_user)
    client = client_of(staff)
    prize = cup.prizes.first()
    for reader in (client, president_client):
        assert "Best Austria" in text_of(reader.get(PRIZES))
        assert reader.get(f"{PRIZES}{prize.pk}/change/").status_code == 200
        assert reader.post(f"{PRIZES}{prize.pk}/change/", {"name": "Mine"}).status_code == 403
        assert reader.post(f"{PRIZES}{prize.pk}/delete/", {"post": "yes"}).status_code == 403
    client.post(f"{PRIZES}add/", post_of(cup, "A"))
    assert president_client.get(f"{PRIZES}add/").status_code == 403
    assert cup.prizes.count() == 7
