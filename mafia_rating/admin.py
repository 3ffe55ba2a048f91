"""Games and the President's decisions in the admin; games go through ProtocolForm and Game.record()."""

from collections.abc import Callable, Iterable
from decimal import Decimal
from functools import partial
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import URLPattern, path
from django.utils.html import format_html
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from clubsite.admin import NormalFormSearch, ReadOnly, RefusalAsMessage, TakesRowsAlong
from clubsite.models import Player

from . import admin_cups, admin_season, scoring  # noqa: F401 -- they register their models
from .forms import BEST_MOVE_FIELDS, ProtocolForm
from .models import PARTS, PROTOCOL_CHANGED, BestMove, Game, JudgeBonus, Penalty, Seat
from .starts import first_guess
from .views.approvals import inbox_page

NICKNAME = Player._meta.get_field("nickname").verbose_name


class Transitions(admin.ModelAdmin):
    """Runs the transitions of a model, tells what was refused in words, and keeps the history."""

    def run(self, request: HttpRequest, objects: Iterable[models.Model], transition: Callable, done: str) -> None:
        """Run a transition, which checks the permission, on each object; `done` goes into the history."""
        changed = 0
        for item in objects:
            try:
                transition(item, by=request.user)
            except ValidationError as error:
                self.message_user(request, f"{item}: {' '.join(error.messages)}", messages.ERROR)
            else:
                self.log_change(request, item, done)
                changed += 1
        if changed:
            sentence = ngettext("%(count)s item: %(done)s.", "%(count)s items: %(done)s.", changed)
            self.message_user(request, sentence % {"count": changed, "done": done}, messages.SUCCESS)


@admin.register(Game)
class GameAdmin(RefusalAsMessage, NormalFormSearch, TakesRowsAlong, Transitions):
    form = ProtocolForm
    list_display = ("played_on", "table", "number", "result", "judge", "season", "status", "entered_by")
    list_filter = ("status", "result", "season", "played_on")
    list_select_related = ("judge", "season", "entered_by")
    search_fields = ("seats__player__nickname_key", "seats__player__aliases__name_key")
    search_help_text = NICKNAME
    date_hierarchy = "played_on"
    readonly_fields = ("season", "status", "entered_by", "created_at", "updated_at", "points")
    actions = ("cancel", "reinstate")

    HEADER = ("played_on", ("table", "number"), "judge", "result")
    ON_RECORD = (_("On record"), {"fields": [readonly_fields[:-1], "points"]})

    def get_fieldsets(self, request: HttpRequest, obj: Game | None = None) -> list:
        """Lay out the protocol; who may only read finds the seats among the points."""
        if obj and not self.has_change_permission(request, obj):
            return [(None, {"fields": [*self.HEADER, "first_killed", "best_move"]}), self.ON_RECORD]
        names = ("player", "role", "bonus", "bonus_reason", "removal")
        return [
            (None, {"fields": [*self.HEADER, "first_killed", BEST_MOVE_FIELDS, ("entry_token", "version", "draft")]}),
            (_("Seats"), {"fields": [tuple(f"seat_{seat}_{name}" for name in names) for seat in scoring.SEATS]}),
            (
                _("Penalties"),
                {
                    "fields": [(f"seat_{seat}_penalties", f"seat_{seat}_penalty_reason") for seat in scoring.SEATS],
                    "classes": ["collapse"],
                },
            ),
            *([self.ON_RECORD] if obj else []),
        ]

    def get_form(self, request: HttpRequest, obj: Game | None = None, change: bool = False, **kwargs: Any) -> type:
        """Build the form of its model fields alone: ProtocolForm declares the others itself."""
        return super().get_form(request, obj, change, **{**kwargs, "fields": ProtocolForm.Meta.fields})

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        games = super().get_queryset(request)
        return games.with_protocol() if "object_id" in request.resolver_match.kwargs else games

    def get_urls(self) -> list[URLPattern]:
        waiting = path("waiting/", self.admin_site.admin_view(self.waiting), name="mafia_rating_waiting")
        return [waiting, *super().get_urls()]

    def waiting(self, request: HttpRequest) -> HttpResponse:
        """Show the President's inbox, as on the site."""
        if not request.user.has_perm("mafia_rating.decide_exceptional"):
            raise PermissionDenied
        return inbox_page(
            request,
            "admin/mafia_rating/waiting.html",
            log=self.log_change,
            context={**self.admin_site.each_context(request), "title": _("Waiting for the President")},
        )

    @admin.display(description=_("points"))
    def points(self, obj: Game) -> str:
        """Show the seats as they are stored; an inline would send back rows that an edit replaces."""
        return render_to_string("admin/mafia_rating/points.html", {"seats": obj.seats.all()})

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        return {**first_guess(request.user), **super().get_changeform_initial_data(request)}

    def save_model(self, request: HttpRequest, obj: Game, form: ProtocolForm, change: bool) -> None:
        obj.record(form.protocol(), request.user, based_on=form.cleaned_data["version"])

    def get_deleted_objects(self, objs: Iterable[Game], request: HttpRequest) -> tuple:
        """A closed season keeps its games (D13)."""
        objects, counts, needed, protected = super().get_deleted_objects(objs, request)
        return objects, counts, needed, [*protected, *(str(game) for game in objs if game.season.is_closed)]

    @admin.action(description=_("Cancel the selected games"), permissions=["change"])
    def cancel(self, request: HttpRequest, queryset: QuerySet[Game]) -> None:
        self.run(request, queryset, partial(Game.cancel, reason=gettext("cancelled in the admin")), _("cancelled"))

    @admin.action(description=_("Reinstate the selected games"), permissions=["change"])
    def reinstate(self, request: HttpRequest, queryset: QuerySet[Game]) -> None:
        self.run(request, queryset, Game.reinstate, _("reinstated"))


