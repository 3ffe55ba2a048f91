"""The first of the organiser's pages: what the tournament is, and what comes next."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ...models import Tournament
from .access import organiser_page


@require_safe
@organiser_page
def overview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show how far the tournament is."""
    return render(request, "tournaments/organise/overview.html", {"tournament": tournament})
