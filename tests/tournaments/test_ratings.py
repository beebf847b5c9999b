"""Ratings of coaches: which matches count, who is one coach, and that what was never played has never been."""

from __future__ import annotations

from datetime import date

import pytest

from engine.contest.elo import Event, moved
from engine.questions import Refusal
from league.errors import NotVisible
from matches.domain import amending
from matches.domain.applying import apply_log
from matches.domain.fixtures import make_fixture
from matches.models import Result
from teams.domain.handing import hand_over
from tests.crash.stories import begun, committed
from tests.helpers import (
    a_coach,
    a_commissioner,
    a_drafted_team,
    a_league,
    a_played_match,
    a_submitted_log,
    a_user,
    assert_reconciled,
    browser,
    coach_of,
)
from tests.tournaments.competing.builders import (
    a_competition,
    a_played_round,
    between,
    commissioner_of,
    decided,
    entries,
    pairings,
    started,
    the_stage,
)
from tests.tournaments.competing.test_events import EVENT
from tournaments.domain.competing import entering, majors, results, setting_up
from tournaments.domain.naf_reports import import_report
from tournaments.domain.ratings import choose, profile, ratings
from tournaments.models import Competition, Format, Kind, Pairing

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

ROUND_ROBIN = ("Matches", Format.ROUND_ROBIN, {"drawn": False})


@pytest.fixture
def league():
    return a_league()


def told(league=None) -> dict[tuple[str, str], float]:
    """Ratings by coach and race, as a table shows them."""
    return {(one.name, one.race): round(one.rating, 2) for one in ratings(league)}


def an_event(league, *coaches, kind=Kind.EVENT) -> Competition:
    """A round robin of entries that are (name, race, number, account), begun."""
    event = a_competition(league, ROUND_ROBIN, kind=kind, rosters=False)
    by = commissioner_of(league)
    for name, race, number, user in coaches:
        entering.enter(
            by, event, name=f"{name}'s {race}", coach=name, race=race, naf_number=number, user=user
        )
    return started(event)


def met(event, winner, loser, td=1, against=0) -> Pairing:
    """What came of the match of two entries, given by their numbers."""
    sides = {one.number: one for one in event.entries.all()}
    pairing = between(the_stage(event), sides[winner], sides[loser])
    score = (td, against) if pairing.home.number == winner else (against, td)
    return decided(pairing, *score)


def three(league) -> Competition:
    """One of them has a bye in each round."""
    return an_event(league, *((name, "Orc", None, None) for name in ("Ada", "Bob", "Cy")))


# --- what counts ----------------------------------------------------------------------------------------------


def test_nobody_has_a_rating_before_the_first_match(league):
    a_drafted_team(league)
    assert ratings(league) == ratings(None) == ()
    assert choose(league).races == ()


def test_a_league_match_moves_the_ratings_of_both_coaches(league):
    home, away = a_drafted_team(league, "Orc"), a_drafted_team(league, "Human")
    result = a_played_match(home, away)
    score = {"home": 1, "away": 0, "": 0.5}[result.winner]
    assert told(league) == {
        (coach_of(home).username, "Orc"): round(moved(150, 150, score, Event(2)), 2),
        (coach_of(away).username, "Human"): round(moved(150, 150, 1 - score, Event(2)), 2),
    }
    assert_reconciled(league)


def test_the_vector_of_the_naf_in_an_event_of_sixteen(league):
    event = an_event(league, *((f"Coach {number}", "Orc", number, None) for number in range(1, 17)))
    met(event, 1, 2)
    assert told(league) == {("Coach 1", "Orc"): 154, ("Coach 2", "Orc"): 146}


def test_a_coach_has_a_rating_with_each_race(league):
    home, away = a_drafted_team(league, "Orc"), a_drafted_team(league, "Human")
    other = a_drafted_team(league, "Dwarf", coach_of(home))
    a_played_match(home, away)
    a_played_match(other, away, round=2, seed=2)
    coach = coach_of(home).username
    assert {key for key in told(league) if key[0] == coach} == {(coach, "Orc"), (coach, "Dwarf")}
    assert_reconciled(league)


def test_matches_of_competitions_with_rosters_count_once(league):
    cup = a_competition(league, ROUND_ROBIN)
    entries(cup, 3)
    started(cup)
    a_played_round(the_stage(cup), 1)
    played = Result.objects.filter(fixture__league=league).count()
    assert played
    lines = ratings(league)
    assert sum(one.games for one in lines) == 2 * played
    assert {step.k for one in lines for step in profile(league, one.coach).told} == {Event(3).k}
    assert_reconciled(league)


