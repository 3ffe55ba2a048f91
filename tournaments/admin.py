"""Tournaments, rounds and boards in the admin; boards go through BoardForm and Board.record() as on the site."""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.db import models
from django.db.models import Count, QuerySet
from django.forms import BaseInlineFormSet, ModelForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from clubsite.admin import NormalFormSearch, ReadOnly, RefusalAsMessage, TakesRowsAlong
from clubsite.models import Player

from . import admin_circuits, admin_entrants, admin_prizes, admin_table, baf  # noqa: F401 -- they register their models
from .forms import HEADER, BoardForm, seat_field
from .models import Board, CentreCount, Circuit, Round, Seat, Tournament
from .wording import POWER_NAMES

BOARDS_STAY = _(
    "Boards have been recorded here: a tournament or a round with boards stays on record and cannot be deleted."
)


class OfItsOrganisers:
    """Keeps what belongs to a tournament to those who may run it."""

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return super().has_change_permission(request, obj) and _may_run(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return super().has_delete_permission(request, obj) and _may_run(request, obj)


def _may_run(request: HttpRequest, obj: Tournament | Round | None) -> bool:
    return obj is None or getattr(obj, "tournament", obj).may_be_run_by(request.user)


def _of_boards(**belong_to: object) -> list[str]:
    """Return the sentence about boards that keep a tournament or a round, if there are any."""
    return [str(BOARDS_STAY)] if Board.objects.filter(**belong_to).exists() else []


def _of_circuits(tournaments: Iterable[Tournament]) -> list[str]:
    """Return a sentence for each circuit that keeps a tournament."""
    circuits = Circuit.objects.filter(tournaments__in=tournaments).distinct()
    return [
        _("The circuit “%(circuit)s” counts it: take it out of the circuit first.") % {"circuit": each}
        for each in circuits
    ]


class RoundInline(admin.TabularInline):
    """A round is deleted on its own page, where a refusal can be explained."""

    model = Round
    extra = 1
    can_delete = False
    show_change_link = True


@admin.register(Tournament)
class TournamentAdmin(OfItsOrganisers, TakesRowsAlong, admin.ModelAdmin):
    inlines = (RoundInline,)
    fields = ("name", "slug", "place", "starts_on", "ends_on", "scoring", "counted_rounds", "status")
    readonly_fields = ("status",)
    prepopulated_fields = {"slug": ("name",)}
    list_display = ("name", "place", "starts_on", "ends_on", "counted_rounds")
    date_hierarchy = "starts_on"
    search_fields = ("name", "place", "slug")
    delete_confirmation_template = "admin/tournaments/delete_confirmation.html"
    delete_selected_confirmation_template = "admin/tournaments/delete_selected_confirmation.html"

    def get_deleted_objects(self, objs: Iterable[Tournament], request: HttpRequest) -> tuple:
        """Say in sentences why a tournament stays."""
        objects, counts, needed, protected = super().get_deleted_objects(objs, request)
        return objects, counts, needed, protected and [*_of_boards(round__tournament__in=objs), *_of_circuits(objs)]

    def save_formset(self, request: HttpRequest, form: ModelForm, formset: BaseInlineFormSet, change: bool) -> None:
        """Store the rounds; boards of a round whose weight has changed are scored again."""
        for round_ in formset.save(commit=False):
            round_.store(request.user)


@admin.register(Round)
class RoundAdmin(OfItsOrganisers, TakesRowsAlong, admin.ModelAdmin):
    list_display = ("tournament", "number", "weight", "last_year", "boards")
    list_display_links = ("number",)
    list_filter = ("tournament",)
    list_select_related = ("tournament",)
    ordering = ("-tournament__starts_on", "tournament", "number")
    search_fields = ("tournament__name",)
    autocomplete_fields = ("tournament",)
    delete_confirmation_template = "admin/tournaments/delete_confirmation.html"
    delete_selected_confirmation_template = "admin/tournaments/delete_selected_confirmation.html"

    def get_deleted_objects(self, objs: Iterable[Round], request: HttpRequest) -> tuple:
        """Say in a sentence why a round stays."""
        objects, counts, needed, protected = super().get_deleted_objects(objs, request)
        return objects, counts, needed, protected and _of_boards(round__in=objs)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Round]:
        return super().get_queryset(request).annotate(board_count=Count("boards"))

    @admin.display(description=_("boards"), ordering="board_count")
    def boards(self, obj: Round) -> int:
        return obj.board_count

    def save_model(self, request: HttpRequest, obj: Round, form: ModelForm, change: bool) -> None:
        """Store the round; its boards are scored again if its weight has changed."""
        obj.store(request.user)


