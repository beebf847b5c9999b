"""One database's season, in a process of its own: ``python -m bench.season_on NAME FOLDER`` prints figures as JSON."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from statistics import mean, median
from time import perf_counter
from typing import TYPE_CHECKING

import django
from django.conf import settings
from msgspec.structs import replace

from bench.figures import Figure

if TYPE_CHECKING:
    from league.models import League, User
    from matches.models import Fixture
    from teams.models import Team

TEAMS = 100
ROUNDS = 20
HUNDRED = 100
REQUESTS = 40


def season(name: str) -> Iterator[Figure]:
    bench = f"season/{name}"
    commissioner, league, teams = open_league()
    handed_in, applied = [], []
    for number, fixture in enumerate(fixtures(commissioner, league, teams)):
        first, second = play(commissioner, fixture, random.Random(number))
        handed_in.append(first * 1000)
        applied.append(second * 1000)
    yield Figure(bench, "matches", len(applied), "matches")
    yield Figure(bench, "apply a match, mean", mean(applied), "ms", 30)
    yield Figure(bench, "apply a match, median", median(applied), "ms")
    growth = mean(applied[-HUNDRED:]) / mean(applied[:HUNDRED])
    yield Figure(bench, "last hundred to first hundred", growth, "times", 1.3)
    yield Figure(bench, "hand in a log, mean", mean(handed_in), "ms")
    yield from _pages(bench, league)


def open_league() -> tuple[User, League, list[Team]]:
    from engine.random_teams import random_draft
    from league.domain.leagues import create_league
    from league.models import User
    from teams.domain.drafting import accept_team, draft_team

    commissioner = User.objects.create_user("commissioner", is_staff=True)
    league = create_league(commissioner, "The long season", public=True)
    rules = league.rules
    races = sorted(rules.races)
    teams = []
    for number in range(TEAMS):
        rng = random.Random(f"team {number}")
        draft = random_draft(rules, races[number % len(races)], rng)
        team = draft_team(league, commissioner, replace(draft, name=f"{draft.name} {number}"))
        teams.append(accept_team(commissioner, team))
    return commissioner, league, teams


def fixtures(by: User, league: League, teams: list[Team]) -> Iterator[Fixture]:
    """Everybody plays once a round, against somebody else each time: one team stays, the others go round."""
    from matches.domain.fixtures import make_fixture
    from matches.domain.queries import get_fixture

    first, *others = teams
    for round_number in range(1, ROUNDS + 1):
        ring = [first, *others]
        for place in range(TEAMS // 2):
            pair = ring[place], ring[-1 - place]
            home, away = pair if round_number % 2 else pair[::-1]
            made = make_fixture(by, league, home, away, round_number, allow_same_coach=True)
            yield get_fixture(league, made.number)
        others = [others[-1], *others[:-1]]


def play(by: User, fixture: Fixture, rng: random.Random) -> tuple[float, float]:
    """Seconds to hand the log in, and to apply it. Hiring for the dead and the match itself are not measured."""
    from engine.match.log import encode_log
    from engine.simulate import random_log
    from matches.domain.applying import apply_log
    from matches.domain.logs import submit_file, template
    from matches.domain.queries import get_fixture

    for team in (fixture.home, fixture.away):
        _replace_the_dead(by, team, rng)
    # As a request finds it: with the teams of today.
    fixture = get_fixture(fixture.league, fixture.number)
    head = template(fixture)
    document = encode_log(random_log(fixture.league.rules, head.home, head.away, rng))
    start = perf_counter()
    row = submit_file(fixture, by, document)
    between = perf_counter()
    apply_log(row, by)
    return between - start, perf_counter() - between


def _replace_the_dead(by: User, team: Team, rng: random.Random) -> None:
    from engine.acts import Purchase
    from engine.random_teams import replacements
    from teams.domain.buying import buy
    from teams.domain.ledger import roster_of

    wanted = replacements(team.league.rules, roster_of(team), rng)
    if wanted != Purchase():
        buy(team, by, wanted)


def _pages(bench: str, league: League) -> Iterator[Figure]:
    """Server time and queries as a visitor causes them; the queries are those with an empty cache.

    Pages of teams and matches tell of milestones: the first of them after an act reads the annals anew.
    """
    from django.urls import reverse

    team = league.teams.order_by("pk")[TEAMS // 2]
    fixture = league.fixtures.order_by("-number")[0]
    where = {"league": league.slug}
    visitor = _Visitor()
    for name, address, queries, milliseconds in (
        ("standings page", reverse("tournaments:standings", kwargs=where), 8, 15),
        ("front page of the league", reverse("tournaments:home", kwargs=where), 30, 50),
        ("season in charts", reverse("tournaments:season", kwargs=where), 20, 50),
        ("records", reverse("tournaments:records", kwargs=where), 20, 50),
        ("team page", reverse("teams:team", kwargs=where | {"team": team.slug}), 20, 25),
        ("match page", reverse("matches:match", kwargs=where | {"number": fixture.number}), 20, 25),
    ):
        yield Figure(bench, f"{name}, queries", visitor.queries(address), "queries", queries)
        yield Figure(bench, f"{name}, median", visitor.median(address, kept=True), "ms", milliseconds)
        yield Figure(bench, f"{name}, median, with an empty cache", visitor.median(address, kept=False), "ms")


class _Visitor:
    """Reads pages without an account. One client: its middleware is made once, as that of a server is."""

    def __init__(self) -> None:
        from django.test import Client

        self._client = Client(SERVER_NAME="localhost")

    def queries(self, address: str) -> int:
        from django.core.cache import cache
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        self._get(address)
        cache.clear()
        with CaptureQueriesContext(connection) as seen:
            self._get(address)
        return len(seen)

    def median(self, address: str, kept: bool) -> float:
        """Milliseconds."""
        from django.core.cache import cache

        times = []
        self._get(address)
        for _ in range(REQUESTS):
            if not kept:
                cache.clear()
            start = perf_counter()
            self._get(address)
            times.append((perf_counter() - start) * 1000)
        return median(times)

    def _get(self, address: str) -> None:
        found = self._client.get(address)
        if found.status_code != 200:
            raise RuntimeError(f"{address} answers with {found.status_code}")


@contextmanager
def database(folder: str) -> Iterator[None]:
    """An empty database for as long as it lasts; SQLite's in a file, as it is in use, and not in memory."""
    from django.db import connection

    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = f"{folder}/season.sqlite3"
    # The tables as the models have them: how they came to be is not measured.
    connection.settings_dict["TEST"]["MIGRATE"] = False
    before = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(before, verbosity=0)


def main() -> None:
    name, folder = sys.argv[1:]
    django.setup()
    # The pages link to files that `collectstatic` has not gathered here.
    settings.WHITENOISE_AUTOREFRESH = True
    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with database(folder):
        for figure in season(name):
            print(json.dumps(asdict(figure)), flush=True)


if __name__ == "__main__":
    main()