def test_a_major_counts_as_one_of_sixty_and_its_refused_challenges_do_not_count(league):
    by = commissioner_of(league)
    major = majors.open_major(by, league, "Chaos Cup", date(2030, 1, 1))
    for _ in range(4):
        entering.enter(by, major, a_drafted_team(league))
    setting_up.start(by, major)
    assert ratings(league) == ()
    pairing = majors.arrange(by, major, 1, 2)
    assert pairing.fixture is not None
    apply_log(a_submitted_log(pairing.fixture), by)
    (line, _) = ratings(league)
    (step,) = profile(league, line.coach).told
    assert step.k == Event(4, major=True).k
    assert_reconciled(league)


def test_byes_walk_overs_and_annulled_results_count_nowhere(league):
    event = three(league)
    by = commissioner_of(league)
    open_matches = [one for one in pairings(the_stage(event)) if one.away_id]
    results.no_show(by, open_matches[0], "home")
    assert ratings(league) == ()
    decided(open_matches[1], 2, 1)
    assert len(ratings(league)) == 2
    entering.annul(by, open_matches[1].home, "Never came.")
    assert ratings(league) == ()


def test_what_is_conceded_on_the_pitch_was_begun_and_counts(league):
    event = an_event(league, ("Ada", "Orc", None, None), ("Bob", "Human", None, None))
    (pairing,) = pairings(the_stage(event))
    results.concede(commissioner_of(league), pairing, "home", 2, 0)
    assert told(league)[pairing.home.coach, pairing.home.race] < 150


def test_two_teams_of_one_coach_play_for_no_rating(league):
    home = a_drafted_team(league, "Orc")
    away = a_drafted_team(league, "Human", coach_of(home))
    by = a_commissioner(league)
    fixture = make_fixture(by, league, home, away, 1, allow_same_coach=True)
    apply_log(a_submitted_log(fixture), by)
    assert ratings(league) == ()
    assert_reconciled(league)


# --- who is one coach -----------------------------------------------------------------------------------------


def test_coaches_of_an_event_need_no_account(league):
    event = an_event(
        league, ("Ada", "Orc", 5009, None), ("Bob", "Human", None, None), ("Non-NAF", "Elf", None, None)
    )
    met(event, 1, 2)
    met(event, 1, 3)
    assert [(one.name, one.naf_number, one.games) for one in ratings(league)] == [
        ("Ada", 5009, 1),
        ("Bob", None, 1),
    ]


def test_a_number_is_that_of_the_one_account_that_entries_name_with_it(league):
    ada = a_coach(league, "ada")
    first = an_event(league, ("Ada", "Orc", 5009, ada), ("Bob", "Human", 7, None))
    second = an_event(league, ("A. Lovelace", "Orc", 5009, None), ("Robert", "Human", 7, None))
    met(first, 1, 2)
    met(second, 1, 2)
    assert [(one.name, one.coach, one.games) for one in ratings(league)] == [
        ("ada", f"u{ada.pk}", 2),
        ("Robert", "n7", 2),
    ]
    assert profile(league, "n5009") == profile(league, f"u{ada.pk}")


def test_a_number_that_entries_give_to_two_accounts_is_nobodys(league):
    ada, eve = a_coach(league, "ada"), a_coach(league, "eve")
    an_event(league, ("Ada", "Orc", 5009, ada), ("Bob", "Human", 7, None))
    an_event(league, ("Eve", "Orc", 5009, eve), ("Bob", "Human", 7, None))
    third = an_event(league, ("Somebody", "Orc", 5009, None), ("Bob", "Human", 7, None))
    met(third, 1, 2)
    assert [one.coach for one in ratings(league)] == ["n5009", "n7"]


def test_a_name_alone_is_one_coach_within_a_league_and_not_across_two(league):
    elsewhere = a_league()
    for number, where in enumerate((league, league, elsewhere)):
        called = "TOM" if number else "Tom"
        met(an_event(where, (called, "Orc", None, None), ("Bob", "Human", 7, None)), 1, 2)
    assert [(one.name, one.games) for one in ratings(league)] == [("TOM", 2), ("Bob", 2)]
    assert sorted((one.name, one.games) for one in ratings(None)) == [("Bob", 3), ("TOM", 1), ("TOM", 2)]


