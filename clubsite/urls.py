"""Addresses of the site; each game keeps its own below its prefix."""

from django.contrib import admin
from django.contrib.auth import views as auth_views
from django.urls import include, path

from tournaments.views.table import TableView

from . import views
from .members.renaming import player_rename

urlpatterns = [
    path("", views.HomeView.as_view(), name="home"),
    path("players/", views.PlayerListView.as_view(), name="players"),
    path("players/<int:pk>/", views.PlayerView.as_view(), name="player"),
    path("players/<int:pk>/rename/", player_rename, name="player_rename"),
    path("desk/", include("clubsite.desk.urls")),
    path("mafia/", include("mafia_rating.urls")),
    path("tournaments/", include("tournaments.urls")),
    path("baf/", TableView.as_view(), name="baf"),
    path("accounts/login/", auth_views.LoginView.as_view(), name="login"),
    path("accounts/logout/", auth_views.LogoutView.as_view(), name="logout"),
    path("admin/", admin.site.urls),
]
