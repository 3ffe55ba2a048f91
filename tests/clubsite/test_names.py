"""Names: the normal form that makes two spellings one, and the order people expect."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubsite.names import natural_key, normal_form


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Лиса", "лиса"),
        ("ЁЖ", "еж"),
        ("  Дядя \t Фёдор ", "дядя федор"),
        ("Straße", "strasse"),
        ("ﬁsh", "fish"),  # a ligature
        ("Ｆｏｘ", "fox"),  # full-width letters
        ("е\u0308ж", "еж"),  # ё written as е and a mark
        ("ё\u0308ж", "еж"),  # one mark too many
        ("ё\u0323\u0308ж", "е\u0323ж"),
        ("ё\u0300", "ѐ"),
        ("İ", "i̇"),
        ("   ", ""),
        ("\u200b", "\u200b"),
    ],
)
def test_normal_form(name: str, expected: str):
    assert normal_form(name) == expected


@given(st.text() | st.text(alphabet="еёЁж \u0300\u0301\u0308\u0323\u0345\u0391\u1fb3"))
def test_a_normal_form_is_its_own(name: str):
    assert normal_form(normal_form(name)) == normal_form(name)


@given(st.text(alphabet="абвгдеёжзABCxyz -", max_size=20))
def test_letter_case_makes_no_difference(name: str):
    assert normal_form(name.upper()) == normal_form(name.lower())


def test_natural_order_counts_numbers():
    assert sorted(["P12", "p5", "P1", "Лиса", "ёж", "Жук"], key=natural_key) == ["P1", "p5", "P12", "ёж", "Жук", "Лиса"]


@given(st.lists(st.text()))
def test_any_names_can_be_ordered(names: list[str]):
    assert len(sorted(names, key=natural_key)) == len(names)
