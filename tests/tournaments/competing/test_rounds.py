"""Swiss rounds through the verbs: drawn up, changed by hand, published, taken back."""

from __future__ import annotations

import random
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from engine.questions import Refusal
from league.domain.roles import Forbidden
from league.errors import Conflict
from league.models import User
from matches.models import Fixture
from teams.domain.handing import hand_over
from tests.helpers import a_coach, assert_reconciled
from tests.tournaments.competing.builders import (
    a_competition,
    a_played_round,
    coach,
    commissioner_of,
    entries,
    pairings,
    started,
    team_of,
    the_stage,
)
from tournaments.domain.competing import (
    drawing,
    entering,
    journal,
    reading,
    results,
    rounds,
    setting_up,
    squads,
    tables,
)
from tournaments.models import Competition, Entry, Format, Kind, Pairing, Round, Stage
from tournaments.tasks import publish_rounds

pytestmark = pytest.mark.django_db


def a_swiss(count: int, *, rosters: bool = False, **settings: Any) -> Stage:
    """Running, with so many entries, and by an organiser who may do everything."""
    plan = ("Swiss", Format.SWISS, {"rounds": 6, **settings})
    competition = a_competition(None, plan, kind=Kind.EVENT, rosters=rosters)
    entries(competition, count)
    started(competition)
    return the_stage(competition)


def organiser(stage: Stage) -> User:
    return commissioner_of(stage.competition.league)


def next_round(stage: Stage, **how: Any) -> Round:
    by = organiser(stage)
    return rounds.publish(by, rounds.pair(by, stage, **how))


def by_chance(stage: Stage, number: int, rng: random.Random) -> None:
    for pairing in pairings(stage, number):
        if pairing.away_id is not None:
            results.report(organiser(stage), pairing, rng.randrange(4), rng.randrange(4), as_organiser=True)


def entry(stage: Stage, number: int) -> Entry:
    return Entry.objects.select_related("competition__league").get(
        competition=stage.competition, number=number
    )


def seats(stage: Stage, number: int) -> list[tuple[int, int, int | None]]:
    return [
        (one.table, one.home.number, one.away.number if one.away else None) for one in pairings(stage, number)
    ]


def test_thirty_three_entrants_play_six_rounds_with_a_late_entry_and_two_drops() -> None:
    rng = random.Random(4)
    stage = a_swiss(32)
    by = organiser(stage)
    next_round(stage)
    by_chance(stage, 1, rng)
    late = entering.enter(by, stage.competition, name="Latecomer", coach="Coach Late", race="Orc")
    assert late.joined_round == 2
    next_round(stage)
    by_chance(stage, 2, rng)
    entering.drop(by, entry(stage, 5), reason="ill")
    next_round(stage)
    by_chance(stage, 3, rng)
    next_round(stage)
    by_chance(stage, 4, rng)
    entering.drop(by, entry(stage, 9))
    for number in (5, 6):
        next_round(stage)
        by_chance(stage, number, rng)

    byes = Counter(one.home.number for one in pairings(stage) if one.away is None)
    met = Counter(frozenset((one.home_id, one.away_id)) for one in pairings(stage) if one.away_id)
    # 32, 33, 32, 32, 31 and 31 entrants: three rounds are odd.
    assert [len(pairings(stage, number)) for number in range(1, 7)] == [16, 17, 16, 16, 16, 16]
    assert sorted(byes.values()) == [1, 1, 1]
    assert set(met.values()) == {1}
    played = Counter(
        number
        for one in pairings(stage)
        for number in (one.home.number, one.away and one.away.number)
        if number
    )
    assert (played[late.number], played[5], played[9], played[1]) == (5, 2, 4, 6)
    table = tables.standing(stage)
    assert sum(row.byes for row in table.rows) == 3
    with pytest.raises(Refusal, match=r"^All 6 rounds of this Swiss are paired\.$"):
        rounds.pair(by, stage)


def test_the_same_entries_and_seed_are_paired_alike() -> None:
    first, second = a_swiss(9), a_swiss(9)
    next_round(first)
    next_round(second)
    assert seats(first, 1) == seats(second, 1)


def test_who_had_a_bye_has_none_again_while_others_had_none() -> None:
    stage = a_swiss(5, rounds=3)
    rng = random.Random(1)
    for number in (1, 2, 3):
        next_round(stage)
        by_chance(stage, number, rng)
    assert len({one.home_id for one in pairings(stage) if one.away_id is None}) == 3


