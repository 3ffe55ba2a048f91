"""The centres of a board by game year. Pure.

A power at 0 is out for good, and a solo ends the board in its year; years may be missing, and a power's year too.
"""

from collections.abc import Mapping

from .baf import CENTRES, FIRST_YEAR, LAST_YEAR, POWERS, SOLO, Fault

Counts = Mapping[str, Mapping[int, int]]


def count_faults(counts: Counts) -> list[Fault]:
    """Return every broken limit of the centres by power and game year (B3 holds for every year)."""
    return [*_range_faults(counts), *_revivals(counts), *_after_a_solo(counts)]


def _range_faults(counts: Counts) -> list[Fault]:
    """A count out of range is a fault of its own and is not added up."""
    faults = []
    totals: dict[int, int] = {}
    for power, by_year in counts.items():
        for year, centres in by_year.items():
            if not FIRST_YEAR <= year <= LAST_YEAR:
                faults.append(Fault("year_range", power, {"year": year, "first": FIRST_YEAR, "last": LAST_YEAR}))
            if not 0 <= centres <= CENTRES:
                faults.append(Fault("year_centres_range", power, {"year": year, "most": CENTRES}))
            else:
                totals[year] = totals.get(year, 0) + centres
    faults.extend(
        Fault("year_centres_sum", None, {"year": year, "total": total, "most": CENTRES})
        for year, total in sorted(totals.items())
        if total > CENTRES
    )
    return faults


def _revivals(counts: Counts) -> list[Fault]:
    faults = []
    for power, by_year in counts.items():
        out_since = min((year for year, centres in by_year.items() if centres == 0), default=None)
        faults.extend(
            Fault("year_revived", power, {"year": year, "out": out_since})
            for year, centres in sorted(by_year.items())
            if out_since is not None and year > out_since and centres
        )
    return faults


def _after_a_solo(counts: Counts) -> list[Fault]:
    end = solo_year(counts)
    if end is None:
        return []
    return [
        Fault("year_after_solo", power, {"year": year, "solo": end})
        for power, by_year in counts.items()
        for year in sorted(by_year)
        if year > end
    ]


def blank_faults(counts: Counts) -> list[Fault]:
    """Return the cells that are blank in a year in which another power's count is given."""
    years = sorted({year for by_year in counts.values() for year in by_year})
    return [
        Fault("year_blank", power, {"year": year})
        for year in years
        for power in POWERS
        if year not in counts.get(power, {})
    ]


def solo_year(counts: Counts) -> int | None:
    """Return the first year in which a power held 18 centres or more: there the board ended."""
    return min(
        (year for by_year in counts.values() for year, centres in by_year.items() if SOLO <= centres <= CENTRES),
        default=None,
    )


def last_counted_year(counts: Counts) -> int | None:
    """Return the last year with a count."""
    return max((year for by_year in counts.values() for year in by_year), default=None)


def end_reached(counts: Counts, last_year: int | None) -> int | None:
    """Return the year in which the board ended: that of a solo, or one from the round's last; None while it goes on."""
    solo, counted = solo_year(counts), last_counted_year(counts)
    if solo is None and last_year is not None and counted is not None and counted >= last_year:
        return counted
    return solo


def year_totals(counts: Counts) -> dict[int, int]:
    """Return the sum of the centres of each year with a count, in the order of the years."""
    years = sorted({year for by_year in counts.values() for year in by_year})
    return {year: sum(by_year.get(year, 0) for by_year in counts.values()) for year in years}


def final_centres(counts: Counts) -> dict[str, int]:
    """Return the centres of each power that is counted in the last counted year."""
    last = last_counted_year(counts)
    return {power: by_year[last] for power, by_year in counts.items() if last in by_year}


def changed_finals(counts: Counts, before: Mapping[str, int], after: Mapping[str, int]) -> list[Fault]:
    """Return the final centres, by power, that were those of the last counted year and would no longer be.

    Where the years stop before the end of the board they say nothing of its final centres.
    """
    last, final = last_counted_year(counts), final_centres(counts)
    if len(final) < len(POWERS) or any(before[power] != centres for power, centres in final.items()):
        return []
    return [
        Fault("year_final", power, {"year": last, "centres": centres})
        for power, centres in final.items()
        if after.get(power, centres) != centres
    ]
