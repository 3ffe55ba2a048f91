"""The history of a board: its versions in words, compared and restored."""

from collections.abc import Iterator, Mapping

from django.db.models import Model
from django.urls import reverse
from django.utils.translation import gettext as _

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

from .. import baf, snapshots
from ..models import Board
from ..wording import POWER_NAMES


def describe(snapshot: Snapshot, names: Names) -> dict[str, str]:
    """Say all that was entered in a version, by label; empty where there is nothing."""
    lines = {
        _("Round"): str(snapshot["round"]),
        _("Table"): snapshot["table"],
        _("Weight"): snapshot["weight"],
        _("Finished"): _yes(snapshot["finished"]),
    }
    for power in baf.POWERS:
        seat = snapshot["seats"][power]
        fields = {
            _("player"): who(seat["player"], names),
            _("centres"): str(seat["centres"]),
            _("no unit left"): _yes(not seat["has_units"]),
            _("no home centre"): _yes(not seat["holds_home_centre"]),
            _("credit"): seat["credit"],
            _("who left"): who(left["player"], names) if (left := seat.get("left")) else "",
            _("credit of who left"): left["credit"] if left else "",
            _("centres by year"): _years(snapshot.get("counts", {}).get(power, {})),
        }
        lines |= {
            _("%(power)s: %(field)s") % {"power": POWER_NAMES[power], "field": name}: words
            for name, words in fields.items()
        }
    return lines


def moved(old: Snapshot, new: Snapshot, names: Names) -> Iterator[Moved]:
    """Say whose weighted score moved from one version to the other."""
    for each in snapshots.moved_points(old, new):
        power = POWER_NAMES[each.power]
        where = _("%(power)s, who left") % {"power": power} if each.left else str(power)
        yield Moved(where, who(each.played, names), _points(each.before), who(each.plays, names), _points(each.after))


def _years(row: Mapping[str, int]) -> str:
    """Say a power's centres by year: "1901: 5, 1902: 6"."""
    return ", ".join(f"{year}: {centres}" for year, centres in sorted(row.items()))


def _yes(value: bool) -> str:
    return _("yes") if value else _("no")


def _points(points: object) -> str:
    return "–" if points is None else str(points)


class BoardHistory(HistoryPage):
    """What the pages of a board's history have in common. Who may see a board in the admin may see its history."""

    queryset = Board.objects.with_counts()
    permission_required = "tournaments.view_board"
    change_permission = "tournaments.change_board"
    caution = ""
    urls = {page: f"tournaments:board_{page}" for page in ("history", "compare", "restore")}
    players = staticmethod(snapshots.players)
    describe = staticmethod(describe)
    moved = staticmethod(moved)

    def trail(self) -> list[tuple[str, str]]:
        board = self.object
        tournament = board.round.tournament
        return [
            (_("Tournaments"), reverse("tournaments:list")),
            (str(tournament), tournament.get_absolute_url()),
            (f"{board.round}, {board}", board.get_absolute_url()),
        ]


class BoardHistoryView(BoardHistory, HistoryView):
    """The versions of a board."""

    queryset = Board.objects.select_related("round__tournament")


class BoardCompareView(BoardHistory, CompareView):
    """Two versions of a board side by side."""

    queryset = Board.objects.select_related("round__tournament")


class BoardRestoreView(BoardHistory, RestoreView):
    """A version of a board restored."""

    queryset = Board.objects.select_related("round__tournament")

    def standing(self, latest: Model) -> Snapshot:
        """Take it from the latest version, which spares queries; one from before years were kept does not tell all."""
        return latest.snapshot if "counts" in latest.snapshot else super().standing(latest)
