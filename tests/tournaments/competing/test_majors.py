"""Majors of the league: from the entries to the trophy, and to the next year's holder."""

from __future__ import annotations

from datetime import timedelta

import pytest

from engine.questions import Refusal
from engine.simulate import Pace
from league.domain import clock
from league.errors import Forbidden
from league.models import DicePolicy
from matches.domain.previewing import preview
from matches.models import Fixture, MatchLog, Result
from teams.domain.ledger import fold
from teams.models import Team
from tests.helpers import (
    a_coach,
    a_drafted_team,
    a_league,
    assert_reconciled,
    coach_of,
)
from tests.tournaments.competing.builders import a_competition, commissioner_of, entries, started
from tests.tournaments.competing.cups import (
    STARTS,
    a_major,
    drawn,
    entry_of,
    holder_of,
    knocked_out,
    on,
    open_matches,
    play_all,
    played,
    played_anew,
    refusal,
    teams_of,
    undone,
)
from tournaments.domain.competing import entering, majors, results, setting_up
from tournaments.domain.competing.majors.keeping import pair_of
from tournaments.domain.competing.majors.paying import candidates, took_part
from tournaments.domain.honours import honours
from tournaments.models import Competition, Format, Kind, Pairing, State
from tournaments.tasks import refuse_unanswered


@pytest.mark.django_db
def test_a_chaos_cup_of_nine_teams_from_entry_to_trophy_and_to_the_next_years_holder() -> None:
    league = a_league()
    by = commissioner_of(league)
    teams = teams_of(league, 9)
    with clock.at(on(STARTS)):
        cup = a_major(league, teams)
        coaches = [coach_of(team) for team in teams]
        pairs = [(1, 2), (3, 4), (5, 6), (7, 8), (9, 1)]
        for number, (home, away) in enumerate(pairs):
            played(majors.arrange(coaches[home - 1], cup, home, away), 10 + number)

        before = fold(teams[2])
        majors.issue(coaches[0], cup, 1, 3)
        majors.pass_on(by, cup, 1)
        majors.refuse(coaches[2], cup, 1)
        assert fold(teams[2]) == before

        majors.issue(coaches[1], cup, 2, 4)
        majors.pass_on(by, cup, 2)
        majors.substitute(coaches[3], cup, 2, 5, agreed=True)
        (match,) = open_matches(cup, "play_off")
        assert (match.home.number, match.away and match.away.number) == (2, 5)
        played(match, 30)

    refused = Pairing.objects.get(round__stage__competition=cup, kind="refused")
    assert (refused.home.number, refused.home_td, refused.away_td) == (1, 2, 0)
    knocked_out(cup, by, third=True)

    act = majors.pay(by, cup, (4,))
    cup.refresh_from_db()
    assert cup.state == State.ENDED
    assert act.kind == "prize"
    assert sorted(cup.prizes.values()) == [150_000, 200_000]
    winner = max(cup.prizes, key=lambda slug: cup.prizes[slug])
    champion = Team.objects.get(league=league, slug=winner)
    finalist = Team.objects.get(league=league, slug=min(cup.prizes, key=lambda slug: cup.prizes[slug]))
    podium = {one.name: one.entry.name for one in honours(cup)}
    assert (podium["First place"], podium["Second place"]) == (champion.name, finalist.name)
    assert holder_of(league) == [champion.name]

    year = STARTS + timedelta(days=364)
    others = [team for team in teams if team.pk != champion.pk][:4]
    with clock.at(on(year)):
        again = a_major(league, others, starts=year)
        knocked_out(again, by, seed=300)
        majors.pay(by, again, (1,))
    again.refresh_from_db()
    assert sorted(again.prizes.values()) == [100_000, 250_000]
    assert champion.name not in holder_of(league)
    assert len(holder_of(league)) == 1
    assert_reconciled(league)


