from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MafiaRatingConfig(AppConfig):
    name = "mafia_rating"
    verbose_name = _("Mafia rating")
