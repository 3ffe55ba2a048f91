"""Entering, editing, cancelling and reinstating games."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from ..forms import ProtocolForm
from ..models import Game, count_pending


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@permission_required("mafia_rating.add_game", raise_exception=True)
def new_game(request: HttpRequest) -> HttpResponse:
    """Enter a protocol. A form that is sent twice records one game."""
    if request.method != "POST":
        return _form_page(request, ProtocolForm(initial=first_guess(request.user)))
    form = ProtocolForm(request.POST)
    if not request.htmx:
        if form.is_valid() and form.record(request.user):
            return _recorded(request, form.instance)
        if earlier := form.recorded_before():
            messages.info(request, _("This form was saved before. Here is the game as it was saved then."))
            return redirect(earlier)
    return _form_page(request, form)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@permission_required("mafia_rating.change_game", raise_exception=True)
def edit_game(request: HttpRequest, pk: int) -> HttpResponse:
    """Edit a protocol; an edit of a version that is no longer the latest is refused."""
    game = get_object_or_404(Game.objects.with_protocol(), pk=pk)
    title = str(game)  # before the form writes what was typed into the game
    form = ProtocolForm(request.POST if request.method == "POST" else None, instance=game)
    if form.is_bound and not request.htmx and form.is_valid() and form.record(request.user):
        return _recorded(request, game)
    return _form_page(request, form, title=title)


@require_POST
def cancel_game(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a game count nowhere."""
    return _change_status(request, pk, Game.cancel, _("The game is cancelled and counts nowhere."))


@require_POST
def reinstate_game(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a cancelled game count again."""
    return _change_status(request, pk, Game.reinstate, _("The game counts again."))


def first_guess(user: User) -> dict[str, Any]:
    """Guess how a new protocol begins: today's next game at the last table, judged by whoever is logged in."""
    today = timezone.localdate()
    last = Game.objects.order_by("-pk").first()
    table = last.table if last else 1
    numbers = Game.objects.filter(played_on=today, table=table).aggregate(last=Max("number"))
    player = getattr(user, "player", None)
    return {
        "played_on": today,
        "table": table,
        "number": (numbers["last"] or 0) + 1,
        "judge": player.nickname if player else "",
    }


def _form_page(request: HttpRequest, form: ProtocolForm, **context: Any) -> HttpResponse:
    """Show the form; htmx asks only what stands against saving, while the form is filled in."""
    template = "mafia_rating/includes/protocol_check.html" if request.htmx else "mafia_rating/game_form.html"
    return render(request, template, {"form": form, **context})


def _recorded(request: HttpRequest, game: Game) -> HttpResponse:
    link = format_html('<a href="{}">{}</a>', reverse("mafia_rating:game_new"), _("Enter another game"))
    messages.success(request, format_html("{} {}", _("The protocol is saved."), link))
    if waiting := count_pending(seat__game=game):
        sentence = ngettext(
            "%(count)s item waits for the President and counts 0 until it is approved.",
            "%(count)s items wait for the President and count 0 until they are approved.",
            waiting,
        )
        messages.warning(request, sentence % {"count": waiting})
    return redirect(game)


def _change_status(request: HttpRequest, pk: int, transition: Callable[[Game, User], None], done: str) -> HttpResponse:
    """Run a transition, which checks the permission. Back from logging in comes a GET, so that leads to the game."""
    game = get_object_or_404(Game, pk=pk)
    if not request.user.is_authenticated:
        return redirect_to_login(game.get_absolute_url())
    try:
        transition(game, request.user)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    else:
        messages.success(request, done)
    return redirect(game)
