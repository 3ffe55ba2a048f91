from django.apps import AppConfig
from django.core.checks import Tags, register
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class ClubsiteConfig(AppConfig):
    name = "clubsite"
    verbose_name = _("Club")

    def ready(self) -> None:
        from .checks import demo_passwords
        from .roles import make_roles

        register(demo_passwords, Tags.database)
        post_migrate.connect(make_roles, sender=self)
