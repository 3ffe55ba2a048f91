"""Two players head to head, in both games; and whom a player can be compared with."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from mafia_rating.duel import Judged
from mafia_rating.duel import duel as mafia_duel
from mafia_rating.models.career import Part, judged, latest_together, meetings, met_in_games
from mafia_rating.wording import ROLE_NAMES
from tournaments.career import duel as board_duel
from tournaments.models.career import meetings as board_meetings
from tournaments.models.career import met_on_boards
from tournaments.wording import POWER_NAMES

from .models import Player
from .players import SearchForm

LATEST = 15
MOST_OFTEN = 12
MOST_FOUND = 30


@require_safe
def player_with_whom(request: HttpRequest, pk: int) -> HttpResponse:
    """Look up whom to compare a player with: one found is shown at once, of several one is chosen."""
    player = get_object_or_404(Player, pk=pk)
    if "q" not in request.GET:
        return _choose(request, player, SearchForm())
    form = SearchForm(request.GET)
    asked = form.cleaned_data["q"] if form.is_valid() else ""
    if not asked:
        notice = "" if form.errors else _("Write whom to compare with.")
        return _choose(request, player, form, notice)
    exact = Player.objects.named(asked)
    others = [exact] if exact else list(Player.objects.search(asked).exclude(pk=pk)[:MOST_FOUND])
    if others == [player]:
        return _choose(request, player, form, _("That is the same player: write somebody else."))
    if len(others) == 1:
        return redirect("player_with", pk, others[0].pk)
    return _choose(request, player, form, "" if others else _("No other player goes by such a name."), found=others)


@require_safe
def player_with(request: HttpRequest, pk: int, other: int) -> HttpResponse:
    """Show what two players did together and against each other."""
    players = Player.objects.in_bulk([pk, other])
    player = players.get(pk) or get_object_or_404(Player, pk=pk)
    if pk == other:
        return _choose(request, player, SearchForm(), _("That is the same player: write somebody else."))
    if other not in players:
        notice = _("There is no such player any more: look for another.")
        return _choose(request, player, SearchForm(), notice, status=404)
    other_player = players[other]
    judging = judged(player, other_player)
    boards = board_meetings(player, other_player)
    games = latest_together(player, other_player, LATEST)
    context = {
        "player": player,
        "other": other_player,
        "form": SearchForm(),
        "duel": mafia_duel(meetings(player, other_player)),
        "judged": judging.get(player.pk, Judged()),
        "judged_by": judging.get(other_player.pk, Judged()),
        "games": [(each.game, _role(each.own), each.own, _role(each.other), each.other) for each in games],
        "board_duel": board_duel(boards),
        "boards": [(each, POWER_NAMES[each.own.power], POWER_NAMES[each.other.power]) for each in boards[:LATEST]],
    }
    return render(request, "clubsite/player_with.html", context)


def _role(part: Part | None) -> str:
    return ROLE_NAMES[part.role] if part else _("judge")


def _choose(
    request: HttpRequest,
    player: Player,
    form: SearchForm,
    notice: str = "",
    found: list[Player] | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {"player": player, "form": form, "notice": notice, "found": found or []}
    context |= {"in_games": met_in_games(player, MOST_OFTEN), "on_boards": met_on_boards(player, MOST_OFTEN)}
    return render(request, "clubsite/player_with_whom.html", context, status=status)
