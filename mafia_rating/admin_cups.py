"""Cups and their registrations in the admin: cups are entered here, registrations are only read."""

from typing import Any

from django.contrib import admin
from django.db.models import ForeignKey, QuerySet
from django.forms import ModelChoiceField, ModelForm
from django.http import HttpRequest

from clubsite.admin import NormalFormSearch, ReadOnly, RefusalAsMessage, TakesRowsAlong
from clubsite.models import Player

from . import rating
from .models import Cup, CupEntry


@admin.register(Cup)
class CupAdmin(RefusalAsMessage, TakesRowsAlong, admin.ModelAdmin):
    prepopulated_fields = {"slug": ("name",)}
    list_display = ("name", "season", "held_on", "confirmed", "places", "waiting", "opens_at", "closes_at")
    list_select_related = ("season",)
    search_fields = ("name", "slug")
    date_hierarchy = "held_on"

    FIELDS = ("name", "slug", "season", "held_on", "places", ("fee", "currency"), "opens_at", "closes_at")

    def get_fields(self, request: HttpRequest, obj: Cup | None = None) -> tuple:
        """Whose season is known may have several leaders to choose the free entry from (D8)."""
        return (*self.FIELDS, "free_entry") if obj else self.FIELDS

    def get_queryset(self, request: HttpRequest) -> QuerySet[Cup]:
        return super().get_queryset(request).for_list()

    @admin.display(description=CupEntry.Status.CONFIRMED.label, ordering="confirmed_count")
    def confirmed(self, obj: Cup) -> int:
        return obj.confirmed_count

    @admin.display(description=CupEntry.Status.WAITING.label, ordering="waiting_count")
    def waiting(self, obj: Cup) -> int:
        return obj.waiting_count

    def formfield_for_foreignkey(
        self, db_field: ForeignKey, request: HttpRequest, **kwargs: Any
    ) -> ModelChoiceField | None:
        """Offer for the free entry those who lead the season, and whoever is named so far."""
        if db_field.name == "free_entry":
            cup = Cup.objects.select_related("season").filter(pk=request.resolver_match.kwargs.get("object_id")).first()
            leaders = [line.player_id for line in rating.points_leaders(cup.season.table())] if cup else []
            kwargs["queryset"] = Player.objects.filter(pk__in=[*leaders, *([cup.free_entry_id] if cup else [])])
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def save_model(self, request: HttpRequest, obj: Cup, form: ModelForm, change: bool) -> None:
        """Store the cup; its list is arranged anew while registration is open."""
        obj.store(request.user)


@admin.register(CupEntry)
class CupEntryAdmin(ReadOnly, NormalFormSearch, admin.ModelAdmin):
    fields = (
        *("cup", "player", "status", "number", "top_place", "registered_at", "registered_by"),
        *("given_at", "given_by", "withdrawn_at", "withdrawn_by"),
    )
    list_display = ("player", "cup", *fields[2:])
    list_filter = ("status", "cup")
    list_select_related = ("cup", "player", "registered_by", "given_by", "withdrawn_by")
    search_fields = ("player__nickname_key", "player__aliases__name_key")
    search_help_text = Player._meta.get_field("nickname").verbose_name
    ordering = ("-cup__held_on", "cup", "number", "registered_at")
