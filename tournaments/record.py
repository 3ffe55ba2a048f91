"""What a player did in a tournament: the boards, how the total adds up, who was met."""

from collections import defaultdict
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from clubsite.models import Player
from clubsite.names import normal_form

from . import baf
from .models import Entrant, Seat, Tournament
from .models.prize import Prize, awards, prize_rows
from .models.seat import Part
from .wording import weighing


class Line(NamedTuple):
    """A board of the player: the seat and the player's part, the score with its weights ("50.710 × 2/3").

    `begun`: there is more of the board than who sits there. `counts`: it makes the total.
    """

    seat: Seat
    part: Part
    calculation: str
    begun: bool
    counts: bool


class Record:
    """What a player did in a tournament; five queries, six with a team. Neither entry nor seat: it is empty."""

    def __init__(self, tournament: Tournament, player: Player) -> None:
        self.tournament, self.player = tournament, player
        self.entrant: Entrant | None = tournament.entrants.filter(player=player).first()
        seats = Seat.objects.filter(round__tournament=tournament)
        own = seats.of(player).order_by().values("board")
        self.seats = seats.filter(board__in=own, player__isnull=False).by_board()

    def __bool__(self) -> bool:
        return bool(self.entrant or self.seats)

    @cached_property
    def standings(self) -> list[baf.Standing]:
        return self.tournament.standings(origins=True)

    @cached_property
    def standing(self) -> baf.Standing | None:
        """The player's line of the standings; None before a board of the player's is finished."""
        return next((line for line in self.standings if line.player.pk == self.player.pk), None)

    def lines(self) -> list[Line]:
        """Return the player's boards, round by round."""
        counted = self.standing.counted if self.standing else frozenset()
        return [
            Line(
                seat,
                part,
                weighing(seat.score, seat.board.round.weight, seat.board.weight, part.credit),
                begun=seat.board_begun,
                counts=seat.board.round.number in counted,
            )
            for seat in self.seats
            for part in seat.parts()
            if part.player == self.player
        ]

    def meetings(self) -> list[tuple[int, list[Player]]]:
        """Return who was met how often, the most often met first, by name; not who had the same power.

        A board that has only been seated is no meeting yet.
        """
        times: dict[Player, int] = defaultdict(int)
        for seat in self.seats:
            players = [part.player for part in seat.parts()]
            if seat.board_begun and self.player not in players:
                for player in players:
                    times[player] += 1
        ordered = sorted(times, key=lambda player: (-times[player], player.nickname_order))
        return [(count, list(players)) for count, players in groupby(ordered, key=times.get)]

    def prizes(self) -> list[Prize]:
        """Return the prizes that the player has won, or shares, as it stands."""
        results = (result for line in self.standings for result in line.results.values())
        given = awards(prize_rows(self.tournament), results)
        return [award.prize for award in given if any(each.player.pk == self.player.pk for each in award.winners)]

    def team_mates(self) -> list[Entrant]:
        """Return the others of the player's team, by name."""
        if not (self.entrant and self.entrant.team):
            return []
        team = normal_form(self.entrant.team)
        others = self.tournament.entrants.exclude(team="").exclude(player=self.player).with_players()
        return [entrant for entrant in others if normal_form(entrant.team) == team]
