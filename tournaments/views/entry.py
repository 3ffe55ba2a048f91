"""The pages on which judges enter and edit boards."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubsite import conflicts
from clubsite.desk.drafts import draft_bar

from ..forms_years import YearsForm
from ..live import LiveBoardForm, proposal
from ..models import Board, Tournament


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@permission_required("tournaments.add_board", raise_exception=True)
def new_board(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter a board of a tournament; a form sent twice leads to the board that it recorded first."""
    tournament = get_object_or_404(Tournament.objects.visible_to(request.user), slug=slug)
    form = LiveBoardForm(**_sent(request), tournament=tournament, initial=_proposal(request, tournament))
    if form.is_bound and not form.previewing:
        if form.is_valid() and not form.recorded_before() and form.record(request.user):
            return _recorded(request, form, _and_next(tournament))
        if first := form.recorded_before():
            messages.info(request, _("This form was sent before: here is the board it recorded."))
            return redirect(first)
    return _show(request, form, tournament)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@permission_required("tournaments.change_board", raise_exception=True)
def edit_board(request: HttpRequest, pk: int) -> HttpResponse:
    """Edit a board; an edit of a version that has been replaced meanwhile leads to a choice."""
    board = get_object_or_404(Board.objects.visible_to(request.user).select_related("round__tournament"), pk=pk)
    tournament = board.round.tournament
    title = f"{tournament}: {board}"  # before the form writes what was typed into the board
    form = LiveBoardForm(**_sent(request), instance=board, tournament=tournament)
    if form.is_bound and not form.previewing:
        if form.is_valid() and form.record(request.user):
            return _recorded(request, form, _("The change is recorded."))
        if form.is_stale:
            return conflicts.answer(request, form, title)
    return _show(request, form, tournament)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@permission_required("tournaments.change_board", raise_exception=True)
def board_years(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter the centres of a board by year; the last counted year's are its final ones.

    A form sent twice records once. When the years reach their end, the page comes back and proposes to finish.
    """
    board = get_object_or_404(Board.objects.visible_to(request.user).with_counts(), pk=pk)
    form = YearsForm(board, _sent(request).get("data"), longer="longer" in request.POST)
    if form.is_valid() and (form.is_stored() or form.record(request.user) or form.is_stored()):
        messages.success(request, _("The centres are recorded."))
        return redirect("tournaments:board_years", pk) if form.offers_to_finish() else redirect(board)
    context = {"form": form, "board": board, "stale": form.has_error(NON_FIELD_ERRORS, "stale")}
    return render(request, "tournaments/board_years.html", context)


def _proposal(request: HttpRequest, tournament: Tournament) -> dict[str, object]:
    """Propose the next table of the round whose boards are entered."""
    round_ = tournament.rounds.for_entry() if request.method != "POST" else None
    return proposal(round_) if round_ else {}


def _sent(request: HttpRequest) -> dict[str, Any]:
    """Return what was sent, and whether to show what follows from it (htmx, or the button) or to record it."""
    if request.method != "POST":
        return {}
    return {"data": request.POST, "previewing": "preview" in request.POST, "live": bool(request.htmx)}


def _and_next(tournament: Tournament) -> str:
    """Say that a board is recorded, and lead to the next one."""
    new = reverse("tournaments:board_new", args=[tournament.slug])
    return format_html('{} <a href="{}">{}</a>', _("The board is recorded."), new, _("Next board"))


def _recorded(request: HttpRequest, form: LiveBoardForm, done: str) -> HttpResponse:
    messages.success(request, done)
    if "finished" in form.moved and (sentence := form.solo_sentence()):
        messages.info(request, sentence)
    return redirect(form.instance)


def _show(request: HttpRequest, form: LiveBoardForm, tournament: Tournament) -> HttpResponse:
    """Show the form; htmx asks only what follows from it, while it is filled in."""
    form.is_valid()
    if request.htmx:
        return render(request, "tournaments/includes/board_answer.html", {"form": form})
    has_rounds = form.is_bound or bool(form.initial.get("round"))
    context = {
        "form": form,
        "has_rounds": has_rounds,
        "bar": draft_bar(request, form),
        "tournament": tournament,
        "may_run": lambda: tournament.may_be_run_by(request.user),  # asked only where there are no rounds
    }
    return render(request, "tournaments/board_form.html", context)