def test_a_race_is_the_same_in_the_words_of_the_naf(league):
    met(an_event(league, ("Ada", "Wood Elves", 1, None), ("Bob", "orc", 2, None)), 1, 2)
    met(an_event(league, ("Ada", "Wood Elf", 1, None), ("Bob", "", 2, None)), 1, 2)
    assert {(one.name, one.race, one.games) for one in ratings(league)} == {
        ("Ada", "Wood Elf", 2),
        ("Bob", "Orc", 1),
        ("Bob", "Unknown", 1),
    }


def test_a_match_counts_for_who_coached_the_team_when_it_was_played(league):
    home, away = a_drafted_team(league, "Orc"), a_drafted_team(league, "Human")
    before, by = coach_of(home), a_commissioner(league)
    after = a_coach(league, "the-next")
    a_played_match(home, away)
    hand_over(home, by, after)
    assert (before.username, "Orc") in told(league)
    assert ("the-next", "Orc") not in told(league)
    a_played_match(home, away, round=2, seed=2)
    games = {one.name: one.games for one in ratings(league) if one.race == "Orc"}
    assert games == {before.username: 1, "the-next": 1}
    after.username = "renamed"
    after.save()
    assert ("renamed", "Orc") in told(league)
    assert_reconciled(league)


@pytest.mark.parametrize(("number", "account"), [(None, False), (5009, False), (None, True), (5009, True)])
def test_a_match_counts_for_who_played_it_before_another_took_the_entry_over(league, number, account):
    ada = a_coach(league, "Ada") if account else None
    event = an_event(league, ("Ada", "Orc", number, ada), ("Bob", "Human", 7, None), ("Cy", "Elf", 8, None))
    met(event, 1, 2)
    before = told(league)
    by, taken = commissioner_of(league), event.entries.get(number=1)
    entering.replace(by, taken, coach="Zoe", reason="Ill")
    assert told(league) == before
    met(event, 1, 3)
    entering.replace(by, taken, coach="Bob", naf_number=None)
    lines = {(one.name, one.race): (one.games, one.won, one.naf_number) for one in ratings(league)}
    assert lines == {
        ("Ada", "Orc"): (1, 1, number),
        ("Zoe", "Orc"): (1, 1, None),
        ("Bob", "Human"): (1, 0, 7),
        ("Cy", "Elf"): (1, 0, 8),
    }
    (key,) = {one.coach for one in ratings(league) if one.name == "Ada"}
    assert [step.opponent_name for step in profile(league, key).told] == ["Bob"]


def test_who_took_an_entry_over_and_then_came_back_is_one_coach(league):
    event = an_event(league, ("Ada", "Orc", None, None), ("Bob", "Human", 7, None), ("Cy", "Elf", 8, None))
    met(event, 1, 2)
    by, taken = commissioner_of(league), event.entries.get(number=1)
    entering.replace(by, taken, coach="Zoe")
    entering.replace(by, taken, coach="Ada")
    met(event, 1, 3)
    assert {one.name: one.games for one in ratings(league)} == {"Ada": 2, "Bob": 1, "Cy": 1}


def test_the_number_of_an_account_stays_its_own_when_the_entry_is_taken_over(league):
    ada = a_coach(league, "ada")
    first = an_event(league, ("Ada", "Orc", 5009, ada), ("Bob", "Human", 7, None))
    second = an_event(league, ("A. Lovelace", "Orc", 5009, None), ("Bob", "Human", 7, None))
    met(first, 1, 2)
    met(second, 1, 2)
    before = ratings(league)
    entering.replace(commissioner_of(league), first.entries.get(number=1), coach="Zoe")
    assert ratings(league) == before


def test_a_real_event_of_the_naf_is_rated(league):
    imported = import_report(commissioner_of(league), league, EVENT, "Event A", anyway=True)
    lines = ratings(league)
    matches = Pairing.objects.filter(round__stage__competition=imported).count()
    assert sum(one.games for one in lines) == 2 * matches
    assert sum(one.rating for one in lines) == pytest.approx(150 * len(lines))
    assert [one.place for one in lines] == sorted(one.place for one in lines)


# --- what was never played has never been -----------------------------------------------------------------------


def four(league) -> Competition:
    return an_event(league, *((name, "Orc", None, None) for name in ("Ada", "Bob", "Cy", "Di")))


