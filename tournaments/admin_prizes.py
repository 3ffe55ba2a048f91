"""Prizes in the admin, for whoever may change them on the pages of the tournament."""

from typing import Any

from django.contrib import admin
from django.db.models import ForeignKey
from django.forms import Field
from django.http import HttpRequest

from .forms_prizes import AdminPrizeForm
from .models import Prize, Tournament


@admin.register(Prize)
class PrizeAdmin(admin.ModelAdmin):
    form = AdminPrizeForm
    fields = ("tournament", "kind", "power", "name", "by_hand", "winners")
    autocomplete_fields = ("winners",)
    list_display = ("__str__", "tournament", "kind", "by_hand")
    list_filter = ("kind", "by_hand", "tournament")
    list_select_related = ("tournament",)
    ordering = ("-tournament__starts_on", "tournament", "kind", "power", "pk")
    search_fields = ("name", "tournament__name")

    def has_view_permission(self, request: HttpRequest, obj: Prize | None = None) -> bool:
        return request.user.has_perm("tournaments.view_tournament")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self._may_write(request, None)

    def has_change_permission(self, request: HttpRequest, obj: Prize | None = None) -> bool:
        return self._may_write(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Prize | None = None) -> bool:
        return self._may_write(request, obj)

    def _may_write(self, request: HttpRequest, obj: Prize | None) -> bool:
        if obj is None:
            return request.user.has_perm("tournaments.change_tournament")
        return obj.tournament.may_be_run_by(request.user)

    def formfield_for_foreignkey(self, db_field: ForeignKey, request: HttpRequest, **kwargs: Any) -> Field:
        """Offer the tournaments that the user may run."""
        tournaments = Tournament.objects.with_may_run(request.user).filter(may_run=True)
        return super().formfield_for_foreignkey(db_field, request, **{**kwargs, "queryset": tournaments})

    def save_model(self, request: HttpRequest, obj: Prize, form: AdminPrizeForm, change: bool) -> None:
        obj.store(request.user, form.cleaned_data["winners"])
