"""The annals of a known season: every record, place, meeting and milestone, and what an amendment does to them."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.html import escape

from engine.charts import Table
from engine.match.entries import Touchdown
from engine.roster import Departed, SppGained
from league.domain.languages import in_language
from league.domain.leagues import open_season
from league.domain.roles import NotVisible
from league.models import League
from matches.domain import amending, wizard
from teams.domain.handing import hand_over
from teams.domain.naming import rename_player
from tests.engine.builders import touchdown
from tests.helpers import (
    a_coach,
    a_drafted_team,
    a_league,
    a_played_match,
    a_player,
    assert_reconciled,
    browser,
    coach_of,
    happens,
)
from tests.matches.career import Career, begin_with, settled
from tests.matches.played import places as written_at
from tests.tournaments.annals.known import Known
from tournaments.domain.annals.chronicle import chronicle
from tournaments.domain.annals.fame import fame
from tournaments.domain.annals.forms import build_up
from tournaments.domain.annals.front import out, score_sheets
from tournaments.domain.annals.meetings import meetings
from tournaments.domain.annals.notices import notices, of_match, of_player, of_team
from tournaments.domain.annals.records import Holder, records
from tournaments.domain.annals.season import Charts
from tournaments.domain.annals.season import season_charts as season_page
from tournaments.domain.annals.stars import star, stars
from tournaments.domain.pages import results
from tournaments.domain.standings import table


def held(known: Known, season: int | None = None) -> dict[str, Holder]:
    """The first holder of each record."""
    return {one.key: one.holders[0] for one in records(known.now, season)}


# --- records ------------------------------------------------------------------------------------------------------


def test_the_records_of_matches_name_the_match(known: Known) -> None:
    found = held(known)
    best = found["biggest_win"]
    assert (best.value, best.team, best.rival, best.match, best.score) == (
        3,
        "Reavers",
        "Gouged Eye",
        1,
        "3–0",
    )
    assert (found["touchdowns"].value, found["touchdowns"].match) == (3, 1)
    assert (found["deaths"].value, found["deaths"].match) == (1, 3)
    gates = {one.fixture.number: one.gate for one in known.results}
    assert (found["gate"].value, found["gate"].match) == max((gate, number) for number, gate in gates.items())


def test_runs_go_from_their_first_match_to_their_last(known: Known) -> None:
    found = {one.key: one for one in records(known.now)}
    unbeaten = found["unbeaten"].holders[0]
    assert (unbeaten.value, unbeaten.team, unbeaten.since, unbeaten.match) == (2, "Reavers", 1, 3)
    assert [(one.team, one.value) for one in found["winning"].holders] == [("Reavers", 1), ("Gouged Eye", 1)]
    assert [(one.team, one.value) for one in found["losing"].holders] == [("Gouged Eye", 1), ("Anvils", 1)]


def test_players_hold_records_of_a_match_a_season_and_a_career(known: Known) -> None:
    found = held(known)
    scorer = a_player(known.reavers, 1)
    for key, value, match in (
        ("match_touchdowns", 3, 1),
        ("season_touchdowns", 4, None),
        ("career_touchdowns", 4, None),
    ):
        assert (found[key].value, found[key].player, found[key].match) == (value, scorer.name, match), key
    hurter = a_player(known.reavers, 2)
    assert (found["season_casualties"].value, found["season_casualties"].player) == (2, hurter.name)
    assert (found["match_spp"].value, found["match_spp"].player) == (9, scorer.name)
    assert (found["career_spp"].value, found["career_spp"].uid) == (hurter.spp, 2)
    assert hurter.spp == 14, "two casualties, and twice the best player"


def test_a_shared_record_has_all_its_holders_the_first_of_them_first(known: Known) -> None:
    (record,) = (one for one in records(known.now) if one.key == "match_casualties")
    assert [(one.match, one.uid) for one in record.holders] == [(1, 2), (3, 2)]
    assert record.more == 0


def test_a_season_has_records_of_its_own_and_none_of_careers(known: Known) -> None:
    open_season(known.by, known.now)
    assert held(known, 1)["biggest_win"].match == 1
    assert "career_spp" not in held(known, 1)
    assert records(known.now, 2) == ()
    assert held(known)["career_touchdowns"].value == 4


def test_a_record_has_the_name_of_today(known: Known) -> None:
    rename_player(known.reavers, known.by, 1, "Griff")
    assert held(known)["match_touchdowns"].player == "Griff"


def test_records_follow_when_an_old_match_is_amended(career: Career) -> None:
    def best() -> tuple[int, int | None]:
        found = {
            one.key: one.holders[0] for one in records(type(career.league).objects.get(pk=career.league.pk))
        }
        return found["match_touchdowns"].value, found["match_touchdowns"].match

    def scored() -> int:
        league = type(career.league).objects.get(pk=career.league.pk)
        return next(one.holders[0].value for one in records(league) if one.key == "career_touchdowns")

    assert (best(), scored()) == ((1, 1), 4)
    settled(career, begin_with(career, 2, touchdown("home", 1, half=2, turn=8)))
    assert (best(), scored()) == ((2, 2), 5)
    assert_reconciled(career.league)


def test_who_is_traded_keeps_his_matches_where_he_played_them_and_has_one_career(known: Known) -> None:
    scorer = a_player(known.reavers, 1).name
    happens(known.reavers, Departed(1, "traded", "traded to Gouged Eye"))
    found = held(known)
    assert (found["match_touchdowns"].value, found["match_touchdowns"].player) == (3, scorer)
    assert found["career_touchdowns"].value == 1, "his own went along with him"
    assert scorer not in [one.person.name for one in fame(known.now).greatest]


def test_a_league_without_matches_has_no_records(db: None) -> None:
    assert records(a_league()) == ()


def test_a_match_that_lands_while_the_past_is_read_is_told_of_by_the_next_reader(db: None) -> None:
    league = a_league()
    teams = a_drafted_team(league), a_drafted_team(league)
    a_played_match(*teams)
    league.refresh_from_db()
    landed: list[int] = []

    def landing(execute: Any, sql: str, *rest: Any) -> Any:
        if '"gate"' in sql and not landed:
            landed.append(1)
            landed.append(a_played_match(*teams, round=2).fixture.number)
        return execute(sql, *rest)

    with connection.execute_wrapper(landing):
        assert len(chronicle(league).matches) == 1
    assert [one.number for one in chronicle(League.objects.get()).matches] == [1, landed[1]]
    assert_reconciled(league)


# --- a season in charts -------------------------------------------------------------------------------------------


def season_charts(league: League, number: int | None = None, team: str = "") -> Charts:
    return season_page(league, number, team).charts


def places(known: Known) -> dict[str, int]:
    return {line.name: line.row.place for line in table(known.now.season)}


def column(found: Table, name: str) -> tuple[object, ...]:
    place = found.head.index(name)
    return tuple(row[place] for row in found.rows)


def test_the_race_ends_with_the_places_of_the_table(known: Known) -> None:
    found = season_charts(known.now).race.table()
    assert [row[0] for row in found.rows] == ["1", "2", "3"]
    assert {name: column(found, name)[-1] for name in found.head[1:]} == places(known)
    assert found.head[1:] == tuple(line.name for line in table(known.now.season))
    assert column(found, "Reavers") == (1, 1, 1)
    assert column(found, "Gouged Eye")[0] == 3


def test_casualties_are_those_of_the_table(known: Known) -> None:
    found = season_charts(known.now).casualties.table()
    assert {row[0]: row[1:] for row in found.rows} == {
        line.name: (line.row.cas_against, line.row.cas_for) for line in table(known.now.season)
    }


def test_points_by_source_are_those_of_the_players(known: Known) -> None:
    found = season_charts(known.now).points.table()
    for team in (known.reavers, known.eye, known.anvils):
        row = next(row for row in found.rows if row[0] == team.name)
        assert row[-1] == sum(team.players.values_list("spp", flat=True))
        assert row[-1] == sum(int(cell) for cell in row[1:-1] if isinstance(cell, int))
    assert next(row for row in found.rows if row[0] == "Reavers")[1:] == (0, 12, 0, 4, 10, 26)


def test_gold_and_rating_end_with_what_they_are_now(known: Known) -> None:
    found = season_charts(known.now)
    team = type(known.reavers).objects.get(pk=known.reavers.pk)
    assert column(found.treasury.table(), "Reavers")[-1] == team.treasury
    assert column(found.strength.table(), "Reavers")[-1] == team.strength
    assert column(found.treasury.table(), "Reavers")[1] is None, "they did not play in the second round"
    assert [row[0] for row in found.treasury.table().rows] == ["1", "2", "3", "now"]


def test_a_team_that_is_followed_has_its_players(known: Known) -> None:
    found = season_charts(known.now, team="reavers")
    assert found.of_team is not None
    assert {row[0]: row[-1] for row in found.of_team.table().rows} == {
        player.name: player.spp for player in known.reavers.players.filter(spp__gt=0)
    }
    assert [one.name for one in found.race.series if one.focus] == ["Reavers"]
    with pytest.raises(NotVisible):
        season_charts(known.now, team="nobody")


def test_what_is_drawn_is_limited_and_a_team_that_is_followed_is_drawn(known: Known) -> None:
    for number in range(12):
        a_drafted_team(known.league, "Skaven", name=f"Newcomers {number:02}", seed=number)
    found = season_charts(known.now)
    assert (len(found.teams), len(found.race.series), found.left_out) == (15, 8, 7)
    last = season_charts(known.now, team=found.teams[-1].slug)
    assert (len(last.race.series), last.race.series[-1].name) == (9, found.teams[-1].name)


def test_a_season_without_matches_has_empty_charts(known: Known) -> None:
    open_season(known.by, known.now)
    found = season_charts(known.now)
    assert found.matches == 0
    assert found.race.table().rows == ()
    assert [row[0] for row in season_charts(known.now, 1).race.table().rows] == ["1", "2", "3"]


# --- meetings -----------------------------------------------------------------------------------------------------


def test_everybody_against_everybody(known: Known) -> None:
    found = meetings(known.now)
    told = {
        (row.name, other.name): (tally.won, tally.drawn, tally.lost)
        for row, cells in found.matrix
        for other, tally in cells
        if tally is not None
    }
    assert told == {
        ("Reavers", "Gouged Eye"): (1, 0, 0),
        ("Gouged Eye", "Reavers"): (0, 0, 1),
        ("Gouged Eye", "Anvils"): (1, 0, 0),
        ("Anvils", "Gouged Eye"): (0, 0, 1),
        ("Reavers", "Anvils"): (0, 1, 0),
        ("Anvils", "Reavers"): (0, 1, 0),
    }


def test_all_meetings_of_two_are_told_from_the_side_of_the_first(known: Known) -> None:
    found = meetings(known.now, home="reavers", away="anvils")
    assert found.tally is not None
    assert (found.tally.played, found.tally.drawn, found.tally.caused) == (1, 1, 1)
    (one,) = found.meetings
    assert (one.match.number, one.own.score, one.rival.score, one.at_home) == (3, 1, 1, False)
    against = meetings(known.now, away="reavers")
    assert [(line.party.name, line.tally.scored) for line in against.lines] == [
        ("Anvils", 1),
        ("Gouged Eye", 3),
    ]
    with pytest.raises(NotVisible):
        meetings(known.now, home="nobody")


def test_coaches_keep_what_they_played_when_a_team_is_handed_over(known: Known) -> None:
    before, heir = coach_of(known.reavers), a_coach(known.league)
    hand_over(known.reavers, known.by, heir)
    other = coach_of(known.eye)
    found = meetings(known.now, "coaches", str(before.pk), str(other.pk))
    assert found.tally is not None
    assert (found.tally.won, found.tally.played) == (1, 1)
    with pytest.raises(NotVisible):
        meetings(known.now, "coaches", str(heir.pk))


def test_form_before_a_match(known: Known) -> None:
    found = build_up(known.now, known.reavers.pk, known.eye.pk)
    assert [[one.outcome for one in side.form] for side in found.sides] == [["won", "drawn"], ["lost", "won"]]
    assert [one.told for one in found.sides[0].form] == ["won 3–0 against Gouged Eye", "drew 1–1 with Anvils"]
    assert (found.tally.won, found.tally.played) == (1, 1)


# --- milestones ---------------------------------------------------------------------------------------------------


def test_first_touchdowns_matches_and_wins_are_milestones(known: Known) -> None:
    assert [(one.told, one.who, one.match) for one in reversed(notices(known.now)) if one.match == 1] == [
        ("First match", "Reavers", 1),
        ("First win", "Reavers", 1),
        ("First touchdown", a_player(known.reavers, 1).name, 1),
        ("First match", "Gouged Eye", 1),
        ("First match of the league", "", 1),
    ]
    assert [one.told for one in notices(known.now, great=True)] == ["First match of the league"]
    assert "First touchdown" in [one.told for one in of_match(known.now, 2)]


def test_the_tenth_touchdown_and_a_new_title_are_great(known: Known) -> None:
    happens(known.reavers, SppGained(1, "touchdown", 6, 18))
    assert [(one.told, one.match, one.great) for one in of_player(known.now, known.reavers.pk, 1)] == [
        ("Veteran: 16 star player points", None, True),
        ("10 touchdowns", None, True),
        ("First touchdown", 1, False),
    ]
    assert [one.told for one in of_team(known.now, known.reavers.pk)][:2] == [
        "Veteran: 16 star player points",
        "10 touchdowns",
    ]
    assert_reconciled(known.league)


def test_what_one_reader_is_told_in_his_language_the_next_one_is_told_in_hers(known: Known) -> None:
    happens(known.reavers, SppGained(1, "touchdown", 6, 18))
    with in_language("cs"):
        assert of_player(known.now, known.reavers.pk, 1)[0].told == "Veterán: 16 bodů hvězdného hráče"
    assert of_player(known.now, known.reavers.pk, 1)[0].told == "Veteran: 16 star player points"
    assert_reconciled(known.league)


def test_a_milestone_goes_when_its_match_is_amended_away(career: Career) -> None:
    league = type(career.league).objects
    happens(career.team, SppGained(1, "touchdown", 6, 18))
    assert "10 touchdowns" in [
        one.told for one in of_player(league.get(pk=career.league.pk), career.team.pk, 1)
    ]
    amendment = begin_with(career, 4)
    step = wizard.current(amendment)
    amending.remove_entry(amendment, career.by, written_at(step.log, Touchdown)[0], step.row.version)
    settled(career, amending.get_amendment(career.league, amendment.pk))
    assert "10 touchdowns" not in [
        one.told for one in of_player(league.get(pk=career.league.pk), career.team.pk, 1)
    ]


# --- fame, stars, the dead ----------------------------------------------------------------------------------------


def test_the_hall_of_fame_knows_the_dead_and_the_champions(known: Known) -> None:
    found = fame(known.now)
    assert (found.greatest[0].person.name, found.greatest[0].person.spp) == (
        a_player(known.reavers, 2).name,
        14,
    )
    assert (found.champions, found.legends) == ((), 0)
    open_season(known.by, known.now)
    assert [[team.name for team in one.teams] for one in fame(known.now).champions] == [["Reavers"]]


def test_who_died_has_a_killer_and_a_match(known: Known) -> None:
    (death,) = chronicle(known.now).deaths
    assert (death.team, death.uid, death.match, death.cause) == (known.anvils.pk, 4, 3, "block")
    assert (death.killer_team, death.killer) == (known.reavers.pk, 2)
    assert death.killer_name == a_player(known.reavers, 2).name


def test_the_graveyard_leads_to_the_killer_and_the_match(known: Known) -> None:
    text = browser().get(f"/l/{known.league.slug}/graveyard/").content.decode()
    name = a_player(known.reavers, 2).name
    assert f'aria-label="The killer: {escape(name)} of Reavers"' in text
    assert f'href="/l/{known.league.slug}/m/3/"' in text


def test_a_star_whom_nobody_hired_has_no_career_yet(known: Known) -> None:
    assert stars(known.now) == []
    assert star(known.now, "morg-n-thorg").appearances == []
    with pytest.raises(NotVisible):
        star(known.now, "nobody")


def test_results_name_their_scorers(known: Known) -> None:
    sheets = score_sheets(known.now, results(known.now.season))
    scorer = a_player(known.reavers, 1).name
    assert [[one.told for one in sheet.home] for sheet in sheets][-1] == [f"{scorer} (3)"]
    assert [(sheet.score.number, sheet.dead) for sheet in sheets] == [(3, 1), (2, 0), (1, 0)]
    assert {one.player for one in out(known.now).players} == set(
        type(known.reavers.players.get(uid=1)).objects.filter(misses_next=True).values_list("name", flat=True)
    )


# --- how it is read -----------------------------------------------------------------------------------------------


def test_the_chronicle_is_read_once_for_each_state_of_the_league(
    known: Known, django_assert_num_queries
) -> None:
    league = known.now
    chronicle(league)
    with django_assert_num_queries(0):
        chronicle(league)
        records(league)
        notices(league)
        stars(league)


def test_what_another_version_of_the_program_has_kept_is_worked_out_anew(known: Known) -> None:
    league = known.now
    before = chronicle(league)
    for key in (f"chronicle:{league.pk}:{league.sequence}", f"match-sheets:{league.pk}"):
        cache.set(key, b'{"7": "of old"}')
    assert chronicle(league) == before


def test_a_log_that_was_read_is_not_read_again(known: Known) -> None:
    league = known.now
    chronicle(league)
    cache.delete(f"chronicle:{league.pk}:{league.sequence}")
    with CaptureQueriesContext(connection) as seen:
        chronicle(league)
    assert [one["sql"] for one in seen if "document" in one["sql"]] == []


PAGES = (
    "annals/",
    "season/",
    "season/?team=reavers",
    "season/?season=1",
    "records/",
    "records/?season=1",
    "head-to-head/",
    "head-to-head/?home=reavers",
    "head-to-head/?home=reavers&away=gouged-eye",
    "head-to-head/?by=coaches",
    "hall-of-fame/",
    "stars/",
    "stars/morg-n-thorg/",
    "",
)


@pytest.mark.parametrize("path", PAGES)
def test_every_page_of_the_annals_opens_and_is_small(known: Known, path: str) -> None:
    answer = browser().get(f"/l/{known.league.slug}/{path}")
    assert answer.status_code == 200
    assert len(answer.content) < 60_000


@pytest.mark.parametrize("path", [path for path in PAGES if "reavers" not in path])
def test_a_league_of_day_one_has_its_pages_too(db: None, path: str) -> None:
    assert browser().get(f"/l/{a_league().slug}/{path}").status_code == 200


def test_every_chart_has_its_table(known: Known) -> None:
    text = browser().get(f"/l/{known.league.slug}/season/").content.decode()
    assert text.count('<figure class="chart-box') == text.count('<details class="chart-twin"') == 5
    assert text.count('role="img"') == 6, "the race is drawn once more for a phone"


def test_the_api_tells_the_same(known: Known) -> None:
    def asked(path: str) -> object:
        answer = browser().get(f"/api/v1/leagues/{known.league.slug}/{path}")
        assert answer.status_code == 200, answer.content
        return answer.json()

    charts = asked("season-charts/?team=reavers")
    assert isinstance(charts, dict)
    race = season_charts(known.now).race.table()
    assert (charts["race"]["head"], charts["race"]["rows"]) == (
        list(race.head),
        [list(row) for row in race.rows],
    )
    told = asked("records/?season=1")
    assert isinstance(told, list)
    assert {one["key"]: one["value"] for one in told} == {one.key: one.value for one in records(known.now, 1)}
    pair = asked("head-to-head/?home=reavers&away=anvils")
    assert isinstance(pair, dict)
    assert (pair["tally"]["drawn"], [one["match"] for one in pair["meetings"]]) == (1, [3])
    great = asked("hall-of-fame/")
    assert isinstance(great, dict)
    assert great["greatest"][0]["spp"] == 14
    assert isinstance(asked("milestones/"), dict)
    assert isinstance(asked("stars/"), dict)
