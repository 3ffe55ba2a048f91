"""The players' list of a tournament: who takes part, in what team, with what wishes, and whom to keep apart."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubsite.models import Player

from ...enrolment import enrol, plan
from ...forms_organise import AddPlayerForm, EntrantForm, KeepApartForm, PlayersListForm, write_preferences
from ...models import Entrant, KeepApart, Tournament
from .access import organiser_page


@require_safe
@organiser_page
def players(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the list, with the forms that add to it."""
    return _show_list(request, tournament, AddPlayerForm(), KeepApartForm(tournament=tournament))


@require_POST
@organiser_page
def add_player(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Put a player of the club on the list."""
    form = AddPlayerForm(request.POST)
    if not form.is_valid():
        return _show_list(request, tournament, form, KeepApartForm(tournament=tournament))
    [line] = enrol(tournament, form.rows(), request.user)
    if line.entrant and line.entrant.withdrawn:
        said = _("%(player)s is on the list already, but has withdrawn: here the player can be taken back.")
        messages.info(request, said % {"player": line.player})
        return redirect("tournaments:manage_player", tournament.slug, line.entrant.pk)
    said = _("%(player)s is on the list already.") if line.entrant else _("%(player)s is on the list.")
    messages.success(request, said % {"player": line.player})
    return redirect("tournaments:manage_players", tournament.slug)


@require_POST
@organiser_page
def keep_apart(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Add a pair of players who should not meet."""
    form = KeepApartForm(request.POST, tournament=tournament)
    if not form.is_valid():
        return _show_list(request, tournament, AddPlayerForm(), form)
    pair = KeepApart.add(tournament, (form.cleaned_data["first"], form.cleaned_data["second"]), request.user)
    messages.success(request, _("%(pair)s: kept apart if possible.") % {"pair": pair})
    return redirect("tournaments:manage_players", tournament.slug)


@require_POST
@organiser_page
def delete_pair(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Take a pair off the list of those to keep apart."""
    pair = get_object_or_404(KeepApart.objects.with_players().filter(tournament=tournament), pk=pk)
    pair.remove(request.user)
    messages.success(request, _("%(pair)s may meet.") % {"pair": pair})
    return redirect("tournaments:manage_players", tournament.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@organiser_page
def players_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Take a pasted list or a CSV file: first shown as what it comes to, and stored when that is confirmed."""
    sent = request.method == "POST"
    form = PlayersListForm(
        request.POST if sent else None,
        request.FILES if sent else None,
        may_create=request.user.has_perm("clubsite.add_player"),
    )
    lines = None
    if sent and form.is_valid():
        rows, create = form.cleaned_data["rows"], form.cleaned_data.get("create", False)
        try:
            if "confirmed" in request.POST:
                _say_enrolled(request, enrol(tournament, rows, request.user, create))
                return redirect("tournaments:manage_players", tournament.slug)
            lines = plan(tournament, rows)
            if not create and (refusals := [line.refusal() for line in lines if line.player is None]):
                raise ValidationError(refusals)
        except ValidationError as error:
            form.add_error("file" if form.cleaned_data["file"] else "text", error)
            lines = None
    return render(
        request, "tournaments/organise/players_list.html", {"tournament": tournament, "form": form, "lines": lines}
    )


def _say_enrolled(request: HttpRequest, lines: list) -> None:
    added = sum(line.entrant is None for line in lines)
    sentence = ngettext("%(count)s player is added.", "%(count)s players are added.", added)
    messages.success(request, sentence % {"count": added})


@require_http_methods(["GET", "HEAD", "POST"])
@organiser_page
def edit_entrant(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Edit team and preferred powers of a player on the list."""
    entrant = _entrant(tournament, pk)
    form = EntrantForm(request.POST or None, instance=entrant)
    if request.method == "POST" and form.is_valid():
        entrant.store(request.user)
        messages.success(request, _("The change is recorded."))
        return redirect("tournaments:manage_players", tournament.slug)
    context = {"tournament": tournament, "entrant": entrant, "form": form}
    return render(request, "tournaments/organise/player_edit.html", context)


@require_POST
@organiser_page
def withdraw(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Leave a player out of the rounds to come."""
    entrant = _entrant(tournament, pk)
    entrant.withdraw(request.user)
    messages.success(request, _("%(player)s has withdrawn; the results stay.") % {"player": entrant})
    return redirect("tournaments:manage_players", tournament.slug)


@require_POST
@organiser_page
def take_back(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Let a player who had withdrawn play again."""
    entrant = _entrant(tournament, pk)
    entrant.take_back(request.user)
    messages.success(request, _("%(player)s plays again.") % {"player": entrant})
    return redirect("tournaments:manage_players", tournament.slug)


@require_POST
@organiser_page
def remove_player(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Take a player who has not played off the list."""
    entrant = _entrant(tournament, pk)
    try:
        entrant.remove(request.user)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return redirect("tournaments:manage_player", tournament.slug, pk)
    messages.success(request, _("%(player)s is off the list.") % {"player": entrant})
    return redirect("tournaments:manage_players", tournament.slug)


def _entrant(tournament: Tournament, pk: int) -> Entrant:
    found = tournament.entrants.select_related("player").with_board_count()
    return get_object_or_404(found, pk=pk)


def _show_list(
    request: HttpRequest, tournament: Tournament, add_form: AddPlayerForm, pair_form: KeepApartForm
) -> HttpResponse:
    entrants = list(tournament.entrants.with_players().with_board_count())
    listed = {entrant.player_id for entrant in entrants}
    context = {
        "tournament": tournament,
        "entrants": [(entrant, write_preferences(entrant.preferences)) for entrant in entrants],
        "playing": sum(not entrant.withdrawn for entrant in entrants),
        "pairs": KeepApart.objects.with_players().filter(tournament=tournament),
        "add_form": add_form,
        "pair_form": pair_form,
        "offered": Player.objects.exclude(pk__in=listed).offered(),
    }
    return render(request, "tournaments/organise/players.html", context)
