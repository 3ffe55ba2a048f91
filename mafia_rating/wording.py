"""The sentences of the rating: why a protocol is refused, and what each point is for."""

import datetime
from collections.abc import Sequence
from decimal import Decimal

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from . import scoring
from .chase import Way

ROLE_NAMES = {
    scoring.CITIZEN: _("citizen"),
    scoring.SHERIFF: _("sheriff"),
    scoring.MAFIA: _("mafia"),
    scoring.DON: _("don"),
}

RESULT_NAMES = {
    scoring.RED_WIN: _("red win"),
    scoring.BLACK_WIN: _("black win"),
    scoring.DRAW: _("draw"),
}

GROUND_NAMES = {
    "broke_on_ten": _("broke into a red player with ten at the table"),
    "broke_on_four": _("broke into a red player with four at the table"),
    "false_check": _("left a false check standing"),
    "fake_sheriff": _("fake sheriff with the real one's red check"),
    scoring.DISCRETIONARY: _("at the judge's discretion"),
}

REMOVED = _("removed from the game")

FAULTS = {
    "result_unknown": _("Choose the result of the game."),
    "seat_range": _("Seats are numbered 1 to 10; there is no seat %(seat)s."),
    "seat_twice": _("Seat %(seat)s stands here twice."),
    "seats_missing": _("A protocol has ten seats; missing: %(seats)s."),
    "player_twice": _("This player sits at seat %(other)s already."),
    "judge_seated": _("The judge cannot be one of the ten players."),
    "role_unknown": _("Choose a role."),
    "role_count_citizen": _("There must be %(needed)s citizens, not %(given)s."),
    "role_count_sheriff": _("There must be %(needed)s sheriff, not %(given)s."),
    "role_count_mafia": _("There must be %(needed)s mafia, not %(given)s."),
    "role_count_don": _("There must be %(needed)s don, not %(given)s."),
    "removal_unknown": _("Choose a removal mark from the list."),
    "first_killed_range": _("The first killed is one of the seats 1 to 10, not %(seat)s."),
    "best_move_without_first_killed": _("Without a first-killed player there is no best move."),
    "best_move_needs_three": _("A best move names three seats, not %(given)s; leave all empty if it was declined."),
    "best_move_range": _("A best move names seats 1 to 10, not %(seat)s."),
    "best_move_twice": _("The best move names seat %(seat)s twice."),
    "best_move_own_seat": _("The first killed cannot name their own seat %(seat)s."),
    "bonus_seat_unknown": _("There is no seat %(seat)s in this protocol."),
    "bonus_twice": _("A player gets one bonus a game."),
    "bonus_in_draw": _("There are no bonuses in a draw (rule 4)."),
    "bonus_not_positive": _("A bonus is more than 0."),
    "bonus_step": _("A bonus is a multiple of %(step)s."),
    "bonus_loser_over": _("A player of the losing team gets at most %(most)s (rule 4)."),
    "bonus_winner_over": _("A player of the winning team gets at most %(most)s (rule 4)."),
    "bonus_approval_misfit": _("Only a bonus of 0.6 or 0.7 has an approval: pending, approved or rejected."),
    "bonus_too_many_players": _("At most %(most)s players get a bonus, not %(given)s (rule 4)."),
    "bonus_sum_over": _("Bonuses add up to at most %(most)s, not %(total)s (rule 4)."),
    "penalty_seat_unknown": _("There is no seat %(seat)s in this protocol."),
    "penalty_ground_unknown": _("This ground is not on the list."),
    "penalty_twice": _("The same ground counts once per player and game."),
    "penalty_only_for_losers": _("Only a player of the losing team gets a penalty (rule 5)."),
    "penalty_ground_role": _("This ground does not apply to this role (rule 5)."),
    "penalty_approval_misfit": _("Only a discretionary penalty has an approval: pending, approved or rejected."),
}

REASONS = {
    "draw": _("draw"),
    "win": _("team won"),
    "loss": _("team lost"),
    "compensation": _("killed in the first night, red lost"),
    "best_move_declined": _("no best move"),
    "best_move_black_caller": _("named %(named)s: a black player's best move has no points"),
    "best_move_3": _("named %(named)s: three black"),
    "best_move_2": _("named %(named)s: two black"),
    "best_move_1": _("named %(named)s: one black"),
    "best_move_0": _("named %(named)s: three red"),
    "bonus_not_needed": _("judge's bonus"),
    "bonus_pending": _("%(amount)s waits for the President"),
    "bonus_approved": _("judge's bonus, approved by the President"),
    "bonus_rejected": _("%(amount)s rejected by the President"),
    "penalty_not_needed": _("%(ground)s"),
    "penalty_pending": _("%(ground)s: waits for the President"),
    "penalty_approved": _("%(ground)s, approved by the President"),
    "penalty_rejected": _("%(ground)s: rejected by the President"),
    "removal_fined": _("removal that affected the game"),
    "removal_not_fined": _("removal that affected the game, team did not lose"),
    "removal_no_effect": _("removal that did not affect the game"),
}


def game_title(played_on: datetime.date, table: int, number: int) -> str:
    """Name a game: "3 Oct 2025, table 1, game 2"."""
    return gettext("%(date)s, table %(table)s, game %(number)s") % {
        "date": date_format(played_on, "j M Y"),
        "table": table,
        "number": number,
    }


def fault_sentence(fault: scoring.Fault) -> str:
    """Say a broken limit in words."""
    params = dict(fault.params)
    code = f"role_count_{params['role']}" if fault.code == "role_count" else fault.code
    if "seats" in params:
        params["seats"] = ", ".join(map(str, params["seats"]))
    return str(FAULTS[code]) % params


def reason_sentence(reason: scoring.Reason) -> str:
    """Say what a component's points are for, as "named 4, 6, 8: three black, +0.40, rule 3", and the judge's reason."""
    params = dict(reason.params)
    code = reason.code
    if "black" in params:
        code = f"best_move_{params['black']}"
    if "named" in params:
        params["named"] = ", ".join(map(str, params["named"]))
    if "ground" in params:
        params["ground"] = GROUND_NAMES[params["ground"]]
    sentence = gettext("%(reason)s, %(points)s, rule %(rule)s") % {
        "reason": str(REASONS[code]) % params,
        "points": signed(reason.points),
        "rule": reason.rule,
    }
    if why := params.get("why"):
        return gettext("%(sentence)s: “%(why)s”") % {"sentence": sentence, "why": why}
    return sentence


def signed(points: Decimal) -> str:
    """Write points with their sign and 2 decimals; nothing has no sign: +0.40, -1.00, 0.00."""
    return f"{points:+.2f}" if points else "0.00"


def ways_sentence(ways: Sequence[Way]) -> str:
    """Say what it takes to get into the TOP-10: "2 wins, or 1 win and 0.30 more"."""
    first, *others = [_way_phrase(way) for way in ways]
    return "".join((first, *(gettext(", or %(way)s") % {"way": way} for way in others)))


def _way_phrase(way: Way) -> str:
    wins = ngettext("%(count)s win", "%(count)s wins", way.wins) % {"count": way.wins}
    return gettext("%(wins)s and %(points)s more") % {"wins": wins, "points": way.extra} if way.extra else wins
