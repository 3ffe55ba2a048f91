"""How the account of a request is fetched."""

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import User

from .json_rows import json_rows


class OneQueryBackend(ModelBackend):
    """Django's accounts, fetched with their permissions: every page asks for both, and one query does for three."""

    def get_user(self, user_id: int) -> User | None:
        """Fetch an active account with its own permissions and those of its groups, which a superuser needs not."""
        users = User.objects.annotate(
            own_permissions=json_rows(
                User.user_permissions.through.objects,
                "user",
                app_label="permission__content_type__app_label",
                codename="permission__codename",
            ),
            group_permissions=json_rows(
                User.groups.through.objects.filter(group__permissions__isnull=False),
                "user",
                app_label="group__permissions__content_type__app_label",
                codename="group__permissions__codename",
            ),
        )
        user = users.filter(pk=user_id).first()
        if user is None or not self.user_can_authenticate(user):
            return None
        if not user.is_superuser:
            rows = [*(user.own_permissions or ()), *(user.group_permissions or ())]
            user._perm_cache = {"{app_label}.{codename}".format_map(row) for row in rows}  # where ModelBackend looks
        return user
