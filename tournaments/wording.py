"""The sentences of BAF: why a board is refused, and what a score follows from."""

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from . import baf
from .calls import Choice
from .circuits import Counted, tour_de_france_base
from .credits import AUTUMN, SPRING, LateCredit, late_credit

if TYPE_CHECKING:
    from .models import Board, Seat

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

SEASON_NAMES = {SPRING: _("spring %(year)s"), AUTUMN: _("autumn %(year)s")}

SCORES = {
    baf.SOLO_WIN: _("%(outcome)s, %(centres)s: %(points)s"),
    baf.SOLE_TOP: _("%(outcome)s, %(centres)s against %(rival)s: %(points)s, %(cell)s"),
    baf.SHARED_TOP: _("%(outcome)s, %(centres)s, %(sharing)s players: %(points)s, %(cell)s"),
    baf.SURVIVOR: _("%(outcome)s, %(centres)s against %(rival)s: %(points)s, %(cell)s"),
    baf.ELIMINATED: _("%(outcome)s, %(reason)s: %(points)s"),
    baf.LOST_TO_SOLO: _("%(outcome)s of %(rival)s: %(points)s"),
}

FAULTS = {
    "power_unknown": _("There is no power %(power)s."),
    "power_twice": _("This power stands on the board twice."),
    "power_missing": _("This power is missing: a board has all seven."),
    "player_twice": _("This player sits on the board twice."),
    "table_taken": _("The round has a board at this table already."),
    "player_in_round": _("%(player)s plays table %(table)s of this round already."),
    "centres_range": _("Centres are a whole number from 0 to %(most)s."),
    "centres_sum": _("The centres add up to %(total)s: %(over)s more than the board's %(most)s."),
    "credit_range": _("A seat's credit is more than 0 and at most 1."),
    "shared_credit_range": _("A credit that two share is from 0 to 1."),
    "left_credit_range": _("A credit that two share is from 0 to 1."),
    "credits_sum": _("The credits of the two add up to %(total)s: together they are more than 0 and at most 1."),
    "left_alone": _("Nobody took over: name who finished as the power's player."),
    "left_twice": _("This player sits on the board, or has left another power of it."),
    "left_in_round": _("%(player)s plays table %(table)s of this round already."),
    "year_range": _("Game years run from %(first)s to %(last)s; %(year)s is not one."),
    "year_centres_range": _("The centres of %(year)s are a whole number from 0 to %(most)s."),
    "year_revived": _("A power that was at 0 in %(out)s has no centres in %(year)s."),
    "year_after_solo": _("The board ended with the solo of %(solo)s; there is no %(year)s."),
    "year_blank": _("The centres of %(year)s are missing; write 0 for a power that is out."),
    "year_final": _(
        "The centres by year end with %(centres)s in %(year)s: change that year on the page “Centres by year”."
    ),
    "year_centres_sum": _("The centres of %(year)s add up to %(total)s: more than the board's %(most)s."),
}

SOLO_ENDS = _("%(power)s has %(centres)s: a solo ends the board.")
SOLO_FINISHED = _("%(power)s has %(centres)s: a solo ends the board, so it is set finished.")


def fault_sentence(fault: baf.Fault) -> str:
    """Say a broken limit of a board in words."""
    return str(FAULTS[fault.code]) % fault.params


def neutral_sentence(centres: int) -> str:
    """Say how many centres nobody holds: "6 neutral"; too many are a fault of their own."""
    return ngettext("%(count)s neutral", "%(count)s neutral", centres) % {"count": centres}


def sum_sentence(total: int) -> str:
    """Say how many of the centres are given out: "28 of 34 centres: 6 neutral"; more than all in the fault's words."""
    neutral = baf.neutral_centres([total])
    if neutral < 0:
        return fault_sentence(baf.centres_sum_fault(total))
    given = gettext("%(total)s of %(most)s centres") % {"total": total, "most": baf.CENTRES}
    return f"{given}: {neutral_sentence(neutral)}" if neutral else given


