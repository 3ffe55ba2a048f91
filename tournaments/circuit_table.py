"""The tables of the circuits' pages."""

from collections.abc import Iterable, Sequence

import django_tables2 as tables
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubsite.names import natural_key
from clubsite.tables import NAME, NUMBER, TOTAL

from .circuits import WHOLE, Counted, Line
from .models import Circuit, CircuitTournament
from .wording import stage_sentences


class CircuitListTable(tables.Table):
    """The circuits, with how many of their tournaments count."""

    label = _("Circuits")

    name = tables.Column(verbose_name=_("Circuit"), linkify=True, attrs=NAME)
    points = tables.Column(verbose_name=_("Points"), orderable=False)
    counted = tables.Column(verbose_name=_("Tournaments"), attrs=NUMBER)
    to_come = tables.Column(verbose_name=_("Still to come"), attrs=NUMBER)

    class Meta:
        model = Circuit
        fields = ("name", "points", "counted", "to_come")
        empty_text = _("No circuit has been entered yet.")


class CircuitTable(tables.Table):
    """The players of a circuit: one column a tournament, with the points as counted.

    A file also has the share of each in percent. The template prints `cells`, which explain their numbers.
    """

    label = _("Table of the circuit")
    exportable = True

    place = tables.Column(verbose_name=_("Place"), attrs=NUMBER)
    player = tables.Column(verbose_name=_("Player"), order_by="player_key", attrs=NAME)
    total = tables.Column(verbose_name=_("Total"), initial_sort_descending=True, attrs=TOTAL)

    class Meta:
        sequence = ("place", "player", "total", "...")
        template_name = "tournaments/includes/circuit_table.html"
        empty_text = _("Nobody has played enough tournaments yet.")

    def __init__(
        self, data: Iterable[Line], circuit: Circuit, stages: Sequence[CircuitTournament], **kwargs: object
    ) -> None:
        self.circuit, self.stages = circuit, stages
        columns = [column for stage in stages for column in self._columns(stage)]
        super().__init__([self._row(line) for line in data], extra_columns=columns, **kwargs)

    def _columns(self, stage: CircuitTournament) -> list[tuple[str, tables.Column]]:
        key, slug, name = stage.tournament_id, stage.tournament.slug, stage.tournament.name
        if stage.major and self.circuit.counts_shares:
            name = _("%(name)s (major)") % {"name": name}
        points = tables.Column(verbose_name=name, accessor=f"points_{key}", initial_sort_descending=True, attrs=NUMBER)
        columns = [(f"points_{slug}", points)]
        if self.circuit.counts_shares:
            columns.append((f"share_{slug}", tables.Column(accessor=f"share_{key}", visible=False)))
        return columns

    def _row(self, line: Line) -> dict[str, object]:
        counted = {each.stage.tournament: each for each in line.counted}
        return {
            "place": line.place,
            "player": line.player.nickname,
            "player_key": natural_key(line.player.nickname),
            "player_url": reverse("player", args=[line.player.pk]),
            "total": line.total,
            "cells": [self._cell(counted.get(stage.tournament_id)) for stage in self.stages],
            **{f"points_{key}": each.points for key, each in counted.items()},
            **{f"share_{key}": each.share for key, each in counted.items()},
        }

    def _cell(self, counted: Counted | None) -> dict[str, object] | None:
        return counted and {
            "points": counted.points,
            "share": counted.share if counted.share < WHOLE else None,
            "sentences": stage_sentences(counted, self.circuit.counts_shares),
        }
