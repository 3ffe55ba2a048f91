"""The form of a whole protocol, used by the entry page and by the admin alike."""

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from crispy_forms.helper import FormHelper
from crispy_forms.layout import HTML, Div, Fieldset, Layout
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from clubsite.forms import EntryForm, PlayerField, TypedDecimalField

from . import scoring
from .models import Game, ProtocolError, Seat
from .wording import FAULTS, GROUND_NAMES, fault_sentence

SEAT_GRID = '{% include "mafia_rating/includes/seat_grid.html" %}'
SEAT_FIELDS = ("player", "role", "bonus", "removal", "penalties")
BEST_MOVE_FIELDS = tuple(f"best_move_{place}" for place in range(1, scoring.BEST_MOVE_NAMES + 1))
# What can be told of a seat only when its role, or the game's result, is known.
NEEDS_ROLE = {"bonus_loser_over", "bonus_winner_over", "penalty_only_for_losers", "penalty_ground_role"}
NEEDS_RESULT = {"bonus_loser_over", "penalty_only_for_losers"}
BLANK = {"role_unknown", "result_unknown"}


def seat_choice(label: str, **kwargs: Any) -> forms.TypedChoiceField:
    """Build a field that names one of the ten seats, or none."""
    choices = [("", "—"), *((seat, seat) for seat in scoring.SEATS)]
    return forms.TypedChoiceField(label=label, choices=choices, coerce=int, empty_value=None, required=False, **kwargs)


def seat_fields(seat: int) -> dict[str, forms.Field]:
    """Build the fields of one seat; each label names the seat, since a grid shows no labels."""

    def label(text: str) -> dict[str, Any]:
        return {"label": _("Seat %(seat)s: %(field)s") % {"seat": seat, "field": text}}

    return {
        f"seat_{seat}_player": PlayerField(
            **label(_("player")), error_messages={"required": _("Write the player's nickname.")}
        ),
        f"seat_{seat}_role": forms.ChoiceField(
            **label(_("role")), choices=Seat.Role.choices, initial=scoring.CITIZEN, required=False
        ),
        f"seat_{seat}_bonus": TypedDecimalField(**label(_("bonus")), required=False),
        f"seat_{seat}_removal": forms.ChoiceField(
            **label(_("removal")), choices=Seat.Removal.choices, initial=scoring.NO_REMOVAL, required=False
        ),
        f"seat_{seat}_penalties": forms.MultipleChoiceField(
            **label(_("penalties")), choices=GROUND_NAMES, widget=forms.CheckboxSelectMultiple, required=False
        ),
    }


SeatsForm = type(EntryForm)(
    "SeatsForm",
    (EntryForm,),
    {"__module__": __name__, **{name: field for seat in scoring.SEATS for name, field in seat_fields(seat).items()}},
)


