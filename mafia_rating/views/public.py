"""The public page of a game: its protocol."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.views.generic import DetailView

from .. import scoring
from ..models import Game
from ..wording import reason_sentence

PART_LABELS = {
    "win": _("Win"),
    "compensation": _("Comp."),
    "best_move": _("Best move"),
    "bonus": _("Bonus"),
    "penalty": _("Penalty"),
}


class GameView(DetailView):
    """The protocol of a game: every point of every seat and what it is for."""

    queryset = Game.objects.with_protocol().select_related("entered_by")
    template_name = "mafia_rating/game.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        game = self.object
        protocol = game.protocol()
        points = scoring.score(protocol)
        seats = {seat.number: seat for seat in game.seats.all()}
        return super().get_context_data(
            rows=[
                {
                    "seat": seat,
                    "parts": [(label, getattr(seat, part)) for part, label in PART_LABELS.items()],
                    "reasons": [reason_sentence(reason) for reason in points[number].reasons],
                }
                for number, seat in seats.items()
            ],
            part_labels=PART_LABELS.values(),
            first_killed=seats.get(protocol.first_killed),
            named=[seats[number] for number in protocol.best_move],
            cancellation=game.cancellation() if game.is_cancelled else None,
            pending=[item for item in (*protocol.bonuses, *protocol.penalties) if item.approval == scoring.PENDING],
            **kwargs,
        )
