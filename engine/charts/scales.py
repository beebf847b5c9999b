"""From values to places in a drawing, and the values that an axis names."""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec

Number = float | int


class Scale(msgspec.Struct, frozen=True):
    """Values from ``low`` to ``high`` lie between ``start`` and ``end``; ``start`` may be the larger."""

    low: Number
    high: Number
    start: float
    end: float

    def at(self, value: Number) -> float:
        """In the middle where all values are the same."""
        if self.high == self.low:
            return (self.start + self.end) / 2
        share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)


def step_of(span: Number, about: int) -> int:
    """1, 2 or 5 times a power of ten, so that some ``about`` steps fill the span; never less than 1."""
    if span <= about:
        return 1
    power: int = 10 ** math.floor(math.log10(span / about))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor * about >= span)


def ticks(low: Number, high: Number, about: int = 5) -> tuple[int, ...]:
    """Round whole numbers from the last at or below ``low`` to the first at or above ``high``; two at least."""
    step = step_of(high - low, about)
    first, last = math.floor(low / step), math.ceil(high / step)
    if first == last:
        last += 1
    return tuple(step * number for number in range(first, last + 1))


def bounds(values: Iterable[Number | None], zero: bool) -> tuple[Number, Number]:
    """The least and the largest; with ``zero``, nought is among them. Nothing at all lies from 0 to 1."""
    found = [value for value in values if value is not None]
    if zero or not found:
        found.append(0)
    return min(found), max(found)
