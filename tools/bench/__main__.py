"""Time the public pages of a large club: python -m tools.bench [--games 1000 --boards 60 --members 105].

The club is built in a scratch database, a test database of the server or file that DATABASE_URL names, and dropped at
the end; what DATABASE_URL itself holds is not touched. The settings are those of production, but for the hashed names
of static files, which would need collectstatic first. It reports, and judges nothing.
"""

import argparse
import os

import django

os.environ |= {
    "DJANGO_SETTINGS_MODULE": "clubsite.settings",
    "DEBUG": "0",
    "HTTPS": "0",
    "SECRET_KEY": "for the bench only",
    "ALLOWED_HOSTS": "testserver",
}


def read_arguments() -> argparse.Namespace:
    """Read the sizes from the command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description="Time the public pages of a large club.")
    for name, default in (("games", 1000), ("boards", 60), ("members", 105), ("requests", 30)):
        parser.add_argument(f"--{name}", type=int, default=default, help=f"(default {default})")
    arguments = parser.parse_args()
    if arguments.members < 11 or min(vars(arguments).values()) < 1:
        parser.error("there must be at least 11 members, a game, a board and a request")
    return arguments


def main() -> None:
    sizes = read_arguments()
    django.setup()
    from .report import run

    run(sizes)


if __name__ == "__main__":
    main()
