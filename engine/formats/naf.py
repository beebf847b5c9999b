"""The report of an event to the NAF, as XML.

No published page defines the format. It is read off the schema that was once handed round and off reports of real
events, and written as every tool in use writes it: without the namespace that the schema asks for, coaches first, then
the games, each a child of the root. ``engine.formats.naf_events`` makes a report of an event, and results of a report.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import TypeVar
from xml.etree.ElementTree import Element, ParseError
from xml.sax.saxutils import escape

import msgspec
from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from engine.questions import Problem, Refusal
from engine.words import gettext as _

BYTES_MAX = 10_000_000
"""A report of 10,000 games is a quarter of this."""
NUMBER_MAX = 2**31 - 1
"""Numbers of the format have 32 bits."""


class NafCoach(msgspec.Struct, frozen=True):
    """A coach of the event. ``team`` is the NAF's name of a race."""

    name: str
    number: int | None
    team: str


class NafRecord(msgspec.Struct, frozen=True):
    """One side of a game. ``rating`` counts ten thousands of gold: 110 is a team of 1,100,000.

    In practice ``badly_hurt`` holds all casualties that the side caused, and the three after it are left out. ``team``
    is written for a coach who plays several races.
    """

    name: str
    number: int | None
    rating: int
    touchdowns: int
    badly_hurt: int | None = None
    seriously_injured: int | None = None
    dead: int | None = None
    winnings: int | None = None
    team: str = ""


class NafGame(msgspec.Struct, frozen=True):
    """``at`` is the same for all games of a round: whoever reads a report tells the rounds by it."""

    at: datetime
    home: NafRecord
    away: NafRecord
    gate: int | None = None


class NafReport(msgspec.Struct, frozen=True):
    """``organiser`` is a NAF name."""

    organiser: str
    coaches: tuple[NafCoach, ...]
    games: tuple[NafGame, ...]


class Reading(msgspec.Struct, frozen=True):
    """What could be read, and a problem for each coach and each game that could not."""

    report: NafReport
    problems: tuple[Problem, ...] = ()


# --- writing


def write(report: NafReport) -> bytes:
    """The report as a file, in UTF-8. Raises Refusal for one without coaches or games, and for what XML cannot hold."""
    if not report.coaches:
        raise Refusal(_("A report to the NAF lists at least one coach."))
    if not report.games:
        raise Refusal(_("A report to the NAF has at least one game."))
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<nafReport xmlns:blo="http://www.bloodbowl.net">',
        _text("organiser", report.organiser),
        "<coaches>",
    ]
    for coach in report.coaches:
        lines += ["<coach>", *_identity(coach.name, coach.number), _text("team", coach.team), "</coach>"]
    lines.append("</coaches>")
    for game in report.games:
        lines += ["<game>", f"<timeStamp>{game.at:%Y-%m-%d %H:%M}</timeStamp>"]
        for record in (game.home, game.away):
            lines += ["<playerRecord>", *_record(record), "</playerRecord>"]
        lines += [*_numbers(("gate", game.gate)), "</game>"]
    lines.append("</nafReport>")
    return ("\n".join(lines) + "\n").encode()


def _record(record: NafRecord) -> Iterator[str]:
    yield from _identity(record.name, record.number)
    if record.team:
        yield _text("team", record.team)
    yield from _numbers(
        ("teamRating", record.rating),
        ("touchDowns", record.touchdowns),
        ("badlyHurt", record.badly_hurt),
        ("seriouslyInjured", record.seriously_injured),
        ("dead", record.dead),
        ("winnings", record.winnings),
    )


def _identity(name: str, number: int | None) -> Iterator[str]:
    if name:
        yield _text("name", name)
    yield from _numbers(("number", number))


def _numbers(*named: tuple[str, int | None]) -> Iterator[str]:
    """Digits alone. What is not known is left out: an empty element is no number."""
    for name, number in named:
        if number is not None:
            yield f"<{name}>{number:d}</{name}>"


_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _text(name: str, text: str) -> str:
    if _NOT_XML.search(text):
        raise Refusal(_("{text!r} has a character that no XML file can hold.").format(text=text))
    return f"<{name}>{escape(text, {chr(13): '&#13;'})}</{name}>"


# --- reading


def read(data: bytes) -> Reading:
    """A report as other tools write it: with the namespace or without, and whatever the case of its tags.

    Also read are ``organizer``, games inside a ``games``, numbers in groups of three, other dates, and empty numbers.
    Raises Refusal for what is no such report at all, and for XML that defines entities or is too large.
    """
    root = _parsed(data)
    if _tag(root) != "nafreport":
        raise Refusal(_("This is no report to the NAF: it begins with <{tag}>.").format(tag=_tag(root)))
    problems: list[Problem] = []
    coaches: list[NafCoach] = []
    games: list[NafGame] = []
    for number, element in enumerate(_inside(root, "coaches", "coach"), 1):
        _collect(
            coaches, problems, _("Coach {number} of the report").format(number=number), _read_coach, element
        )
    for number, element in enumerate(_inside(root, "games", "game"), 1):
        _collect(games, problems, _("Game {number} of the report").format(number=number), _read_game, element)
    organiser = _words(root, "organiser") or _words(root, "organizer")
    return Reading(NafReport(organiser, tuple(coaches), tuple(games)), tuple(problems))


