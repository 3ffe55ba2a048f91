"""The President's inbox, on the site and in the admin: what waits, what a decision would do, and deciding."""

import datetime
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from clubsite.forms import UNREADABLE

from ..approvals import BonusLimits, Effect, bonus_limits, effects
from ..models import PROTOCOL_CHANGED, REASON_LENGTH, Approval, Game, JudgeBonus, Penalty, Season
from ..models.approval import Decidable

Item = JudgeBonus | Penalty

MODELS = {model._meta.model_name: model for model in (JudgeBonus, Penalty)}
KEY = re.compile(r"([a-z]+)-(\d{1,18})-([a-z_]+)", re.ASCII)
SHOWN_FOR = datetime.timedelta(days=30)
SHOWN_DECIDED = 20


class Key(NamedTuple):
    """An item as a form names it: its model, its row, and the approval that was seen when deciding."""

    model: str
    pk: int
    seen: str

    def __str__(self) -> str:
        return f"{self.model}-{self.pk}-{self.seen}"

    @classmethod
    def of(cls, item: Item) -> "Key":
        return cls(item._meta.model_name, item.pk, item.approval)

    @classmethod
    def read(cls, text: str) -> "Key":
        """Read a key; ValidationError for anything else."""
        match = KEY.fullmatch(text)
        if not match or match[1] not in MODELS:
            raise ValidationError(UNREADABLE, code="invalid")
        return cls(match[1], int(match[2]), match[3])


class Decision(NamedTuple):
    """One of the two decisions: the transition, the approval it leads to, and its sentences."""

    transition: Callable[[Item, User, str], None]
    approval: Approval
    done: str
    done_before: str


DECISIONS = {
    "approve": Decision(
        Decidable.approve, Approval.APPROVED, _("Approved: %(items)s."), _("Approved before: %(items)s.")
    ),
    "reject": Decision(
        Decidable.reject, Approval.REJECTED, _("Rejected: %(items)s."), _("Rejected before: %(items)s.")
    ),
}
DECIDED_OTHERWISE = _("%(item)s: somebody has decided meanwhile (%(approval)s).")


# What is shown


@dataclass(frozen=True)
class Entry:
    """An item in the list, with the limits it touches and what its approval would do."""

    item: Item
    limits: BonusLimits | None = None
    effect: Effect | None = None
    ticked: bool = False

    @property
    def key(self) -> Key:
        return Key.of(self.item)

    @property
    def kind(self) -> str:
        return self.item._meta.verbose_name

    @property
    def frozen(self) -> bool:
        """Nothing is decided in a closed season (D13)."""
        return self.item.seat.game.season.is_closed


def inbox(ticked: Iterable[str] = ()) -> dict[str, list[Entry]]:
    """Return what waits, oldest first, and what was decided lately; four queries, however much it is."""
    since = timezone.now() - SHOWN_FOR
    items = [item for model in MODELS.values() for item in model.objects.waiting_or_decided(since)]
    waiting = [item for item in items if item.approval == Approval.PENDING]
    decided = [item for item in items if item.approval != Approval.PENDING]
    return {
        "waiting": _with_effects(sorted(waiting, key=_order), set(ticked)),
        "decided": [
            Entry(item) for item in sorted(decided, key=lambda item: item.decided_at, reverse=True)[:SHOWN_DECIDED]
        ],
    }


def _order(item: Item) -> tuple:
    game = item.seat.game
    return game.played_on, game.table, game.number, item.seat.number


def _with_effects(items: list[Item], ticked: set[str]) -> list[Entry]:
    by_season = defaultdict(dict)
    for item in items:
        by_season[item.seat.game.season_id][Key.of(item)] = (item.seat.player_id, item.entry())
    sums = Season.objects.filter(pk__in=by_season).sums()
    moves = {}
    for season, entries in by_season.items():
        moves |= effects(sums[season], entries)
    limits = _limits_by_game(items)
    return [
        Entry(
            item,
            limits[item.seat.game_id] if isinstance(item, JudgeBonus) else None,
            moves[Key.of(item)],
            str(Key.of(item)) in ticked,
        )
        for item in items
    ]


def _limits_by_game(items: list[Item]) -> dict[int, BonusLimits]:
    points = defaultdict(list)
    games = {item.seat.game_id for item in items}
    given = JudgeBonus.objects.filter(seat__game__in=games).order_by().values_list("seat__game", "points")
    for game, amount in given:
        points[game].append(amount)
    return {game: bonus_limits(amounts) for game, amounts in points.items()}


# Deciding


