"""The public pages: a season's table, its TOP-10, a game's protocol."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from django.views.generic import DetailView
from django_tables2 import SingleTableMixin

from clubsite.tables import IN_PAGES, TableFileMixin

from .. import rating, scoring
from ..models import Game, Season
from ..tables import SeasonTable
from ..wording import reason_sentence

LATEST_GAMES = 10
PART_LABELS = {
    "win": _("Win"),
    "compensation": _("Comp."),
    "best_move": _("Best move"),
    "bonus": _("Bonus"),
    "penalty": _("Penalty"),
}


class SeasonPage(DetailView):
    """A page of one season; without a slug the current one, or none while the club has no season."""

    context_object_name = "season"

    def get_object(self, queryset: Any = None) -> Season | None:
        slug = self.kwargs.get("slug")
        seasons = Season.objects.select_related("closed_by")
        return get_object_or_404(seasons, slug=slug) if slug else seasons.current()

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(seasons=Season.objects.all(), **kwargs)


class SeasonView(TableFileMixin, SingleTableMixin, SeasonPage):
    """The table of a season, with its leaders and its latest games; also as a file."""

    template_name = "mafia_rating/season.html"
    table_class = SeasonTable
    table_pagination = IN_PAGES

    def get_table_data(self) -> list[rating.Line]:
        return self.object.table() if self.object else []

    def get_export_filename(self, export_format: str) -> str:
        return f"mafia-{self.object.slug if self.object else 'season'}.{export_format}"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        if self.object:
            games = self.object.games
            all_games = self.request.GET.get("games") == "all"
            context |= {
                "game_count": games.filter(status=Game.Status.FINAL).count(),
                "games": games.newest_first()[: None if all_games else LATEST_GAMES],
                "all_games": all_games,
                "best_players": rating.best_players(context["table"].data.data),
            }
        return context


class TopView(SeasonPage):
    """Who has the free entry and who the priority at the registration for the cup (rule 7)."""

    template_name = "mafia_rating/top.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        table = self.object.table()
        return super().get_context_data(
            lines=rating.top(table),
            leaders=rating.points_leaders(table),
            best_players=rating.best_players(table),
            **kwargs,
        )


class GameView(DetailView):
    """The protocol of a game: every point of every seat and what it is for."""

    queryset = Game.objects.with_protocol().select_related("entered_by")
    template_name = "mafia_rating/game.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        game = self.object
        protocol = game.protocol()
        points = scoring.score(protocol)
        seats = {seat.number: seat for seat in game.seats.all()}
        return super().get_context_data(
            rows=[
                {
                    "seat": seat,
                    "parts": [(label, getattr(seat, part)) for part, label in PART_LABELS.items()],
                    "reasons": [reason_sentence(reason) for reason in points[number].reasons],
                }
                for number, seat in seats.items()
            ],
            part_labels=PART_LABELS.values(),
            first_killed=seats.get(protocol.first_killed),
            named=[seats[number] for number in protocol.best_move],
            cancellation=game.cancellation() if game.is_cancelled else None,
            pending=[item for item in (*protocol.bonuses, *protocol.penalties) if item.approval == scoring.PENDING],
            **kwargs,
        )
