"""Protocols on paper: an empty sheet to fill in by hand, and a recorded one; both in the order of the form."""

from collections.abc import Iterable, Iterator
from string import ascii_uppercase
from typing import Any

from django.utils.translation import gettext as _
from django.views.generic import DetailView, TemplateView

from .. import scoring
from ..models import Game, Seat
from ..wording import GROUND_NAMES, ROLE_NAMES

# On paper a ground is a letter, which the legend explains.
GROUND_CODES = dict(zip(GROUND_NAMES, ascii_uppercase, strict=False))
REMOVALS = [(value, name) for value, name in Seat.Removal.choices if value != scoring.NO_REMOVAL]


class SheetMixin:
    """What every sheet shows: the columns, the legend, and of a game what was recorded."""

    template_name = "mafia_rating/sheet.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        game = getattr(self, "object", None)
        return super().get_context_data(
            roles=ROLE_NAMES.values(),
            codes=GROUND_CODES.values(),
            removals=[name for _value, name in REMOVALS],
            legend=[(code, GROUND_NAMES[ground]) for ground, code in GROUND_CODES.items()],
            results=[(name, game is not None and game.result == value) for value, name in Game.Result.choices],
            rows=_recorded_rows(game) if game else [_row(number) for number in scoring.SEATS],
            reasons=list(_reasons(game.seats.all())) if game else [],
            **kwargs,
        )


class EmptySheetView(SheetMixin, TemplateView):
    """An empty protocol."""


class GameSheetView(SheetMixin, DetailView):
    """The protocol of a game."""

    queryset = Game.objects.with_protocol()
    context_object_name = "game"


def _row(number: int, seat: Seat | None = None, killed: bool = False, named: int | None = None) -> dict[str, Any]:
    """Return the boxes of a seat, each ticked or not; `named` is its place in the best move."""
    grounds = {penalty.ground for penalty in seat.penalties.all()} if seat else set()
    return {
        "number": number,
        "seat": seat,
        "roles": [seat is not None and seat.role == role for role in ROLE_NAMES],
        "killed": killed,
        "named": named,
        "bonus": getattr(seat, "bonus_given", None),
        "grounds": [ground in grounds for ground in GROUND_CODES],
        "removals": [seat is not None and seat.removal == removal for removal, _name in REMOVALS],
    }


def _recorded_rows(game: Game) -> list[dict[str, Any]]:
    best_move = getattr(game, "best_move", None)
    places = {number: place for place, number in enumerate(best_move.named if best_move else (), start=1)}
    return [
        _row(seat.number, seat, seat.number == game.first_killed, places.get(seat.number)) for seat in game.seats.all()
    ]


def _reasons(seats: Iterable[Seat]) -> Iterator[str]:
    """Say what was given a reason or needs the President: "Seat 4, bonus 0.7, approved: saved the game"."""
    for seat in seats:
        bonus = getattr(seat, "bonus_given", None)
        items = [(_("bonus %(points)s") % {"points": bonus.points}, bonus)] if bonus else []
        items += [(GROUND_CODES[penalty.ground], penalty) for penalty in seat.penalties.all()]
        for name, item in items:
            decided = item.approval != scoring.NOT_NEEDED
            if item.reason or decided:
                head = ", ".join([str(seat), name, *([item.get_approval_display()] if decided else [])])
                yield f"{head}: {item.reason}" if item.reason else head