def _parsed(data: bytes) -> Element:
    if len(data) > BYTES_MAX:
        raise Refusal(
            _("The file is larger than {most} million bytes: that is no report.").format(
                most=BYTES_MAX // 1_000_000
            )
        )
    try:
        root: Element = fromstring(data, forbid_dtd=True)
    except DefusedXmlException:
        raise Refusal(
            _("The file defines a document type or entities of its own, and is not read.")
        ) from None
    except (ParseError, ValueError, LookupError) as fault:
        raise Refusal(_("The file is no well-formed XML: {fault}.").format(fault=fault)) from None
    return root


def _tag(element: Element) -> str:
    return element.tag.rpartition("}")[2].lower()


def _inside(root: Element, wrapper: str, name: str) -> Iterator[Element]:
    """The elements of this name, in the wrapper or right below the root."""
    for child in root:
        if _tag(child) == name:
            yield child
        elif _tag(child) == wrapper:
            yield from (one for one in child if _tag(one) == name)


class _Unreadable(Exception):
    """What is wrong with one coach or one game, as the end of a sentence."""


Found = TypeVar("Found")


def _collect(
    found: list[Found],
    problems: list[Problem],
    where: str,
    reader: Callable[[Element], Found],
    element: Element,
) -> None:
    try:
        found.append(reader(element))
    except _Unreadable as fault:
        problems.append(Problem(_("{where} {fault}.").format(where=where, fault=fault)))


def _read_coach(element: Element) -> NafCoach:
    name, number = _words(element, "name"), _number(element, "number")
    if not name and not number:
        raise _Unreadable(_("has neither name nor number"))
    return NafCoach(name, number, _words(element, "team"))


def _read_game(element: Element) -> NafGame:
    records = [child for child in element if _tag(child) == "playerrecord"]
    if len(records) != 2:
        raise _Unreadable(_("does not have two sides"))
    home, away = (_read_record(record) for record in records)
    if home.touchdowns < 0 or away.touchdowns < 0:
        raise _Unreadable(
            _("between {home} and {away} was not played").format(home=home.name, away=away.name)
        )
    return NafGame(_date(_words(element, "timestamp")), home, away, _number(element, "gate"))


def _read_record(element: Element) -> NafRecord:
    name, number = _words(element, "name"), _number(element, "number")
    if not name and not number:
        raise _Unreadable(_("has a side with neither name nor number"))
    touchdowns = _number(element, "touchDowns")
    if touchdowns is None:
        raise _Unreadable(_("does not say how many touchdowns {name} scored").format(name=name))
    return NafRecord(
        name=name,
        number=number,
        rating=_number(element, "teamRating") or 0,
        touchdowns=touchdowns,
        badly_hurt=_number(element, "badlyHurt"),
        seriously_injured=_number(element, "seriouslyInjured"),
        dead=_number(element, "dead"),
        winnings=_number(element, "winnings"),
        team=_words(element, "team"),
    )


def _words(element: Element, name: str) -> str:
    """The text of the child of this name, with single blanks; empty where there is none."""
    for child in element:
        if _tag(child) == name.lower():
            return " ".join((child.text or "").split())
    return ""


_PLAIN = re.compile(r"-?[0-9]{1,10}")
_GROUPED = re.compile(r"-?[0-9]{1,3}(?:([ ,.'’\u2009\u202f])[0-9]{3})(?:\1[0-9]{3})*")


def _number(element: Element, name: str) -> int | None:
    """Also one whose digits stand in groups of three: ``11 491``."""
    text = _words(element, name)
    if not text:
        return None
    if _GROUPED.fullmatch(text):
        text = re.sub(r"[^-0-9]", "", text)
    if not _PLAIN.fullmatch(text) or abs(int(text)) > NUMBER_MAX:
        raise _Unreadable(_("has {text!r} where its {name} should be").format(text=text, name=name))
    return int(text)


_DATES = ("%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S", "%d/%m/%Y %H:%M:%S", "%d/%m/%Y %H:%M")


def _date(text: str) -> datetime:
    """Whatever the zone of a stamp, it is taken as the time of the event."""
    for pattern in _DATES:
        try:
            return datetime.strptime(text, pattern)
        except ValueError:
            continue
    try:
        return datetime.fromisoformat(text).replace(tzinfo=None)
    except ValueError:
        raise _Unreadable(_("has no date: {text!r}").format(text=text)) from None
