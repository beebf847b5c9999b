"""Calendars as RFC 5545 has them: values in, the text of a file out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta

import msgspec

CONTENT_TYPE = "text/calendar; charset=utf-8"
LINE_OCTETS = 75
"""The longest line, without its end."""
_LINE_END = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
"""Whatever some reader may take for the end of a line."""
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")


class Event(msgspec.Struct, frozen=True):
    """Something on one day. ``uid`` is the same as long as it is the same event, whatever changes about it."""

    uid: str
    day: date
    summary: str
    stamp: datetime
    """When it was last changed, as far as is known."""
    description: str = ""
    url: str = ""


class Calendar(msgspec.Struct, frozen=True):
    name: str
    events: tuple[Event, ...]


def escaped(text: str) -> str:
    """A TEXT value (RFC 5545, 3.3.11). Control characters other than the end of a line have no place in one."""
    text = _CONTROL.sub("", _LINE_END.sub("\n", text))
    return text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


def folded(line: str) -> Iterator[str]:
    """The line in pieces of at most 75 octets, a blank before each that goes on; no character is cut (3.1)."""
    piece: list[str] = []
    octets = 0
    for character in line:
        size = len(character.encode())
        if octets + size > LINE_OCTETS:
            yield "".join(piece)
            piece, octets = [" "], 1
        piece.append(character)
        octets += size
    yield "".join(piece)


def written(calendar: Calendar) -> str:
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Dugout//Fixtures//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"NAME:{escaped(calendar.name)}",
        f"X-WR-CALNAME:{escaped(calendar.name)}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
        "X-PUBLISHED-TTL:PT6H",
        *_events(calendar.events),
        "END:VCALENDAR",
    ]
    return "".join(f"{piece}\r\n" for line in lines for piece in folded(line))


def _events(events: Iterable[Event]) -> Iterator[str]:
    for event in events:
        yield "BEGIN:VEVENT"
        yield f"UID:{escaped(event.uid)}"
        yield f"DTSTAMP:{event.stamp.astimezone(UTC):%Y%m%dT%H%M%SZ}"
        yield f"DTSTART;VALUE=DATE:{event.day:%Y%m%d}"
        yield f"DTEND;VALUE=DATE:{event.day + timedelta(days=1):%Y%m%d}"
        yield f"SUMMARY:{escaped(event.summary)}"
        if event.description:
            yield f"DESCRIPTION:{escaped(event.description)}"
        if event.url:
            # A URI is no TEXT: nothing in it is escaped.
            yield f"URL:{event.url}"
        # A match takes no whole day, only its day is known.
        yield "TRANSP:TRANSPARENT"
        yield "END:VEVENT"
