"""What a player did in a tournament."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from clubsite.models import Player

from ..models import Tournament
from ..record import Record


@require_safe
def record(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show a player's boards, place and meetings in a tournament; not found for who is neither listed nor seated."""
    tournament = get_object_or_404(Tournament.objects.visible_to(request.user), slug=slug)
    found = Record(tournament, get_object_or_404(Player, pk=pk))
    if not found:
        raise Http404
    context = {"tournament": tournament, "player": found.player, "record": found}
    return render(request, "tournaments/record.html", context)
