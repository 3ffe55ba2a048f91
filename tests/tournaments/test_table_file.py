"""The official BAF table as a CSV: what is read, and every way in which a file is refused."""

from decimal import Decimal

import pytest

from tournaments.table_file import MOST_BYTES, TableFileError, read_table

WHOLE = """own,rival,points
8,7,50.5
7,8,24
8,8,39.674

centres,sharing,points
8,2,39.674
5,3,30.978
"""
CELLS = {
    "sole_top": {(8, 7): Decimal("50.500")},
    "survivor": {(7, 8): Decimal("24.000")},
    "shared_top": {(8, 2): Decimal("39.674"), (5, 3): Decimal("30.978")},
}


WHY_FIXED = "18 centres are a solo, and whoever has no centre, or loses to a solo, gets nothing."


def read(*texts: str | bytes) -> dict:
    return read_table(
        (f"{number}.csv", text.encode() if isinstance(text, str) else text) for number, text in enumerate(texts, 1)
    )


def faults(*texts: str | bytes) -> list[str]:
    """Return why files are refused, a sentence each."""
    with pytest.raises(TableFileError) as refused:
        read(*texts)
    return list(map(str, refused.value.faults))


@pytest.mark.parametrize(
    "files",
    [
        pytest.param([WHOLE], id="one file"),
        pytest.param(WHOLE.split("\n\n"), id="two files"),
        pytest.param([b"\xef\xbb\xbf" + WHOLE.encode()], id="BOM"),
        pytest.param([WHOLE.replace("\n", "\r\n")], id="CRLF"),
        pytest.param([WHOLE.replace(",", ";").replace(".", ",")], id="semicolons and decimal commas"),
        pytest.param([WHOLE.replace(",", "\t")], id="tabs"),
        pytest.param([WHOLE.replace("\n\n", "\n18,7,100\n8,18,0\n0,8,0\n\n")], id="row and column of 18, row of 0"),
        pytest.param([WHOLE.replace("50.5", '"50,5"')], id="quoted decimal comma"),
        pytest.param([WHOLE.replace("\n\n", "\n,,\n")], id="blank row of a spreadsheet"),
        pytest.param([WHOLE.replace("\n\n", "\n")], id="no blank row"),
        pytest.param([WHOLE.replace("\n", ",,\n")], id="empty columns at the end"),
        pytest.param([WHOLE.replace("own,rival,points", " Own , RIVAL , Points ")], id="head in capitals"),
        pytest.param(["\n\n" + WHOLE], id="blank rows first"),
    ],
)
def test_a_table_is_read(files):
    assert read(*files) == CELLS


def test_points_have_three_decimals():
    assert str(read("own,rival,points\n8,7,50.5\n")["sole_top"][8, 7]) == "50.500"


def test_columns_may_stand_in_any_order():
    assert read("points;sharing;centres\n30,978;3;5\n")["shared_top"] == {(5, 3): Decimal("30.978")}


@pytest.mark.parametrize("block", WHOLE.split("\n\n"))
def test_either_block_may_be_absent(block):
    assert sum(map(len, read(block).values())) in (2, 3)


@pytest.mark.parametrize(
    "row", ["1,0,50", "17,0,75.000", "1,17,12.5", "16,17,25", "17,17,50", "4,4,25"], ids=lambda row: row
)
def test_the_ends_of_the_ranges_are_within(row):
    assert sum(map(len, read(f"own,rival,points\n{row}\n").values())) == 1


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ("18,7,60", f"The rule gives 100.000 points here, not 60.000: {WHY_FIXED}"),
        ("0,7,20", f"The rule gives 0.000 points here, not 20.000: {WHY_FIXED}"),
        ("8,18,20", f"The rule gives 0.000 points here, not 20.000: {WHY_FIXED}"),
        ("19,7,100", "“19” does not fit own: a whole number from 0 to 18."),
        ("8,-1,50", "“-1” does not fit rival: a whole number from 0 to 18."),
        ("8.0,7,50", "“8.0” does not fit own: a whole number from 0 to 18."),
        ("٨,7,50", "“٨” does not fit own: a whole number from 0 to 18."),
        ("8,7,50.1234", "“50.1234” are no points: a number with at most 3 decimals."),
        ("8,7,5e1", "“5e1” are no points: a number with at most 3 decimals."),
        ("8,7,NaN", "“NaN” are no points: a number with at most 3 decimals."),
        ("8,7,49.999", "49.999 points are out of range: a sole top has 50 to 75."),
        ("8,7,75.001", "75.001 points are out of range: a sole top has 50 to 75."),
        ("7,8,12.499", "12.499 points are out of range: a survivor has 12.5 to 25."),
        ("7,8,25.001", "25.001 points are out of range: a survivor has 12.5 to 25."),
        ("8,8,50.001", "50.001 points are out of range: a shared top has 25 to 50."),
        ("8,7", "There are 2 values below own, rival, points."),
        ("8,7,50,5", "There are 4 values below own, rival, points; a decimal comma needs semicolons or quotes."),
        ('8,7,"50.5"x', "A quotation mark is not closed, or stands in the middle of a cell."),
        ('8,7,"50.5', "A quotation mark is not closed, or stands in the middle of a cell."),
    ],
)
def test_a_wrong_row_is_named(row, sentence):
    assert faults(f"own,rival,points\n9,7,51\n{row}") == [f"1.csv, row 3: {sentence}"]


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ("8,1,30", "“1” does not fit sharing: a whole number from 2 to 7."),
        ("8,8,30", "“8” does not fit sharing: a whole number from 2 to 7."),
        ("18,2,30", "“18” does not fit centres: a whole number from 1 to 17."),
        ("12,3,30", "3 players with 12 centres each are more than 34 centres."),
        ("8,2,24.999", "24.999 points are out of range: a shared top has 25 to 50."),
    ],
)
def test_a_wrong_row_of_shared_tops_is_named(row, sentence):
    assert faults(f"centres,sharing,points\n{row}\n") == [f"1.csv, row 2: {sentence}"]


