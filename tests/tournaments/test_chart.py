"""The chart of the centres over the years: literal places in its drawing of 720 × 340."""

from tournaments import baf
from tournaments.chart import SHAPES, Mark, centres_chart


def test_nothing_counted_is_no_chart():
    assert centres_chart({}) is None


def test_lines_start_from_the_opening_and_years_stand_at_equal_steps():
    chart = centres_chart({"austria": {1901: 5, 1902: 10}, "russia": {1901: 4, 1902: 0}})
    assert chart.years == [Mark(1900, 32), Mark(1901, 306), Mark(1902, 580)]
    assert chart.centres == [Mark(0, 308), Mark(5, 162), Mark(10, 16)]
    austria, russia = chart.lines
    assert (austria.power, austria.path, austria.centres, austria.label_at) == (
        "austria",
        "32,221 306,162 580,16",
        10,
        16,
    )
    assert (russia.power, russia.path, russia.centres, russia.label_at) == ("russia", "32,192 306,192 580,308", 0, 308)
    assert chart.solo_at is None


def test_a_missing_year_leaves_its_place_and_a_solo_has_its_line():
    chart = centres_chart({"italy": {1902: 20}})
    assert [mark.value for mark in chart.years] == [1900, 1901, 1902]
    assert chart.lines[0].path == "32,265 580,16"
    assert chart.solo_at == 46
    assert [mark.value for mark in chart.centres] == [0, 5, 10, 15, 20]


def test_names_at_the_same_height_stand_apart():
    counts = dict(zip(baf.POWERS, (8, 0, 7, 7, 6, 6, 0), strict=True))
    chart = centres_chart({power: {1901: count} for power, count in counts.items()})
    assert {line.power: line.label_at for line in chart.lines} == {
        "austria": 75,
        "france": 104,
        "germany": 122,
        "italy": 140,
        "russia": 158,
        "england": 290,
        "turkey": 308,
    }


def test_a_long_game_marks_every_other_year():
    chart = centres_chart({"italy": {1901: 4, 1920: 4}})
    assert [mark.value for mark in chart.years] == list(range(1900, 1921, 2))


def test_every_power_has_a_shape_of_its_own():
    assert set(SHAPES) == set(baf.POWERS)
    assert len(set(SHAPES.values())) == 7
