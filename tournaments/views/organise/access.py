"""Who may open the pages of organisers."""

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from ...models import Tournament


def organiser_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Fetch the tournament of the address and give it to `view` instead of the slug, if the user may run it.

    Without an account: the login. A tournament that the user may read only: 403; one that does not exist, or a draft
    of others: 404. What belongs to the tournament (a round, an entrant) the view looks up within it.
    """

    @login_required
    @wraps(view)
    def authorised(request: HttpRequest, slug: str, **kwargs: object) -> HttpResponse:
        tournament = get_object_or_404(Tournament.objects.visible_to(request.user), slug=slug)
        if not tournament.may_be_run_by(request.user):
            raise PermissionDenied
        return view(request, tournament, **kwargs)

    return authorised
