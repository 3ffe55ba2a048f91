from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils.translation import gettext as _

from clubsite.club_file import import_club
from clubsite.demo.accounts import ACCOUNTS, accounts_exist, create_accounts
from clubsite.demo.cup import create_cup
from clubsite.demo.honours import add_honours
from clubsite.demo.weekend import start_weekend
from clubsite.models import Player
from mafia_rating.models import Season
from tournaments.models import Tournament

CLUB_FILE = settings.BASE_DIR / "clubsite" / "demo" / "club.json"


class Command(BaseCommand):
    help = "Load the demo club with its accounts into an empty database. Works with DEBUG=1 only."

    def handle(self, **options: object) -> None:
        if not settings.DEBUG:
            raise CommandError(_("The demo accounts have public passwords: the demo club loads with DEBUG=1 only."))
        if any(model.objects.exists() for model in (Player, Season, Tournament)):
            self.stdout.write(_("There is a club in the database already: the demo club is not loaded."))
        elif User.objects.filter(username__in=[account.username for account in ACCOUNTS]).exists():
            self.stdout.write(_("An account has the name of a demo account: the demo club is not loaded."))
        else:
            load()
            self.stdout.write(_("Loaded the demo club."))
        if accounts_exist():
            self.print_accounts()

    def print_accounts(self) -> None:
        """Print a line for each account, with its address to log in at."""
        self.stdout.write(_("Demo accounts, for /accounts/login/ and /admin/. They exist in the demo club only:"))
        self.stdout.write(f"  {'user':<10} {'password':<15} role")
        for account in ACCOUNTS:
            self.stdout.write(f"  {account.username:<10} {account.password:<15} {account.group}")


@transaction.atomic
def load() -> None:
    """Import the club file and bring it to life.

    A tournament runs, prizes are given, accounts created, every season but the last closed, and its cup opened.
    """
    import_club(CLUB_FILE.read_bytes())
    start_weekend()
    add_honours()
    create_accounts()
    admin = User.objects.get(username="admin")
    last, *earlier = Season.objects.order_by("-starts_on")
    for season in earlier:
        season.close(admin)
    create_cup(last, admin)
