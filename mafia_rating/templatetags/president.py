"""What the menu and the admin's first page tell the President."""

from django import template

from ..models import count_pending

register = template.Library()


@register.simple_tag
def waiting_count() -> int:
    """Count the bonuses and penalties that wait for a decision."""
    return count_pending()
