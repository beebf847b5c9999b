"""Two organisers at the same moment, on a database that lets them."""

from __future__ import annotations

import pytest

from league.models import Role
from tests.helpers import a_member
from tests.league.test_at_once import at_once
from tests.tournaments.competing.builders import (
    a_competition,
    commissioner_of,
    entries,
    pairings,
    started,
    the_stage,
)
from tournaments.domain.competing import results, rounds
from tournaments.models import Format, Kind, Pairing, Round, Stage

pytestmark = [pytest.mark.service, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def stage() -> Stage:
    plan = ("Swiss", Format.SWISS, {"rounds": 3})
    competition = a_competition(None, plan, kind=Kind.EVENT, rosters=False)
    entries(competition, 8)
    started(competition)
    return the_stage(competition)


def test_organisers_who_pair_at_once_make_one_round(stage: Stage) -> None:
    league = stage.competition.league
    organisers = [a_member(league, Role.COMMISSIONER) for _ in range(6)]
    made = at_once([lambda by=by: rounds.pair(by, the_stage(stage.competition)) for by in organisers])
    assert {one.pk for one in made if isinstance(one, Round)} == {stage.rounds.get().pk}
    assert len(made) == 6
    assert Pairing.objects.count() == 4


def test_a_round_that_is_published_at_once_is_published_once(stage: Stage) -> None:
    by = commissioner_of(stage.competition.league)
    draft = rounds.pair(by, stage)
    at_once([lambda: rounds.publish(by, Round.objects.get(pk=draft.pk)) for _ in range(6)])
    assert stage.rounds.get().version == 1


def test_a_result_that_is_sent_twice_at_once_counts_once(stage: Stage) -> None:
    by = commissioner_of(stage.competition.league)
    rounds.publish(by, rounds.pair(by, stage))
    pairing = pairings(stage, 1)[0]
    at_once([lambda: results.report(by, Pairing.objects.get(pk=pairing.pk), 2, 1) for _ in range(6)])
    decided = Pairing.objects.get(pk=pairing.pk)
    assert (decided.outcome, decided.version) == ("home", 1)
