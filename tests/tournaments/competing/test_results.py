"""Results without a match log: what coaches say, what the organiser decides, and what a correction changes."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.questions import Refusal
from league.domain import members
from league.domain.roles import Forbidden
from league.errors import Conflict
from league.models import User
from tests.helpers import a_coach, a_league, assert_reconciled
from tests.tournaments.competing.builders import (
    a_competition,
    commissioner_of,
    entries,
    pairings,
    played_through,
    started,
    the_stage,
)
from tournaments.domain.competing import entering, results, rounds, setting_up, tables
from tournaments.models import Competition, Entry, Format, Kind, Pairing, Round, Stage

pytestmark = pytest.mark.django_db


def an_event(count: int = 4, **settings: Any) -> Stage:
    """A Swiss of so many coaches with accounts, whose first round is published."""
    plan = ("Swiss", Format.SWISS, {"rounds": 4, **settings})
    competition = a_competition(None, plan, kind=Kind.EVENT, rosters=False)
    by = commissioner_of(competition.league)
    for number in range(1, count + 1):
        user = a_coach(competition.league)
        entering.enter(by, competition, name=f"Entry {number}", user=user, race="Orc")
    started(competition)
    stage = the_stage(competition)
    rounds.publish(by, rounds.pair(by, stage))
    return stage


def organiser(stage: Stage) -> User:
    return commissioner_of(stage.competition.league)


def coaches(pairing: Pairing) -> tuple[User, User]:
    sides = (pairing.home, pairing.away)
    home, away = (entry.user for entry in sides if entry is not None)
    assert home is not None
    assert away is not None
    return home, away


def fresh(pairing: Pairing) -> Pairing:
    return Pairing.objects.select_related("home", "away", "round__stage__competition__league").get(
        pk=pairing.pk
    )


def test_a_result_counts_as_soon_as_both_coaches_say_the_same() -> None:
    stage = an_event()
    pairing = pairings(stage, 1)[0]
    home, away = coaches(pairing)
    results.report(home, pairing, 2, 1, 3, 0)
    assert (fresh(pairing).outcome, results.differing(fresh(pairing))) == ("", False)
    assert tables.standing(stage).row(pairing.home.number).played == 0
    results.report(away, pairing, 2, 1, 3, 0)
    row = tables.standing(stage).row(pairing.home.number)
    assert (row.won, row.td_for, row.cas_for) == (1, 2, 3)


def test_reports_that_differ_are_both_kept_until_the_organiser_decides() -> None:
    stage = an_event()
    pairing = pairings(stage, 1)[0]
    home, away = coaches(pairing)
    results.report(home, pairing, 2, 1)
    results.report(away, pairing, 1, 2)
    told = fresh(pairing)
    assert results.differing(told)
    assert [told.reports[side]["scored"][:2] for side in ("home", "away")] == [[2, 1], [1, 2]]
    results.report(organiser(stage), pairing, 1, 1, version=told.version)
    decided = fresh(pairing)
    assert (decided.outcome, decided.decided_by) == ("draw", organiser(stage))
    assert decided.reports["home"]["scored"][:2] == [2, 1]


def test_a_coach_may_say_it_again_and_come_round() -> None:
    stage = an_event()
    pairing = pairings(stage, 1)[0]
    home, away = coaches(pairing)
    results.report(home, pairing, 2, 1)
    results.report(away, pairing, 1, 2)
    results.report(away, pairing, 2, 1)
    assert fresh(pairing).outcome == "home"


def test_a_result_that_is_sent_twice_is_one_result() -> None:
    stage = an_event()
    pairing = pairings(stage, 1)[0]
    home, away = coaches(pairing)
    for coach in (home, home, away, away):
        results.report(coach, pairing, 1, 0)
    decided = fresh(pairing)
    assert (decided.outcome, decided.version) == ("home", 3)
    for other in pairings(stage, 1)[1:]:
        results.report(organiser(stage), other, 1, 0)
    by = organiser(stage)
    assert rounds.pair(by, stage, number=2) == rounds.pair(by, stage, number=2)
    assert stage.rounds.count() == 2
    assert tables.standing(stage).row(pairing.home.number).points == 3
    with pytest.raises(Conflict, match="is decided; the organiser corrects it"):
        results.report(home, pairing, 3, 0)


def test_a_bye_has_no_result_to_enter() -> None:
    stage = an_event(5)
    bye = next(one for one in pairings(stage, 1) if one.away_id is None)
    with pytest.raises(
        Refusal, match=rf"^{bye.home} has a bye in round 1 of Swiss, so there is no result to enter\.$"
    ):
        results.report(organiser(stage), bye, 1, 0)
    assert tables.standing(stage).row(bye.home.number).points == 3


def test_strangers_and_drafts_are_refused() -> None:
    stage = an_event()
    pairing = pairings(stage, 1)[0]
    with pytest.raises(Forbidden):
        results.report(coaches(pairings(stage, 1)[1])[0], pairing, 1, 0)
    with pytest.raises(
        Refusal, match=r"^Touchdowns and casualties are counted from 0 to 99, and -1 was entered\.$"
    ):
        results.report(organiser(stage), pairing, -1, 0)
    Round.objects.update(state=Round.State.DRAFT)
    with pytest.raises(Conflict, match="is not published"):
        results.report(organiser(stage), pairing, 1, 0)


def test_who_has_left_the_league_says_nothing_about_his_entry_any_more() -> None:
    stage = an_event()
    pairing = pairings(stage, 1)[0]
    home, away = coaches(pairing)
    members.remove(home, stage.competition.league, home.pk)
    for act in (
        lambda: results.report(home, pairing, 1, 0),
        lambda: results.concede(home, pairing, "home"),
        lambda: entering.drop(home, pairing.home),
    ):
        with pytest.raises(Forbidden):
            act()
    results.concede(away, pairing, "away")
    assert fresh(pairing).outcome == "home"


def test_who_gives_up_has_lost_whatever_the_score() -> None:
    stage = an_event()
    pairing = pairings(stage, 1)[0]
    home, _ = coaches(pairing)
    with pytest.raises(Forbidden):
        results.concede(home, pairing, "away", 2, 1)
    results.concede(home, pairing, "home", 2, 1)
    decided = fresh(pairing)
    assert (decided.kind, decided.outcome, decided.home_td) == ("conceded", "away", 2)
    assert tables.standing(stage).row(pairing.home.number).lost == 1


def test_who_does_not_come_loses_and_who_came_has_the_touchdowns_of_the_rules() -> None:
    stage = an_event(no_show=2)
    one, other = pairings(stage, 1)
    results.no_show(organiser(stage), one, "home", reason="Overslept")
    assert (fresh(one).kind, fresh(one).outcome, fresh(one).away_td) == ("forfeit", "away", 2)
    results.no_show(organiser(stage), other, "both")
    assert fresh(other).outcome == "neither"
    table = tables.standing(stage)
    assert [table.row(number).lost for number in (one.home.number, other.home.number, other.away.number)] == [
        1
    ] * 3
    assert rounds.pair(organiser(stage), stage).number == 2


def test_a_correction_changes_every_later_table_and_no_later_pairing() -> None:
    stage = an_event(8)
    by = organiser(stage)
    rng = random.Random(2)
    for number in (1, 2, 3):
        for pairing in pairings(stage, number):
            results.report(by, pairing, rng.randrange(1, 3), 0, as_organiser=True)
        if number < 3:
            rounds.publish(by, rounds.pair(by, stage))
    paired = [(one.table, one.home_id, one.away_id) for one in pairings(stage)]
    first = pairings(stage, 1)[0]
    before = tables.standing(stage)
    results.correct(by, first, 0, 1, version=fresh(first).version, reason="Read the wrong way round")
    after = tables.standing(stage)
    assert after.row(first.home.number).points == before.row(first.home.number).points - 3
    assert after.row(first.away.number).points == before.row(first.away.number).points + 3
    assert [(one.table, one.home_id, one.away_id) for one in pairings(stage)] == paired
    was = fresh(first).reports["changes"]
    assert [(one["outcome"], one["by"], one["reason"]) for one in was] == [
        ("home", by.username, "Read the wrong way round")
    ]


def test_a_correction_of_what_somebody_else_has_changed_is_refused() -> None:
    stage = an_event()
    by = organiser(stage)
    pairing = pairings(stage, 1)[0]
    results.report(by, pairing, 1, 0)
    seen = fresh(pairing).version
    results.correct(by, pairing, 2, 0, version=seen)
    with pytest.raises(results.Overtaken):
        results.correct(by, pairing, 3, 0, version=seen)
    assert fresh(pairing).home_td == 2


def test_a_result_that_is_taken_back_was_never_entered() -> None:
    stage = an_event()
    by = organiser(stage)
    pairing = pairings(stage, 1)[0]
    before = tables.standing(stage).rows
    results.report(by, pairing, 1, 0)
    results.take_back(by, pairing)
    assert tables.standing(stage).rows == before
    with pytest.raises(Conflict, match="has no result to take back"):
        results.take_back(by, pairing)


def test_who_played_a_match_is_known_when_its_result_was_taken_back() -> None:
    stage = an_event()
    by = organiser(stage)
    pairing = pairings(stage, 1)[0]
    results.report(by, pairing, 1, 0)
    was = pairing.home.coach
    entering.replace(by, pairing.home, coach="Zoe")
    results.take_back(by, fresh(pairing))
    assert fresh(pairing).reports[entering.PLAYED_BY]["home"]["coach"] == was
    assert not {"home", "away"} & set(fresh(pairing).reports)


def test_who_is_removed_plays_no_more_and_his_open_match_is_a_no_show() -> None:
    stage = an_event(6)
    by = organiser(stage)
    gone = pairings(stage, 1)[0].home
    entry = Entry.objects.select_related("competition__league").get(pk=gone.pk)
    entering.drop(by, entry, results="awarded", reason="Fell ill")
    assert fresh(pairings(stage, 1)[0]).kind == "forfeit"
    for pairing in rounds.open_pairings(stage):
        results.report(by, pairing, 1, 1)
    rounds.publish(by, rounds.pair(by, stage))
    assert gone.pk not in {seat for one in pairings(stage, 2) for seat in (one.home_id, one.away_id)}
    assert [one.home_id for one in pairings(stage, 2) if one.away_id is None] != [gone.pk]


def test_painting_counts_in_the_table() -> None:
    plan = ("Swiss", Format.SWISS, {"rounds": 2})
    scoring = {"win": 3, "painting": 1}
    competition = a_competition(None, plan, kind=Kind.EVENT, rosters=False, scoring=scoring)
    first, _ = entries(competition, 2)
    started(competition)
    by = commissioner_of(competition.league)
    entering.change_entry(
        by, Entry.objects.select_related("competition__league").get(pk=first.pk), painting=4
    )
    with pytest.raises(Refusal, match="1001 is no painting for"):
        entering.change_entry(by, first, painting=1001)
    assert tables.standing(the_stage(competition)).row(first.number).points == 4


def test_where_rosters_change_the_match_is_what_counts() -> None:
    league = a_league()
    plan = ("Swiss", Format.SWISS, {"rounds": 2})
    competition = a_competition(league, plan, kind=Kind.CUP)
    entries(competition, 4)
    started(competition)
    stage, by = the_stage(competition), commissioner_of(league)
    rounds.publish(by, rounds.pair(by, stage))
    one, other = pairings(stage, 1)
    with pytest.raises(Refusal, match="comes from its match, and is corrected there"):
        results.report(by, one, 1, 0)
    results.no_show(by, one, "home")
    assert fresh(one).fixture is None
    for how in ({"kind": "played"}, {"kind": "conceded", "winner": "home"}):
        with pytest.raises(Refusal, match="nothing was played: a walk-over is taken back first"):
            results.correct(by, one, 1, 0, **how)  # type: ignore[arg-type]
    results.correct(by, one, 0, 1, kind="forfeit", winner="away", reason="Overslept")
    results.take_back(by, one)
    assert fresh(one).fixture is not None
    version = Competition.objects.get(pk=competition.pk).version
    played_through(other)
    assert Competition.objects.get(pk=competition.pk).version == version + 1
    assert tables.standing(stage).row(other.home.number).played == 1
    assert_reconciled(league)


def test_closing_with_open_matches_names_them() -> None:
    stage = an_event()
    with pytest.raises(Refusal, match=r"cannot end yet: .* are not played\.$"):
        setting_up.end(organiser(stage), stage.competition)
