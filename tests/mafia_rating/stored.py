"""What is stored of a game."""

from django.contrib.auth.models import User

from mafia_rating.models import Game, JudgeBonus, Penalty


def stored_points(game: Game, part: str = "total") -> dict[int, str]:
    """Return a part of the points of each seat, as text."""
    return {number: str(points) for number, points in game.seats.values_list("number", part)}


def exceptional(game: Game) -> list[JudgeBonus | Penalty]:
    """Return the bonus and the penalty of a game that has one of each."""
    return [JudgeBonus.objects.get(seat__game=game), Penalty.objects.get(seat__game=game)]


def settle(by: User) -> None:
    """Reject all that waits, so that a season can be closed."""
    for model in (JudgeBonus, Penalty):
        for item in model.objects.pending():
            item.reject(by)
