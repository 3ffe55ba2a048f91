"""Untrusted JSON, read piece by piece: whatever is wrong becomes a fault with its path, never an exception of Python's.

Nothing here knows what stands in a club file: schema.py does.
"""

import datetime
import json
import math
import re
from collections.abc import Callable, Collection, Iterator
from decimal import Decimal
from fractions import Fraction
from reprlib import Repr
from typing import NamedTuple, TypeVar

from django.utils.translation import gettext as _

from clubsite.exact import read_fraction

Item = TypeVar("Item")

MOST_FAULTS = 50
MOST_BYTES = 32 * 1024 * 1024
MOST_DIGITS = 18
SMALL = range(1, 32768)  # what a small integer of the database holds

DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
DECIMAL = re.compile(r"-?\d{1,4}(\.\d{1,4})?", re.ASCII)
PLAIN_KEY = re.compile(r"\w{1,60}", re.ASCII)
# PostgreSQL stores no NUL, and half a surrogate pair is no character at all.
UNSTORABLE = re.compile("[\0\ud800-\udfff]")

REQUIRED = object()


class FileFault(NamedTuple):
    """What is wrong with a club file, in words, and where: `mafia.games[3].bonuses`."""

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


class ClubFileError(Exception):
    """A club file cannot be imported; `faults` says why. Nothing of it was stored."""

    def __init__(self, faults: Collection[FileFault]) -> None:
        self.faults = list(faults)
        super().__init__("\n".join(map(str, self.faults)))


class Faults:
    """The faults found so far. The fiftieth ends the import."""

    def __init__(self) -> None:
        self.noted: list[FileFault] = []

    def add(self, path: str, message: object) -> None:
        """Note a fault; ClubFileError when there are enough of them."""
        self.noted.append(FileFault(path, str(message)))
        if len(self.noted) == MOST_FAULTS:
            self.raise_any()

    def any_below(self, path: str) -> bool:
        """Say whether a fault was noted at a path or inside it."""
        return any(fault.path.startswith(path) for fault in self.noted)

    def raise_any(self) -> None:
        """Raise a ClubFileError if anything was noted."""
        if self.noted:
            raise ClubFileError(self.noted)


class Pairs(dict):
    """A JSON object that remembers the keys it was given twice."""

    def __init__(self, pairs: list[tuple[str, object]]) -> None:
        super().__init__(pairs)
        seen: set[str] = set()
        self.repeated = [key for key, _value in pairs if key in seen or seen.add(key)]


