"""The form of a circuit: its tournaments, and which of them are majors."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.utils.translation import gettext_lazy as _

from .forms_organise import propose_address, whole_number
from .models import Circuit, Tournament

MOST = 99


class CircuitForm(forms.ModelForm):
    """A circuit with the tournaments that the user may see; others that belong to it stay as they are."""

    minimum = whole_number(Circuit, "minimum", MOST, least=1)
    belonging = forms.ModelMultipleChoiceField(
        label=_("Tournaments"), queryset=None, required=False, widget=forms.CheckboxSelectMultiple
    )
    majors = forms.ModelMultipleChoiceField(
        label=_("Majors"), queryset=None, required=False, widget=forms.CheckboxSelectMultiple
    )

    class Meta:
        model = Circuit
        fields = ("name", "slug", "points", "minimum")

    def __init__(self, *args: Any, user: AbstractUser, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.editing = not self.instance._state.adding
        self.stored = (
            {stage.tournament: stage.major for stage in self.instance.stages.select_related("tournament")}
            if self.editing
            else {}
        )
        self.offered = list(Tournament.objects.visible_to(user).newest_first())
        for name in ("belonging", "majors"):
            field = self.fields[name]
            field.queryset = Tournament.objects.visible_to(user)
            field.widget.choices = [(each.pk, each.name) for each in self.offered]
        self.initial["belonging"] = list(self.stored)
        self.initial["majors"] = [each for each, major in self.stored.items() if major]
        self.fields["slug"].required = False
        self.fields["slug"].help_text = _("Letters, digits and hyphens; left empty, it is made of the name.")

    def rows(self) -> Iterator[tuple[Tournament, Any, Any]]:
        """Return the tournaments, each with its two ticks: whether it belongs to the circuit, whether it is a major."""
        return zip(self.offered, self["belonging"], self["majors"], strict=True)

    def clean_slug(self) -> str:
        slug = self.cleaned_data["slug"] or propose_address(self.cleaned_data.get("name", ""))
        if not slug:
            raise ValidationError(_("No address can be made of this name: write one."))
        return slug

    def clean(self) -> dict[str, Any]:
        super().clean()
        belonging = set(self.cleaned_data.get("belonging", ()))
        for tournament in self.cleaned_data.get("majors", ()):
            if tournament not in belonging:
                self.add_error(
                    "majors",
                    ValidationError(
                        _("%(tournament)s can be a major only if it belongs to the circuit: tick that, too."),
                        params={"tournament": tournament},
                    ),
                )
        return self.cleaned_data

    def majors_by_tournament(self) -> dict[Tournament, bool]:
        """Return the tournaments of the circuit with whether each is a major, those out of the user's sight too."""
        majors = set(self.cleaned_data["majors"])
        unseen = {each: major for each, major in self.stored.items() if each not in self.offered}
        return unseen | {each: each in majors for each in self.cleaned_data["belonging"]}

    def entered_before(self) -> Circuit | None:
        """Find the circuit that this very form has created already: the first of two clicks."""
        entered = ("name", "points", "minimum")
        facts = {name: self.cleaned_data[name] for name in entered if name in self.cleaned_data}
        if self.editing or len(facts) < len(entered):
            return None
        slug = self.data.get("slug", "").strip() or propose_address(facts["name"])
        return Circuit.objects.filter(**facts, slug=slug).first()

    def store(self, by: AbstractUser) -> bool:
        """Store the circuit; False, and the reason in `errors`, when its address was taken at the last moment."""
        try:
            self.instance.store(by, self.majors_by_tournament())
        except IntegrityError:
            self.add_error("slug", _("Another circuit has taken this address just now."))
            return False
        return True
