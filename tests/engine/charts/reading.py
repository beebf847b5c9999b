"""What a drawing consists of, read back from its SVG."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from engine.charts.drawing import LETTER, cells

SVG = "{http://www.w3.org/2000/svg}"
_STEPS = re.compile(r"([MLHlhvz])([^MLHlhvz]*)")
_NUMBERS = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")


def read(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def size(svg: str) -> tuple[float, float]:
    left, top, width, height = map(float, read(svg).attrib["viewBox"].split())
    assert (left, top) == (0, 0)
    return width, height


def points(svg: str) -> Iterator[tuple[float, float]]:
    """Every corner of every path and bar, and both ends of every word's base line."""
    drawing = read(svg)
    anchors = {
        text: group.attrib.get("text-anchor", "") for group in drawing.iter(f"{SVG}g") for text in group
    }
    for one in drawing.iter():
        if one.tag == f"{SVG}path":
            yield from _of_path(one.attrib["d"])
        elif one.tag == f"{SVG}rect":
            x, y, width, height = (float(one.attrib[name]) for name in ("x", "y", "width", "height"))
            yield from ((x, y), (x + width, y + height))
        elif one.tag == f"{SVG}text":
            yield from _of_text(one, one.attrib.get("text-anchor", anchors.get(one, "")))


def _of_text(one: ElementTree.Element, anchor: str) -> Iterator[tuple[float, float]]:
    x, y = float(one.attrib["x"]), float(one.attrib["y"])
    width = cells(one.text or "") * LETTER
    share = {"middle": 0.5, "end": 1.0}.get(anchor, 0.0)
    yield from ((x - share * width, y), (x + (1 - share) * width, y))


def _of_path(told: str) -> Iterator[tuple[float, float]]:
    x = y = 0.0
    for step, given in _STEPS.findall(told):
        numbers = [float(one) for one in _NUMBERS.findall(given)]
        if step in "ML":
            x, y = numbers
        elif step == "l":
            x, y = x + numbers[0], y + numbers[1]
        elif step == "H":
            (x,) = numbers
        elif step == "h":
            x += numbers[0]
        elif step == "v":
            y += numbers[0]
        else:
            continue
        yield x, y


def of_class(svg: str, name: str) -> list[ElementTree.Element]:
    return [one for one in read(svg).iter() if name in one.attrib.get("class", "").split()]


def line_points(svg: str) -> dict[str, list[tuple[float, float]]]:
    """The points of each line, by the name that stands at its end."""
    lines = {
        one.attrib["class"]: list(_of_path(path.attrib["d"]))
        for one in read(svg).iter(f"{SVG}g")
        for path in one
        if path.attrib.get("class") == "chart-line"
    }
    names = {
        one.attrib["class"]: text.text or ""
        for one in read(svg).iter(f"{SVG}g")
        for text in one
        if text.attrib.get("class") == "chart-name"
    }
    return {names[look]: found for look, found in lines.items()}
