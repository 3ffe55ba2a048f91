"""The forms of the organiser's pages: the tournament, its rounds, its players."""

import re
from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.db import IntegrityError, models
from django.db.models import Q
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from clubsite.forms import KnownPlayerField
from clubsite.names import latin, normal_form
from clubsite.sheets import SheetError, decode

from . import baf
from .models import Entrant, Round, Tournament
from .players_list import MAX_BYTES, ListError, Row, read_list
from .wording import POWER_NAMES

User = get_user_model()
ADDRESS_LENGTH = Tournament._meta.get_field("slug").max_length
MAX_ROUNDS = 99
RUNNERS = "tournaments.change_tournament"


def propose_address(name: str) -> str:
    """Make an address of a tournament's name: "Кубок Анжу 2026" is "kubok-anzhu-2026"; empty if no letter is left."""
    return slugify(latin(name))[:ADDRESS_LENGTH].strip("-")


def address_help(name: str) -> str:
    """Say what an address is made of, and which one it will be for a name."""
    if address := propose_address(name):
        return _("Letters, digits and hyphens; left empty, it is “%(address)s”.") % {"address": address}
    return _("Letters, digits and hyphens; left empty, it is made of the name.")


def whole_number(model: type[models.Model], name: str, most: int, least: int = 0) -> forms.Field:
    """Build the field of a small number, typed as text."""
    widget = forms.TextInput({"inputmode": "numeric"})
    return model._meta.get_field(name).formfield(min_value=least, max_value=most, widget=widget)


class DateInput(forms.DateInput):
    """The browser's own field for a date."""

    input_type = "date"

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(format="%Y-%m-%d", **kwargs)


class TournamentForm(forms.ModelForm):
    """What is entered of a tournament itself. An address left empty is made of the name."""

    counted_rounds = whole_number(Tournament, "counted_rounds", MAX_ROUNDS)
    organisers = forms.ModelMultipleChoiceField(
        label=_("Organisers"),
        queryset=User.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=Tournament._meta.get_field("organisers").help_text,
    )

    class Meta:
        model = Tournament
        fields = ("name", "slug", "place", "starts_on", "ends_on", "counted_rounds")
        widgets = {"starts_on": DateInput(), "ends_on": DateInput()}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.editing = not self.instance._state.adding
        self.fields["slug"].required = False
        self.fields["slug"].help_text = address_help(self["name"].value() or "")
        if self.editing:
            allowed = User.objects.with_perm(RUNNERS)
            organisers = self.instance.organisers.values("pk")
            offered = User.objects.filter(Q(pk__in=allowed.values("pk")) | Q(pk__in=organisers))
            self.fields["organisers"].queryset = offered.order_by("username")
            self.initial["organisers"] = list(organisers.values_list("pk", flat=True))
        else:
            del self.fields["organisers"]

    def clean_slug(self) -> str:
        if slug := self.cleaned_data["slug"]:
            return slug
        slug = propose_address(self.cleaned_data.get("name", ""))
        if not slug and "name" in self.cleaned_data:
            raise ValidationError(_("No address can be made of this name: write one."))
        return slug

    def drafted_before(self, by) -> Tournament | None:
        """Find the tournament that this very form has created already: the first of two clicks."""
        entered = ("name", "place", "starts_on", "ends_on", "counted_rounds")
        facts = {name: self.cleaned_data[name] for name in entered if name in self.cleaned_data}
        if self.editing or len(facts) < len(entered):
            return None
        if typed := self["slug"].value():
            facts["slug"] = typed
        return Tournament.objects.filter(**facts, status=Tournament.Status.DRAFT, organisers=by).first()

    def store(self, by) -> bool:
        """Store the tournament; False, and the reason in `errors`, when its address was taken at the last moment."""
        try:
            self.instance.store(by, self.cleaned_data.get("organisers"))
        except IntegrityError:
            self.add_error("slug", _("Another tournament has taken this address just now."))
            return False
        return True


