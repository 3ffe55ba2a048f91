"""The archive: all seasons with who won them."""

from typing import Any

from django.db.models import Count, Q
from django.views.generic import ListView

from .. import rating
from ..models import Game, Season


class ArchiveView(ListView):
    """The seasons, latest first, each with its games, its players, its leader and its best player."""

    template_name = "mafia_rating/seasons.html"
    context_object_name = "seasons"
    queryset = Season.objects.order_by("-starts_on").annotate(
        game_count=Count("games", filter=Q(games__status=Game.Status.FINAL))
    )

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        tables = Season.objects.tables()
        rows = []
        for season in self.object_list:
            table = tables.get(season.pk, [])
            rows.append((season, len(table), rating.points_leaders(table), rating.best_players(table)))
        return super().get_context_data(rows=rows, **kwargs)
