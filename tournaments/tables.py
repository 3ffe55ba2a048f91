"""The tables of the public tournament pages."""

from collections.abc import Collection, Iterable, Sequence

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _

from clubsite.names import natural_key
from clubsite.tables import NAME, NUMBER, TOTAL

from . import baf
from .models import Round, Seat, Tournament
from .models.prize import Award
from .models.seat import Part
from .wording import OUTCOME_NAMES, POWER_NAMES, weighing


class TournamentTable(tables.Table):
    """The tournaments, with who leads each; `leaders` holds them by the tournament's key."""

    label = _("Tournaments")

    name = tables.TemplateColumn(
        template_name="tournaments/includes/name.html", verbose_name=_("Name"), order_by="name", attrs=NAME
    )
    place = tables.Column(verbose_name=_("Place"))
    starts_on = tables.TemplateColumn(
        template_name="tournaments/includes/dates.html", verbose_name=_("Dates"), attrs={"td": {"class": "text-nowrap"}}
    )
    round_count = tables.Column(verbose_name=_("Rounds"), attrs=NUMBER)
    board_count = tables.Column(verbose_name=_("Boards"), attrs=NUMBER)
    leader = tables.Column(verbose_name=_("First"), empty_values=(), orderable=False)

    leaders = {}

    class Meta:
        model = Tournament
        fields = ("name", "place", "starts_on", "round_count", "board_count", "leader")
        empty_text = _("No tournament has been entered yet.")

    def render_leader(self, record: Tournament) -> str:
        names = ((reverse("player", args=[who.pk]), who.nickname) for who in self.leaders[record.pk])
        return format_html_join(", ", '<a href="{}">{}</a>', names) or "—"


def _heading(round_: Round) -> str:
    """Name a round, with the weight that its points already have."""
    names = {"number": round_.number, "weight": round_.weight}
    return (_("Round\xa0%(number)s") if round_.weight == 1 else _("Round\xa0%(number)s, weight\xa0%(weight)s")) % names


class StandingsTable(tables.Table):
    """The standings of a tournament: one column a round. The template prints `cells`, the rounds, as they stand.

    Where only the best rounds count, a file says which of a player's rounds do.

    A player leads to the record in the tournament. The results on the boards of the keys `running` are marked as
    provisional.
    """

    label = _("Standings")
    exportable = True

    place = tables.Column(verbose_name=_("Place"), attrs=NUMBER)
    player = tables.Column(verbose_name=_("Player"), order_by="player_key", attrs=NAME)
    total = tables.Column(verbose_name=_("Total"), initial_sort_descending=True, attrs=TOTAL)
    best = tables.Column(verbose_name=_("Best"), initial_sort_descending=True, attrs=NUMBER)
    tops = tables.Column(verbose_name=_("Sole tops"), initial_sort_descending=True, attrs=NUMBER)

    class Meta:
        sequence = ("place", "player", "total", "...", "best", "tops")
        template_name = "tournaments/includes/standings_table.html"
        empty_text = _("No board is finished yet: the first one opens the standings.")

    def __init__(
        self, data: Sequence[baf.Standing], tournament: Tournament, running: Collection[int] = (), **kwargs: object
    ) -> None:
        self.slug, self.running = tournament.slug, running
        rounds = tournament.rounds.all()
        numbers = [round_.number for round_ in rounds]
        columns = [
            (f"round_{round_.number}", tables.Column(_heading(round_), initial_sort_descending=True, attrs=NUMBER))
            for round_ in rounds
        ]
        if tournament.counted_rounds:
            columns.append(("counted", tables.Column(visible=False)))
        boards = {result.origin.board for line in data for result in line.results.values()}
        self.board_urls = {board: reverse("tournaments:board", args=[board]) for board in boards}
        self.outcome_names = {outcome: str(name) for outcome, name in OUTCOME_NAMES.items()}
        super().__init__([self._row(line, numbers) for line in data], extra_columns=columns, **kwargs)

    def _row(self, line: baf.Standing, numbers: Iterable[int]) -> dict[str, object]:
        return {
            "place": line.place,
            "player": line.player.nickname,
            "player_key": natural_key(line.player.nickname),
            "player_url": reverse("tournaments:record", args=[self.slug, line.player.pk]),
            "total": line.total,
            "best": line.best,
            "tops": line.tops,
            "counted": ", ".join(map(str, sorted(line.counted))),
            "cells": [self._cell(line.results.get(number), number in line.counted) for number in numbers],
            **{f"round_{number}": points for number, points in line.rounds.items()},
        }

    def _cell(self, result: baf.Result | None, counts: bool) -> str:
        """Link a result to its board; score and weights are its hint."""
        if result is None:
            return "–"
        board, _table, _power, score, *weights = result.origin
        hint = f"{self.outcome_names[result.outcome]}: {weighing(score, *weights)}"
        link = format_html('<a href="{}" title="{}">{}</a>', self.board_urls[board], hint, result.points)
        if board in self.running:
            link = format_html('<em class="points-running">{}</em>', link)
        return link if counts else format_html('<s class="text-soft">{}</s>', link)