def test_two_who_pair_at_once_make_one_round() -> None:
    stage = a_swiss(4)
    by = organiser(stage)
    first = rounds.pair(by, stage, key="one press")
    assert rounds.pair(by, stage, key="another press") == first
    rounds.publish(by, first)
    assert rounds.pair(by, stage, key="one press") == first
    assert rounds.pair(by, stage, number=1) == first
    assert stage.rounds.count() == 1


def test_missing_results_are_told_by_name_and_may_be_confirmed() -> None:
    stage = a_swiss(4)
    by = organiser(stage)
    next_round(stage)
    one, other = pairings(stage, 1)
    results.report(by, one, 1, 0)
    with pytest.raises(rounds.ResultsMissing) as refused:
        rounds.pair(by, stage)
    assert refused.value.pairings == (other,)
    assert str(refused.value) == (
        f"Results are missing: round 1, table 2, {other}. Confirm that the next round is paired without them."
    )
    assert rounds.pair(by, stage, results_missing=True).number == 2
    assert stage.rounds.get(number=1).state == Round.State.PUBLISHED


def test_where_no_round_is_without_a_rematch_the_organiser_chooses_a_way_on() -> None:
    stage = a_swiss(2, rounds=3)
    by = organiser(stage)
    next_round(stage)
    results.report(by, pairings(stage, 1)[0], 2, 1)
    with pytest.raises(rounds.NoRound) as refused:
        rounds.pair(by, stage)
    assert [offer.kind for offer in refused.value.offers] == ["rematches", "end"]
    assert stage.rounds.count() == 1
    assert rounds.pair(by, stage, offer="rematches").number == 2


def test_a_swiss_that_everybody_has_left_pairs_nobody() -> None:
    stage = a_swiss(3)
    by = organiser(stage)
    next_round(stage)
    by_chance(stage, 1, random.Random(1))
    for number in (1, 2):
        entering.drop(by, entry(stage, number))
    with pytest.raises(rounds.NoRound) as refused:
        rounds.pair(by, stage)
    assert refused.value.ended
    assert stage.rounds.count() == 1


def test_a_draft_is_seen_by_its_organiser_alone_until_its_time_comes() -> None:
    stage = a_swiss(4)
    by = organiser(stage)
    soon = timezone.now() + timedelta(hours=1)
    draft = rounds.publish(by, rounds.pair(by, stage), at=soon)
    assert (draft.state, draft.publish_at) == (Round.State.DRAFT, soon)
    assert publish_rounds() == 0
    assert [one.number for one in rounds.publish_due(soon)] == [1]
    assert rounds.publish_due(soon) == []
    assert stage.rounds.get().state == Round.State.PUBLISHED


def test_a_draft_whose_entries_have_changed_is_drawn_up_again_before_it_is_published() -> None:
    stage = a_swiss(5)
    by = organiser(stage)
    next_round(stage)
    by_chance(stage, 1, random.Random(1))
    draft = rounds.pair(by, stage)
    entering.drop(by, entry(stage, 2))
    with pytest.raises(Refusal, match=r"Entry 2 is paired and not in round 2\. Draw the round up again\.$"):
        rounds.publish(by, draft)
    rounds.redraw(by, draft, another_lot=False)
    rounds.publish(by, draft)
    assert len(pairings(stage, 2)) == 2


def test_a_draft_whose_matches_are_refused_at_its_time_stays_a_draft() -> None:
    stage = a_swiss(4, rosters=True)
    league = stage.competition.league
    by = organiser(stage)
    soon = timezone.now() + timedelta(hours=1)
    rounds.publish(by, rounds.pair(by, stage), at=soon)
    last = pairings(stage, 1)[-1]
    assert last.away is not None
    hand_over(team_of(last.away), by, coach(last.home))
    assert rounds.publish_due(soon) == []
    draft = stage.rounds.get()
    assert (draft.state, draft.publish_at) == (Round.State.DRAFT, None)
    assert not league.fixtures.exists()
    told = [line.text for line in journal.lines([the_stage(stage.competition)])]
    assert told[0].startswith("Round 1 is not published at its time: ")
    assert told[0].endswith("have the same coach, and this is not allowed here.")
    assert "Round 1 is published." not in told
    assert_reconciled(league)


