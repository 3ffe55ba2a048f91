"""Which names are easily taken for one another, so that nobody becomes a member twice. Pure."""

import re
from collections.abc import Iterable
from itertools import takewhile

from .names import normal_form

# Letters and digits that look the same, in lower case or in capitals, each as its Latin double.
DOUBLES = str.maketrans("авекмнорстухіјѕ01", "abekmhopctyxijsol")
SHORTEST_TYPO = 4  # letters: below it one letter makes another name
NUMBERS = re.compile(r"\d+")


def lookalikes(name: str, others: Iterable[str]) -> list[str]:
    """Return the names that `name` may be a slip for, those that look the same first; the very same name is none."""
    near = [other for other in others if normal_form(other) != normal_form(name) and look_alike(name, other)]
    return sorted(near, key=lambda other: skeleton(other) != skeleton(name))


def look_alike(one: str, other: str) -> bool:
    """Say whether two names look the same or, from four letters on, are one slip apart.

    Letter case, spaces, ё/е, Latin and Cyrillic doubles (a/а, p/р) and 0/o, 1/l make no difference. Names that differ
    in their numbers alone (Fox 1, Fox 2) are meant to differ.
    """
    first, second = skeleton(one), skeleton(other)
    if first == second:
        return True
    if min(len(first), len(second)) < SHORTEST_TYPO or _differ_in_numbers(one, other):
        return False
    return one_slip_apart(first, second)


def skeleton(name: str) -> str:
    """Return the form in which names that look the same are equal: the normal form, Latin doubles, no spaces."""
    return normal_form(name).translate(DOUBLES).replace(" ", "")


def one_slip_apart(one: str, other: str) -> bool:
    """Say whether a Damerau-Levenshtein distance is at most 1: a letter more, a letter else, or two swapped."""
    start = _shared_start(one, other)
    one, other = one[start:], other[start:]
    end = _shared_start(one[::-1], other[::-1])
    one, other = one[: len(one) - end], other[: len(other) - end]
    return max(len(one), len(other)) <= 1 or (len(one) == 2 and one == other[::-1])


def _shared_start(one: str, other: str) -> int:
    return sum(1 for _same in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _differ_in_numbers(one: str, other: str) -> bool:
    one, other = normal_form(one), normal_form(other)
    numbers = NUMBERS.findall(one), NUMBERS.findall(other)
    return all(numbers) and numbers[0] != numbers[1] and NUMBERS.sub("#", one) == NUMBERS.sub("#", other)
