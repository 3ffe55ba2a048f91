"""What the entry forms of both games share: players by nickname, typed decimals, versions and refusals."""

import re
import uuid
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db import models
from django.http import QueryDict
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from .conflicts import SEEN, Conflict
from .models import Draft, Player
from .names import normal_form
from .versions import StaleVersionError

UNKNOWN_PLAYER = _(
    'There is no player “{nickname}”. Check the spelling, or <a href="{add}" target="_blank">add a new member</a> '
    "(in a new tab)."
)
UNREADABLE = _("This form came back damaged: open the page again.")
NICKNAMES = "nicknames"  # the id of the page's <datalist>, see includes/nicknames.html
WHOLE_NUMBER = re.compile(r"\d{1,9}", re.ASCII)
TYPED_DECIMAL = re.compile(r"[+-]?\d{1,4}(?:[.,]\d{1,4})?", re.ASCII)


def unknown_player(nickname: str) -> ValidationError:
    """Return the error of a nickname that no player has, with the way to add one."""
    add = f"{reverse('member_new')}?{urlencode({'nickname': nickname})}"
    return ValidationError(format_html(UNKNOWN_PLAYER, nickname=nickname, add=add), code="unknown_player")


class PlayerField(forms.CharField):
    """A nickname or an alias, typed or picked from the page's list; `EntryForm` makes it a Player."""

    def prepare_value(self, value: Any) -> Any:
        """Show a player by nickname."""
        return value.nickname if isinstance(value, Player) else value

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Compare nicknames by their normal forms."""
        return normal_form(initial or "") != normal_form(data or "")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": Player._meta.get_field("nickname").max_length, **kwargs})

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return {**super().widget_attrs(widget), "list": NICKNAMES, "autocomplete": "off", "spellcheck": "false"}


class KnownPlayerField(PlayerField):
    """A nickname or an alias, typed or picked from the page's list; its cleaned value is the Player."""

    def clean(self, value: Any) -> Player | None:
        nickname = super().clean(value)
        if not nickname:
            return None
        player = Player.objects.named(nickname)
        if player is None:
            raise unknown_player(nickname)
        return player


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

    * Every PlayerField's cleaned value is a Player, found by nickname or alias; one query finds them all.
      `nicknames()` fills the <datalist>.
    * `entry_token` names one filled-in form, so that a second click can be told from a second game.
    * `draft` names the draft that keeps what is typed until it is recorded (clubsite.models.Draft).
    * `version` is the version that an edit started from: `based_on` of the model's record().
    * `places` maps the codes of errors that name no field to the field where the user can put them right.

    A subclass stores in store(), says in snapshot_values() how its model's history fills the form, and calls
    super().clean() first where it overrides clean().
    """

    entry_token = forms.UUIDField(
        required=False, widget=forms.HiddenInput, initial=uuid.uuid4, error_messages={"invalid": UNREADABLE}
    )
    version = forms.IntegerField(
        required=False, widget=forms.HiddenInput, error_messages={"invalid": UNREADABLE, "required": UNREADABLE}
    )
    draft = forms.UUIDField(
        required=False, widget=forms.HiddenInput, initial=uuid.uuid4, error_messages={"invalid": UNREADABLE}
    )

    places: Mapping[str, str] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.editing = not self.instance._state.adding
        self.fields["version"].required = self.editing
        if self.editing:
            self.stored_version = self.initial["version"] = self.instance.version
            self.initial["entry_token"] = self.instance.entry_token

    @cached_property
    def draft_key(self) -> uuid.UUID:
        """The key of the draft that this filled-in form is saved under; a new one where what came is none."""
        try:
            return self.fields["draft"].clean(self["draft"].value()) or uuid.uuid4()
        except ValidationError:
            return uuid.uuid4()

    def resume(self, typed: QueryDict) -> None:
        """Begin with what a draft holds, as it was typed: also what no valid form could send."""
        for name, field in self.fields.items():
            if not field.widget.value_omitted_from_data(typed, {}, name):
                self.initial[name] = field.widget.value_from_datadict(typed, {}, name)

    def store(self, by: AbstractUser) -> None:
        """Store the valid form with its model's record(), whose errors it raises."""
        raise NotImplementedError

    def record(self, by: AbstractUser) -> bool:
        """Store the valid form and end its draft; False, with the reason in `errors`, where the model refused it.

        PermissionDenied if the user may not.
        """
        try:
            self.store(by)
        except ValidationError as error:
            self.add_error(None, error)
            return False
        if key := self.cleaned_data.get("draft"):
            Draft.objects.close(by, key)
        return True

    def recorded_before(self) -> models.Model | None:
        """Find what this very form recorded as new when it was sent before."""
        token = self.cleaned_data.get("entry_token")
        return self._meta.model.objects.filter(entry_token=token).first() if token and not self.editing else None

    @property
    def is_stale(self) -> bool:
        """Say whether the form was refused because another version has been recorded since the edit began."""
        return self.has_error(NON_FIELD_ERRORS, "stale")

    def snapshot_players(self, snapshot: Mapping[str, Any]) -> Iterable[int]:
        """Return the primary keys of the players that a snapshot of the history names."""
        raise NotImplementedError

    def snapshot_values(self, snapshot: Mapping[str, Any], nicknames: Mapping[int, str]) -> dict[str, Any]:
        """Return a snapshot of the history as the form's initial values; the model's own columns may be left out.

        `nicknames` holds those of all players of the snapshot by primary key.
        """
        raise NotImplementedError

    def nicknames(self) -> list[tuple[str, str]]:
        """Return what is offered: the nicknames of the active players, alone and with each alias."""
        return Player.objects.offered()

    def full_clean(self) -> None:
        """Read the form; choices made in a conflict first take their places in the fields."""
        if self.is_bound and self.editing and SEEN in self.data:
            self._take_choices()
        super().full_clean()

    def _take_choices(self) -> None:
        """Take over what was chosen of a conflict: the edit then starts from the version it was compared with.

        Where a choice is missing the edit stays what it was, a conflict.
        """
        sent = [self.data.get(name, "") for name in ("version", SEEN)]
        if not all(WHOLE_NUMBER.fullmatch(number) for number in sent):
            return
        base, seen = map(int, sent)
        conflict = Conflict(self, base, seen)
        if conflict.versions and conflict.latest.number == seen and not conflict.undecided:
            data = self.data.copy()
            for name, values in conflict.chosen_theirs().items():
                data.setlist(name, values)
            data["version"], data[SEEN] = str(seen), ""
            self.data = data

    def clean(self) -> dict[str, Any]:
        """Find the players; tell an edit of an old version at once, with what was typed kept."""
        super().clean()
        names = [name for name, field in self.fields.items() if isinstance(field, PlayerField)]
        typed = {name: self.cleaned_data[name] for name in names if self.cleaned_data.get(name)}
        found = Player.objects.by_name(typed.values())
        for name, nickname in typed.items():
            if player := found.get(normal_form(nickname)):
                self.cleaned_data[name] = player
            else:
                self.add_error(name, unknown_player(nickname))
        if not self.editing and (token := self.cleaned_data.get("entry_token")):
            self.instance.entry_token = token
        if self.editing and (version := self.cleaned_data.get("version")) is not None:
            if version > self.stored_version:
                self.add_error("version", ValidationError(UNREADABLE, code="invalid"))
            elif version < self.stored_version:
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
