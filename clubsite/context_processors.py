"""What every template may use."""

from django.conf import settings
from django.http import HttpRequest


def club(request: HttpRequest) -> dict[str, str]:
    """Return the club's name for titles and the header."""
    return {"club_name": settings.CLUB_NAME}
