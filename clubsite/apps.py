from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class ClubsiteConfig(AppConfig):
    name = "clubsite"
    verbose_name = _("Club")

    def ready(self) -> None:
        from .roles import make_roles

        post_migrate.connect(make_roles, sender=self)