def parse(data: bytes) -> object:
    """Turn the bytes of a file into JSON values; ClubFileError if they are none."""
    if len(data) > MOST_BYTES:
        raise _whole_file_fault(_("is larger than %(most)s MB") % {"most": MOST_BYTES // 1024**2})
    try:
        text = data.decode("utf-8-sig")  # spreadsheets like to begin a file with a byte order mark
    except UnicodeDecodeError as error:
        raise _whole_file_fault(_("is not UTF-8 text (byte %(byte)s)") % {"byte": error.start + 1}) from None
    try:
        return json.loads(text, object_pairs_hook=Pairs, parse_int=_parse_int, parse_constant=_parse_constant)
    except json.JSONDecodeError as error:
        where = {"error": error.msg, "line": error.lineno, "column": error.colno}
        raise _whole_file_fault(_("is not JSON: %(error)s (line %(line)s, column %(column)s)") % where) from None
    except RecursionError:
        raise _whole_file_fault(_("is nested too deeply")) from None


def _whole_file_fault(message: str) -> ClubFileError:
    return ClubFileError([FileFault("file", message)])


def _parse_int(digits: str) -> int | float:
    # Python refuses to read thousands of digits; no number of a club file comes near, so infinity says enough.
    return int(digits) if len(digits) <= MOST_DIGITS else math.inf


def _parse_constant(name: str) -> float:
    raise _whole_file_fault(_("is not JSON: %(name)s is not a number") % {"name": name})


_shorten = Repr()
_shorten.maxstring = 60


def shown(text: str) -> str:
    """Quote a text of the file for a message: shortened, unprintable characters escaped."""
    return _shorten.repr(text)


class Fields:
    """The keys of one JSON object.

    Each method reads a key and returns its value; if that is missing or wrong, the fault is noted, the object is not
    `sound`, and what the method returned must not be used: `build` sees to that. A key read with a default may be
    missing.
    """

    def __init__(self, value: object, path: str, faults: Faults, ignored: Collection[str] = ()) -> None:
        self.path = path
        self.faults = faults
        self.sound = isinstance(value, Pairs)
        self._given = value if isinstance(value, Pairs) else Pairs([])
        self._unread = {*self._given} - {*ignored}
        self._is_object = self.sound
        if not self.sound:
            self.faults.add(path or "file", _("must be an object {...}"))
        for key in self._given.repeated:
            self.wrong(key, _("stands here twice"))

    def build(self, item: Callable[..., Item], **values: object) -> Item | None:
        """Return the item of the values read, or None if one of them is wrong or a key is unknown."""
        for key in sorted(self._unread):
            self.wrong(key, _("is no key of this format"))
        return item(**values) if self.sound else None

    def path_of(self, key: str) -> str:
        """Return the path of a key of this object."""
        key = key if PLAIN_KEY.fullmatch(key) else shown(key)
        return f"{self.path}.{key}" if self.path else key

    def wrong(self, key: str, message: str) -> None:
        """Note a fault of a key."""
        self.sound = False
        self.faults.add(self.path_of(key), message)

    def _read(self, key: str, default: object, convert: Callable[[object], Item | None], expected: str) -> Item | None:
        """Read a key; `convert` returns None for a wrong value, and `expected` says what would be right."""
        self._unread.discard(key)
        if key not in self._given:
            if default is REQUIRED and self._is_object:
                self.wrong(key, _("is missing"))
            return None if default is REQUIRED else default
        value = convert(self._given[key])
        if value is None:
            self.wrong(key, expected)
        return value

    def text(self, key: str, default: object = REQUIRED) -> str:
        """Read a text."""
        return self._read(key, default, _text, _("must be text, without NUL or half characters"))

    def text_or_null(self, key: str) -> str | None:
        """Read a text or null."""
        self._unread.discard(key)
        if key in self._given and self._given[key] is None:
            return None
        return self.text(key)

    def choice(self, key: str, allowed: Collection[str], default: object = REQUIRED) -> str:
        """Read one of the allowed texts."""
        expected = _("must be one of %(allowed)s") % {"allowed": ", ".join(allowed)}
        return self._read(
            key, default, lambda value: value if isinstance(value, str) and value in allowed else None, expected
        )

    def flag(self, key: str, default: bool) -> bool:
        """Read true or false."""
        return self._read(
            key, default, lambda value: value if isinstance(value, bool) else None, _("must be true or false")
        )

    def whole(self, key: str, allowed: range | None = None, default: object = REQUIRED) -> int:
        """Read a whole number, out of a range if one is given."""
        expected = (
            _("must be a whole number from %(first)s to %(last)s") % {"first": allowed[0], "last": allowed[-1]}
            if allowed
            else _("must be a whole number")
        )

        def convert(value: object) -> int | None:
            return value if _is_whole(value) and (allowed is None or value in allowed) else None

        return self._read(key, default, convert, expected)

    def whole_or_null(self, key: str) -> int | None:
        """Read a whole number or null."""
        self._unread.discard(key)
        if key in self._given and self._given[key] is None:
            return None
        return self.whole(key)

    def wholes(self, key: str) -> tuple[int, ...]:
        """Read a list of whole numbers."""

        def convert(value: object) -> tuple[int, ...] | None:
            return tuple(value) if isinstance(value, list) and all(map(_is_whole, value)) else None

        return self._read(key, REQUIRED, convert, _("must be a list of whole numbers"))

    def texts(self, key: str, default: object = REQUIRED) -> tuple[str, ...]:
        """Read a list of texts."""

        def convert(value: object) -> tuple[str, ...] | None:
            return tuple(value) if isinstance(value, list) and all(_text(each) is not None for each in value) else None

        return self._read(key, default, convert, _("must be a list of texts, without NUL or half characters"))

    def date(self, key: str) -> datetime.date:
        """Read an ISO date."""
        return self._read(key, REQUIRED, _date, _("must be a date such as 2025-12-31"))

    def decimal(self, key: str) -> Decimal:
        """Read a decimal number written as text."""

        def convert(value: object) -> Decimal | None:
            return Decimal(value) if isinstance(value, str) and DECIMAL.fullmatch(value) else None

        return self._read(key, REQUIRED, convert, _('must be a decimal number as text, such as "0.3"'))

    def fraction(self, key: str) -> Fraction:
        """Read a positive fraction written as text; 1 where it is missing."""
        return self._read(
            key, Fraction(1), _fraction, _('must be a fraction as text, such as "2/3", more than 0 and at most 10')
        )

    def share(self, key: str, default: object = Fraction(1)) -> Fraction:
        """Read a fraction written as text, which may be 0; 1 where it is missing."""
        return self._read(key, default, _share, _('must be a fraction as text, such as "2/3", from 0 to 10'))

    def nested_if_given(self, key: str, ignored: Collection[str] = ()) -> "Fields | None":
        """Read an object; None where it is missing."""
        self._unread.discard(key)
        return Fields(self._given[key], self.path_of(key), self.faults, ignored) if key in self._given else None

    def nested(self, key: str) -> "Fields":
        """Read an object, an empty one where it is missing."""
        self._unread.discard(key)
        return Fields(self._given.get(key, Pairs([])), self.path_of(key), self.faults)

    def entries(self) -> Iterator[tuple[str, int]]:
        """Read an object whose keys are data and whose values are whole numbers."""
        for key in self._given:
            value = self.whole(key)
            if value is not None:
                yield key, value

    def items(
        self,
        key: str,
        read: Callable[[object, str, Faults], Item | None],
        default: object = REQUIRED,
        *,
        each_alone: bool = False,
    ) -> list[Item]:
        """Read a list of objects. A wrong one makes the whole object unsound, unless each stands alone."""
        values = self._read(key, default, lambda value: value if isinstance(value, list) else None, _("must be a list"))
        read_items = [
            read(value, f"{self.path_of(key)}[{index}]", self.faults) for index, value in enumerate(values or ())
        ]
        sound_items = [item for item in read_items if item is not None]
        if len(sound_items) < len(read_items) and not each_alone:
            self.sound = False
        return sound_items


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and not UNSTORABLE.search(value) else None


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _date(value: object) -> datetime.date | None:
    if not isinstance(value, str) or not DATE.fullmatch(value):
        return None
    try:
        return datetime.date.fromisoformat(value)
    except ValueError:
        return None


def _fraction(value: object, *, zero: bool = False) -> Fraction | None:
    try:
        return read_fraction(value, zero=zero) if isinstance(value, str) else None
    except ValueError:
        return None


def _share(value: object) -> Fraction | None:
    return _fraction(value, zero=True)
