"""The form of a board, for the judges' page and the admin alike."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.models import construct_instance
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from clubsite.fields import FractionFormField
from clubsite.forms import EntryForm, PlayerField

from . import baf, snapshots
from .credits import LATE_CREDITS, LateCredit
from .models import Board, BoardError, Round, Tournament
from .wording import POWER_NAMES, season_phrase, sum_sentence

HEADER = ("round", "table", "weight", "finished")
SEAT = ("player", "centres", "no_units", "no_home_centre", "credit", "left_player", "left_credit")
LATE_CREDITS_LIST = "late-credits"  # the id of the page's <datalist>
LEAVER_UNNAMED = _("Name who left, or leave the credit empty.")
LEFT_CREDIT_MISSING = _("Say how much of the result goes to who left: 0 for nothing.")

# The field of a power at which the user can put a fault right.
FAULT_FIELDS = {
    "player_twice": "player",
    "player_in_round": "player",
    "centres_range": "centres",
    "credit_range": "credit",
    "shared_credit_range": "credit",
    "credits_sum": "left_credit",
    "left_credit_range": "left_credit",
    "left_alone": "left_player",
    "left_twice": "left_player",
    "left_in_round": "left_player",
    "year_final": "centres",
}


class RoundField(forms.ModelChoiceField):
    """A round of any tournament, named with its tournament."""

    def label_from_instance(self, obj: Round) -> str:
        return f"{obj.tournament}: {obj}"


def seat_fields(power: str) -> dict[str, forms.Field]:
    """Build the fields of one power. The ticks name the exception, so that an untouched row is a power in play."""
    fields = {
        "player": PlayerField(
            label=_("Player"), required=False, widget=forms.TextInput({"placeholder": _("nobody"), "size": "24"})
        ),
        "centres": forms.IntegerField(
            label=_("Centres"), widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off", "size": "4"})
        ),
        "no_units": forms.BooleanField(label=_("No unit left"), required=False),
        "no_home_centre": forms.BooleanField(label=_("No home centre"), required=False),
        "credit": _credit_field(_("Credit"), initial="1"),
        "left_player": PlayerField(label=_("Who left"), required=False, widget=forms.TextInput({"size": "24"})),
        "left_credit": _credit_field(_("Credit of who left")),
    }
    for field in fields.values():
        field.widget.attrs["aria-label"] = format_lazy("{}: {}", POWER_NAMES[power], field.label)
    return {seat_field(power, name): field for name, field in fields.items()}


def _credit_field(label: str, **kwargs: Any) -> FractionFormField:
    widget = forms.TextInput({"autocomplete": "off", "size": "9", "list": LATE_CREDITS_LIST})
    return FractionFormField(label=label, zero=True, required=False, max_length=9, widget=widget, **kwargs)


def seat_field(power: str, name: str) -> str:
    """Name the form's field of a power."""
    return f"{power}_{name}"


def seat_values(entries: Iterable[baf.Entry], nicknames: Mapping[int, str]) -> dict[str, Any]:
    """Return seats as the form's initial values; `nicknames` by the players' primary keys."""
    values = {}
    for entry in entries:
        nickname, left = nicknames.get(entry.player, ""), entry.left
        row = (
            *(nickname, entry.centres, not entry.has_units, not entry.holds_home_centre, entry.credit),
            *((nicknames.get(left.player, ""), left.credit) if left else ("", None)),
        )
        values |= {seat_field(entry.power, name): value for name, value in zip(SEAT, row, strict=True)}
    return values