def test_a_result_that_is_taken_back_has_never_been(league):
    event = four(league)
    met(event, 1, 2)
    met(event, 3, 4)
    met(event, 1, 3)
    met(event, 4, 1)
    without = ratings(league)
    wrong = met(event, 2, 3, 5, 0)
    assert ratings(league) != without
    results.take_back(commissioner_of(league), wrong)
    assert ratings(league) == without


def test_a_corrected_result_is_as_if_it_had_been_told_right_at_once(league):
    elsewhere = a_league()
    for where in (league, elsewhere):
        event = four(where)
        first = met(event, 2, 1) if where == league else met(event, 1, 2)
        met(event, 3, 4)
        met(event, 1, 3)
        met(event, 2, 4)
        if where == league:
            home = first.home.number == 1
            results.correct(commissioner_of(where), first, int(home), int(not home))
    assert told(league) == told(elsewhere)


def test_a_match_that_is_undone_in_the_ledger_has_never_been(league):
    home, away = a_drafted_team(league, "Orc"), a_drafted_team(league, "Human")
    by = a_commissioner(league)
    a_played_match(home, away)
    without = ratings(league)
    second = a_played_match(home, away, round=2, seed=2)
    assert ratings(league) != without
    committed(amending.undo(by, second, "It was never played."), by)()
    assert ratings(league) == without
    assert_reconciled(league)


def test_an_amended_match_keeps_its_place_among_the_others(league):
    home, away = a_drafted_team(league, "Orc"), a_drafted_team(league, "Human")
    third = a_drafted_team(league, "Dwarf")
    by = a_commissioner(league)
    first = a_played_match(home, away)
    a_played_match(home, third, round=2, seed=2)
    committed(begun(by, first), by)()
    steps = profile(league, f"u{home.coach_id}").told
    assert [step.opponent for step in steps] == [f"u{third.coach_id}", f"u{away.coach_id}"]
    (winner,) = Result.objects.filter(fixture=first.fixture).values_list("winner", flat=True)
    assert steps[1].score == {"home": 1, "away": 0, "": 0.5}[winner]
    assert steps[0].before == steps[1].after
    assert_reconciled(league)


# --- where it is shown ------------------------------------------------------------------------------------------


def test_all_public_leagues_count_together_and_private_ones_do_not(league):
    private = a_league(public=False)
    elsewhere = a_league()
    for where in (league, elsewhere, private):
        met(an_event(where, ("Ada", "Orc", 1, None), ("Bob", "Human", 2, None)), 1, 2)
    assert [(one.name, one.games) for one in ratings(None)] == [("Ada", 2), ("Bob", 2)]
    assert [(one.name, one.games) for one in ratings(private)] == [("Ada", 1), ("Bob", 1)]
    with pytest.raises(NotVisible):
        profile(None, "n3")


def test_places_are_among_those_that_were_asked_for(league):
    event = an_event(
        league,
        ("Ada", "Orc", None, None),
        ("Bob", "Human", None, None),
        ("Cy", "Human", None, None),
        ("Di", "Elf", None, None),
    )
    met(event, 1, 2)
    met(event, 4, 3)
    assert [(one.shown, one.name) for one in choose(league).lines] == [
        ("=1", "Ada"),
        ("=1", "Di"),
        ("=3", "Bob"),
        ("=3", "Cy"),
    ]
    assert [(one.shown, one.name) for one in choose(league, "Human").lines] == [("=1", "Bob"), ("=1", "Cy")]
    assert [one.name for one in choose(league, order="name").lines] == ["Ada", "Bob", "Cy", "Di"]
    assert choose(league).races == ("Elf", "Human", "Orc")
    with pytest.raises(Refusal, match="cannot be put in order by 'beauty'"):
        choose(league, order="beauty")


def test_a_rating_says_what_it_is_made_of(league):
    first = an_event(league, ("Ada", "Orc", 1, None), ("Bob", "Human", 2, None))
    second = an_event(league, ("Ada", "Orc", 1, None), ("Cy", "Human", 3, None))
    met(second, 2, 1)
    met(first, 1, 2)
    (ada,) = [one for one in ratings(league) if one.name == "Ada"]
    steps = profile(league, ada.coach).told
    assert [(step.opponent_name, step.result, step.match.contest) for step in steps] == [
        ("Cy", "lost", second.name),
        ("Bob", "won", first.name),
    ]
    assert steps[1].before == 150
    assert steps[0].after == ada.rating
    assert ada.change == steps[0].change
    assert all(step.change == step.k * (step.score - step.chance) for step in steps)


