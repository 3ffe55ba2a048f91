"""Addresses below /mafia/."""

from django.urls import path

from .views import entry, public

app_name = "mafia_rating"

urlpatterns = [
    path("", public.SeasonView.as_view(), name="current"),
    path("seasons/<slug:slug>/", public.SeasonView.as_view(), name="season"),
    path("seasons/<slug:slug>/top-10/", public.TopView.as_view(), name="top"),
    path("games/<int:pk>/", public.GameView.as_view(), name="game"),
    path("games/new/", entry.new_game, name="game_new"),
    path("games/<int:pk>/edit/", entry.edit_game, name="game_edit"),
    path("games/<int:pk>/cancel/", entry.cancel_game, name="game_cancel"),
    path("games/<int:pk>/reinstate/", entry.reinstate_game, name="game_reinstate"),
]
