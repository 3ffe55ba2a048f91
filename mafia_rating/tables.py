"""The tables of the mafia rating."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubsite.tables import NAME, NUMBER, TOTAL, Pages, ShortPages, by_key

from . import rating
from .models import Game

# Where a number of a season table leads on its player's page: the games of a part, a formula, all games.
OPENS = {
    "place": "",
    "games": "",
    "wins": "part=win",
    "win_percent": "#win-percent",
    "compensations": "part=compensation",
    "best_move": "part=best_move",
    "bonus": "part=bonus",
    "penalty": "part=penalty",
    "points": "#games",
    "k1": "#k1",
    "k2": "#k2",
    "final": "#final",
}


MOST_FIRST = {"initial_sort_descending": True}


class SeasonTable(tables.Table):
    """The rows of a season table. The place is data; sorting goes by the exact values behind what is shown.

    `season`: the Season or AllTime whose games it adds up; `leaders`: who has the most points, on whatever page;
    `own`: the key of the player who looks at it; `games_query`: what chose the games, for the links to them.
    """

    label = _("Season table")
    exportable = True

    place = tables.Column(_("Place"), attrs=NUMBER)
    player = tables.Column(_("Player"), order_by="name_key", attrs=NAME)
    points = tables.Column(_("Points"), attrs=TOTAL, **MOST_FIRST)
    games = tables.Column(_("Games"), attrs=NUMBER, **MOST_FIRST)
    wins = tables.Column(_("Wins"), attrs=NUMBER, **MOST_FIRST)
    win_percent = tables.Column(_("Win %"), order_by="exact_win_percent", attrs=NUMBER, **MOST_FIRST)
    compensations = tables.Column(_("Comp."), attrs=NUMBER, **MOST_FIRST)
    best_move = tables.Column(_("Best move"), attrs=NUMBER, **MOST_FIRST)
    bonus = tables.Column(_("Bonus"), attrs=NUMBER, **MOST_FIRST)
    penalty = tables.Column(_("Penalty"), attrs=NUMBER)
    k1 = tables.Column(_("K1"), order_by="exact_k1", attrs=NUMBER, **MOST_FIRST)
    k2 = tables.Column(_("K2"), order_by="exact_k2", attrs=NUMBER, **MOST_FIRST)
    final = tables.Column(_("Final"), order_by="exact_final", attrs=TOTAL, **MOST_FIRST)

    class Meta:
        template_name = "mafia_rating/includes/season_table.html"

    def __init__(
        self,
        *args: Any,
        season: Any,
        leaders: Sequence[rating.Line],
        own: int | None = None,
        games_query: str = "",
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.season, self.leaders, self.own = season, leaders, own
        self.leading = {line.player_id for line in leaders}
        self.games_query = f"?{games_query}" if games_query else ""

    def row(self, line: rating.Line) -> SafeString:
        """Return a row, each number a link to what it is made of.

        Written out by a template, or with every number escaped and every address looked up, the rows would take most of
        the page's time.
        """
        key, marks, name = line.player_id, "", escape(line.player)
        if key in self.leading:
            marks = "row-leader"
        if key == self.own:
            marks, name = f'{marks} row-own" id="you" aria-current="true', f"{name}{self._you}"
        numbers = {column: getattr(line, column) for column in OPENS}
        return SafeString(self._row.format(**numbers, key=key, marks=marks, name=name))

    @cached_property
    def _you(self) -> str:
        return format_html(' <span class="pill pill-own">{}</span>', gettext("you"))

    @cached_property
    def _row(self) -> str:
        games, player = by_key(self.season.player_url(0)), by_key(reverse("player", args=[0]))
        cells = {
            column: f'<td class="{self.columns[column].column.attrs["td"]["class"]}">'
            f'<a href="{games}{escape(self._query(opens))}">{{{column}}}</a></td>'
            for column, opens in OPENS.items()
        }
        cells["player"] = f'<th scope="row" class="col-name"><a href="{player}">{{name}}</a></th>'
        return f'<tr class="{{marks}}">{"".join(cells[column] for column in self.columns.names())}</tr>'

    def _query(self, opens: str) -> str:
        if not opens.startswith("part"):
            return f"{self.games_query}{opens}"
        return f"{self.games_query}&{opens}" if self.games_query else f"?{opens}"

    @cached_property
    def own_page(self) -> int | None:
        """The page of the table, as it is sorted, with the row of the player who looks at it; None without one."""
        return Pages.page_of(self.own, [line.player_id for line in self.data.data])


class ChaseTable(tables.Table):
    """The players below the line of the TOP-10, with what it takes to get in."""

    label = _("Below the line")

    place = tables.Column(_("Place"), accessor="line__place", attrs=NUMBER)
    player = tables.Column(_("Player"), accessor="line__player", attrs=NAME)
    points = tables.Column(_("Points"), accessor="line__points", attrs=TOTAL)
    behind = tables.Column(_("Behind the line"), attrs=NUMBER)
    final = tables.Column(_("Final"), accessor="line__final", attrs={"th": {"class": "num only-wide"}})
    ways = tables.Column(_("What it takes"), attrs={"th": {"class": "only-wide"}})

    class Meta:
        orderable = False
        template_name = "mafia_rating/includes/chase_table.html"

    def __init__(self, *args: Any, season: Any, own: int | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.season, self.own = season, own

    @cached_property
    def own_page(self) -> int | None:
        """The page with the row of the player who looks at the table; None where there is no such row."""
        return ShortPages.page_of(self.own, [chase.line.player_id for chase in self.data.data])


class GameTable(tables.Table):
    """The games of a season."""

    label = _("Games")

    title = tables.Column(_("Game"), linkify=True, order_by=("played_on", "table", "number"), attrs=NAME)
    result = tables.Column(_("Result"))
    judge = tables.Column(_("Judge"), linkify=True, order_by="judge__nickname_order")

    class Meta:
        row_attrs = {"class": lambda record: "row-muted" if record.is_cancelled else ""}

    def render_result(self, record: Game) -> SafeString:
        if record.is_cancelled:
            return format_html('<span class="pill pill-cancelled">{}</span>', gettext("cancelled"))
        return format_html(
            '<span class="result result-{}">{}</span>', record.result, capfirst(record.get_result_display())
        )


class SeatTable(tables.Table):
    """A player's games with the parts of their points; `sums`: those of all its rows, on whatever page.

    `told` is the part of which each row says what it is for; "" for none.
    """

    label = _("Games")

    game = tables.Column(_("Game"), attrs=NAME)
    why = tables.Column(_("What it is for"), empty_values=(), attrs={"th": {"class": "col-wide"}})
    role = tables.Column(_("Role"))
    result = tables.Column(_("Result"), accessor="game__result")
    win = tables.Column(_("Win"), attrs=NUMBER)
    compensation = tables.Column(_("Comp."), attrs=NUMBER)
    best_move = tables.Column(_("Best move"), attrs=NUMBER)
    bonus = tables.Column(_("Bonus"), attrs=NUMBER)
    penalty = tables.Column(_("Penalty"), attrs=NUMBER)
    total = tables.Column(_("Points"), attrs=TOTAL)

    class Meta:
        attrs = {"class": "seat-table"}
        orderable = False
        template_name = "mafia_rating/includes/seat_table.html"

    def __init__(self, *args: Any, sums: Sequence[Decimal], told: str, **kwargs: Any) -> None:
        super().__init__(*args, exclude=() if told else ("why",), **kwargs)
        self.sums, self.told = sums, told
