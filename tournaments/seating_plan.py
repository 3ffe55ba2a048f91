"""The seating of a round: what the draw goes by, from the database, and the boards it becomes."""

import uuid
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubsite.names import natural_key, normal_form

from . import baf, seating
from .baf import SIX_PLAYERS_WEIGHT
from .calls import Choice, choices
from .models import Board, Entrant, Presence, Round, Seat, Tournament


class SeatingRefusedError(ValidationError):
    """The round cannot be seated so."""


@dataclass(frozen=True)
class Standing:
    """A board that the round has already.

    `has_results`: something was entered since it was seated: the end, counts by year, centres, a credit.
    """

    board: Board
    seats: Sequence[Seat]
    has_results: bool

    @property
    def mark(self) -> str:
        """Name this very version of the board: confirming it does not confirm what is entered later."""
        return f"{self.board.pk}:{self.board.version}"


@dataclass(frozen=True)
class Plan:
    """A round to seat: who plays, by the player's key; what the draw goes by; the boards that stand."""

    round: Round
    entrants: Mapping[int, Entrant]
    wishes: seating.Wishes
    standing: Sequence[Standing]

    @property
    def way(self) -> Choice | None:
        """The boards on which everybody who plays has a seat; None while the number fits no boards."""
        return next((way for way in choices(len(self.entrants)) if not way.sit_out), None)

    def draw(self, method: str, seed: int, unplayed: str) -> list[seating.Board]:
        """Draw the seating; `unplayed` is the power that nobody plays on boards of six. SeatingRefusedError."""
        if self.way is None:
            raise SeatingRefusedError(_("The players who are here fill no boards: see the call of the round."))
        left_out = [None] * self.way.full + [unplayed] * self.way.six
        return seating.seat_round(sorted(self.entrants), left_out, self.wishes, method=method, seed=seed)

    def check(self, boards: Sequence[seating.Board]) -> None:
        """Raise SeatingRefusedError unless everybody who plays sits once, with one power unplayed a board at most."""
        seated = [player for board in boards for player in board.values() if player is not None]
        if sorted(seated) != sorted(self.entrants):
            raise SeatingRefusedError(_("The players who are here have changed since this was drawn: draw anew."))
        if any(list(board.values()).count(None) > 1 for board in boards):
            raise SeatingRefusedError(_("On every board one power at most is unplayed."))


def gather(round_: Round) -> Plan:
    """Read what the seating of a round goes by, running boards of other rounds included; three queries."""
    plays = Presence.objects.filter(round=round_, kind=Presence.Kind.PLAYS)
    present = round_.tournament.entrants.present().filter(player__in=plays.values("player")).with_players()
    entrants = {entrant.player_id: entrant for entrant in present}
    seats = (
        Seat.objects.filter(round__tournament=round_.tournament_id)
        .select_related("board", "player")
        .with_begun()
        .order_by("round_id", "power")
    )
    boards = defaultdict(list)
    for seat in seats:
        boards[seat.board].append(seat)
    meetings, played = Counter(), Counter()
    for board, sitting in boards.items():
        if board.round_id != round_.pk:
            both = [(player, seat.power) for seat in sitting for player in (seat.player_id, seat.left_player_id)]
            seated = [(player, power) for player, power in both if player is not None]
            played.update(seated)
            # Two who played one power, one after the other, did not meet.
            meetings.update(
                seating.Pair((one, other))
                for (one, power), (other, other_power) in combinations(seated, 2)
                if power != other_power
            )
    wishes = seating.Wishes(
        meetings=meetings,
        played=played,
        apart=[seating.Pair(pair) for pair in round_.tournament.kept_apart.values_list("first_id", "second_id")],
        teams={player: normal_form(entrant.team) for player, entrant in entrants.items() if entrant.team},
        preferences={player: entrant.preferences for player, entrant in entrants.items()},
    )
    standing = [
        Standing(board, sitting, has_results=sitting[0].board_begun)
        for board, sitting in boards.items()
        if board.round_id == round_.pk
    ]
    return Plan(round_, entrants, wishes, sorted(standing, key=lambda each: natural_key(each.board.table)))


@transaction.atomic
def seat(
    round_: Round,
    boards: Sequence[seating.Board],
    by,
    *,
    token: uuid.UUID,
    confirmed: Collection[str] = (),
    how: str = "",
) -> bool:
    """Make the boards of a round, tables 1 to n, running and without results; all or nothing.

    A board that stands at such a table is recorded over, and its history keeps what it was; others that stand are
    deleted. `confirmed` names every board that stands by its mark. `token` names one filled-in form: sent again, it
    changes nothing, and False is returned. `how` it was drawn is said in the boards' history.

    Raises PermissionDenied, SeatingRefusedError, and what Board.record() raises.
    """
    round_.tournament.require_runner(by)
    # One at a time: whoever comes second finds the boards of the first.
    Round.objects.select_for_update(of=("self",)).get(pk=round_.pk)
    if Board.objects.filter(entry_token=_board_token(token, 1)).exists():
        return False
    if round_.tournament.status == Tournament.Status.FINISHED:
        raise SeatingRefusedError(_("The tournament is finished: reopen it to seat a round."))
    plan = gather(round_)
    plan.check(boards)
    if unconfirmed := [each for each in plan.standing if each.mark not in confirmed]:
        raise _refusal(unconfirmed)
    stored = {each.board.table: each.board for each in plan.standing}
    reason = ": ".join(filter(None, (gettext("the round was seated"), how)))
    round_.boards.all().vacate()
    for table, placed in enumerate(boards, 1):
        board = stored.pop(str(table), None) or Board(round=round_, table=str(table))
        board.finished, board.entry_token = False, _board_token(token, table)
        board.weight = SIX_PLAYERS_WEIGHT if None in placed.values() else Fraction(1)
        entries = [baf.opening_entry(power, player) for power, player in placed.items()]
        board.record(entries, by, counts={}, reason=reason)
    for board in stored.values():
        board._history_user, board._change_reason = by, reason
        board.delete()
    return True


def _board_token(token: uuid.UUID, table: int) -> uuid.UUID:
    return uuid.uuid5(token, str(table))


def _refusal(unconfirmed: Sequence[Standing]) -> SeatingRefusedError:
    with_results = [str(each.board) for each in unconfirmed if each.has_results]
    if with_results:
        return SeatingRefusedError(
            _("Results have been entered: %(boards)s. Tick each of these boards to seat the round anew over them."),
            params={"boards": ", ".join(with_results)},
        )
    return SeatingRefusedError(_("The round has been seated: confirm that its boards are to be replaced."))
