"""Cancelling a game and reinstating it, each with a reason."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from ..models import REASON_LENGTH, Game
from ..models.game import REASON_NEEDED


class ReasonForm(forms.Form):
    """Why the status of a game changes."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=REASON_LENGTH,
        help_text=gettext_lazy("Everybody can read it."),
        error_messages={"required": REASON_NEEDED},
        widget=forms.TextInput({"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, needed: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = needed


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@permission_required("mafia_rating.change_game", raise_exception=True)
def cancel_game(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a game count nowhere."""
    return _change(request, pk, Game.cancel, Game.Status.CANCELLED, _("The game is cancelled and counts nowhere."))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@permission_required("mafia_rating.change_game", raise_exception=True)
def reinstate_game(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a cancelled game count again."""
    return _change(request, pk, Game.reinstate, Game.Status.FINAL, _("The game counts again."))


def _change(request: HttpRequest, pk: int, transition: Callable, status: str, done: str) -> HttpResponse:
    """Ask for the reason, and run a transition with it; a second click finds it done, which is no error."""
    game = get_object_or_404(Game.objects.select_related("season"), pk=pk)
    if request.method != "POST" and game.status == status:
        messages.info(request, done)
        return redirect(game)
    cancelling = status == Game.Status.CANCELLED
    form = ReasonForm(request.POST if request.method == "POST" else None, needed=cancelling)
    if form.is_valid():
        try:
            transition(game, request.user, form.cleaned_data["reason"])
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            messages.success(request, done)
            return redirect(game)
    return render(request, "mafia_rating/game_status.html", {"form": form, "game": game, "cancelling": cancelling})