def page(address, user=None, status=200, **how):
    answer = browser(user).get(address, **how)
    assert answer.status_code == status, answer.content.decode()
    return answer.content.decode()


def test_the_pages_of_a_league_without_a_match_say_so(league):
    team = a_drafted_team(league)
    assert "Nobody has a rating yet" in page(f"/l/{league.slug}/ratings/")
    assert "has no rating yet" in page(f"/l/{league.slug}/ratings/u{team.coach_id}/")
    assert f"/l/{league.slug}/ratings/u{team.coach_id}/" in page(f"/l/{league.slug}/t/{team.slug}/")
    assert "Nobody has a rating with Elf yet" in page(f"/l/{league.slug}/ratings/?race=Elf")
    page(f"/l/{league.slug}/ratings/u{a_user().pk}/", status=404)
    for nobody in ("n5", "e1", "tom", "u", "u99999999999999999999"):
        page(f"/l/{league.slug}/ratings/{nobody}/", status=404)
        page(f"/ratings/{nobody}/", status=404)
    page(f"/l/{league.slug}/ratings/?order=beauty", status=400)
    assert "Nobody has a rating yet" in page("/ratings/")


def test_a_rating_on_the_page_tells_its_matches_on_a_click(league):
    home, away = a_drafted_team(league, "Orc"), a_drafted_team(league, "Human")
    result = a_played_match(home, away)
    coach = f"u{home.coach_id}"
    for prefix in (f"/l/{league.slug}", ""):
        assert f'href="{prefix}/ratings/{coach}/?race=Orc"' in page(f"{prefix}/ratings/")
        whole = page(f"{prefix}/ratings/{coach}/?race=Orc")
        part = page(f"{prefix}/ratings/{coach}/?race=Orc", headers={"HX-Request": "true"})
        for shown in (whole, part):
            assert f"/l/{league.slug}/m/{result.fixture.number}/" in shown
            assert coach_of(away).username in shown
        assert "<html" in whole
        assert "<html" not in part
    assert_reconciled(league)


def test_the_page_of_an_entry_leads_to_the_ratings_of_its_coach(league):
    ada = a_coach(league, "ada")
    event = an_event(
        league, ("Ada", "Orc", 5009, ada), ("Bob", "Human", 1234, None), ("Cy", "Elf", None, None)
    )
    shown = [page(f"{event.get_absolute_url()}entries/{number}/") for number in (1, 2, 3)]
    for number, coach in enumerate((f"u{ada.pk}", "n1234")):
        assert f'href="/l/{league.slug}/ratings/{coach}/"' in shown[number]
        assert "has no rating yet" in page(f"/l/{league.slug}/ratings/{coach}/")
    assert f"/l/{league.slug}/ratings/" not in shown[2]


def test_ratings_are_taken_away_as_a_spreadsheet_and_as_json(league):
    met(an_event(league, ("=Ada", "Orc", 1, None), ("Bob", "Human", 2, None)), 1, 2)
    rows = page(f"/l/{league.slug}/ratings.csv").splitlines()
    assert [row.split(",")[:9] for row in rows[1:]] == [
        ["1", "'=Ada", "1", "Orc", "151.41", "1", "1", "0", "0"],
        ["2", "Bob", "2", "Human", "148.59", "1", "0", "0", "1"],
    ]
    assert page("/ratings.csv?race=Orc").splitlines()[1:] == [rows[1]]
    answer = browser().get(f"/api/v1/leagues/{league.slug}/ratings/", {"race": "Orc"}).json()
    assert [(one["coach"], one["place"], round(one["rating"], 2)) for one in answer] == [("n1", 1, 151.41)]
    everybody = browser().get("/api/v1/ratings/", {"race": "", "order": "name"}).json()
    assert [one["name"] for one in everybody] == ["=Ada", "Bob"]
    told_of = browser().get("/api/v1/ratings/n1/").json()
    assert told_of["matches"][0]["opponent"] == "n2"
    assert told_of["matches"][0]["league"] == league.slug
    assert browser().get("/api/v1/ratings/", {"order": "beauty"}).status_code == 400
    assert browser().get("/api/v1/ratings/n9/").status_code == 404
