"""What a line of a season table is made of: the games of a player, and the coefficients with their numbers."""

from typing import Any

from django.core.exceptions import BadRequest
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django_tables2 import SingleTableMixin

from clubsite.models import Player
from clubsite.tables import Pages

from ..all_time import AllTime
from ..formulas import formulas
from ..models import Seat
from ..models.seat import about
from ..models.sums import added_up, part_sums
from ..tables import SeatTable
from .public import PART_LABELS
from .seasons import SeasonPage

TOLD = ("best_move", "bonus", "penalty")  # the parts whose list says what each number is for


class ManyPages(Pages):
    """Pages on which the games of almost every player's season find room."""

    ROWS = 100


class SeasonPlayerView(SingleTableMixin, SeasonPage):
    """A player's games of a season, all or those that ?part= names; the table's filter leaves some out as there."""

    template_name = "mafia_rating/season_player.html"
    table_class = SeatTable
    table_pagination = {"paginator_class": ManyPages}

    @cached_property
    def player(self) -> Player:
        return get_object_or_404(Player, pk=self.kwargs["pk"])

    @cached_property
    def part(self) -> str:
        """The part of the points whose games are asked for; "" for all games."""
        part = self.request.GET.get("part")
        return part if part in PART_LABELS else ""

    @cached_property
    def seats(self) -> QuerySet[Seat]:
        """The player's seats that the line adds up."""
        if not self.filter.is_valid():
            raise BadRequest(_("The filter has faults; no table fits it."))
        return self.filter.seats(self.object.seats()).filter(player=self.player).counting()

    @cached_property
    def shown(self) -> QuerySet[Seat]:
        """Those of them that are listed, with their protocols where each row says what the part is for."""
        shown = self.seats.filter(about(self.part or "total")).latest_with_game()
        return shown.with_protocol() if self.part in TOLD else shown

    def get_table_data(self) -> list[Seat]:
        return list(self.shown)

    def get_table_kwargs(self) -> dict[str, Any]:
        return {
            "sums": added_up(self.shown),
            "told": self.part if self.part in TOLD else "",
        }

    @cached_property
    def parts(self) -> list[Any]:
        """The sums of each part of the points, the total last."""
        return part_sums(self.seats)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        self.seats  # noqa: B018 -- a filter with faults is refused before anything is counted
        line = next((line for line in self.lines if line.player_id == self.player.pk), None)
        *parts, total = self.parts
        games_query = self.filter.games_query
        return super().get_context_data(
            player=self.player,
            filter=self.filter,
            line=line,
            formulas=formulas(line) if line else [],
            parts=[(PART_LABELS[each.part], each) for each in parts],
            total=total,
            part=self.part,
            part_label=PART_LABELS.get(self.part, ""),
            address=self.object.player_url(self.player.pk),
            games_query=f"?{games_query}" if games_query else "",
            part_query=f"?{games_query}&part=" if games_query else "?part=",
            **kwargs,
        )


class AllTimePlayerView(SeasonPlayerView):
    """A player's games of all seasons."""

    def get_object(self, queryset: Any = None) -> AllTime:
        return AllTime()
