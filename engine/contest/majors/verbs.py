"""A major begins, teams enter it and leave it, and matches are played.

Source: LRB4, Running a tournament; lrb4-cs.txt:2979-2997
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.contest.book import Format
from engine.contest.majors.values import STAGE_WORDS, Entry, Major, Phase, Stage
from engine.contest.played import Played, check
from engine.edition import Edition
from engine.questions import Refusal

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
        raise Refusal(f"The {name} cannot be played so: {fault}.") from None
    scoring = tables.scoring(shape.scoring)
    if scoring is None:
        raise Refusal(f"There is no scoring called {shape.scoring!r}.")
    for what, number in (("results", shape.results_counted), ("weeks of play-off", shape.play_off_weeks)):
        if number < 1:
            raise Refusal(f"The {name} cannot be played with {number} {what}.")
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
        raise Refusal(f"The play-off of the {major.name} is over: {entry.name} comes too late.")
    for one in major.entries:
        if one.team == entry.team and not one.withdrawn:
            raise Refusal(f"{entry.name} is in the {major.name} already.")
        if one.team != entry.team and entry.coach is not None and one.coach == entry.coach:
            raise Refusal(
                f"The coach of {entry.name} has entered {one.name}, and a coach may enter one team in the {major.name}."
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
        raise Refusal(f"Nobody has a bye in the {major.name}.")
    if result.kind == "refused":
        raise Refusal("A refused match comes from a challenge and is not entered by hand.")
    check(result)
    if result.outcome is None:
        raise Refusal("The match has no result yet.")
    if result.stage == "play_off":
        _check_free(major, result, day)
    else:
        _check_drawn(major, result)
    return replace(major, results=(*major.results, replace(result, neutral=True)))


def _standing(major: Major, team: Any) -> Entry:
    """Raises Refusal for a team that is not in, or no longer."""
    entry = major.entry(team)
    if entry.withdrawn:
        raise Refusal(f"{entry.name} has withdrawn from the {major.name}.")
    return entry


def check_meeting(major: Major, one: Any, other: Any) -> None:
    """Raises Refusal unless these two may still meet in the play-off (lrb4-cs.txt:2981-2983)."""
    if major.over:
        raise Refusal(f"The play-off of the {major.name} is over.")
    first, second = _standing(major, one), _standing(major, other)
    if major.result("play_off", one, other) is not None:
        raise Refusal(
            f"{first.name} and {second.name} have met in this play-off, and two teams meet once in it."
        )


def _check_free(major: Major, result: Played, day: date | None) -> None:
    check_meeting(major, result.home, result.away)
    if result.outcome == "neither":
        raise Refusal("A match that neither side came to counts for nobody in the play-off.")
    if day is not None and not 1 <= week_of(major, day) <= major.format.play_off_weeks:
        phase = calendar(major)[0]
        raise Refusal(
            f"The play-off of the {major.name} is from {phase.first} to {phase.last}, and {day} is not in it."
        )


def _check_drawn(major: Major, result: Played) -> None:
    words = STAGE_WORDS.get(result.stage)
    if words is None:
        raise Refusal(f"The {major.name} has no stage called {result.stage!r}.")
    assert result.away is not None
    home, away = major.called(result.home), major.called(result.away)
    found = major.draw_of(result.stage)
    if found is None or not any({result.home, result.away} == set(pair) for pair in found.pairs):
        raise Refusal(f"{home} and {away} do not meet in a {words} of the {major.name}.")
    if major.result(result.stage, result.home, result.away) is not None:
        raise Refusal(f"The {words} of {home} and {away} has a result already.")
    check_decided(result, words)


def check_decided(result: Played, words: str) -> None:
    """Raises Refusal for a match of the knock-out that nobody has won."""
    if result.winner is None:
        raise Refusal(f"A {words} must have a winner: play overtime, or shoot it out.")
