"""Addresses of the site; each game keeps its own below its prefix."""

from django.contrib import admin
from django.urls import include, path, register_converter

from tournaments.views.table import TableView

from . import together, views
from .addresses import PlayerConverter
from .members.invitations import player_invite
from .members.merging import player_merge
from .members.renaming import player_rename

register_converter(PlayerConverter, "player")

urlpatterns = [
    path("", views.HomeView.as_view(), name="home"),
    path("players/", views.PlayerListView.as_view(), name="players"),
    path("players/<player:pk>/", views.PlayerView.as_view(), name="player"),
    path("players/<player:pk>/with/", together.player_with_whom, name="player_with_whom"),
    path("players/<player:pk>/with/<player:other>/", together.player_with, name="player_with"),
    path("players/<player:pk>/rename/", player_rename, name="player_rename"),
    path("players/<player:pk>/merge/", player_merge, name="player_merge"),
    path("players/<player:pk>/invite/", player_invite, name="player_invite"),
    path("desk/", include("clubsite.desk.urls")),
    path("mafia/", include("mafia_rating.urls")),
    path("tournaments/", include("tournaments.urls")),
    path("baf/", TableView.as_view(), name="baf"),
    path("accounts/", include("clubsite.members.urls")),
    path("admin/", admin.site.urls),
]
