"""From the end of the play-off to the final, for the organiser."""

from __future__ import annotations

import secrets
from collections.abc import Collection

from django.utils.translation import ngettext

from engine.contest import majors
from engine.contest.majors import Major
from engine.questions import Refusal
from engine.words import listed
from league.domain.roles import Person
from tournaments.domain.competing.access import organising
from tournaments.domain.competing.majors.keeping import (
    PLAY_OFF,
    entries_of,
    follow_draws,
    is_open,
    keep,
    pairings_of,
    running,
    take_back,
)
from tournaments.models import Competition, Pairing


def ratings_of(competition: Competition) -> dict[int, int]:
    """Each entry's team rating now, by the number of the entry."""
    return {
        number: entry.team.strength if entry.team else entry.rating
        for number, entry in entries_of(competition).items()
    }


def qualify(
    by: Person,
    competition: Competition,
    *,
    anyway: bool = False,
    seed: str = "",
    version: int | None = None,
) -> Major:
    """Ends the play-off: it is decided who goes on, by points, rating and lot.

    Raises Refusal with matches and challenges that are open, unless it is to end ``anyway``: then they are not played.
    """
    with organising(by, competition, version) as held:
        stage, major = running(held)
        still = [one for one in pairings_of(stage) if one.place == PLAY_OFF and is_open(one)]
        if still and not anyway:
            raise Refusal(_not_over(still))
        after = majors.qualify(major, ratings_of(held), seed or secrets.token_hex(8), anyway)
        take_back(stage, still)
        keep(stage, after)
        return after


def _not_over(still: list[Pairing]) -> str:
    names = [str(one) for one in still]
    return ngettext(
        "The play-off cannot end yet: {matches} is not played.",
        "The play-off cannot end yet: {matches} are not played.",
        len(names),
    ).format(matches=listed(names))


def draw(by: Person, competition: Competition, *, seed: str = "", version: int | None = None) -> Major:
    """Draws the next stage by lot, and makes its matches."""
    with organising(by, competition, version) as held:
        stage, major = running(held)
        after = majors.draw(major, seed or secrets.token_hex(8))
        keep(stage, after)
        follow_draws(stage, after)
        return after


def third_place(by: Person, competition: Competition, agreed: Collection[int]) -> Major:
    """The losers of the semi-finals play for third place; ``agreed`` are the numbers of those who want to."""
    with organising(by, competition) as held:
        stage, major = running(held)
        after = majors.third_place(major, agreed)
        keep(stage, after)
        follow_draws(stage, after)
        return after


def undo(by: Person, competition: Competition, *, version: int | None = None) -> Major:
    """Takes back the last draw, or else the end of the play-off, as long as nothing came of it."""
    with organising(by, competition, version) as held:
        stage, major = running(held)
        after = majors.undo(major)
        keep(stage, after)
        follow_draws(stage, after)
        return after
