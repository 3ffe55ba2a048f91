"""The cup of two organisers, and somebody who runs another tournament."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from clubsite.roles import ORGANISER
from tests.conftest import client_of
from tests.factories import make_tournament, make_user
from tournaments.models import Tournament


@pytest.fixture
def cup(organiser: User) -> Tournament:
    """A published tournament that the organiser runs."""
    cup = make_tournament("cup")
    cup.organisers.add(organiser)
    return cup


@pytest.fixture
def colleague_client(cup: Tournament) -> Client:
    """Another organiser of the cup."""
    colleague = make_user("colleague", ORGANISER)
    cup.organisers.add(colleague)
    return client_of(colleague)


@pytest.fixture
def other_client(db: None) -> Client:
    """An organiser, of another tournament."""
    other = make_user("other", ORGANISER)
    make_tournament("other").organisers.add(other)
    return client_of(other)
