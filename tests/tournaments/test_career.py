"""What a player did over the tournaments."""

from decimal import Decimal

import pytest

from tests.factories import make_board, make_player, make_round, make_tournament
from tournaments.models import Tournament
from tournaments.models.career import tournaments_of

pytestmark = pytest.mark.django_db


def test_standings_of_the_tournaments_played(django_assert_num_queries):
    first, second, running = (
        make_tournament(slug, starts_on=f"202{year}-07-01", ends_on=f"202{year}-07-02")
        for year, slug in enumerate(("first", "second", "running"))
    )
    make_board(make_round(tournament=first), centres=[18, 16, 0, 0, 0, 0, 0])
    make_board(make_round(1, tournament=second), centres=[18, 16, 0, 0, 0, 0, 0], players="BACDEFG")
    make_board(make_round(2, tournament=second), centres=[16, 18, 0, 0, 0, 0, 0], players="HICDEFG")
    make_board(make_round(tournament=running), finished=False)
    player = make_player("A")
    with django_assert_num_queries(2):
        lines = tournaments_of(Tournament.objects.all(), player)
    assert [(tournament, line.place, line.total) for tournament, line, _prizes in lines] == [
        (second, 3, Decimal("0.000")),
        (first, 1, Decimal("100.000")),
    ]


def test_only_the_counted_rounds_make_the_total():
    cup = make_tournament(counted_rounds=1)
    make_board(make_round(1, tournament=cup), centres=[18, 16, 0, 0, 0, 0, 0])
    make_board(make_round(2, "1/2", cup), centres=[18, 16, 0, 0, 0, 0, 0])
    [(_, line, _prizes)] = tournaments_of(Tournament.objects.all(), make_player("A"))
    assert line.total == Decimal("100.000")


def test_no_standings_without_boards():
    make_tournament()
    assert tournaments_of(Tournament.objects.all(), make_player("A")) == []
