"""Read pages as their visitors do."""

import html
import re

from django.http import HttpResponse

TAG = re.compile(r"<[^>]+>")


def text_of(response: HttpResponse) -> str:
    """Return what a page says: each tag and each run of spaces as one space."""
    return " ".join(html.unescape(TAG.sub(" ", response.content.decode())).split())
