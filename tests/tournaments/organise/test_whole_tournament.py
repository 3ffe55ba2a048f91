"""A tournament of 105 players, from the list to the end, through the pages that an organiser fills in."""

import random
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import combinations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.pages import filled_in, text_of
from tournaments import baf
from tournaments.models import Board, Seat, Tournament
from tournaments.seating import Pair

from .test_seating import confirmation

pytestmark = pytest.mark.django_db

PLAYERS = [f"Player {number}" for number in range(1, 106)]
TEAMS = {player: f"Team {number // 5}" for number, player in enumerate(PLAYERS[:30])}
ROUNDS = {1: ("2/3", 1906), 2: ("7/9", 1907), 3: ("8/9", 1908), 4: ("1", 1909)}
COUNTED = 3
MANAGE = "/tournaments/grand/manage/"


@dataclass(frozen=True)
class Played:
    """What was entered of a board: nicknames and centres by power."""

    round: int
    players: Mapping[str, str]
    centres: Mapping[str, int]

    def results(self) -> list[baf.Result]:
        """Return what the rule makes of it."""
        scores = baf.score_board(baf.PowerResult(power, centres) for power, centres in self.centres.items())
        weight = Fraction(ROUNDS[self.round][0])
        return [
            baf.Result(self.players[power], self.round, baf.weighted(score.points, weight), score.outcome)
            for power, score in scores.items()
        ]


def ranking(boards: Iterable[Played]) -> dict[str, tuple]:
    """Return place, total and points by round of each player, by the rule alone."""
    lines = baf.standings([result for board in boards for result in board.results()], COUNTED)
    return {line.player: (line.place, line.total, line.rounds) for line in lines}


def game(chance: random.Random, last_year: int) -> dict[int, dict[str, int]]:
    """Return the centres of a legal game by year and power: nobody comes back from 0, and a solo ends it."""
    centres, years = dict(baf.OPENING_CENTRES), {}
    for year in range(baf.FIRST_YEAR, last_year + 1):
        for _move in range(chance.randint(5, 9)):
            alive = [power for power in baf.POWERS if centres[power]]
            winner = chance.choices(alive, [centres[power] ** 2 for power in alive])[0]
            if baf.neutral_centres(centres.values()) and chance.random() < 0.8:
                centres[winner] += 1
            elif losers := [power for power in alive if power != winner]:
                centres[chance.choice(losers)] -= 1
                centres[winner] += 1
            if centres[winner] >= baf.SOLO:
                return years | {year: centres}
        years[year] = dict(centres)
    return years


def best_by_power(boards: Iterable[Played]) -> dict[str, set[str]]:
    """Return who has the best result with each power, by the rule alone."""
    played = defaultdict(list)
    for board in boards:
        powers = {player: power for power, player in board.players.items()}
        for result in board.results():
            played[f"Best {powers[result.player].capitalize()}"].append((result.points, result.player))
    return {
        prize: {player for points, player in results if points == max(results)[0]} for prize, results in played.items()
    }


def prizes_of(client: Client) -> dict[str, set[str]]:
    """Return who has won each prize as the page has them."""
    winners = defaultdict(set)
    for row in client.get("/tournaments/grand/prizes/").context["table"].rows:
        winners[row.record["prize"]].add(row.record["player"])
    return winners


def table_of(response: HttpResponse) -> dict[str, tuple]:
    """Return place, total and points by round of each player as the page has them, in the order of the page."""
    rows = [row.record for row in response.context["table"].rows]
    assert [row["place"] for row in rows] == sorted(row["place"] for row in rows)
    return {
        row["player"]: (
            row["place"],
            row["total"],
            {number: row[f"round_{number}"] for number in ROUNDS if f"round_{number}" in row},
        )
        for row in rows
    }


def create(client: Client) -> Tournament:
    """Create the tournament, its rounds, its players' list and prizes, and publish it."""
    details = {"name": "Grand", "starts_on": "2026-07-11", "ends_on": "2026-07-12", "counted_rounds": COUNTED}
    assert client.post("/tournaments/new/", details).url == MANAGE
    for number, (weight, last_year) in ROUNDS.items():
        client.post(f"{MANAGE}rounds/", {"number": number, "weight": weight, "last_year": last_year})
    lines = "".join(f'"{player}";{TEAMS.get(player, "")}\r\n' for player in PLAYERS)
    file = SimpleUploadedFile("list.csv", f"\ufeffnickname;team\r\n{lines}".encode(), "text/csv")
    shown = client.post(f"{MANAGE}players/list/", {"file": file, "create": "on"})
    text = shown.context["form"].cleaned_data["text"]
    client.post(f"{MANAGE}players/list/", {"text": text, "create": "on", "confirmed": "1"})
    client.post(f"{MANAGE}prizes/add/", {"kind": "best_power"})
    client.post(f"{MANAGE}status/", {"step": "publish"})
    return Tournament.objects.get(slug="grand")


