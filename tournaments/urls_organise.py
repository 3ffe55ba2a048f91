"""Addresses below /tournaments/<slug>/manage/.

A name says which tab the page stands under, manage_player..., manage_round..., manage_prize...: see organise/tabs.html.
"""

from django.urls import path

from .views.organise import call, overview, players, prizes, rounds, seating

urlpatterns = [
    path("", overview.overview, name="manage"),
    path("edit/", overview.edit_tournament, name="manage_edit"),
    path("status/", overview.change_status, name="manage_status"),
    path("players/", players.players, name="manage_players"),
    path("players/add/", players.add_player, name="manage_player_add"),
    path("players/list/", players.players_list, name="manage_players_list"),
    path("players/apart/", players.keep_apart, name="manage_players_apart"),
    path("players/apart/<int:pk>/delete/", players.delete_pair, name="manage_players_apart_delete"),
    path("players/<int:pk>/", players.edit_entrant, name="manage_player"),
    path("players/<int:pk>/withdraw/", players.withdraw, name="manage_player_withdraw"),
    path("players/<int:pk>/take-back/", players.take_back, name="manage_player_take_back"),
    path("players/<int:pk>/remove/", players.remove_player, name="manage_player_remove"),
    path("prizes/", prizes.prizes, name="manage_prizes"),
    path("prizes/add/", prizes.add_derived, name="manage_prize_add"),
    path("prizes/new/", prizes.new_prize, name="manage_prize_new"),
    path("prizes/<int:pk>/", prizes.edit_prize, name="manage_prize"),
    path("prizes/<int:pk>/delete/", prizes.delete_prize, name="manage_prize_delete"),
    path("rounds/", rounds.rounds, name="manage_rounds"),
    path("rounds/<int:number>/", rounds.edit_round, name="manage_round"),
    path("rounds/<int:number>/delete/", rounds.delete_round, name="manage_round_delete"),
    path("rounds/<int:number>/call/", call.call, name="manage_round_call"),
    path("rounds/<int:number>/seating/", seating.seating, name="manage_round_seating"),
]
