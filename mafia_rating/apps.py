from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MafiaRatingConfig(AppConfig):
    name = "mafia_rating"
    verbose_name = _("Mafia rating")

    def ready(self) -> None:
        from simple_history.signals import pre_create_historical_record

        from clubsite.history import keep_snapshot

        pre_create_historical_record.connect(keep_snapshot, sender=self.get_model("HistoricalGame"))
