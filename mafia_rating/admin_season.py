"""Seasons in the admin: closing one shows first what it freezes."""

from functools import partial
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from clubsite.admin import ReadOnly, RefusalAsMessage

from . import rating
from .models import ClosingRecord, Game, Season

CLOSED, REOPENED = ClosingRecord.Action.CLOSED, ClosingRecord.Action.REOPENED


class ClosingRecordInline(ReadOnly, admin.TabularInline):
    """Who closed and reopened the season, the latest first."""

    model = ClosingRecord
    fields = ("action", "by", "at")
    classes = ("plain-rows",)


@admin.register(Season)
class SeasonAdmin(RefusalAsMessage, admin.ModelAdmin):
    fields = ("name", "slug", "starts_on", "ends_on", "closed_at", "closed_by")
    readonly_fields = ("closed_at", "closed_by")
    prepopulated_fields = {"slug": ("name",)}
    list_display = ("name", "starts_on", "ends_on", "games", "closed_at", "closed_by")
    list_select_related = ("closed_by",)
    search_fields = ("name", "slug")
    date_hierarchy = "starts_on"
    inlines = (ClosingRecordInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Season]:
        return super().get_queryset(request).annotate(game_count=Count("games"))

    @admin.display(description=gettext_lazy("games"), ordering="game_count")
    def games(self, obj: Season) -> int:
        return obj.game_count

    def get_inlines(self, request: HttpRequest, obj: Season | None) -> tuple[type, ...]:
        """A season that is being added has no past."""
        return self.inlines if obj else ()

    def get_prepopulated_fields(self, request: HttpRequest, obj: Season | None = None) -> dict[str, Any]:
        """What is only shown fills nothing in."""
        return {} if obj and obj.is_closed else self.prepopulated_fields

    def has_change_permission(self, request: HttpRequest, obj: Season | None = None) -> bool:
        """A closed season is only to be read and reopened (D13)."""
        return super().has_change_permission(request, obj) and not (obj and obj.is_closed)

    def has_delete_permission(self, request: HttpRequest, obj: Season | None = None) -> bool:
        """A closed season stays (D13)."""
        return super().has_delete_permission(request, obj) and not (obj and obj.is_closed)

    def save_model(self, request: HttpRequest, obj: Season, form: Any, change: bool) -> None:
        """Save what was changed alone, once the season is held: it may have been closed since the form was read."""
        if change:
            Season.objects.lock().get(pk=obj.pk).refuse_if_closed()
            obj.clean()
        obj.save(update_fields=form.changed_data if change else None)

    def get_urls(self) -> list[URLPattern]:
        pages = [
            path(
                f"<int:pk>/{name}/",
                self.admin_site.admin_view(require_http_methods(["GET", "HEAD", "POST"])(partial(self.decide, to=to))),
                name=f"mafia_rating_season_{name}",
            )
            for name, to in (("close", CLOSED), ("reopen", REOPENED))
        ]
        return [*pages, *super().get_urls()]

    def decide(self, request: HttpRequest, pk: int, to: ClosingRecord.Action) -> HttpResponse:
        """Show what closing or reopening a season does (GET), and do it (POST); a second click finds it done."""
        if not request.user.has_perm("mafia_rating.close_season"):
            raise PermissionDenied
        season = get_object_or_404(Season, pk=pk)
        here = redirect("admin:mafia_rating_season_change", season.pk)
        if season.is_closed == (to == CLOSED):
            sentence = _("%(season)s is closed already.") if season.is_closed else _("%(season)s is open already.")
            self.message_user(request, sentence % {"season": season}, messages.INFO)
            return here
        if request.method == "POST":
            try:
                (season.close if to == CLOSED else season.reopen)(request.user)
            except ValidationError as refusal:
                self.message_user(request, " ".join(refusal.messages), messages.ERROR)
                return redirect(request.path)
            self.log_change(request, season, str(to.label))
            sentence = _("%(season)s is closed: its table is frozen.") if season.is_closed else _("%(season)s is open.")
            self.message_user(request, sentence % {"season": season}, messages.SUCCESS)
            return here
        return self._confirmation(request, season, closing=to == CLOSED)

    def _confirmation(self, request: HttpRequest, season: Season, *, closing: bool) -> HttpResponse:
        """Say what would be frozen, or be let go."""
        table = season.table()
        title = _("Close %(season)s") if closing else _("Reopen %(season)s")
        context = {
            **self.admin_site.each_context(request),
            "title": title % {"season": season},
            "opts": self.opts,
            "season": season,
            "closing": closing,
            "games": season.games.filter(status=Game.Status.FINAL).count(),
            "table": table,
            "leaders": rating.points_leaders(table),
            "best_players": rating.best_players(table),
            "pending": season.pending() if closing else [],
            "running": closing and season.ends_on >= timezone.localdate(),
        }
        return TemplateResponse(request, "admin/mafia_rating/season/confirm.html", context)
