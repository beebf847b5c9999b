"""Charts: all that is drawn lies in the drawing, at the height of its value, and the table says the same."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.charts import (
    Bar,
    Diverging,
    Pair,
    Plot,
    Series,
    Stacked,
    crest,
    diverging_bars,
    line_chart,
    stacked_bars,
)
from engine.charts.lines import spread
from engine.charts.scales import Scale, bounds, ticks
from tests.engine.charts.reading import line_points, of_class, points, read, size

NAMES = st.text(max_size=30)
AMOUNTS = st.integers(0, 3_000_000)
WIDTHS = st.sampled_from([380.0, 400.0, 720.0, 880.0])


@st.composite
def plots(draw: st.DrawFn) -> Plot:
    length = draw(st.integers(0, 30))
    inverted = draw(st.booleans())
    numbers = st.integers(1, 64) if inverted else st.integers(-500_000, 3_000_000)
    values = st.lists(st.none() | numbers, min_size=length, max_size=length).map(tuple)
    series = st.builds(Series, name=NAMES, values=values, look=st.integers(0, 70), focus=st.booleans())
    return Plot(
        title=draw(NAMES),
        told=draw(NAMES),
        across="Round",
        labels=tuple(str(number + 1) for number in range(length)),
        series=tuple(draw(st.lists(series, max_size=64))),
        inverted=inverted,
        zero=draw(st.booleans()),
    )


def lies_inside(svg: str) -> None:
    width, height = size(svg)
    outside = [(x, y) for x, y in points(svg) if not (-0.1 <= x <= width + 0.1 and -0.1 <= y <= height + 0.1)]
    assert outside == []


@given(plots(), WIDTHS)
def test_every_point_of_a_line_chart_lies_in_it(plot: Plot, width: float) -> None:
    lies_inside(line_chart(plot, width))


@given(plots())
def test_the_table_has_the_values_of_the_lines(plot: Plot) -> None:
    table = plot.table()
    assert table.head == ("Round", *(one.name for one in plot.series))
    assert [row[0] for row in table.rows] == list(plot.labels)
    assert tuple(zip(*(row[1:] for row in table.rows), strict=True)) == tuple(
        one.values for one in plot.series if plot.labels
    )


@given(
    st.lists(
        st.builds(Bar, name=NAMES, parts=st.tuples(AMOUNTS, AMOUNTS, AMOUNTS), focus=st.booleans()),
        max_size=64,
    ),
    st.tuples(NAMES, NAMES, NAMES),
)
def test_every_bar_lies_in_its_chart_and_its_table(bars: list[Bar], kinds: tuple[str, str, str]) -> None:
    chart = Stacked("Points", "", "Team", kinds, tuple(bars), "Together")
    lies_inside(stacked_bars(chart))
    assert chart.table().rows == tuple((one.name, *one.parts, sum(one.parts)) for one in bars)
    drawn = of_class(stacked_bars(chart), "chart-part")
    assert len(drawn) - len(kinds) == sum(amount > 0 for one in bars for amount in one.parts)


@given(
    st.lists(st.builds(Pair, name=NAMES, left=AMOUNTS, right=AMOUNTS, focus=st.booleans()), max_size=64),
    NAMES,
    NAMES,
)
def test_every_pair_lies_in_its_chart_and_its_table(pairs: list[Pair], left: str, right: str) -> None:
    chart = Diverging("Casualties", "", "Team", left, right, tuple(pairs))
    lies_inside(diverging_bars(chart))
    assert chart.table().rows == tuple((one.name, one.left, one.right) for one in pairs)


def plot(*series: Series, labels: int = 3, inverted: bool = False) -> Plot:
    names = tuple(str(number + 1) for number in range(labels))
    return Plot("The race", "Places", "Round", names, series, inverted)


def test_a_higher_value_stands_higher_and_a_better_place_too() -> None:
    climbing = line_points(line_chart(plot(Series("Climbers", (1, 5, 9)))))["Climbers"]
    assert [y for _, y in climbing] == sorted((y for _, y in climbing), reverse=True)
    winning = line_points(line_chart(plot(Series("Winners", (9, 5, 1)), inverted=True)))["Winners"]
    assert [y for _, y in winning] == sorted((y for _, y in winning), reverse=True)


def test_equal_places_stand_at_one_height_and_their_names_apart() -> None:
    both = plot(Series("A", (1, 1), 0), Series("B", (2, 1), 1), labels=2, inverted=True)
    svg = line_chart(both)
    lines = line_points(svg)
    assert lines["A"][-1] == lines["B"][-1]
    heights = sorted(float(one.attrib["y"]) for one in of_class(svg, "chart-name"))
    assert heights[1] - heights[0] >= 15


def test_one_point_is_a_mark_in_the_middle() -> None:
    svg = line_chart(plot(Series("Alone", (4,)), labels=1))
    assert len(line_points(svg)["Alone"]) == 1
    lies_inside(svg)


def test_a_line_goes_on_over_a_missing_value_without_a_mark() -> None:
    svg = line_chart(plot(Series("Late", (None, 1, None, 3)), labels=4))
    assert len(line_points(svg)["Late"]) == 2
    marks = of_class(svg, "chart-mark")[0].attrib["d"]
    assert marks.count("M") == 2


def test_a_series_without_values_is_not_drawn() -> None:
    assert of_class(line_chart(plot(Series("Nobody", (None, None, None)))), "chart-line") == []


def test_sixty_four_names_make_the_drawing_higher() -> None:
    many = plot(*(Series(f"Team {one}", (one, one, one), one) for one in range(1, 65)), inverted=True)
    svg = line_chart(many)
    assert size(svg)[1] > 1000
    heights = sorted(float(one.attrib["y"]) for one in of_class(svg, "chart-name"))
    assert min(b - a for a, b in itertools.pairwise(heights)) > 12


def test_names_are_words_and_no_markup() -> None:
    svg = line_chart(plot(Series("<b>&\x00", (1, 2, 3))))
    assert [one.text for one in of_class(svg, "chart-name")] == ["<b>&"]
    assert read(svg).find("{http://www.w3.org/2000/svg}title").text == "The race"


@given(st.integers(-1_000_000, 3_000_000), st.integers(0, 3_000_000), st.integers(2, 9))
def test_an_axis_covers_its_values_with_round_steps(low: int, span: int, about: int) -> None:
    found = ticks(low, low + span, about)
    assert found[0] <= low
    assert low + span <= found[-1]
    assert len({b - a for a, b in itertools.pairwise(found)}) == 1
    assert 2 <= len(found) <= about + 2


@given(st.lists(st.floats(0, 100), max_size=30).map(sorted))
def test_names_are_spread_within_their_room_and_in_order(wanted: list[float]) -> None:
    found = spread(wanted, 5, 0, 100)
    assert len(found) == len(wanted)
    assert all(-1e-6 <= one <= 100 + 1e-6 for one in found)
    apart = min(5, 100 / (len(wanted) - 1)) if len(wanted) > 1 else 0
    assert all(b - a >= apart - 1e-6 for a, b in itertools.pairwise(found))


def test_one_value_lies_in_the_middle_of_its_scale() -> None:
    assert Scale(3, 3, 0, 10).at(3) == 5
    assert bounds([], zero=False) == (0, 0)
    assert bounds([None, 4, -2], zero=True) == (-2, 4)


@pytest.mark.parametrize(
    "name, letters",
    [
        ("The Old Quarry Giants", "OQ"),
        ("Reikland", "RE"),
        ("of the", "OT"),
        ("東京ドラゴンズ", "東"),
        ("!!!", "?"),
        ("<b>", "?"),
    ],
)
def test_a_crest_has_the_first_letters(name: str, letters: str) -> None:
    assert f">{letters}</text>" in crest(name)


def test_a_crest_is_always_the_same_and_differs_between_names() -> None:
    assert crest("Reikland Reavers") == crest("Reikland Reavers")
    looks = {crest(f"R{number} R").split("viewBox")[0] for number in range(60)}
    assert len(looks) == 12
    read(crest("Reikland Reavers"))