@pytest.mark.django_db
def test_a_coach_enters_one_team_and_a_trophy_is_played_for_once_at_a_time() -> None:
    league = a_league()
    by = commissioner_of(league)
    coach = a_coach(league)
    first, second = (a_drafted_team(league, "Human", coach, name=name) for name in ("First", "Second"))
    cup = majors.open_major(by, league, "Chaos Cup", STARTS)
    entering.enter(coach, cup, first)
    assert refusal(entering.enter, coach, cup, second) == (
        f"{coach} has entered First for Chaos Cup 2026, and a coach enters one team."
    )
    assert refusal(entering.enter, by, cup, first) == "First is entered for Chaos Cup 2026 already."
    assert refusal(majors.open_major, by, league, "Chaos Cup", STARTS) == (
        "Chaos Cup 2026 is not over yet, and the Chaos Cup is played for once at a time."
    )
    assert "no major tournament called" in refusal(majors.open_major, by, league, "Cup of Tea", STARTS)
    assert refusal(setting_up.start, by, cup) == (
        "Chaos Cup 2026 needs at least two entries to start, and has 1."
    )
    with pytest.raises(Forbidden):
        majors.open_major(coach, league, "Dungeonbowl", STARTS)


@pytest.mark.django_db
def test_a_challenge_too_many_and_a_second_meeting_are_refused() -> None:
    league = a_league()
    by = commissioner_of(league)
    teams = teams_of(league, 4)
    first, second, third, _ = (coach_of(team) for team in teams)
    with clock.at(on(STARTS)):
        cup = a_major(league, teams)
        majors.issue(first, cup, 1, 2)
        assert refusal(majors.issue, first, cup, 1, 3) == (
            "Team 1 may issue one challenge a week and has done so in week 1."
        )
        with pytest.raises(Forbidden):
            majors.issue(second, cup, 1, 4)
        with pytest.raises(Forbidden):
            majors.pass_on(first, cup, 1)
        majors.pass_on(by, cup, 1)
        with pytest.raises(Forbidden):
            majors.refuse(third, cup, 1)
        majors.accept(second, cup, 1)
        assert refusal(majors.arrange, first, cup, 1, 2) == "Team 1 and Team 2 are to meet already."
        (match,) = open_matches(cup, "play_off")
        assert "is to be played by challenge 1" in refusal(majors.call_off, first, cup, match.pk)
        played(match, 3)
        assert "two teams meet once" in refusal(majors.arrange, first, cup, 1, 2)
        late = majors.arrange(third, cup, 3, 4, STARTS)
        assert late.fixture is not None
        assert late.fixture.neutral
        assert refusal(majors.qualify, by, cup) == (
            "The play-off cannot end yet: Team 3 v Team 4 is not played."
        )
        majors.qualify(by, cup, anyway=True)
        assert open_matches(cup, "play_off") == []
        assert not Fixture.objects.filter(pk=late.fixture_id).exists()
    assert_reconciled(league)


@pytest.mark.django_db
def test_a_challenge_without_an_answer_is_refused_by_the_clock_where_the_major_says_so() -> None:
    league = a_league()
    by = commissioner_of(league)
    teams = teams_of(league, 4)
    with clock.at(on(STARTS)):
        cup = a_major(league, teams, no_answer="refusal")
        majors.issue(coach_of(teams[0]), cup, 1, 2)
        majors.pass_on(by, cup, 1)
        assert refuse_unanswered() == 0
    with clock.at(on(STARTS + timedelta(days=1))):
        assert "was to be answered on" in refusal(majors.accept, coach_of(teams[1]), cup, 1)
        assert refuse_unanswered() == 1
        assert refuse_unanswered() == 0
    (game,) = majors.major_of(majors.stage_of(cup)).results
    assert (game.home, game.away, game.kind, game.home_td) == (1, 2, "refused", 2)
    pairing = Pairing.objects.get(round__stage__competition=cup)
    majors.strike(by, cup, pairing.pk)
    assert majors.major_of(majors.stage_of(cup)).results == ()


@pytest.mark.django_db
def test_who_will_not_play_the_substitute_has_lost_to_him() -> None:
    league = a_league()
    by = commissioner_of(league)
    teams = teams_of(league, 4)
    with clock.at(on(STARTS)):
        cup = a_major(league, teams)
        majors.issue(coach_of(teams[0]), cup, 1, 2)
        majors.pass_on(by, cup, 1)
        assert "has not agreed" in refusal(majors.substitute, coach_of(teams[1]), cup, 1, 3)
        majors.substitute(coach_of(teams[1]), cup, 1, 3, agreed=True)
        majors.turn_down(coach_of(teams[0]), cup, 1)
    pairing = Pairing.objects.get(round__stage__competition=cup)
    assert (pairing.home.number, pairing.away and pairing.away.number, pairing.kind) == (3, 1, "refused")
    assert pairing.fixture is None


