"""The rounds of a tournament: their numbers, weights and last years."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from ...forms_organise import RoundForm
from ...models import Round, Tournament
from .access import organiser_page


@require_http_methods(["GET", "HEAD", "POST"])
@organiser_page
def rounds(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List the rounds, and add one; a form sent twice adds it once."""
    highest = tournament.rounds.aggregate(highest=Max("number"))["highest"] or 0
    form = RoundForm(
        request.POST or None, instance=Round(tournament=tournament), initial={"number": highest + 1, "weight": "1"}
    )
    if request.method == "POST":
        valid = form.is_valid()
        if form.entered_before():
            return redirect("tournaments:manage_rounds", tournament.slug)
        if valid and form.store(request.user):
            messages.success(request, _("%(round)s is added.") % {"round": form.instance})
            return redirect("tournaments:manage_rounds", tournament.slug)
    context = {"tournament": tournament, "form": form, "rounds": tournament.rounds.with_board_counts()}
    return render(request, "tournaments/organise/rounds.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@organiser_page
def edit_round(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Edit a round; a change of its weight scores its boards again."""
    round_ = get_object_or_404(tournament.rounds.select_related("tournament"), number=number)
    boards = round_.boards.count()
    form = RoundForm(request.POST or None, instance=round_)
    if request.method == "POST" and form.is_valid() and form.store(request.user):
        messages.success(request, _("The change is recorded."))
        return redirect("tournaments:manage_rounds", tournament.slug)
    context = {"tournament": tournament, "form": form, "number": number, "boards": boards}
    return render(request, "tournaments/organise/round_edit.html", context)


@require_POST
@organiser_page
def delete_round(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Delete a round that has no boards."""
    round_ = get_object_or_404(tournament.rounds.select_related("tournament"), number=number)
    try:
        round_.remove(request.user)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    else:
        messages.success(request, _("%(round)s is deleted.") % {"round": round_})
    return redirect("tournaments:manage_rounds", tournament.slug)