def score_sentence(score: baf.Score, table: baf.Table) -> str:
    """Say what a score follows from: "sole top, 8 centres against 7: 50.710, reconstructed cell".

    The cell of a loaded table is named with its version: "published cell of official-2026".
    """
    params = {
        "outcome": OUTCOME_NAMES[score.outcome],
        "centres": centres_phrase(score.centres),
        "rival": score.rival,
        "sharing": score.sharing,
        "points": score.points,
        "reason": _("only foreign centres and no unit left") if score.centres else _("no centre"),
    }
    if score.cell is not None:
        published = table.is_published(score.outcome, score.cell)
        cell = gettext("published cell") if published else gettext("reconstructed cell")
        if table.version != baf.GENERATED:
            cell = gettext("%(cell)s of %(version)s") % {"cell": cell, "version": table.version}
        params["cell"] = cell
    return SCORES[score.outcome] % params


def cell_phrase(outcome: str, cell: baf.Cell) -> str:
    """Name a cell of the table: "sole top, 8 against 7", "shared top, 8 centres, 3 players"."""
    own, other = cell
    if outcome == baf.SHARED_TOP:
        phrase = gettext("%(outcome)s, %(centres)s, %(other)s players")
    else:
        phrase = gettext("%(outcome)s, %(own)s against %(other)s")
    return phrase % {"outcome": OUTCOME_NAMES[outcome], "own": own, "other": other, "centres": centres_phrase(own)}


def centres_phrase(centres: int) -> str:
    """Say a number of centres: "1 centre"."""
    return ngettext("%(count)s centre", "%(count)s centres", centres) % {"count": centres}


def solo_sentence(solo: baf.PowerResult, set_finished: bool) -> str:
    """Say that a solo ends the board, and whether the form has set it finished for that."""
    sentence = SOLO_FINISHED if set_finished else SOLO_ENDS
    return str(sentence) % {"power": POWER_NAMES[solo.power], "centres": centres_phrase(solo.centres)}


def missing_sentence(seat: baf.PowerResult | baf.Entry) -> str:
    """Say which of the two facts that keep a power in play it lacks; empty when it has units and a home centre."""
    lacks = (
        (not seat.has_units, _("no unit left")),
        (not seat.holds_home_centre, _("no home centre")),
    )
    return ", ".join(str(what) for lacking, what in lacks if lacking)


def weighing(score: Decimal, *weights: Fraction) -> str:
    """Show a score with the weights that change it: "50.710 × 2/3 × 6/7"."""
    return " × ".join(str(factor) for factor in (score, *weights) if factor != 1)


def explanation(
    score: baf.Score,
    table: baf.Table,
    weighted: Decimal,
    round_weight: Fraction,
    board_weight: Fraction,
    credit: str,
    players: int,
) -> str:
    """Say how a score and its weights make the weighted score; weights of 1 go unsaid. The credit is in words.

    "sole top, 8 centres against 7: 50.710, reconstructed cell; round weight 2/3, six players 6/7: 28.977"
    """
    names = (
        (_("round weight"), round_weight),
        (_("six players") if players == baf.SIX_PLAYERS else _("board weight"), board_weight),
        (_("seat credit"), credit),
    )
    sentence = score_sentence(score, table)
    weights = ", ".join(f"{name} {weight}" for name, weight in names if str(weight) != "1")
    return f"{sentence}; {weights}: {weighted}" if weights else sentence


def season_phrase(late: LateCredit) -> str:
    """Name a season: "spring 1901"."""
    return str(SEASON_NAMES[late.season]) % {"year": late.year}


def credit_phrase(credit: Fraction) -> str:
    """Say the credit of somebody who plays a power alone: "12/14 (took over after autumn 1901)", "2/5", "1"."""
    late = late_credit(credit)
    if late is None:
        return str(credit)
    return gettext("%(credit)s (took over after %(season)s)") % {"credit": late, "season": season_phrase(late)}


