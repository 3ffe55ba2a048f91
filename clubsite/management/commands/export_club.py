import os
import tempfile
from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from clubsite.club_file import export_club


class Command(BaseCommand):
    help = "Write the whole club as a club file. The same club gives the same bytes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--output", type=Path, help="the file to write; without it, standard output")

    def handle(self, *, output: Path | None, **options: object) -> None:
        text = export_club()
        if output is None:
            self.stdout.write(text)
            return
        try:
            write_whole(Path(output), f"{text}\n")
        except OSError as error:
            raise CommandError(
                _("Cannot write %(file)s: %(error)s") % {"file": output, "error": error.strerror}
            ) from None


def write_whole(path: Path, text: str) -> None:
    """Write a file so that the old one stands until the new one is whole.

    Readable by its owner only: full names are in it.
    """
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink()
        raise
