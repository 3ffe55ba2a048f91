"""The players named in addresses: <player:pk> takes a key, and the key of a merged member leads to who is left."""

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.urls import ResolverMatch, reverse
from django.urls.converters import IntConverter

from .models import MergedPlayer

NAMES = re.compile(r"<player:(\w+)>")


class PlayerConverter(IntConverter):
    """The key of a player; of no more digits than a database takes."""

    regex = "[0-9]{1,18}"


class MergedPlayerMiddleware:
    """Lead from the addresses of a member who was merged into another to those of the one who is left."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code != 404 or request.method not in ("GET", "HEAD"):
            return response
        address = _address_now(request.resolver_match)
        query = request.META["QUERY_STRING"]
        return HttpResponsePermanentRedirect(f"{address}?{query}" if query else address) if address else response


def _address_now(match: ResolverMatch | None) -> str:
    """Return the address that names who is left; "" if it names nobody who was merged; at most one query."""
    keys = {name: match.kwargs[name] for name in NAMES.findall(match.route)} if match else {}
    if not keys:
        return ""
    merged = MergedPlayer.objects.filter(former_key__in=keys.values())
    left = dict(merged.values_list("former_key", "into_id"))
    now = {name: left.get(key, key) for name, key in keys.items()}
    return reverse(match.view_name, kwargs=match.kwargs | now) if now != keys else ""
