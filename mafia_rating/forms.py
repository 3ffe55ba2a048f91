"""The form of a whole protocol, used by the entry page and by the admin alike."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from crispy_forms.helper import FormHelper
from crispy_forms.layout import HTML, Div, Fieldset, Layout
from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import cached_property
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from clubsite.forms import EntryForm, PlayerField, TypedDecimalField

from . import scoring, snapshots, unfinished
from .models import REASON_LENGTH, Game, ProtocolError, Seat
from .wording import FAULTS, GROUND_NAMES, ROLE_NAMES, fault_sentence, reason_sentence, signed

SEAT_FIELDS = ("player", "role", "bonus", "bonus_reason", "removal", "penalties", "penalty_reason")
BEST_MOVE_FIELDS = tuple(f"best_move_{place}" for place in range(1, scoring.BEST_MOVE_NAMES + 1))
# What can be told of a seat only when its role, or the game's result, is known.
NEEDS_ROLE = {"bonus_loser_over", "bonus_winner_over", "penalty_only_for_losers", "penalty_ground_role"}
NEEDS_RESULT = {"bonus_loser_over", "penalty_only_for_losers"}
BLANK = {"role_unknown", "result_unknown"}
REASON_NEEDED = _("Write the reason: the President decides on it.")


def seat_choice(label: str, nobody: str = "—", **kwargs: Any) -> forms.TypedChoiceField:
    """Build a field that names one of the ten seats, or nobody."""
    choices = [("", nobody), *((seat, seat) for seat in scoring.SEATS)]
    return forms.TypedChoiceField(label=label, choices=choices, coerce=int, empty_value=None, required=False, **kwargs)


def reason_field(**kwargs: Any) -> forms.CharField:
    """Build a field for the judge's reason; whether it is required depends on what it is for."""
    return forms.CharField(**kwargs, max_length=REASON_LENGTH, required=False)


def seat_fields(seat: int) -> dict[str, forms.Field]:
    """Build the fields of one seat; each label names the seat, since a grid shows no labels."""

    def label(text: str) -> dict[str, Any]:
        return {"label": _("Seat %(seat)s: %(field)s") % {"seat": seat, "field": text}}

    return {
        f"seat_{seat}_player": PlayerField(
            **label(_("player")), error_messages={"required": _("Write the player's nickname.")}
        ),
        f"seat_{seat}_role": forms.ChoiceField(
            **label(_("role")),
            choices=Seat.Role.choices,
            initial=scoring.CITIZEN,
            widget=forms.RadioSelect,
            required=False,
        ),
        f"seat_{seat}_bonus": TypedDecimalField(**label(_("bonus")), required=False),
        f"seat_{seat}_bonus_reason": reason_field(**label(_("reason for the bonus"))),
        f"seat_{seat}_removal": forms.ChoiceField(
            **label(_("removal")), choices=Seat.Removal.choices, initial=scoring.NO_REMOVAL, required=False
        ),
        f"seat_{seat}_penalties": forms.MultipleChoiceField(
            **label(_("penalties")), choices=GROUND_NAMES, widget=forms.CheckboxSelectMultiple, required=False
        ),
        f"seat_{seat}_penalty_reason": reason_field(**label(_("reason for the penalty"))),
    }


SeatsForm = type(EntryForm)(
    "SeatsForm",
    (EntryForm,),
    {"__module__": __name__, **{name: field for seat in scoring.SEATS for name, field in seat_fields(seat).items()}},
)