class ProtocolForm(SeatsForm):
    """Ten seats and what happened to them, in flat fields: swapping two players is a plain edit.

    The form only reads. `scoring.protocol_faults` says what is wrong, here beside the field concerned, and
    `Game.record` stores.
    """

    judge = PlayerField(label=_("Judge"), error_messages={"required": _("Write the judge's nickname.")})
    first_killed = seat_choice(_("First killed"), help_text=_("Shot in the first night; empty after a miss."))
    best_move_1 = seat_choice(_("Best move, first"))
    best_move_2 = seat_choice(_("Best move, second"))
    best_move_3 = seat_choice(_("Best move, third"))

    places = {"season_closed": "played_on", "number_taken": "number"}

    class Meta:
        model = Game
        fields = ["played_on", "table", "number", "result"]
        labels = {"played_on": _("Date"), "number": _("Game of the evening")}
        error_messages = {"result": {"required": FAULTS["result_unknown"]}}
        widgets = {"played_on": forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.editing:
            self.initial = {**stored_values(self.instance), **self.initial}
        for seat in scoring.SEATS:
            for name in ("player", "role", "bonus", "removal"):
                field = self.fields[f"seat_{seat}_{name}"]
                field.widget.attrs["aria-label"] = field.label
            self.fields[f"seat_{seat}_bonus"].widget.attrs["size"] = 4

    @property
    def helper(self) -> FormHelper:
        """Lay the form out for its page; the admin has fieldsets of its own."""
        helper = FormHelper()
        helper.form_tag = False
        helper.layout = Layout(
            "entry_token",
            "version",
            Fieldset(
                _("The game"),
                Div("played_on", "table", "number", "judge", "result", css_class="field-row field-row-narrow"),
                css_class="form-section",
            ),
            Fieldset(
                _("Seats"), HTML('{% include "mafia_rating/includes/seat_grid.html" %}'), css_class="form-section"
            ),
            Fieldset(
                _("First night"),
                Div("first_killed", *BEST_MOVE_FIELDS, css_class="field-row field-row-narrow"),
                css_class="form-section",
            ),
        )
        return helper

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield the bound fields of each seat, and those among them that have errors."""
        for seat in scoring.SEATS:
            fields = {name: self[f"seat_{seat}_{name}"] for name in SEAT_FIELDS}
            yield {"seat": seat, "faulty": [field for field in fields.values() if field.errors], **fields}

    def clean(self) -> dict[str, Any]:
        """Tell every limit that the protocol breaks, as far as it was filled in."""
        super().clean()
        if not self.editing and (token := self.cleaned_data.get("entry_token")):
            self.instance.entry_token = token
        self.faults = [
            fault for fault in scoring.protocol_faults(self.protocol()) if not self._follows_from_a_gap(fault)
        ]
        self._add_faults(self.faults, told=set(self.errors))
        return self.cleaned_data

    def warnings(self) -> list[str]:
        """Say which limits are broken so far; what is merely not filled in yet is none."""
        self.is_valid()
        return [
            _("Seat %(seat)s: %(sentence)s") % {"seat": fault.seat, "sentence": fault_sentence(fault)}
            if fault.seat
            else fault_sentence(fault)
            for fault in self.faults
            if fault.code not in BLANK
        ]

    def _get_validation_exclusions(self) -> set[str]:
        """Ask the model for Game.clean() alone: the fields are read already, and a query a constraint adds no word."""
        return {field.name for field in Game._meta.fields}

    def protocol(self) -> scoring.Protocol:
        """Return what was typed as the rule takes it; players and judge are primary keys.

        A missing player stands as None for the judge, and as a key of its own at a seat.
        """
        value = self.cleaned_data.get
        seats, bonuses, penalties = [], [], []
        for seat in scoring.SEATS:
            player = value(f"seat_{seat}_player")
            seats.append(
                scoring.SeatEntry(
                    seat,
                    player.pk if player else f"seat {seat}",
                    value(f"seat_{seat}_role") or "",
                    value(f"seat_{seat}_removal") or scoring.NO_REMOVAL,
                )
            )
            if (points := value(f"seat_{seat}_bonus")) is not None:
                bonuses.append(scoring.BonusEntry(seat, points))
            penalties += [scoring.PenaltyEntry(seat, ground) for ground in value(f"seat_{seat}_penalties") or ()]
        judge = value("judge")
        return scoring.Protocol(
            result=value("result") or "",
            judge=judge.pk if judge else None,
            first_killed=value("first_killed"),
            best_move=tuple(value(name) for name in self._best_move_given()),
            seats=tuple(seats),
            bonuses=tuple(bonuses),
            penalties=tuple(penalties),
        )

    def record(self, by) -> bool:
        """Hand a valid form over to `Game.record`; False when it was refused, and the errors say why."""
        try:
            self.instance.record(self.protocol(), by, based_on=self.cleaned_data["version"])
        except ProtocolError as error:
            self._add_faults(error.faults)
        except ValidationError as error:
            self.add_error(None, error)
        else:
            return True
        return False

    def recorded_before(self) -> Game | None:
        """Find the game that this very form recorded when it was sent before."""
        return None if self.editing else Game.objects.filter(entry_token=self.instance.entry_token).first()

    def _best_move_given(self) -> list[str]:
        return [name for name in BEST_MOVE_FIELDS if self.cleaned_data.get(name) is not None]

    def _follows_from_a_gap(self, fault: scoring.Fault) -> bool:
        """Say whether a fault is only due to a role or the result being blank, which is told at that field."""
        value = self.cleaned_data.get
        if fault.code == "role_count":
            return not all(value(f"seat_{seat}_role") for seat in scoring.SEATS)
        if fault.code in NEEDS_RESULT and not value("result"):
            return True
        return fault.code in NEEDS_ROLE and not value(f"seat_{fault.seat}_role")

    def _add_faults(self, faults: Iterable[scoring.Fault], told: Collection[str | None] = ()) -> None:
        """Put broken limits beside the fields they concern, but those that have an error of their own already."""
        # All places are found first: an error takes its field out of cleaned_data.
        for fault, fields in [(fault, self._fields_of(fault)) for fault in faults]:
            for field in fields:
                if field not in told:
                    self.add_error(field, ValidationError(fault_sentence(fault), code=fault.code))

    def _fields_of(self, fault: scoring.Fault) -> list[str | None]:
        if fault.seat and fault.part in ("player", "role", "removal", "bonus"):
            return [f"seat_{fault.seat}_{fault.part}"]
        if fault.part == "penalty":
            return [f"seat_{fault.seat}_penalties"]
        if fault.part == "bonus":  # a limit of all bonuses together
            return [name for seat in scoring.SEATS if self.cleaned_data.get(name := f"seat_{seat}_bonus") is not None]
        if fault.part == "best_move":
            return [BEST_MOVE_FIELDS[0] if fault.index is None else self._best_move_given()[fault.index]]
        return [fault.part if fault.part in self.fields else None]


def stored_values(game: Game) -> dict[str, Any]:
    """Return a recorded game as the form's initial values; fetch it with `with_protocol()`."""
    values = {"judge": game.judge.nickname, "first_killed": game.first_killed}
    protocol = game.protocol()
    values.update(zip(BEST_MOVE_FIELDS, protocol.best_move, strict=False))
    nicknames = {seat.player_id: seat.player.nickname for seat in game.seats.all()}
    for entry in protocol.seats:
        values[f"seat_{entry.seat}_player"] = nicknames[entry.player]
        values[f"seat_{entry.seat}_role"] = entry.role
        values[f"seat_{entry.seat}_removal"] = entry.removal
        values[f"seat_{entry.seat}_penalties"] = []
    for bonus in protocol.bonuses:
        values[f"seat_{bonus.seat}_bonus"] = bonus.points
    for penalty in protocol.penalties:
        values[f"seat_{penalty.seat}_penalties"].append(penalty.ground)
    return values
