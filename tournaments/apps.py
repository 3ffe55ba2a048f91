from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Diplomacy tournaments")

    def ready(self) -> None:
        from simple_history.signals import pre_create_historical_record

        from clubsite.history import keep_snapshot

        pre_create_historical_record.connect(keep_snapshot, sender=self.get_model("HistoricalBoard"))
