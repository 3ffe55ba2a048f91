"""The pages of a season and of all seasons together: table, TOP-10, games, the archive."""

from typing import Any

from django.core.exceptions import BadRequest
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.views.generic import DetailView
from django_tables2 import SingleTableMixin

from clubsite.tables import IN_PAGES, ShortPages, TableFileMixin

from .. import chase, rating
from ..all_time import AllTime
from ..cups import free_entry
from ..filters import TableFilter
from ..models import Cup, Game, Season
from ..tables import ChaseTable, GameTable, SeasonTable

LATEST_GAMES = 10


class SeasonPage(DetailView):
    """A page of one season; without a slug the current one, or none while the club has no season."""

    context_object_name = "season"

    def get_object(self, queryset: Any = None) -> Season | None:
        slug = self.kwargs.get("slug")
        seasons = Season.objects.select_related("closed_by")
        return get_object_or_404(seasons, slug=slug) if slug else seasons.current()

    @cached_property
    def cups(self) -> QuerySet[Cup]:
        """The cups of the season, the latest first; asked for once, and only where they are shown."""
        return self.object.cups.all() if isinstance(self.object, Season) else Cup.objects.none()

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(cups=self.cups, **kwargs)

    @cached_property
    def own(self) -> int | None:
        """The key of the player whose account looks at the page."""
        player = getattr(self.request.user, "player", None)
        return player and player.pk

    @cached_property
    def filter(self) -> TableFilter:
        """What is asked of the table."""
        return TableFilter(self.request.GET)

    @cached_property
    def lines(self) -> list[rating.Line]:
        """The table of the games asked for, with the players of few games; none while the question has faults."""
        return self.filter.table(self.object) if self.object and self.filter.is_valid() else []


class SeasonView(TableFileMixin, SingleTableMixin, SeasonPage):
    """The table of a season, whole or of the games asked for, with its leaders; also as a file."""

    template_name = "mafia_rating/season.html"
    table_class = SeasonTable
    table_pagination = IN_PAGES

    def get_table_data(self) -> list[rating.Line]:
        return self.filter.shown(self.lines) if self.filter.is_valid() else []

    def get_table_kwargs(self) -> dict[str, Any]:
        return {
            "season": self.object,
            "own": self.own,
            "leaders": rating.points_leaders(self.lines),
            "games_query": self.filter.games_query,
            "empty_text": _("No player and game fits what was asked."),
        }

    def get_export_filename(self, export_format: str) -> str:
        name = f"mafia-{self.object.slug if self.object else 'season'}"
        return f"{name}-filtered.{export_format}" if self.filter.asked else f"{name}.{export_format}"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        context |= {"filter": self.filter, "players": len(self.lines), "best_players": rating.best_players(self.lines)}
        if isinstance(self.object, Season):
            games = self.object.games
            context |= {
                "game_count": games.filter(status=Game.Status.FINAL).count(),
                "games": games.newest_first()[:LATEST_GAMES],
            }
        return context

    def render_to_response(self, context: dict[str, Any], **kwargs: Any) -> HttpResponse:
        if self.export_trigger_param in self.request.GET and not self.filter.is_valid():
            raise BadRequest(_("The filter has faults; no table fits it."))
        return super().render_to_response(context, **kwargs)


class AllTimeView(SeasonView):
    """The table of all seasons together."""

    template_name = "mafia_rating/all_time.html"

    def get_object(self, queryset: Any = None) -> AllTime:
        return AllTime()


class TopView(SingleTableMixin, SeasonPage):
    """Who has the free entry and who the priority at the registration for the cup, and what others lack (rule 7)."""

    template_name = "mafia_rating/top.html"
    table_class = ChaseTable
    table_pagination = {"paginator_class": ShortPages}

    @cached_property
    def lines(self) -> list[rating.Line]:
        """The whole table: nothing is asked here."""
        return self.object.table()

    def get_table_data(self) -> list[chase.Chase]:
        return [] if self.object.is_closed else chase.chases(self.lines)

    def get_table_kwargs(self) -> dict[str, Any]:
        return {"season": self.object, "own": self.own}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        leaders = rating.points_leaders(self.lines)
        named = self.cups[0].free_entry_id if self.cups else None
        return super().get_context_data(
            guards=chase.guards(self.lines),
            out=next((line for line in self.lines if not line.in_top), None),
            leaders=leaders,
            plays_free=free_entry([line.player_id for line in leaders], named),
            best_players=rating.best_players(self.lines),
            most_bonus=chase.MOST_BONUS,
            own=self.own,
            **kwargs,
        )


class GamesView(SingleTableMixin, SeasonPage):
    """All games of a season, latest first."""

    template_name = "mafia_rating/games.html"
    table_class = GameTable
    table_pagination = IN_PAGES

    def get_table_data(self) -> QuerySet[Game]:
        return self.object.games.select_related("judge").newest_first()
