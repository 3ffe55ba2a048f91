from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.db import IntegrityError
from django.utils.translation import gettext as _

from clubsite.club_file import ClubFileError, import_club
from clubsite.club_file.reading import MOST_BYTES


class Command(BaseCommand):
    help = "Store a club file: all of it or, with any fault, nothing. A second time it changes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the club file, JSON")
        parser.add_argument("--replace", action="store_true", help="overwrite what differs from the file")
        parser.add_argument("--dry-run", action="store_true", help="show what would change, and change nothing")

    def handle(self, *, file: Path, replace: bool, dry_run: bool, verbosity: int, **options: object) -> None:
        try:
            with Path(file).open("rb") as opened:
                data = opened.read(MOST_BYTES + 1)
        except OSError as error:
            raise CommandError(_("Cannot read %(file)s: %(error)s") % {"file": file, "error": error.strerror}) from None
        try:
            report = import_club(data, replace=replace, dry_run=dry_run)
        except ClubFileError as error:
            # The first line is a head of its own, since Django puts "CommandError: " before it.
            raise CommandError("\n".join([_("Nothing was stored:"), *map(str, error.faults)])) from None
        except IntegrityError:
            raise CommandError(
                _("Somebody changed the same things at this moment. Nothing was stored: try again.")
            ) from None
        for line in [*(report.changes if dry_run or verbosity > 1 else ()), *report.summary()]:
            self.stdout.write(line)
        if dry_run:
            self.stdout.write(_("A dry run: nothing was stored."))
