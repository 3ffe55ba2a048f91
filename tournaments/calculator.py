"""The calculator of the BAF page: seven centre counts in, seven scores out. Nothing is stored."""

from collections.abc import Iterator, Mapping

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from . import baf
from .wording import POWER_NAMES, fault_sentence, score_sentence, sum_sentence

# The end of a real board: six players, one of them eliminated.
EXAMPLE = {"austria": "8", "france": "7", "germany": "7", "italy": "6", "russia": "6", "turkey_unplayed": "on"}


class CalculatorForm(forms.Form):
    """The centres of a board with two ticks a power; an empty field is 0 centres. Bound to the example without data.

    `table` scores the board.
    """

    def __init__(self, data: Mapping[str, str], table: baf.Table) -> None:
        super().__init__(auto_id="calculator_%s")
        self.table = table
        for power in baf.POWERS:
            self.fields[power] = forms.IntegerField(
                label=_("Centres"),
                required=False,
                widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off", "size": "4"}),
            )
            self.fields[f"{power}_unplayed"] = forms.BooleanField(label=_("Nobody plays it"), required=False)
            self.fields[f"{power}_eliminated"] = forms.BooleanField(label=_("Eliminated"), required=False)
            for name in (power, f"{power}_unplayed", f"{power}_eliminated"):
                field = self.fields[name]
                field.widget.attrs["aria-label"] = format_lazy("{}: {}", POWER_NAMES[power], field.label)
        self.data = data if self.fields.keys() & data.keys() else EXAMPLE
        self.is_bound = True

    def entries(self) -> list[baf.Entry]:
        """Return the board as the rule takes it; a count that cannot be read is 0 here and an error of its field."""
        return [
            baf.Entry(
                power,
                None if self.cleaned_data[f"{power}_unplayed"] else power,
                self.cleaned_data.get(power) or 0,
                has_units=not self.cleaned_data[f"{power}_eliminated"],
                holds_home_centre=not self.cleaned_data[f"{power}_eliminated"],
            )
            for power in baf.POWERS
        ]

    def clean(self) -> None:
        for fault in baf.board_faults(self.entries()):
            self.add_error(fault.power, fault_sentence(fault))

    def total(self) -> str:
        """Say the sum of the centres; empty while a count is in error."""
        return sum_sentence(sum(entry.centres for entry in self.entries())) if self.is_valid() else ""

    def rows(self) -> Iterator[dict[str, object]]:
        """Yield the powers with their fields, and their scores (baf.score_board) if the whole board is right."""
        results = [entry.result() for entry in self.entries()] if self.is_valid() else []
        scores = baf.score_board(results, self.table)
        for power in baf.POWERS:
            score = scores.get(power)
            yield {
                "power": power,
                "name": POWER_NAMES[power],
                "centres": self[power],
                "unplayed": self[f"{power}_unplayed"],
                "eliminated": self[f"{power}_eliminated"],
                "score": score,
                "why": score_sentence(score, self.table) if score else "",
            }
