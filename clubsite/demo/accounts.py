"""The demo accounts, one for each role. Their passwords are public: they exist in a demo club only."""

from typing import NamedTuple

from django.contrib.auth.hashers import check_password
from django.contrib.auth.models import Group, User

from clubsite.models import Player
from clubsite.roles import ADMIN, JUDGE, ORGANISER, PRESIDENT


class Account(NamedTuple):
    username: str
    password: str
    group: str
    staff: bool
    nickname: str = ""


ACCOUNTS = (
    Account("judge", "judge-demo", JUDGE, staff=False, nickname="Маяк"),
    Account("organiser", "organiser-demo", ORGANISER, staff=True),
    Account("president", "president-demo", PRESIDENT, staff=True),
    Account("admin", "admin-demo", ADMIN, staff=True),
)


def create_accounts() -> None:
    """Create the accounts in their groups; the judge is a player of the club, too."""
    for account in ACCOUNTS:
        user = User.objects.create_user(account.username, password=account.password, is_staff=account.staff)
        user.groups.add(Group.objects.get(name=account.group))
        if account.nickname:
            player = Player.objects.named(account.nickname)
            player.user = user
            player.save(update_fields=["user"])


def accounts_exist() -> bool:
    """Say whether all the names of the demo accounts are taken, as in a demo club."""
    names = [account.username for account in ACCOUNTS]
    return User.objects.filter(username__in=names).count() == len(names)


def with_demo_password() -> list[User]:
    """Return the accounts that can be logged in to with a demo account's name and password."""
    passwords = {account.username: account.password for account in ACCOUNTS}
    users = User.objects.filter(username__in=passwords, is_active=True)
    return [user for user in users if check_password(passwords[user.username], user.password)]
