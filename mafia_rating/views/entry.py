"""Entering and editing games."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from clubsite import conflicts
from clubsite.desk.drafts import draft_bar

from ..forms import ProtocolForm
from ..models import Game
from ..starts import evenings, first_guess, same_ten

MOST_DIGITS = 18  # of a primary key


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@permission_required("mafia_rating.add_game", raise_exception=True)
def new_game(request: HttpRequest) -> HttpResponse:
    """Enter a protocol. A form that is sent twice records one game.

    ?after=<game> begins with that game's ten, and &seats=drawn with their seats drawn anew: nothing is stored by it.
    """
    if request.method != "POST":
        return _new_page(request)
    form = ProtocolForm(request.POST, unfinished=_only_looks(request))
    if not form.unfinished:
        if form.is_valid() and form.record(request.user):
            return _recorded(request, form)
        if earlier := form.recorded_before():
            messages.info(request, _("This form was saved before. Here is the game as it was saved then."))
            return redirect(earlier)
    return _form_page(request, form)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@permission_required("mafia_rating.change_game", raise_exception=True)
def edit_game(request: HttpRequest, pk: int) -> HttpResponse:
    """Edit a protocol; an edit of a version that is no longer the latest leads to a choice."""
    game = get_object_or_404(Game.objects.select_related("season"), pk=pk)
    title = str(game)  # before the form writes what was typed into the game
    form = ProtocolForm(
        request.POST if request.method == "POST" else None, instance=game, unfinished=_only_looks(request)
    )
    if form.is_bound and not form.unfinished:
        if form.is_valid() and form.record(request.user):
            return _recorded(request, form)
        if form.is_stale:
            return conflicts.answer(request, form, title)
    return _form_page(request, form, title=title)


def _only_looks(request: HttpRequest) -> bool:
    """Say whether the form is sent to see its points so far: by htmx while it is typed, or by the Preview button."""
    return bool(request.htmx) or "preview" in request.POST


def _new_page(request: HttpRequest) -> HttpResponse:
    after = request.GET.get("after")
    if after is None:
        return _form_page(request, ProtocolForm(initial=first_guess(request.user)))
    if not after.isdecimal() or len(after) > MOST_DIGITS:
        raise Http404
    game = get_object_or_404(Game.objects.with_protocol(), pk=after)
    drawn = request.GET.get("seats") == "drawn"
    return _form_page(request, ProtocolForm(initial=same_ten(game, drawn)), after=game, drawn=drawn)


def _form_page(request: HttpRequest, form: ProtocolForm, **context: Any) -> HttpResponse:
    """Show the form; htmx asks only for the points so far, and what stands against saving."""
    if request.htmx:
        return render(request, "mafia_rating/includes/protocol_live.html", {"form": form})
    context |= {"form": form, "bar": draft_bar(request, form), "evenings": evenings()}
    return render(request, "mafia_rating/game_form.html", context)


def _recorded(request: HttpRequest, form: ProtocolForm) -> HttpResponse:
    game = form.instance
    new = reverse("mafia_rating:game_new")
    links = [
        (f"{new}?after={game.pk}&seats=kept", _("Next game, same ten")),
        (f"{new}?after={game.pk}&seats=drawn", _("the same, seats drawn anew")),
        (new, _("another game")),
    ]
    said = format_html_join(" · ", '<a href="{}">{}</a>', links)
    messages.success(request, format_html("{} {}", _("The protocol is saved."), said))
    if waiting := form.count_pending():
        sentence = ngettext(
            "%(count)s item waits for the President and counts 0 until it is approved.",
            "%(count)s items wait for the President and count 0 until they are approved.",
            waiting,
        )
        messages.warning(request, sentence % {"count": waiting})
    return redirect(game)
