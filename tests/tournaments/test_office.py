"""The commissioner's office: what waits, and the logs that are applied in their order."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from engine.questions import Refusal
from engine.roster import Departed
from league.domain import bulletins, invitations
from league.domain.roles import Forbidden
from league.models import DicePolicy, League
from matches.domain import amending, in_order
from matches.models import FixtureStatus, LogStatus, MatchLog
from teams.models import Team
from tests.helpers import (
    a_coach,
    a_commissioner,
    a_drafted_team,
    a_fixture,
    a_league,
    a_played_match,
    a_submitted_log,
    assert_reconciled,
    browser,
    happens,
)
from tournaments.domain import publishing
from tournaments.domain.office import office

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def waiting_names(league: League) -> list[str]:
    return [str(one.fixture) for one in in_order.waiting(league)]


def kinds(league: League) -> tuple[list[str], list[str]]:
    found = office(league)
    return [pile.kind for pile in found.mine], [pile.kind for pile in found.others]


def three_logs() -> League:
    """Of three matches, the first and the last of the same two teams; sent in the wrong order."""
    league = a_league()
    orcs, elves, dwarfs = (a_drafted_team(league, race, name=race) for race in ("Orc", "Wood Elf", "Dwarf"))
    third = a_fixture(elves, orcs, round=3)
    second = a_fixture(dwarfs, elves, round=2)
    first = a_fixture(orcs, dwarfs, round=1)
    for seed, fixture in enumerate((third, second, first), 1):
        a_submitted_log(fixture, seed=seed)
    return league


def test_logs_are_listed_by_their_matches_and_not_by_when_they_came() -> None:
    assert waiting_names(three_logs()) == ["Orc v Dwarf", "Dwarf v Wood Elf", "Wood Elf v Orc"]


def test_the_preview_shows_what_each_log_finds_after_those_before_it() -> None:
    seen = in_order.look(three_logs())
    assert [bool(one.why) for one in seen] == [False, True, True]
    assert "in the log" in seen[1].why[0]
    assert MatchLog.objects.filter(status=LogStatus.SUBMITTED).count() == 3


def test_applying_stops_at_the_first_log_with_something_to_say_and_keeps_what_was_before() -> None:
    league = three_logs()
    done = in_order.apply_in_order(a_commissioner(league), league)
    assert [str(one.fixture) for one in done.results] == ["Orc v Dwarf"]
    assert done.stopped is not None
    assert (str(done.stopped.fixture), done.left) == ("Dwarf v Wood Elf", 2)
    assert done.why == in_order.look(league)[0].why
    assert waiting_names(league) == ["Dwarf v Wood Elf", "Wood Elf v Orc"]
    assert_reconciled(league)


def test_logs_of_different_teams_are_applied_all_together() -> None:
    league = a_league()
    teams = [a_drafted_team(league, race, name=race) for race in ("Orc", "Human", "Dwarf", "Skaven")]
    for place in (0, 2):
        a_submitted_log(a_fixture(teams[place], teams[place + 1]), seed=place)
    assert [one.why for one in in_order.look(league)] == [(), ()]
    done = in_order.apply_in_order(a_commissioner(league), league)
    assert [str(one.fixture) for one in done.results] == ["Orc v Human", "Dwarf v Skaven"]
    assert (done.stopped, done.why, done.left) == (None, (), 0)
    assert set(league.fixtures.values_list("status", flat=True)) == {FixtureStatus.PLAYED}
    with pytest.raises(Refusal, match="No log waits"):
        in_order.apply_in_order(a_commissioner(league), league)
    assert_reconciled(league)


def test_of_two_logs_of_one_match_neither_is_applied() -> None:
    league = a_league()
    fixture = a_fixture(a_drafted_team(league), a_drafted_team(league, "Human"))
    a_submitted_log(fixture, seed=1)
    a_submitted_log(fixture, seed=2)
    done = in_order.apply_in_order(a_commissioner(league), league)
    assert done.results == ()
    assert done.why[0] == "Several logs of this match wait. Compare them, and reject all but one."


def test_typed_dice_stop_it_where_dugout_rolls() -> None:
    league = a_league(dice_policy=DicePolicy.APP)
    a_submitted_log(a_fixture(a_drafted_team(league), a_drafted_team(league, "Human")))
    done = in_order.apply_in_order(a_commissioner(league), league)
    assert done.results == ()
    assert done.why[0].endswith("rolls were typed in, although in this league Dugout rolls.")


def test_only_a_commissioner_applies() -> None:
    league = three_logs()
    with pytest.raises(Forbidden):
        in_order.apply_in_order(a_coach(league), league)
    assert len(waiting_names(league)) == 3


def test_an_idle_league_has_an_empty_office() -> None:
    league = a_league()
    assert kinds(league) == ([], [])
    page = browser(a_commissioner(league)).get(f"/l/{league.slug}/office/")
    assert "Nothing waits for you" in page.content.decode()


def test_everything_that_waits_has_its_pile() -> None:
    league = a_league()
    commissioner = a_commissioner(league)
    orcs, humans = a_drafted_team(league, "Orc"), a_drafted_team(league, "Human")
    a_drafted_team(league, "Dwarf", accepted=False)
    result = a_played_match(orcs, humans)
    amending.begin(commissioner, result)
    a_submitted_log(a_fixture(humans, orcs, round=2), seed=4)
    late = a_fixture(orcs, a_drafted_team(league, "Norse"), round=3)
    late.scheduled = timezone.now().date() - timedelta(days=2)
    late.save()
    invitations.invite(commissioner, league)
    publishing.set_schedule(commissioner, league, None, 6)
    League.objects.filter(pk=league.pk).update(differences=["Orc 1: treasury is 0, the ledger says 10"])
    hired = a_drafted_team(league, "Skaven").players.values_list("uid", flat=True)
    team = Team.objects.get(name__startswith="Skaven")
    happens(team, *(Departed(uid, "dismissed") for uid in list(hired)[:3]))
    league.refresh_from_db()
    assert kinds(league) == (
        ["differences", "logs", "drafts", "amendments", "weekly"],
        ["overdue", "rosters", "invitations"],
    )
    page = browser(commissioner).get(f"/l/{league.slug}/office/?preview=all").content.decode()
    assert "Teams to accept" in page
    assert "What these logs would do" in page
    assert_reconciled(league)


def test_a_page_that_the_clock_publishes_is_nobody_s_errand() -> None:
    league = a_league()
    a_played_match(a_drafted_team(league), a_drafted_team(league, "Human"))
    commissioner = a_commissioner(league)
    publishing.set_schedule(commissioner, league, None, 6)
    assert publishing.waits(league)
    publishing.publish(league, commissioner)
    assert not publishing.waits(league)
    tomorrow = timezone.now() + timedelta(days=1)
    publishing.set_schedule(commissioner, league, tomorrow.isoweekday(), 6)
    assert not publishing.waits(league)


def test_the_button_applies_and_says_where_it_stopped() -> None:
    league = three_logs()
    client = browser(a_commissioner(league))
    page = client.post(f"/l/{league.slug}/office/apply/", follow=True).content.decode()
    assert "Applied: Orc " in page
    assert "Stopped at Dwarf v Wood Elf, round 2; it and what comes after it is as it was." in page
    bulletins.publish(a_commissioner(league), league, "Round 1", "is played.")
    assert_reconciled(league)
