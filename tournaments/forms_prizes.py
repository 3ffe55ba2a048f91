"""The form of a prize: its name, and who has won it where the organiser says so."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.utils.translation import gettext_lazy as _

from .models import Prize

NAME_TAKEN = _("The tournament has a prize of this name already.")
NOT_BY_HAND = _("Players are chosen below: set the winners by hand, or choose nobody.")
NOT_THERE = _("Only who is in the tournament can win its prize, not %(player)s.")
FOLLOWS, BY_HAND = "", "1"


class PrizeForm(forms.ModelForm):
    """A prize of a tournament; the winners of an own one are always set by hand."""

    by_hand = forms.TypedChoiceField(
        label=_("Winners"),
        required=False,
        coerce=bool,
        empty_value=False,
        choices=[
            (FOLLOWS, _("follow from the results")),
            (BY_HAND, _("are set by hand, and stay when results change")),
        ],
        widget=forms.RadioSelect,
    )
    winners = forms.ModelMultipleChoiceField(
        label=_("Who has won it"),
        queryset=None,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    namesake: Prize | None = None

    class Meta:
        model = Prize
        fields = ("name", "by_hand", "winners")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["winners"].queryset = self.instance.candidates()
        if self.instance.kind == Prize.Kind.OWN:
            self.fields["name"].required = True
            del self.fields["by_hand"]
        else:
            self.initial["by_hand"] = BY_HAND if self.instance.by_hand else FOLLOWS
            self.fields["name"].help_text = _("Left empty, it is called “%(name)s”.") % {
                "name": self.instance.usual_name()
            }

    def clean_name(self) -> str:
        name = self.cleaned_data["name"]
        others = self.instance.tournament.prizes.exclude(pk=self.instance.pk)
        self.namesake = others.filter(name=name).first() if name else None
        if self.namesake:
            raise ValidationError(NAME_TAKEN)
        return name

    def clean(self) -> dict[str, Any]:
        super().clean()
        if self.cleaned_data.get("winners") and self.cleaned_data.get("by_hand") is False:
            self.add_error("by_hand", _("Players are ticked below: set the winners by hand, or untick them."))
        return self.cleaned_data

    def entered_before(self) -> bool:
        """Say whether the very same own prize is stored already: the first of two clicks."""
        if not self.instance._state.adding or self.namesake is None or "winners" not in self.cleaned_data:
            return False
        return set(self.namesake.winners.all()) == set(self.cleaned_data["winners"])

    def store(self, by) -> bool:
        """Store the prize; False, and the reason in `errors`, when its name was taken at the last moment."""
        try:
            self.instance.store(by, self.cleaned_data["winners"])
        except IntegrityError:
            self.add_error("name", NAME_TAKEN)
            return False
        return True


class AdminPrizeForm(forms.ModelForm):
    """A prize in the admin: what it is for is said once, and the winners are as on the organiser's page."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.instance._state.adding:
            for name in self.fields.keys() & {"tournament", "kind", "power"}:
                self.fields[name].disabled = True

    def clean(self) -> dict[str, Any]:
        super().clean()
        winners, tournament = self.cleaned_data.get("winners"), self.cleaned_data.get("tournament")
        if winners and not self.cleaned_data.get("by_hand"):
            self.add_error("by_hand", NOT_BY_HAND)
        elif winners and tournament:
            prize = Prize(pk=self.instance.pk, tournament=tournament)
            for player in winners.exclude(pk__in=prize.candidates().values("pk")):
                self.add_error("winners", ValidationError(NOT_THERE, params={"player": player}))
        return self.cleaned_data
