"""The screen of a playing room."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from ..models import Tournament
from ..tv import SECONDS, Screen


@require_safe
def tv(request: HttpRequest, slug: str) -> HttpResponse:
    """Show one picture of the screen, ?page=1 onwards, and where the next one is."""
    tournament = get_object_or_404(Tournament.objects.visible_to(request.user), slug=slug)
    screen = Screen(tournament)
    number = screen.number(request.GET.get("page", ""))
    context = {
        "tournament": tournament,
        "screen": screen,
        "picture": screen.pictures[number - 1],
        "number": number,
        "previous": screen.beside(number, -1),
        "next": screen.beside(number, 1),
        "seconds": SECONDS,
        "now": timezone.now(),
    }
    return render(request, "tournaments/tv.html", context)
