"""Names that are easily taken for one another."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubsite.lookalikes import look_alike, lookalikes, one_slip_apart, skeleton


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ёжик", "ежик"),
        ("Ворон", "Bорон"),  # a Latin B
        ("CAXAP", "сахар"),  # all Latin, all Cyrillic
        ("Кот", "Koт"),
        ("Tень", "Тень"),
        ("Макс", "Maкc"),
        ("Нуар", "Hyap"),
        ("Лев 0", "лево"),
        ("Ange1", "angel"),
        ("Іван", "Iван"),  # a Ukrainian and a Latin I
        ("Дядя Фёдор", "дядяфедор"),
        ("Лиса", "Лисы"),  # another letter
        ("Лиса", "Лисса"),  # one more
        ("Saffron", "Safron"),  # one less
        ("Мираж", "Мриаж"),  # two swapped
        ("Coвa", "Сова "),
        ("Fox 12", "Fox12"),
    ],
)
def test_near_duplicates(one: str, other: str):
    assert look_alike(one, other)
    assert look_alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Лис", "Лиса"),  # three letters: another name
        ("Кот", "Кит"),
        ("P1", "P2"),
        ("Fox 1", "Fox 2"),
        ("Player 12", "Player 112"),
        ("Лиса", "Сила"),
        ("Мираж", "Мажор"),
        ("Тень", "Тундра"),
        ("abcd", "bcda"),
        ("abcd", "badc"),
    ],
)
def test_different_names(one: str, other: str):
    assert not look_alike(one, other)
    assert not look_alike(other, one)


def test_those_that_look_the_same_come_first():
    club = ["Ворона", "Борон", "Ворон", "Bopoн", "Маяк"]
    assert lookalikes("ворон", club) == ["Bopoн", "Ворона", "Борон"]


def test_a_name_that_looks_like_none():
    assert lookalikes("Сова", ["Маяк", "Эхо"]) == []


def test_the_skeleton_is_latin():
    assert skeleton(" ВЕРА  Холод ") == "bepaxoлoд"


@given(st.text(alphabet="abcd", min_size=1, max_size=6), st.data())
def test_any_one_slip_is_found(name: str, data: st.DataObject):
    at = data.draw(st.integers(0, len(name) - 1))
    letter = data.draw(st.sampled_from("abcdx"))
    slips = [
        name[:at] + letter + name[at:],
        name[:at] + letter + name[at + 1 :],
        name[:at] + name[at + 1 :],
        name[:at] + name[at : at + 2][::-1] + name[at + 2 :],
    ]
    assert all(one_slip_apart(name, slip) and one_slip_apart(slip, name) for slip in slips)


@given(st.text(alphabet="abc", max_size=5), st.text(alphabet="abc", max_size=5))
def test_one_slip_is_the_distance_of_at_most_one(one: str, other: str):
    near = {one}
    for at in range(len(one) + 1):
        near |= {one[:at] + letter + one[at:] for letter in "abc"}
        near |= {one[:at] + letter + one[at + 1 :] for letter in ["a", "b", "c", ""] if at < len(one)}
        near.add(one[:at] + one[at : at + 2][::-1] + one[at + 2 :])
    assert one_slip_apart(one, other) == (other in near)
