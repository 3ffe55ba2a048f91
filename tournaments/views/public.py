"""The pages everybody reads: tournaments, standings, boards."""

from typing import Any

from django.db.models import QuerySet
from django.utils.functional import cached_property
from django.views.generic import DetailView
from django_tables2 import SingleTableMixin, SingleTableView, Table

from clubsite.players import SearchForm
from clubsite.tables import IN_PAGES, TableFileMixin

from .. import baf
from ..chart import centres_chart
from ..models import Board, Entrant, Seat, Tournament
from ..models.prize import Award, awards
from ..models.tournament import leaders
from ..tables import BoardResultsTable, PrizeTable, StandingsTable, TournamentTable
from ..wording import POWER_NAMES, neutral_sentence, seat_lines
from ..years import year_totals

FEW_BOARDS = 12  # of a tournament are all in view at once; of more those of the current round


class TournamentListView(SingleTableView):
    """The tournaments, newest first."""

    table_class = TournamentTable
    table_pagination = IN_PAGES
    template_name = "tournaments/list.html"

    def get_queryset(self) -> QuerySet[Tournament]:
        return Tournament.objects.visible_to(self.request.user).for_list()

    def get_table(self, **kwargs: Any) -> Table:
        table = super().get_table(**kwargs)
        table.leaders = leaders(row.record for row in table.paginated_rows)
        return table


class TournamentView(TableFileMixin, SingleTableMixin, DetailView):
    """The standings of a tournament, and its rounds with their boards.

    With ?live=1 the standings are provisional: running boards on which something has been entered count as they stand.
    """

    context_object_name = "tournament"
    template_name = "tournaments/tournament.html"
    table_class = StandingsTable
    table_pagination = False

    def get_queryset(self) -> QuerySet[Tournament]:
        tournaments = Tournament.objects.visible_to(self.request.user).with_may_run(self.request.user)
        return tournaments.with_boards().with_honours()

    @cached_property
    def boards(self) -> list[Board]:
        """The boards, round by round."""
        return [board for round_ in self.object.rounds.all() for board in round_.boards.all()]

    @cached_property
    def running(self) -> list[int]:
        """The keys of the running boards on which something has been entered."""
        return [board.pk for board in self.boards if not board.finished and board.begun]

    @cached_property
    def live(self) -> list[int]:
        """The keys of the running boards that count in the standings shown."""
        return self.running if self.request.GET.get("live") == "1" else []

    @cached_property
    def standings(self) -> list[baf.Standing]:
        return self.object.standings(self.live, origins=True)

    def get_table_data(self) -> list[baf.Standing]:
        return self.standings

    def get_table_kwargs(self) -> dict[str, Any]:
        return {"tournament": self.object, "running": self.live}

    def get_export_filename(self, export_format: str) -> str:
        name = f"{self.object.slug}-provisional" if self.live else self.object.slug
        return f"{name}.{export_format}"

    def awards(self) -> list[Award]:
        """Who has won the prizes, by finished boards alone."""
        results = (result for line in self.standings for result in line.results.values())
        final = (result for result in results if result.origin.board not in self.live)
        return awards(self.object.prize_rows or [], final)

    def unranked(self) -> list[Entrant]:
        """Who is on the list, or at a table, and has no board that counts, by name."""
        ranked = {line.player.pk for line in self.standings}
        listed = self.object.entrants.with_players().exclude(player__in=ranked)
        found = {entrant.player_id: entrant for entrant in listed}
        running = (seat for board in self.boards if not board.finished for seat in board.seats.all())
        for player in (part.player for seat in running for part in seat.parts()):
            if player.pk not in ranked:
                found.setdefault(player.pk, Entrant(tournament=self.object, player=player))
        return sorted(found.values(), key=lambda entrant: entrant.player.nickname_order)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            awards=self.awards(),
            running=len(self.running),
            live=bool(self.live),
            current=self.boards[-1].round if self.boards else None,
            few_boards=len(self.boards) <= FEW_BOARDS,
            search=SearchForm(),
            unranked=self.unranked(),
            **kwargs,
        )


class BoardResultsView(TableFileMixin, SingleTableMixin, DetailView):
    """The results of all boards of a tournament, seat by seat."""

    context_object_name = "tournament"
    template_name = "tournaments/board_results.html"
    table_class = BoardResultsTable
    table_pagination = {"per_page": 12 * len(baf.POWERS)}

    def get_queryset(self) -> QuerySet[Tournament]:
        return Tournament.objects.visible_to(self.request.user)

    def get_table_data(self) -> list[Seat]:
        return Seat.objects.filter(round__tournament=self.object).by_board()

    def get_export_filename(self, export_format: str) -> str:
        return f"{self.object.slug}-boards.{export_format}"


class PrizesView(TableFileMixin, SingleTableMixin, DetailView):
    """The prizes of a tournament, with the results they are won for."""

    context_object_name = "tournament"
    template_name = "tournaments/prizes.html"
    table_class = PrizeTable
    table_pagination = False

    def get_queryset(self) -> QuerySet[Tournament]:
        return Tournament.objects.visible_to(self.request.user)

    def get_table_data(self) -> list[Award]:
        return self.object.awards()

    def get_export_filename(self, export_format: str) -> str:
        return f"{self.object.slug}-prizes.{export_format}"


class BoardView(DetailView):
    """A board: what each power holds and scores, and why."""

    context_object_name = "board"
    template_name = "tournaments/board.html"

    def get_queryset(self) -> QuerySet[Board]:
        return Board.objects.visible_to(self.request.user).with_counts().with_begun()

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        seats = list(self.object.seats.all())
        centres = [seat.centres for seat in seats]
        return super().get_context_data(
            **kwargs,
            lines=seat_lines(self.object, seats, self.object.scored_with()),
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
