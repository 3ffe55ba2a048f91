"""Two edits of one game or board at a time: what each has changed, side by side, and the choice between them."""

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from .models import Draft, Player

THEIRS, MINE = "theirs", "mine"
SEEN = "seen"  # the field that names the version for which choices were made
NO_LONGER_A_PLAYER = _("a player who is no longer in the club")

Values = Mapping[str, Any]


@dataclass(frozen=True)
class Version:
    """A version of the history as a form shows it."""

    number: int
    by: AbstractUser | None
    at: datetime.datetime
    reason: str
    values: Values


@dataclass(frozen=True)
class Difference:
    """A field in which the stored version and what was typed differ, each in words.

    `kept` is which of the two stands unless the user chooses; None where both sides changed the field.
    """

    name: str
    label: str
    before: str
    theirs: str
    mine: str
    kept: str | None
    chosen: str | None

    @property
    def radio(self) -> str:
        """Name the radio buttons of the choice."""
        return radio_name(self.name)


class Conflict:
    """An edit and what has been recorded since the version it started from.

    `form` is a bound EntryForm. `seen` is the version that is compared with what was typed: the latest one, or the one
    for which the choices were made.
    """

    def __init__(self, form: forms.ModelForm, base: int, seen: int | None = None) -> None:
        self.form = form
        history = versions_since(form, base)
        self.started_from = base
        self.base = history[0].values if history and history[0].number == base else {}
        self.versions = [
            version for version in history if version.number > base and (seen is None or version.number <= seen)
        ]

    @property
    def latest(self) -> Version:
        """The version to compare with."""
        return self.versions[-1]

    def recorded_by(self, user: AbstractUser) -> bool:
        """Say whether this very edit was recorded before: it was sent twice."""
        return any(
            version.by == user and not any(self._differ(name, version.values) for name in self._names())
            for version in self.versions
        )

    def typed(self) -> Iterator[tuple[str, str]]:
        """Yield what was typed as hidden inputs carry it: name and value."""
        for name, field in self.form.fields.items():
            if name != "version":
                for value in as_sent(field, self._mine(name)):
                    yield name, value

    @cached_property
    def differences(self) -> list[Difference]:
        """The fields to choose in, those that both have changed first."""
        differences = [self._difference(name) for name in self._names() if self._differ(name, self.latest.values)]
        return sorted(differences, key=lambda difference: difference.kept is not None)

    @property
    def undecided(self) -> bool:
        """Say whether a choice is missing that nobody can make but the user."""
        return any(difference.chosen is None for difference in self.differences)

    def chosen_theirs(self) -> dict[str, list[str]]:
        """Return the fields in which their value is to stand, each as a browser would send it."""
        return {
            difference.name: as_sent(self.form.fields[difference.name], self.latest.values.get(difference.name))
            for difference in self.differences
            if difference.chosen == THEIRS
        }

    def _names(self) -> list[str]:
        return [field.name for field in self.form.visible_fields()]

    def _mine(self, name: str) -> Any:
        """Return what was typed: as the form has read it, else as it came."""
        read = getattr(self.form, "cleaned_data", {})
        return self.form.fields[name].prepare_value(read[name]) if name in read else self.form[name].data

    def _differ(self, name: str, values: Values) -> bool:
        return self.form.fields[name].has_changed(values.get(name), self._mine(name))

    def _difference(self, name: str) -> Difference:
        field = self.form.fields[name]
        before, theirs = self.base.get(name), self.latest.values.get(name)
        changed_here = self._differ(name, self.base)
        changed_there = field.has_changed(before, theirs)
        kept = None if changed_here and changed_there else MINE if changed_here else THEIRS
        answered = self.form.data.get(SEEN) == str(self.latest.number)
        chosen = self.form.data.get(radio_name(name)) if answered else None
        return Difference(
            name=name,
            label=field.widget.attrs.get("aria-label", field.label),
            before=in_words(field, before),
            theirs=in_words(field, theirs),
            mine=in_words(field, self._mine(name)),
            kept=kept,
            chosen=chosen if chosen in (THEIRS, MINE) else kept,
        )


def radio_name(name: str) -> str:
    """Name the radio buttons for a field."""
    return f"keep-{name}"


def answer(request: HttpRequest, form: forms.ModelForm, title: str) -> HttpResponse:
    """Answer an edit that was refused because another version was recorded since it began: with the choice.

    An edit that was recorded before, or that leaves nothing to choose, leads to what stands. `title` names the object.
    """
    conflict = Conflict(form, form.cleaned_data["version"])
    if conflict.recorded_by(request.user) or not conflict.differences:
        Draft.objects.close(request.user, form.draft_key)
        messages.info(request, _("What you typed was saved before: here is how it stands now."))
        return redirect(form.instance)
    return render(request, "clubsite/conflict.html", {"conflict": conflict, "form": form, "title": title})


def versions_since(form: forms.ModelForm, number: int) -> list[Version]:
    """Return the versions of a form's object from that number on, oldest first, as the form's values; two queries."""
    rows = list(form.instance.history.filter(version__gte=number).select_related("history_user").order_by("history_id"))
    keys = {key for row in rows for key in form.snapshot_players(row.snapshot)}
    found = dict(Player.objects.filter(pk__in=keys).values_list("pk", "nickname"))
    nicknames = {key: found.get(key, str(NO_LONGER_A_PLAYER)) for key in keys}
    return [
        Version(
            row.version,
            row.history_user,
            row.history_date,
            row.history_change_reason or "",
            {**forms.model_to_dict(row, form._meta.fields), **form.snapshot_values(row.snapshot, nicknames)},
        )
        for row in rows
    ]


def as_sent(field: forms.Field, value: Any) -> list[str]:
    """Return a form's initial value as a browser sends it: no value for an empty field or an open tick."""
    value = field.prepare_value(value)
    if isinstance(value, (list, tuple)):
        return [str(item) for item in value]
    if value is None or value is False:
        return []
    return ["on" if value is True else str(value)]


def in_words(field: forms.Field, value: Any) -> str:
    """Say a field's value, typed or stored; what cannot be read stands as it was typed."""
    try:
        value = field.to_python(value)
    except ValidationError:
        return str(value)
    if isinstance(field, forms.BooleanField):
        return gettext("yes") if value else gettext("no")
    if value in (None, "", []):
        return gettext("empty")
    if isinstance(field, forms.ModelChoiceField):
        return field.label_from_instance(value)
    if isinstance(field, forms.ChoiceField):
        chosen = {str(item) for item in (value if isinstance(value, list) else [value])}
        names = [str(name) for choice, name in field.choices if str(choice) in chosen]
        return ", ".join(names) or ", ".join(sorted(chosen))
    if isinstance(value, datetime.date):
        return date_format(value)
    return str(value)
