"""Short words for majors. The usual one is a Chaos Cup from Monday 2 March 2026 on, of teams A, B, C ... of as many
coaches; a team's id is its letter, and its name is ``Team A``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date, timedelta
from typing import Any

import pytest

from engine.contest import majors
from engine.contest.majors import Entry, Major
from engine.contest.played import Kind, Outcome, Played
from engine.editions import edition
from engine.questions import Refusal

LRB4 = edition("lrb4")
STARTS = date(2026, 3, 2)
WEEK_1, WEEK_2, WEEK_3, WEEK_4 = (STARTS + timedelta(weeks=week) for week in range(4))


def entry(team: str, **changes: Any) -> Entry:
    usual: dict[str, Any] = {"name": f"Team {team}", "coach": f"coach of {team}"}
    return Entry(**({"team": team} | usual | changes))


def a_major(teams: Iterable[str] = "ABCDEF", name: str = "Chaos Cup", **format: Any) -> Major:
    major = majors.begin(LRB4, name, STARTS, **format)
    for team in teams:
        major = majors.enter(major, entry(team))
    return major


def game(
    pair: str,
    score: str,
    stage: str = "play_off",
    outcome: Outcome | None = None,
    kind: Kind = "played",
) -> Played:
    """``game("AB", "3-1")``: A beats B. The outcome follows the score unless it is said."""
    home, away = (int(one) for one in score.split("-"))
    follows: Outcome = "home" if home > away else "away" if away > home else "draw"
    return Played(pair[0], pair[1], outcome or follows, home, away, kind=kind, stage=stage)


def after(major: Major, *games: Played) -> Major:
    for one in games:
        major = majors.record(major, one)
    return major


def level(major: Major, **others: int) -> dict[Any, int]:
    """Everybody's rating: 100, but for those named."""
    return {one.team: others.get(str(one.team), 100) for one in major.entries}


def points(major: Major, **ratings: int) -> dict[Any, int]:
    return {one.team: one.points for one in majors.table(major, level(major, **ratings))}


def order(major: Major, **ratings: int) -> str:
    return "".join(str(one.team) for one in majors.table(major, level(major, **ratings)))


def refused(act: Callable[..., Any], *given: Any, **named: Any) -> str:
    """The sentence that it is refused with."""
    with pytest.raises(Refusal) as caught:
        act(*given, **named)
    return caught.value.message
