"""The page that gives a member another nickname, and the public pages that know the old one."""

import pytest
from django.test import Client

from clubsite.models import Player
from tests.factories import make_player
from tests.pages import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def fox(db: None) -> Player:
    return make_player("Fox")


def page_of(player: Player) -> str:
    return f"/players/{player.pk}/rename/"


def nickname_of(player: Player) -> str:
    return Player.objects.get(pk=player.pk).nickname


@pytest.mark.parametrize("who", ["organiser_client", "admin_client"])
def test_a_member_is_renamed(request: pytest.FixtureRequest, fox: Player, who: str):
    client = request.getfixturevalue(who)
    assert 'value="Fox"' in client.get(page_of(fox)).content.decode()
    response = client.post(page_of(fox), {"nickname": "Wolf"}, follow=True)
    assert response.redirect_chain == [(fox.get_absolute_url(), 302)]
    assert "The member is called “Wolf” now." in text_of(response)
    assert "formerly Fox" in text_of(response)
    text = text_of(client.get(page_of(fox)))
    assert "Found by these names too Fox" in text
    assert "Fox → Wolf" in text


def test_a_double_click_renames_once(organiser_client: Client, fox: Player):
    for _click in range(2):
        assert organiser_client.post(page_of(fox), {"nickname": "Wolf"}).status_code == 302
    assert fox.renames.count() == 1


def test_a_taken_name_is_told_beside_the_field(organiser_client: Client, fox: Player):
    make_player("Wolf")
    response = organiser_client.post(page_of(fox), {"nickname": "WOLF"})
    assert response.status_code == 200
    assert "nickname" in response.context["form"].errors
    assert 'value="WOLF"' in response.content.decode()
    assert "Rename Fox" in text_of(response)
    assert nickname_of(fox) == "Fox"


@pytest.mark.parametrize("who", ["judge_client", "president_client", "outsider_client"])
def test_others_may_not(request: pytest.FixtureRequest, fox: Player, who: str):
    client = request.getfixturevalue(who)
    assert client.get(page_of(fox)).status_code == 403
    assert client.post(page_of(fox), {"nickname": "Wolf"}).status_code == 403
    assert "Rename" not in text_of(client.get(fox.get_absolute_url()))
    assert nickname_of(fox) == "Fox"


def test_a_visitor_logs_in(client: Client, fox: Player):
    assert client.post(page_of(fox), {"nickname": "Wolf"}).url.startswith("/accounts/login/")
    assert nickname_of(fox) == "Fox"


def test_nobody_of_this_id_and_wrong_methods(organiser_client: Client, fox: Player):
    assert organiser_client.get("/players/0/rename/").status_code == 404
    assert organiser_client.put(page_of(fox)).status_code == 405


def test_the_search_knows_the_old_name(client: Client, organiser, fox: Player):
    fox.rename("Wolf", organiser)
    fox.aliases.create(name="Old, <b>")
    assert "Wolf formerly Fox, Old, <b> 0 0 0" in text_of(client.get("/players/", {"q": "FOX"}))


@pytest.mark.parametrize("size", [1, 5])
def test_queries(organiser_client: Client, organiser, fox: Player, size: int, django_assert_num_queries):
    for number in range(size):
        fox.rename(f"Fox {number}", organiser)
    with django_assert_num_queries(5):
        organiser_client.get(page_of(fox))