@pytest.mark.django_db
def test_the_major_follows_a_result_that_is_undone_and_played_again() -> None:
    league = a_league()
    by = commissioner_of(league)
    with clock.at(on(STARTS)):
        cup = a_major(league, teams_of(league, 4))
        result = played(majors.arrange(by, cup, 1, 2), 5)
    before = majors.major_of(majors.stage_of(cup))
    majors.follow(cup)
    assert majors.major_of(majors.stage_of(cup)) == before
    undone(by, result.act, "Played with a wrong ball")
    assert majors.major_of(majors.stage_of(cup)).results == ()
    played(open_matches(cup, "play_off")[0], 6)
    assert len(majors.major_of(majors.stage_of(cup)).results) == 1
    assert_reconciled(league)


@pytest.mark.django_db
def test_a_semi_final_stays_once_the_final_is_played_and_the_final_once_the_prizes_are_paid() -> None:
    league = a_league()
    by = commissioner_of(league)
    with clock.at(on(STARTS)):
        cup = a_major(league, teams_of(league, 4))
    majors.qualify(by, cup)
    majors.draw(by, cup)
    semi_finals = [played(one, 40 + number) for number, one in enumerate(open_matches(cup, "semi_final"))]
    majors.draw(by, cup)
    undone(by, semi_finals[0].act, "Not played to its end")
    assert open_matches(cup, "final") == []
    played(open_matches(cup, "semi_final")[0], 44)
    majors.draw(by, cup)
    (final,) = open_matches(cup, "final")
    won = played(final, 45)
    assert refusal(undone, by, semi_finals[1].act, "Really") == (
        "The final that follows has been played: undo that first."
    )
    majors.pay(by, cup, (3,))
    assert refusal(undone, by, won.act, "Really") == (
        "The prizes of Chaos Cup 2026 are paid: undo that act before its final has another end."
    )
    assert "are paid by act" in refusal(majors.pay, by, cup, (3,))
    paid = majors.paid_by(cup)
    assert paid is not None
    undone(by, paid, "The wrong die")
    assert holder_of(league) == []
    assert majors.paid_by(cup) is None
    majors.pay(by, cup, (6,))
    cup.refresh_from_db()
    assert sorted(cup.prizes.values()) == [50_000, 300_000]
    assert_reconciled(league)


@pytest.mark.django_db
def test_who_does_not_come_loses_and_a_drawn_semi_final_is_not_taken() -> None:
    league = a_league()
    by = commissioner_of(league)
    teams = teams_of(league, 4)
    with clock.at(on(STARTS)):
        cup = a_major(league, teams)
    majors.qualify(by, cup)
    majors.draw(by, cup)
    one, other = open_matches(cup, "semi_final")
    with pytest.raises(Forbidden):
        majors.award(coach_of(teams[0]), cup, one.pk, one.home.number)
    majors.award(by, cup, one.pk, one.home.number)
    assert not Fixture.objects.filter(pk=one.fixture_id).exists()
    seed = next(seed for seed in range(500) if drawn(other, seed))
    assert "must have a winner" in refusal(played, other, seed, Pace(overtime=0, concession=0))
    log = MatchLog.objects.select_related("fixture__league", "fixture__home", "fixture__away").get(
        fixture=other.fixture_id
    )
    assert "Nobody has won, and this match needs a winner: Semi-final." in preview(log).notes
    played(other, 3)
    final = majors.draw(by, cup).draw_of("final")
    assert final is not None
    assert one.home.number in final.pairs[0]
    assert_reconciled(league)


