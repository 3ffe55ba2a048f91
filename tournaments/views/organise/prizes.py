"""The prizes of a tournament: those that follow from the results, and the organiser's own."""

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ...forms_prizes import PrizeForm
from ...models import Prize, Tournament
from .access import organiser_page

DERIVED = (Prize.Kind.BEST_POWER, Prize.Kind.MOST_TOPS)


@require_safe
@organiser_page
def prizes(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List the prizes with who has won them so far."""
    context = {"tournament": tournament, "awards": tournament.awards(), "kinds": Prize.Kind}
    return render(request, "tournaments/organise/prizes.html", context)


@require_POST
@organiser_page
def add_derived(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Add the prizes of a kind that follows from the results: those that are not there yet."""
    if request.POST.get("kind") not in DERIVED:
        raise BadRequest
    added = Prize.add_derived(tournament, request.POST["kind"], request.user)
    if added:
        sentence = ngettext("%(count)s prize is added.", "%(count)s prizes are added.", added)
        messages.success(request, sentence % {"count": added})
    else:
        messages.info(request, _("These prizes are there already."))
    return redirect("tournaments:manage_prizes", tournament.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@organiser_page
def new_prize(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Add a prize of the organiser's own; a form sent twice adds it once."""
    prize = Prize(tournament=tournament, kind=Prize.Kind.OWN, by_hand=True)
    form = PrizeForm(request.POST if request.method == "POST" else None, instance=prize)
    if request.method == "POST":
        valid = form.is_valid()
        if form.entered_before():
            return redirect("tournaments:manage_prizes", tournament.slug)
        if valid and form.store(request.user):
            messages.success(request, _("%(prize)s is added.") % {"prize": prize})
            return redirect("tournaments:manage_prizes", tournament.slug)
    return render(request, "tournaments/organise/prize_edit.html", {"tournament": tournament, "form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@organiser_page
def edit_prize(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Rename a prize, and set its winners by hand or let them follow from the results again."""
    prize = _prize(tournament, pk)
    title = str(prize)
    form = PrizeForm(request.POST if request.method == "POST" else None, instance=prize)
    if request.method == "POST" and form.is_valid() and form.store(request.user):
        messages.success(request, _("The change is recorded."))
        return redirect("tournaments:manage_prizes", tournament.slug)
    context = {"tournament": tournament, "form": form, "title": title}
    return render(request, "tournaments/organise/prize_edit.html", context)


@require_POST
@organiser_page
def delete_prize(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Delete a prize; the results stay."""
    prize = _prize(tournament, pk)
    prize.remove(request.user)
    messages.success(request, _("%(prize)s is deleted.") % {"prize": prize})
    return redirect("tournaments:manage_prizes", tournament.slug)


def _prize(tournament: Tournament, pk: int) -> Prize:
    return get_object_or_404(tournament.prizes, pk=pk)
