"""Knockouts through the verbs: the draw, rounds as they become known, and corrections that move on."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.contest import knockout
from engine.questions import Refusal
from engine.replay import replay
from engine.simulate import filled_by_chance
from league.errors import Conflict
from league.models import User
from matches.domain import amending, logs
from matches.models import Fixture, Hosting, Result
from tests.helpers import a_league, assert_reconciled
from tests.tournaments.competing.builders import (
    a_competition,
    commissioner_of,
    entries,
    pairings,
    played_through,
    started,
    the_stage,
)
from tournaments.domain.competing import brackets, entering, reading, results, rounds, setting_up, tables
from tournaments.models import Entry, Format, Kind, Pairing, Round, Stage

pytestmark = pytest.mark.django_db


def a_knockout(count: int, format: str = Format.KNOCKOUT, **settings: Any) -> Stage:
    """Drawn in the order of the entries and published; rosters do not change."""
    competition = a_competition(None, ("Cup", format, settings), kind=Kind.CUP, rosters=False)
    entries(competition, count)
    started(competition)
    stage = the_stage(competition)
    rounds.publish(organiser(stage), stage.rounds.get(number=1))
    return stage


def organiser(stage: Stage) -> User:
    return commissioner_of(stage.competition.league)


def sides(stage: Stage, number: int) -> list[tuple[int, int | None]]:
    return [(one.home.number, one.away.number if one.away else None) for one in pairings(stage, number)]


def game(stage: Stage, key: str, at: int = 0) -> Pairing:
    return [one for one in sorted(pairings(stage), key=lambda one: one.pk) if one.place == key][at]


def wins(stage: Stage, key: str, winner: int, at: int = 0) -> None:
    """The entry wins a game of the match."""
    pairing = game(stage, key, at)
    assert winner in (pairing.home.number, pairing.away.number)
    scored = (1, 0) if pairing.home.number == winner else (0, 1)
    results.report(organiser(stage), pairing, *scored)


def the_entry(stage: Stage, number: int) -> Entry:
    return Entry.objects.select_related("competition__league").get(
        competition=stage.competition, number=number
    )


def names(stage: Stage) -> list[str]:
    return [one.name for one in stage.rounds.order_by("number")]


def all_won_by_the_better(stage: Stage) -> None:
    while still := setting_up.open_pairings(stage.competition, stage):
        better = min(still[0].home.number, still[0].away.number)
        scored = (1, 0) if better == still[0].home.number else (0, 1)
        results.report(organiser(stage), still[0], *scored)


def test_eight_meet_in_the_order_that_keeps_the_best_apart() -> None:
    stage = a_knockout(8)
    assert sides(stage, 1) == [(1, 8), (4, 5), (2, 7), (3, 6)]
    all_won_by_the_better(stage)
    assert names(stage) == ["quarter-final", "semi-final", "final"]
    assert (sides(stage, 2), sides(stage, 3)) == ([(1, 4), (2, 3)], [(1, 2)])
    assert {one.state for one in stage.rounds.all()} == {Round.State.CLOSED}
    assert brackets.bracket_of(stage).champion == 1
    assert [(one.entrant, one.place) for one in brackets.places(stage)][:4] == [
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 3),
    ]


@pytest.mark.parametrize("count", [2, 3, 5, 7, 12])
def test_any_number_comes_to_one_winner_and_the_best_have_the_byes(count: int) -> None:
    stage = a_knockout(count)
    byes = [home for home, away in sides(stage, 1) if away is None]
    assert sorted(byes) == list(range(1, len(byes) + 1))
    all_won_by_the_better(stage)
    assert brackets.bracket_of(stage).champion == 1
    assert len([one for one in pairings(stage) if one.away_id]) == count - 1


def test_rounds_become_known_match_by_match() -> None:
    stage = a_knockout(5)
    # The second and the third seed have byes and meet at once.
    assert sides(stage, 2) == [(2, 3)]
    wins(stage, "winners-1-2", 5)
    assert sides(stage, 2) == [(1, 5), (2, 3)]


def test_a_changed_semi_final_moves_on_unless_the_final_was_played() -> None:
    stage = a_knockout(4)
    by = organiser(stage)
    wins(stage, "winners-1-1", 4)
    wins(stage, "winners-1-2", 2)
    assert sides(stage, 2) == [(4, 2)]
    results.correct(by, game(stage, "winners-1-1"), 2, 1)
    assert sides(stage, 2) == [(1, 2)]
    wins(stage, "final", 2)
    with pytest.raises(
        Refusal,
        match=r"^Semi-final 1 would have another winner, but the final was played \(Entry 1 against Entry 2\)",
    ):
        results.correct(by, game(stage, "winners-1-1"), 1, 2)
    results.correct(by, game(stage, "winners-1-1"), 4, 0)
    assert brackets.bracket_of(stage).champion == 2


def test_a_result_that_is_taken_back_takes_the_next_match_back() -> None:
    stage = a_knockout(4)
    wins(stage, "winners-1-1", 1)
    wins(stage, "winners-1-2", 2)
    results.take_back(organiser(stage), game(stage, "winners-1-2"))
    assert stage.rounds.count() == 1
    assert sides(stage, 1) == [(1, 4), (2, 3)]


def test_somebody_wins_every_match_of_a_knockout() -> None:
    stage = a_knockout(2)
    pairing = game(stage, "final")
    with pytest.raises(Refusal, match=r"^Somebody has to win Entry 1 v Entry 2: "):
        results.report(organiser(stage), pairing, 1, 1)
    results.report(organiser(stage), pairing, 1, 1, winner="away")
    assert brackets.bracket_of(stage).champion == 2


def test_the_losers_of_the_semi_finals_play_for_third_place() -> None:
    stage = a_knockout(4, third_place=True)
    all_won_by_the_better(stage)
    assert sorted(names(stage)) == ["final", "match for third place", "semi-final"]
    assert [(one.entrant, one.place) for one in brackets.places(stage)] == [(1, 1), (2, 2), (3, 3), (4, 4)]


def test_best_of_three_is_played_until_somebody_has_won_two() -> None:
    stage = a_knockout(2, best_of=[3])
    wins(stage, "final", 1)
    wins(stage, "final", 2, 1)
    assert len(pairings(stage)) == 3
    # Had the second game gone the other way, nobody would play the third.
    pairing = game(stage, "final", 1)
    results.correct(organiser(stage), pairing, *((1, 0) if pairing.home.number == 1 else (0, 1)))
    assert len(pairings(stage)) == 2
    assert brackets.bracket_of(stage).champion == 1


def test_who_has_not_lost_and_loses_the_grand_final_plays_a_second_one() -> None:
    stage = a_knockout(4, Format.DOUBLE)
    for key, winner in [
        ("winners-1-1", 1),
        ("winners-1-2", 2),
        ("winners-2-1", 1),
        ("losers-1-1", 3),
        ("losers-2-1", 2),
        ("final", 2),
    ]:
        wins(stage, key, winner)
    assert brackets.bracket_of(stage).champion is None
    wins(stage, "reset", 1)
    assert brackets.bracket_of(stage).champion == 1
    assert names(stage)[-2:] == ["grand final", "second grand final"]


def corrected(stage: Stage, key: str, winner: int, at: int = 0) -> Pairing:
    pairing = game(stage, key, at)
    return results.correct(organiser(stage), pairing, *((3, 0) if pairing.home.number == winner else (0, 3)))


def test_a_second_grand_final_comes_and_goes_with_the_corrected_first_one_until_it_is_played() -> None:
    stage = a_knockout(2, Format.DOUBLE)
    wins(stage, "winners-1-1", 1)
    wins(stage, "final", 2)
    assert [one.place for one in pairings(stage)] == ["winners-1-1", "final", "reset"]
    corrected(stage, "final", 1)
    assert [one.place for one in pairings(stage)] == ["winners-1-1", "final"]
    assert brackets.bracket_of(stage).champion == 1
    corrected(stage, "final", 2)
    wins(stage, "reset", 2)
    assert brackets.bracket_of(stage).champion == 2
    with pytest.raises(Refusal, match="was played"):
        corrected(stage, "final", 1)
    assert brackets.bracket_of(stage).champion == 2
    assert game(stage, "final").outcome == ("home" if game(stage, "final").home.number == 2 else "away")


def test_a_corrected_game_of_a_series_moves_the_other_side_on_unless_the_next_match_was_begun() -> None:
    stage = a_knockout(4, best_of=[3])
    for winner in (1, 4, 1):
        wins(stage, "winners-1-1", winner, at=len([one for one in pairings(stage, 1) if one.outcome]))
    wins(stage, "winners-1-2", 2)
    wins(stage, "winners-1-2", 2, 1)
    assert sides(stage, 2) == [(1, 2)]
    corrected(stage, "winners-1-1", 4, 2)
    assert sides(stage, 2) == [(4, 2)]
    with pytest.raises(Refusal):
        corrected(stage, "winners-1-1", 4, 0)
    wins(stage, "final", 4)
    with pytest.raises(Refusal, match="was played"):
        corrected(stage, "winners-1-1", 1, 2)
    assert sides(stage, 2) == [(4, 2), (4, 2)]


def test_who_leaves_loses_every_match_he_comes_into() -> None:
    stage = a_knockout(4)
    wins(stage, "winners-1-1", 1)
    entering.drop(organiser(stage), the_entry(stage, 1), reason="Gone home")
    assert sides(stage, 2) == []
    wins(stage, "winners-1-2", 3)
    final = game(stage, "final")
    assert (final.kind, final.outcome, final.reason) == ("forfeit", "away", "Gone home")
    assert brackets.bracket_of(stage).champion == 3


@pytest.mark.parametrize("format", [Format.KNOCKOUT, Format.DOUBLE])
def test_walk_overs_are_those_of_the_bracket_that_the_engine_plays_on(format: str) -> None:
    stage = a_knockout(8, format)
    expected, gone = brackets.bracket_of(stage), set()
    for number in (1, 8, 4):
        gone.add(number)
        entering.drop(organiser(stage), the_entry(stage, number))
        expected = knockout.walked_over(expected, gone)
        found = brackets.bracket_of(stage)
        assert {one.key: (one.state, one.winner) for one in found.matches} == {
            one.key: (one.state, one.winner) for one in expected.matches
        }
    assert [one.winner for one in expected.matches][:2] == [8, 5]
    assert expected.get("winners-2-1").winner == 5


def test_a_draft_is_changed_by_hand_or_by_another_lot() -> None:
    competition = a_competition(
        None, ("Cup", Format.KNOCKOUT, {"seeding": "lot"}), kind=Kind.CUP, rosters=False
    )
    entries(competition, 8)
    started(competition)
    stage = the_stage(competition)
    by, draft = organiser(stage), stage.rounds.get()
    (first, _), (second, _) = sides(stage, 1)[:2]
    assert rounds.swap(by, draft, first, second, version=draft.version) == ()
    assert [home for home, _ in sides(stage, 1)[:2]] == [second, first]
    before = sides(stage, 1)
    draft.stage.refresh_from_db()
    rounds.redraw(by, draft)
    assert sides(stage, 1) != before
    rounds.publish(by, draft)
    with pytest.raises(Conflict, match="is published"):
        rounds.swap(by, draft, first, second)


def test_a_bracket_in_which_nothing_was_played_is_taken_back() -> None:
    stage = a_knockout(5)
    rounds.unpublish_last(organiser(stage), stage)
    draft = stage.rounds.get()
    assert draft.state == Round.State.DRAFT
    rounds.publish(organiser(stage), draft)
    wins(stage, "winners-1-2", 4)
    with pytest.raises(Conflict, match="has begun"):
        rounds.unpublish_last(organiser(stage), stage)


def test_the_best_of_a_swiss_go_on_to_a_knockout() -> None:
    plans = (("Swiss", Format.SWISS, {"rounds": 1}), ("Cut", Format.KNOCKOUT, {"advance": 4}))
    competition = a_competition(None, *plans, kind=Kind.EVENT, rosters=False)
    entries(competition, 8)
    started(competition)
    swiss, by = the_stage(competition), commissioner_of(competition.league)
    rounds.publish(by, rounds.pair(by, swiss))
    for number, pairing in enumerate(pairings(swiss, 1)):
        results.report(by, pairing, 1 + number, 0)
    best = [row.entrant for row in tables.standing(swiss).rows[:4]]
    setting_up.next_stage(by, competition)
    stage = the_stage(competition, 2)
    assert sides(stage, 1) == [(best[0], best[3]), (best[1], best[2])]
    rounds.publish(by, stage.rounds.get())
    all_won_by_the_better(stage)
    # What was played in the cut counts in no table of the Swiss.
    assert {row.played for row in tables.standing(swiss).rows} == {1}


def test_winners_of_groups_meet_seconds_of_the_others() -> None:
    plans: tuple[setting_up.StagePlan, ...] = (
        ("Groups", Format.ROUND_ROBIN, {}),
        ("Cup", Format.KNOCKOUT, {"advance": 2}),
    )
    competition = a_competition(None, *plans, kind=Kind.EVENT, rosters=False)
    entries(competition, 3, division="A")
    entries(competition, 3, division="B")
    started(competition)
    groups, by = the_stage(competition), commissioner_of(competition.league)
    for pairing in setting_up.open_pairings(competition, groups):
        better = pairing.home.number < pairing.away.number
        results.report(by, pairing, *((1, 0) if better else (0, 1)))
    setting_up.next_stage(by, competition)
    stage = the_stage(competition, 2)
    assert {frozenset(pair) for pair in sides(stage, 1)} == {frozenset((1, 5)), frozenset((2, 4))}


def test_teams_play_their_knockout_on_neutral_ground_and_the_match_decides() -> None:
    league = a_league()
    competition = a_competition(league, ("Cup", Format.KNOCKOUT, {"third_place": True}), kind=Kind.CUP)
    entries(competition, 4)
    started(competition)
    stage, by = the_stage(competition), commissioner_of(league)
    assert Fixture.objects.count() == 0
    rounds.publish(by, stage.rounds.get())
    assert {(one.stage, one.neutral) for one in Fixture.objects.all()} == {("semi_final", True)}
    for number, pairing in enumerate(pairings(stage, 1)):
        played_through(pairing, seed=number)
        result = Result.objects.get(fixture=pairing.fixture_id)
        if not result.winner:
            results.settle(by, pairing, "home", "By lot")
    assert {one.stage for one in Fixture.objects.exclude(round=1)} == {"final", "third_place"}
    for pairing in (game(stage, "third"), game(stage, "final")):
        played_through(pairing, seed=7)
        if not Result.objects.get(fixture=pairing.fixture_id).winner:
            results.settle(by, pairing, "away", "By lot")
    assert brackets.bracket_of(stage).champion is not None
    assert_reconciled(league)


def test_the_score_of_a_drawn_match_that_the_visitor_hosted_stays_with_its_sides() -> None:
    competition = a_competition(a_league(), ("Cup", Format.KNOCKOUT, {}), kind=Kind.CUP)
    entries(competition, 2)
    started(competition)
    stage, by = the_stage(competition), commissioner_of(competition.league)
    rounds.publish(by, stage.rounds.get())
    final = game(stage, "final")
    fixture = Fixture.objects.get(pk=final.fixture_id)
    Fixture.objects.filter(pk=fixture.pk).update(
        home=fixture.away_id, away=fixture.home_id, hosting=Hosting.OWNER
    )
    played_through(final)
    drawn = {"winner": "", "conceded_by": "", "home_score": 1, "away_score": 1}
    Result.objects.filter(fixture=fixture).update(**drawn, home_casualties=3, away_casualties=0)
    Pairing.objects.filter(pk=final.pk).update(outcome="")
    results.settle(by, final, "home", "By lot")
    settled = game(stage, "final")
    assert (settled.outcome, settled.home_cas, settled.away_cas) == ("home", 0, 3)
    assert reading.meeting(settled).cas == (0, 3)


def test_a_corrected_score_that_changes_no_winner_changes_nothing_after_it() -> None:
    stage = a_knockout(4)
    wins(stage, "winners-1-1", 1)
    wins(stage, "winners-1-2", 2)
    final = game(stage, "final")
    results.report(organiser(stage), final, 2, 0)
    results.correct(organiser(stage), game(stage, "winners-1-1"), 5, 3)
    assert game(stage, "final").pk == final.pk
    assert game(stage, "final").home_td == 2


def undone(by: User, pairing: Pairing) -> None:
    """The match of a pairing is taken out of the ledger, and everything that followed it stays as it was played."""
    result = Result.objects.select_related("fixture__league").get(fixture=pairing.fixture_id)
    amendment = amending.undo(by, result)
    found = amending.consequences(amendment)
    if found.unsettled:
        found = amending.settle_all(amendment, by, "leave", amendment.version)
        amendment = amending.get_amendment(result.fixture.league, amendment.pk)
    amending.commit(amendment, by, found.sequence, amendment.version)


def moves_on(by: User, pairing: Pairing, seed: int) -> None:
    played_through(pairing, seed=seed)
    if not Result.objects.get(fixture=pairing.fixture_id).winner:
        results.settle(by, pairing, "home", "By lot")


def test_a_match_that_is_undone_in_the_ledger_takes_the_next_one_back_unless_it_was_played() -> None:
    league = a_league()
    competition = a_competition(league, ("Cup", Format.KNOCKOUT, {}), kind=Kind.CUP)
    entries(competition, 4)
    started(competition)
    stage, by = the_stage(competition), commissioner_of(league)
    rounds.publish(by, stage.rounds.get())
    first, second = pairings(stage, 1)
    moves_on(by, first, 1)
    moves_on(by, second, 2)
    assert len(pairings(stage, 2)) == 1

    undone(by, first)
    assert (pairings(stage, 2), Fixture.objects.count()) == ([], 2)
    moves_on(by, game(stage, first.place), 3)
    final = pairings(stage, 2)[0]
    played_through(final)
    before = brackets.bracket_of(stage)
    with pytest.raises(Refusal, match=r"has gone on since: .*final.*; undo what follows first\.$"):
        undone(by, second)
    assert brackets.bracket_of(stage) == before
    assert_reconciled(league)


def test_who_was_named_the_winner_of_a_drawn_match_is_so_as_long_as_the_match_stands() -> None:
    league = a_league()
    competition = a_competition(league, ("Cup", Format.KNOCKOUT, {}), kind=Kind.CUP)
    entries(competition, 2)
    started(competition)
    stage, by = the_stage(competition), commissioner_of(league)
    rounds.publish(by, stage.rounds.get())
    final = game(stage, "final")
    seed = next(seed for seed in range(50) if is_drawn(final, seed))
    played_through(final, seed=seed)
    assert brackets.bracket_of(stage).champion is None
    with pytest.raises(Refusal, match=r" is drawn; say who has won before .* is over\.$"):
        setting_up.end(by, competition)
    results.settle(by, final, "away", "By lot")
    assert brackets.bracket_of(stage).champion == final.away.number
    undone(by, game(stage, "final"))
    assert brackets.bracket_of(stage).champion is None
    assert_reconciled(league)


def is_drawn(pairing: Pairing, seed: int) -> bool:
    """Whether the match would be drawn by this chance."""
    fixture = pairing.fixture
    assert fixture is not None
    played = filled_by_chance(fixture.league.rules, logs.template(fixture), random.Random(seed))
    return replay(played).outcome.winner is None


def test_teams_that_play_the_best_of_three_have_a_match_for_each_game() -> None:
    league = a_league()
    competition = a_competition(league, ("Cup", Format.KNOCKOUT, {"best_of": [3]}), kind=Kind.CUP)
    entries(competition, 2)
    started(competition)
    stage, by = the_stage(competition), commissioner_of(league)
    rounds.publish(by, stage.rounds.get())
    for seed in range(3):
        still = setting_up.open_pairings(competition, stage)
        if still:
            moves_on(by, still[0], seed)
    bracket = brackets.bracket_of(stage)
    final = bracket.get("final")
    assert final is not None
    assert final.wins(bracket.champion) == 2
    assert Fixture.objects.count() == len(final.games) == len(pairings(stage))
    assert_reconciled(league)
