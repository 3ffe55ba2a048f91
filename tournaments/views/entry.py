"""The pages on which judges enter and edit boards."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from ..forms import BoardForm
from ..forms_years import YearsForm
from ..models import Board, Tournament


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@permission_required("tournaments.add_board", raise_exception=True)
def new_board(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter a board of a tournament; a form sent twice leads to the board that it recorded first."""
    tournament = get_object_or_404(Tournament.objects.visible_to(request.user), slug=slug)
    form = BoardForm(_sent(request), tournament=tournament, initial=_proposal(request, tournament))
    if request.method == "POST":
        if form.is_valid() and not form.recorded_before() and form.record(request.user):
            messages.success(request, _("The board is recorded."))
            return redirect(form.instance)
        if first := form.recorded_before():
            messages.info(request, _("This form was sent before: here is the board it recorded."))
            return redirect(first)
    return _show(request, form, tournament)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@permission_required("tournaments.change_board", raise_exception=True)
def edit_board(request: HttpRequest, pk: int) -> HttpResponse:
    """Edit a board; an edit of a version that has been replaced meanwhile is refused."""
    board = get_object_or_404(Board.objects.visible_to(request.user).select_related("round__tournament"), pk=pk)
    tournament = board.round.tournament
    form = BoardForm(_sent(request), instance=board, tournament=tournament)
    if request.method == "POST" and form.is_valid() and form.record(request.user):
        messages.success(request, _("The change is recorded."))
        return redirect(board)
    return _show(request, form, tournament)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@permission_required("tournaments.change_board", raise_exception=True)
def board_years(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter the centres of a board by year; the last counted year's are its final ones.

    A form sent twice records once. When the years reach their end, the page comes back and proposes to finish.
    """
    board = get_object_or_404(Board.objects.visible_to(request.user).with_counts(), pk=pk)
    form = YearsForm(board, _sent(request), longer="longer" in request.POST)
    if form.is_valid() and (form.is_stored() or form.record(request.user) or form.is_stored()):
        messages.success(request, _("The centres are recorded."))
        return redirect("tournaments:board_years", pk) if form.offers_to_finish() else redirect(board)
    context = {"form": form, "board": board, "stale": form.has_error(NON_FIELD_ERRORS, "stale")}
    return render(request, "tournaments/board_years.html", context)


def _proposal(request: HttpRequest, tournament: Tournament) -> dict[str, object]:
    """Propose the next table of the latest round."""
    latest = tournament.rounds.last() if request.method != "POST" else None
    return {"round": latest, "table": latest.next_table()} if latest else {}


def _sent(request: HttpRequest) -> QueryDict | None:
    return request.POST if request.method == "POST" else None


def _show(request: HttpRequest, form: BoardForm, tournament: Tournament) -> HttpResponse:
    context = {
        "form": form,
        "tournament": tournament,
        "stale": form.has_error(NON_FIELD_ERRORS, "stale"),
        "may_run": lambda: tournament.may_be_run_by(request.user),  # asked only where there are no rounds
    }
    return render(request, "tournaments/board_form.html", context)