class BoardResultsTable(tables.Table):
    """Every seat of a tournament's boards, by round, table and power; weights are exact fractions, as text.

    A power that two played has a line for each. A file also names the BAF table of each score.
    """

    label = _("Results of all boards")
    exportable = True

    round = tables.Column(verbose_name=_("Round"), attrs=NUMBER)
    table = tables.TemplateColumn(
        '<a href="{{ record.board_url }}">{{ value }}</a>', verbose_name=_("Table"), attrs=NUMBER
    )
    power = tables.TemplateColumn(
        '<span class="power power-{{ record.power_code }}">{{ value }}</span>', verbose_name=_("Power")
    )
    player = tables.Column(verbose_name=_("Player"), attrs=NAME, linkify=lambda record: record["player_url"])
    centres = tables.Column(verbose_name=_("Centres"), attrs=NUMBER)
    outcome = tables.Column(verbose_name=_("Outcome"), attrs={"td": {"class": "text-nowrap"}})
    score = tables.Column(verbose_name=_("Score"), attrs=NUMBER)
    round_weight = tables.Column(verbose_name=_("Round weight"), attrs=NUMBER)
    board_weight = tables.Column(verbose_name=_("Board weight"), attrs=NUMBER)
    credit = tables.Column(verbose_name=_("Credit"), attrs=NUMBER)
    weighted_score = tables.Column(verbose_name=_("Weighted"), attrs=TOTAL)
    finished = tables.Column(verbose_name=_("Finished"))
    replacement = tables.Column(verbose_name=_("Replacement"))
    table_version = tables.Column(visible=False)

    class Meta:
        orderable = False
        empty_text = _("No board has been entered yet.")

    def __init__(self, data: Iterable[Seat], **kwargs: object) -> None:
        super().__init__([self._row(seat, part) for seat in data for part in seat.parts() or [None]], **kwargs)

    def _row(self, seat: Seat, part: Part | None) -> dict[str, object]:
        """Return the line of one player of a power; the centres of a power stand there once."""
        board = seat.board
        replacement = (_("left") if part.left else _("took over")) if part and seat.left_player else None
        return {
            "round": board.round.number,
            "table": board.table,
            "board_url": board.get_absolute_url(),
            "power": seat.get_power_display(),
            "power_code": seat.power,
            "player": part.player.nickname if part else None,
            "player_url": part.player.get_absolute_url() if part else None,
            "centres": None if part and part.left else seat.centres,
            "outcome": seat.get_outcome_display() or None,
            "score": seat.score,
            "round_weight": str(board.round.weight),
            "board_weight": str(board.weight),
            "credit": str(part.credit if part else seat.credit),
            "weighted_score": part.weighted_score if part else None,
            "finished": str(_("yes") if board.finished else _("no")),
            "replacement": replacement and str(replacement),
            "table_version": seat.table_version or None,
        }


class PrizeTable(tables.Table):
    """The prizes: a line for each result that one is won for, and for each winner set by hand."""

    label = _("Prizes")
    exportable = True

    prize = tables.Column(verbose_name=_("Prize"), attrs=NAME)
    player = tables.Column(verbose_name=_("Winner"), linkify=lambda record: record.get("player_url"))
    points = tables.Column(verbose_name=_("Points"), attrs=TOTAL, linkify=lambda record: record.get("board_url"))
    power = tables.Column(verbose_name=_("Power"))
    outcome = tables.Column(verbose_name=_("Outcome"))
    round = tables.Column(verbose_name=_("Round"), attrs=NUMBER)
    table = tables.Column(verbose_name=_("Table"), attrs=NUMBER)
    given = tables.Column(verbose_name=_("How"))

    class Meta:
        orderable = False
        empty_text = _("No prize has been named yet.")

    def __init__(self, data: Iterable[Award], **kwargs: object) -> None:
        super().__init__([line for award in data for line in self._lines(award)], **kwargs)

    def _lines(self, award: Award) -> list[dict[str, object]]:
        given = str(_("set by the organiser") if award.prize.by_hand else _("from the results"))
        lines = [
            {
                "prize": str(award.prize),
                "player": winner.player.nickname,
                "player_url": reverse("player", args=[winner.player.pk]),
                "given": given,
                **(self._won(result) if result else {}),
            }
            for winner in award.winners
            for result in winner.results or [None]
        ]
        return lines or [{"prize": str(award.prize), "given": given}]

    def _won(self, result: baf.Result) -> dict[str, object]:
        board, table, power, *_weighed = result.origin
        return {
            "points": result.points,
            "power": str(POWER_NAMES[power]),
            "outcome": str(OUTCOME_NAMES[result.outcome]),
            "round": result.round,
            "table": table,
            "board_url": reverse("tournaments:board", args=[board]),
        }