class RoundForm(forms.ModelForm):
    """A round; its weight is an exact fraction."""

    number = whole_number(Round, "number", MAX_ROUNDS)
    last_year = whole_number(Round, "last_year", baf.LAST_YEAR)

    class Meta:
        model = Round
        fields = ("number", "weight", "last_year")
        widgets = {"weight": forms.TextInput({"autocomplete": "off"})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["last_year"].help_text = _("Such as 1908; empty: as long as it takes.")

    def _get_validation_exclusions(self) -> set[str]:
        # The tournament is no field of the form, and yet a number stands once in it.
        return super()._get_validation_exclusions() - {"tournament"}

    def entered_before(self) -> bool:
        """Say whether the very same round is stored already: the first of two clicks."""
        if not self.instance._state.adding or self.errors.keys() - {"number"}:
            return False
        facts = {name: getattr(self.instance, name) for name in self.Meta.fields}
        return self.instance.tournament.rounds.filter(**facts).exists()

    def store(self, by) -> bool:
        """Store the round; False, and the reason in `errors`, when its number was taken at the last moment."""
        try:
            self.instance.store(by)
        except IntegrityError:
            self.add_error("number", _("The tournament has a round of this number already."))
            return False
        return True


class AddPlayerForm(forms.Form):
    """One more player for the list."""

    player = KnownPlayerField(label=_("Add a player"))

    def rows(self) -> list[Row]:
        """Return the player as a list of one."""
        return [Row(1, self.cleaned_data["player"].nickname)]


class KeepApartForm(forms.Form):
    """Two players on the list of a tournament who should not meet."""

    first = KnownPlayerField(label=_("First player"))
    second = KnownPlayerField(label=_("Second player"))

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        for field in self.fields.values():
            field.widget.attrs["list"] = "entrants"  # the page's <datalist> of those on the list

    def clean(self) -> dict[str, Any]:
        super().clean()
        typed = {name: player for name, player in self.cleaned_data.items() if player}
        listed = set(self.tournament.entrants.filter(player__in=typed.values()).values_list("player", flat=True))
        for name, player in typed.items():
            if player.pk not in listed:
                self.add_error(name, ValidationError(_("%(player)s is not on the list."), params={"player": player}))
        if len(typed) == 2 and typed["first"] == typed["second"]:
            self.add_error("second", _("A pair is two different players."))
        return self.cleaned_data


class PlayersListForm(forms.Form):
    """A list of players, pasted or as a file; `rows` of the cleaned data are the players it names."""

    text = forms.CharField(
        label=_("Paste a list"),
        required=False,
        max_length=MAX_BYTES,
        strip=False,
        widget=forms.Textarea({"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
        help_text=_("One nickname a line, or a table whose first row names the columns nickname and team."),
    )
    file = forms.FileField(
        label=_("Or choose a CSV file"),
        required=False,
        allow_empty_file=True,
        help_text=_("UTF-8, with commas or semicolons; the first row names the columns nickname and, if wanted, team."),
        widget=forms.FileInput({"accept": ".csv,.txt,text/csv,text/plain"}),
    )
    create = forms.BooleanField(
        label=_("Add unknown players as new members"),
        required=False,
        help_text=_("Otherwise a nickname that the club does not know refuses the list."),
    )

    def __init__(self, *args: Any, may_create: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not may_create:
            del self.fields["create"]

    def clean(self) -> dict[str, Any]:
        super().clean()
        if self.errors:
            return self.cleaned_data
        file, text = self.cleaned_data["file"], self.cleaned_data["text"]
        if file and text.strip():
            raise ValidationError(_("Paste a list or choose a file, not both."))
        try:
            if file is not None:
                text = self.cleaned_data["text"] = decode(file.read(MAX_BYTES + 1), MAX_BYTES)
            self.cleaned_data["rows"] = read_list(text, header_required=file is not None)
        except SheetError as error:
            self.add_error("file", str(error))
        except ListError as error:
            self.add_error("text" if file is None else "file", [str(fault) for fault in error.faults])
        return self.cleaned_data


def read_preferences(text: str) -> list[str]:
    """Read powers in order, by letter or name: "R, Turkey" is ["russia", "turkey"]; ValidationError for others."""
    known = {power[0]: power for power in baf.POWERS} | {power: power for power in baf.POWERS}
    known |= {normal_form(str(name)): power for power, name in POWER_NAMES.items()}
    typed = [word for word in re.split(r"[,;\s]+", text) if word]
    unknown = [word for word in typed if normal_form(word) not in known]
    if unknown:
        raise ValidationError(
            _("There is no power “%(power)s”: write A, E, F, G, I, R, T or the names, with commas."),
            params={"power": unknown[0]},
        )
    powers = [known[normal_form(word)] for word in typed]
    for power in powers:
        if powers.count(power) > 1:
            raise ValidationError(_("%(power)s stands there twice."), params={"power": POWER_NAMES[power]})
    return powers


def write_preferences(powers: Iterable[str]) -> str:
    """Write powers as read_preferences() reads them."""
    return ", ".join(str(POWER_NAMES[power]) for power in powers)


class EntrantForm(forms.ModelForm):
    """Team and preferred powers of a player on the list."""

    wishes = forms.CharField(
        label=_("Preferred powers"),
        required=False,
        max_length=200,
        widget=forms.TextInput({"autocomplete": "off"}),
        help_text=_("The dearest first, by letter or name, with commas: R, T, France."),
    )

    class Meta:
        model = Entrant
        fields = ("team",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["wishes"] = write_preferences(self.instance.preferences)

    def clean_wishes(self) -> str:
        self.instance.preferences = read_preferences(self.cleaned_data["wishes"])
        return self.cleaned_data["wishes"]
