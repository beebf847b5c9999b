"""Amounts as bars, one below the other: made of parts, or to both sides of a line."""

from __future__ import annotations

import msgspec

from engine.charts.drawing import FONT, LETTER, cells, element, frame, grouped, label, line, shortened
from engine.charts.scales import Scale
from engine.charts.twin import Table, table_of

WIDTH = 400.0
ROW, BAR = 38.0, 15.0
"""The height of a bar with its name above it, and of the bar alone."""
HEAD = 24.0


class Bar(msgspec.Struct, frozen=True):
    """``parts`` are amounts, none below nought, in the order of what they are."""

    name: str
    parts: tuple[int, ...]
    focus: bool = False

    @property
    def total(self) -> int:
        return sum(self.parts)


class Stacked(msgspec.Struct, frozen=True):
    """Bars of the same ``kinds`` of parts. ``rows`` heads the column of their names, ``whole`` that of their sums."""

    title: str
    told: str
    rows: str
    kinds: tuple[str, ...]
    bars: tuple[Bar, ...]
    whole: str

    def table(self) -> Table:
        return table_of(
            self.title,
            (self.rows, *self.kinds, self.whole),
            ((one.name, *one.parts, one.total) for one in self.bars),
        )


class Pair(msgspec.Struct, frozen=True):
    """Two amounts, none below nought."""

    name: str
    left: int
    right: int
    focus: bool = False


class Diverging(msgspec.Struct, frozen=True):
    """Pairs to both sides of a line; ``left`` and ``right`` say what the amounts are."""

    title: str
    told: str
    rows: str
    left: str
    right: str
    pairs: tuple[Pair, ...]

    def table(self) -> Table:
        return table_of(
            self.title,
            (self.rows, self.left, self.right),
            ((one.name, one.left, one.right) for one in self.pairs),
        )


def stacked_bars(chart: Stacked, width: float = WIDTH) -> str:
    """The longest bar takes the whole width, less the room of its sum."""
    largest = max((one.total for one in chart.bars), default=0)
    room = cells(grouped(largest)) * LETTER + 10
    scale = Scale(0, max(largest, 1), 0, width - room)
    legend, top = _legend(chart.kinds, width)
    parts = [*legend]
    for place, one in enumerate(chart.bars):
        y = top + place * ROW
        parts.append(label(shortened(one.name, width), 0, y + FONT, _name_class(one.focus)))
        parts += _stack(one, y + FONT + 6, scale)
    return frame(width, top + len(chart.bars) * ROW, chart.title, chart.told, parts, "chart-bars")


def _name_class(focus: bool) -> str:
    return "chart-name focus" if focus else "chart-name"


def _stack(one: Bar, y: float, scale: Scale) -> list[str]:
    parts, done = [], 0
    for kind, amount in enumerate(one.parts):
        if not amount:
            continue
        x, end = scale.at(done), scale.at(done + amount)
        done += amount
        parts.append(
            element("rect", x=x, y=y, width=max(end - x - 1, 1), height=BAR, class_=f"chart-part part-{kind}")
        )
        told = grouped(amount)
        if cells(told) * LETTER + 6 <= end - x:
            parts.append(label(told, (x + end - 1) / 2, y + BAR - 4, "chart-inside", "middle"))
    parts.append(label(grouped(one.total), scale.at(done) + 5, y + BAR - 4, "chart-sum"))
    return parts


def _legend(kinds: tuple[str, ...], width: float) -> tuple[list[str], float]:
    """What the parts are, in their order, on as many lines as it takes; and where the bars begin."""
    parts: list[str] = []
    x, y = 0.0, 2.0
    for kind, name in enumerate(kinds):
        room = cells(name) * LETTER + 32
        if x and x + room > width:
            x, y = 0.0, y + 18
        parts.append(element("rect", x=x, y=y, width=12, height=12, class_=f"chart-part part-{kind}"))
        parts.append(label(shortened(name, width - 28), x + 17, y + FONT - 1.5, "chart-tick"))
        x += room
    return parts, y + HEAD


def diverging_bars(chart: Diverging, width: float = WIDTH) -> str:
    """Both sides on one scale, so that they can be compared."""
    largest = max((amount for one in chart.pairs for amount in (one.left, one.right)), default=0)
    middle = width / 2
    room = cells(grouped(largest)) * LETTER + 10
    scale = Scale(0, max(largest, 1), 0, middle - room)
    half = middle - 10
    parts = [
        label(f"◀ {shortened(chart.left, half - 14)}", middle - 8, FONT, "chart-tick", "end"),
        label(f"{shortened(chart.right, half - 14)} ▶", middle + 8, FONT, "chart-tick"),
    ]
    for place, one in enumerate(chart.pairs):
        y = HEAD + place * ROW
        parts.append(label(shortened(one.name, width), middle, y + FONT, _name_class(one.focus), "middle"))
        parts += _pair(one, y + FONT + 6, middle, scale)
    height = HEAD + len(chart.pairs) * ROW
    return frame(width, height, chart.title, chart.told, parts, "chart-bars")


def _pair(one: Pair, y: float, middle: float, scale: Scale) -> list[str]:
    left, right = scale.at(one.left), scale.at(one.right)
    base = y + BAR - 4
    return [
        element("rect", x=middle - left, y=y, width=left, height=BAR, class_="chart-part part-left"),
        element("rect", x=middle, y=y, width=right, height=BAR, class_="chart-part part-right"),
        line(middle, y - 1, middle, y + BAR + 1, "chart-axis"),
        label(grouped(one.left), middle - left - 5, base, "chart-sum", "end"),
        label(grouped(one.right), middle + right + 5, base, "chart-sum"),
    ]
