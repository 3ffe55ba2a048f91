"""The season that most tests of the rating play in, its cup, and a game that waits for the President."""

import pytest

from mafia_rating.models import Cup, Game, Season
from tests.factories import make_cup, make_game, make_season


@pytest.fixture
def season(db: None) -> Season:
    return make_season()


@pytest.fixture
def game(season: Season) -> Game:
    """A game with a bonus of 0.6 at seat 4 and a discretionary penalty at seat 1, both pending."""
    return make_game(bonuses={4: "0.6"}, penalties=[(1, "discretionary")])


@pytest.fixture
def cup(season: Season) -> Cup:
    """A cup of three places; P4, P6 and P8 are first, second and third of its season, all other P's share place 4."""
    make_game(bonuses={4: "0.3", 6: "0.2"})
    return make_cup(season)
