"""Builds the club in a scratch database, times the pages, prints the report."""

import resource
import statistics
import sys
import tempfile
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from mafia_rating.models import Game, Season
from tournaments.models import Board

from .club import build_club

AIM_MS, AIM_TIMES_BARE = 20, 3
STATIC_FILES = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}


def run(sizes: Namespace) -> None:
    """Build a club of these sizes, time its pages and print what came out."""
    with scratch_database():
        start = time.perf_counter()
        build_club(sizes.games, sizes.boards, sizes.members)
        print(
            f"\n{connection.display_name}: {sizes.games} games, {sizes.boards} boards, {sizes.members} members, "
            f"recorded in {time.perf_counter() - start:.1f} s\n"
        )
        timings = report_pages(sizes.requests)
        report_season_table(timings["season"], sizes.requests)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024**2 if sys.platform == "darwin" else 1024)
    print(f"Peak memory of the process: {peak:.0f} MB")


@contextmanager
def scratch_database() -> Iterator[None]:
    """Create a database for the bench, and drop it at the end."""
    with tempfile.TemporaryDirectory() as folder:
        if connection.vendor == "sqlite":
            connection.settings_dict["TEST"]["NAME"] = str(Path(folder) / "bench.sqlite3")
        name = connection.settings_dict["NAME"]
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        try:
            with override_settings(STATIC_ROOT=folder, STORAGES={**settings.STORAGES, "staticfiles": STATIC_FILES}):
                yield
        finally:
            connection.creation.destroy_test_db(name, verbosity=0)


def pages() -> dict[str, str]:
    """Return the public pages with an address of each."""
    season, game, board = Season.objects.get(), Game.objects.latest("played_on"), Board.objects.latest("pk")
    return {
        "home": reverse("home"),
        "players": reverse("players"),
        "player": reverse("player", args=[game.seats.first().player_id]),
        "mafia": reverse("mafia_rating:current"),
        "season": reverse("mafia_rating:season", args=[season.slug]),
        "season, filtered": reverse("mafia_rating:season", args=[season.slug]) + "?role=citizen",
        "games": reverse("mafia_rating:games", args=[season.slug]),
        "chart": reverse("mafia_rating:chart", args=[season.slug]),
        "season player": season.player_url(game.seats.first().player_id),
        "all-time": reverse("mafia_rating:all_time"),
        "TOP-10": reverse("mafia_rating:top", args=[season.slug]),
        "game": reverse("mafia_rating:game", args=[game.pk]),
        "tournaments": reverse("tournaments:list"),
        "tournament": reverse("tournaments:tournament", args=[board.round.tournament.slug]),
        "board": reverse("tournaments:board", args=[board.pk]),
        "baf": reverse("baf"),
    }


class Timing(NamedTuple):
    """Medians in milliseconds: of the clock, and of this process's own work, which other programs do not disturb."""

    clock: float
    own: float


def timing(work: Callable[[], object], times: int) -> Timing:
    """Time a piece of work once it is warm."""
    for _warm_up in range(3):
        work()
    clocks, owns = [], []
    for _request in range(times):
        clock, own = time.perf_counter(), time.process_time()
        work()
        clocks.append(time.perf_counter() - clock)
        owns.append(time.process_time() - own)
    return Timing(1000 * statistics.median(clocks), 1000 * statistics.median(owns))


def report_pages(requests: int) -> dict[str, Timing]:
    """Print a line for each page; return the medians."""
    client = Client()
    print(f"{'page':<18} {'median ms':>9} {'own ms':>7} {'queries':>7} {'bytes':>9}")
    timings = {}
    for name, address in pages().items():
        taken = timings[name] = timing(lambda address=address: client.get(address), requests)
        with CaptureQueriesContext(connection) as queries:
            response = client.get(address)
        if response.status_code != 200:
            sys.exit(f"{address} answered {response.status_code}.")
        mark = "" if taken.clock <= AIM_MS else f"  above {AIM_MS} ms"
        size = len(response.content)
        print(f"{name:<18} {taken.clock:>9.1f} {taken.own:>7.1f} {len(queries):>7} {size:>9,}{mark}")
    return timings


def report_season_table(page: Timing, requests: int) -> None:
    """Print the time of the aggregate query of the season table alone, beside that of the page."""
    with CaptureQueriesContext(connection) as queries:
        Season.objects.get().sums()
    sql = queries[-1]["sql"]

    def aggregate() -> None:
        with connection.cursor() as cursor:
            cursor.execute(sql)
            cursor.fetchall()

    bare = timing(aggregate, requests)
    times = page.clock / bare.clock
    print(f"\nThe season table's bare aggregate: {bare.clock:.1f} ms; its page takes {times:.1f} times that")
    print(f"(the aim: pages at {AIM_MS} ms, the season page at {AIM_TIMES_BARE} times its aggregate).")