class DecisionForm(forms.Form):
    """A decision, with a note, on the item whose button was pressed, or on all that are ticked."""

    note = forms.CharField(
        label=_("Note for the judge and the history (optional)"),
        max_length=REASON_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def clean(self) -> dict[str, Any]:
        """Read the button ("approve", or "approve KEY" for one item) and the ticks."""
        super().clean()
        decision, _space, own = self.data.get("decision", "").partition(" ")
        if decision not in DECISIONS:
            raise ValidationError(UNREADABLE, code="invalid")
        self.cleaned_data["decision"] = DECISIONS[decision]
        self.cleaned_data["keys"] = [Key.read(text) for text in ([own] if own else self.ticked())]
        if not self.cleaned_data["keys"]:
            raise ValidationError(_("Tick at least one item first."), code="required")
        return self.cleaned_data

    def ticked(self) -> list[str]:
        return self.data.getlist("item") if self.is_bound else []


class Outcome(NamedTuple):
    """What came of a batch: the items decided, those decided so before, and a sentence for each that was left out."""

    decided: list[Item]
    before: list[Item]
    refusals: list[str]


@transaction.atomic
def decide(keys: Iterable[Key], decision: Decision, by: User, note: str) -> Outcome:
    """Decide on each item by itself, all in one transaction.

    An item that was changed or decided otherwise since it was seen is left out, and the others are decided. An item
    that has the decision already stays as it is. PermissionDenied without mafia_rating.decide_exceptional.
    """
    if not by.has_perm("mafia_rating.decide_exceptional"):
        raise PermissionDenied
    outcome = Outcome([], [], [])
    standing = _lock(keys)
    for key in dict.fromkeys(keys):
        item = standing.get(key[:2])
        if item is None:
            outcome.refusals.append(str(PROTOCOL_CHANGED))
        elif item.approval == decision.approval:
            outcome.before.append(item)
        elif item.approval != key.seen:
            outcome.refusals.append(DECIDED_OTHERWISE % {"item": name(item), "approval": item.get_approval_display()})
        else:
            try:
                decision.transition(item, by, note)
            except ValidationError as error:
                outcome.refusals.append(f"{name(item)}: {' '.join(error.messages)}")
            else:
                outcome.decided.append(item)
    return outcome


def _lock(keys: Iterable[Key]) -> dict[tuple[str, int], Item]:
    """Lock the games concerned and fetch the items as they stand."""
    asked = {name: [key.pk for key in keys if key.model == name] for name in MODELS}
    concerned = {
        game
        for name, pks in asked.items()
        for game in MODELS[name].objects.filter(pk__in=pks).values_list("seat__game", flat=True)
    }
    games = Game.objects.filter(pk__in=concerned)
    games.lock_seasons()
    # In one order, so that two batches cannot wait for each other.
    list(games.select_for_update().order_by("pk").values_list("pk"))
    return {
        (name, item.pk): item
        for name, pks in asked.items()
        for item in MODELS[name].objects.filter(pk__in=pks).with_game().select_related("decided_by")
    }


def name(item: Item) -> str:
    """Name an item in a sentence: whose, and what."""
    return f"{item.seat.player} ({item})"


def inbox_page(
    request: HttpRequest, template: str, *, log: Callable | None = None, context: dict[str, Any] | None = None
) -> HttpResponse:
    """Show the inbox, or take a decision and show it again; `log` is called with request, item and sentence."""
    form = DecisionForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        decision = form.cleaned_data["decision"]
        outcome = decide(form.cleaned_data["keys"], decision, request.user, form.cleaned_data["note"])
        for item in outcome.decided if log else ():
            log(request, item, decision.approval.label)
        for level, sentence in _sentences(decision, outcome):
            messages.add_message(request, level, sentence)
        return redirect(request.path)
    return TemplateResponse(request, template, {**(context or {}), **inbox(form.ticked()), "form": form})


def _sentences(decision: Decision, outcome: Outcome) -> Iterator[tuple[int, str]]:
    if outcome.decided:
        yield messages.SUCCESS, decision.done % {"items": ", ".join(map(name, outcome.decided))}
    if outcome.before:
        yield messages.INFO, decision.done_before % {"items": ", ".join(map(name, outcome.before))}
    for refusal in outcome.refusals:
        yield messages.WARNING, gettext("Left out: %(refusal)s") % {"refusal": refusal}


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@permission_required("mafia_rating.decide_exceptional", raise_exception=True)
def approvals(request: HttpRequest) -> HttpResponse:
    """The inbox on the site."""
    return inbox_page(request, "mafia_rating/approvals.html")
