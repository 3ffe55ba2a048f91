"""The mafia part of an import: seasons and games."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from django.core.exceptions import ValidationError

from mafia_rating import scoring
from mafia_rating.models import Game, ProtocolError, Season
from mafia_rating.unfinished import with_decisions
from mafia_rating.wording import fault_sentence

from ..models import lock_names
from .report import NEW, REPLACED
from .schema import GameData, SeasonData
from .store import Store, UnknownPlayerError

# Where the parts of a protocol stand in a game of the file; {} is an index.
PLACES = {
    "player": "seats[{}].player",
    "role": "seats[{}].role",
    "removal": "seats[{}].removal",
    "seats": "seats[{}]",
    "best_move": "best_move[{}]",
    "bonus": "bonuses[{}]",
    "penalty": "penalties[{}]",
    "judge": "judge",
    "result": "result",
    "first_killed": "first_killed",
}


def store_seasons(seasons: Iterable[SeasonData], store: Store) -> None:
    """Store the seasons, matched by slug. A closed one is frozen."""
    for data in store.once(seasons, lambda data: data.slug):
        season = Season.objects.filter(slug=data.slug).first() or Season(slug=data.slug)
        store.row(data.path, season, {name: getattr(data, name) for name in ("name", "starts_on", "ends_on")})


def store_games(games: Iterable[GameData], store: Store) -> None:
    """Store the games, matched by date, table and number."""
    for _game in store_each_game(games, store):
        pass


def store_each_game(games: Iterable[GameData], store: Store) -> Iterator[GameData]:
    """Store the games one by one, yielding each that is done."""
    games = list(store.once(games, lambda data: (data.played_on, data.table, data.number)))
    if not games:
        return
    dates = [data.played_on for data in games]
    lock_names()  # first of all, then the seasons: in the order of everybody who writes games, or merges members
    list(Season.objects.lock().filter(starts_on__lte=max(dates), ends_on__gte=min(dates)))
    stored = {
        (game.played_on, game.table, game.number): game
        for game in Game.objects.with_protocol().filter(played_on__range=(min(dates), max(dates)))
    }
    for data in games:
        _store_game(data, stored.get((data.played_on, data.table, data.number)), store)
        yield data


def _store_game(data: GameData, stored: Game | None, store: Store) -> None:
    for path, nickname in _nicknames(data):
        store.named_player(path, nickname)
    try:
        protocol = _with_keys(data.protocol, store, stored)
    except UnknownPlayerError:
        return
    if stored:
        before, after = _facts(stored.status, stored.protocol()), _facts(data.status, protocol)
        if not store.must_write(data.path, stored, (name for name in after if before[name] != after[name])):
            return
    game = stored or Game(played_on=data.played_on, table=data.table, number=data.number)
    game.status = data.status
    try:
        game.record(protocol, store.by)
    except ProtocolError as error:
        for fault in error.faults:
            store.faults.add(f"{data.path}.{_place(fault)}", fault_sentence(fault))
    except ValidationError as error:
        store.refused(data.path, error)
    else:
        store.report.note(data.path, game, REPLACED if stored else NEW)


def _nicknames(data: GameData) -> Iterable[tuple[str, str]]:
    yield f"{data.path}.judge", data.protocol.judge
    for index, seat in enumerate(data.protocol.seats):
        yield f"{data.path}.seats[{index}].player", seat.player


def _with_keys(protocol: scoring.Protocol, store: Store, stored: Game | None) -> scoring.Protocol:
    """Put primary keys in the place of nicknames, and pending in the place of a missing approval.

    A file without approvals leaves those that the stored game has and that still fit (D5).
    """
    protocol = replace(
        protocol,
        judge=store.key(protocol.judge),
        seats=tuple(replace(seat, player=store.key(seat.player)) for seat in protocol.seats),
    )
    if stored and store.keeps_approvals:
        protocol = with_decisions(protocol, stored.protocol())
    return replace(
        protocol,
        bonuses=tuple(replace(item, approval=scoring.initial_approval(item)) for item in protocol.bonuses),
        penalties=tuple(replace(item, approval=scoring.initial_approval(item)) for item in protocol.penalties),
    )


def _facts(status: str, protocol: scoring.Protocol) -> dict[str, object]:
    """Return what the file says of a game, by key, in an order that does not matter."""
    return {
        "status": status,
        "judge": protocol.judge,
        "result": protocol.result,
        "first_killed": protocol.first_killed,
        "best_move": protocol.best_move,
        "seats": sorted((seat.seat, seat.player, seat.role, seat.removal) for seat in protocol.seats),
        "bonuses": sorted((item.seat, item.points, item.approval) for item in protocol.bonuses),
        "penalties": sorted((item.seat, item.ground, item.approval) for item in protocol.penalties),
    }


def _place(fault: scoring.Fault) -> str:
    """Return the place of a broken limit below its game: "bonuses[1]", or "bonuses" for all of them."""
    place = PLACES[fault.part]
    return place.format(fault.index) if fault.index is not None else place.partition("[")[0]
