"""Merging two members who are one person: what forbids it, what moves, and the merging itself."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import models, transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from mafia_rating.models import Cup, CupEntry, Game, Season
from mafia_rating.snapshots import renamed as renamed_game
from tournaments.models import Board, KeepApart, Round
from tournaments.models import Seat as BoardSeat
from tournaments.snapshots import renamed as renamed_board

from .history import SnapshotBase
from .models import Alias, Invitation, MergedPlayer, Player, lock_names

MERGE = "clubsite.merge_players"
GONE = _("One of the two has been merged or deleted meanwhile.")


class Refusal(NamedTuple):
    """What forbids a merge, in words, the thing that it is about, and the page where that can be looked at."""

    reason: str
    thing: object
    url: str

    def __str__(self) -> str:
        return f"{self.reason}: {self.thing}"


def relations() -> Iterator[models.Field]:
    """Yield every field of the database that names a player, but for those of the history."""
    for relation in Player._meta.get_fields(include_hidden=True):
        foreign = relation.auto_created and not relation.concrete and not relation.many_to_many
        if foreign and not issubclass(relation.related_model, SnapshotBase):
            yield relation.field


def refusals(kept: Player, gone: Player) -> list[Refusal]:
    """Return what forbids to merge `gone` into `kept`; empty if nothing does."""
    if kept == gone:
        return [Refusal(_("These are one member already"), kept, kept.get_absolute_url())]
    found = []
    if kept.user_id and gone.user_id:
        admin = reverse("admin:clubsite_player_change", args=[gone.pk])
        found.append(Refusal(_("Both have an account; one must be taken away first"), gone.user, admin))
    sat, judged = Q(seats__player=kept), Q(judge=kept)
    games = Game.objects.filter(Q(sat | judged) & Q(pk__in=gone.mafia_seats.values("game")) | sat & Q(judge=gone))
    found += [
        Refusal(_("Both took part in the same game"), game.title, game.get_absolute_url()) for game in games.distinct()
    ]
    own, others = BoardSeat.objects.of(kept), BoardSeat.objects.of(gone)
    seats = (own | others).filter(round__in=own.values("round")).filter(round__in=others.values("round"))
    boards = Board.objects.filter(pk__in=seats.values("board")).select_related("round__tournament")
    for board in boards:
        name = f"{board.round.tournament}, {board.round}, {board}"
        found.append(Refusal(_("Both sat in the same round"), name, board.get_absolute_url()))
    closed = Season.objects.filter(pk__in=kept.closed_lines.values("season")).filter(closed_lines__player=gone)
    found += [
        Refusal(
            _("Both have a line in the table of a closed season, which must be reopened first"),
            season,
            season.get_absolute_url(),
        )
        for season in closed
    ]
    twins = kept.cup_entries.on_list().filter(cup__in=gone.cup_entries.on_list().values("cup")).select_related("cup")
    found += [
        Refusal(_("Both are on the list of a cup; one must withdraw first"), entry.cup, entry.cup.get_absolute_url())
        for entry in twins
    ]
    return found


def moving(gone: Player) -> list[tuple[str, int]]:
    """Return what belongs to a member and would move: in words, and how many of it."""
    fields = {_label(field): field for field in relations()}
    counts: Counter[str] = Counter()
    for label, thing in THINGS.items():
        counts[str(thing)] += fields[label].model._base_manager.filter(**{fields[label].name: gone}).count()
    return [(thing, count) for thing, count in counts.items() if count]


def merge(kept: Player, gone: Player, by) -> None:
    """Make two members one: all that `gone` has moves to `kept`, his names become aliases; all or nothing.

    Stored points stay. PermissionDenied without clubsite.merge_players; ValidationError where refusals() has any.
    """
    if not by.has_perm(MERGE):
        raise PermissionDenied
    with transaction.atomic():
        lock_names()
        for model in (Season, Round, Cup):
            # Whoever writes a game, a board or a list holds one of these to the end, and only then its players.
            list(model.objects.select_for_update(of=("self",), no_key=True).order_by("pk").values_list("pk"))
        locked = Player.objects.select_for_update(of=("self",)).filter(pk__in=[kept.pk, gone.pk]).order_by("pk")
        players = {player.pk: player for player in locked}
        if not {kept.pk, gone.pk} <= players.keys():
            raise ValidationError(GONE, code="gone")
        kept, gone = players[kept.pk], players[gone.pk]
        if found := refusals(kept, gone):
            raise ValidationError([str(refusal) for refusal in found], code="refused")
        for field in relations():
            mover_of(field)(field, kept, gone)
        _rename_in_history(gone.pk, kept.pk)
        former, account = gone.pk, gone.user
        gone.delete()
        Alias.objects.create(player=kept, name=gone.nickname)
        MergedPlayer.objects.create(former_key=former, nickname=gone.nickname, into=kept, by=by)
        kept.user = kept.user or account
        kept.full_name = kept.full_name or gone.full_name
        kept.active = kept.active or gone.active
        kept.save(update_fields=["user", "full_name", "active"])


merge.alters_data = True


def _rename_in_history(former: int, key: int) -> None:
    """Let old versions of games and boards name the member who is left: they are read, compared and restored by key."""
    for model, renamed in ((Game, renamed_game), (Board, renamed_board)):
        versions = model.history.model.objects
        for version in versions.only("snapshot").iterator(chunk_size=200):
            snapshot = renamed(version.snapshot, former, key)
            if snapshot != version.snapshot:
                versions.filter(pk=version.pk).update(snapshot=snapshot)
    Game.history.model.objects.filter(judge=former).update(judge=key)


# What a member has, in words, and how the rows of each relation move

THINGS = {
    "mafia_rating.Seat.player": _("Mafia games played"),
    "mafia_rating.Game.judge": _("Mafia games judged"),
    "mafia_rating.ClosedLine.player": _("Lines in closed seasons"),
    "mafia_rating.CupEntry.player": _("Registrations for cups"),
    "mafia_rating.Cup.free_entry": _("Free entries to cups"),
    "tournaments.Seat.player": _("Boards played"),
    "tournaments.Seat.left_player": _("Boards left to somebody else"),
    "tournaments.Entrant.player": _("Tournaments, on the players' list"),
    "tournaments.Presence.player": _("Round calls answered"),
    "tournaments.KeepApart.first": _("Pairs to keep apart"),
    "tournaments.KeepApart.second": _("Pairs to keep apart"),
    "tournaments.Prize_winners.player": _("Prizes"),
    "clubsite.Alias.player": _("Aliases"),
    "clubsite.Rename.player": _("Changes of nickname"),
    "clubsite.MergedPlayer.into": _("Members merged into this one"),
    "clubsite.Invitation.player": _("Invitations"),
}

Mover = Callable[[models.Field, Player, Player], None]


def move(field: models.Field, kept: Player, gone: Player) -> None:
    """Let every row name `kept`."""
    field.model._base_manager.filter(**{field.name: gone}).update(**{field.name: kept})


def once_per(other: str) -> Mover:
    """Return a mover for rows of which a player has one for each `other`: where both have one, that of `kept` stays."""

    def move_unless_there(field: models.Field, kept: Player, gone: Player) -> None:
        rows = field.model._base_manager
        there = rows.filter(**{field.name: kept}).values(other)
        rows.filter(**{field.name: gone, f"{other}__in": there}).delete()
        move(field, kept, gone)

    return move_unless_there


def move_pairs(field: models.Field, kept: Player, gone: Player) -> None:
    """Keep the same players apart, once each, in order; a pair of the two ends."""
    for pair in KeepApart.objects.filter(Q(first=gone) | Q(second=gone)):
        pair.delete()
        players = sorted({pair.first_id, pair.second_id} - {gone.pk} | {kept.pk})
        if len(players) == 2:
            KeepApart.objects.get_or_create(tournament_id=pair.tournament_id, first_id=players[0], second_id=players[1])


def move_cup_entries(field: models.Field, kept: Player, gone: Player) -> None:
    """Drop the withdrawn one of two registrations for a cup."""
    for entry in CupEntry.objects.filter(player=gone, cup__in=kept.cup_entries.values("cup")):
        dropped = kept.cup_entries.get(cup=entry.cup_id) if entry.is_on_list else entry
        dropped.delete()
    move(field, kept, gone)


def move_invitations(field: models.Field, kept: Player, gone: Player) -> None:
    """Take the open ones back: each was for the other name."""
    Invitation.objects.filter(player=gone, used_at=None, revoked_at=None).update(revoked_at=timezone.now())
    move(field, kept, gone)


MOVERS: dict[str, Mover] = {
    # refusals() sees to it that these cannot meet
    "mafia_rating.Seat.player": move,
    "mafia_rating.ClosedLine.player": move,
    "tournaments.Seat.player": move,
    "tournaments.Seat.left_player": move,
    "mafia_rating.CupEntry.player": move_cup_entries,
    "tournaments.Entrant.player": once_per("tournament"),
    "tournaments.Presence.player": once_per("round"),
    "tournaments.Prize_winners.player": once_per("prize"),
    "tournaments.KeepApart.first": move_pairs,
    "tournaments.KeepApart.second": move_pairs,
    "clubsite.Invitation.player": move_invitations,
}


def mover_of(field: models.Field) -> Mover:
    """Return how the rows of a relation move. A field in a unique constraint needs a mover of its own: KeyError."""
    meta = field.model._meta
    together = [*meta.unique_together, *(unique.fields for unique in meta.total_unique_constraints)]
    together += [each.fields for each in meta.constraints if isinstance(each, models.UniqueConstraint)]
    if field.unique or any(field.name in names for names in together):
        return MOVERS[_label(field)]
    return move


def _label(field: models.Field) -> str:
    return f"{field.model._meta.label}.{field.name}"
