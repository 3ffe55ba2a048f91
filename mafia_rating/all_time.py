"""All seasons as one: what the pages of a table ask of a season."""

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from . import rating
from .models import Seat
from .models.sums import sums


class AllTime:
    """The games of all seasons together, ranked as those of one season are."""

    slug = "all-time"
    is_closed = False

    def __str__(self) -> str:
        return _("All-time table")

    def get_absolute_url(self) -> str:
        return reverse("mafia_rating:all_time")

    def player_url(self, player: int) -> str:
        """Return the address of a player's games of all seasons."""
        return reverse("mafia_rating:all_time_player", args=[player])

    def seats(self) -> QuerySet[Seat]:
        """Return the seats of all games."""
        return Seat.objects.all()

    def table(self) -> list[rating.Line]:
        """Return the table over all games, ranked (rules 6 and 7, D8 to D10); one query."""
        return rating.season_table(sums(self.seats()))
