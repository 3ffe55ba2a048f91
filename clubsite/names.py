"""The normal form of names, for uniqueness and search. Pure."""

import re
import unicodedata

LATIN = str.maketrans("абвгдезийклмнопрстуфыэіґў", "abvgdeziyklmnoprstufyeigu") | str.maketrans(
    {"ж": "zh", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ь": "", "ю": "yu", "я": "ya"}
    | {"ї": "yi", "є": "ye"}
)
DIGITS = re.compile(r"(\d+)")


def normal_form(name: str) -> str:
    """Return the form in which two spellings of one name are equal.

    It is NFKC, trimmed, inner spaces folded, casefolded, ё as е. The database stores it, since SQLite compares
    Cyrillic letters case-sensitively.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(folded.replace("ё", "е").split())


def latin(name: str) -> str:
    """Return the normal form with Cyrillic letters written in Latin ones: "Кубок" is "kubok"."""
    return normal_form(name).translate(LATIN)


def natural_key(name: str) -> list[str | int]:
    """Return a sort key of the normal form that counts digits as numbers: P5 before P12."""
    return [int(part) if part.isdecimal() else part for part in DIGITS.split(normal_form(name))]
