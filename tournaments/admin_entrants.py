"""Who takes part, in the admin: to be looked up there, and changed on the pages of the tournament."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from clubsite.admin import NormalFormSearch, ReadOnly
from clubsite.models import Player

from .forms_organise import write_preferences
from .models import Entrant, KeepApart, Presence

NICKNAME = Player._meta.get_field("nickname").verbose_name


@admin.register(Entrant)
class EntrantAdmin(ReadOnly, NormalFormSearch, admin.ModelAdmin):
    fields = ("tournament", "player", "team", "wishes", "withdrawn")
    list_display = ("player", "tournament", "team", "wishes", "withdrawn")
    list_filter = ("withdrawn", "tournament")
    list_select_related = ("player", "tournament")
    ordering = ("-tournament__starts_on", "tournament", "player")
    search_fields = ("player__nickname_key", "player__aliases__name_key")
    search_help_text = NICKNAME

    @admin.display(description=_("preferred powers"))
    def wishes(self, obj: Entrant) -> str:
        return write_preferences(obj.preferences)


@admin.register(KeepApart)
class KeepApartAdmin(ReadOnly, NormalFormSearch, admin.ModelAdmin):
    list_display = ("__str__", "tournament")
    list_filter = ("tournament",)
    list_select_related = ("first", "second", "tournament")
    ordering = ("-tournament__starts_on", "tournament", "first", "second")
    search_fields = (
        *("first__nickname_key", "first__aliases__name_key"),
        *("second__nickname_key", "second__aliases__name_key"),
    )
    search_help_text = NICKNAME


@admin.register(Presence)
class PresenceAdmin(ReadOnly, NormalFormSearch, admin.ModelAdmin):
    list_display = ("player", "kind", "round", "tournament")
    list_filter = ("kind", "round__tournament")
    list_select_related = ("player", "round__tournament")
    ordering = ("-round__tournament__starts_on", "-round__number", "player")
    search_fields = ("player__nickname_key", "player__aliases__name_key")
    search_help_text = NICKNAME

    @admin.display(description=_("tournament"), ordering="round__tournament__name")
    def tournament(self, obj: Presence) -> str:
        return str(obj.round.tournament)
