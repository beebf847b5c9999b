"""Charts as SVG, drawn from numbers, each with the table of the same numbers.

Pure functions: values go in, a string comes out. A drawing scales to the width that it is given, so its text is drawn
at a size that a phone still shows; charts that need the room of a wide screen are drawn twice. Colours are classes
(``series-0`` and so on) for a style sheet; without one, lines and text have the colour of the text around them. Nothing
is told by colour alone: lines differ in dashes and marks and carry their names, parts of a bar their numbers.
"""

from engine.charts.bars import Bar, Diverging, Pair, Stacked, diverging_bars, stacked_bars
from engine.charts.crest import crest
from engine.charts.lines import LOOKS, Plot, Series, line_chart
from engine.charts.twin import Cell, Table, table_of

__all__ = [
    "LOOKS",
    "Bar",
    "Cell",
    "Diverging",
    "Pair",
    "Plot",
    "Series",
    "Stacked",
    "Table",
    "crest",
    "diverging_bars",
    "line_chart",
    "stacked_bars",
    "table_of",
]
