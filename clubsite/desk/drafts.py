"""Drafts of the entry forms: saved while somebody types, taken up again on any device, thrown away."""

import uuid
from dataclasses import dataclass, field
from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db import models
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import Resolver404, resolve, reverse
from django.utils.formats import date_format
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from mafia_rating.models import Game
from tournaments.models import Board, Tournament

from ..forms import WHOLE_NUMBER, EntryForm
from ..models import Draft, DraftClosedError, DraftOutdatedError

LARGEST = 64 * 1024  # bytes of a draft; a full protocol has about 3 kB
NOT_TYPED = ("csrfmiddlewaretoken", "draft_path", "draft_revision")


class EntryPage(NamedTuple):
    """A page with an entry form: who may use it, what its address names, and how its drafts are called."""

    permission: str
    model: type[models.Model] | None
    title: str


ENTRY_PAGES = {
    "mafia_rating:game_new": EntryPage("mafia_rating.add_game", None, gettext_lazy("New game")),
    "mafia_rating:game_edit": EntryPage("mafia_rating.change_game", Game, gettext_lazy("Edit: %s")),
    "tournaments:board_new": EntryPage("tournaments.add_board", Tournament, gettext_lazy("New board: %s")),
    "tournaments:board_edit": EntryPage("tournaments.change_board", Board, gettext_lazy("Edit: %s")),
}


@require_POST
def draft_save(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Save a form as far as it is filled in, for the page's script: the form's own fields, `draft_path` with the
    address of its page and `draft_revision` with the revision it was typed on.

    Answers with the new revision, and in words; with `ended` instead where the draft was recorded or thrown away, which
    is the common end of a copy that a browser has kept. 400: no entry form's page. 401: logged out. 403: the user may
    not use that form. 404: another's draft, or a page of what does not exist. 409: saved elsewhere since; with that
    revision and its data. 413: too large.
    """
    if not request.user.is_authenticated:
        return JsonResponse({}, status=401)
    path, revision = request.POST.get("draft_path", ""), request.POST.get("draft_revision", "")
    title = _title(request, path)
    if title is None or not WHOLE_NUMBER.fullmatch(revision):
        return JsonResponse({}, status=400)
    typed = request.POST.copy()
    for name in NOT_TYPED:
        typed.pop(name, None)
    data = typed.urlencode()
    if len(data) > LARGEST:
        return JsonResponse({}, status=413)
    _find(request, key)
    try:
        draft = Draft.objects.keep(request.user, key, path=path, title=title, data=data, revision=int(revision))
    except Draft.DoesNotExist:
        raise Http404 from None
    except DraftClosedError:
        return JsonResponse({"ended": True, "text": _("This was recorded or thrown away in another place.")})
    except DraftOutdatedError as error:
        newer = error.draft
        text = _("Saved on another device at %(time)s, and different there.") % {"time": _clock(newer)}
        return JsonResponse({"revision": newer.revision, "data": newer.data, "text": text}, status=409)
    return JsonResponse({"revision": draft.revision, "text": saved_sentence(draft)})


@require_POST
def draft_discard(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Throw a draft away, and go to `next` or the empty form."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("home"))  # not this address: back from logging in comes a GET
    draft = _find(request, key)
    Draft.objects.close(request.user, key)
    messages.success(request, _("The draft is thrown away."))
    onward = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(onward, {request.get_host()}, require_https=request.is_secure()):
        onward = draft.path if draft and draft.path else "home"
    return redirect(onward)


def saved_sentence(draft: Draft) -> str:
    """Say when a draft was last saved."""
    return _("Draft saved %(time)s") % {"time": _clock(draft)}


@dataclass
class DraftBar:
    """What the bar of a form's page shows: this form's draft so far, and the drafts that could be taken up instead."""

    key: uuid.UUID
    path: str
    draft: Draft | None = None
    others: list[Draft] = field(default_factory=list)

    @property
    def revision(self) -> int:
        """The revision that the page's form was typed on."""
        return self.draft.revision if self.draft else 0

    @property
    def saved(self) -> str:
        """Say when the draft was last saved; empty while it never was."""
        return saved_sentence(self.draft) if self.draft else ""

    def offers(self) -> list[tuple[Draft, str]]:
        """Return the drafts that could be taken up, each with its time."""
        return [(draft, _clock(draft)) for draft in self.others]


def draft_bar(request: HttpRequest, form: EntryForm) -> DraftBar:
    """Return the bar for a form that is about to be shown; `?draft=` makes the form begin with that draft.

    One query. Http404 for somebody else's draft or another page's.
    """
    if form.is_bound:
        draft = Draft.objects.open_of(request.user).filter(key=form.draft_key, path=request.path).first()
        return DraftBar(form.draft_key, request.path, draft)
    if "draft" in request.GET:
        return _take_up(request, form)
    others = Draft.objects.open_of(request.user).filter(path=request.path)
    return DraftBar(form.draft_key, request.path, others=list(others))


def _take_up(request: HttpRequest, form: EntryForm) -> DraftBar:
    try:
        key = uuid.UUID(request.GET["draft"])
    except ValueError:
        raise Http404 from None
    draft = _find(request, key)
    if draft and draft.path not in ("", request.path):
        raise Http404
    if draft and draft.closed_at:
        messages.info(request, _("That draft was recorded or thrown away: this is an empty form."))
        return DraftBar(form.draft_key, request.path)
    # A key that was never saved here may be that of a copy which the browser kept while it had no connection.
    form.initial["draft"] = key
    if draft:
        form.resume(draft.typed)
    return DraftBar(key, request.path, draft)


def _find(request: HttpRequest, key: uuid.UUID) -> Draft | None:
    """Find the user's draft of a key, ended or not; Http404 when the key is another's."""
    drafts = {draft.owner_id: draft for draft in Draft.objects.filter(key=key)}
    if drafts and request.user.pk not in drafts:
        raise Http404
    return drafts.get(request.user.pk)


def _title(request: HttpRequest, path: str) -> str | None:
    """Name the drafts of a page; None where the page has no entry form.

    PermissionDenied for whoever may not use the page, Http404 where there is no such object.
    """
    try:
        match = resolve(path)
    except Resolver404:
        return None
    page = ENTRY_PAGES.get(match.view_name)
    if page is None:
        return None
    if not request.user.has_perm(page.permission):
        raise PermissionDenied
    title = page.title % get_object_or_404(page.model, **match.kwargs) if page.model else str(page.title)
    return title[: Draft._meta.get_field("title").max_length]


def _clock(draft: Draft) -> str:
    """Say when a draft was saved, by the club's clock; the day too unless it is today."""
    saved = localtime(draft.saved_at)
    time = saved.strftime("%H:%M:%S")
    return time if saved.date() == localtime().date() else f"{date_format(saved, 'SHORT_DATE_FORMAT')} {time}"
