"""Seating a round: who sits with whom, and who plays which power. Pure, and repeatable by its seed.

The draw of boards is a local search: players swap boards as long as that brings fewer repeated meetings. Powers are
then given board by board, exactly: all ways to give seven powers to seven players are weighed.
"""

import random
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from .baf import POWERS

Player = Hashable
Pair = frozenset

DRAW, FEWEST_REPEATS, PREFERENCE = METHODS = ("draw", "fewest_repeats", "preference")

# What one meeting of two players costs. Keeping apart outweighs all repeated meetings that a round can bring.
APART_COST = 100_000
TEAM_COST = 1_000
MEETING_COST = 10  # of a second one; a third costs four times as much
SWAPS_PER_PLAYER = 1_500
TRIES = 5


class SeatingError(ValueError):
    """The players do not fill the boards."""


@dataclass(frozen=True)
class Wishes:
    """What a seating takes into account.

    meetings: how often two players sat on one board of the tournament; played: how often a player had a power;
    apart: pairs that must not meet; teams: a player's team, whose members should not meet; preferences: a player's
    powers in order, the dearest first.
    """

    meetings: Mapping[Pair, int] = field(default_factory=dict)
    played: Mapping[tuple[Player, str], int] = field(default_factory=dict)
    apart: Collection[Pair] = ()
    teams: Mapping[Player, Hashable] = field(default_factory=dict)
    preferences: Mapping[Player, Sequence[str]] = field(default_factory=dict)

    def rank(self, player: Player, power: str) -> int | None:
        """Return which of a player's preferences a power is, 1 the dearest; None if it is none of them."""
        preferred = self.preferences.get(player, ())
        return preferred.index(power) + 1 if power in preferred else None


@dataclass(frozen=True)
class Repeats:
    """What a seating could not avoid: pairs with the number of earlier meetings, and powers played before."""

    meetings: Mapping[Pair, int]
    apart: Collection[Pair]
    teams: Collection[Pair]
    powers: Mapping[tuple[Player, str], int]


Board = dict[str, Player | None]


def seat_round(
    players: Sequence[Player],
    unplayed: Sequence[str | None],
    wishes: Wishes,
    *,
    method: str = FEWEST_REPEATS,
    seed: int = 0,
) -> list[Board]:
    """Seat the players of a round; the same arguments give the same seating.

    `unplayed` has one item a board: None for a full board, or the power that nobody plays on a board of six. Returns a
    player (None: nobody) for every power of every board. SeatingError when the number of players does not fit.

    By fewest repeats, boards on which somebody must have a power again are drawn anew, a few times; the best stay.
    """
    sizes = [len(POWERS) - (power is not None) for power in unplayed]
    if sum(sizes) != len(players) or len(set(players)) != len(players):
        raise SeatingError(f"{len(players)} players do not fill boards of {sizes}")
    chance = random.Random(seed)
    best, least = [], None
    for _try in range(TRIES):
        drawn = _draw_boards(players, sizes, wishes, chance)
        boards = [
            _give_powers(board, [power for power in POWERS if power != left_out], wishes, method, chance)
            for board, left_out in zip(drawn, unplayed, strict=True)
        ]
        cost = _cost_left(repeats(boards, wishes))
        if least is None or cost < least:
            best, least = boards, cost
        if method != FEWEST_REPEATS or not least[1]:
            break
    return best


def repeats(boards: Sequence[Mapping[str, Player | None]], wishes: Wishes) -> Repeats:
    """Say which meetings and powers of a seating repeat, and which wishes it breaks."""
    pairs = [
        Pair(pair)
        for board in boards
        for pair in combinations([player for player in board.values() if player is not None], 2)
    ]
    powers = [(player, power) for board in boards for power, player in board.items() if player is not None]
    apart = set(wishes.apart)
    return Repeats(
        meetings={pair: wishes.meetings[pair] for pair in pairs if wishes.meetings.get(pair)},
        apart=[pair for pair in pairs if pair in apart],
        teams=[pair for pair in pairs if _same_team(pair, wishes)],
        powers={choice: wishes.played[choice] for choice in powers if wishes.played.get(choice)},
    )


def swapped(boards: Sequence[Board], one: Player, other: Player) -> list[Board]:
    """Return the seating with two players in each other's place."""
    places = {one: other, other: one}
    return [{power: places.get(player, player) for power, player in board.items()} for board in boards]


