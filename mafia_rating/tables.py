"""The tables of the mafia rating."""

import django_tables2 as tables
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from clubsite.tables import NAME, NUMBER, TOTAL

from . import rating


class SeasonTable(tables.Table):
    """The rows of `Season.table()`. The place is data; sorting goes by the exact values behind what is shown."""

    label = _("Season table")
    exportable = True

    place = tables.Column(_("Place"), attrs=NUMBER)
    player = tables.Column(_("Player"), order_by="name_key", attrs=NAME)
    games = tables.Column(_("Games"), attrs=NUMBER)
    wins = tables.Column(_("Wins"), attrs=NUMBER)
    win_percent = tables.Column(_("Win %"), order_by="exact_win_percent", attrs=NUMBER)
    compensations = tables.Column(_("Comp."), attrs=NUMBER)
    best_move = tables.Column(_("Best move"), attrs=NUMBER)
    bonus = tables.Column(_("Bonus"), attrs=NUMBER)
    penalty = tables.Column(_("Penalty"), attrs=NUMBER)
    points = tables.Column(_("Points"), attrs=TOTAL)
    k1 = tables.Column(_("K1"), order_by="exact_k1", attrs=NUMBER)
    k2 = tables.Column(_("K2"), order_by="exact_k2", attrs=NUMBER)
    final = tables.Column(_("Final"), order_by="exact_final", attrs=TOTAL)

    class Meta:
        template_name = "mafia_rating/includes/season_table.html"

    @cached_property
    def leaders(self) -> list[rating.Line]:
        """Who has the most points, on whatever page of the table."""
        return rating.points_leaders(self.data.data)
