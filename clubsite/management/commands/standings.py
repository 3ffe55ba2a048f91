import csv
import io
import json
from argparse import ArgumentParser
from collections.abc import Iterable, Mapping
from decimal import Decimal

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Model
from django.utils.translation import gettext as _

from mafia_rating.models import Season
from tournaments.models import Tournament
from tournaments.models.tournament import Who

Row = dict[str, object]

SEASON_KEYS = (
    *("place", "player", "games", "wins", "win_percent", "compensations"),
    *("best_move", "bonus", "penalty", "points", "k1", "k2", "final"),
)
TOURNAMENT_KEYS = ("place", "player", "total", "best", "tops", "rounds")


class Command(BaseCommand):
    help = "Print the table of a mafia season or the standings of a tournament."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", choices=["mafia", "tournament"])
        parser.add_argument("slug", help="the address of the season or the tournament, such as 2025-26")
        parser.add_argument("--format", choices=["json", "csv", "text"], default="text")

    def handle(self, *, game: str, slug: str, format: str, **options: object) -> None:  # noqa: A002 -- the option's name
        if game == "mafia":
            keys, lines = SEASON_KEYS, find(Season, slug).table()
        else:
            keys, lines = TOURNAMENT_KEYS, find(Tournament, slug).standings()
        rows = [{key: plain(getattr(line, key)) for key in keys} for line in lines]
        if format == "json":
            self.stdout.write(json.dumps(rows, ensure_ascii=False, indent=1))
            return
        names, cells = flattened(keys, rows)
        self.stdout.write(as_csv(names, cells) if format == "csv" else as_text(names, cells))


def find(model: type[Model], slug: str) -> Model:
    """Find a season or tournament by its slug; CommandError with those there are."""
    found = model.objects.filter(slug=slug).first()
    if found is None:
        known = ", ".join(model.objects.order_by("starts_on").values_list("slug", flat=True)) or _("none yet")
        raise CommandError(
            _("There is no %(kind)s %(slug)s. There are: %(known)s.")
            % {"kind": model._meta.verbose_name, "slug": slug, "known": known}
        )
    return found


def plain(value: object) -> object:
    """Return a value of a line as it is printed: decimals as text, a tournament's player by nickname."""
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, Who):
        return value.nickname
    if isinstance(value, Mapping):
        return {str(number): str(points) for number, points in value.items()}
    return value


def flattened(keys: Iterable[str], rows: list[Row]) -> tuple[list[str], list[list[object]]]:
    """Return the names of the columns and the rows' cells, with a column for every round."""
    numbers = sorted({number for row in rows for number in row.get("rounds", ())}, key=int)
    keys = [key for key in keys if key != "rounds"]
    cells = [[*(row[key] for key in keys), *(row["rounds"].get(number, "") for number in numbers)] for row in rows]
    return [*keys, *(f"round_{number}" for number in numbers)], cells


def as_csv(names: list[str], rows: list[list[object]]) -> str:
    """Write CSV with a head."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([names, *rows])
    return text.getvalue()


def as_text(names: list[str], rows: list[list[object]]) -> str:
    """Write aligned columns: the player to the left, numbers to the right."""
    lines = [[str(cell) for cell in row] for row in (names, *rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if name == "player" else cell.rjust(width)
            for name, cell, width in zip(names, line, widths, strict=True)
        ).rstrip()
        for line in lines
    )
