"""The normal form of names, for uniqueness and search, and their order in lists. Pure."""

import re
import unicodedata
from functools import lru_cache

LATIN = str.maketrans("абвгдезийклмнопрстуфыэіґў", "abvgdeziyklmnoprstufyeigu") | str.maketrans(
    {"ж": "zh", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ь": "", "ю": "yu", "я": "ya"}
    | {"ї": "yi", "є": "ye"}
)
DIGITS = re.compile(r"\d+")
YO = re.compile("ё\u0308*")  # with any more marks of the same kind


def normal_form(name: str) -> str:
    """Return the form in which two spellings of one name are equal.

    It is NFKC, trimmed, inner spaces folded, casefolded, ё as е. The database stores it, since SQLite compares
    Cyrillic letters case-sensitively.
    """
    form, earlier = name, None
    while form != earlier:  # what one step leaves may compose or fold anew: the normal form has none but itself
        earlier = form
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", form).casefold())
        form = " ".join(YO.sub("е", folded).split())
    return form


def latin(name: str) -> str:
    """Return the normal form with Cyrillic letters written in Latin ones: "Кубок" is "kubok"."""
    return normal_form(name).translate(LATIN)


@lru_cache(maxsize=4096)
def natural_key(name: str) -> str:
    """Return a sort key of the normal form that counts digits as numbers: P5 before P12.

    Each number has its length before it, so that a database sorts the keys as Python does.
    """
    return DIGITS.sub(_with_length, normal_form(name))


def _with_length(digits: re.Match[str]) -> str:
    number = str(int(digits[0]))
    return f"{len(number):03}{number}"
