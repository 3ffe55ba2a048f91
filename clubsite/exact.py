"""Exact numbers: reading and rounding without floats. Pure: used by the rules of both games."""

import re
from collections.abc import Callable, Iterable, Iterator
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from typing import TypeVar

Row = TypeVar("Row")

FRACTION = re.compile(r"\s*(\d{1,4})(?:\s*/\s*(\d{1,4}))?\s*", re.ASCII)
EXACT = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN)  # any number of digits
LARGEST_FRACTION = 10  # no club weighs more, and a stored score has room for two such weights


def round_half_up(value: Fraction | Decimal | int, places: int) -> Decimal:
    """Round an exact value to a number of decimal places, halves away from zero; never returns -0."""
    if isinstance(value, Decimal):
        rounded = value.quantize(EXACT.scaleb(1, -places), ROUND_HALF_UP, EXACT)
        return rounded or rounded.copy_abs()
    numerator, denominator = value.as_integer_ratio()
    scaled = (2 * abs(numerator) * 10**places + denominator) // (2 * denominator)
    return EXACT.scaleb(scaled if numerator >= 0 else -scaled, -places)


def percent(part: int, whole: int) -> Decimal:
    """Return a part of a whole in percent with 2 decimals, half up."""
    return round_half_up(Fraction(100 * part, whole), 2)


def read_fraction(text: str, *, zero: bool = False) -> Fraction:
    """Read a weight such as "2/3" or "1", more than 0 and at most 10; ValueError for anything else.

    With `zero` 0 is one too.
    """
    match = FRACTION.fullmatch(text)
    if match and int(match[2] or 1):
        fraction = Fraction(int(match[1]), int(match[2] or 1))
        if 0 < fraction <= LARGEST_FRACTION or (zero and fraction == 0):
            return fraction
    raise ValueError(f"{text!r} is not a fraction such as 2/3, more than 0 and at most {LARGEST_FRACTION}")


def shared_places(rows: Iterable[Row], key: Callable[[Row], object]) -> Iterator[tuple[int, Row]]:
    """Number sorted rows; rows with an equal key share a place and the next one skips (1, 2, 2, 4)."""
    place, previous = 0, object()
    for count, row in enumerate(rows, start=1):
        current = key(row)
        if current != previous:
            place, previous = count, current
        yield place, row
