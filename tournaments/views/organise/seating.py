"""The seating of a round: previewed by GET, which writes nothing, and made by POST."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from clubsite.names import natural_key

from ...baf import SIX_PLAYERS_WEIGHT
from ...calls import choices
from ...forms_seating import MOST_SEED, ConfirmForm, SeatingForm, write_boards
from ...models import Tournament
from ...seating import Board, repeats
from ...seating_plan import Plan, gather, seat
from ...wording import POWER_NAMES, choice_sentence
from .access import organiser_page


@require_http_methods(["GET", "HEAD", "POST"])
@organiser_page
def seating(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show a seating, drawn or swapped by hand, with what it repeats; make its boards when that is confirmed."""
    round_ = get_object_or_404(tournament.rounds, number=number)
    plan = gather(round_)
    sent = request.POST if request.method == "POST" else request.GET
    form = SeatingForm(sent, plan=plan)
    confirm = ConfirmForm(request.POST if request.method == "POST" else None, plan=plan)
    # Whoever comes back to a seated round sees its boards; another seating is drawn when asked for.
    asked = bool(sent) or not plan.standing
    boards = form.cleaned_data["boards"] if asked and form.is_valid() else None
    if request.method == "POST" and boards and confirm.is_valid():
        try:
            made = seat(
                round_,
                boards,
                request.user,
                token=confirm.cleaned_data["token"],
                confirmed=confirm.confirmed(),
                how=form.how(),
            )
        except ValidationError as error:
            confirm.add_error(None, error)
        else:
            said = _("The round is seated.") if made else _("This form was sent before: the round is seated.")
            messages.success(request, said)
            return redirect("tournaments:manage_round_seating", tournament.slug, number)
    context = {
        "tournament": tournament,
        "round": round_,
        "plan": plan,
        "ways": map(choice_sentence, choices(len(plan.entrants))),
        "asked": asked,
        "form": form,
        "confirm": confirm,
        **(_preview(plan, form.cleaned_data, boards) if boards else {}),
    }
    return render(request, "tournaments/organise/seating.html", context)


def _preview(plan: Plan, data: Mapping[str, Any], boards: Sequence[Board]) -> dict[str, Any]:
    left = repeats(boards, plan.wishes)
    names = {player: str(entrant) for player, entrant in plan.entrants.items()}

    def pair(players: frozenset) -> str:
        return " – ".join(sorted((names[player] for player in players), key=natural_key))

    return {
        "boards": [_board_lines(plan, board) for board in boards],
        "arrangement": write_boards(boards),
        "next_seed": (data["seed"] + 1) % (MOST_SEED + 1),
        "broken": sorted(
            [_("%(pair)s should be kept apart") % {"pair": pair(each)} for each in left.apart]
            + [_("%(pair)s are in one team") % {"pair": pair(each)} for each in left.teams],
            key=natural_key,
        ),
        "meetings": sorted(
            (f"{pair(each)}: {_times_met(count)}" for each, count in left.meetings.items()), key=natural_key
        ),
        "powers": sorted(
            (
                _("%(player)s has %(power)s again") % {"player": names[player], "power": POWER_NAMES[power]}
                for player, power in left.powers
            ),
            key=natural_key,
        ),
    }


def _times_met(count: int) -> str:
    return ngettext("met once before", "met %(count)s times before", count) % {"count": count}


def _board_lines(plan: Plan, board: Board) -> dict[str, Any]:
    """Return what the panel of a board shows: for each power the player, whether it is a repeat, which wish it is."""
    return {
        "weight": SIX_PLAYERS_WEIGHT if None in board.values() else None,
        "lines": [
            {
                "power": power,
                "name": POWER_NAMES[power],
                "player": plan.entrants.get(player),
                "again": (player, power) in plan.wishes.played,
                "wish": plan.wishes.rank(player, power),
            }
            for power, player in board.items()
        ],
    }