@pytest.mark.django_db
def test_the_blood_bowl_has_medals_and_spike_a_die_and_a_player_of_the_year() -> None:
    league = a_league()
    by = commissioner_of(league)
    teams = teams_of(league, 4)
    with clock.at(on(STARTS)):
        cup = a_major(league, teams, "Blood Bowl")
    knocked_out(cup, by, seed=500)
    final = Result.objects.get(fixture__stage="final")
    spp = {team.pk: sum(one.spp for one in fold(team).players) for team in teams}
    majors.pay(by, cup, ())
    taking_part = sum(len(one) for one in took_part(majors.stage_of(cup)).values())
    after = {team.pk: sum(one.spp for one in fold(team).players) for team in teams}
    assert sum(after.values()) - sum(spp.values()) == 5 * taking_part > 5 * 20
    assert {pk for pk in after if after[pk] != spp[pk]} == {final.fixture.home_id, final.fixture.away_id}

    with clock.at(on(STARTS)):
        spike = a_major(league, teams, "Spike! Magazine Trophy")
    knocked_out(spike, by, seed=600)
    fans = {team.pk: fold(team).fan_factor for team in teams}
    ((key, _, _), *_) = candidates(spike)
    team, player = (int(one) for one in key.split(":"))
    assert refusal(majors.pay, by, spike, ()) == "Enter the dice: D6."
    majors.pay(by, spike, (4,), player_of_the_year=(team, player))
    assert sum(fold(one).fan_factor for one in teams) == sum(fans.values()) + 5
    assert sorted(Competition.objects.get(pk=spike.pk).prizes.values()) == [100_000, 200_000]
    assert_reconciled(league)


@pytest.mark.django_db
def test_the_die_of_the_prizes_falls_where_the_league_wants_it() -> None:
    league = a_league(dice_policy=DicePolicy.APP)
    by = commissioner_of(league)
    with clock.at(on(STARTS)):
        cup = a_major(league, teams_of(league, 4))
    assert "not drawn yet" in refusal(majors.pay, by, cup)
    majors.qualify(by, cup)
    for stage in ("semi_final", "final"):
        majors.draw(by, cup)
        for pairing in open_matches(cup, stage):
            majors.award(by, cup, pairing.pk, pairing.home.number)
    assert "they cannot be typed in" in refusal(majors.pay, by, cup, (4,))
    act = majors.pay(by, cup)
    assert act.parameters["rolled"] == [1]
    assert_reconciled(league)


@pytest.mark.django_db
def test_a_minor_tournament_pays_up_to_its_limit_once() -> None:
    league = a_league()
    by = commissioner_of(league)
    cup = a_competition(league, ("Cup", Format.ROUND_ROBIN, {}), kind=Kind.MINOR, name="Far Albion Cup")
    first, second = entries(cup, 2)
    started(cup)
    assert refusal(majors.set_minor_prizes, by, cup, [100_000, 60_000]) == (
        "The prizes come to 160,000 gold; a minor tournament may pay 150,000 in all."
    )
    majors.set_minor_prizes(by, cup, [80_000, 40_000])
    assert second.team is not None
    before = fold(second.team).treasury
    majors.pay_minor(by, cup, [second.number, first.number])
    assert fold(second.team).treasury == before + 80_000
    assert "are paid by act" in refusal(majors.pay_minor, by, cup, [1, 2])
    assert_reconciled(league)


@pytest.mark.django_db
def test_the_organiser_runs_a_major_and_pays_it() -> None:
    league = a_league()
    by = commissioner_of(league)
    teams = teams_of(league, 4)
    organiser = coach_of(teams[0])
    with clock.at(on(STARTS)):
        cup = a_major(league, teams, organiser=organiser)
    majors.qualify(organiser, cup)
    with pytest.raises(Forbidden):
        majors.draw(coach_of(teams[1]), cup)
    for stage in ("semi_final", "final"):
        majors.draw(organiser, cup)
        play_all(cup, stage, 70)
    act = majors.pay(organiser, cup, (1,))
    assert not act.as_commissioner
    assert by.pk != organiser.pk
    assert_reconciled(league)


