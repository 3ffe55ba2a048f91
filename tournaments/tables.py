"""The tables of the public tournament pages."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy as _

from clubsite.names import natural_key
from clubsite.tables import NAME, NUMBER, TOTAL

from . import baf
from .models import Round, Tournament
from .wording import OUTCOME_NAMES, weighing


class TournamentTable(tables.Table):
    """The tournaments, with who leads each; `leaders` holds them by the tournament's key."""

    label = _("Tournaments")

    name = tables.Column(linkify=True, attrs=NAME)
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


class RoundCell(NamedTuple):
    """One result of the standings as it is shown."""

    points: str
    url: str
    hint: str
    counts: bool


class StandingsTable(tables.Table):
    """The standings of a tournament: one column a round. The template prints the cells of `cells` as they stand."""

    label = _("Standings")
    exportable = True

    place = tables.Column(verbose_name=_("Place"), attrs=NUMBER)
    player = tables.Column(verbose_name=_("Player"), order_by="player_key", attrs=NAME)
    total = tables.Column(verbose_name=_("Total"), initial_sort_descending=True, attrs=TOTAL)
    best = tables.Column(verbose_name=_("Best"), initial_sort_descending=True, attrs=NUMBER)
    tops = tables.Column(verbose_name=_("Sole tops"), initial_sort_descending=True, attrs=NUMBER)

    class Meta:
        sequence = ("place", "player", "...", "total", "best", "tops")
        template_name = "tournaments/includes/standings_table.html"
        empty_text = _("No board is finished yet: the first one opens the standings.")

    def __init__(self, data: Sequence[baf.Standing], rounds: Iterable[Round], **kwargs: object) -> None:
        numbers = [round_.number for round_ in rounds]
        columns = [
            (
                f"round_{number}",
                tables.Column(
                    verbose_name=_("Round %(number)s") % {"number": number}, initial_sort_descending=True, attrs=NUMBER
                ),
            )
            for number in numbers
        ]
        super().__init__([_row(line, numbers) for line in data], extra_columns=columns, **kwargs)


def _row(line: baf.Standing, numbers: Iterable[int]) -> dict[str, object]:
    return {
        "place": line.place,
        "player": line.player.nickname,
        "player_key": natural_key(line.player.nickname),
        "player_url": reverse("player", args=[line.player.pk]),
        "total": line.total,
        "best": line.best,
        "tops": line.tops,
        "cells": [
            _cell(line.results[number], number in line.counted) if number in line.results else None
            for number in numbers
        ],
        **{f"round_{number}": points for number, points in line.rounds.items()},
    }


def _cell(result: baf.Result, counts: bool) -> RoundCell:
    board, score, *weights = result.origin
    hint = f"{OUTCOME_NAMES[result.outcome]}: {weighing(score, *weights)}"
    return RoundCell(str(result.points), reverse("tournaments:board", args=[board]), hint, counts)
