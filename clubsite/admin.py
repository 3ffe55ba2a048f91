"""The players in the admin, and what the admins of both games share."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from .models import Alias, Draft, Invitation, Player
from .names import normal_form


class NormalFormSearch:
    """Searches normal forms of nicknames: letter case and ё/е make no difference on any database."""

    def get_search_results(self, request: HttpRequest, queryset: QuerySet, search_term: str) -> tuple[QuerySet, bool]:
        return super().get_search_results(request, queryset, normal_form(search_term))


class ReadOnly:
    """Shows rows that something else writes."""

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class TakesRowsAlong:
    """Deletes a row with those that belong to it, which nobody may delete one by one."""

    def get_deleted_objects(self, objs: Iterable[Model], request: HttpRequest) -> tuple:
        objects, counts, _needed, protected = super().get_deleted_objects(objs, request)
        return objects, counts, set(), protected


class RefusalAsMessage:
    """Tells in words what a model refused to record or delete at the last moment, after the form was found good."""

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self._telling(super().changeform_view, request, *args, **kwargs)

    def delete_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self._telling(super().delete_view, request, *args, **kwargs)

    def changelist_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self._telling(super().changelist_view, request, *args, **kwargs)

    def _telling(
        self, view: Callable[..., HttpResponse], request: HttpRequest, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except ValidationError as error:
            for sentence in error.messages:
                self.message_user(request, sentence, messages.ERROR)
            return redirect(request.get_full_path())


class AliasInline(admin.TabularInline):
    model = Alias
    fields = ("name",)
    extra = 0


@admin.register(Player)
class PlayerAdmin(RefusalAsMessage, NormalFormSearch, TakesRowsAlong, admin.ModelAdmin):
    inlines = (AliasInline,)
    fields = ("nickname", "full_name", "user", "active")
    list_display = ("nickname", "active", "user")
    list_filter = ("active",)
    list_select_related = ("user",)
    search_fields = ("nickname_key", "aliases__name_key")
    search_help_text = Player._meta.get_field("nickname").verbose_name
    autocomplete_fields = ("user",)

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> Sequence[str]:
        """Whoever may not see the accounts cannot pick one."""
        return () if request.user.has_perm("auth.view_user") else ("user",)

    def save_model(self, request: HttpRequest, obj: Player, form: ModelForm, change: bool) -> None:
        """Store a player; another nickname is a change that leaves the old one as an alias."""
        if change and "nickname" in form.changed_data:
            Player.objects.get(pk=obj.pk).rename(obj.nickname, request.user)
        super().save_model(request, obj, form, change)


@admin.register(Draft)
class DraftAdmin(ReadOnly, admin.ModelAdmin):
    """Who has entries under way; what they have typed is theirs."""

    fields = ("owner", "title", "path", "revision", "saved_at", "closed_at")
    list_display = ("title", "owner", "path", "saved_at", "closed_at")
    list_display_links = ("title", "path")
    list_filter = (("closed_at", admin.EmptyFieldListFilter),)
    list_select_related = ("owner",)
    search_fields = ("owner__username", "title")

    def has_delete_permission(self, request: HttpRequest, obj: Draft | None = None) -> bool:
        """An account takes its drafts along."""
        return request.user.has_perm("clubsite.delete_draft")


@admin.register(Invitation)
class InvitationAdmin(ReadOnly, admin.ModelAdmin):
    """Who was invited by whom; an invitation is made on the member's page, and taken back there or here."""

    fields = ("player", "invited_by", "created_at", "expires_at", "used_at", "revoked_at")
    list_display = ("player", "invited_by", "created_at", "expires_at", "used_at", "revoked_at")
    list_filter = (("used_at", admin.EmptyFieldListFilter), ("revoked_at", admin.EmptyFieldListFilter))
    list_select_related = ("player", "invited_by")
    search_fields = ("player__nickname_key", "player__aliases__name_key")
    actions = ("revoke",)

    @admin.action(description=_("Take the chosen invitations back"), permissions=["revoke"])
    def revoke(self, request: HttpRequest, invitations: QuerySet[Invitation]) -> None:
        for invitation in invitations:
            invitation.revoke(request.user)
        self.message_user(request, _("The invitations are taken back."))

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("clubsite.change_player")
