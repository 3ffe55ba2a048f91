"""What every template may use of the rating."""

from collections.abc import Callable

from django.http import HttpRequest

from .models import count_pending


def waiting(request: HttpRequest) -> dict[str, Callable[[], int]]:
    """Return how many items wait for the President, as a function: only a template that names it asks the database."""
    return {"count_pending": count_pending}
