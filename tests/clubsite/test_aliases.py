"""Aliases: other names that find a member, never shared with anybody; and renaming, which leaves one."""

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, transaction

from clubsite.models import NICKNAME_TAKEN, Alias, Player
from tests.factories import make_game, make_player, make_players, make_season
from tests.mafia_rating.typed import typed

pytestmark = pytest.mark.django_db


def known_as(nickname: str, *aliases: str) -> Player:
    """Create a player with aliases."""
    player = make_player(nickname)
    for alias in aliases:
        player.aliases.create(name=alias)
    return player


def aliases_of(player: Player) -> list[str]:
    return [alias.name for alias in player.aliases.all()]


def test_a_member_is_found_by_alias():
    fox = known_as("Fox", "Лиса Ёлка", "Reynard")
    make_player("Wolf")
    assert Player.objects.named(" лиса елка") == fox
    assert list(Player.objects.search("ёлк")) == [fox]
    assert Player.objects.by_name(["FOX", "reynard", "Лиса ёлка", "nobody"]) == dict.fromkeys(
        ["fox", "reynard", "лиса елка"], fox
    )
    assert Player.objects.all_names() == {"Fox": fox, "Лиса Ёлка": fox, "Reynard": fox, "Wolf": make_player("Wolf")}


def test_what_is_offered():
    known_as("Fox", "Vixen")
    make_player("Ant")
    make_player("Gone", active=False).aliases.create(name="Left")
    assert Player.objects.offered() == [("Ant", ""), ("Fox", ""), ("Fox", "Vixen")]


def test_finding_many_takes_one_query(django_assert_num_queries):
    for number in range(5):
        known_as(f"P{number}", f"old {number}", f"older {number}")
    with django_assert_num_queries(1):
        assert len(Player.objects.by_name(f"old {number}" for number in range(5))) == 5


@pytest.mark.parametrize("name", ["vixen", " VIXEN "])
def test_no_nickname_is_anothers_alias(name: str):
    known_as("Fox", "Vixen")
    with pytest.raises(ValidationError) as refused:
        Player(nickname=name).full_clean()
    assert refused.value.message_dict == {"nickname": ["Fox goes by this name already."]}
    with pytest.raises(ValidationError, match="Fox goes by this name already"):
        Player.objects.create(nickname=name)
    assert Player.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("FOX", "Fox goes by this name already."),
        ("Wolf", NICKNAME_TAKEN),
        ("isegrim", "Wolf goes by this name already."),
        (" ", "Write a nickname."),
        ("\ufdfa" * 64, "This nickname is too long."),
        ("Fo\u200bx", "There is a character that cannot be seen."),
    ],
)
def test_an_alias_that_cannot_be(name: str, sentence: str):
    fox = make_player("Fox")
    known_as("Wolf", "Isegrim")
    with pytest.raises(ValidationError) as refused:
        Alias(player=fox, name=name).full_clean()
    assert refused.value.message_dict == {"name": [sentence]}


def test_nothing_is_named_twice_whatever_was_validated():
    fox, wolf = make_player("Fox"), known_as("Wolf", "Isegrim")
    for name in ("Wolf", "Isegrim"):
        with pytest.raises(ValidationError):
            fox.aliases.create(name=name)
    with pytest.raises(IntegrityError), transaction.atomic():
        Alias.objects.bulk_create([Alias(player=fox, name="ISEGRIM", name_key="isegrim")])
    with pytest.raises(IntegrityError), transaction.atomic():
        Alias.objects.bulk_create([Alias(player=wolf, name="", name_key="")])


# Renaming


def test_a_rename_keeps_results_and_the_old_name(organiser):
    make_season()
    game = make_game()
    player = make_player("P1")
    player.rename("  Grand   Fox ", organiser)
    assert (player.nickname, player.nickname_key) == ("Grand Fox", "grand fox")
    assert Player.objects.named("p1") == Player.objects.named("GRAND FOX") == player
    assert game.seats.get(number=1).player.nickname == "Grand Fox"
    rename = player.renames.get()
    assert (str(rename), rename.by) == ("P1 → Grand Fox", organiser)


def test_back_to_the_old_name(organiser):
    fox = make_player("Fox")
    fox.rename("Wolf", organiser)
    fox.rename("Fox", organiser)
    assert (fox.nickname, aliases_of(fox)) == ("Fox", ["Wolf"])
    assert [str(rename) for rename in fox.renames.all()] == ["Wolf → Fox", "Fox → Wolf"]


def test_another_spelling_is_no_alias(organiser):
    fox = make_player("fox")
    fox.rename("FOX", organiser)
    assert (make_player("fox").nickname, aliases_of(fox)) == ("FOX", [])
    assert fox.renames.count() == 1


def test_the_same_name_is_no_change(organiser):
    fox = make_player("Fox")
    fox.rename(" Fox ", organiser)
    assert not fox.renames.exists()


@pytest.mark.parametrize("name", ["wolf", "isegrim", "", " ", "x" * 65, "Fo\u202ex"])
def test_a_name_that_cannot_be_taken(organiser, name: str):
    known_as("Wolf", "Isegrim")
    fox = make_player("Fox")
    with pytest.raises(ValidationError) as refused:
        fox.rename(name, organiser)
    assert list(refused.value.message_dict) == ["nickname"]
    assert fox.nickname == Player.objects.get(pk=fox.pk).nickname == "Fox"


def test_a_judge_renames_nobody(judge):
    fox = make_player("Fox")
    with pytest.raises(PermissionDenied):
        fox.rename("Wolf", judge)
    assert Player.objects.get().nickname == "Fox"


# Where names are typed


def test_a_protocol_takes_aliases(judge_client):
    make_season(starts_on="2020-01-01", ends_on="2030-01-01")
    make_players(("J1", *(f"P{number}" for number in range(2, 11))))
    fox = known_as("Fox", "P1")
    response = judge_client.post("/mafia/games/new/", typed())
    assert response.status_code == 302
    assert fox.mafia_seats.get().number == 1
    page = judge_client.get("/mafia/games/new/").content.decode()
    assert '<option value="Fox" label="P1"></option>' in page


def test_a_nickname_and_an_alias_of_one_player_sit_once(judge_client):
    make_season(starts_on="2020-01-01", ends_on="2030-01-01")
    make_players(("J1", *(f"P{number}" for number in range(2, 11))))
    make_player("P2").aliases.create(name="P1")
    assert judge_client.post("/mafia/games/new/", typed()).status_code == 200
    assert not make_player("P2").mafia_seats.exists()


def test_a_near_alias_is_asked_about(judge_client):
    known_as("Fox", "Ворон")
    response = judge_client.post("/desk/members/", {"nickname": "Bорон"})  # a Latin B
    page = " ".join(response.content.decode().split())
    assert "formerly Ворон" in page
    assert Player.objects.count() == 1
