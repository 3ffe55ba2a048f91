"""The season that most tests of the rating play in, and a game that waits for the President."""

import pytest

from mafia_rating.models import Game, Season
from tests.factories import make_game, make_season


@pytest.fixture
def season(db: None) -> Season:
    return make_season()


@pytest.fixture
def game(season: Season) -> Game:
    """A game with a bonus of 0.6 at seat 4 and a discretionary penalty at seat 1, both pending."""
    return make_game(bonuses={4: "0.6"}, penalties=[(1, "discretionary")])
