"""My board this round, and my record: where a player of a tournament is found, by nickname."""

from collections import defaultdict

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from clubsite.models import Player
from clubsite.players import SearchForm

from ..models import Presence, Round, Seat, Tournament
from ..models.seat import Part


@require_safe
def my_board(request: HttpRequest, slug: str) -> HttpResponse:
    """Find players in the latest round that has boards: table, power and opponents; who sits it out; all others."""
    tournament = get_object_or_404(Tournament.objects.visible_to(request.user), slug=slug)
    form = SearchForm(request.GET)
    asked = form.cleaned_data["q"] if form.is_valid() else ""
    round_ = tournament.rounds.current()
    players = Player.objects.search(asked)
    found = _seats_of(round_, players) if asked and round_ else []
    context = {
        "tournament": tournament,
        "form": form,
        "round": round_,
        "asked": asked,
        "found": found,
        "sitting_out": _sitting_out(round_, players) if asked and round_ else [],
        "others": _others(tournament, players, {each[0].player.pk for each in found}) if asked else [],
    }
    return render(request, "tournaments/my_board.html", context)


def _seats_of(round_: Round, players: QuerySet[Player]) -> list[tuple[Part, Seat, list[Seat]]]:
    """Return the players found, by name, each with the seat and all seats of its board; one query."""
    boards = defaultdict(list)
    seats = Seat.objects.filter(round=round_).annotate(
        found=Q(player__in=players), found_left=Q(left_player__in=players)
    )
    for seat in seats.with_players().with_begun().select_related("board").order_by("power"):
        boards[seat.board_id].append(seat)
    found = [
        (part, seat, seats)
        for seats in boards.values()
        for seat in seats
        for part in seat.parts()
        if (seat.found_left if part.left else seat.found)
    ]
    return sorted(found, key=lambda each: each[0].player.nickname_order)


def _sitting_out(round_: Round, players: QuerySet[Player]) -> list[str]:
    sits_out = round_.presences.filter(kind=Presence.Kind.SITS_OUT, player__in=players)
    seated = Seat.objects.of(OuterRef("player")).filter(round=round_)
    return list(sits_out.exclude(Exists(seated)).order_by("player").values_list("player__nickname", flat=True))


def _others(tournament: Tournament, players: QuerySet[Player], found: set[int]) -> QuerySet[Player]:
    """Return who else of the players is in the tournament, on its list or on an earlier board."""
    listed = tournament.entrants.values("player")
    seated = Seat.objects.of(OuterRef("pk")).filter(round__tournament=tournament)
    return players.filter(Q(pk__in=listed) | Exists(seated)).exclude(pk__in=found)
