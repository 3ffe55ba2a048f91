"""The pages everybody reads: tournaments, standings, boards."""

from typing import Any

from django.db.models import QuerySet
from django.views.generic import DetailView
from django_tables2 import SingleTableMixin, SingleTableView, Table

from clubsite.tables import TableFileMixin

from .. import baf
from ..chart import centres_chart
from ..models import Board, Seat, Tournament
from ..models.tournament import leaders
from ..tables import StandingsTable, TournamentTable
from ..wording import POWER_NAMES, explanation, missing_sentence, neutral_sentence
from ..years import year_totals


class TournamentListView(SingleTableView):
    """The tournaments, newest first."""

    table_class = TournamentTable
    template_name = "tournaments/list.html"

    def get_queryset(self) -> QuerySet[Tournament]:
        return Tournament.objects.visible_to(self.request.user).for_list()

    def get_table(self, **kwargs: Any) -> Table:
        table = super().get_table(**kwargs)
        table.leaders = leaders(row.record for row in table.paginated_rows)
        return table


class TournamentView(TableFileMixin, SingleTableMixin, DetailView):
    """The standings of a tournament, and its rounds with their boards."""

    context_object_name = "tournament"
    template_name = "tournaments/tournament.html"
    table_class = StandingsTable
    table_pagination = False

    def get_queryset(self) -> QuerySet[Tournament]:
        return Tournament.objects.visible_to(self.request.user).with_boards()

    def get_table_data(self) -> list[baf.Standing]:
        return self.object.standings()

    def get_table_kwargs(self) -> dict[str, Any]:
        return {"rounds": self.object.rounds.all()}

    def get_export_filename(self, export_format: str) -> str:
        return f"{self.object.slug}.{export_format}"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(may_run=self.object.may_be_run_by(self.request.user), **kwargs)


class BoardView(DetailView):
    """A board: what each power holds and scores, and why."""

    context_object_name = "board"
    template_name = "tournaments/board.html"

    def get_queryset(self) -> QuerySet[Board]:
        return Board.objects.visible_to(self.request.user).with_counts()

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        seats = list(self.object.seats.all())
        centres = [seat.centres for seat in seats]
        return super().get_context_data(
            **kwargs,
            lines=_lines(self.object, seats),
            held=sum(centres),
            **_years(self.object),
            neutral=neutral_sentence(baf.neutral_centres(centres)) if sum(centres) < baf.CENTRES else "",
            table_versions=sorted({seat.table_version for seat in seats if seat.table_version}),
        )


def _years(board: Board) -> dict[str, Any]:
    """Return the chart of a board's centres and its table: each year with the centres of all powers and their sum."""
    counts = board.counts()
    chart = centres_chart(counts)
    return {
        "chart": chart,
        "lines_by_name": [(POWER_NAMES[line.power], line) for line in chart.lines] if chart else [],
        "power_names": POWER_NAMES.values(),
        "years": [
            (year, [counts.get(power, {}).get(year) for power in baf.POWERS], total)
            for year, total in year_totals(counts).items()
        ],
    }


def _lines(board: Board, seats: list[Seat]) -> list[dict[str, Any]]:
    """Return the seats of a board with the sentences that explain their scores."""
    table = board.scored_with()
    scores = board.scores(table)
    return [
        {
            "seat": seat,
            "missing": missing_sentence(seat.entry()),
            "why": explanation(
                scores[seat.power],
                table,
                seat.weighted_score,
                board.round.weight,
                board.weight,
                seat.credit,
                len(scores),
            )
            if seat.power in scores
            else "",
        }
        for seat in seats
    ]
