"""What is asked of a season's table: some of its games, and players with enough of them."""

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from . import rating
from .models import Seat
from .models.sums import sums


class TableFilter(forms.Form):
    """The filter of a table; `narrows` says whether its sums are of fewer games than all."""

    min_games = forms.IntegerField(
        label=_("Games, at least"),
        required=False,
        min_value=1,
        max_value=9999,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    role = forms.ChoiceField(
        label=_("Role"),
        required=False,
        choices=[("", _("any role")), *Seat.Role.choices],
        error_messages={"invalid_choice": _("Choose a role from the list.")},
    )
    since = forms.DateField(
        label=_("Evenings from"),
        required=False,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )
    until = forms.DateField(
        label=_("to"), required=False, widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )

    def clean(self) -> dict[str, Any]:
        since, until = self.cleaned_data.get("since"), self.cleaned_data.get("until")
        if since and until and until < since:
            self.add_error("until", _("The last evening is before the first."))
        return self.cleaned_data

    @property
    def asked(self) -> dict[str, Any]:
        """What was asked for, by field; nothing while the question has faults."""
        if not self.is_valid():
            return {}
        return {name: value for name, value in self.cleaned_data.items() if value}

    @property
    def narrows(self) -> bool:
        """Say whether some games are left out, so that sums and places are those of the others."""
        return bool(self.asked.keys() - {"min_games"})

    @property
    def role_name(self) -> str:
        """The role asked for, in words."""
        return dict(self.fields["role"].choices)[self.asked["role"]]

    @property
    def games_query(self) -> str:
        """What chooses the games, as a query: "role=don&since=2025-10-03"."""
        return urlencode({name: value for name, value in self.asked.items() if name != "min_games"})

    def seats(self, seats: QuerySet[Seat]) -> QuerySet[Seat]:
        """Leave the seats of the role and the evenings asked for."""
        lookups = {"role": "role", "since": "game__played_on__gte", "until": "game__played_on__lte"}
        return seats.filter(**{lookups[name]: value for name, value in self.asked.items() if name in lookups})

    def table(self, season: Any) -> list[rating.Line]:
        """Return the table of the games asked for, of a Season or AllTime: the season's own where all are; one query.

        Players with few games are in it: leaving them out changes no place.
        """
        return rating.season_table(sums(self.seats(season.seats()))) if self.narrows else season.table()

    def shown(self, table: list[rating.Line]) -> list[rating.Line]:
        """Leave the lines of players with enough games; the places stay."""
        least = self.asked.get("min_games", 0)
        return [line for line in table if line.games >= least]
