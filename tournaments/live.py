"""The judges' page of a board: what follows from it is said while it is filled in. Nothing is stored here."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.forms import BoundField
from django.http import QueryDict
from django.utils.functional import cached_property

from . import baf
from .forms import HEADER, BoardForm, seat_field
from .models import Round, StoredTable, Tournament
from .wording import seat_lines, solo_sentence

# What is merely not finished yet, and is not told before somebody saves.
UNFINISHED = {"required", "unknown_player"}

# What the form remembers of a solo that it has told: whether it set “finished” itself, or found it set.
SET, FOUND = "set", "found"


def proposal(round: Round) -> dict[str, object]:  # noqa: A002 -- the field's own name
    """Return a new board's first values: the round and its next table."""
    table = round.next_table()
    return {"round": round, "table": table, "proposal": f"{round.pk}:{table}"}


class LiveBoardForm(BoardForm):
    """A board's form that shows its scores, ends the board at a solo, and proposes the table of a round.

    `previewing`: the form is shown again and not saved. `live`: it is shown while somebody still types, so that what is
    not finished yet is no error, unless the form was sent and refused before.

    * `solo` is what the form has told of a solo: set once, “finished” is the user's to take off again.
    * `proposal` is the round and table that were proposed, so that a table which somebody typed stays.
    * An empty count is 0 once the others add up to 34.
    """

    solo = forms.CharField(required=False, widget=forms.HiddenInput)
    proposal = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data: QueryDict | Mapping[str, str] | None = None,
        *,
        tournament: Tournament,
        previewing: bool = False,
        live: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(data, tournament=tournament, **kwargs)
        self.previewing = previewing or live
        self.quiet = live and "refused" not in self.data
        self.moved: set[str] = set()  # the fields that the form itself has changed
        self.standing = self.stored_seats if self.editing else []  # the seats to explain before anything is typed
        for power in baf.POWERS:
            self.fields[seat_field(power, "centres")].required = False

    def resume(self, typed: QueryDict) -> None:
        """Begin with what a draft holds, to which the stored scores do not belong."""
        super().resume(typed)
        self.standing = []

    def _put(self, name: str, value: str) -> None:
        """Change what was typed in a field, and show it."""
        self.data = self.data.copy()
        self.data[name] = value
        self.moved.add(name)

    # Reading

    def full_clean(self) -> None:
        """Read the form; while somebody types, forget what is only not finished yet."""
        super().full_clean()
        if self.is_bound and self.quiet:
            for name, errors in list(self._errors.items()):
                errors.data = [error for error in errors.as_data() if error.code not in UNFINISHED]
                if not errors.data:
                    del self._errors[name]

    def clean_table(self) -> str:
        """Propose the next table of another round; a table that was typed, and one that is saved, stays."""
        table, chosen = self.cleaned_data["table"], self.cleaned_data.get("round")
        proposed_round, _colon, proposed_table = (self["proposal"].value() or "").partition(":")
        if self.previewing and chosen and proposed_table == table and proposed_round != str(chosen.pk):
            table = chosen.next_table()
            self._put("table", table)
            self._put("proposal", f"{chosen.pk}:{table}")
        return table

    def clean(self) -> dict[str, Any]:
        super().clean()
        self._fill_in_centres()
        self._finish_at_a_solo()
        return self.cleaned_data

    def _fill_in_centres(self) -> None:
        names = [seat_field(power, "centres") for power in baf.POWERS]
        given = [count for name in names if (count := self.cleaned_data.get(name)) is not None]
        for name in names:
            if name in self.cleaned_data and self.cleaned_data[name] is None:
                if baf.neutral_centres(given) == 0:
                    self.cleaned_data[name] = 0
                else:
                    self.add_error(name, ValidationError(self.fields[name].error_messages["required"], code="required"))

    def _finish_at_a_solo(self) -> None:
        """Set “finished” at a solo, and back when the solo was a slip; once told, the user's choice stands."""
        told, finished = self.cleaned_data.get("solo"), self.cleaned_data.get("finished")
        solo = self.soloist()
        if solo and not told:
            self._put("solo", FOUND if finished else SET)
            self._set_finished(True)
        elif told and not solo:
            self._put("solo", "")
            self._set_finished(finished and told != SET)

    def _set_finished(self, finished: bool) -> None:
        if finished != self.cleaned_data.get("finished"):
            self._put("finished", "on" if finished else "")
            self.cleaned_data["finished"] = finished

    # What follows; a form with data is read first (is_valid).

    def _results(self) -> list[baf.PowerResult]:
        return [entry.result() for entry in self._seated()]

    def _seated(self) -> list[baf.Entry]:
        """Return the entries; a nickname that names nobody yet is somebody at the board all the same."""
        typed = zip(self.entries(), self._typed("player"), self._typed("left_player"), strict=True)
        return [
            replace(entry, player=entry.player or nickname or None, left=entry.left or self._left(entry.power, left))
            for entry, nickname, left in typed
        ]

    def _left(self, power: str, nickname: str) -> baf.Leaver | None:
        credit = self.cleaned_data.get(seat_field(power, "left_credit"))
        return baf.Leaver(nickname, credit) if nickname and credit is not None else None

    def soloist(self) -> baf.PowerResult | None:
        """Return the power that has a solo on a board of at most 34 centres, as far as the form can be read."""
        results = self._results()
        return baf.soloist(results) if baf.neutral_centres(result.centres for result in results) >= 0 else None

    def _can_be_scored(self) -> bool:
        counts = [self.cleaned_data.get(seat_field(power, "centres")) for power in baf.POWERS]
        shares = (seat_field(power, name) for power in baf.POWERS for name in ("credit", "left_credit"))
        others = ("round", "weight", *shares)
        readable = None not in counts and all(name in self.cleaned_data for name in others)
        return readable and baf.neutral_centres(counts) >= 0

    def lines(self) -> dict[str, dict[str, Any]]:
        """Return each power's line, scores and why, once all that they follow from is there; else nothing."""
        if not (self._can_be_scored() if self.is_bound else self.standing):
            return {}
        seats = self.instance.scored(self._seated(), self.table) if self.is_bound else self.standing
        return {line["seat"].power: line for line in seat_lines(self.instance, seats, self.table)}

    @cached_property
    def table(self) -> baf.Table:
        """The table in force, which the board would be scored with."""
        return StoredTable.objects.in_force()

    def rows(self) -> Iterator[dict[str, object]]:
        """Yield the powers as a template lays them out, with their lines."""
        lines = self.lines()
        for row in super().rows():
            yield row | {"line": lines.get(row["power"])}

    def header(self) -> list[BoundField]:
        """Return the fields that are the board's own."""
        return [self[name] for name in HEADER]

    def solo_sentence(self) -> str:
        """Say that a solo ends the board; empty without one."""
        if not self.is_bound or not (solo := self.soloist()):
            return ""
        return solo_sentence(solo, set_finished=self["solo"].value() == SET and self["finished"].value())

    def suggested_weight(self) -> Fraction | None:
        """Return the weight of a board with six players, while the board's is still 1."""
        unweighted = self.is_bound and self.cleaned_data.get("weight") == 1
        return baf.suggested_weight(self._results()) if unweighted else None

    def faults(self) -> list[str]:
        """Say what is wrong with the whole board, but for the sum, which is said anyway."""
        errors = self.errors.as_data().get(NON_FIELD_ERRORS, [])
        return [message for error in errors if error.code != "centres_sum" for message in error.messages]
