"""A chart as a page shows it: the drawing, once more for a phone where it is wide, and the table of its numbers."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe

from engine.charts import (
    Diverging,
    Plot,
    Stacked,
    Table,
    diverging_bars,
    line_chart,
    stacked_bars,
)

WIDE, NARROW = 880.0, 380.0


@dataclass(frozen=True, slots=True)
class Chart:
    """``small`` is empty where one drawing does for both. The drawings escape what they are given."""

    title: str
    told: str
    drawing: SafeString
    small: SafeString
    table: Table

    @property
    def empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not self.table.rows or len(self.table.head) < 2


def shown(chart: Plot | Stacked | Diverging, wide: bool = False) -> Chart:
    """``wide``: over the whole page, where a line chart is drawn once more for a phone."""
    small = ""
    if isinstance(chart, Plot):
        drawing = line_chart(chart, WIDE if wide else NARROW, 320 if wide else 240)
        small = line_chart(chart, NARROW, 240) if wide else ""
    elif isinstance(chart, Stacked):
        drawing = stacked_bars(chart)
    else:
        drawing = diverging_bars(chart)
    return Chart(chart.title, chart.told, mark_safe(drawing), mark_safe(small), chart.table())