def seat_round(client: Client, number: int) -> list[Board]:
    """Call everybody, look at a seating, and make it; return the boards, with their seats."""
    page = f"{MANAGE}rounds/{number}/"
    client.post(f"{page}call/", {"everybody": "1"})
    with CaptureQueriesContext(connection) as queries:
        preview = client.get(f"{page}seating/", {"seed": number})
    assert len(queries) <= 10
    assert not Board.objects.filter(round__number=number).exists()
    assert [preview.context[part] for part in ("meetings", "powers", "broken")] == [[], [], []]
    assert client.post(f"{page}seating/", confirmation(preview)).status_code == 302
    return list(Board.objects.filter(round__number=number).with_seats())


def enter(client: Client, board: Board, years: Mapping[int, Mapping[str, int]], with_years: bool) -> Played:
    """Enter a game: year by year, or its end alone."""
    final = years[max(years)]
    if with_years:
        page = f"/tournaments/boards/{board.pk}/years/"
        typed = {f"{power}_{year}": count for year, counts in years.items() for power, count in counts.items()}
    else:
        page = f"/tournaments/boards/{board.pk}/edit/"
        typed = {f"{power}_centres": count for power, count in final.items()}
    form = client.get(page).context["form"]
    response = client.post(page, filled_in(form) | typed | {"finished": "on"})
    assert response.url == board.get_absolute_url()
    return Played(board.round.number, {seat.power: seat.player.nickname for seat in board.seats.all()}, final)


def assert_seated_well(boards: Collection[Played]) -> None:
    """Everybody once a round, nobody twice with a power, no two players twice on a board, no team mates together."""
    for number in {board.round for board in boards}:
        seated = [player for board in boards if board.round == number for player in board.players.values()]
        assert sorted(seated) == sorted(PLAYERS)
    powers = Counter((player, power) for board in boards for power, player in board.players.items())
    meetings = Counter(Pair(pair) for board in boards for pair in combinations(board.players.values(), 2))
    assert set(powers.values()) == set(meetings.values()) == {1}
    mates = {Pair(pair) for pair in combinations(TEAMS, 2) if TEAMS[pair[0]] == TEAMS[pair[1]]}
    assert not mates & meetings.keys()


def test_105_players_are_seated_play_four_rounds_and_are_ranked(organiser_client, client):
    chance, played = random.Random(1805), {}
    cup = create(organiser_client)
    assert cup.entrants.count() == 105
    for number, (_weight, last_year) in ROUNDS.items():
        for index, board in enumerate(seat_round(organiser_client, number)):
            years = game(chance, last_year)
            played[board.pk] = enter(organiser_client, board, years, with_years=index % 5 == 0)
        assert table_of(client.get("/tournaments/grand/")) == ranking(played.values())
    assert_seated_well(played.values())

    results = [result for board in played.values() for result in board.results()]
    assert {result.outcome for result in results} == set(baf.OUTCOMES)
    stored = Seat.objects.values_list("player__nickname", "round__number", "weighted_score", "outcome")
    assert sorted(stored) == sorted((each.player, each.round, each.points, each.outcome) for each in results)

    assert prizes_of(client) == best_by_power(played.values())

    finished = organiser_client.post(f"{MANAGE}status/", {"step": "finish"}, follow=True)
    assert "The tournament is finished." in text_of(finished)
    cup.refresh_from_db()
    assert cup.status == Tournament.Status.FINISHED

    corrected = Board.objects.with_seats().get(pk=sorted(played)[1])  # entered by its end alone
    solo = dict.fromkeys(baf.POWERS, 0) | {"turkey": 34}
    played[corrected.pk] = enter(organiser_client, corrected, {1906: solo}, with_years=False)
    expected, soloist = ranking(played.values()), played[corrected.pk].players["turkey"]
    assert expected[soloist][2][1] == Decimal("66.667")
    assert table_of(client.get("/tournaments/grand/")) == expected
    assert prizes_of(client) == best_by_power(played.values())
