"""The call of a round: who of the players' list is here and plays, who is here and sits out, who is away."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from .models import Entrant, Presence, Round

PLAYS, SITS_OUT = Presence.Kind.PLAYS.value, Presence.Kind.SITS_OUT.value
AWAY = "away"  # no row is stored
KINDS = [*Presence.Kind.choices, (AWAY, _("away"))]


@dataclass
class Line:
    """A player on the list: what was called for the round, and how often the player sat out another round."""

    entrant: Entrant
    kind: str
    sat_out: int


def attendance(round_: Round) -> list[Line]:
    """Return who may be called, by name: those on the list who have not withdrawn. Two queries."""
    called, sat_out = {}, {}
    rows = Presence.objects.filter(round__tournament=round_.tournament_id)
    for player, where, kind in rows.values_list("player_id", "round_id", "kind"):
        if where == round_.pk:
            called[player] = kind
        elif kind == SITS_OUT:
            sat_out[player] = sat_out.get(player, 0) + 1
    entrants = round_.tournament.entrants.present().with_players().with_board_count()
    return [
        Line(entrant, called.get(entrant.player_id, AWAY), sat_out.get(entrant.player_id, 0)) for entrant in entrants
    ]


@transaction.atomic
def call_over(round_: Round, kinds: Mapping[int, str], by) -> None:
    """Store what the players do in the round: PLAYS, SITS_OUT or AWAY by the player's key; others stay as they are.

    Raises PermissionDenied, and ValidationError for a player who is not on the list or has withdrawn meanwhile.
    """
    round_.tournament.require_runner(by)
    Round.objects.select_for_update(of=("self",)).get(pk=round_.pk)
    listed = round_.tournament.entrants.present().filter(player__in=kinds).values_list("player_id", flat=True)
    if set(kinds) - set(listed):
        raise ValidationError(_("The players' list has changed: look at the call again."))
    here = {player: kind for player, kind in kinds.items() if kind != AWAY}
    round_.presences.filter(player__in=kinds.keys() - here.keys()).delete()
    Presence.objects.bulk_create(
        (Presence(round=round_, player_id=player, kind=kind) for player, kind in here.items()),
        update_conflicts=True,
        unique_fields=["round", "player"],
        update_fields=["kind"],
    )
