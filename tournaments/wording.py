"""The sentences of BAF: why a board is refused, and what a score follows from."""

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from . import baf

POWER_NAMES = {
    "austria": _("Austria"),
    "england": _("England"),
    "france": _("France"),
    "germany": _("Germany"),
    "italy": _("Italy"),
    "russia": _("Russia"),
    "turkey": _("Turkey"),
}

OUTCOME_NAMES = {
    baf.SOLO_WIN: _("solo"),
    baf.SOLE_TOP: _("sole top"),
    baf.SHARED_TOP: _("shared top"),
    baf.SURVIVOR: _("survivor"),
    baf.ELIMINATED: _("eliminated"),
    baf.LOST_TO_SOLO: _("lost to a solo"),
}

FAULTS = {
    "power_unknown": _("There is no power %(power)s."),
    "power_twice": _("This power stands on the board twice."),
    "power_missing": _("This power is missing: a board has all seven."),
    "player_twice": _("This player sits on the board twice."),
    "player_in_round": _("%(player)s plays table %(table)s of this round already."),
    "centres_range": _("Centres are a whole number from 0 to %(most)s."),
    "centres_sum": _("The centres add up to %(total)s: %(over)s more than the board's %(most)s."),
    "credit_range": _("A seat's credit is more than 0 and at most 1."),
    "year_range": _("The first game year is %(first)s; %(year)s is not a game year."),
    "year_centres_range": _("Centres of %(year)s are a whole number from 0 to %(most)s."),
    "year_centres_sum": _("The centres of %(year)s add up to %(total)s: more than the board's %(most)s."),
}


def fault_sentence(fault: baf.Fault) -> str:
    """Say a broken limit of a board in words."""
    return str(FAULTS[fault.code]) % fault.params


def neutral_sentence(centres: int) -> str:
    """Say how many centres nobody holds: "6 neutral"; too many are a fault of their own."""
    return ngettext("%(count)s neutral", "%(count)s neutral", centres) % {"count": centres}


def score_sentence(score: baf.Score, table: baf.Table) -> str:
    """Say what a score follows from: "sole top, 8 centres against 7: 50.710, reconstructed cell"."""
    params = {
        "outcome": OUTCOME_NAMES[score.outcome],
        "centres": score.centres,
        "rival": score.rival,
        "sharing": score.sharing,
        "points": score.points,
    }
    if score.cell is None:
        return gettext("%(outcome)s: %(points)s") % params
    params["cell"] = (
        gettext("published cell") if table.is_published(score.outcome, score.cell) else gettext("reconstructed cell")
    )
    if score.outcome == baf.SHARED_TOP:
        return gettext("%(outcome)s, %(centres)s centres, %(sharing)s players: %(points)s, %(cell)s") % params
    return gettext("%(outcome)s, %(centres)s centres against %(rival)s: %(points)s, %(cell)s") % params
