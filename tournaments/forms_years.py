"""The form of a board's centres by game year: a row a power, a column a year."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from clubsite.forms import UNREADABLE

from . import baf
from .models import Board, BoardError
from .wording import POWER_NAMES, fault_sentence
from .years import blank_faults, count_faults, end_reached, final_centres, last_counted_year, solo_year, year_totals

LAST_COLUMN = 2000  # a form may have a thousand fields
OF_A_WHOLE_YEAR = "year_after_solo"  # said once, not seven times


def cell(power: str, year: int) -> str:
    """Name the form's field of a power's centres in a year."""
    return f"{power}_{year}"


class YearsForm(forms.Form):
    """The centres of a stored board by year; Board.record() validates and stores them, with the final centres.

    A year may be left out, but not a power of it. `longer` shows what was typed, unchecked, with a year more.
    """

    version = forms.IntegerField(widget=forms.HiddenInput)
    until = forms.IntegerField(required=False, widget=forms.HiddenInput)
    finished = forms.BooleanField(label=_("The board is finished"), required=False)

    def __init__(self, board: Board, data: QueryDict | None = None, *, longer: bool = False) -> None:
        self.board = board
        self.stored = board.counts()
        self.proposed = None if board.finished else end_reached(self.stored, board.round.last_year)
        until = self._until(data, longer)
        initial = {
            "version": board.version,
            "finished": board.finished or self.proposed is not None,
            **{cell(power, year): count for power, by_year in self.stored.items() for year, count in by_year.items()},
        }
        if longer:
            data, initial = None, {**data.dict(), "finished": "finished" in data}
        super().__init__(data, initial=initial | {"until": until})
        self.years = range(baf.FIRST_YEAR, until + 1)
        self.year_errors: dict[int, str] = {}
        for power in baf.POWERS:
            for year in self.years:
                self.fields[cell(power, year)] = forms.IntegerField(
                    required=False,
                    widget=forms.TextInput(
                        {
                            "inputmode": "numeric",
                            "autocomplete": "off",
                            "size": "3",
                            "aria-label": format_lazy("{}: {}", POWER_NAMES[power], year),
                        }
                    ),
                )

    def _until(self, data: QueryDict | None, longer: bool) -> int:
        """Return the last column: the round's last year, or one after those counted; more where more was asked for."""
        counted = last_counted_year(self.stored) or baf.FIRST_YEAR - 1
        typed = data.get("until", "") if data else ""
        asked = int(typed) + longer if typed.isdecimal() and len(typed) == 4 else baf.FIRST_YEAR
        return max(counted, min(max(self.board.round.last_year or counted + 1, asked), LAST_COLUMN))

    def counts(self) -> dict[str, dict[int, int]]:
        """Return what was typed as the rule takes it; what could not be read is left out."""
        typed = {
            power: {
                year: count for year in self.years if (count := self.cleaned_data.get(cell(power, year))) is not None
            }
            for power in baf.POWERS
        }
        return {power: by_year for power, by_year in typed.items() if by_year}

    def entries(self) -> list[baf.Entry]:
        """Return the seats as they stand with the centres of the last counted year."""
        final = final_centres(self.counts())
        return [replace(entry, centres=final.get(entry.power, entry.centres)) for entry in self.board.entries()]

    def clean(self) -> dict[str, Any]:
        """Put each broken limit at its cell, or at its year."""
        super().clean()
        if "version" in self.errors:
            self.add_error(None, UNREADABLE)
        counts = self.counts()
        blanks = [fault for fault in blank_faults(counts) if cell(fault.power, fault.params["year"]) not in self.errors]
        self._add_faults([*blanks, *count_faults(counts)])
        return self.cleaned_data

    def _add_faults(self, faults: list[baf.Fault]) -> None:
        for fault in faults:
            year, sentence = fault.params.get("year"), fault_sentence(fault)
            if fault.power and year in self.years and fault.code != OF_A_WHOLE_YEAR:
                self.add_error(cell(fault.power, year), sentence)
            elif self.year_errors.get(year) != sentence:
                self.add_error(None, sentence)
                self.year_errors[year] = sentence

    def is_stored(self) -> bool:
        """Say whether the board is already as typed: the second of two clicks records nothing."""
        board = Board.objects.with_counts().get(pk=self.board.pk)
        typed = self.cleaned_data["finished"], self.counts(), self.entries()
        return typed == (board.finished, board.counts(), board.entries())

    def record(self, by: Any) -> bool:
        """Store the board; False, and the reason in `errors`, when it is refused at the last moment.

        PermissionDenied if the user `by` may not.
        """
        self.board.finished = self.cleaned_data["finished"]
        try:
            self.board.record(self.entries(), by, based_on=self.cleaned_data["version"], counts=self.counts())
        except BoardError as error:
            self._add_faults(error.faults)
            return False
        except ValidationError as error:
            self.add_error(None, error)
            return False
        return True

    def offers_to_finish(self) -> bool:
        """Say whether what was recorded ended the board, which was not asked yet whether it is finished."""
        ended = end_reached(self.counts(), self.board.round.last_year)
        return ended is not None and self.proposed is None and not self.cleaned_data["finished"]

    def proposal(self) -> str:
        """Say why the board is proposed as finished; empty when it is not."""
        if self.proposed is None:
            return ""
        if self.proposed == solo_year(self.stored):
            reason = _("The solo of %(year)s ended the board: save it as finished, so that it counts.")
        else:
            reason = _("%(year)s was the last year to play: save the board as finished, so that it counts.")
        return reason % {"year": self.proposed}

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield the powers, each with its player and its cells."""
        players = {seat.power: seat.player for seat in self.board.seats.all()}
        for power in baf.POWERS:
            yield {
                "power": power,
                "name": POWER_NAMES[power],
                "player": players.get(power),
                "cells": [self[cell(power, year)] for year in self.years],
            }

    def sums(self) -> list[tuple[int, int | str, str]]:
        """Return each year with the sum of what is typed, as far as it can be read, and what is wrong with it."""
        typed = {
            power: {
                year: int(text)
                for year in self.years
                if (text := str(self[cell(power, year)].value()).strip()).isdecimal() and len(text) < 4
            }
            for power in baf.POWERS
        }
        totals = year_totals(typed)
        return [(year, totals.get(year, ""), self.year_errors.get(year, "")) for year in self.years]
