"""The chart of points over the evenings of a season."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from clubsite.forms import NICKNAMES
from clubsite.models import Player
from clubsite.names import normal_form

from .. import chart, rating
from ..models.sums import points_by_evening
from .seasons import SeasonPage

MOST_LINES = 6


class ChosenForm(forms.Form):
    """Up to six players of a season table, by nickname."""

    def __init__(self, *args: Any, table: Sequence[rating.Line], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.table = {line.player_id: line for line in table}
        self.by_name: dict[str, rating.Line] = {}
        for number in range(1, MOST_LINES + 1):
            self.fields[f"player_{number}"] = forms.CharField(
                label=_("Player %(number)s") % {"number": number},
                required=False,
                max_length=Player._meta.get_field("nickname").max_length,
                widget=forms.TextInput(attrs={"list": NICKNAMES, "autocomplete": "off", "spellcheck": "false"}),
            )

    def clean(self) -> dict[str, Any]:
        found = Player.objects.by_name(filter(None, self.cleaned_data.values()))
        self.by_name = {name: self.table[player.pk] for name, player in found.items() if player.pk in self.table}
        for name, nickname in list(self.cleaned_data.items()):
            if nickname and normal_form(nickname) not in self.by_name:
                self.add_error(name, _("Nobody of this name played in the season."))
        return self.cleaned_data

    def chosen(self) -> list[rating.Line]:
        """Return the lines of those who were found, each once."""
        names = map(normal_form, filter(None, getattr(self, "cleaned_data", {}).values()))
        return list(dict.fromkeys(self.by_name[name] for name in names))


class ChartView(SeasonPage):
    """The points of chosen players over the evenings: of the leaders and oneself unless others are chosen."""

    template_name = "mafia_rating/chart.html"

    @cached_property
    def lines(self) -> list[rating.Line]:
        """The whole table: those that can be chosen."""
        return self.object.table()

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        asked = any(self.request.GET.get(f"player_{number + 1}") for number in range(MOST_LINES))
        form = ChosenForm(self.request.GET, table=self.lines) if asked else None
        chosen = form.chosen() if form and (form.is_valid() or form.chosen()) else []
        if not chosen:
            chosen = list(self._leaders())
        if not form:
            form = ChosenForm(
                table=self.lines,
                initial={f"player_{number}": line.player for number, line in enumerate(chosen, start=1)},
            )
        totals = chart.running_totals(points_by_evening(self.object.seats(), [line.player_id for line in chosen]))
        drawn = chart.points_chart(totals)
        games = [self.object.player_url(line.player_id) for line in chosen]
        return super().get_context_data(
            form=form,
            names=[line.player for line in self.lines],
            chart=drawn,
            lines=list(zip(chosen, drawn.lines, strict=True)) if drawn else [],
            rows=[
                (evening, list(zip(games, reached, strict=True)))
                for evening, *reached in zip(totals.evenings, *totals.points.values(), strict=True)
            ],
            own=self.own,
            **kwargs,
        )

    def _leaders(self) -> Iterator[rating.Line]:
        """Yield the first of the table and, wherever they stand, who looks at it."""
        yield from (line for line in self.lines if line.player_id == self.own)
        others = [line for line in self.lines if line.player_id != self.own]
        yield from others[: MOST_LINES - 1]
