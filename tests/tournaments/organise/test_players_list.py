"""Reading a list of players: pasted lines, CSV files, and everything that is wrong with them."""

import pytest

from tournaments.players_list import ListError, Row, read_list


def faults(text: str, header_required: bool = False) -> list[str]:
    """Return the sentences with which a list is refused."""
    with pytest.raises(ListError) as refused:
        read_list(text, header_required)
    return [str(fault) for fault in refused.value.faults]


# What is read


def test_pasted_lines_are_nicknames():
    assert read_list("Fuchs\n\n  Старый   Лис \r\nSmith, John\n") == [
        Row(1, "Fuchs"),
        Row(3, "Старый Лис"),
        Row(4, "Smith, John"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "nickname,team\nFuchs,Reds\nWolf,\n",
        "nickname;team\r\nFuchs;Reds\r\nWolf;\r\n",
        "nickname\tteam\nFuchs\tReds\nWolf",
        "  NickName , TEAM \nFuchs,Reds\nWolf,",
        'Team;"Nickname"\nReds;Fuchs\n;Wolf',
        "No,nickname,rating,team\n1,Fuchs,1500,Reds\n2,Wolf,1400,",
        "nickname,team\nFuchs , Reds,,\nWolf",
    ],
    ids=["commas", "semicolons", "tabs", "any case", "quoted header", "other columns", "empty cells"],
)
def test_tables_are_read_by_the_names_of_their_columns(text):
    assert read_list(text, header_required=True) == [Row(2, "Fuchs", "Reds"), Row(3, "Wolf", "")]


def test_quoted_commas_and_quotes_belong_to_the_name():
    text = 'nickname,team\n"Smith, John","Reds, first"\n"""Fox""",Blues\n'
    assert read_list(text) == [Row(2, "Smith, John", "Reds, first"), Row(3, '"Fox"', "Blues")]


def test_semicolons_leave_commas_in_names():
    assert read_list("nickname;team\nSmith, John;Reds") == [Row(2, "Smith, John", "Reds")]


def test_the_team_is_not_needed():
    assert read_list("nickname\nFuchs\n", header_required=True) == [Row(2, "Fuchs")]


def test_rows_are_counted_as_a_spreadsheet_counts_them():
    assert read_list("\nnickname,team\n\nFuchs,\n,\nWolf,Reds\n") == [Row(4, "Fuchs"), Row(6, "Wolf", "Reds")]


# What is refused


@pytest.mark.parametrize("text", ["", "\n\n", "  \n", "nickname,team\n", "nickname\n,\n"])
def test_empty_list(text):
    assert faults(text) == ["The list names no player."]


def test_file_without_the_column():
    assert faults("name;team\nFuchs;Reds", header_required=True) == [
        "The first row names no column “nickname”. It names: name, team."
    ]


def test_column_twice():
    assert faults("nickname,Nickname\nFuchs,Wolf") == ["The first row names the column “nickname” twice."]
    assert faults("nickname,team,team\nFuchs,Reds,Blues") == ["The first row names the column “team” twice."]


def test_repeated_names_are_told_by_their_normal_form():
    assert faults("Ёж\nFuchs\n еж\nFUCHS\nfuchs") == [
        "row 3: “еж” stands in row 1 already.",
        "row 4: “FUCHS” stands in row 2 already.",
        "row 5: “fuchs” stands in row 2 already.",
    ]


def test_row_without_a_nickname():
    assert faults("nickname,team\nFuchs,Reds\n,Reds\n") == ["row 3: The nickname is missing."]


def test_comma_outside_quotes():
    assert faults("nickname,team\nSmith, John,Reds") == [
        "row 2: There are more cells than columns. A name with a comma or semicolon stands in quotes."
    ]


@pytest.mark.parametrize("cell", ['"Fuchs', '"Fuchs"s'])
def test_broken_quotes(cell):
    assert faults(f"nickname,team\nWolf,Reds\n{cell},Blues\nOwl,Blues") == [
        "row 3: A quotation mark is not closed, or stands in the middle of a cell."
    ]


def test_names_that_are_too_long():
    assert faults(f"nickname,team\n{'x' * 65},{'y' * 65}") == [
        "row 2: The nickname is longer than 64 characters.",
        "row 2: The team's name is longer than 64 characters.",
    ]
    assert read_list("x" * 64) == [Row(1, "x" * 64)]
    assert faults("ﷺ" * 30) == ["row 1: The nickname is longer than 64 characters."]


@pytest.mark.parametrize("character", ["\u200b", "\0", "\u202e", "\ud800"])
def test_characters_that_cannot_be_seen(character):
    assert faults(f"Fu{character}chs") == ["row 1: There is a character that cannot be seen."]


def test_too_many():
    assert len(read_list("\n".join(f"P{number}" for number in range(500)))) == 500
    assert faults("\n".join(f"P{number}" for number in range(501))) == ["The list names more than 500 players."]


def test_an_enormous_cell_is_a_fault_like_others():
    assert faults("nickname,team\n" + "x" * 150_000) == [
        "row 2: A quotation mark is not closed, or stands in the middle of a cell."
    ]
    assert faults("x" * 150_000) == ["row 1: The nickname is longer than 64 characters."]


def test_all_faults_are_told_in_the_order_of_the_rows():
    assert faults("nickname,team\nFuchs,a,b\n,Reds\nWolf,\nwolf,\n") == [
        "row 2: There are more cells than columns. A name with a comma or semicolon stands in quotes.",
        "row 3: The nickname is missing.",
        "row 5: “wolf” stands in row 4 already.",
    ]