@admin.register(Seat)
class SeatAdmin(ReadOnly, NormalFormSearch, admin.ModelAdmin):
    fields = ("game", "number", "player", "role", "removal", *PARTS)
    list_display = ("game", "number", "player", "role", "removal", *PARTS)
    list_filter = ("role", "removal", "game__season", "game__status")
    list_select_related = ("game", "player")
    search_fields = ("player__nickname_key", "player__aliases__name_key")
    search_help_text = NICKNAME
    ordering = ("-game__played_on", "game__table", "-game__number", "number")


@admin.register(BestMove)
class BestMoveAdmin(ReadOnly, admin.ModelAdmin):
    fields = ("game", "first", "second", "third")
    list_display = ("game", "first_killed", "first", "second", "third")
    list_filter = ("game__season", "game__status")
    list_select_related = ("game",)
    ordering = ("-game__played_on", "game__table", "-game__number")

    @admin.display(description=_("first killed"), ordering="game__first_killed")
    def first_killed(self, obj: BestMove) -> int:
        return obj.game.first_killed


class DecidableAdmin(ReadOnly, NormalFormSearch, Transitions):
    """The President's screen: what waits, and what was decided. Only the decisions change anything."""

    list_filter = ("approval", "seat__game__season", "seat__game__status")
    search_fields = ("seat__player__nickname_key", "seat__player__aliases__name_key")
    search_help_text = NICKNAME
    ordering = ("-seat__game__played_on", "seat__game__table", "-seat__game__number", "seat__number")
    actions = ("approve", "reject")

    WHO = ("approval", "entered_by", "decided_by", "decided_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return super().get_queryset(request).with_game().select_related("decided_by")

    def get_list_display(self, request: HttpRequest) -> tuple[str, ...]:
        """Show the buttons to whoever may press them."""
        buttons = ["decision"] if self.has_decide_permission(request) else []
        return ("player", *self.what, "game", *buttons, *self.WHO)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return self.get_list_display(request)

    @admin.display(description=_("player"), ordering="seat__player__nickname_order")
    def player(self, obj: JudgeBonus | Penalty) -> str:
        return obj.seat.player.nickname

    @admin.display(description=_("game"), ordering="seat__game__played_on")
    def game(self, obj: JudgeBonus | Penalty) -> str:
        return format_html('<a href="{}">{}</a>', obj.seat.game.get_absolute_url(), obj.seat.game)

    @admin.display(description=_("entered by"))
    def entered_by(self, obj: JudgeBonus | Penalty) -> str:
        return obj.seat.game.entered_by

    @admin.display(description=_("decision"))
    def decision(self, obj: JudgeBonus | Penalty) -> str:
        return render_to_string("admin/mafia_rating/decision.html", {"item": obj, "opts": self.opts})

    def has_decide_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("mafia_rating.decide_exceptional")

    @admin.action(description=_("Approve"), permissions=["decide"])
    def approve(self, request: HttpRequest, queryset: QuerySet) -> None:
        self.run(request, queryset, self.model.approve, _("approved"))

    @admin.action(description=_("Reject"), permissions=["decide"])
    def reject(self, request: HttpRequest, queryset: QuerySet) -> None:
        self.run(request, queryset, self.model.reject, _("rejected"))

    def get_urls(self) -> list[URLPattern]:
        decisions = [
            path(
                f"<int:pk>/{action.__name__}/",
                self.admin_site.admin_view(require_POST(partial(self.decide, action=action))),
                name=f"{self.opts.app_label}_{self.opts.model_name}_{action.__name__}",
            )
            for action in (self.approve, self.reject)
        ]
        return [*decisions, *super().get_urls()]

    def decide(self, request: HttpRequest, pk: int, action: Callable) -> HttpResponse:
        """Take one decision and return to the page whose button was pressed. An edit replaces a protocol's items."""
        if not self.has_decide_permission(request):
            raise PermissionDenied
        queryset = self.get_queryset(request).filter(pk=pk)
        if queryset:
            action(request, queryset)
        else:
            self.message_user(request, PROTOCOL_CHANGED, messages.ERROR)
        back = request.headers.get("Referer", "")
        if queryset and url_has_allowed_host_and_scheme(back, {request.get_host()}, request.is_secure()):
            return redirect(back)
        return redirect("admin:mafia_rating_waiting")


@admin.register(JudgeBonus)
class JudgeBonusAdmin(DecidableAdmin):
    what = ("points",)


@admin.register(Penalty)
class PenaltyAdmin(DecidableAdmin):
    what = ("ground", "points")

    @admin.display(description=_("points"))
    def points(self, obj: Penalty) -> Decimal:
        return scoring.PENALTY
