"""The Diplomacy part of an import: tournaments, rounds and boards."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from django.core.exceptions import ValidationError

from tournaments import baf
from tournaments.models import Board, BoardError, Round, Tournament
from tournaments.wording import fault_sentence

from .report import NEW, REPLACED
from .schema import BoardData, RoundData, TournamentData
from .store import Store, UnknownPlayerError

TOURNAMENT_VALUES = ("name", "place", "starts_on", "ends_on", "scoring", "counted_rounds")

# The key of a board's seat that a fault of its power is about.
KEYS = {
    "power_unknown": "power",
    "power_twice": "power",
    "player_twice": "player",
    "player_in_round": "player",
    "centres_range": "centres",
    "credit_range": "credit",
    "shared_credit_range": "credit",
    "credits_sum": "left.credit",
    "left_credit_range": "left.credit",
    "left_alone": "left.player",
    "left_twice": "left.player",
    "left_in_round": "left.player",
    "year_range": "counts",
    "year_centres_range": "counts",
    "year_revived": "counts",
    "year_after_solo": "counts",
    "year_blank": "counts",
}


def store_tournaments(tournaments: Iterable[TournamentData], store: Store) -> None:
    """Store the tournaments, matched by slug, with their rounds, by number, and boards, by table."""
    for data in store.once(tournaments, lambda data: data.slug):
        stored = Tournament.objects.filter(slug=data.slug).prefetch_related("rounds__boards__seats__counts").first()
        rounds = {row.number: row for row in stored.rounds.all()} if stored else {}
        values = {name: getattr(data, name) for name in TOURNAMENT_VALUES}
        if data.status is not None:
            values["status"] = data.status
        tournament = store.row(data.path, stored or Tournament(slug=data.slug), values)
        if tournament is None:
            continue
        for round_data in store.once(data.rounds, lambda data: data.number):
            row = rounds.get(round_data.number) or Round(tournament=tournament, number=round_data.number)
            _store_round(round_data, row, store)


def _store_round(data: RoundData, row: Round, store: Store) -> None:
    boards = {} if row._state.adding else {board.table: board for board in row.boards.all()}
    weight = row.weight
    if store.row(data.path, row, {"weight": data.weight, "last_year": data.last_year}) is None:
        return
    if boards and row.weight != weight:
        row.record_scores()
    to_write = []
    for board_data in store.once(data.boards, lambda data: data.table):
        stored = boards.get(board_data.table)
        entries = _entries(board_data, store)
        if entries is not None and (stored is None or _must_write(board_data, entries, stored, store)):
            to_write.append((board_data, entries, stored))
    # Players may have changed places between the boards of a round: all get up before the first sits down.
    Board.objects.filter(pk__in=[stored.pk for _data, _entries, stored in to_write if stored]).vacate()
    for board_data, entries, stored in to_write:
        _write_board(board_data, entries, stored, row, store)


def _entries(data: BoardData, store: Store) -> list[baf.Entry] | None:
    """Put primary keys in the place of nicknames; None if one of them was refused."""
    for index, entry in enumerate(data.entries):
        if entry.player is not None:
            store.named_player(f"{data.path}.seats[{index}].player", entry.player)
        if entry.left is not None:
            store.named_player(f"{data.path}.seats[{index}].left.player", entry.left.player)
    try:
        return [_with_keys(entry, store) for entry in data.entries]
    except UnknownPlayerError:
        return None


def _with_keys(entry: baf.Entry, store: Store) -> baf.Entry:
    return replace(
        entry,
        player=None if entry.player is None else store.key(entry.player),
        left=entry.left and replace(entry.left, player=store.key(entry.left.player)),
    )


def _must_write(data: BoardData, entries: list[baf.Entry], stored: Board, store: Store) -> bool:
    before = _facts(stored.weight, stored.finished, stored.entries(), stored.counts())
    after = _facts(data.weight, data.finished, entries, data.counts)
    return store.must_write(data.path, stored, (name for name in after if before[name] != after[name]))


def _facts(
    weight: Fraction, finished: bool, entries: Iterable[baf.Entry], counts: Mapping[str, Mapping[int, int]]
) -> dict[str, object]:
    """Return what the file says of a board, by key, in an order that does not matter."""
    seats = sorted(entries, key=lambda entry: entry.power)
    return {"weight": weight, "finished": finished, "seats": seats, "counts": counts}


def _write_board(data: BoardData, entries: list[baf.Entry], stored: Board | None, row: Round, store: Store) -> None:
    # A stored board is read again: the one at hand came with its seats, from before they were vacated.
    board = Board.objects.get(pk=stored.pk) if stored else Board(table=data.table)
    board.round, board.weight, board.finished = row, data.weight, data.finished
    try:
        board.record(entries, None, counts=data.counts)
    except BoardError as error:
        for fault in error.faults:
            store.faults.add(f"{data.path}.{_place(fault, entries)}", fault_sentence(fault))
    except ValidationError as error:
        store.refused(data.path, error)
    else:
        store.report.note(data.path, board, REPLACED if stored else NEW)


def _place(fault: baf.Fault, entries: list[baf.Entry]) -> str:
    """Return the place of a broken limit below its board: "seats[2].centres", or "seats" for the whole board."""
    key = KEYS.get(fault.code)
    # Of two seats of one power, the second is the one too many.
    indexes = [index for index, entry in enumerate(entries) if entry.power == fault.power]
    return f"seats[{indexes[-1]}].{key}" if key and indexes else "seats"
