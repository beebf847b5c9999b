"""The competitions of the demonstration league: a Swiss that is under way, and a major in its play-off."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from league.domain import clock
from tournaments.domain import demo_steps as steps
from tournaments.domain.competing import entering, majors, results, rounds, setting_up
from tournaments.models import Competition, Entry, Format, Kind, Pairing, Round, Stage

if TYPE_CHECKING:
    from tournaments.domain.demo import Demo

LOTS = "The quarry"
"""The seed of every lot that is drawn, so that the rounds are those whose results are recorded."""


def the_event(demo: Demo) -> Competition:
    return demo.league.competitions.get(kind=Kind.EVENT)


def the_major(demo: Demo) -> Competition:
    return demo.league.competitions.get(kind=Kind.MAJOR)


def entry_of(demo: Demo, team: str) -> Entry:
    """The entry of a team in the major. ``team`` is a file in ``teams/``."""
    return the_major(demo).entries.get(team=demo.team(team))


def last_round(demo: Demo) -> list[Pairing]:
    """The pairings of the last round of the event, without byes, by table."""
    found = Round.objects.filter(stage__competition=the_event(demo)).order_by("number").last()
    assert found is not None
    return list(found.pairings.exclude(away=None).order_by("table"))


# --- the event ----------------------------------------------------------------------------------------------------


def _open_event(demo: Demo, step: steps.EventOpened) -> None:
    made = setting_up.create(
        demo.commissioner,
        demo.league,
        step.name,
        Kind.EVENT,
        rosters=False,
        starts=clock.now().date(),
        stages=[("Swiss", Format.SWISS, {"rounds": step.rounds})],
    )
    setting_up.open_entries(demo.commissioner, made)


def _enter_event(demo: Demo, step: steps.EventEntered) -> None:
    entering.enter(
        demo.commissioner,
        the_event(demo),
        name=step.name,
        coach=step.coach,
        race=step.race,
        club=step.club,
        naf_number=step.naf,
        user=demo.people[step.account] if step.account else None,
    )


def _begin_event(demo: Demo, step: steps.EventBegun) -> None:
    setting_up.start(demo.commissioner, the_event(demo), LOTS)


def _pair(demo: Demo, step: steps.RoundPaired) -> None:
    drawn = rounds.pair(demo.commissioner, _stage_of(the_event(demo)))
    rounds.publish(demo.commissioner, drawn)


def _stage_of(competition: Competition) -> Stage:
    return Stage.objects.select_related("competition__league", "competition__season").get(
        competition=competition
    )


def _decide(demo: Demo, step: steps.ResultDecided) -> None:
    pairing = Pairing.objects.select_related("round__stage__competition__league", "home", "away").get(
        pk=next(one.pk for one in last_round(demo) if one.table == step.table)
    )
    results.report(demo.commissioner, pairing, *step.td, *step.cas, as_organiser=True)


# --- the major ----------------------------------------------------------------------------------------------------


def _open_major(demo: Demo, step: steps.MajorOpened) -> None:
    majors.open_major(demo.commissioner, demo.league, step.trophy, clock.now().date())


def _enter_major(demo: Demo, step: steps.MajorEntered) -> None:
    entering.enter(demo.coach(step.team), the_major(demo), demo.team(step.team))


def _begin_major(demo: Demo, step: steps.MajorBegun) -> None:
    setting_up.start(demo.commissioner, the_major(demo), LOTS)


def _arrange(demo: Demo, step: steps.MajorMatch) -> None:
    home, away = (entry_of(demo, team).number for team in (step.home, step.away))
    day = demo.today - timedelta(days=step.on)
    majors.arrange(demo.coach(step.home), the_major(demo), home, away, day)


def _challenge(demo: Demo, step: steps.Challenged) -> None:
    sides = (entry_of(demo, team).number for team in (step.challenger, step.challenged))
    majors.issue(demo.coach(step.challenger), the_major(demo), *sides)


def _refuse(demo: Demo, step: steps.ChallengeRefused) -> None:
    majors.pass_on(demo.commissioner, the_major(demo), step.number)
    majors.refuse(demo.commissioner, the_major(demo), step.number)


DEEDS: dict[type, Callable[[Demo, Any], None]] = {
    steps.EventOpened: _open_event,
    steps.EventEntered: _enter_event,
    steps.EventBegun: _begin_event,
    steps.RoundPaired: _pair,
    steps.ResultDecided: _decide,
    steps.MajorOpened: _open_major,
    steps.MajorEntered: _enter_major,
    steps.MajorBegun: _begin_major,
    steps.MajorMatch: _arrange,
    steps.Challenged: _challenge,
    steps.ChallengeRefused: _refuse,
}
