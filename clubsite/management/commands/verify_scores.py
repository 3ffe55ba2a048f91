from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import chain

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubsite.verification import Number
from mafia_rating.models import Game, Season
from mafia_rating.verify import closed_numbers, seat_numbers
from tournaments.models import Board, Tournament
from tournaments.verify import board_numbers

from .standings import find


class Command(BaseCommand):
    help = (
        "Compute every stored number of both games anew from what was entered, and list those that differ; changes "
        "nothing. The exit status is 1 when any differs. Run it while nobody enters anything."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--season", metavar="SLUG", help="only the games and the table of this season")
        parser.add_argument("--tournament", metavar="SLUG", help="only the boards of this tournament")

    def handle(self, *, season: str | None, tournament: str | None, **options: object) -> None:
        count = wrong = 0
        for number in numbers(season, tournament):
            count += 1
            if number.differs:
                wrong += 1
                self.stdout.write(str(number))
        if wrong:
            sentence = ngettext(
                "%(wrong)s of %(count)s numbers is wrong.", "%(wrong)s of %(count)s numbers are wrong.", wrong
            )
            raise CommandError(sentence % {"wrong": wrong, "count": count})
        self.stdout.write(_("All %(count)s numbers are right.") % {"count": count})


def numbers(season: str | None, tournament: str | None) -> Iterator[Number]:
    """Yield every stored number, or only those of a season, of a tournament, or of both; CommandError for no such."""
    games, seasons, boards = Game.objects.all(), Season.objects.all(), Board.objects.all()
    if season or tournament:
        only = season and find(Season, season)
        games, seasons = games.filter(season=only), seasons.filter(pk=only and only.pk)
        boards = boards.filter(round__tournament=tournament and find(Tournament, tournament))
    return chain(seat_numbers(games), closed_numbers(seasons), board_numbers(boards))