def _cost_left(left: Repeats) -> tuple[int, int]:
    """Return what the meetings and the powers of a seating cost: meetings come first."""
    meetings = sum(MEETING_COST * times**2 for times in left.meetings.values())
    wishes = APART_COST * len(left.apart) + TEAM_COST * len(left.teams)
    return meetings + wishes, sum(times**2 for times in left.powers.values())


def _same_team(pair: Pair, wishes: Wishes) -> bool:
    one, other = pair
    team = wishes.teams.get(one)
    return team is not None and team == wishes.teams.get(other)


# Boards


def _costs(players: Sequence[Player], wishes: Wishes) -> list[list[int]]:
    """Return what it costs that two players meet; a third meeting costs more than two second ones."""
    apart = set(wishes.apart)
    costs = [[0] * len(players) for _player in players]
    for one, other in combinations(range(len(players)), 2):
        pair = Pair((players[one], players[other]))
        cost = MEETING_COST * wishes.meetings.get(pair, 0) ** 2
        cost += APART_COST * (pair in apart) + TEAM_COST * _same_team(pair, wishes)
        costs[one][other] = costs[other][one] = cost
    return costs


def _draw_boards(
    players: Sequence[Player], sizes: Sequence[int], wishes: Wishes, chance: random.Random
) -> list[list[Player]]:
    """Deal the players to boards, then swap pairs of them while that lowers the cost of the meetings.

    A swap that changes nothing is taken too: it leads out of dead ends.
    """
    order = list(range(len(players)))
    chance.shuffle(order)
    boards, start = [], 0
    for size in sizes:
        boards.append(order[start : start + size])
        start += size
    costs = _costs(players, wishes)
    place = {player: (number, seat) for number, board in enumerate(boards) for seat, player in enumerate(board)}
    cost_now = [sum(costs[one][other] for one, other in combinations(board, 2)) for board in boards]
    for _attempt in range(SWAPS_PER_PLAYER * len(players) if len(boards) > 1 else 0):
        if not any(cost_now):
            break
        one, other = chance.randrange(len(players)), chance.randrange(len(players))
        (here, seat), (there, other_seat) = place[one], place[other]
        if here == there:
            continue
        row, other_row = costs[one], costs[other]
        # What `one` and `other` leave behind and what they find, each other left out.
        leaving = sum(row[mate] for mate in boards[here]), sum(other_row[mate] for mate in boards[there])
        finding = (
            sum(row[mate] for mate in boards[there]) - row[other],
            sum(other_row[mate] for mate in boards[here]) - row[other],
        )
        if sum(finding) > sum(leaving):
            continue
        cost_now[here] += finding[1] - leaving[0]
        cost_now[there] += finding[0] - leaving[1]
        boards[here][seat], boards[there][other_seat] = other, one
        place[one], place[other] = (there, other_seat), (here, seat)
    return [[players[index] for index in board] for board in boards]


# Powers


def _give_powers(
    players: Sequence[Player], powers: Sequence[str], wishes: Wishes, method: str, chance: random.Random
) -> Board:
    players = list(players)
    chance.shuffle(players)
    given = players if method == DRAW else _cheapest(players, powers, wishes, method)
    return dict.fromkeys(POWERS) | dict(zip(powers, given, strict=True))


def _cheapest(players: list[Player], powers: Sequence[str], wishes: Wishes, method: str) -> list[Player]:
    """Return the players in the order of the powers that costs least; among equals the shuffled order decides.

    Exact: the best way to give the first powers to each set of players is found from the sets one player smaller.
    """
    best: dict[int, tuple[int, list[Player]]] = {0: (0, [])}
    for power in powers:
        larger: dict[int, tuple[int, list[Player]]] = {}
        for taken, (cost, order) in best.items():
            for index, player in enumerate(players):
                if taken >> index & 1:
                    continue
                key, total = taken | 1 << index, cost + _power_cost(player, power, wishes, method)
                if key not in larger or total < larger[key][0]:
                    larger[key] = (total, [*order, player])
        best = larger
    return best[(1 << len(players)) - 1][1]


def _power_cost(player: Player, power: str, wishes: Wishes, method: str) -> int:
    """Return what a power costs a player: repeats first; by preference, the power's rank in the player's list."""
    cost = wishes.played.get((player, power), 0) ** 2
    if method == PREFERENCE:
        rank = wishes.rank(player, power) or len(POWERS) + 1
        return cost + 10 * (rank - 1) ** 2
    return cost
