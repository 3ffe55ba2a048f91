"""From a club file to the database: all or nothing, and a second time nothing changes.

Every game and board goes through `Game.record` and `Board.record`, which hold it against the rules.
"""

from django.db import transaction

from clubsite.names import normal_form

from .mafia import store_games, store_seasons
from .reading import Faults
from .report import Report
from .schema import read_club
from .store import Store
from .tournaments import store_tournaments


def import_club(data: bytes, *, replace: bool = False, dry_run: bool = False) -> Report:
    """Store a club file (docs/club-file.md) in one transaction; what is there already is matched, not doubled.

    An item that differs from the stored one is a fault unless `replace`. A dry run does everything and takes it back.
    Raises ClubFileError with up to 50 faults; nothing is stored then.
    """
    faults = Faults()
    club = read_club(data, faults)
    with transaction.atomic():
        store = Store(faults, replace)
        for player in store.once(club.players, lambda player: normal_form(player.nickname)):
            store.player(player)
        store_seasons(club.seasons, store)
        # Without its season every game would seem to be a fault of its own.
        if not faults.any_below("mafia.seasons"):
            store_games(club.games, store)
        store_tournaments(club.tournaments, store)
        faults.raise_any()
        transaction.set_rollback(dry_run)
    return store.report
