"""Players of a tournament named by an alias."""

import pytest

from tests.factories import make_player
from tests.pages import text_of

pytestmark = pytest.mark.django_db

PLAYERS = "/tournaments/cup/manage/players/"


@pytest.fixture
def fox(db):
    player = make_player("Fox")
    player.aliases.create(name="Vixen")
    return player


def test_an_alias_is_added_and_offered(organiser_client, cup, fox):
    assert '<option value="Fox" label="Vixen"></option>' in organiser_client.get(PLAYERS).content.decode()
    organiser_client.post(f"{PLAYERS}add/", {"player": "vixen"})
    assert cup.entrants.get().player == fox


def test_a_list_with_an_alias(organiser_client, cup, fox):
    organiser_client.post(f"{PLAYERS}list/", {"text": "VIXEN", "create": "on", "confirmed": "1"})
    assert cup.entrants.get().player == fox


@pytest.mark.parametrize("confirmed", [{}, {"confirmed": "1"}])
def test_nickname_and_alias_are_one_player(organiser_client, cup, fox, confirmed):
    fox.aliases.create(name="Reynard")
    response = organiser_client.post(f"{PLAYERS}list/", {"text": "Fox\nVixen\nReynard", **confirmed})
    assert "row 2: “Vixen” is Fox, who stands in row 1 already." in text_of(response)
    assert "row 3: “Reynard” is Fox, who stands in row 1 already." in text_of(response)
    assert not cup.entrants.exists()


def test_what_is_like_an_alias_is_proposed(organiser_client, cup, fox):
    response = organiser_client.post(f"{PLAYERS}list/", {"text": "Vix"})
    assert "there is no player “Vix”; is it Fox?" in text_of(response)