class ProtocolForm(SeatsForm):
    """Ten seats and what happened to them, in flat fields: swapping two players is a plain edit.

    The form only reads. `scoring.protocol_faults` says what is wrong, here beside the field concerned, and
    `Game.record` stores. An `unfinished` form is one that is looked at while it is being filled in: what is merely not
    there yet is no error, and stands in `gaps`.
    """

    judge = PlayerField(label=_("Judge"), error_messages={"required": _("Write the judge's nickname.")})
    result = forms.ChoiceField(
        label=_("Result"),
        choices=Game.Result.choices,
        widget=forms.RadioSelect,
        error_messages={"required": FAULTS["result_unknown"]},
    )
    first_killed = seat_choice(
        _("First killed"),
        nobody=_("nobody: a miss"),
        help_text=_("Shot in the first night; nobody after a miss."),
        widget=forms.RadioSelect,
    )
    best_move_1 = seat_choice(_("Best move, first"))
    best_move_2 = seat_choice(_("Best move, second"))
    best_move_3 = seat_choice(_("Best move, third"))

    places = {"season_closed": "played_on", "number_taken": "number"}

    class Meta:
        model = Game
        fields = ["played_on", "table", "number", "result"]
        labels = {"played_on": _("Date"), "number": _("Game of the evening")}
        widgets = {
            "played_on": forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
            "table": forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
            "number": forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        }

    def __init__(self, *args: Any, unfinished: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.unfinished = unfinished
        self.read = None
        if self.editing and not self.is_bound:
            self.initial = {**stored_values(self.stored), **self.initial}
        for seat in scoring.SEATS:
            for name in SEAT_FIELDS:
                if name not in ("role", "penalties"):  # groups, whose members have labels of their own
                    field = self.fields[f"seat_{seat}_{name}"]
                    field.widget.attrs["aria-label"] = field.label
            # The blank placeholder lets the style sheet tell whether there is a bonus to give a reason for.
            self.fields[f"seat_{seat}_bonus"].widget.attrs |= {"size": 4, "placeholder": " "}
            self.fields[f"seat_{seat}_bonus_reason"].widget.attrs["placeholder"] = " "
        self.needed = [name for name, field in self.fields.items() if field.required]
        if unfinished:
            for name in self.needed:
                self.fields[name].required = False

    @cached_property
    def stored(self) -> Game | None:
        """The game as it stands, where it is edited: what is typed goes into the instance."""
        return Game.objects.with_protocol().get(pk=self.instance.pk) if self.editing else None

    @property
    def helper(self) -> FormHelper:
        """Lay the form out for its page; the admin has fieldsets of its own."""
        helper = FormHelper()
        helper.form_tag = False
        helper.layout = Layout(
            "entry_token",
            "version",
            "draft",
            Fieldset(
                _("The game"),
                Div("played_on", "table", "number", "judge", css_class="field-row field-row-narrow"),
                css_class="form-section",
            ),
            HTML('{% include "mafia_rating/includes/sheet.html" %}'),
        )
        return helper

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield each seat: its bound fields, those that have errors, its marks, and its points so far."""
        points = unfinished.score_so_far(self.so_far)
        _nobody, *killed = self["first_killed"]
        for seat, mark in zip(scoring.SEATS, killed, strict=True):
            fields = {name: self[f"seat_{seat}_{name}"] for name in SEAT_FIELDS}
            yield {
                "seat": seat,
                "faulty": [field for field in fields.values() if field.errors],
                "killed": mark,
                "grounds": [
                    (choice, " ".join(scoring.GROUND_ROLES[choice.data["value"]])) for choice in fields["penalties"]
                ],
                "noted": fields["penalties"].value() or fields["removal"].value() not in (None, "", scoring.NO_REMOVAL),
                "total": signed(points[seat].total) if seat in points else "",
                "reasons": [reason_sentence(reason) for reason in points[seat].reasons] if seat in points else [],
                **fields,
            }

    def best_move_fields(self) -> list[forms.BoundField]:
        """Return the three fields of the best move, in the order named."""
        return [self[name] for name in BEST_MOVE_FIELDS]

    @cached_property
    def so_far(self) -> scoring.Protocol:
        """The protocol as it stands on the page, with the approvals that an edit keeps."""
        if not self.is_bound:
            return self.stored.protocol() if self.stored else scoring.Protocol(result="", seats=())
        self.is_valid()
        return unfinished.with_decisions(self.read, self.stored.protocol()) if self.stored else self.read

    def roles_left(self) -> list[tuple[str, Any, int, int]]:
        """Return role, its name, how many there are, and how many are still to be given."""
        left = unfinished.roles_left(self.so_far)
        return [(role, ROLE_NAMES[role], scoring.ROLE_COUNTS[role], count) for role, count in left.items()]

    def bonus_left(self) -> dict[str, Any]:
        """Return what is left of the bonuses, and the limits."""
        left = unfinished.bonus_left(self.so_far)
        return {**left._asdict(), "sum": scoring.BONUS_SUM, "most": scoring.BONUS_PLAYERS, "step": scoring.BONUS_STEP}

    def first_error(self) -> str:
        """Say what is wrong first, with its seat: the whole list stands beside the fields."""
        name, (sentence, *_more) = next(iter(self.errors.items()))
        if name.startswith("seat_"):
            return format_html(_("Seat {seat}: {sentence}"), seat=name.split("_")[1], sentence=sentence)
        return sentence

    def clean(self) -> dict[str, Any]:
        """Tell every limit that the protocol breaks, as far as it was filled in."""
        super().clean()
        self.read = self.protocol()
        self.gaps = self._gaps()
        faults = [fault for fault in scoring.protocol_faults(self.read) if not self._follows_from_a_gap(fault)]
        self.complete = not self.gaps and not any(map(is_gap, faults))
        told = set(self.errors)
        self._ask_for_reasons()
        if self.unfinished:
            faults = [fault for fault in faults if not is_gap(fault)]
        self._add_faults(faults, told)
        return self.cleaned_data

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
                bonuses.append(scoring.BonusEntry(seat, points, reason=value(f"seat_{seat}_bonus_reason") or ""))
            penalties += penalty_entries(
                seat, value(f"seat_{seat}_penalties") or (), value(f"seat_{seat}_penalty_reason") or ""
            )
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

    def store(self, by) -> None:
        """Hand a valid form over to `Game.record`."""
        self.recorded = self.instance.record(self.protocol(), by, based_on=self.cleaned_data["version"])

    def count_pending(self) -> int:
        """Count what waits for the President in the protocol that was just recorded."""
        items = (*self.recorded.bonuses, *self.recorded.penalties)
        return sum(item.approval == scoring.PENDING for item in items)

    def add_error(self, field: str | None, error: ValidationError | str) -> None:
        """Add an error; a protocol's faults stand beside the fields they concern."""
        if isinstance(error, ProtocolError):
            self._add_faults(error.faults)
        else:
            super().add_error(field, error)

    snapshot_players = staticmethod(snapshots.players)

    def snapshot_values(self, snapshot: Mapping[str, Any], nicknames: Mapping[int, str]) -> dict[str, Any]:
        """Return a version of the history as the form's initial values, but for the game's own columns."""
        return protocol_values(snapshots.protocol(snapshot), nicknames)

    def _gaps(self) -> list[str]:
        """Say what the protocol needs and has not got yet; the players are counted."""
        empty = [name for name in self.needed if not self.data.get(self.add_prefix(name))]
        players = sum(name.startswith("seat_") for name in empty)
        counted = ngettext("%(count)s player", "%(count)s players", players) % {"count": players}
        return [*([counted] if players else []), *(self[name].label.lower() for name in empty if name[:5] != "seat_")]

    def _ask_for_reasons(self) -> None:
        """Require the judge's reason for what the President is to decide on."""
        for items, name in ((self.read.bonuses, "bonus_reason"), (self.read.penalties, "penalty_reason")):
            for item in items:
                if item.exceptional and not item.reason:
                    self.add_error(f"seat_{item.seat}_{name}", ValidationError(REASON_NEEDED, code="reason_needed"))

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


def penalty_entries(seat: int, grounds: Iterable[str], reason: str) -> list[scoring.PenaltyEntry]:
    """Build the penalties of a seat. Its one reason is that of the discretionary one, else of the first."""
    grounds = list(grounds)
    reasoned = scoring.DISCRETIONARY if scoring.DISCRETIONARY in grounds else grounds and grounds[0]
    return [scoring.PenaltyEntry(seat, ground, reason=reason if ground == reasoned else "") for ground in grounds]


def is_gap(fault: scoring.Fault) -> bool:
    """Say whether a fault only means that something is not filled in yet: every seat begins as a citizen's."""
    if fault.code == "role_count":
        return fault.params["role"] == scoring.CITIZEN or fault.params["given"] < fault.params["needed"]
    if fault.code == "best_move_needs_three":
        return fault.params["given"] < scoring.BEST_MOVE_NAMES
    return fault.code in BLANK


def stored_values(game: Game) -> dict[str, Any]:
    """Return a recorded game as the form's initial values; fetch it with `with_protocol()`."""
    nicknames = {seat.player_id: seat.player.nickname for seat in game.seats.all()}
    return protocol_values(game.protocol(), {**nicknames, game.judge_id: game.judge.nickname})


def protocol_values(protocol: scoring.Protocol, nicknames: Mapping[int, str]) -> dict[str, Any]:
    """Return a protocol as the form's initial values; `nicknames` by the players' primary keys."""
    values = {"judge": nicknames[protocol.judge], "first_killed": protocol.first_killed}
    values.update(zip(BEST_MOVE_FIELDS, protocol.best_move, strict=False))
    for entry in protocol.seats:
        values[f"seat_{entry.seat}_player"] = nicknames[entry.player]
        values[f"seat_{entry.seat}_role"] = entry.role
        values[f"seat_{entry.seat}_removal"] = entry.removal
        values[f"seat_{entry.seat}_penalties"] = []
    for bonus in protocol.bonuses:
        values[f"seat_{bonus.seat}_bonus"] = bonus.points
        values[f"seat_{bonus.seat}_bonus_reason"] = bonus.reason
    for penalty in protocol.penalties:
        values[f"seat_{penalty.seat}_penalties"].append(penalty.ground)
        if penalty.reason:
            values[f"seat_{penalty.seat}_penalty_reason"] = penalty.reason
    return values
