"""What stands in a club file: JSON values become the plain values that the rules of both games take.

Players and judges are nicknames as written. Whether a protocol or a board keeps the rules is not decided here.
"""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from django.utils.translation import gettext as _

from mafia_rating import scoring
from mafia_rating.models import Game
from tournaments import baf
from tournaments.models import Tournament

from .reading import REQUIRED, SMALL, Faults, Fields, parse

FORMAT = "clubsite/1"
FILE_APPROVALS = (scoring.PENDING, scoring.APPROVED, scoring.REJECTED)


@dataclass(frozen=True)
class PlayerData:
    """A player of the list; full_name None: the file does not say."""

    path: str
    nickname: str
    full_name: str | None = None
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True)
class SeasonData:
    path: str
    slug: str
    name: str
    starts_on: datetime.date
    ends_on: datetime.date


@dataclass(frozen=True)
class GameData:
    path: str
    played_on: datetime.date
    table: int
    number: int
    status: str
    protocol: scoring.Protocol


@dataclass(frozen=True)
class BoardData:
    path: str
    table: str
    weight: Fraction
    finished: bool
    entries: tuple[baf.Entry, ...]
    counts: Mapping[str, Mapping[int, int]]


@dataclass(frozen=True)
class RoundData:
    path: str
    number: int
    weight: Fraction
    last_year: int | None
    boards: list[BoardData]


@dataclass(frozen=True)
class TournamentData:
    """A tournament; status None: the file does not say."""

    path: str
    slug: str
    name: str
    place: str
    starts_on: datetime.date
    ends_on: datetime.date
    scoring: str
    counted_rounds: int | None
    status: str | None
    rounds: list[RoundData]


@dataclass(frozen=True)
class ClubData:
    """The sound items of a club file; what is wrong with the others was noted."""

    players: list[PlayerData] = field(default_factory=list)
    seasons: list[SeasonData] = field(default_factory=list)
    games: list[GameData] = field(default_factory=list)
    tournaments: list[TournamentData] = field(default_factory=list)


def read_club(data: bytes, faults: Faults) -> ClubData:
    """Read the bytes of a club file; ClubFileError if they are no JSON. Other faults are noted."""
    fields = Fields(parse(data), "", faults)
    fields.choice("format", [FORMAT])
    mafia = fields.nested("mafia")
    club = ClubData(
        players=fields.items("players", _player, (), each_alone=True),
        seasons=mafia.items("seasons", _season, (), each_alone=True),
        games=mafia.items("games", _game, (), each_alone=True),
        tournaments=fields.items("tournaments", _tournament, (), each_alone=True),
    )
    mafia.build(dict)
    fields.build(dict)
    return club


def _player(value: object, path: str, faults: Faults) -> PlayerData | None:
    fields = Fields(value, path, faults)
    return fields.build(
        PlayerData,
        path=path,
        nickname=fields.text("nickname"),
        full_name=fields.text("full_name", None),
        aliases=fields.texts("aliases", ()),
    )


def _season(value: object, path: str, faults: Faults) -> SeasonData | None:
    fields = Fields(value, path, faults)
    return fields.build(
        SeasonData,
        path=path,
        slug=fields.text("slug"),
        name=fields.text("name"),
        starts_on=fields.date("starts_on"),
        ends_on=fields.date("ends_on"),
    )


# Mafia


def _game(value: object, path: str, faults: Faults) -> GameData | None:
    fields = Fields(value, path, faults)
    header = {
        "played_on": fields.date("played_on"),
        "table": fields.whole("table", SMALL),
        "number": fields.whole("number", SMALL),
        "status": fields.choice("status", Game.Status.values),
    }
    protocol = scoring.Protocol(
        judge=fields.text("judge"),
        result=fields.choice("result", scoring.RESULTS),
        first_killed=fields.whole_or_null("first_killed"),
        best_move=fields.wholes("best_move"),
        seats=tuple(fields.items("seats", _mafia_seat)),
        bonuses=tuple(fields.items("bonuses", _bonus)),
        penalties=tuple(fields.items("penalties", _penalty)),
    )
    return fields.build(GameData, path=path, protocol=protocol, **header)


