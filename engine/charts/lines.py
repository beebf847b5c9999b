"""Values over time as lines, each named where it ends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from engine.charts.drawing import FONT, LETTER, cells, element, frame, grouped, label, line, number, shortened
from engine.charts.scales import Number, Scale, bounds, ticks
from engine.charts.twin import Table, table_of

LOOKS = 12
"""So many lines are told apart by colour, dash and mark; a chart should have no more."""

TOP, FOOT, GAP = 14.0, 22.0, 10.0
ROW = 17.0
"""The height of a name at the end of a line."""
MARK = 3.5


class Series(msgspec.Struct, frozen=True):
    """A line. None: there is no value there, and the line goes on to the next. ``look`` tells it apart; with ``focus``
    it is drawn heavier."""

    name: str
    values: tuple[Number | None, ...]
    look: int = 0
    focus: bool = False


class Plot(msgspec.Struct, frozen=True):
    """Series over the same ``labels``. ``inverted``: the least is on top, as with places; ``zero``: nought is shown.

    ``across`` says what the labels are, as the heading of their column. ``told`` describes it in a sentence.
    """

    title: str
    told: str
    across: str
    labels: tuple[str, ...]
    series: tuple[Series, ...]
    inverted: bool = False
    zero: bool = False

    def table(self) -> Table:
        """A row for each label, a column for each series."""
        return table_of(
            self.title,
            (self.across, *(one.name for one in self.series)),
            ((name, *(one.values[place] for one in self.series)) for place, name in enumerate(self.labels)),
        )


class _Field(msgspec.Struct, frozen=True):
    """Where values lie in the drawing. ``names`` is where the names of the lines begin."""

    across: Scale
    up: Scale
    marks: tuple[int, ...]
    left: float
    right: float
    names: float
    bottom: float
    width: float


def line_chart(plot: Plot, width: float = 720, height: float = 300) -> str:
    """The plot as SVG, at least so high; higher where the names of its lines need it."""
    height = max(height, TOP + FOOT + ROW * len(plot.series))
    field = _field(plot, width, height)
    parts = [*_grid(plot, field)]
    ordered = sorted(plot.series, key=lambda one: one.focus)
    for one in ordered:
        parts += _drawn(one, field)
    parts += _named(plot, field)
    return frame(width, height, plot.title, plot.told, parts, "chart-lines")


def _field(plot: Plot, width: float, height: float) -> _Field:
    low, high = bounds((value for one in plot.series for value in one.values), plot.zero)
    if plot.inverted:
        marks = _places(int(low), int(high))
        low, high = marks[0], marks[-1]
    else:
        marks = ticks(low, high)
        low, high = marks[0], marks[-1]
    left = max(cells(grouped(mark)) for mark in marks) * LETTER + GAP
    room = min(max((cells(one.name) for one in plot.series), default=0) * LETTER + 3 * GAP, width * 0.34)
    right = width - room - GAP if plot.series else width - GAP
    bottom = height - FOOT
    ends = (TOP, bottom) if plot.inverted else (bottom, TOP)
    inset = 2 * MARK
    return _Field(
        across=Scale(0, max(len(plot.labels) - 1, 0), left + inset, right - inset),
        up=Scale(low, high, *ends),
        marks=marks,
        left=left,
        right=right,
        names=right + GAP,
        bottom=bottom,
        width=width,
    )


def _places(first: int, last: int) -> tuple[int, ...]:
    """The first place, the last one, and round ones between."""
    between = ticks(first, last, 8)
    close = max(1, (last - first) // 12)
    return tuple(
        dict.fromkeys(
            (first, *(one for one in between if first + close <= one <= last - close), max(last, first))
        )
    )


def _grid(plot: Plot, field: _Field) -> list[str]:
    heights = [(grouped(mark), field.up.at(mark)) for mark in field.marks]
    lines = "".join(f"M{number(field.left)} {number(y)}H{number(field.right)}" for _, y in heights)
    values = [label(told, field.left - 6, y + FONT / 3) for told, y in heights]
    longest = max((cells(name) for name in plot.labels), default=1) * LETTER + 8
    room = max(field.right - field.left, 1)
    every = max(1, -(-len(plot.labels) * int(longest) // int(room)))
    names = [
        label(name, field.across.at(place), field.bottom + 16)
        for place, name in enumerate(plot.labels)
        if place % every == 0
    ]
    return [
        element("path", d=lines, class_="chart-grid"),
        element("g", *values, class_="chart-tick", text_anchor="end"),
        element("g", *names, class_="chart-tick", text_anchor="middle"),
    ]


def _drawn(one: Series, field: _Field) -> list[str]:
    look = f"series-{one.look % LOOKS}{' focus' if one.focus else ''}"
    points = [
        (round(field.across.at(place)), round(field.up.at(value)))
        for place, value in enumerate(one.values)
        if value is not None
    ]
    if not points:
        return []
    marks = "".join(mark(one.look, x, y) for x, y in points)
    return [
        element(
            "g",
            element("path", d=_path(points), class_="chart-line", fill="none", stroke="currentColor"),
            element("path", d=marks, class_="chart-mark"),
            class_=look,
        )
    ]


def _path(points: Iterable[tuple[float, float]]) -> str:
    return "".join(f"{'L' if place else 'M'}{number(x)} {number(y)}" for place, (x, y) in enumerate(points))


def mark(look: int, x: float, y: float) -> str:
    """The outline of a mark: a square, a lozenge, triangles up and down, an hourglass, a bow, by turns."""
    a = MARK
    shapes = (
        ((-a, -a), (2 * a, 0), (0, 2 * a), (-2 * a, 0)),
        ((0, -1.4 * a), (1.4 * a, 1.4 * a), (-1.4 * a, 1.4 * a), (-1.4 * a, -1.4 * a)),
        ((0, -1.3 * a), (1.3 * a, 2.3 * a), (-2.6 * a, 0)),
        ((0, 1.3 * a), (1.3 * a, -2.3 * a), (-2.6 * a, 0)),
        ((-a, -a), (2 * a, 0), (-2 * a, 2 * a), (2 * a, 0)),
        ((-a, -a), (0, 2 * a), (2 * a, -2 * a), (0, 2 * a)),
    )
    (dx, dy), *rest = shapes[look % len(shapes)]
    moves = "".join(_step(h, v) for h, v in rest)
    return f"M{number(x + dx)} {number(y + dy)}{moves}z"


def _step(across: float, down: float) -> str:
    if not down:
        return f"h{number(across)}"
    return f"l{number(across)} {number(down)}" if across else f"v{number(down)}"


def _named(plot: Plot, field: _Field) -> list[str]:
    """Each name beside the last point of its line, moved so far that no two are over each other."""
    ends = []
    for one in plot.series:
        last = next(
            ((place, value) for place, value in reversed(list(enumerate(one.values))) if value is not None),
            None,
        )
        if last is not None:
            ends.append((field.up.at(last[1]), field.across.at(last[0]), one))
    ends.sort(key=lambda end: end[0])
    parts = []
    heights = spread([y for y, _, _ in ends], ROW, TOP, field.bottom)
    for (y, x, one), height in zip(ends, heights, strict=True):
        look = f"series-{one.look % LOOKS}{' focus' if one.focus else ''}"
        start, room = field.names + 2 * GAP, field.width - field.names - 2 * GAP
        parts.append(
            element(
                "g",
                line(x + 2 * MARK, y, field.names - 2, height, "chart-lead"),
                element("path", d=mark(one.look, field.names + 4, height), class_="chart-mark"),
                label(shortened(one.name, room), start - 6, height + FONT / 3, "chart-name"),
                class_=look,
            )
        )
    return parts


def spread(wanted: Sequence[float], apart: float, low: float, high: float) -> list[float]:
    """Places as near as may be to those wanted, in their order, at least so far apart and between the ends.

    Where the ends are too close together for all of them, they stand evenly.
    """
    if len(wanted) > 1:
        apart = min(apart, (high - low) / (len(wanted) - 1))
    found: list[float] = []
    for one in wanted:
        found.append(max(one, low, found[-1] + apart if found else low))
    limit = high
    for place in range(len(found) - 1, -1, -1):
        found[place] = min(found[place], limit)
        limit = found[place] - apart
    return found
