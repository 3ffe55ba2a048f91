"""The cups: the list of them, the page of one, and what changes who is on its list."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST
from django.views.generic import DetailView, ListView
from django_tables2 import SingleTableMixin

from clubsite.forms import KnownPlayerField
from clubsite.models import Player
from clubsite.tables import IN_PAGES, TableFileMixin

from .. import cups, rating
from ..cup_page import CupTable, Line, lines
from ..models import Cup, CupEntry

MAY_CHANGE = "mafia_rating.change_cupentry"


class CupListView(ListView):
    """All cups, newest first."""

    template_name = "mafia_rating/cups/list.html"
    queryset = Cup.objects.for_list()
    context_object_name = "cups"


class CupView(TableFileMixin, SingleTableMixin, DetailView):
    """A cup: when and for how many, who is on its list and why; also as a file."""

    queryset = Cup.objects.select_related("season")
    template_name = "mafia_rating/cups/cup.html"
    context_object_name = "cup"
    table_class = CupTable
    table_pagination = IN_PAGES

    def get_table_data(self) -> list[Line]:
        self.standing = self.object.table()
        self.free = self.object.plays_free(self.standing)
        self.entries = list(self.object.entries.select_related("player"))
        self.lines = lines(self.object, self.entries, self.free)
        return self.lines

    def get_table_kwargs(self) -> dict[str, Any]:
        self.own = getattr(self.request.user, "player", None)
        may_change = self.request.user.has_perm(MAY_CHANGE) and not self.object.is_over()
        return {"cup": self.object, "own": self.own and self.own.pk, "may_change": may_change}

    def get_export_filename(self, export_format: str) -> str:
        return f"cup-{self.object.slug}.{export_format}"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        confirmed = [line for line in self.lines if line.status == cups.CONFIRMED]
        waiting = [line for line in self.lines if line.status == cups.WAITING]
        leaders = rating.points_leaders(self.standing)
        return context | {
            "confirmed": len(confirmed),
            "waiting": len(waiting),
            "free_places": max(0, self.object.places - len(confirmed)),
            "next": waiting[0] if waiting else None,
            "own": self.own,
            "own_line": next((line for line in self.lines if self.own and line.entry.player_id == self.own.pk), None),
            "leaders": leaders,
            "plays_free": next((line for line in leaders if line.player_id == self.free), None),
            "free_is_listed": any(line.plays_free for line in self.lines),
            "out_of_date": self.object.is_open() and self.object.is_out_of_date(self.entries, self.standing),
            "overtaken": self.object.is_closed() and self.object.is_overtaken(self.entries, self.standing),
        }


class MemberForm(forms.Form):
    """A member for the list, by nickname."""

    player = KnownPlayerField(label=gettext_lazy("Member"))

    def __init__(self, *args: Any, cup: Cup, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.cup = cup
        self.fields["player"].widget.attrs["autofocus"] = True

    def nicknames(self) -> list[tuple[str, str]]:
        """Return what is offered: the nicknames of the active members who are not on the list, and their aliases."""
        return Player.objects.exclude(pk__in=self.cup.entries.on_list().values("player")).offered()


@require_POST
def register(request: HttpRequest, slug: str) -> HttpResponse:
    """Put the user's own player on the list."""
    cup = get_object_or_404(Cup, slug=slug)
    if not request.user.is_authenticated:
        return redirect_to_login(cup.get_absolute_url())
    player = getattr(request.user, "player", None)
    if player is None:
        raise PermissionDenied
    with _refusals_told(request):
        _say_registered(request, cup, player, cup.register(player, request.user))
    return redirect(cup)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@permission_required("mafia_rating.add_cupentry", raise_exception=True)
def register_member(request: HttpRequest, slug: str) -> HttpResponse:
    """Put a member on the list."""
    cup = get_object_or_404(Cup, slug=slug)
    form = MemberForm(request.POST if request.method == "POST" else None, cup=cup)
    if form.is_valid():
        player = form.cleaned_data["player"]
        try:
            _say_registered(request, cup, player, cup.register(player, request.user))
        except ValidationError as refusal:
            form.add_error("player", refusal)
        else:
            return redirect(cup)
    return render(request, "mafia_rating/cups/member.html", {"cup": cup, "form": form})


def _say_registered(request: HttpRequest, cup: Cup, player: Player, changed: bool) -> None:
    """Tell where on the list a player is, and whether that is new."""
    entry = cup.entries.get(player=player)
    if not changed:
        sentence = _("%(player)s is on the list already.")
    elif entry.status == cups.CONFIRMED:
        sentence = _("%(player)s is registered: place %(number)s is confirmed.")
    else:
        sentence = _("%(player)s is registered, and on the waiting list.")
    _say(request, sentence % {"player": player, "number": entry.number}, changed)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def withdraw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Ask whether a player is to leave the list, and take the player off it."""
    entry = _entry(slug, pk)
    if not entry.may_be_withdrawn_by(request.user):
        raise PermissionDenied
    if request.method != "POST" and entry.is_on_list:
        return render(request, "mafia_rating/cups/withdraw.html", {"cup": entry.cup, "entry": entry})
    with _refusals_told(request):
        changed = request.method == "POST" and entry.cup.withdraw(entry, request.user)
        sentence = _("%(player)s is off the list.") if changed else _("%(player)s is off the list already.")
        _say(request, sentence % {"player": entry.player}, changed)
    return redirect(entry.cup)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@permission_required(MAY_CHANGE, raise_exception=True)
def give_place(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Ask whether the free place goes to the first of the waiting list, and give it."""
    entry = _entry(slug, pk)
    if request.method != "POST" and entry.status == cups.WAITING:
        return render(request, "mafia_rating/cups/give_place.html", {"cup": entry.cup, "entry": entry})
    with _refusals_told(request):
        changed = request.method == "POST" and entry.cup.give_place(entry, request.user)
        sentence = _("%(player)s has a place now.") if changed else _("%(player)s does not wait for a place.")
        _say(request, sentence % {"player": entry.player}, changed)
    return redirect(entry.cup)


@require_POST
@login_required
@permission_required(MAY_CHANGE, raise_exception=True)
def bring_up_to_date(request: HttpRequest, slug: str) -> HttpResponse:
    """Arrange the list by the season's table as it stands."""
    cup = get_object_or_404(Cup, slug=slug)
    with _refusals_told(request):
        changed = cup.bring_up_to_date(request.user)
        messages.success(request, _("The list is up to date.") if changed else _("The list was up to date already."))
    return redirect(cup)


@contextmanager
def _refusals_told(request: HttpRequest) -> Iterator[None]:
    """Tell on the next page why the model refused a change."""
    try:
        yield
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))


def _say(request: HttpRequest, sentence: str, changed: bool) -> None:
    (messages.success if changed else messages.info)(request, sentence)


def _entry(slug: str, pk: int) -> CupEntry:
    return get_object_or_404(CupEntry.objects.select_related("cup", "player"), cup__slug=slug, pk=pk)