def test_two_seats_change_places_and_what_that_breaks_is_told() -> None:
    stage = a_swiss(4, pairs=[{"one": 1, "other": 2}])
    by = organiser(stage)
    draft = rounds.pair(by, stage)
    of_one = next(one for one in pairings(stage, 1) if 1 in (one.home.number, one.away.number))
    opponent = of_one.away.number if of_one.home.number == 1 else of_one.home.number
    broken = rounds.swap(by, draft, opponent, 2, version=0)
    assert [fault.kind for fault in broken] == ["pair"]
    assert broken[0].text.endswith("are on the list of pairs that are kept apart.")
    assert {1, 2} in [{home, away} for _, home, away in seats(stage, 1)]
    with pytest.raises(Conflict, match="Somebody has changed"):
        rounds.swap(by, draft, 1, 3, version=0)


def test_a_swap_may_give_the_bye_to_somebody_else() -> None:
    stage = a_swiss(5)
    by = organiser(stage)
    draft = rounds.pair(by, stage)
    resting = next(one.home.number for one in pairings(stage, 1) if one.away is None)
    other = 1 if resting != 1 else 2
    assert rounds.swap(by, draft, resting, other) == ()
    assert [one.home.number for one in pairings(stage, 1) if one.away is None] == [other]


def test_a_round_that_is_taken_back_has_never_been() -> None:
    stage = a_swiss(7)
    by = organiser(stage)
    next_round(stage)
    by_chance(stage, 1, random.Random(3))
    next_round(stage)
    before = seats(stage, 2), tables.standing(stage).rows
    rounds.unpublish_last(by, stage)
    assert stage.rounds.count() == 1
    rounds.pair(by, stage)
    assert seats(stage, 2) == before[0]
    rounds.publish(by, stage.rounds.get(number=2))
    assert tables.standing(stage).rows == before[1]


def test_results_are_not_taken_back_in_silence() -> None:
    stage = a_swiss(4)
    by = organiser(stage)
    next_round(stage)
    results.report(by, pairings(stage, 1)[0], 1, 0)
    with pytest.raises(Refusal, match=r"^Results would be lost: "):
        rounds.unpublish_last(by, stage)
    rounds.unpublish_last(by, stage, with_results=True)
    assert Pairing.objects.count() == 0


def test_a_bye_that_was_asked_for_is_given_and_counts_before_parity() -> None:
    stage = a_swiss(6)
    by = organiser(stage)
    entering.change_entry(by, entry(stage, 3), byes_wanted=[1])
    next_round(stage)
    byes = {one.home.number: one.outcome for one in pairings(stage, 1) if one.away is None}
    # Whoever asked has half a bye, and the five others leave one who has a full one.
    assert byes[3] == "draw"
    assert sorted(byes.values()) == ["draw", "home"]


def test_pairs_made_by_hand_are_kept_and_tables_are_where_they_are_wanted() -> None:
    stage = a_swiss(6)
    by = organiser(stage)
    entering.change_entry(by, entry(stage, 4), table=3)
    rounds.pair(by, stage, kept=[(5, 6), (1, None), (2, None)])
    found = seats(stage, 1)
    assert {home for _, home, away in found if away is None} == {1, 2}
    assert {5, 6} in [{home, away} for _, home, away in found]
    assert next(table for table, home, away in found if 4 in (home, away)) == 3
    with pytest.raises(Refusal, match=r"names entrant 9, who is not in round 1\.$"):
        rounds.redraw(by, stage.rounds.get(), kept=[(9, None)])


def test_club_mates_are_kept_apart_in_the_first_round() -> None:
    plan = ("Swiss", Format.SWISS, {"rounds": 3, "club": "first round"})
    competition = a_competition(None, plan, kind=Kind.EVENT, rosters=False)
    entries(competition, 4, division="Red", club="Red")
    entries(competition, 4, division="Blue", club="Blue")
    started(competition)
    stage = the_stage(competition)
    next_round(stage)
    assert all(one.home.club != one.away.club for one in pairings(stage, 1))


