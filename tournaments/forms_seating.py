"""The forms of a round's call and seating."""

import re
import uuid
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy as _

from clubsite.forms import UNREADABLE

from . import baf, seating
from .round_call import AWAY, KINDS, PLAYS, Line
from .seating_plan import Plan, SeatingRefusedError
from .wording import POWER_NAMES

METHOD_NAMES = {
    seating.FEWEST_REPEATS: _("fewest repeats"),
    seating.DRAW: _("draw"),
    seating.PREFERENCE: _("preference"),
}
MOST_SEED = 999_999
NOBODY = "-"
SEAT = r"(?:\d{1,12}|-)"
BOARD = rf"{SEAT}(?:\.{SEAT}){{6}}"
ARRANGEMENT = re.compile(f"{BOARD}(?:_{BOARD})*", re.ASCII)


class CallForm(forms.Form):
    """What each player on the list does in the round."""

    def __init__(self, *args: Any, lines: Sequence[Line], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lines = lines
        for line in lines:
            # A player who was put on the list after the page was opened is not in the form, and stays as called.
            self.fields[self.name_of(line)] = forms.ChoiceField(choices=KINDS, initial=line.kind, required=False)

    @staticmethod
    def name_of(line: Line) -> str:
        return f"player-{line.entrant.player_id}"

    def rows(self) -> list[tuple[Line, forms.BoundField]]:
        """Return each player with the field to draw."""
        return [(line, self[self.name_of(line)]) for line in self.lines]

    def kinds(self, everybody_here: bool) -> dict[int, str]:
        """Return what was entered by the player's key; with everybody here, those who were away play."""
        entered = {line.entrant.player_id: self.cleaned_data[self.name_of(line)] for line in self.lines}
        if everybody_here:
            return {player: PLAYS if kind in ("", AWAY) else kind for player, kind in entered.items()}
        return {player: kind for player, kind in entered.items() if kind}


class SeatingForm(forms.Form):
    """How a round is seated; `boards` is an arrangement that travels with the page, `one` and `other` swap.

    `swapped` says that the arrangement is no longer as it was drawn.
    """

    method = forms.ChoiceField(label=_("Powers by"), choices=METHOD_NAMES.items(), required=False)
    unplayed = forms.ChoiceField(label=_("Unplayed power"), choices=POWER_NAMES.items(), required=False)
    seed = forms.IntegerField(
        label=_("Seed"),
        required=False,
        min_value=0,
        max_value=MOST_SEED,
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
        help_text=_("The same seed draws the same seating again."),
    )
    boards = forms.CharField(required=False, widget=forms.HiddenInput)
    swapped = forms.BooleanField(required=False, widget=forms.HiddenInput)
    one = forms.ChoiceField(label=_("Swap"), required=False)
    other = forms.ChoiceField(label=_("with"), required=False)

    defaults = {"method": seating.FEWEST_REPEATS, "unplayed": "turkey", "seed": 1}

    def __init__(self, data: MultiValueDict, *args: Any, plan: Plan, **kwargs: Any) -> None:
        sent = {name: data[name] for name in self.base_fields if data.get(name)}
        super().__init__({**self.defaults, **sent}, *args, **kwargs)
        self.plan = plan
        offered = [("", _("a player")), *plan.entrants.items()]
        for name in ("one", "other"):
            self.fields[name].choices = offered
        if plan.way is None or not plan.way.six:
            self.fields["unplayed"].widget = forms.HiddenInput()

    def clean(self) -> dict[str, Any]:
        super().clean()
        if not self.errors:
            try:
                self.cleaned_data["boards"] = self._arrange()
            except SeatingRefusedError as error:
                self.add_error(None, error)
        return self.cleaned_data

    def _arrange(self) -> list[seating.Board]:
        data = self.cleaned_data
        if data["boards"]:
            boards = read_boards(data["boards"])
            self.plan.check(boards)
        else:
            boards = self.plan.draw(data["method"], data["seed"], data["unplayed"])
        if data["one"] and data["other"]:
            boards = seating.swapped(boards, int(data["one"]), int(data["other"]))
            data["swapped"] = True
        return boards

    def how(self) -> str:
        """Say how the arrangement came about, so that it can be drawn again: "fewest repeats, seed 7"."""
        data = self.cleaned_data
        drawn = _("%(method)s, seed %(seed)s") % {"method": METHOD_NAMES[data["method"]], "seed": data["seed"]}
        return _("%(drawn)s, then swapped by hand") % {"drawn": drawn} if data["swapped"] else drawn


class ConfirmForm(forms.Form):
    """What seats the round: the form's own token, and the marks of the boards that may be recorded over."""

    token = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4, error_messages={"invalid": UNREADABLE})

    def __init__(self, *args: Any, plan: Plan, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.with_results = [each for each in plan.standing if each.has_results]
        self.without_results = [each for each in plan.standing if not each.has_results]
        self.marks_without_results = " ".join(each.mark for each in self.without_results)

    def confirmed(self) -> set[str]:
        """Return the marks that were ticked: boards without results together, the others one by one."""
        return {mark for ticked in self.data.getlist("replace") for mark in ticked.split()}


def write_boards(boards: Sequence[seating.Board]) -> str:
    """Write an arrangement: players' keys in the order of the powers, "-" for nobody; one board after the other."""
    return "_".join(".".join(str(board[power] or NOBODY) for power in baf.POWERS) for board in boards)


def read_boards(text: str) -> list[seating.Board]:
    """Read what write_boards() writes; SeatingRefusedError for anything else."""
    if not ARRANGEMENT.fullmatch(text):
        raise SeatingRefusedError(UNREADABLE)
    boards = [[None if key == NOBODY else int(key) for key in board.split(".")] for board in text.split("_")]
    return [dict(zip(baf.POWERS, board, strict=True)) for board in boards]
