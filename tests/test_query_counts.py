"""No page and no list takes more queries because the league has grown."""

from __future__ import annotations

from datetime import timedelta

from django.db import connection, reset_queries
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from engine.acts import Deal, Share
from league.domain import bulletins, invitations
from matches.domain import amending
from teams.domain import trading
from tests.helpers import a_drafted_team, a_fixture, a_league, a_played_match, a_submitted_log, coach_of
from tests.test_permissions import Row, World, rows
from tests.test_permissions import world as world
from tournaments.domain import publishing, webhooks
from tournaments.domain.competing import entering, majors, rounds, setting_up
from tournaments.models import Kind

MORE = 4
"""Of everything that is listed; few enough that no list goes on to a second page."""


def read() -> list[Row]:
    return [row for row in rows() if row.method == "GET" and row.cells["staff"] == "200"]


def queries(world: World) -> dict[str, int]:
    """How many each page takes for staff, who see the most; nothing is cached."""
    found = {}
    for row in read():
        # What is logged of one page after the other is more than Django keeps.
        reset_queries()
        with CaptureQueriesContext(connection) as captured:
            assert world.ask(row, "staff").status_code == 200, row
        found[str(row)] = len(captured)
    return found


def grow(world: World) -> None:
    """More teams, members, matches played, corrected and to play, logs that wait, news, publications, leagues."""
    commissioner = world.people["commissioner"]
    assert commissioner is not None
    for number in range(MORE):
        team = a_drafted_team(world.league, "Skaven", seed=20 + number)
        trading.offer(world.home, team, coach_of(world.home), Deal(Share(gold=1)))
        result = a_played_match(world.home, team, round=3 + number, seed=10 + number)
        amending.begin(commissioner, result)
        a_submitted_log(a_fixture(team, world.home, round=20 + number), seed=30 + number)
        a_submitted_log(world.to_play, commissioner, seed=40 + number)
        a_drafted_team(world.league, "Dwarf", seed=50 + number, accepted=False)
        bulletins.publish(commissioner, world.league, f"News {number}", "More of it.")
        invitations.invite(commissioner, world.league)
        publishing.publish(world.league, at=timezone.now() - timedelta(weeks=2 + number))
        a_league()
        entering.enter(commissioner, world.event, name=f"Late entry {number}")
        stage = world.event.stages.get()
        drawn = rounds.pair(commissioner, stage, results_missing=True, offer="rematches")
        rounds.publish(commissioner, drawn)
        setting_up.create(commissioner, world.league, f"Another {number}", Kind.CUP)
        late = a_drafted_team(world.league, "Norse", seed=60 + number)
        entry = entering.enter(commissioner, world.major, late)
        majors.arrange(commissioner, world.major, 2, entry.number)
        majors.issue(commissioner, world.major, entry.number, 1)
        webhooks.send_test(commissioner, world.league, world.hook.pk)
        wanted = webhooks.Wanted(f"Club {number}", webhooks.EVENTS, "https://example.org/")
        webhooks.add(commissioner, world.league, wanted)


def test_no_page_takes_more_queries_in_a_larger_league(world: World) -> None:
    before = queries(world)
    grow(world)
    after = queries(world)
    more = [f"{page}: {before[page]}, then {after[page]}" for page in before if after[page] > before[page]]
    assert more == []
