"""Editing what somebody else may have changed meanwhile."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _


class StaleVersionError(ValidationError):
    """Somebody recorded another version of an object since the one an edit started from."""

    def __init__(self) -> None:
        super().__init__(_("Somebody else has changed this since you opened it."), code="stale")
