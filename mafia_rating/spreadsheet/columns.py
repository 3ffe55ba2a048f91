"""The columns of a spreadsheet of games, how the template names them, and by what other names they go. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubsite.names import normal_form

from .. import scoring


@dataclass(frozen=True)
class Column:
    """A column: its name in the template, what it is called, what stands in it, and its other names."""

    name: str
    label: Promise
    help: Promise
    required: bool = False
    synonyms: tuple[str, ...] = ()

    def __str__(self) -> str:
        return str(self.label)


COLUMNS = (
    Column("date", _("Date"), _("2025-10-03 or 03.10.2025"), True, ("day", "played on", "дата", "вечер")),
    Column("table", _("Table"), _("1 where the file does not say"), False, ("стол",)),
    Column("game", _("Game of the evening"), _("numbered from 1"), True, ("number", "game number", "№", "игра")),
    Column("judge", _("Judge"), _("the nickname"), True, ("судья", "ведущий")),
    Column("result", _("Result"), _("red win, black win, draw"), True, ("winner", "результат", "победа", "победитель")),
    Column("first_killed", _("First killed"), _("the seat, empty after a miss"), False, ("пу", "первый убитый")),
    Column("best_move", _("Best move"), _("three seats: 4 6 8"), False, ("лх", "лучший ход")),
    Column("seat", _("Seat"), _("1 to 10; without the column, as the rows stand"), False, ("место", "слот")),
    Column("player", _("Player"), _("the nickname"), True, ("nickname", "name", "игрок", "ник", "никнейм")),
    Column("role", _("Role"), _("citizen, sheriff, mafia, don"), True, ("роль",)),
    Column("bonus", _("Bonus"), _("0.3"), False, ("judge's bonus", "доп", "допы", "бонус", "дополнительный балл")),
    Column("penalty", _("Penalty"), _("the ground; several with commas"), False, ("ground", "штраф")),
    Column("removal", _("Removal"), _("none, affected, no effect"), False, ("удаление", "удален")),
)
BY_NAME = {column.name: column for column in COLUMNS}

# What stands once for a game; an empty cell means: as in the game's other rows.
OF_GAME = ("judge", "result", "first_killed", "best_move")

Mapped = Mapping[str, int]  # a column's name and where it stands in the file, counted from 0


def word_key(word: str) -> str:
    """Return the form in which words are compared: the normal form, without the marks between words."""
    return " ".join(normal_form(word).replace("_", " ").replace("-", " ").split())


def guess(headings: Sequence[str]) -> dict[str, int]:
    """Say where the file has which column, by the headings; the columns it does not seem to have are left out."""
    places: dict[str, int] = {}
    for place, heading in enumerate(headings):
        key = word_key(heading)
        for column in COLUMNS:
            if column.name not in places and key in _names(column):
                places[column.name] = place
                break
    return places


def _names(column: Column) -> set[str]:
    return {word_key(name) for name in (column.name, str(column.label), *column.synonyms)}


def _words(known: Mapping[str, Iterable[str]]) -> dict[str, str]:
    return {word_key(word): value for value, words in known.items() for word in (value, *words)}


RESULT_WORDS = _words(
    {
        scoring.RED_WIN: ("red", "red won", "красные", "победа красных", "мирные", "победа мирных"),
        scoring.BLACK_WIN: ("black", "black won", "чёрные", "победа чёрных", "мафия", "победа мафии"),
        scoring.DRAW: ("ничья",),
    }
)
ROLE_WORDS = _words(
    {
        scoring.CITIZEN: ("мирный", "мирный житель", "красный", "м.ж."),
        scoring.SHERIFF: ("шериф",),
        scoring.MAFIA: ("мафия", "чёрный"),
        scoring.DON: ("дон",),
    }
)
REMOVAL_WORDS = _words(
    {
        scoring.NO_REMOVAL: ("no", "нет", "-"),
        scoring.AFFECTED: ("affected the game", "повлияло", "да"),
        scoring.NO_EFFECT: ("did not affect the game", "не повлияло"),
    }
)
GROUND_WORDS = _words(dict.fromkeys(scoring.GROUND_ROLES, ()))