def test_squads_are_paired_and_their_members_meet() -> None:
    plan = ("Swiss", Format.SWISS, {"rounds": 2, "pairing": "squads"})
    competition = a_competition(None, plan, kind=Kind.EVENT, rosters=False)
    for squad in ("Axes", "Bows", "Clubs"):
        entries(competition, 3, division=squad, squad=squad)
    started(competition)
    stage = the_stage(competition)
    for number in (1, 2):
        next_round(stage)
        found = pairings(stage, number)
        assert len([one for one in found if one.away_id is None]) == 3
        games = [one for one in found if one.away_id is not None]
        assert [one.table for one in games] == [1, 2, 3]
        assert len({(one.home.squad, one.away.squad) for one in games}) == 1
        by_chance(stage, number, random.Random(number))
    resting = [{one.home.squad for one in pairings(stage, n) if one.away_id is None} for n in (1, 2)]
    assert resting[0] != resting[1]


@pytest.mark.parametrize(
    "pairing, expected",
    [
        ("squads", [("Axes", 1, 3, (1, 0, 0), 6), ("Bows", 2, 0, (0, 0, 1), 3)]),
        ("entries", [("Axes", 1, 6, (None, None, None), 6), ("Bows", 2, 3, (None, None, None), 3)]),
    ],
)
def test_squads_stand_by_their_ties_or_by_what_their_members_have_won(pairing: str, expected: object) -> None:
    plan = ("Swiss", Format.SWISS, {"rounds": 1, "pairing": pairing})
    competition = a_competition(None, plan, kind=Kind.EVENT, rosters=False)
    for squad in ("Axes", "Bows"):
        entries(competition, 3, division=squad, squad=squad)
    started(competition)
    stage = the_stage(competition)
    next_round(stage)
    for number, one in enumerate(pairings(stage, 1)):
        won = (one.home.squad == "Axes") == (number < 2)
        results.report(organiser(stage), one, *((2, 1) if won else (1, 2)))
    table = squads.squad_standing(stage)
    assert [
        (row.squad, row.place, row.points, (row.won, row.drawn, row.lost), row.members) for row in table
    ] == expected


def test_of_an_odd_number_of_squads_three_meet_each_other() -> None:
    plan = ("Swiss", Format.SWISS, {"rounds": 1, "pairing": "squads", "odd": "threesome"})
    competition = a_competition(None, plan, kind=Kind.EVENT, rosters=False)
    for squad in ("Axes", "Bows", "Clubs"):
        entries(competition, 2, division=squad, squad=squad)
    started(competition)
    stage = the_stage(competition)
    next_round(stage)
    assert sorted(sorted((one.home.squad, one.away.squad)) for one in pairings(stage, 1)) == [
        ["Axes", "Bows"],
        ["Axes", "Clubs"],
        ["Bows", "Clubs"],
    ]
    by_chance(stage, 1, random.Random(1))
    assert rounds.open_pairings(stage) == []


def test_a_round_that_is_published_makes_matches_on_neutral_ground() -> None:
    stage = a_swiss(4, rosters=True)
    by = organiser(stage)
    next_round(stage)
    fixtures = [one.fixture for one in pairings(stage, 1)]
    assert {(one.stage, one.neutral) for one in fixtures} == {("tournament", True)}
    rounds.unpublish_last(by, stage)
    assert Fixture.objects.count() == 0
    next_round(stage)
    a_played_round(stage, 1)
    assert rounds.open_pairings(stage) == []
    with pytest.raises(Refusal):
        rounds.unpublish_last(by, stage, with_results=True)
    next_round(stage)
    assert stage.rounds.get(number=1).state == Round.State.CLOSED
    assert tables.standing(stage).rows[0].played == 1
    assert_reconciled(stage.competition.league)


def test_only_the_organiser_pairs() -> None:
    stage = a_swiss(4)
    coach = a_coach(stage.competition.league)
    with pytest.raises(Forbidden):
        rounds.pair(coach, stage)
    setting_up.appoint(organiser(stage), stage.competition, coach)
    assert rounds.pair(coach, stage).number == 1


def test_a_round_that_cannot_be_paired_leaves_nothing_behind() -> None:
    stage = a_swiss(
        4, pairs=[{"one": one, "other": other} for one in range(1, 5) for other in range(one + 1, 5)]
    )
    version = Competition.objects.get(pk=stage.competition_id).version
    with pytest.raises(rounds.NoRound):
        rounds.pair(organiser(stage), stage)
    kept = Stage.objects.get(pk=stage.pk)
    assert (kept.draw, kept.rounds.count(), kept.competition.version) == ({}, 0, version)


