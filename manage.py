#!/usr/bin/env python
"""Django's command line for the club site."""

import os
import sys


def main() -> None:
    """Run a management command; without a SECRET_KEY this is a developer's machine, so DEBUG starts on."""
    if "SECRET_KEY" not in os.environ:
        os.environ.setdefault("DEBUG", "1")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
