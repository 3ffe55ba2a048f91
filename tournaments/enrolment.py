"""Putting a list of players on the list of a tournament: what it would do, and doing it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from clubsite.models import Player, lock_names, refuse_aliases
from clubsite.names import normal_form

from .models import Entrant, Tournament
from .players_list import Row

LIKE_SHOWN = 3


@dataclass
class Line:
    """What a row of the list comes to: its player, or None for somebody the club does not know; the entrant there is.

    `like` are nicknames that the unknown one may be meant for.
    """

    row: Row
    player: Player | None
    entrant: Entrant | None
    like: Sequence[str] = ()

    @property
    def team(self) -> str:
        """The team that the player is in then; a row without one leaves it."""
        return self.row.team or (self.entrant.team if self.entrant else "")

    @property
    def changes_team(self) -> bool:
        """Say whether somebody on the list gets another team."""
        return self.entrant is not None and self.team != self.entrant.team

    @property
    def like_shown(self) -> str:
        """Name the first few of the nicknames that the unknown one may be meant for."""
        return ", ".join(self.like[:LIKE_SHOWN])

    def refusal(self) -> str:
        """Say why a row whose player is unknown cannot be taken."""
        if not self.like:
            sentence = _("there is no player “%(nickname)s”.")
        elif len(self.like) == 1:
            sentence = _("there is no player “%(nickname)s”; is it %(like)s? Write the whole nickname.")
        else:
            sentence = _("“%(nickname)s” may be any of %(like)s. Write the whole nickname.")
        params = {"nickname": self.row.nickname, "like": self.like_shown}
        return _("row %(row)s: %(fault)s") % {"row": self.row.number, "fault": sentence % params}


def plan(tournament: Tournament, rows: Iterable[Row]) -> list[Line]:
    """Find what each row of a list comes to; writes nothing. Three queries at most.

    Raises ValidationError with a sentence for each row that names a player of an earlier one, by nickname and by alias.
    """
    keys = {row: normal_form(row.nickname) for row in rows}
    players = Player.objects.by_name(keys.values())
    _refuse_twins(keys, players)
    entrants = {entrant.player_id: entrant for entrant in tournament.entrants.all()}
    lines = [
        Line(row, player := players.get(key), entrants.get(player.pk) if player else None) for row, key in keys.items()
    ]
    if unknown := [line for line in lines if line.player is None]:
        names = {normal_form(name): player for name, player in Player.objects.all_names().items()}
        for line in unknown:
            key = keys[line.row]
            like = (player.nickname for known, player in names.items() if key in known or known in key)
            line.like = list(dict.fromkeys(like))
    return lines


def _refuse_twins(keys: Mapping[Row, str], players: Mapping[str, Player]) -> None:
    first: dict[Player, Row] = {}
    refusals = []
    for row, key in keys.items():
        if (player := players.get(key)) and first.setdefault(player, row) != row:
            fault = _("“%(nickname)s” is %(player)s, who stands in row %(first)s already.") % {
                "nickname": row.nickname,
                "player": player,
                "first": first[player].number,
            }
            refusals.append(_("row %(row)s: %(fault)s") % {"row": row.number, "fault": fault})
    if refusals:
        raise ValidationError(refusals)


def enrol(tournament: Tournament, rows: Iterable[Row], by, create: bool = False) -> list[Line]:
    """Put the players of the rows on the list, all or none; those on it already stay, and get the row's team.

    `create` makes members of unknown players, for which `by` needs clubsite.add_player. Returns what was done.
    Raises PermissionDenied, and ValidationError with a sentence for each row that cannot be taken.
    """
    tournament.require_runner(by)
    try:
        with transaction.atomic():
            # One at a time: the second of two clicks finds everybody on the list.
            Tournament.objects.select_for_update(of=("self",)).get(pk=tournament.pk)
            lines = plan(tournament, rows)
            _add_players([line for line in lines if line.player is None], by, create)
            _add_entrants(tournament, lines)
    except IntegrityError:
        raise ValidationError(_("Somebody has added one of these players just now: look at the list again.")) from None
    return lines


def _add_players(unknown: Sequence[Line], by, create: bool) -> None:
    if not unknown:
        return
    if not create:
        raise ValidationError([line.refusal() for line in unknown])
    if not by.has_perm("clubsite.add_player"):
        raise PermissionDenied
    lock_names()
    refuse_aliases(line.row.nickname for line in unknown)
    players = Player.objects.bulk_create(Player(nickname=line.row.nickname) for line in unknown)
    for line, player in zip(unknown, players, strict=True):
        line.player = player


def _add_entrants(tournament: Tournament, lines: Sequence[Line]) -> None:
    Entrant.objects.bulk_create(
        Entrant(tournament=tournament, player=line.player, team=line.row.team) for line in lines if line.entrant is None
    )
    moved = [line for line in lines if line.changes_team]
    for line in moved:
        line.entrant.team = line.team
    Entrant.objects.bulk_update([line.entrant for line in moved], ["team"])
