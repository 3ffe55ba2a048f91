"""A spreadsheet's way into the database: all of its games or none, and every fault with its row.

Games are matched, compared and recorded as those of a club file are.
"""

import re
from collections.abc import Generator, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Model
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubsite.club_file.mafia import store_each_game
from clubsite.club_file.reading import MOST_FAULTS, ClubFileError, FileFault
from clubsite.club_file.reading import Faults as FileFaults
from clubsite.club_file.report import NEW, REPLACED, UNCHANGED
from clubsite.club_file.schema import GameData
from clubsite.club_file.store import Store
from clubsite.lookalikes import lookalikes

from ..models import Game, GameSheet
from .games import RowFault, SheetGame, read_games

STEP = 25  # games between two reports of how far it is

PATH = re.compile(r"games\[(\d+)\](?:\.(\w+)(?:\[(\d+)\])?(?:\.(\w+))?)?")
COLUMNS = {"bonuses": "bonus", "penalties": "penalty", "played_on": "date", "number": "game", "seats": "seat"}
OF_SEAT = {"player", "role", "removal"}  # parts of a seat that have a column of their own


class SheetStore(Store):
    """The database as an import from a spreadsheet sees it."""

    keeps_approvals = True
    differs = _("differs from what is stored (%(names)s); tick “replace” to overwrite it")

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.stored: dict[str, Model] = {}

    def must_write(self, path: str, stored: Model, changed: Iterable[str]) -> bool:
        """Remember by its path what is stored, too: a fault can lead there."""
        self.stored[path] = stored
        return super().must_write(path, stored, changed)


@dataclass
class Outcome:
    """What a check or an import came to: games by what happens to them, the first and last day, new members, faults."""

    games: int = 0
    days: tuple[str, ...] = ()
    new: int = 0
    replaced: int = 0
    unchanged: int = 0
    members: list[dict] = field(default_factory=list)
    faults: list[RowFault] = field(default_factory=list)


Progress = Generator[tuple[int, int], None, Outcome]


def check(upload: GameSheet, by) -> Progress:
    """Do all of the import and take it back; yields how many games of how many are done, returns the Outcome.

    The outcome is kept with the sheet. PermissionDenied without mafia_rating.add_gamesheet.
    """
    return _run(upload, by, keep=False)


def store(upload: GameSheet, by) -> Progress:
    """Store the games in one transaction, those of a sheet that is imported already not again; as check() otherwise."""
    return _run(upload, by, keep=True)


def _run(upload: GameSheet, by, *, keep: bool) -> Progress:
    outcome = yield from _do(upload, by, keep)
    GameSheet.objects.filter(pk=upload.pk, imported_at=None).update(outcome=asdict(outcome))
    return outcome


def _do(upload: GameSheet, by, keep: bool) -> Progress:
    if not by.has_perm("mafia_rating.add_gamesheet"):
        raise PermissionDenied
    with transaction.atomic():
        upload = GameSheet.objects.select_for_update().get(pk=upload.pk)
        if upload.imported_at:
            return Outcome(**upload.outcome)
        games, faults = read_games(upload.sheet(), upload.mapped)
        outcome = Outcome(games=len(games), faults=faults[:MOST_FAULTS])
        if not faults:
            yield from _record(games, outcome, SheetStore(FileFaults(), upload.replace, by))
        if outcome.faults or not keep:
            transaction.set_rollback(True)
        else:
            upload.outcome, upload.imported_at, upload.content = asdict(outcome), timezone.now(), b""
            upload.save()
    return outcome


def _record(games: list[SheetGame], outcome: Outcome, club: SheetStore) -> Iterator[tuple[int, int]]:
    outcome.members = list(_strangers(games, club))
    days = [game.played_on.isoformat() for game in games]
    outcome.days = (min(days), max(days))
    data = [
        GameData(f"games[{index}]", game.played_on, game.table, game.number, Game.Status.FINAL, game.protocol)
        for index, game in enumerate(games)
    ]
    try:
        for done, _game in enumerate(store_each_game(data, club), 1):
            if done % STEP == 0:
                yield done, len(games)
        club.faults.raise_any()
    except ClubFileError as error:
        outcome.faults = [_row_fault(fault, games, club.stored.get(fault.path)) for fault in error.faults]
    counted = club.report.counts.get(Game, {})
    outcome.new, outcome.replaced, outcome.unchanged = (counted.get(action, 0) for action in (NEW, REPLACED, UNCHANGED))


def _strangers(games: list[SheetGame], club: Store) -> Iterator[dict]:
    """Yield who would become a member: nickname, first row, and the members whose names look alike."""
    seen, members = set(), club.nicknames()
    for game in games:
        for row, _column, nickname in game.nicknames():
            if nickname not in seen and not club.knows(nickname):
                yield {"nickname": nickname, "row": row, "like": lookalikes(nickname, members)}
            seen.add(nickname)


def _row_fault(fault: FileFault, games: list[SheetGame], stored: Model | None) -> RowFault:
    """Find the row and column of a fault that the rules, the models or the `stored` game brought up."""
    match = PATH.match(fault.path)
    if not match:
        return RowFault(0, "", fault.message)
    game, (part, index, name) = games[int(match[1])], match.group(2, 3, 4)
    rows = game.rows.get(part, ())
    row = rows[int(index)] if index and int(index) < len(rows) else game.row
    column = name if name in OF_SEAT else COLUMNS.get(part, part or "")
    return RowFault(row, column, fault.message, stored.get_absolute_url() if stored else "")