class SeatInline(ReadOnly, admin.TabularInline):
    """The seats with their scores; what is entered stands in the form above."""

    model = Seat
    verbose_name_plural = _("scores")
    classes = ("plain-rows",)
    fields = (
        "power", "player", "centres", "credit", "outcome", "score", "weighted_score",
        "left_player", "left_credit", "left_weighted_score", "table_version",
    )  # fmt: skip
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        return super().get_queryset(request).with_players()


def _lines(power: str) -> list[tuple[str, ...]]:
    lines = (("player", "centres"), ("no_units", "no_home_centre", "credit"), ("left_player", "left_credit"))
    return [tuple(seat_field(power, name) for name in line) for line in lines]


@admin.register(Board)
class BoardAdmin(RefusalAsMessage, NormalFormSearch, TakesRowsAlong, admin.ModelAdmin):
    form = BoardForm
    list_display = ("table", "round", "tournament", "finished", "players", "weight", "updated_at")
    list_filter = ("finished", "round__tournament")
    list_select_related = ("round__tournament",)
    ordering = ("-round__tournament__starts_on", "-round__number", "table")
    search_fields = (
        *("seats__player__nickname_key", "seats__player__aliases__name_key"),
        *("seats__left_player__nickname_key", "seats__left_player__aliases__name_key"),
    )
    search_help_text = Player._meta.get_field("nickname").verbose_name

    def get_queryset(self, request: HttpRequest) -> QuerySet[Board]:
        return super().get_queryset(request).annotate(player_count=Count("seats__player", distinct=True))

    @admin.display(description=_("tournament"), ordering="round__tournament__name")
    def tournament(self, obj: Board) -> str:
        return str(obj.round.tournament)

    @admin.display(description=_("players"), ordering="player_count")
    def players(self, obj: Board) -> int:
        return obj.player_count

    def get_fieldsets(self, request: HttpRequest, obj: Board | None = None) -> list:
        """Lay out the header and the seven powers; who may only read finds the powers among the scores."""
        if obj is not None and not self.has_change_permission(request, obj):
            return [(None, {"fields": HEADER})]
        return [
            (None, {"fields": (*HEADER, "entry_token", "version")}),
            *((POWER_NAMES[power], {"fields": _lines(power)}) for power in baf.POWERS),
        ]

    def get_form(self, request: HttpRequest, obj: Board | None = None, change: bool = False, **kwargs: Any) -> type:
        """Build the form of the header alone: BoardForm adds the powers itself."""
        return super().get_form(request, obj, change, **{**kwargs, "fields": HEADER})

    def get_inlines(self, request: HttpRequest, obj: Board | None) -> Iterable[type]:
        return (SeatInline,) if obj else ()

    def save_model(self, request: HttpRequest, obj: Board, form: BoardForm, change: bool) -> None:
        obj.record(form.entries(), request.user, based_on=form.cleaned_data["version"])


def _where(seat: Seat) -> str:
    return f"{seat.round.tournament}, {seat.round}, {seat.board}"


@admin.register(Seat)
class SeatAdmin(ReadOnly, NormalFormSearch, admin.ModelAdmin):
    fields = (
        "board", "power", "player", "centres", "has_units", "holds_home_centre", "credit",
        "left_player", "left_credit", "outcome", "score", "weighted_score", "left_weighted_score", "table_version",
    )  # fmt: skip
    list_display = ("power", "player", "where", "centres", "outcome", "score", "weighted_score", "left_player")
    list_filter = ("power", "outcome", "round__tournament")
    list_select_related = ("player", "left_player", "board", "round__tournament")
    ordering = ("-round__tournament__starts_on", "-round__number", "board__table", "power")
    search_fields = (
        *("player__nickname_key", "player__aliases__name_key"),
        *("left_player__nickname_key", "left_player__aliases__name_key"),
    )
    search_help_text = Player._meta.get_field("nickname").verbose_name

    @admin.display(description=_("board"))
    def where(self, obj: Seat) -> str:
        return _where(obj)


@admin.register(CentreCount)
class CentreCountAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("year", "power", "where", "centres")
    list_filter = ("seat__round__tournament", "seat__power")
    list_select_related = ("seat__board", "seat__round__tournament")

    @admin.display(description=_("power"))
    def power(self, obj: CentreCount) -> str:
        return str(obj.seat)

    @admin.display(description=_("board"))
    def where(self, obj: CentreCount) -> str:
        return _where(obj.seat)
