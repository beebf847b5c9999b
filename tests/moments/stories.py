"""Several people at the same moment in one competition: what is done, and what must have come of it.

Each deed has a thread and a database connection of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import time_machine
from django.utils import timezone

from engine.questions import Refusal
from league.errors import Conflict
from league.models import Role, User
from tests.helpers import a_league, a_member, assert_reconciled
from tests.league.test_at_once import at_once
from tests.tournaments.competing.builders import (
    a_competition,
    commissioner_of,
    entries,
    pairings,
    started,
    the_stage,
)
from tests.tournaments.competing.cups import STARTS, a_major, knocked_out, on, play_all, teams_of
from tournaments.domain.competing import majors, results, rounds
from tournaments.models import Format, Kind, Pairing, Round, Stage

MANY = 6


def a_swiss() -> tuple[Stage, list[User]]:
    """Eight entries, nothing paired; and the organisers."""
    competition = a_competition(None, ("Swiss", Format.SWISS, {"rounds": 3}), kind=Kind.EVENT, rosters=False)
    entries(competition, 8)
    started(competition)
    organisers = [a_member(competition.league, Role.COMMISSIONER) for _ in range(MANY)]
    return the_stage(competition), organisers


def fresh(stage: Stage) -> Stage:
    return the_stage(stage.competition, stage.number)


def played_round(stage: Stage) -> Round:
    """The next round, published, with all its results."""
    by = commissioner_of(stage.competition.league)
    round = rounds.publish(by, rounds.pair(by, fresh(stage)))
    for pairing in pairings(stage, round.number):
        results.report(by, pairing, 1, 0, as_organiser=True)
    return round


def a_round_is_paired_once() -> None:
    stage, organisers = a_swiss()
    made = at_once([lambda by=by: rounds.pair(by, fresh(stage)) for by in organisers])
    assert [one.pk for one in made if isinstance(one, Round)] == [stage.rounds.get().pk] * MANY
    assert Pairing.objects.count() == 4


def a_round_is_published_once() -> None:
    stage, organisers = a_swiss()
    draft = rounds.pair(organisers[0], stage)
    at_once([lambda by=by: rounds.publish(by, Round.objects.get(pk=draft.pk)) for by in organisers])
    published = stage.rounds.get()
    assert (published.state, published.version) == (Round.State.PUBLISHED, 1)
    assert Pairing.objects.count() == 4


def a_round_is_published_once_by_the_clock_and_by_hand() -> None:
    stage, organisers = a_swiss()
    draft = rounds.pair(organisers[0], stage)
    due = timezone.now() + timedelta(hours=1)
    rounds.publish(organisers[0], draft, due)
    version = Round.objects.get().version
    deeds: list[Callable[[], object]] = [lambda: rounds.publish_due(due) for _ in range(MANY)]
    deeds += [lambda by=by: rounds.publish(by, Round.objects.get(pk=draft.pk)) for by in organisers]
    at_once(deeds)
    published = stage.rounds.get()
    assert (published.state, published.version) == (Round.State.PUBLISHED, version + 1)


def a_round_is_taken_back_once() -> None:
    stage, organisers = a_swiss()
    played_round(stage)
    rounds.publish(organisers[0], rounds.pair(organisers[0], fresh(stage)))
    said = at_once([lambda by=by: rounds.unpublish_last(by, fresh(stage), number=2) for by in organisers])
    assert said.count(None) == 1
    assert sum(isinstance(one, Conflict) for one in said) == MANY - 1
    assert [(one.number, one.pairings.count()) for one in stage.rounds.all()] == [(1, 4)]


def a_round_is_published_or_the_one_before_is_taken_back() -> None:
    """Whoever is first wins; there is never a second round without a first."""
    stage, organisers = a_swiss()
    played_round(stage)
    draft = rounds.pair(organisers[0], fresh(stage))
    deeds: list[Callable[[], object]] = []
    for by in organisers:
        deeds.append(lambda by=by: rounds.publish(by, draft))
        deeds.append(lambda by=by: rounds.unpublish_last(by, fresh(stage), number=1, with_results=True))
    said = at_once(deeds)
    left = [(one.number, one.state) for one in stage.rounds.order_by("number")]
    assert left in ([], [(1, Round.State.CLOSED), (2, Round.State.PUBLISHED)])
    done = [one for one in said if not isinstance(one, Refusal)]
    assert len(done) == (MANY if left else 1)


def a_draft_is_published_or_thrown_away() -> None:
    stage, organisers = a_swiss()
    draft = rounds.pair(organisers[0], stage)
    deeds: list[Callable[[], object]] = []
    for by in organisers:
        deeds.append(lambda by=by: rounds.publish(by, draft))
        deeds.append(lambda by=by: rounds.discard(by, draft))
    at_once(deeds)
    left = [(one.state, one.pairings.count()) for one in stage.rounds.all()]
    assert left in ([], [(Round.State.PUBLISHED, 4)])


def a_result_counts_once() -> None:
    stage, organisers = a_swiss()
    rounds.publish(organisers[0], rounds.pair(organisers[0], stage))
    pairing = pairings(stage, 1)[0]
    at_once([lambda by=by: results.report(by, Pairing.objects.get(pk=pairing.pk), 2, 1) for by in organisers])
    decided = Pairing.objects.get(pk=pairing.pk)
    assert (decided.outcome, decided.version) == ("home", 1)


def prizes_are_paid_once() -> None:
    league = a_league()
    by = commissioner_of(league)
    with time_machine.travel(on(STARTS), tick=False):
        major = a_major(league, teams_of(league, 4))
        for home, away in ((1, 2), (3, 4)):
            majors.arrange(by, major, home, away)
        play_all(major, "play_off", 1)
        knocked_out(major, by)
        said = at_once([lambda: majors.pay(by, major) for _ in range(MANY)])
    assert sum(isinstance(one, Conflict) for one in said) == MANY - 1
    act = majors.paid_by(major)
    assert act is not None
    assert league.acts.filter(kind=majors.KIND).get() == act
    assert_reconciled(league)


STORIES: dict[str, Callable[[], None]] = {
    story.__name__: story
    for story in (
        a_round_is_paired_once,
        a_round_is_published_once,
        a_round_is_published_once_by_the_clock_and_by_hand,
        a_round_is_taken_back_once,
        a_round_is_published_or_the_one_before_is_taken_back,
        a_draft_is_published_or_thrown_away,
        a_result_counts_once,
        prizes_are_paid_once,
    )
}
