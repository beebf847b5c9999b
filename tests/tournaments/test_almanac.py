"""The almanac of a season: what it tells of it, in few queries, also of a league of one day."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from engine.roster import Departed
from league.domain.leagues import open_season
from league.domain.roles import NotVisible
from tests.helpers import (
    a_commissioner,
    a_drafted_team,
    a_fixture,
    a_league,
    a_played_match,
    assert_reconciled,
    browser,
    happens,
)
from tournaments.domain import almanac
from tournaments.printing import pdf


def text_of(made: bytes) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(made)).pages]


@pytest.fixture
def league(db):
    return a_league("Old World")


def test_a_league_of_one_day_has_one(league):
    found = almanac.almanac(league, league.season)
    assert (found.table, found.rounds, found.teams, found.dead) == ((), (), (), ())
    pages = text_of(pdf(found))
    assert "Old World" in pages[0]
    assert "No team had entered the season." in pages[1]
    assert "No match was played." in pages[2]
    assert "Nobody died." in " ".join(pages)


def test_it_tells_of_the_season_from_the_cover_to_the_graveyard(demo_league):
    season = demo_league.season
    found = almanac.almanac(demo_league, season)
    assert [row[1] for row in found.table] == [one.name for one in found.teams]
    assert sum(len(one.matches) for one in found.rounds) == dict(found.figures)["matches"]
    assert {one.title for one in found.leaders} >= {"Star player points", "Touchdowns", "Casualties"}
    assert all(one.players for one in found.teams)
    played = sum(int(row[4]) for row in found.table) // 2
    assert played <= int(dict(found.figures)["matches"])
    text = " ".join(text_of(pdf(found)))
    for name in (demo_league.name, season.name, *(one.name for one in found.teams)):
        # Emoji are printed as a box.
        assert "".join(letter for letter in name if ord(letter) < 0x10000).split()[0] in text


def test_who_died_in_a_match_is_in_its_graveyard_and_who_was_struck_by_a_decree_is_not(league):
    teams = [a_drafted_team(league, race) for race in ("Orc", "Human", "Skaven", "Norse")]
    happens(teams[0], Departed(2, "dead", "killed by a rock"))
    dead = []
    for seed in range(1, 30):
        home, away = ((0, 1), (2, 3), (0, 2), (1, 3), (0, 3), (1, 2))[seed % 6]
        a_played_match(teams[home], teams[away], round=seed, seed=seed)
        dead = list(almanac.almanac(league, league.season).dead)
        if dead:
            break
    names = {one.name for team in teams for one in team.players.filter(status="dead")}
    assert {row[1] for row in dead} <= names
    assert teams[0].players.get(uid=2).name not in {row[1] for row in dead}
    assert_reconciled(league)


def test_a_season_that_is_over_has_a_champion_and_the_rosters_of_its_end(league):
    teams = a_drafted_team(league, "Orc", name="Alpha"), a_drafted_team(league, "Human", name="Beta")
    number = league.season.number
    result = next(
        found for seed in range(1, 20) if (found := a_played_match(*teams, round=seed, seed=seed)).winner
    )
    assert almanac.almanac(league, league.season).champion == ""
    open_season(a_commissioner(league), league, "Season 2")
    victim = teams[0].players.filter(status="active").first()
    happens(teams[0], Departed(victim.uid, "dead", "killed by a rock"))
    league.refresh_from_db()
    over = almanac.almanac(league, league.seasons.get(number=number))
    champion = (result.fixture.home if result.winner == "home" else result.fixture.away).name
    assert over.champion in {champion, "Alpha", "Beta"}
    (alpha,) = (one for one in over.teams if one.name == "Alpha")
    assert victim.name in {one.name for one in alpha.players}
    new = almanac.almanac(league, league.season)
    (alpha_now,) = (one for one in new.teams if one.name == "Alpha")
    assert victim.name not in {one.name for one in alpha_now.players}
    assert_reconciled(league)


def test_matches_that_were_not_played_are_counted(league):
    teams = a_drafted_team(league, "Orc"), a_drafted_team(league, "Human")
    a_fixture(*teams, round=1)
    (round_,) = almanac.almanac(league, league.season).rounds
    assert (round_.matches, round_.open) == ((), 1)


def test_it_takes_no_more_queries_with_more_in_it(league):
    def play(count):
        teams = [a_drafted_team(league, "Skaven", seed=40 + one) for one in range(count)]
        for number, (home, away) in enumerate(pairwise(teams)):
            a_played_match(home, away, round=number + 1, seed=number)

    play(2)
    counts = []
    for _ in range(2):
        cache.clear()
        league.refresh_from_db()
        with CaptureQueriesContext(connection) as captured:
            almanac.almanac(league, league.season)
        counts.append(len(captured))
        play(4)
    assert counts[0] == counts[1]
    assert_reconciled(league)


def test_it_is_set_once_for_all_that_it_tells(demo_league, monkeypatch):
    first = almanac.printed(demo_league, demo_league.season.number)
    monkeypatch.setattr(almanac, "pdf", lambda _: pytest.fail("set twice"))
    assert almanac.printed(demo_league, demo_league.season.number) == first
    assert first.startswith(b"%PDF-")


def test_what_changes_without_an_act_is_in_it(league):
    teams = a_drafted_team(league, "Orc"), a_drafted_team(league, "Human")
    league.refresh_from_db()
    assert "No match was played." in " ".join(text_of(almanac.printed(league, 1)))
    a_fixture(*teams, round=1)
    assert "Not played: 1" in " ".join(text_of(almanac.printed(league, 1)))


def test_a_season_that_is_not_there_has_none(league):
    with pytest.raises(NotVisible):
        almanac.printed(league, 9)
    assert browser().get(f"/l/{league.slug}/season/9/almanac.pdf").status_code == 404
