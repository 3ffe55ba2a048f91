"""Two members who are one person become one."""

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from clubsite.merging import merge, mover_of, refusals, relations
from clubsite.models import MergedPlayer, Player
from mafia_rating.models import Game, Season
from mafia_rating.models import Seat as MafiaSeat
from tests.factories import make_board, make_game, make_player, make_round, make_season, make_tournament, make_user
from tournaments.models import Entrant, KeepApart
from tournaments.models import Seat as BoardSeat

pytestmark = pytest.mark.django_db

OTHERS = [f"P{number}" for number in range(2, 11)]


def test_every_relation_knows_how_it_moves():
    for field in relations():
        assert mover_of(field)


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
    points = list(MafiaSeat.objects.order_by("pk").values_list("total")), list(
        BoardSeat.objects.order_by("pk").values_list("weighted_score")
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
