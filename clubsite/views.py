"""Pages over both games: home, the players, a player."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.generic import DetailView, TemplateView
from django_tables2 import SingleTableView

from mafia_rating.models import Cup, Game, Season
from mafia_rating.player_page import mafia_career
from tournaments.models import Board, Tournament
from tournaments.player_page import diplomacy_career

from .honours import season_honours, tournament_honours
from .models import Player
from .players import PlayerTable, SearchForm, with_counts
from .tables import IN_PAGES


class HomeView(TemplateView):
    """The current season, a cup open for registration, the running tournament, and what was played last."""

    template_name = "clubsite/home.html"
    rows = 10
    latest = 6

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        season, tournament = Season.objects.current(), Tournament.objects.running()
        table = season.table() if season else []
        standings = tournament.standings() if tournament else []
        return super().get_context_data(
            season=season,
            open_cups=Cup.objects.open_at(timezone.now()),
            season_table=table[: self.rows],
            honours=[*season_honours(season, table), *tournament_honours(tournament, standings)],
            tournament=tournament,
            standings=standings[: self.rows],
            games=Game.objects.filter(status=Game.Status.FINAL).select_related("judge").newest_first()[: self.latest],
            boards=Board.objects.public().select_related("round__tournament").with_tops().newest_first()[: self.latest],
            **kwargs,
        )


class PlayerListView(SingleTableView):
    """The players, searched by nickname: the full name is not public."""

    template_name = "clubsite/players.html"
    table_class = PlayerTable
    table_pagination = IN_PAGES

    def get_queryset(self) -> QuerySet[Player]:
        self.form = SearchForm(self.request.GET)
        players = with_counts()
        return players.search(self.form.cleaned_data["q"]) if self.form.is_valid() else players.none()

    def get_table_kwargs(self) -> dict[str, Any]:
        asked = self.form["q"].value()
        return {"empty_text": _("No player goes by such a name.") if asked else _("The club has no players yet.")}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(form=self.form, **kwargs)


class PlayerView(DetailView):
    """What a player did in both games."""

    template_name = "clubsite/player.html"
    queryset = with_counts()

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            mafia=mafia_career(self.object) if self.object.games else None,
            diplomacy=diplomacy_career(self.object),
            form=SearchForm(),
            **kwargs,
        )
