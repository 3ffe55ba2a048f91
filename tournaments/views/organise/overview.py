"""The tournament itself: creating and editing it, its status, and how far it is."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.core.exceptions import BadRequest, ValidationError
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ...forms_organise import TournamentForm, address_help
from ...models import Tournament
from .access import organiser_page

STEPS = {
    "publish": (Tournament.publish, gettext_lazy("The tournament is published: everybody sees it.")),
    "hide": (Tournament.hide, gettext_lazy("The tournament is a draft: only those who run it see it.")),
    "finish": (Tournament.finish, gettext_lazy("The tournament is finished.")),
    "reopen": (Tournament.reopen, gettext_lazy("The tournament goes on.")),
}


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@permission_required("tournaments.add_tournament", raise_exception=True)
def new_tournament(request: HttpRequest) -> HttpResponse:
    """Create a tournament as a draft; a form sent twice leads to the one that it created first."""
    form = TournamentForm(request.POST or None)
    if request.method == "POST":
        valid = form.is_valid()
        first = form.drafted_before(request.user)
        if not first and valid and form.store(request.user):
            messages.success(request, _("The tournament is created as a draft: only those who run it see it."))
            return redirect("tournaments:manage", form.instance.slug)
        if first := first or form.drafted_before(request.user):
            messages.info(request, _("You have this draft already: here it is."))
            return redirect("tournaments:manage", first.slug)
    return render(request, "tournaments/organise/new.html", {"form": form})


@require_safe
@login_required
@permission_required("tournaments.add_tournament", raise_exception=True)
def address(request: HttpRequest) -> HttpResponse:
    """Say below the field of the address which one the name makes; what is typed in the field stays."""
    help_text = address_help(request.GET.get("name", ""))
    return render(request, "tournaments/organise/includes/address_help.html", {"help_text": help_text})


@require_safe
@organiser_page
def overview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show how far the tournament is, and what comes next."""
    rounds = tournament.rounds.with_board_counts().with_call()
    players = tournament.entrants.aggregate(
        listed=Count("pk", filter=Q(withdrawn=False)), withdrawn=Count("pk", filter=Q(withdrawn=True))
    )
    context = {
        "tournament": tournament,
        "rounds": rounds,
        "unseated": next((each for each in rounds if not each.board_count), None),
        "players": players,
        "boards": sum(each.board_count for each in rounds),
        "running": sum(each.running_count for each in rounds),
        "unfinished": sum(each.running_count + each.seated_count for each in rounds),
        "organisers": tournament.organisers.order_by("username"),
    }
    return render(request, "tournaments/organise/overview.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@organiser_page
def edit_tournament(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Edit what is entered of the tournament itself, and who runs it."""
    form = TournamentForm(request.POST or None, instance=tournament)
    if request.method == "POST" and form.is_valid() and form.store(request.user):
        messages.success(request, _("The change is recorded."))
        if tournament.may_be_run_by(request.user):
            return redirect("tournaments:manage", tournament.slug)
        return redirect("tournaments:list")
    # A refused change stands on the instance: the head of the page shows what is stored.
    stored = Tournament.objects.get(pk=tournament.pk) if form.errors else tournament
    return render(request, "tournaments/organise/edit.html", {"tournament": stored, "form": form})


@require_POST
@organiser_page
def change_status(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Take the step that was asked for: publish, hide, finish, reopen."""
    if request.POST.get("step") not in STEPS:
        raise BadRequest
    step, done = STEPS[request.POST["step"]]
    try:
        step(tournament, request.user)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    else:
        messages.success(request, done)
    return redirect("tournaments:manage", tournament.slug)
