"""A major begins, teams enter it and leave it, and matches are played.

Source: LRB4, Running a tournament; lrb4-cs.txt:2979-2997
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.contest.book import Format
from engine.contest.majors.values import STAGE_WORDS, Entry, Major, Phase, Stage, stage_words
from engine.contest.played import Played, check
from engine.edition import Edition
from engine.questions import Refusal
from engine.words import gettext as _
from engine.words import gettext_noop, named

WEEK = timedelta(days=7)


def begin(edition: Edition, name: str, starts: date, **chosen: Any) -> Major:
    """An empty major that starts on this day. ``chosen`` are fields of ``Format`` that differ from the edition's.

    Raises Refusal for a major that the edition does not have or whose prizes nobody knows, and for what cannot be
    chosen.
    """
    prizes = edition.major(name)
    prizes.require_prizes()
    tables = edition.tournaments
    assert tables is not None
    try:
        shape = msgspec.convert(msgspec.structs.asdict(tables.format) | chosen, Format)
    except msgspec.ValidationError as fault:
        raise Refusal(
            _("The {name} cannot be played so: {fault}.").format(name=named(name), fault=fault)
        ) from None
    scoring = tables.scoring(shape.scoring)
    if scoring is None:
        raise Refusal(_("There is no scoring called {scoring!r}.").format(scoring=shape.scoring))
    for text, number in (
        (gettext_noop("The {name} cannot be played with {number} results."), shape.results_counted),
        (gettext_noop("The {name} cannot be played with {number} weeks of play-off."), shape.play_off_weeks),
    ):
        if number < 1:
            raise Refusal(_(text).format(name=named(name), number=number))
    return Major(name=prizes.name, starts=starts, format=shape, scoring=scoring)


def week_of(major: Major, day: date) -> int:
    """The week of the tournament, from 1; 0 or less before it starts."""
    return (day - major.starts) // WEEK + 1


def calendar(major: Major) -> tuple[Phase, ...]:
    """When each stage is played, by the teams that are in now; the third place is played for with the final."""
    weeks = major.format.play_off_weeks
    spans: list[tuple[Stage, int, int]] = [("play_off", 1, weeks)]
    if major.has_quarter_finals():
        spans.append(("quarter_final", weeks + 1, weeks + 1))
        weeks += major.format.quarter_finals_week
    spans += [("semi_final", weeks + 1, weeks + 1), ("final", weeks + 2, weeks + 2)]
    return tuple(
        Phase(stage, major.starts + WEEK * (first - 1), major.starts + WEEK * last - timedelta(days=1))
        for stage, first, last in spans
    )


def enter(major: Major, entry: Entry) -> Major:
    """Raises Refusal for a team that is in, for a second team of a coach, and once the play-off is over."""
    if major.over:
        raise Refusal(
            _("The play-off of the {major} is over: {entry} comes too late.").format(
                major=named(major.name), entry=entry.name
            )
        )
    for one in major.entries:
        if one.team == entry.team and not one.withdrawn:
            raise Refusal(
                _("{entry} is in the {major} already.").format(entry=entry.name, major=named(major.name))
            )
        if one.team != entry.team and entry.coach is not None and one.coach == entry.coach:
            raise Refusal(
                _(
                    "The coach of {entry} has entered {one}, and a coach may enter one team in the {major}."
                ).format(entry=entry.name, one=one.name, major=named(major.name))
            )
    others = tuple(one for one in major.entries if one.team != entry.team)
    return replace(major, entries=(*others, replace(entry, withdrawn=False)))


def withdraw(major: Major, team: object) -> Major:
    """Whoever has played stays in the list as one who withdrew, and those results count for the others.

    Raises Refusal for a team that is not in, or no longer.
    """
    entry = _standing(major, team)
    if not any(one.involves(entry.team) for one in major.results):
        challenges = tuple(
            one
            for one in major.challenges
            if entry.team not in (one.challenger, one.challenged, one.substitute)
        )
        entries = tuple(one for one in major.entries if one.team != entry.team)
        return replace(major, entries=entries, challenges=challenges)
    entries = tuple(replace(one, withdrawn=True) if one == entry else one for one in major.entries)
    return replace(major, entries=entries)


def record(major: Major, result: Played, day: date | None = None) -> Major:
    """A match that was played, given up, or not shown up for. ``result.stage`` says in which stage.

    ``day`` is the day it was played on, where it is to be held against the weeks of the play-off. Raises Refusal for
    a match that does not belong to the major, that two teams have had already, or that decides nothing where it must.
    """
    if result.kind == "bye":
        raise Refusal(_("Nobody has a bye in the {major}.").format(major=named(major.name)))
    if result.kind == "refused":
        raise Refusal(_("A refused match comes from a challenge and is not entered by hand."))
    check(result)
    if result.outcome is None:
        raise Refusal(_("The match has no result yet."))
    if result.stage == "play_off":
        _check_free(major, result, day)
    else:
        _check_drawn(major, result)
    return replace(major, results=(*major.results, replace(result, neutral=True)))


def _standing(major: Major, team: Any) -> Entry:
    """Raises Refusal for a team that is not in, or no longer."""
    entry = major.entry(team)
    if entry.withdrawn:
        raise Refusal(
            _("{entry} has withdrawn from the {major}.").format(entry=entry.name, major=named(major.name))
        )
    return entry


def check_meeting(major: Major, one: Any, other: Any) -> None:
    """Raises Refusal unless these two may still meet in the play-off (lrb4-cs.txt:2981-2983)."""
    if major.over:
        raise Refusal(_("The play-off of the {major} is over.").format(major=named(major.name)))
    first, second = _standing(major, one), _standing(major, other)
    if major.result("play_off", one, other) is not None:
        raise Refusal(
            _("{first} and {second} have met in this play-off, and two teams meet once in it.").format(
                first=first.name, second=second.name
            )
        )


def _check_free(major: Major, result: Played, day: date | None) -> None:
    check_meeting(major, result.home, result.away)
    if result.outcome == "neither":
        raise Refusal(_("A match that neither side came to counts for nobody in the play-off."))
    if day is not None and not 1 <= week_of(major, day) <= major.format.play_off_weeks:
        phase = calendar(major)[0]
        raise Refusal(
            _("The play-off of the {major} is from {first} to {last}, and {day} is not in it.").format(
                major=named(major.name), first=phase.first, last=phase.last, day=day
            )
        )


def _check_drawn(major: Major, result: Played) -> None:
    if result.stage not in STAGE_WORDS:
        raise Refusal(
            _("The {major} has no stage called {stage!r}.").format(
                major=named(major.name), stage=result.stage
            )
        )
    words = stage_words(result.stage)
    assert result.away is not None
    home, away = major.called(result.home), major.called(result.away)
    found = major.draw_of(result.stage)
    if found is None or not any({result.home, result.away} == set(pair) for pair in found.pairs):
        raise Refusal(
            _("{home} and {away} do not meet in a {words} of the {major}.").format(
                home=home, away=away, words=words, major=named(major.name)
            )
        )
    if major.result(result.stage, result.home, result.away) is not None:
        raise Refusal(
            _("The {words} of {home} and {away} has a result already.").format(
                words=words, home=home, away=away
            )
        )
    check_decided(result, words)


def check_decided(result: Played, words: str) -> None:
    """Raises Refusal for a match of the knock-out that nobody has won."""
    if result.winner is None:
        raise Refusal(_("A {words} must have a winner: play overtime, or shoot it out.").format(words=words))
