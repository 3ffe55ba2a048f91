"""Compile every locale/**/*.po to .mo with polib, so that no machine needs GNU gettext."""

from pathlib import Path

import polib

LOCALE = Path(__file__).resolve().parent.parent / "locale"


def main() -> None:
    """Write the .mo file beside each .po file."""
    for source in LOCALE.rglob("*.po"):
        polib.pofile(str(source), check_for_duplicates=True).save_as_mofile(str(source.with_suffix(".mo")))


if __name__ == "__main__":
    main()
