"""The pages of a history, the same for games and boards: the versions, two side by side, one restored."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.contrib import messages
from django.contrib.auth.mixins import PermissionRequiredMixin
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db import models
from django.db.models import F, Q, Window
from django.db.models.functions import RowNumber
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.generic import DetailView

from .history import PLAYER_GONE, versions
from .models import Player
from .versions import StaleVersionError

Snapshot = Mapping[str, Any]
Names = Mapping[int, str]


@dataclass(frozen=True)
class Line:
    """What two versions have at one place, in words; empty for nothing."""

    label: str
    old: str
    new: str

    @property
    def differs(self) -> bool:
        return self.old != self.new


@dataclass(frozen=True)
class Moved:
    """Whose points moved between two versions: seat or power, player and points, each in words."""

    where: str
    who: str
    points: str
    who_now: str
    points_now: str


class HistoryPage(PermissionRequiredMixin, DetailView):
    """A page about versions. A subclass for each game says how to read its snapshots."""

    players: Callable[[Snapshot], set[int]]
    describe: Callable[[Snapshot, Names], dict[str, str]]
    moved: Callable[[Snapshot, Snapshot, Names], Iterator[Moved]]
    urls: Mapping[str, str]  # the names of the addresses "history", "compare" and "restore"
    change_permission: str
    caution: str  # what restoring leaves as it is

    def trail(self) -> list[tuple[str, str]]:
        """Return the pages above this one: names and addresses, the game or board itself last."""
        raise NotImplementedError

    @cached_property
    def rows(self) -> models.QuerySet:
        return versions(self.object)

    def numbered(self, *numbers: int) -> list[models.Model]:
        """Return the versions of these numbers; 404 unless each exists. One query."""
        found = {
            row.ordinal: row
            for row in self.rows.filter(Q(*(("ordinal", number) for number in numbers), _connector=Q.OR))
        }
        try:
            return [found[number] for number in numbers]
        except KeyError:
            raise Http404 from None

    def with_latest(self, number: int) -> tuple[models.Model, models.Model]:
        """Return the version of this number, 404 unless it exists, and the latest one. One query."""
        from_end = Window(RowNumber(), order_by=F("history_id").desc())
        rows = self.rows.annotate(from_end=from_end).filter(Q(ordinal=number) | Q(from_end=1))
        found = {row.ordinal: row for row in rows}
        if number not in found:
            raise Http404
        return found[number], found[max(found)]

    def names(self, *snapshots: Snapshot) -> dict[int, str]:
        """Return the nicknames of all players in the snapshots; one query."""
        keys = set().union(*map(self.players, snapshots))
        return dict(Player.objects.filter(pk__in=keys).order_by().values_list("pk", "nickname"))

    def lines(self, old: Snapshot, new: Snapshot, names: Names) -> list[Line]:
        """Set two versions side by side, in words."""
        return side_by_side(self.describe(old, names), self.describe(new, names))

    def differences(self, old: Snapshot, new: Snapshot, names: Names) -> dict[str, Any]:
        """Say what differs, and whose points moved."""
        return {
            "lines": [line for line in self.lines(old, new, names) if line.differs],
            "moved": list(self.moved(old, new, names)),
        }

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        *above, (title, address) = self.trail()
        return super().get_context_data(
            above=above,
            title=title,
            address=address,
            urls=self.urls,
            may_restore=self.request.user.has_perm(self.change_permission),
            **kwargs,
        )


class HistoryView(HistoryPage):
    """The versions, latest first: who, when, why, what changed and whose points moved."""

    template_name = "clubsite/history.html"
    per_page = 10

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        page = Paginator(self.rows, self.per_page).get_page(self.request.GET.get("page"))
        start = max(page.start_index() - 1, 0)
        rows = list(self.rows[start : page.end_index() + 1])  # one more, to compare the last one with
        names = self.names(*(row.snapshot for row in rows))
        entries = [
            {"row": row, **(self.differences(before.snapshot, row.snapshot, names) if before else {})}
            for row, before in zip(rows, [*rows[1:], None], strict=True)
        ]
        return super().get_context_data(page=page, entries=entries[: len(page)], **kwargs)


class CompareView(HistoryPage):
    """Two versions side by side: `old` and `new` by number, else the latest and the one before."""

    template_name = "clubsite/history_compare.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        count = self.rows.count()
        new = self._asked("new", count)
        old = self._asked("old", max(new - 1, 1))
        old, new = self.numbered(*sorted((old, new)))
        names = self.names(old.snapshot, new.snapshot)
        everything = "all" in self.request.GET
        lines = self.lines(old.snapshot, new.snapshot, names)
        return super().get_context_data(
            old=old,
            new=new,
            numbers=range(1, count + 1),
            everything=everything,
            lines=[line for line in lines if everything or line.differs],
            moved=list(self.moved(old.snapshot, new.snapshot, names)),
            **kwargs,
        )

    def _asked(self, name: str, default: int) -> int:
        try:
            return int(self.request.GET.get(name) or default)
        except ValueError:
            raise Http404 from None


class RestoreView(HistoryPage):
    """Show what a restored version would change (GET), and restore it (POST)."""

    template_name = "clubsite/history_restore.html"
    http_method_names = ("get", "head", "post")

    def get_permission_required(self) -> tuple[str]:
        return (self.change_permission,)

    def standing(self, latest: models.Model) -> Snapshot:
        """Return the snapshot of the game or board as it is stored; its `latest` version is at hand."""
        return self.object.standing()

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        version, latest = self.with_latest(self.kwargs["number"])
        standing, based_on = self.standing(latest), self.object.version
        names = self.names(standing, version.snapshot)
        try:
            foreseen = self.object.foresee(version)
            if not self.players(version.snapshot) <= names.keys():
                raise ValidationError(PLAYER_GONE)
        except ValidationError as refusal:
            outcome = {"refusal": refusal.messages}
        else:
            outcome = self.differences(standing, foreseen, names)
        return super().get_context_data(version=version, based_on=based_on, caution=self.caution, **outcome, **kwargs)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Restore; a second click finds the version standing, which is no error."""
        self.object = self.get_object()
        (version,) = self.numbered(self.kwargs["number"])
        based_on = request.POST.get("version", "")
        if not based_on.isdecimal():
            messages.error(request, _("This form came back damaged: open the page again."))
            return redirect(request.path)
        try:
            changed = self.object.restore(version, request.user, based_on=int(based_on))
        except StaleVersionError as stale:
            if not self._stands(version):
                messages.error(request, " ".join(stale.messages))
                return redirect(request.path)
            changed = False
        except ValidationError as refusal:
            messages.error(request, " ".join(refusal.messages))
            return redirect(request.path)
        if changed:
            messages.success(request, _("Version %(number)s is restored.") % {"number": version.ordinal})
        else:
            messages.info(request, _("Version %(number)s stands already.") % {"number": version.ordinal})
        return redirect(self.object)

    def _stands(self, version: models.Model) -> bool:
        """Say whether restoring the version would change nothing any more."""
        fresh = self.get_object()
        standing = fresh.standing()
        try:
            return fresh.foresee(version) == standing
        except ValidationError:
            return False


def side_by_side(before: Mapping[str, str], after: Mapping[str, str]) -> list[Line]:
    """Pair two described versions by their labels, which are the same; leave out what neither has."""
    return [Line(label, before[label], words) for label, words in after.items() if before[label] or words]


def who(key: int | None, names: Names) -> str:
    """Name a player of a version, who may have left the club since."""
    return "" if key is None else names.get(key, _("a player who is no longer in the club"))
