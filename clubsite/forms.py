"""What the entry forms of both games share: players by nickname, typed decimals, versions and refusals."""

import re
import uuid
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.utils.translation import gettext_lazy as _

from .models import Player
from .names import normal_form
from .versions import StaleVersionError

UNKNOWN_PLAYER = _("There is no player “%(nickname)s”. Check the spelling, or have the player added first.")
UNREADABLE = _("This form came back damaged: open the page again.")
NICKNAMES = "nicknames"  # the id of the page's <datalist>, see includes/nicknames.html
TYPED_DECIMAL = re.compile(r"[+-]?\d{1,4}(?:[.,]\d{1,4})?", re.ASCII)


class PlayerField(forms.CharField):
    """A nickname, typed or picked from the page's list; `EntryForm` makes it a Player."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": Player._meta.get_field("nickname").max_length, **kwargs})

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return {**super().widget_attrs(widget), "list": NICKNAMES, "autocomplete": "off", "spellcheck": "false"}


class TypedDecimalField(forms.DecimalField):
    """A plain decimal with a point or a comma ("0.5", "0,5"); no exponents, NaN or infinity."""

    widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
    default_error_messages = {"invalid": _("Write a number such as 0.5.")}

    def to_python(self, value: Any) -> Decimal | None:
        text = str(value if value is not None else "").strip()
        if text and not TYPED_DECIMAL.fullmatch(text):
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(text.replace(",", "."))


class EntryForm(forms.ModelForm):
    """A form for a whole game: it validates, and `record` of its model stores.

    * Every PlayerField's cleaned value is a Player; one query finds them all. `nicknames()` fills the <datalist>.
    * `entry_token` names one filled-in form, so that a second click can be told from a second game.
    * `draft` names the draft that keeps what is typed until it is recorded (clubsite.models.Draft).
    * `version` is the version that an edit started from: `based_on` of the model's record().
    * `places` maps the codes of errors that name no field to the field where the user can put them right.

    A subclass that overrides clean() calls super().clean() first.
    """

    entry_token = forms.UUIDField(
        required=False, widget=forms.HiddenInput, initial=uuid.uuid4, error_messages={"invalid": UNREADABLE}
    )
    version = forms.IntegerField(
        required=False, widget=forms.HiddenInput, error_messages={"invalid": UNREADABLE, "required": UNREADABLE}
    )
    draft = forms.UUIDField(required=False, widget=forms.HiddenInput, initial=uuid.uuid4)

    places: Mapping[str, str] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.editing = not self.instance._state.adding
        self.fields["version"].required = self.editing
        if self.editing:
            self.stored_version = self.initial["version"] = self.instance.version
            self.initial["entry_token"] = self.instance.entry_token

    def nicknames(self) -> list[str]:
        """Return the nicknames that are offered: those of the active players."""
        return list(Player.objects.filter(active=True).values_list("nickname", flat=True))

    def clean(self) -> dict[str, Any]:
        """Find the players; tell an edit of an old version at once, with what was typed kept."""
        super().clean()
        names = [name for name, field in self.fields.items() if isinstance(field, PlayerField)]
        typed = {name: self.cleaned_data[name] for name in names if self.cleaned_data.get(name)}
        found = {
            player.nickname_key: player
            for player in Player.objects.filter(nickname_key__in={normal_form(nickname) for nickname in typed.values()})
        }
        for name, nickname in typed.items():
            if player := found.get(normal_form(nickname)):
                self.cleaned_data[name] = player
            else:
                self.add_error(
                    name, ValidationError(UNKNOWN_PLAYER, code="unknown_player", params={"nickname": nickname})
                )
        if self.editing and self.cleaned_data.get("version") not in (None, self.stored_version):
            self.add_error(None, StaleVersionError())
        return self.cleaned_data

    def add_error(self, field: str | None, error: ValidationError | str) -> None:
        """Add an error; what names no visible field goes where `places` says, else above the form."""
        if field is not None and self.fields[field].widget.is_hidden:
            field = None
        if field is not None or not isinstance(error, ValidationError):
            super().add_error(field, error)
            return
        by_field = error.error_dict if hasattr(error, "error_dict") else {NON_FIELD_ERRORS: error.error_list}
        for name, errors in by_field.items():
            for each in errors:
                place = self.places.get(each.code, name)
                visible = place in self.fields and not self.fields[place].widget.is_hidden
                super().add_error(place if visible else None, each)