def seat_lines(board: "Board", seats: "Iterable[Seat]", table: baf.Table) -> list[dict[str, Any]]:
    """Return the seats of a board, stored or not, scored by a table, with the sentences that explain their scores.

    `why` is of the score of the player who finished, `left_why` of who left.
    """
    scores = baf.score_board([seat.entry().result() for seat in seats], table)

    def why(seat: "Seat", weighted: Decimal, credit: str) -> str:
        return explanation(scores[seat.power], table, weighted, board.round.weight, board.weight, credit, len(scores))

    def line(seat: "Seat") -> dict[str, Any]:
        scored, left = seat.power in scores, seat.left_credit is not None
        credit = str(seat.credit) if left else credit_phrase(seat.credit)
        return {
            "seat": seat,
            "missing": missing_sentence(seat.entry()),
            "why": why(seat, seat.weighted_score, credit) if scored else "",
            "left_why": why(seat, seat.left_weighted_score, str(seat.left_credit)) if scored and left else "",
        }

    return [line(seat) for seat in seats]


def choice_sentence(choice: Choice) -> str:
    """Say what a way to seat a round comes to: "2 full boards; 4 players sit out"."""
    params = {"boards": choice.boards, "six": choice.six, "weight": baf.SIX_PLAYERS_WEIGHT}
    if not choice.six:
        boards = ngettext("%(boards)s full board", "%(boards)s full boards", choice.boards)
    elif not choice.full:
        boards = ngettext(
            "%(boards)s board, with six players and an unplayed power, weight %(weight)s",
            "%(boards)s boards, each with six players and an unplayed power, weight %(weight)s",
            choice.boards,
        )
    else:
        boards = ngettext(
            "%(boards)s boards, %(six)s of them with six players and an unplayed power, weight %(weight)s",
            "%(boards)s boards, %(six)s of them with six players and an unplayed power each, weight %(weight)s",
            choice.six,
        )
    if choice.sit_out:
        out = ngettext("%(count)s player sits out", "%(count)s players sit out", choice.sit_out)
    else:
        out = gettext("nobody sits out")
    return f"{boards % params}; {out % {'count': choice.sit_out}}"


def second_board_sentence(choice: Choice) -> str:
    """Say what it comes to that volunteers play the unplayed powers; "" where there is none, or no other board."""
    if not choice.second_boards:
        return ""
    sentence = ngettext(
        "%(boards)s full boards: %(count)s volunteer plays a second board out of competition: a player has one board "
        "a round; the second power has no score, and its board still weighs %(weight)s",
        "%(boards)s full boards: %(count)s volunteers play a second board out of competition: a player has one board "
        "a round; the second powers have no score, and their boards still weigh %(weight)s",
        choice.second_boards,
    )
    return sentence % {"boards": choice.boards, "count": choice.second_boards, "weight": baf.SIX_PLAYERS_WEIGHT}


def stage_sentences(counted: Counted, by_formula: bool) -> list[str]:
    """Say how a place of a tournament makes points of a circuit, by the formula or as the tournament's total.

    "Place 2 of 16: 1000 / k^1 = 857.696, with k = 10^(1/15) = 1.1659144012." "80 % of it: 686.157."
    """
    place, ranked = counted.stage.origin
    params = {"place": place, "ranked": ranked, "points": counted.stage.points}
    if not by_formula:
        return [gettext("Place %(place)s of %(ranked)s, with %(points)s points.") % params]
    if place == 1:
        return [gettext("Place 1 of %(ranked)s: 1000 + %(ranked)s = %(points)s.") % params, _share_sentence(counted)]
    params |= {"power": place - 1, "root": ranked - 1, "base": tour_de_france_base(ranked)}
    formula = gettext(
        "Place %(place)s of %(ranked)s: 1000 / k^%(power)s = %(points)s, with k = 10^(1/%(root)s) = %(base)s."
    )
    return [formula % params, _share_sentence(counted)]


def _share_sentence(counted: Counted) -> str:
    if counted.stage.major:
        return gettext("A major: it counts in full.")
    return gettext("%(share)s %% of it: %(points)s.") % {"share": counted.share, "points": counted.points}