def test_more_rounds_than_half_of_the_entries_are_warned_of() -> None:
    assert rounds.warnings_of(a_swiss(6, rounds=4)).warnings[0].startswith("4 rounds are more than half of 6")


def test_the_bye_is_printed_last_and_names_are_in_their_order() -> None:
    stage = a_swiss(5)
    next_round(stage)
    names = dict(zip(range(1, 6), ("zoe", "Eric", "Émile", "adam", "Xaver"), strict=True))
    for number, name in names.items():
        stage.competition.entries.filter(number=number).update(name=name)
    found = reading.meetings(Pairing.objects.filter(round__stage=stage))
    assert [one.is_bye for one in found] == [False, False, True]
    assert [one.is_bye for one in rounds.drawn(stage.rounds.get()).pairings] == [False, False, True]
    assert [line.entry.name for line in drawing.by_name(found)] == ["adam", "Émile", "Eric", "Xaver", "zoe"]


def test_rounds_to_come_may_be_fewer_and_keep_more_apart() -> None:
    stage = a_swiss(8)
    by = organiser(stage)
    next_round(stage)
    by_chance(stage, 1, random.Random(1))
    with pytest.raises(Conflict, match=r"^Swiss has begun, so its seeding stays as it is\.$"):
        setting_up.change_stage(by, stage, seeding="rating")
    unmet = next(number for number in range(2, 9) if number not in seats_of(stage, 1))
    setting_up.change_stage(by, stage, rounds=2, pairs=[{"one": 1, "other": unmet}])
    next_round(stage)
    assert unmet not in seats_of(stage, 2)
    with pytest.raises(Refusal, match=r"^2 rounds of Swiss are paired, so there are no fewer\.$"):
        setting_up.change_stage(by, stage, rounds=1)
    by_chance(stage, 2, random.Random(2))
    with pytest.raises(Refusal, match=r"^All 2 rounds"):
        rounds.pair(by, stage)


def seats_of(stage: Stage, number: int) -> set[int | None]:
    """Who sits at the table of entry 1 in a round."""
    return next({home, away} for _, home, away in seats(stage, number) if 1 in (home, away))


def test_a_round_that_is_not_the_next_is_not_paired() -> None:
    stage = a_swiss(4)
    with pytest.raises(Conflict, match=r"^Round 3 of Swiss is not the next; that is round 1\.$"):
        rounds.pair(organiser(stage), stage, number=3)
    draft = rounds.pair(organiser(stage), stage)
    assert rounds.pair(organiser(stage), stage, number=2) == draft


def test_who_drops_and_comes_back_is_paired_again_and_leaves_his_table_meanwhile() -> None:
    stage = a_swiss(6)
    by = organiser(stage)
    entering.change_entry(by, entry(stage, 2), table=2)
    next_round(stage)
    by_chance(stage, 1, random.Random(1))
    entering.drop(by, entry(stage, 2))
    entering.change_entry(by, entry(stage, 3), table=2)
    next_round(stage)
    by_chance(stage, 2, random.Random(1))
    assert all(2 not in (home, away) for _, home, away in seats(stage, 2))
    entering.change_entry(by, entry(stage, 3), table=None)
    entering.return_(by, entry(stage, 2))
    next_round(stage)
    assert next(table for table, home, away in seats(stage, 3) if 2 in (home, away)) == 2


def test_a_draft_that_is_thrown_away_leaves_the_rounds_before_it() -> None:
    stage = a_swiss(6)
    by = organiser(stage)
    next_round(stage)
    by_chance(stage, 1, random.Random(1))
    draft = rounds.pair(by, stage)
    drawn = seats(stage, 2)
    rounds.discard(by, draft)
    assert stage.rounds.count() == 1
    rounds.pair(by, stage)
    assert seats(stage, 2) == drawn
    with pytest.raises(Conflict, match="is published; take it back first"):
        rounds.discard(by, stage.rounds.get(number=1))


def test_another_lot_pairs_otherwise_and_the_same_lot_alike() -> None:
    stage = a_swiss(16)
    by = organiser(stage)
    draft = rounds.pair(by, stage)
    drawn = seats(stage, 1)
    rounds.redraw(by, draft, another_lot=False)
    assert seats(stage, 1) == drawn
    rounds.redraw(by, draft)
    assert seats(stage, 1) != drawn