@pytest.mark.django_db
def test_who_withdraws_from_the_play_off_plays_no_more_and_others_keep_their_results() -> None:
    league = a_league()
    by = commissioner_of(league)
    teams = teams_of(league, 5)
    with clock.at(on(STARTS)):
        cup = a_major(league, teams)
        played(majors.arrange(by, cup, 1, 2), 9)
        majors.arrange(by, cup, 1, 3)
        entering.drop(coach_of(teams[0]), entry_of(cup, teams[0]))
        assert open_matches(cup, "play_off") == []
        assert "has withdrawn" in refusal(majors.arrange, by, cup, 1, 4)
        sixth = a_drafted_team(league, "Human", name="Team 6")
        entering.enter(by, cup, sixth)
        majors.arrange(by, cup, 2, 6)
    major = majors.major_of(majors.stage_of(cup))
    assert [one.team for one in major.standing] == [2, 3, 4, 5, 6]
    assert len(major.results) == 1
    majors.qualify(by, cup, anyway=True)
    with pytest.raises(Refusal, match="is over"):
        entering.enter(by, cup, a_drafted_team(league, "Human"))
    assert_reconciled(league)


@pytest.mark.django_db
def test_a_semi_final_with_another_winner_moves_him_on_and_a_play_off_match_no_longer_does() -> None:
    league = a_league()
    by = commissioner_of(league)
    with clock.at(on(STARTS)):
        cup = a_major(league, teams_of(league, 5))
        early = played(majors.arrange(by, cup, 1, 2), 5)
    qualified = majors.qualify(by, cup).qualified
    majors.draw(by, cup)
    semi_final, other = open_matches(cup, "semi_final")
    result = played(semi_final, 40)
    played(other, 41)
    majors.draw(by, cup)
    assert semi_final.away is not None
    numbers = {"home": semi_final.home.number, "away": semi_final.away.number}
    turned = "away" if result.winner == "home" else "home"
    played_anew(by, result, turned)
    (final,) = open_matches(cup, "final")
    assert numbers[turned] in pair_of(final)
    assert numbers[result.winner] not in pair_of(final)
    undone(by, early.act, "It was never played")
    major = majors.major_of(majors.stage_of(cup))
    assert major.qualified == qualified
    assert major.of_stage("play_off") == ()
    played(final, 42)
    majors.pay(by, cup, (2,))
    assert_reconciled(league)


@pytest.mark.django_db
def test_matches_of_a_major_are_not_decided_as_those_of_other_competitions_are() -> None:
    league = a_league()
    by = commissioner_of(league)
    with clock.at(on(STARTS)):
        cup = a_major(league, teams_of(league, 4))
        pairing = majors.arrange(by, cup, 1, 2)
    assert "is a match of a major" in refusal(results.no_show, by, pairing, "home")


@pytest.mark.django_db
def test_a_major_has_the_stages_of_the_book_and_ends_by_its_prizes_alone() -> None:
    league = a_league()
    by = commissioner_of(league)
    with clock.at(on(STARTS)):
        cup = a_major(league, teams_of(league, 4))
    for anyway in (False, True):
        assert refusal(setting_up.end, by, cup, anyway=anyway) == (
            "Chaos Cup 2026 is a major: it ends when its prizes are paid, or there without a winner."
        )
    assert refusal(setting_up.add_stage, by, cup, "Cup", Format.KNOCKOUT) == (
        "Chaos Cup 2026 is a major, and has no further stage."
    )
    assert (Competition.objects.get(pk=cup.pk).state, cup.stages.count()) == (State.RUNNING, 1)
    other = a_competition(league)
    assert refusal(setting_up.add_stage, by, other, "Play-off", Format.PLAY_OFF) == (
        "A play-off is the stage of a major, which is opened by the rules of the league."
    )


@pytest.mark.django_db
def test_a_major_without_a_winner_takes_the_trophy_from_who_holds_it() -> None:
    league = a_league()
    by = commissioner_of(league)
    teams = teams_of(league, 4)
    with clock.at(on(STARTS)):
        cup = a_major(league, teams)
        knocked_out(cup, by)
        assert refusal(majors.give_back, by, cup) == "Chaos Cup 2026 has a winner, to whom the trophy goes."
        majors.pay(by, cup, (1,))
        (holder,) = holder_of(league)
        again = a_major(league, teams, name="Snowed in")
        majors.give_back(by, again)
    assert holder in [team.name for team in teams]
    assert holder_of(league) == []
    assert_reconciled(league)
