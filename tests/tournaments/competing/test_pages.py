"""The pages of competitions: what an organiser and the coaches do there, from the plan to the archive."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.helpers import (
    a_coach,
    a_commissioner,
    a_drafted_team,
    a_league,
    a_user,
    assert_reconciled,
    browser,
)
from tests.tournaments.competing.builders import (
    a_competition,
    decided,
    entries,
    pairings,
    played_through,
    started,
    the_stage,
)
from tournaments.domain.competing import entering, rounds, setting_up
from tournaments.domain.publishing import set_schedule
from tournaments.models import Competition, Entry, Format, Kind, Pairing, Round, Stage

SWISS = ("Swiss", Format.SWISS, {"rounds": 3})


@pytest.fixture
def league(db):
    return a_league()


@pytest.fixture
def by(league):
    return a_commissioner(league)


def address(competition, path=""):
    return f"/l/{competition.league.slug}/c/{competition.slug}/{path}"


def get(competition, path="", user=None, **query):
    return browser(user).get(address(competition, path), query)


def text(competition, path="", user=None, **query):
    response = get(competition, path, user, **query)
    assert response.status_code == 200, (path, response.status_code)
    return response.content.decode()


def post(competition, path, user, **data):
    return browser(user).post(address(competition, path), data)


def a_swiss(league, count=6, **settings):
    competition = a_competition(
        league, ("Swiss", Format.SWISS, {"rounds": 3, **settings}), kind=Kind.EVENT, rosters=False
    )
    entries(competition, count)
    return started(competition)


def a_round(competition, by, results=True):
    """Paired, published, and, where it is said, with every match won by who sits at home."""
    round = rounds.publish(by, rounds.pair(by, the_stage(competition)))
    if results:
        for pairing in pairings(the_stage(competition), round.number):
            if pairing.away_id:
                decided(pairing, 2, 1, 3, 0)
    return round


def the_pairing(competition, number=1):
    return next(one for one in pairings(the_stage(competition), number) if one.away_id)


# --- the list, and setting up ---------------------------------------------------------------------------------


def test_the_list_of_a_new_league_leads_to_the_first_competition(league, by):
    empty = browser().get(f"/l/{league.slug}/competitions/").content.decode()
    assert "Nothing is played for yet." in empty
    assert "competitions/new/" not in empty
    assert "competitions/new/" in browser(by).get(f"/l/{league.slug}/competitions/").content.decode()


def test_the_league_bar_leads_to_the_competitions(league):
    assert f'href="/l/{league.slug}/competitions/"' in browser().get(f"/l/{league.slug}/").content.decode()


def test_a_competition_is_set_up_with_stages_points_and_an_order(league, by):
    data = {
        "name": "Winter Cup",
        "kind": "cup",
        "rosters": "anybody",
        "format_0": "swiss",
        "format_1": "knockout",
        "stage_1": "Top four",
        "preset": "own",
        "win": "5",
        "draw": "2",
        "loss": "0",
        "narrow_loss": "1",
        "td_for_points": "1",
        "td_for_most": "3",
        "criterion_0": "points",
        "criterion_2": "opponents_points",
    }
    response = browser(by).post(f"/l/{league.slug}/competitions/new/", data)
    made = Competition.objects.get()
    assert response["Location"] == address(made, "organise/")
    assert [(one.name, one.format) for one in made.stages.all()] == [
        ("Swiss", "swiss"),
        ("Top four", "knockout"),
    ]
    assert [one["key"] for one in made.criteria] == ["points", "opponents_points"]
    assert (made.scoring["win"], made.scoring["narrow_loss"]) == (5, 1)
    assert made.scoring["bonuses"] == [{"counted": "td_for", "points": 1, "each": 1, "at_most": 3}]
    assert "Open for entries" in text(made, "organise/", by)


def test_points_of_its_own_need_a_number_for_a_win(league, by):
    data = {"name": "Cup", "kind": "cup", "rosters": "anybody", "format_0": "swiss", "preset": "own"}
    response = browser(by).post(f"/l/{league.slug}/competitions/new/", data)
    assert response.status_code == 400
    assert "need a number for “Win”" in response.content.decode()
    assert not Competition.objects.exists()


def test_a_plan_is_not_there_for_coaches(league, by):
    plan = setting_up.create(by, league, "Secret Cup", Kind.CUP, stages=[SWISS])
    coach = a_coach(league)
    assert get(plan, user=coach).status_code == 404
    assert "Secret Cup" not in browser(coach).get(f"/l/{league.slug}/competitions/").content.decode()
    assert "Secret Cup" in browser(by).get(f"/l/{league.slug}/competitions/").content.decode()


@pytest.mark.parametrize("format", [one for one in Format.values if one != Format.PLAY_OFF])
def test_each_format_has_a_page_of_its_settings(league, by, format):
    plan = setting_up.create(by, league, "Cup", Kind.CUP, stages=[("One", format, {})])
    page = browser(by).get(address(plan, "stages/1/"))
    form = page.context["form"]
    data = {name: "" if form[name].value() is None else form[name].value() for name in form.fields}
    data = {name: value for name, value in data.items() if value is not False}
    response = post(plan, "stages/1/", by, **data, version=plan.version)
    assert response.status_code == 302, response.content.decode()
    stage = Stage.objects.get()
    assert stage.name == "One"


def test_a_stage_that_has_begun_keeps_what_is_drawn_by_it(league, by):
    competition = a_swiss(league)
    form = browser(by).get(address(competition, "stages/1/")).context["form"]
    data = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    data |= {"rounds": "4", "seeding": "rating", "club": "never", "pairs": "1, 2\n3 4 soft"}
    assert post(competition, "stages/1/", by, **data).status_code == 302
    stage = the_stage(competition)
    assert (stage.settings["rounds"], stage.settings["club"]) == (4, "never")
    assert "seeding" not in stage.settings
    assert stage.settings["pairs"] == [
        {"one": 1, "other": 2, "rule": "never"},
        {"one": 3, "other": 4, "rule": "soft"},
    ]
    assert "3 4 soft" in text(competition, "stages/1/", by)
    assert post(competition, "stages/1/", by, **{**data, "pairs": "1"}).status_code == 400


def test_more_rounds_than_half_of_the_entries_are_warned_of(league, by):
    competition = a_competition(
        league, ("Swiss", Format.SWISS, {"rounds": 4}), kind=Kind.EVENT, rosters=False
    )
    entries(competition, 6)
    for path in ("organise/", "stages/1/"):
        assert "4 rounds are more than half of 6 entrants" in text(competition, path, by)


def test_the_settings_change_points_and_order(league, by):
    competition = a_swiss(league)
    page = browser(by).get(address(competition, "settings/"))
    assert page.status_code == 200
    data = {
        "version": competition.version,
        "name": "Renamed",
        "preset": "6-3-1",
        "criterion_0": "points",
        "criterion_1": "lot",
    }
    assert post(competition, "settings/", by, **data).status_code == 302
    competition.refresh_from_db()
    assert (competition.name, competition.scoring["win"]) == ("Renamed", 6)
    assert post(competition, "settings/", by, **data).status_code == 409


# --- entries --------------------------------------------------------------------------------------------------


def test_a_coach_enters_his_own_team_and_takes_it_back(league, by):
    competition = a_competition(league)
    coach = a_coach(league)
    mine, other = a_drafted_team(league, coach=coach), a_drafted_team(league)
    page = text(competition, "entries/", coach)
    assert mine.name in page
    assert other.name not in page
    assert post(competition, "entries/", coach, team=other.pk).status_code == 400
    assert post(competition, "entries/", coach, team=mine.pk).status_code == 302
    entry = Entry.objects.get()
    assert entry.name in text(competition, "", coach)
    assert post(competition, f"entries/{entry.number}/", a_coach(league), act="drop").status_code == 403
    assert post(competition, f"entries/{entry.number}/", coach, act="drop").status_code == 302
    assert not Entry.objects.exists()
    assert_reconciled(league)


def test_the_organiser_enters_anybody_at_an_event(league, by):
    competition = a_competition(league, SWISS, kind=Kind.EVENT, rosters=False)
    data = {"name": "The <b>Ogres</b>", "coach": "Grim", "race": "Ogre", "naf_number": "123", "club": "South"}
    assert post(competition, "entries/", by, **data).status_code == 302
    entry = Entry.objects.get()
    assert (entry.coach, entry.naf_number, entry.club) == ("Grim", 123, "South")
    again = post(competition, "entries/", by, **data)
    assert again.status_code == 400
    assert "NAF number 123 is entered already" in again.content.decode()
    assert "The &lt;b&gt;Ogres&lt;/b&gt;" in text(competition, "entries/")


def test_what_the_organiser_says_of_an_entry(league, by):
    competition = a_swiss(league)
    path = "entries/1/"
    entry = competition.entries.get(number=1)
    form = browser(by).get(address(competition, path)).context["form"]
    data = {name: form[name].value() or "" for name in form.fields}
    data |= {"act": "change", "club": "North", "table": "7", "byes_wanted": "2, 3", "painting": "12"}
    assert post(competition, path, by, **data).status_code == 302
    entry.refresh_from_db()
    assert (entry.club, entry.table, entry.byes_wanted, entry.painting) == ("North", 7, [2, 3], 12)
    assert post(competition, path, by, act="adjust", points="-2", reason="").status_code == 400
    assert post(competition, path, by, act="adjust", points="-2", reason="Late").status_code == 302
    assert "Late" in text(competition, path)
    given = entry.adjustments.get()
    assert post(competition, path, by, act="take_back", adjustment=given.pk).status_code == 302
    assert not entry.adjustments.exists()
    assert post(competition, path, by, act="replace", coach="Another").status_code == 302
    assert "Another" in text(competition, path)


def test_dropping_coming_back_and_annulling(league, by):
    competition = a_swiss(league)
    a_round(competition, by)
    assert post(competition, "entries/1/", by, act="drop", reason="Had to leave").status_code == 302
    assert "Had to leave" in text(competition, "entries/")
    assert post(competition, "entries/1/", by, act="return").status_code == 302
    assert post(competition, "entries/1/", by, act="annul", reason="Cheated").status_code == 302
    assert competition.entries.get(number=1).state == Entry.State.ANNULLED
    assert post(competition, "entries/1/", by, act="fly").status_code == 400


# --- rounds ---------------------------------------------------------------------------------------------------


def test_a_round_is_paired_looked_at_and_published(league, by):
    competition = a_swiss(league)
    desk = text(competition, "organise/", by)
    assert "Pair round 1" in desk
    first = post(competition, "pair/1/", by, number=1)
    again = post(competition, "pair/1/", by, number=1)
    assert first["Location"] == again["Location"] == address(competition, "rounds/1-1/")
    assert Round.objects.count() == 1
    coach = a_coach(league)
    assert get(competition, "rounds/1-1/", coach).status_code == 404
    assert "A draft" in text(competition, "rounds/1-1/", by)
    assert post(competition, "rounds/1-1/", coach, act="publish").status_code == 404
    assert post(competition, "rounds/1-1/", by, act="publish").status_code == 302
    assert get(competition, "rounds/1-1/", coach).status_code == 200
    assert post(competition, "rounds/1-1/", coach, act="unpublish").status_code == 403


def test_the_pairings_by_name_tell_everybody_his_table(league, by):
    competition = a_swiss(league, 5)
    a_round(competition, by, results=False)
    page = browser().get(address(competition, "rounds/1-1/"), {"by": "name"})
    names = [line.entry.name for line in page.context["lines"]]
    assert names == sorted(names)
    assert len(names) == 5
    assert "bye" in page.content.decode()


def test_a_swap_says_first_what_it_breaks(league, by):
    competition = a_swiss(league, 4)
    a_round(competition, by)
    post(competition, "pair/1/", by, number=2)
    before = pairings(the_stage(competition), 1)[0]
    drafted = list(Pairing.objects.filter(round__number=2).select_related("home", "away").order_by("table"))
    # Whoever now meets somebody else than in round 1 is put back opposite his old opponent.
    mine = next(one for one in drafted if before.home in (one.home, one.away))
    beside = mine.away if mine.home == before.home else mine.home
    page = text(competition, "rounds/1-2/", by, one=beside.number, other=before.away.number)
    assert f"{before.home.name} and {before.away.name} have met in round 1." in page or (
        f"{before.away.name} and {before.home.name} have met in round 1." in page
    )
    version = Round.objects.get(number=2).version
    data = {"act": "swap", "one": beside.number, "other": before.away.number, "version": version}
    assert post(competition, "rounds/1-2/", by, **data).status_code == 302
    assert "What it breaks" in text(competition, "rounds/1-2/", by)
    assert post(competition, "rounds/1-2/", by, **data).status_code == 409
    assert post(competition, "rounds/1-2/", by, act="redraw", version=version + 1).status_code == 302
    assert get(competition, "rounds/1-2/", by, one="x", other="1").status_code == 400


def test_a_round_is_published_at_a_time(league, by):
    competition = a_swiss(league)
    post(competition, "pair/1/", by)
    assert post(competition, "rounds/1-1/", by, act="publish", at="2099-01-02T10:30").status_code == 302
    assert "2 January 2099, 10:30" in text(competition, "rounds/1-1/", by)
    assert Round.objects.get().state == Round.State.DRAFT
    assert post(competition, "rounds/1-1/", by, act="publish", at="soon").status_code == 400


def test_a_round_is_published_by_the_clocks_of_the_league(league, by):
    set_schedule(by, league, 1, 6, "Europe/Prague")
    competition = a_swiss(league)
    post(competition, "pair/1/", by)
    assert "The time of day in Prague. Empty: now." in text(competition, "rounds/1-1/", by)
    post(competition, "rounds/1-1/", by, act="publish", at="2099-07-02T10:30")
    assert Round.objects.get().publish_at == datetime(2099, 7, 2, 8, 30, tzinfo=UTC)
    assert "2 July 2099, 10:30 in Prague" in text(competition, "rounds/1-1/", by)


def test_an_hour_that_the_clocks_of_the_league_leave_out_is_none(league, by):
    set_schedule(by, league, 1, 6, "Europe/Prague")
    competition = a_swiss(league)
    post(competition, "pair/1/", by)
    refused = post(competition, "rounds/1-1/", by, act="publish", at="2027-03-28T02:30")
    assert refused.status_code == 400
    assert "This is no day with a time of day that there is in Prague." in refused.content.decode()
    assert Round.objects.get().publish_at is None


def test_missing_results_are_named_and_may_be_left_out(league, by):
    competition = a_swiss(league)
    a_round(competition, by, results=False)
    asked = post(competition, "pair/1/", by, number=2)
    assert asked.status_code == 409
    page = asked.content.decode()
    for pairing in pairings(the_stage(competition), 1):
        assert str(pairing) in page
    assert post(competition, "pair/1/", by, results_missing="yes").status_code == 302


def test_what_is_missing_is_looked_at_before_the_next_round_is_paired(league, by):
    competition = a_swiss(league)
    assert "Pair round 1" in text(competition, "organise/", by)
    a_round(competition, by, results=False)
    link = f'href="{address(competition, "pair/1/")}"'
    for path in ("organise/", ""):
        page = text(competition, path, by)
        assert ("See what is missing" in page, link in page, "Pair round 2" in page) == (True, True, False)
    page = text(competition, "pair/1/", by)
    assert all(str(pairing) in page for pairing in pairings(the_stage(competition), 1))
    assert Round.objects.count() == 1
    asked = {"number": 2, "results_missing": "yes"}
    assert post(competition, "pair/1/", by, **asked)["Location"] == address(competition, "rounds/1-2/")
    looked = browser(by).get(address(competition, "pair/1/"))
    assert looked["Location"] == address(competition, "rounds/1-2/")


def test_nothing_is_missing_where_every_match_has_its_result(league, by):
    competition = a_swiss(league)
    a_round(competition, by)
    page = text(competition, "pair/1/", by)
    assert ("Results are missing" in page, "Pair round 2" in page) == (False, True)
    assert browser(a_coach(league)).get(address(competition, "pair/1/")).status_code == 403


def test_no_pairing_without_a_rematch_offers_ways_on_in_words(league, by):
    competition = a_swiss(league, 2)
    a_round(competition, by)
    asked = post(competition, "pair/1/", by, number=2)
    assert asked.status_code == 409
    page = asked.content.decode()
    assert "No pairing of round 2 is without a rematch." in page
    assert "1 rematch" in page
    assert "End the Swiss after round 1." in page
    assert post(competition, "pair/1/", by, number=2, offer="rematches").status_code == 302


def test_the_last_round_is_taken_back(league, by):
    competition = a_swiss(league)
    a_round(competition, by)
    assert "Take this round back" in text(competition, "rounds/1-1/", by)
    assert post(competition, "rounds/1-1/", by, act="unpublish").status_code == 400
    assert post(competition, "rounds/1-1/", by, act="unpublish", with_results="on").status_code == 302


# --- results --------------------------------------------------------------------------------------------------


@pytest.fixture
def event(league, by):
    """Two coaches of the league against each other."""
    competition = a_competition(league, SWISS, kind=Kind.EVENT, rosters=False)
    coaches = [a_coach(league, "left"), a_coach(league, "right")]
    from tournaments.domain.competing import entering

    for coach in coaches:
        entering.enter(by, competition, name=f"Team {coach.username}", user=coach)
    started(competition)
    a_round(competition, by, results=False)
    return competition


def coaches_of(pairing):
    return Entry.objects.get(pk=pairing.home_id).user, Entry.objects.get(pk=pairing.away_id).user


SCORE = {"home_td": "2", "away_td": "1", "home_cas": "0", "away_cas": "4"}


def test_both_coaches_say_the_same_and_it_stands(event):
    pairing = the_pairing(event)
    path = f"matches/{pairing.pk}/"
    home, away = coaches_of(pairing)
    assert post(event, path, home, act="report", **SCORE).status_code == 302
    assert Pairing.objects.get().outcome == ""
    assert "Confirm" in text(event, path, away)
    assert "You play" in text(event, "", away)
    assert post(event, path, away, act="report", **SCORE).status_code == 302
    row = Pairing.objects.get()
    assert (row.outcome, row.home_td, row.away_cas) == ("home", 2, 4)


def test_different_reports_wait_for_the_organiser(event, by):
    pairing = the_pairing(event)
    path = f"matches/{pairing.pk}/"
    home, away = coaches_of(pairing)
    post(event, path, home, act="report", **SCORE)
    post(event, path, away, act="report", **{**SCORE, "away_td": "2"})
    assert "The two sides have said different things" in text(event, path, by)
    assert "Reported by one side" in text(event, "organise/", by)
    data = {"act": "report", "as_organiser": "yes", "version": Pairing.objects.get().version, **SCORE}
    assert post(event, path, by, **data).status_code == 302
    assert Pairing.objects.get().outcome == "home"


def test_strangers_report_nothing(event, league):
    path = f"matches/{the_pairing(event).pk}/"
    assert post(event, path, a_coach(league), act="report", **SCORE).status_code == 403
    assert post(event, path, None, act="report", **SCORE).status_code == 302
    assert Pairing.objects.get().outcome == ""


def test_a_result_is_corrected_and_taken_back(event, by):
    pairing = the_pairing(event)
    path = f"matches/{pairing.pk}/"
    home, _ = coaches_of(pairing)
    post(event, path, by, act="report", as_organiser="yes", **SCORE)
    assert post(event, path, home, act="correct", **SCORE).status_code == 400
    assert (
        post(event, path, by, act="correct", reason="Misread", **{**SCORE, "away_td": "3"}).status_code == 302
    )
    page = text(event, path, by)
    assert "Misread" in page
    assert "What stood before" in page
    assert post(event, path, by, act="take_back").status_code == 302
    assert Pairing.objects.get().outcome == ""


def test_a_match_is_given_up_or_nobody_comes(event, by):
    path = f"matches/{the_pairing(event).pk}/"
    home, _ = coaches_of(the_pairing(event))
    assert post(event, path, home, act="no_show", side="away").status_code == 400
    assert post(event, path, by, act="no_show", side="both").status_code == 302
    assert "neither came" in text(event, path)
    post(event, path, by, act="take_back")
    assert post(event, path, home, act="concede", side="home").status_code == 302
    assert "conceded by" in text(event, path)


def test_a_score_that_is_none_is_shown_with_the_form(event, by):
    path = f"matches/{the_pairing(event).pk}/"
    response = post(event, path, by, act="report", **{**SCORE, "home_td": "100"})
    assert response.status_code == 400
    assert Pairing.objects.get().outcome == ""


def test_there_is_no_result_for_a_bye(league, by):
    competition = a_swiss(league, 3)
    a_round(competition, by)
    bye = next(one for one in pairings(the_stage(competition), 1) if not one.away_id)
    path = f"matches/{bye.pk}/"
    assert "has a bye" in text(competition, path, by)
    response = post(competition, path, by, act="report", **SCORE)
    assert response.status_code == 400
    assert "has a bye in round 1" in response.content.decode()


# --- tables ---------------------------------------------------------------------------------------------------


def test_a_table_tells_what_decided_each_place_and_what_a_value_is_made_of(league, by):
    competition = a_swiss(league, 4)
    a_round(competition, by)
    a_round(competition, by)
    page = browser().get(address(competition, "table/1/"))
    division = page.context["divisions"][0]
    assert division.places[0].row.place == 1
    assert "Above" in page.content.decode()
    entry = division.places[0].entry
    whole = browser().get(address(competition, f"table/1/{entry.number}/0/")).content.decode()
    assert "Round 1" in whole
    assert "All together" in whole
    part = browser().get(address(competition, f"table/1/{entry.number}/0/"), headers={"HX-Request": "true"})
    assert "<html" not in part.content.decode()
    for path in ("table/1/99/0/", "table/1/1/77/", "table/9/"):
        assert get(competition, path).status_code == 404


def test_divisions_have_tables_of_their_own(league, by):
    competition = a_competition(league, kind=Kind.SEASON, rosters=False)
    entries(competition, 3, "East")
    entries(competition, 3, "West")
    started(competition)
    page = browser().get(address(competition, "table/1/"))
    assert [one.name for one in page.context["divisions"]] == ["East", "West"]
    assert "East" in text(competition, "")


@pytest.mark.parametrize("pairing", ["squads", "entries"])
def test_squads_have_a_table_of_their_own(league, by, pairing):
    plan = ("Swiss", Format.SWISS, {"rounds": 1, "pairing": pairing})
    competition = a_competition(league, plan, kind=Kind.EVENT, rosters=False)
    for squad in ("Axes", "Bows"):
        entries(competition, 2, division=squad, squad=squad)
    started(competition)
    a_round(competition, by)
    page = browser().get(address(competition, "table/1/"))
    assert {row.squad for row in page.context["squads"]} == {"Axes", "Bows"}
    content = page.content.decode()
    assert '<section class="stack" id="squads">' in content
    assert ("Ties won" in content) == (pairing == "squads")


def test_squads_have_no_table_while_somebody_is_in_none(league):
    plan = ("Swiss", Format.SWISS, {"rounds": 1, "pairing": "squads"})
    competition = a_competition(league, plan, kind=Kind.EVENT, rosters=False)
    entries(competition, 2, division="Axes", squad="Axes")
    entries(competition, 1)
    assert 'id="squads"' not in text(competition, "table/1/")


def test_who_is_left_with_an_uneven_season_is_marked(league, by):
    competition = a_competition(league, ("Season", Format.ROUND_ROBIN, {"legs": 1}), kind=Kind.SEASON)
    entered = entries(competition, 4)
    started(competition)
    entering.drop(by, entered[1])
    page = browser().get(address(competition, "fixtures/1/"))
    grounds = page.context["season"].grounds
    assert {(one.home, one.away, one.even) for one in grounds} == {(2, 0, False), (0, 2, False), (1, 1, True)}
    assert page.content.decode().count("badge-warn") == 2


def test_a_season_has_its_rounds_and_grounds(league, by):
    competition = a_competition(league, ("Season", Format.ROUND_ROBIN, {"legs": 2}), kind=Kind.SEASON)
    entries(competition, 3)
    started(competition)
    page = browser().get(address(competition, "fixtures/1/"))
    season = page.context["season"]
    assert len(season.rounds) == 6
    assert [len(resting) for _, _, resting in season.rounds] == [1] * 6
    assert {(one.home, one.away, one.even) for one in season.grounds} == {(2, 2, True)}
    pairing = the_pairing(competition)
    played_through(pairing)
    match = text(competition, f"matches/{pairing.pk}/", by)
    assert "The result comes from" in match
    assert post(competition, f"matches/{pairing.pk}/", by, act="report", **SCORE).status_code == 400
    assert_reconciled(league)


def test_a_walk_over_of_teams_is_taken_back_and_not_corrected(league, by):
    competition = a_competition(league, kind=Kind.SEASON)
    entries(competition, 3)
    started(competition)
    path = f"matches/{the_pairing(competition).pk}/"
    assert post(competition, path, by, act="no_show", side="home").status_code == 302
    page = text(competition, path, by)
    assert "Nothing was played, and no roster changed." in page
    assert 'value="correct"' not in page
    refusal = post(competition, path, by, act="correct", **SCORE)
    assert (refusal.status_code, "a walk-over is taken back first" in refusal.content.decode()) == (400, True)
    assert post(competition, path, by, act="take_back").status_code == 302
    assert "The result comes from" in text(competition, path, by)
    assert_reconciled(league)


# --- brackets -------------------------------------------------------------------------------------------------


def test_a_bracket_is_drawn_and_told(league, by):
    competition = a_competition(
        league, ("Cup", Format.KNOCKOUT, {"third_place": True}), kind=Kind.CUP, rosters=False
    )
    entries(competition, 5)
    started(competition)
    assert "The bracket is not drawn yet." in text(competition, "bracket/1/")
    assert "Look through it and publish it" in text(competition, "bracket/1/", by)
    assert post(competition, "rounds/1-1/", by, act="publish").status_code == 302
    page = text(competition, "bracket/1/")
    assert page.count("<svg") >= 2
    assert "Byes in the first round" in page
    while still := [one for one in pairings(the_stage(competition)) if one.away_id and not one.outcome]:
        path = f"matches/{still[0].pk}/"
        data = {
            "act": "report",
            "as_organiser": "yes",
            "home_td": 1,
            "away_td": 1,
            "home_cas": 0,
            "away_cas": 0,
        }
        assert post(competition, path, by, **data).status_code == 400
        assert post(competition, path, by, **data, winner="home").status_code == 302
    page = text(competition, "bracket/1/")
    assert "1. " in page
    assert "won by" in page


# --- the end --------------------------------------------------------------------------------------------------


def test_open_matches_keep_it_from_ending_by_name(league, by):
    competition = a_swiss(league, 4)
    a_round(competition, by, results=False)
    refused = post(competition, "organise/", by, act="end")
    assert refused.status_code == 400
    assert str(the_pairing(competition)).split(" v ")[0] in refused.content.decode()
    assert post(competition, "organise/", by, act="end", anyway="on").status_code == 302
    assert post(competition, "organise/", by, act="archive").status_code == 302
    assert "is archived. It stays as it is." in text(competition, "")
    assert post(competition, "entries/1/", by, act="adjust", points="1", reason="x").status_code == 409


def test_an_organiser_who_is_no_commissioner_runs_it(league, by):
    competition = a_competition(league, SWISS, kind=Kind.EVENT, rosters=False)
    coach = a_coach(league)
    assert get(competition, "organise/", coach).status_code == 403
    assert post(competition, "organise/", by, act="appoint", organiser=coach.pk).status_code == 302
    assert "Give the running of it" not in text(competition, "organise/", coach)
    assert post(competition, "organise/", coach, act="appoint", organiser="").status_code == 403
    entries(competition, 2)
    assert post(competition, "organise/", coach, act="start").status_code == 302


def test_a_plan_that_nobody_has_entered_is_deleted(league, by):
    plan = setting_up.create(by, league, "Cup", Kind.CUP)
    assert "Add a stage" in text(plan, "organise/", by)
    assert post(plan, "organise/", by, act="open").status_code == 400
    assert post(plan, "organise/", by, act="add_stage", format="swiss", name="").status_code == 302
    assert post(plan, "organise/", by, act="remove_stage", stage=1).status_code == 302
    assert post(plan, "organise/", by, act="delete").status_code == 302
    assert not Competition.objects.exists()


@pytest.mark.parametrize("path", ["", "entries/", "table/1/", "fixtures/1/", "rounds/1-1/"])
def test_a_private_league_keeps_its_competitions_to_itself(db, path):
    league = a_league(public=False)
    by = a_commissioner(league)
    competition = a_swiss(league)
    a_round(competition, by)
    assert get(competition, path).status_code == 404
    assert get(competition, path, a_user()).status_code == 404
    assert get(competition, path, a_coach(league)).status_code == 200


@pytest.mark.parametrize(
    "path, most",
    [
        ("", 12),
        ("entries/", 10),
        ("table/1/", 10),
        ("rounds/1-1/", 10),
        ("rounds/1-1/?by=name", 10),
        ("fixtures/1/", 10),
        ("organise/", 14),
    ],
)
def test_pages_of_many_take_as_few_queries_as_those_of_few(league, by, path, most):
    few, many = a_swiss(league, 4), a_swiss(league, 24)
    counts = []
    for competition in (few, many):
        a_round(competition, by)
        client = browser(by)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(address(competition, path)).status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1]
    assert counts[1] <= most