def test_all_faults_are_told_at_once():
    assert faults("own,rival,points\n8,7,9\n99,x7,y\n", "own,rival,points\n8,9,60\n") == [
        "1.csv, row 2: 9.000 points are out of range: a sole top has 50 to 75.",
        "1.csv, row 3: “99” does not fit own: a whole number from 0 to 18.",
        "1.csv, row 3: “x7” does not fit rival: a whole number from 0 to 18.",
        "1.csv, row 3: “y” are no points: a number with at most 3 decimals.",
        "2.csv, row 2: 60.000 points are out of range: a survivor has 12.5 to 25.",
    ]


def test_a_row_keeps_its_number_behind_blank_ones():
    assert faults("\nown,rival,points\n\n\n8,7,9\n")[0].startswith("1.csv, row 5: ")


def test_a_cell_is_given_once():
    sentence = "This cell was given before, in 1.csv, row 2."
    assert faults("own,rival,points\n8,7,51\n8,7,51\n") == [f"1.csv, row 3: {sentence}"]
    assert faults("own,rival,points\n8,7,51\n", "own,rival,points\n8,7,51\n") == [f"2.csv, row 2: {sentence}"]


def test_the_blocks_agree_about_a_top_shared_by_two():
    assert faults(WHOLE.replace("8,2,39.674", "8,2,39.675")) == [
        "1.csv, row 7: The two blocks disagree about a top shared by two at 8 centres: 39.674 and 39.675."
    ]


@pytest.mark.parametrize(
    "head", ["own,rival,points,remark", "own,points", "own,sharing,points", "eigene,gegner,punkte", "own,own,points"]
)
def test_unknown_columns_are_named_and_their_rows_passed_over(head):
    assert faults(f"{head}\n99,99,99\n\ncentres,sharing,points\n5,3,30\n") == [
        f"1.csv, row 1: Unknown columns “{head.replace(',', ', ')}”: a head is own, rival, points"
        " / centres, sharing, points."
    ]


def test_a_file_without_a_head_is_told_once():
    assert faults("8,7,50\n9,7,51\n") == [
        "1.csv, row 1: The columns are not named: begin with the row own, rival, points / centres, sharing, points."
    ]


@pytest.mark.parametrize("text", ["", "\n\n", "own,rival,points\n", ";;\n"])
def test_a_file_without_cells_is_refused(text):
    assert faults(text) == ["1.csv: There is no cell in it."]


def test_another_encoding_is_refused_in_words():
    assert faults("own,rival,points\n8,7,50\nпривет".encode("cp1251")) == [
        "1.csv: This is no text in UTF-8: save the table as “CSV UTF-8” and choose that file."
    ]


def test_a_huge_file_is_refused_unread():
    assert faults(b"own,rival,points\n" + b"8,7,50\n" * MOST_BYTES) == [
        "1.csv: There is more in this file than 64.0\xa0KB, the most that can be read."
    ]


@pytest.mark.parametrize("text", ["own,rival,points\n8,7,5\0\n", "\0", "{}", "own\n" * 9])
def test_rubbish_is_refused(text):
    assert faults(text)


def test_at_most_fifty_faults_are_told():
    assert len(faults("own,rival,points\n" + "8,7,1\n" * 100)) == 50
