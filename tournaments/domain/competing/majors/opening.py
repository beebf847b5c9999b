"""A major is opened, its play-off begins, and teams come and go."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.contest import majors
from engine.contest.majors.values import SEMI_FINALISTS
from engine.contest.majors.verbs import begin
from engine.edition import Edition
from engine.questions import Refusal
from engine.words import named
from league.domain.languages import in_language_of
from league.domain.roles import Person, require_commissioner, viewer
from league.errors import Conflict
from league.models import League, User
from tournaments.domain.competing.entering import comes_back, joins_late, leaves
from tournaments.domain.competing.majors.keeping import (
    PLAY_OFF,
    entered,
    is_open,
    keep,
    major_of,
    pairings_of,
    take_back,
    today,
)
from tournaments.domain.competing.options import options, register
from tournaments.domain.competing.setting_up import appoint, begins, create, open_entries
from tournaments.models import Competition, Entry, Format, Kind, Pairing, Stage, State


class MajorRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is chosen for a major where it differs from the edition: ``engine.contest.book.Format``.

    ``points`` is the name of one of the edition's scorings.
    """

    points: str | None = None
    results_counted: int | None = None
    play_off_weeks: int | None = None
    quarter_finals: Literal["above", "always", "never"] | None = None
    quarter_finals_above: int | None = None
    quarter_finals_week: bool | None = None
    challenges_per_week: int | None = None
    no_answer: Literal["organiser", "refusal"] | None = None
    turned_down: Literal["substitute", "challenged"] | None = None

    @property
    def chosen(self) -> dict[str, Any]:
        """Fields of the edition's format."""
        said = {name: getattr(self, name) for name in self.__struct_fields__}
        said["scoring"] = said.pop("points")
        return {name: value for name, value in said.items() if value is not None}


register(Format.PLAY_OFF, MajorRules)


def open_major(
    by: Person,
    league: League,
    trophy: str,
    starts: date,
    *,
    name: str = "",
    organiser: User | None = None,
    **chosen: Any,
) -> Competition:
    """A major that coaches may enter. ``chosen`` are fields of ``MajorRules``.

    Raises Refusal for a trophy that the league's rules do not know, for settings that do not fit, and while another
    edition of the same major is not over.
    """
    require_commissioner(viewer(by, league))
    rules = _checked(league.rules, trophy, starts, chosen)
    trophy = league.rules.major(trophy).name
    other = (
        league.competitions.filter(kind=Kind.MAJOR, trophy=trophy)
        .exclude(state__in=[State.ENDED, State.ARCHIVED])
        .first()
    )
    if other is not None:
        raise Conflict(
            _("{other} is not over yet, and the {trophy} is played for once at a time.").format(
                other=other.name, trophy=named(trophy)
            )
        )
    with in_language_of(league):
        tournament, called = _("Tournament"), f"{named(trophy)} {starts.year}"
    made = create(
        by,
        league,
        name or called,
        Kind.MAJOR,
        trophy=trophy,
        starts=starts,
        stages=[(tournament, Format.PLAY_OFF, msgspec.to_builtins(rules))],
    )
    if organiser is not None:
        appoint(by, made, organiser)
    return open_entries(by, made)


def _checked(edition: Edition, trophy: str, starts: date, chosen: dict[str, Any]) -> MajorRules:
    try:
        rules = msgspec.convert({key: one for key, one in chosen.items() if one is not None}, MajorRules)
    except msgspec.ValidationError as fault:
        raise Refusal(
            _("The {trophy} cannot be played so: {fault}.").format(trophy=named(trophy), fault=fault)
        ) from None
    begin(edition, trophy, starts, **rules.chosen)
    return rules


@begins(Format.PLAY_OFF)
def begin_play_off(by: Person, stage: Stage) -> None:
    """Everybody who has entered plays in it. Raises Refusal for too few."""
    competition = stage.competition
    rules: MajorRules = options(stage)
    if competition.starts is None:
        competition.starts = today(competition.league)
    major = begin(competition.league.rules, competition.trophy, competition.starts, **rules.chosen)
    rows = competition.entries.filter(state=Entry.State.IN).select_related("team__coach", "user")
    for row in rows.order_by("number"):
        major = majors.enter(major, entered(row))
    if len(major.entries) < SEMI_FINALISTS:
        said = ngettext(
            "{competition} ends with semi-finals of {needed} teams, and {n} have entered.",
            "{competition} ends with semi-finals of {needed} teams, and {n} have entered.",
            len(major.entries),
        )
        raise Refusal(said.format(competition=competition.name, needed=SEMI_FINALISTS, n=len(major.entries)))
    keep(stage, major)


@joins_late(Format.PLAY_OFF)
@comes_back(Format.PLAY_OFF)
def join(by: Person, stage: Stage, entry: Entry) -> None:
    keep(stage, majors.enter(major_of(stage), entered(entry)))


@leaves(Format.PLAY_OFF)
def leave(by: Person, stage: Stage, entry: Entry, results: str) -> None:
    """Whoever leaves plays no more in the play-off. In the knock-out his match goes to the opponent by the organiser's
    word."""
    major = major_of(stage)
    rows = [one for one in pairings_of(stage) if entry.pk in (one.home_id, one.away_id)]
    if results == "annulled":
        for game in [one for one in major.results if one.involves(entry.number)]:
            assert game.away is not None
            major = majors.strike(major, game.home, game.away)
    take_back(stage, [one for one in rows if one.place == PLAY_OFF and is_open(one)])
    if results == "annulled":
        Pairing.objects.filter(pk__in=[one.pk for one in rows if one.outcome]).delete()
    keep(stage, majors.withdraw(major, entry.number))
