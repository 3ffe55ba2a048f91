"""Circuits in the admin, with their tournaments."""

from django.contrib import admin
from django.http import HttpRequest

from .models import Circuit, CircuitTournament


class StageInline(admin.TabularInline):
    """The tournaments of a circuit; whoever may write the circuit writes them, too."""

    model = CircuitTournament
    extra = 1
    autocomplete_fields = ("tournament",)

    def has_view_permission(self, request: HttpRequest, obj: Circuit | None = None) -> bool:
        return request.user.has_perm("tournaments.view_circuit") or self._may_write(request, obj)

    def has_add_permission(self, request: HttpRequest, obj: Circuit | None = None) -> bool:
        return self._may_write(request, obj)

    def has_change_permission(self, request: HttpRequest, obj: Circuit | None = None) -> bool:
        return self._may_write(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Circuit | None = None) -> bool:
        return self._may_write(request, obj)

    def _may_write(self, request: HttpRequest, obj: Circuit | None) -> bool:
        return request.user.has_perm("tournaments.change_circuit" if obj else "tournaments.add_circuit")


@admin.register(Circuit)
class CircuitAdmin(admin.ModelAdmin):
    inlines = (StageInline,)
    fields = ("name", "slug", "points", "minimum")
    prepopulated_fields = {"slug": ("name",)}
    list_display = ("name", "points", "minimum")
    search_fields = ("name", "slug")
