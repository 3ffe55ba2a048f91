"""The public list of players: how much each played, search by nickname, the table."""

from typing import Any

import django_tables2 as tables
from django import forms
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Aggregate, CharField, Count, Expression, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.db.models.sql.compiler import SQLCompiler
from django.utils.translation import gettext_lazy as _

from mafia_rating.models import Game
from mafia_rating.models import Seat as MafiaSeat
from tournaments.models import Seat as DiplomacySeat

from .models import Alias, Player
from .tables import NAME, NUMBER


def with_counts() -> QuerySet[Player]:
    """Return the players with how many games and boards that count they played and judged: games, boards, judged.

    Their aliases stand in `formerly`, with commas; empty without any.
    """
    return Player.objects.annotate(
        games=_count(MafiaSeat.objects.counting(), "player"),
        boards=_count(DiplomacySeat.objects.counting().public(), "player")
        + _count(DiplomacySeat.objects.counting().public(), "left_player"),
        judged=_count(Game.objects.filter(status=Game.Status.FINAL), "judge"),
        formerly=_joined_names(Alias.objects.filter(player=OuterRef("pk"))),
    )


def _count(rows: QuerySet, player: str) -> Expression:
    own = rows.filter(**{player: OuterRef("pk")}).order_by().values(player)
    return Coalesce(Subquery(own.annotate(count=Count("pk")).values("count")), 0)


class JoinedNames(Aggregate):
    """Names in one text, with commas: the databases call it differently."""

    function = "STRING_AGG"
    template = "%(function)s(%(expressions)s, ', ' ORDER BY %(expressions)s)"
    output_field = CharField()

    def as_sqlite(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: Any) -> tuple[str, Any]:
        template = "%(function)s(%(expressions)s, ', ')"  # older versions of SQLite do not order within
        return self.as_sql(compiler, connection, function="GROUP_CONCAT", template=template, **context)


def _joined_names(aliases: QuerySet[Alias]) -> Expression:
    names = aliases.order_by().values("player").annotate(names=JoinedNames("name")).values("names")
    return Coalesce(Subquery(names), Value(""))


class SearchForm(forms.Form):
    """What is asked of the list."""

    q = forms.CharField(
        label=_("Nickname"),
        required=False,
        max_length=64,
        widget=forms.TextInput(attrs={"type": "search", "placeholder": _("Nickname or a part of it")}),
    )


class PlayerTable(tables.Table):
    """The players, by name unless another order is asked for."""

    label = _("Players")

    nickname = tables.Column(_("Player"), order_by="nickname_order", attrs=NAME)
    games = tables.Column(_("Mafia games"), attrs=NUMBER, initial_sort_descending=True)
    boards = tables.Column(_("Boards"), attrs=NUMBER, initial_sort_descending=True)
    judged = tables.Column(_("Games judged"), attrs=NUMBER, initial_sort_descending=True)

    class Meta:
        model = Player
        fields = ("nickname", "games", "boards", "judged")
        template_name = "clubsite/includes/players_table.html"
