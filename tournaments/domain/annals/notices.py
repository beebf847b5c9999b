"""Milestones as notices: what was reached, by whom, and in which match."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.words import named
from league.models import League
from tournaments.domain.annals.chronicle import chronicle
from tournaments.domain.annals.told import Chronicle, Milestone
from tournaments.domain.cached import cached

KEPT = 500
"""The latest of so many are kept and shown; of players and teams, all."""


class Notice(msgspec.Struct, frozen=True):
    """A milestone with the names of today. ``player`` and ``team`` are empty where it is not theirs.

    ``what``, ``count`` and ``title`` are those of the milestone; ``told`` makes a headline of them.
    """

    what: str
    count: int
    at: datetime
    great: bool
    match: int | None = None
    team: str = ""
    slug: str = ""
    player: str = ""
    uid: int = 0
    title: str = ""

    @property
    def told(self) -> str:
        """A headline without the name of whoever it is about: ``10 touchdowns``."""
        return _HEADLINES[self.what](self.count, self.title)

    @property
    def who(self) -> str:
        """Whose it is; empty for the league's."""
        return self.player or self.team


def notices(league: League, great: bool = False) -> tuple[Notice, ...]:
    """Of the league, the latest first; with ``great``, only what all of it hears of."""
    key = f"notices:{league.pk}:{league.sequence}"
    found = cached(key, tuple[Notice, ...], lambda: tuple(_latest(chronicle(league))))
    return tuple(one for one in found if one.great) if great else found


def _latest(past: Chronicle) -> list[Notice]:
    found = [one for one in past.milestones if _is_known(past, one)]
    return [_notice(past, one) for one in reversed(found[-KEPT:])]


def of_team(league: League, team: int) -> tuple[Notice, ...]:
    """Of a team and of its players, the latest first: what is great of the players, all of the team's."""
    return _some(league, f"team:{team}", lambda one: one.team == team and (one.great or one.uid is None))


def of_player(league: League, team: int, uid: int) -> tuple[Notice, ...]:
    """The latest first."""
    return _some(league, f"player:{team}:{uid}", lambda one: (one.team, one.uid) == (team, uid))


def of_match(league: League, number: int) -> tuple[Notice, ...]:
    """What was reached in one match, the last first."""
    return _some(league, f"match:{number}", lambda one: one.match == number)


def _some(league: League, which: str, wanted: Callable[[Milestone], bool]) -> tuple[Notice, ...]:
    """Kept by themselves: a page needs a few, and the chronicle of a large league is long."""

    def found() -> tuple[Notice, ...]:
        past = chronicle(league)
        return tuple(
            _notice(past, one) for one in reversed(past.milestones) if wanted(one) and _is_known(past, one)
        )

    return cached(f"notices:{league.pk}:{league.sequence}:{which}", tuple[Notice, ...], found)


def _is_known(past: Chronicle, one: Milestone) -> bool:
    if one.uid is not None:
        return (one.team, one.uid) in past.person
    return one.team is None or one.team in past.team


def _notice(past: Chronicle, one: Milestone) -> Notice:
    team = past.team.get(one.team) if one.team is not None else None
    person = past.person.get((one.team, one.uid)) if one.team is not None and one.uid is not None else None
    return Notice(
        one.what,
        one.count,
        one.at,
        one.great,
        one.match,
        team.name if team else "",
        team.slug if team else "",
        person.name if person else "",
        person.uid if person else 0,
        one.title,
    )


def _touchdowns(count: int, title: str) -> str:
    if count == 1:
        return _("First touchdown")
    return ngettext("{n} touchdown", "{n} touchdowns", count).format(n=count)


def _casualties(count: int, title: str) -> str:
    return ngettext("{n} casualty", "{n} casualties", count).format(n=count)


def _completions(count: int, title: str) -> str:
    return ngettext("{n} completion", "{n} completions", count).format(n=count)


def _mvps(count: int, title: str) -> str:
    return ngettext("{n} time most valuable player", "{n} times most valuable player", count).format(n=count)


def _title(count: int, title: str) -> str:
    told = ngettext("{n} star player point", "{n} star player points", count).format(n=count)
    return f"{named(title)}: {told}"


def _matches(count: int, title: str) -> str:
    if count == 1:
        return _("First match")
    return ngettext("{n} match", "{n} matches", count).format(n=count)


def _wins(count: int, title: str) -> str:
    if count == 1:
        return _("First win")
    return ngettext("{n} win", "{n} wins", count).format(n=count)


def _league_matches(count: int, title: str) -> str:
    if count == 1:
        return _("First match of the league")
    return ngettext("{n} match in the league", "{n} matches in the league", count).format(n=count)


def _league_touchdowns(count: int, title: str) -> str:
    return ngettext("{n} touchdown in the league", "{n} touchdowns in the league", count).format(n=count)


def _league_casualties(count: int, title: str) -> str:
    return ngettext("{n} casualty in the league", "{n} casualties in the league", count).format(n=count)


_HEADLINES: dict[str, Callable[[int, str], str]] = {
    "player_touchdown": _touchdowns,
    "player_casualty": _casualties,
    "player_completion": _completions,
    "player_mvp": _mvps,
    "player_title": _title,
    "team_matches": _matches,
    "team_wins": _wins,
    "team_touchdowns": _touchdowns,
    "team_casualties": _casualties,
    "league_matches": _league_matches,
    "league_touchdowns": _league_touchdowns,
    "league_casualties": _league_casualties,
}
