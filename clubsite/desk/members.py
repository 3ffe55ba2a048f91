"""Adding a member on the spot: from an entry form's dialogue, or on a page of its own."""

from typing import Any, NamedTuple
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import trigger_client_event

from ..lookalikes import lookalikes, skeleton
from ..models import NICKNAME_TAKEN, Player


class NearDuplicate(NamedTuple):
    """A member, the nickname or alias that is like the new name, and whether the two look the same."""

    player: Player
    name: str
    looks_same: bool


class MemberForm(forms.ModelForm):
    """The nickname of a new member; `Player.clean()` says what is wrong with it."""

    class Meta:
        model = Player
        fields = ["nickname"]
        widgets = {"nickname": forms.TextInput({"autocomplete": "off", "spellcheck": "false", "autofocus": True})}

    def near_duplicates(self) -> list[NearDuplicate]:
        """Return the names of members that the valid form's nickname is easily taken for."""
        members = Player.objects.all_names()
        own = skeleton(self.instance.nickname)
        return [
            NearDuplicate(members[name], name, skeleton(name) == own)
            for name in lookalikes(self.instance.nickname, members)
        ]

    def add(self) -> bool:
        """Store the valid form; False, with an error, when the nickname was taken at that very moment."""
        try:
            with transaction.atomic():
                self.save()
        except IntegrityError:
            self.add_error("nickname", NICKNAME_TAKEN)
            return False
        except ValidationError as error:
            self.add_error("nickname", error)
            return False
        return True


@require_safe
def member_new(request: HttpRequest) -> HttpResponse:
    """Show the form, with the nickname that was typed elsewhere."""
    if refusal := _refusal(request, request.GET):
        return refusal
    form = MemberForm(initial={"nickname": request.GET.get("nickname", "")})
    return _form(request, form, request.GET.get("next", ""))


@require_POST
def member_add(request: HttpRequest) -> HttpResponse:
    """Add a member, after a question when there are near-duplicates: `confirmed` repeats the nickname then.

    Leads to `next`, a page of this site. The dialogue is told by the event member-added, with the nickname.
    """
    if refusal := _refusal(request, request.POST):
        return refusal
    form, back = MemberForm(request.POST), request.POST.get("next", "")
    if not form.is_valid():
        return _form(request, form, back)
    nickname = form.instance.nickname
    if request.POST.get("confirmed") != nickname and (near := form.near_duplicates()):
        return _form(request, form, back, near=near, nickname=nickname)
    if not form.add():
        return _form(request, form, back)
    if request.htmx:
        return trigger_client_event(HttpResponse(status=204), "member-added", {"nickname": nickname})
    messages.success(request, _("“%(nickname)s” is a member now.") % {"nickname": nickname})
    return redirect(_safe(request, back) or "member_new")


def _refusal(request: HttpRequest, data: QueryDict) -> HttpResponse | None:
    """Have a visitor log in first, and come back to the form; 401 for the dialogue. PermissionDenied for others."""
    if request.user.has_perm("clubsite.add_player"):
        return None
    if request.user.is_authenticated:
        raise PermissionDenied
    if request.htmx:
        return HttpResponse(status=401)
    query = urlencode({name: data[name] for name in ("nickname", "next") if name in data})
    return redirect_to_login(reverse("member_new") + (query and f"?{query}"))


def _form(request: HttpRequest, form: MemberForm, back: str, **context: Any) -> HttpResponse:
    template = "clubsite/member_add_form.html" if request.htmx else "clubsite/member_add.html"
    return render(request, template, {"form": form, "next": _safe(request, back), **context})


def _safe(request: HttpRequest, url: str) -> str:
    """Return an address of this site, or nothing."""
    return url if url_has_allowed_host_and_scheme(url, {request.get_host()}, request.is_secure()) else ""
