"""Who may be at the keyboard: one user for each role, one without any, and their logged-in clients."""

import hypothesis
import pytest
from django.contrib.auth.models import User
from django.test import Client

from clubsite.roles import ADMIN, JUDGE, ORGANISER, PRESIDENT
from tests.factories import make_user

# The same examples on every machine, however slow it is at the moment.
hypothesis.settings.register_profile(
    "steady", deadline=None, derandomize=True, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("steady")


def client_of(user: User) -> Client:
    """Return a client that is logged in as `user`."""
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def judge(db: None) -> User:
    return make_user("judge", JUDGE)


@pytest.fixture
def organiser(db: None) -> User:
    return make_user("organiser", ORGANISER)


@pytest.fixture
def president(db: None) -> User:
    return make_user("president", PRESIDENT, staff=True)


@pytest.fixture
def admin_user(db: None) -> User:
    """A member of the Admin group; pytest-django's fixture of this name would be a superuser."""
    return make_user("admin", ADMIN, staff=True)


@pytest.fixture
def outsider(db: None) -> User:
    """Somebody with an account and no role."""
    return make_user("outsider")


@pytest.fixture
def judge_client(judge: User) -> Client:
    return client_of(judge)


@pytest.fixture
def organiser_client(organiser: User) -> Client:
    return client_of(organiser)


@pytest.fixture
def president_client(president: User) -> Client:
    return client_of(president)


@pytest.fixture
def admin_client(admin_user: User) -> Client:
    return client_of(admin_user)


@pytest.fixture
def outsider_client(outsider: User) -> Client:
    return client_of(outsider)
