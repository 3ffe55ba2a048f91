"""The club file: one JSON format in and out (docs/club-file.md)."""

from .exporter import export_club
from .importer import Report, import_club
from .reading import ClubFileError, FileFault

__all__ = ["ClubFileError", "FileFault", "Report", "export_club", "import_club"]