class BoardForm(EntryForm):
    """A whole board: its header and seven powers, flat; Board.record() validates and stores it.

    With a tournament only its rounds are offered.
    """

    round = RoundField(
        label=_("Round"),
        queryset=Round.objects.select_related("tournament").order_by("-tournament__starts_on", "tournament", "number"),
    )

    class Meta:
        model = Board
        fields = HEADER

    places = {"table_taken": "table"}

    def __init__(self, *args: Any, tournament: Tournament | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for power in baf.POWERS:
            self.fields |= seat_fields(power)
        if tournament is not None:
            rounds = self.fields["round"]
            rounds.queryset, rounds.label_from_instance = tournament.rounds.all(), str
        if self.editing:
            self.initial |= self._stored_seats()

    def _stored_seats(self) -> dict[str, object]:
        self.stored_seats = list(self.instance.seats.with_players())
        nicknames = {part.player.pk: part.player.nickname for seat in self.stored_seats for part in seat.parts()}
        return seat_values((seat.entry() for seat in self.stored_seats), nicknames)

    snapshot_players = staticmethod(snapshots.players)

    def snapshot_values(self, snapshot: Mapping[str, Any], nicknames: Mapping[int, str]) -> dict[str, Any]:
        """Return a version of the history as the form's initial values, but for the board's own columns."""
        return seat_values(snapshots.entries(snapshot), nicknames)

    def rows(self) -> Iterator[dict[str, object]]:
        """Yield the powers as a template lays them out."""
        for power in baf.POWERS:
            fields = {name: self[seat_field(power, name)] for name in SEAT}
            yield {"power": power, "name": POWER_NAMES[power], **fields}

    def _typed(self, name: str) -> list[str]:
        values = (self[seat_field(power, name)].value() for power in baf.POWERS)
        return ["" if value is None else str(value).strip() for value in values]

    def uses_credit(self) -> bool:
        """Say whether a credit differs from 1, or somebody left, so that the page shows the credits at once."""
        typed = [*self._typed("left_player"), *self._typed("left_credit")]
        return any(typed) or any(credit not in ("", "1") for credit in self._typed("credit"))

    def late_credits(self) -> list[tuple[LateCredit, str]]:
        """Return the credits of late comers, each with the season it is for."""
        return [(late, season_phrase(late)) for late in LATE_CREDITS]

    def entries(self) -> list[baf.Entry]:
        """Return what was typed as the rule takes it; what could not be read counts as nothing, and breaks no limit."""
        return [self._entry(power) for power in baf.POWERS]

    def _entry(self, power: str) -> baf.Entry:
        player, centres, no_units, no_home_centre, credit, left_player, left_credit = (
            self.cleaned_data.get(seat_field(power, name)) for name in SEAT
        )
        return baf.Entry(
            power,
            player.pk if player else None,
            centres or 0,
            has_units=not no_units,
            holds_home_centre=not no_home_centre,
            credit=Fraction(1) if credit is None else credit,
            left=baf.Leaver(left_player.pk, left_credit) if left_player and left_credit is not None else None,
        )

    def clean(self) -> dict[str, Any]:
        """Ask for both, who left and how much of the result that player gets, or for neither."""
        super().clean()
        for power in baf.POWERS:
            player, credit = seat_field(power, "left_player"), seat_field(power, "left_credit")
            if {player, credit} <= self.cleaned_data.keys():
                if self.cleaned_data[player] and self.cleaned_data[credit] is None:
                    self.add_error(credit, ValidationError(LEFT_CREDIT_MISSING, code="required"))
                elif self.cleaned_data[credit] is not None and not self.cleaned_data[player]:
                    self.add_error(player, ValidationError(LEAVER_UNNAMED, code="required"))
        return self.cleaned_data

    def _post_clean(self) -> None:
        """Build the board from the header and ask it; ModelForm would ask the same with ten queries more."""
        construct_instance(self, self.instance, HEADER)
        try:
            self.instance.validate(self.entries())
        except BoardError as error:
            self.add_error(None, error)

    def add_error(self, field: str | None, error: ValidationError | str) -> None:
        """Add an error; a board's faults stand at the power they are about."""
        if not isinstance(error, BoardError):
            super().add_error(field, error)
            return
        unread = set(self.errors)
        for fault, sentence in zip(error.faults, error.error_list, strict=True):
            place = FAULT_FIELDS.get(fault.code)
            name = seat_field(fault.power, place) if place else None
            if name not in unread:
                super().add_error(name, sentence)

    def store(self, by: Any) -> None:
        """Hand a valid form over to `Board.record`."""
        self.instance.record(self.entries(), by, based_on=self.cleaned_data["version"])

    def _centres(self) -> int:
        return sum(int(text) for text in self._typed("centres") if text.isdecimal() and len(text) < 4)

    def centres_sentence(self) -> str:
        """Say the sum of the centres, as far as they can be read."""
        return sum_sentence(self._centres())

    def centres_over(self) -> bool:
        """Say whether these are more centres than a board has."""
        return baf.neutral_centres([self._centres()]) < 0
