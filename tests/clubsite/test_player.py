"""Players: one nickname in any spelling, and nobody who has played disappears."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from clubsite.models import NICKNAME_TAKEN, Player
from tests.factories import make_board, make_game, make_player, make_season

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("taken", "spelling"),
    [("Королёв", "Королёв"), ("Королёв", "королев"), ("Королёв", "  КОРОЛЁВ "), ("The Fox", "Ｔｈｅ   ｆｏｘ")],
)
def test_a_nickname_is_taken_in_every_spelling(taken: str, spelling: str):
    make_player(taken)
    with pytest.raises(ValidationError) as refused:
        Player(nickname=spelling).full_clean()
    assert refused.value.message_dict == {"nickname": [NICKNAME_TAKEN]}


def test_the_database_refuses_a_second_spelling():
    make_player("Fox")
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(nickname="FOX")
    assert Player.objects.count() == 1


@pytest.mark.parametrize("nickname", ["", " ", "\u3000"])
def test_a_nickname_is_not_blank(nickname):
    with pytest.raises(ValidationError) as refused:
        Player(nickname=nickname).full_clean()
    assert list(refused.value.message_dict) == ["nickname"]
    assert len(refused.value.messages) == 1
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(nickname=nickname)


def test_a_nickname_that_grows_past_its_normal_form_is_refused():
    with pytest.raises(ValidationError) as refused:
        Player(nickname="\ufdfa" * 64).full_clean()
    assert refused.value.message_dict == {"nickname": ["This nickname is too long."]}


def test_the_nickname_is_stored_without_needless_spaces():
    player = Player(nickname="  The   Fox ")
    player.full_clean()
    player.save()
    assert (player.nickname, player.nickname_key) == ("The Fox", "the fox")


@pytest.mark.parametrize("text", ["ёж", "ЕЖ", "Еж"])
def test_search_ignores_case_and_yo(text):
    hedgehog = make_player("Ёжик")
    make_player("Лиса")
    assert list(Player.objects.search(text)) == [hedgehog]
    assert Player.objects.named("ежик") == hedgehog
    assert Player.objects.named(text) is None


def test_who_has_played_or_judged_is_not_deleted():
    make_board(players=[*"ABCDEF", None])
    make_season()
    make_game()
    for nickname in ("A", "P1", "J1"):
        with pytest.raises(ProtectedError):
            make_player(nickname).delete()
    make_player("Newcomer").delete()
    assert Player.objects.named("Newcomer") is None
