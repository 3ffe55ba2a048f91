"""Each way to make boards that the call of a round offers, taken as an organiser takes it: to boards that count."""

import re
from fractions import Fraction

import pytest
from django.http import HttpResponse

from tests.factories import make_players, make_round
from tests.pages import filled_in, text_of
from tournaments import baf
from tournaments.calls import Choice, choices
from tournaments.models import Board, Entrant, Tournament
from tournaments.round_call import PLAYS, SITS_OUT

from .test_seating import SEATING, confirmation

pytestmark = pytest.mark.django_db

CALL = "/tournaments/cup/manage/rounds/1/call/"
WAYS = [(players, way) for players in (6, 7, 8, 11, 12, 13, 15, 18, 20, 27) for way in choices(players)]
END = dict(zip(baf.POWERS, (9, 8, 7, 5, 3, 2, 0), strict=True))


def sit_out(cup: Tournament, page: HttpResponse, count: int) -> dict[str, str]:
    """Fill in the call: so many of the players sit out, the others play."""
    names = [field.html_name for field in page.context["form"]]
    return {name: SITS_OUT if index < count else PLAYS for index, name in enumerate(names)}


def links(page: HttpResponse) -> set[str]:
    """Return where the buttons of the ways lead."""
    return set(re.findall(r'href="([^"]+)">Seat them so<', page.content.decode()))


@pytest.mark.parametrize(("players", "way"), WAYS, ids=[f"{players}-{way.sit_out} out" for players, way in WAYS])
def test_a_way_that_is_offered_leads_to_boards_that_count(organiser_client, client, cup, players: int, way: Choice):
    make_round(1, tournament=cup)
    Entrant.objects.bulk_create(
        Entrant(tournament=cup, player=player)
        for player in make_players(f"P{number}" for number in range(1, players + 1)).values()
    )
    page = organiser_client.post(CALL, {"everybody": "1"}, follow=True)
    assert way in [offered for offered, *_sentences in page.context["ways"]]
    if way.sit_out:
        page = organiser_client.post(CALL, sit_out(cup, page, way.sit_out), follow=True)
    assert links(page) == {SEATING}

    preview = organiser_client.get(SEATING, {"unplayed": "italy"})
    organiser_client.post(SEATING, confirmation(preview))
    boards = list(Board.objects.with_seats())
    weights = [Fraction(1)] * way.full + [Fraction(6, 7)] * way.six
    assert [board.weight for board in boards] == weights
    assert [seat.power for board in boards for seat in board.seats.all() if not seat.player] == ["italy"] * way.six
    seated = {seat.player.nickname for board in boards for seat in board.seats.all() if seat.player}
    away = {f"P{number}" for number in range(1, players + 1)} - seated
    assert len(seated) == players - way.sit_out
    for nickname in away:
        assert f"{nickname} sits this round out." in text_of(client.get("/tournaments/cup/my-board/", {"q": nickname}))

    for board in boards:
        edit = f"/tournaments/boards/{board.pk}/edit/"
        typed = filled_in(organiser_client.get(edit).context["form"])
        typed |= {f"{power}_centres": count for power, count in END.items()} | {"finished": "on"}
        assert organiser_client.post(edit, typed).status_code == 302
    totals = {line.player.nickname: str(line.total) for line in cup.standings()}
    assert totals.keys() == seated
    for board in boards:
        austria = board.seats.get(power="austria").player.nickname
        assert totals[austria] == ("43.709" if board.weight != 1 else "50.994")
    assert (cup.entrants.count(), len(away)) == (players, way.sit_out)
