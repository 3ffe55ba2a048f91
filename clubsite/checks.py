"""Checks of the data itself: `manage.py check --database default`, which `make serve` runs."""

from collections.abc import Sequence

from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.db import connection
from django.utils.translation import gettext as _

DEMO_PASSWORDS = "clubsite.E001"


def demo_passwords(databases: Sequence[str] | None = None, **kwargs: object) -> list[CheckMessage]:
    """Refuse accounts that still have a demo club's password, which anybody can read, on a production site."""
    if settings.DEBUG or not databases:
        return []
    from .demo.accounts import with_demo_password

    if "auth_user" not in connection.introspection.table_names():
        return []  # the first migrate asks before there are tables
    return [
        Error(
            _("The account %(account)s has the password of the demo club, which everybody knows.")
            % {"account": user.username},
            hint=_("Set another password (manage.py changepassword), or start with an empty database."),
            id=DEMO_PASSWORDS,
        )
        for user in with_demo_password()
    ]