def _mafia_seat(value: object, path: str, faults: Faults) -> scoring.SeatEntry | None:
    fields = Fields(value, path, faults, ignored=["points"])
    return fields.build(
        scoring.SeatEntry,
        seat=fields.whole("seat"),
        player=fields.text("player"),
        role=fields.choice("role", scoring.ROLES),
        removal=fields.choice("removal", scoring.REMOVALS, scoring.NO_REMOVAL),
    )


def _bonus(value: object, path: str, faults: Faults) -> scoring.BonusEntry | None:
    fields = Fields(value, path, faults)
    return fields.build(
        scoring.BonusEntry,
        seat=fields.whole("seat"),
        points=fields.decimal("points"),
        approval=fields.choice("approval", FILE_APPROVALS, None),
    )


def _penalty(value: object, path: str, faults: Faults) -> scoring.PenaltyEntry | None:
    fields = Fields(value, path, faults)
    return fields.build(
        scoring.PenaltyEntry,
        seat=fields.whole("seat"),
        ground=fields.choice("ground", scoring.GROUND_ROLES),
        approval=fields.choice("approval", FILE_APPROVALS, None),
    )


# Tournaments


def _tournament(value: object, path: str, faults: Faults) -> TournamentData | None:
    fields = Fields(value, path, faults)
    return fields.build(
        TournamentData,
        path=path,
        slug=fields.text("slug"),
        name=fields.text("name"),
        place=fields.text("place", ""),
        starts_on=fields.date("starts_on"),
        ends_on=fields.date("ends_on"),
        scoring=fields.choice("scoring", Tournament.Scoring.values),
        counted_rounds=fields.whole("counted_rounds", SMALL, None),
        status=fields.choice("status", Tournament.Status.values, None),
        rounds=fields.items("rounds", _round, each_alone=True),
    )


def _round(value: object, path: str, faults: Faults) -> RoundData | None:
    fields = Fields(value, path, faults)
    return fields.build(
        RoundData,
        path=path,
        number=fields.whole("number", SMALL),
        weight=fields.fraction("weight"),
        last_year=fields.whole("last_year", SMALL, None),
        boards=fields.items("boards", _board, each_alone=True),
    )


def _board(value: object, path: str, faults: Faults) -> BoardData | None:
    fields = Fields(value, path, faults)
    seats = fields.items("seats", _board_seat)
    return fields.build(
        BoardData,
        path=path,
        table=fields.text("table"),
        weight=fields.fraction("weight"),
        finished=fields.flag("finished", default=True),
        entries=tuple(entry for entry, _counts in seats),
        counts={entry.power: counts for entry, counts in seats if counts},
    )


def _board_seat(value: object, path: str, faults: Faults) -> tuple[baf.Entry, Mapping[int, int]] | None:
    fields = Fields(value, path, faults, ignored=["score", "weighted_score"])
    counts = _counts(fields.nested("counts"))
    left_fields = fields.nested_if_given("left", ignored=["weighted_score"])
    left = _left(left_fields) if left_fields else None
    entry = fields.build(
        baf.Entry,
        power=fields.choice("power", baf.POWERS),
        player=fields.text_or_null("player"),
        centres=fields.whole("centres"),
        has_units=fields.flag("has_units", default=True),
        holds_home_centre=fields.flag("holds_home_centre", default=True),
        credit=fields.share("credit"),
        left=left,
    )
    unsound = entry is None or counts is None or (left_fields is not None and left is None)
    return None if unsound else (entry, counts)


def _left(fields: Fields) -> baf.Leaver | None:
    """Read who left the power."""
    return fields.build(baf.Leaver, player=fields.text("player"), credit=fields.share("credit", REQUIRED))


def _counts(fields: Fields) -> Mapping[int, int] | None:
    counts = {}
    for year, centres in fields.entries():
        if year.isascii() and year.isdecimal() and len(year) == 4:
            counts[int(year)] = centres
        else:
            fields.wrong(year, _("must be a game year such as 1901"))
    return counts if fields.sound else None
