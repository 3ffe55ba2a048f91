"""The history of a game: its versions in words, compared and restored."""

import datetime
from collections.abc import Iterator
from typing import Any

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubsite.history_views import (
    CompareView,
    HistoryPage,
    HistoryView,
    Moved,
    Names,
    RestoreView,
    Snapshot,
    who,
)

from .. import scoring, snapshots
from ..models import Approval, Game, Seat
from ..wording import GROUND_NAMES, ROLE_NAMES


def describe(snapshot: Snapshot, names: Names) -> dict[str, str]:
    """Say all that was entered in a version, by label; empty where there is nothing."""
    played_on = datetime.date.fromisoformat(snapshot["played_on"])
    lines = {
        _("Date"): date_format(played_on, "j M Y"),
        _("Table"): str(snapshot["table"]),
        _("Game of the evening"): str(snapshot["number"]),
        _("Status"): str(Game.Status(snapshot["status"]).label),
        _("Judge"): who(snapshot["judge"], names),
        _("Result"): str(Game.Result(snapshot["result"]).label),
        _("First killed"): _seat(snapshot["first_killed"]) if snapshot["first_killed"] else "",
        _("Best move"): ", ".join(map(str, snapshot["best_move"])),
    }
    for number in scoring.SEATS:
        seat = snapshot["seats"][str(number)]
        removal = "" if seat["removal"] == scoring.NO_REMOVAL else str(Seat.Removal(seat["removal"]).label)
        fields = {
            _("player"): who(seat["player"], names),
            _("role"): str(ROLE_NAMES[seat["role"]]),
            _("bonus"): _item(seat["bonus"], f"+{seat['bonus']['points']}") if seat["bonus"] else "",
            _("removal"): removal,
            **{
                str(name): _item(item, str(scoring.PENALTY)) if (item := seat["penalties"].get(ground)) else ""
                for ground, name in GROUND_NAMES.items()
            },
        }
        lines |= {
            _("Seat %(seat)s: %(field)s") % {"seat": number, "field": name}: words for name, words in fields.items()
        }
    return lines


def moved(old: Snapshot, new: Snapshot, names: Names) -> Iterator[Moved]:
    """Say whose points moved from one version to the other."""
    for number, (before, after) in snapshots.moved_points(old, new).items():
        sat, sits = (who(snapshot["seats"][str(number)]["player"], names) for snapshot in (old, new))
        yield Moved(_seat(number), sat, str(before), sits, str(after))


def _seat(number: int) -> str:
    return _("Seat %(number)s") % {"number": number}


def _item(item: dict[str, Any], amount: str) -> str:
    """Say a bonus or a penalty: the amount, the approval if it needs one, the judge's reason."""
    approval = "" if item["approval"] == Approval.NOT_NEEDED else str(Approval(item["approval"]).label)
    return ", ".join(filter(None, (amount, approval, item["reason"])))


class GameHistory(HistoryPage):
    """What the pages of a game's history have in common. Who may see a game behind the scenes may see its history."""

    queryset = Game.objects.with_protocol()
    permission_required = "mafia_rating.view_game"
    change_permission = "mafia_rating.change_game"
    caution = gettext_lazy("The game's status stays. What the President decided then is not decided anew.")
    urls = {page: f"mafia_rating:game_{page}" for page in ("history", "compare", "restore")}
    players = staticmethod(snapshots.players)
    describe = staticmethod(describe)
    moved = staticmethod(moved)

    def trail(self) -> list[tuple[str, str]]:
        game = self.object
        name = _("%(date)s, table %(table)s, game %(number)s") % {
            "date": date_format(game.played_on, "j M Y"),
            "table": game.table,
            "number": game.number,
        }
        return [
            (_("Mafia"), reverse("mafia_rating:current")),
            (str(game.season), game.season.get_absolute_url()),
            (name, game.get_absolute_url()),
        ]


class GameHistoryView(GameHistory, HistoryView):
    """The versions of a game."""

    queryset = Game.objects.select_related("season")


class GameCompareView(GameHistory, CompareView):
    """Two versions of a game side by side."""

    queryset = Game.objects.select_related("season")


class GameRestoreView(GameHistory, RestoreView):
    """A version of a game restored."""
