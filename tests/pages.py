"""Read pages as their visitors do."""

import html
import re

from django.forms import BaseForm
from django.http import HttpResponse

TAG = re.compile(r"<[^>]+>")


def text_of(response: HttpResponse) -> str:
    """Return what a page says: each tag and each run of spaces as one space."""
    return " ".join(html.unescape(TAG.sub(" ", response.content.decode())).split())


def filled_in(form: BaseForm) -> dict[str, object]:
    """Return what a browser sends of a form that nobody has touched."""
    values = {field.html_name: field.value() for field in form}
    return {name: value for name, value in values.items() if value not in (None, False)}
