"""The pages everybody reads: tournaments, standings, boards."""

from typing import Any

from django.views.generic import DetailView
from django_tables2 import SingleTableMixin, SingleTableView, Table

from clubsite.tables import IN_PAGES, TableFileMixin

from .. import baf
from ..models import Board, Tournament
from ..models.tournament import leaders
from ..tables import StandingsTable, TournamentTable
from ..wording import neutral_sentence, seat_lines


class TournamentListView(SingleTableView):
    """The tournaments, newest first."""

    queryset = Tournament.objects.for_list()
    table_class = TournamentTable
    table_pagination = IN_PAGES
    template_name = "tournaments/list.html"

    def get_table(self, **kwargs: Any) -> Table:
        table = super().get_table(**kwargs)
        table.leaders = leaders(row.record for row in table.paginated_rows)
        return table


class TournamentView(TableFileMixin, SingleTableMixin, DetailView):
    """The standings of a tournament, and its rounds with their boards."""

    queryset = Tournament.objects.with_boards()
    context_object_name = "tournament"
    template_name = "tournaments/tournament.html"
    table_class = StandingsTable
    table_pagination = False

    def get_table_data(self) -> list[baf.Standing]:
        return self.object.standings(origins=True)

    def get_table_kwargs(self) -> dict[str, Any]:
        return {"rounds": self.object.rounds.all()}

    def get_export_filename(self, export_format: str) -> str:
        return f"{self.object.slug}.{export_format}"


class BoardView(DetailView):
    """A board: what each power holds and scores, and why."""

    queryset = Board.objects.with_seats()
    context_object_name = "board"
    template_name = "tournaments/board.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        seats = list(self.object.seats.all())
        centres = [seat.centres for seat in seats]
        return super().get_context_data(
            **kwargs,
            lines=seat_lines(self.object, seats),
            held=sum(centres),
            neutral=neutral_sentence(baf.neutral_centres(centres)) if sum(centres) < baf.CENTRES else "",
            table_versions=sorted({seat.table_version for seat in seats if seat.table_version}),
        )
