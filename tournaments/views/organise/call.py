"""The call of a round: who is here, and what boards that makes."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from ...calls import choices
from ...forms_seating import CallForm
from ...models import Tournament
from ...round_call import AWAY, KINDS, PLAYS, SITS_OUT, attendance, call_over
from ...wording import choice_sentence, second_board_sentence
from .access import organiser_page


@require_http_methods(["GET", "HEAD", "POST"])
@organiser_page
def call(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show who is here and how many boards that makes, and store it."""
    round_ = get_object_or_404(tournament.rounds, number=number)
    lines = attendance(round_)
    form = CallForm(request.POST if request.method == "POST" else None, lines=lines)
    if request.method == "POST" and form.is_valid():
        try:
            call_over(round_, form.kinds("everybody" in request.POST), request.user)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, _("The call is recorded."))
            return redirect("tournaments:manage_round_call", tournament.slug, number)
    called = [line.kind for line in lines]
    context = {
        "tournament": tournament,
        "round": round_,
        "seated": round_.boards.exists(),
        "form": form,
        "kinds": KINDS,
        "plays": called.count(PLAYS),
        "sit_out": called.count(SITS_OUT),
        "away": called.count(AWAY),
        "ways": [(way, choice_sentence(way), second_board_sentence(way)) for way in choices(called.count(PLAYS))],
    }
    return render(request, "tournaments/organise/call.html", context)
