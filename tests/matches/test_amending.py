"""A past that can be corrected: what stands as it was played, what is listed, settled and written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
import pytest

from engine.acts import Line, Purchase
from engine.acts.decreeing import Gold
from engine.match.entries import MatchEnd
from engine.match.log import encode_log
from engine.questions import Refusal, Rolled
from engine.roster import GoldChanged, SppGained
from league.domain.roles import Forbidden
from league.errors import Conflict
from league.models import League, User
from matches.domain import amending, logs, wizard
from matches.domain.amending import committing
from matches.domain.applying import apply_log
from matches.domain.errors import Overtaken
from matches.models import Amendment, AmendmentStatus, FixtureStatus, LogStatus, MatchLog, Result
from teams.domain import deriving, improving
from teams.domain.buying import buy, dismiss, drop_staff
from teams.domain.decreeing import decree
from teams.domain.deriving import Circumstances
from teams.domain.drafting import accept_team
from teams.domain.ledger import fold
from teams.models import Act, Player, Team
from tests.engine.builders import hurt, touchdown
from tests.helpers import (
    a_coach,
    a_commissioner,
    a_drafted_team,
    a_fixture,
    a_league,
    a_player,
    a_submitted_log,
    a_user,
    assert_reconciled,
    coach_of,
    happens,
)
from tests.matches.played import a_written_match, places, projections

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@dataclass
class Career:
    """Number 1 of the Reavers scores in each of four matches, and is the best player of the first."""

    league: League
    by: User
    team: Team
    rivals: tuple[Team, Team]
    results: list[Result]

    @property
    def hero(self) -> Player:
        return a_player(self.team, 1)

    def lines(self) -> tuple[int, int, int]:
        """His star player points, touchdowns and matches."""
        return self.hero.spp, self.hero.touchdowns, self.hero.matches

    def result(self, number: int) -> Result:
        """Of his match of this number, as it stands now."""
        fixture = self.results[number - 1].fixture
        return Result.objects.select_related("act__league", "log", "fixture").get(fixture=fixture)


@pytest.fixture
def career(db: None) -> Career:
    league = a_league()
    by = a_commissioner(league)
    team = a_drafted_team(league, "Human", name="Reavers", apothecary=0)
    rivals = a_drafted_team(league, "Orc", name="Gouged Eye"), a_drafted_team(league, "Dwarf", name="Anvils")
    results = [
        a_written_match(
            a_fixture(team, rivals[number % 2], number),
            touchdown("home", 1),
            dice={"mvp.home": (1 if number == 1 else 2,)},
            seed=number,
        )
        for number in range(1, 5)
    ]
    return Career(league, by, team, rivals, results)


def begin_with(career: Career, number: int, *entries: Any) -> Amendment:
    """An amendment of this match, with these entries before its end."""
    amendment = amending.begin(career.by, career.result(number), "The sheet was misread.")
    for entry in entries:
        step = wizard.current(amendment)
        end = places(step.log, type(MATCH_END))[0]
        amending.insert_entry(amendment, career.by, end, entry, step.row.version)
    return amending.get_amendment(career.league, amendment.pk)


MATCH_END = MatchEnd()

KILLED = hurt("home", 1, cause="dodge", die=6, half=2, turn=8)
HURT = hurt("home", 1, cause="dodge", die=4, serious=(2, 2), half=2, turn=8)


def settled(career: Career, amendment: Amendment, **ways: str) -> Act:
    """Commits with each item settled by what is wanted for its match, ``m3="adjust"``, or left."""
    found = amending.consequences(amendment)
    for _ in range(20):
        if not found.unsettled:
            break
        item = found.unsettled[0]
        way = ways.get(f"m{item.fixture}", ways.get(item.kind, "leave"))
        found = amending.settle(amendment, career.by, item.place, way, amendment.version)
    return amending.commit(amendment, career.by, found.sequence, amendment.version)


# --- the cases from the field -------------------------------------------------------------------------------------


def test_killing_a_player_in_an_old_report_destroys_nothing(career: Career):
    """Case 1: what he did after his death is listed, and comes back when the report is corrected back."""
    assert career.lines() == (17, 4, 4)
    before = projections(career.league)
    amendment = begin_with(career, 2, *KILLED)
    found = amending.consequences(amendment)
    assert found.problem is None
    name = career.hero.name
    assert [item.fixture for item in found.unsettled] == [3, 4]
    for item in found.unsettled:
        assert item.why[0] == f"{name} is dead since round 2 and scored here."
        assert not item.can_anew
        assert item.ways == ("leave", "void", "adjust")
    head = settled(career, amendment, m3="adjust", m4="adjust")
    assert career.lines() == (11, 2, 2)
    assert career.hero.status == "dead"
    assert Result.objects.count() == 4
    assert_reconciled(career.league)

    amendment = amending.begin(career.by, career.result(2))
    step = wizard.current(amendment)
    for _ in KILLED:
        last = places(step.log, type(MATCH_END))[0] - 1
        step = amending.remove_entry(amendment, career.by, last, step.row.version)
    amendment = amending.get_amendment(career.league, amendment.pk)
    settled(career, amendment, m3="anew", m4="anew")
    assert career.lines() == (17, 4, 4)
    assert projections(career.league) == before
    assert Act.objects.filter(place=head.place).count() == 3
    assert_reconciled(career.league)


def test_leaving_what_a_dead_player_did_keeps_his_points(career: Career):
    before = projections(career.league)
    head = settled(career, begin_with(career, 2, *KILLED))
    assert career.lines() == (17, 4, 4)
    assert career.hero.status == "dead"
    assert Act.objects.exclude(replaced_by=None).count() == 1
    assert_reconciled(career.league)
    settled(career, amending.undo(career.by, head))
    assert projections(career.league) == before
    assert_reconciled(career.league)


def test_undoing_an_amendment_restores_every_derived_row(career: Career):
    before = projections(career.league)
    head = settled(career, begin_with(career, 2, *KILLED), m3="adjust", m4="adjust")
    assert projections(career.league) != before
    undo = amending.undo(career.by, head, "He lives.")
    assert amending.consequences(undo).items == ()
    restored = settled(career, undo)
    assert projections(career.league) == before
    assert_reconciled(career.league)
    # And once more there and back.
    settled(career, amending.undo(career.by, restored))
    assert career.lines() == (11, 2, 2)
    assert_reconciled(career.league)


def test_a_late_miss_reaches_the_next_match(career: Career):
    """Case 2: he sits out match 3, plays match 4, and everything comes back with the report."""
    before = projections(career.league)
    amendment = begin_with(career, 2, *HURT)
    found = amending.consequences(amendment)
    item = found.items[0]
    assert item.fixture == 3
    assert item.why[0] == f"{career.hero.name} sits this match out, hurt in round 2, and scored here."
    head = settled(career, amendment, m3="adjust")
    assert career.lines() == (14, 3, 3)
    assert not career.hero.misses_next
    assert_reconciled(career.league)
    settled(career, amending.undo(career.by, head))
    assert career.lines() == (17, 4, 4)
    assert projections(career.league) == before


def test_of_two_commissioners_who_commit_at_once_one_lands(career: Career):
    """Case 3: the second saw consequences that are no longer those."""
    first, second = begin_with(career, 2, *HURT), begin_with(career, 3, *HURT)
    seen = [amending.settle_all(one, career.by, "leave", one.version) for one in (first, second)]
    amending.commit(first, career.by, seen[0].sequence, first.version)
    stands = projections(career.league)
    with pytest.raises(Conflict, match="has moved on since"):
        amending.commit(second, career.by, seen[1].sequence, second.version)
    assert projections(career.league) == stands
    with pytest.raises(Conflict, match="closed: in the ledger"):
        amending.commit(first, career.by, seen[0].sequence, first.version)
    assert_reconciled(career.league)


def test_undoing_a_match_gives_the_money_back(db: None):
    """Case 4: treasuries of 120 and 80, winnings of 30 and 20, a purchase of 50; 70 and 80 remain."""
    league = a_league()
    by = a_commissioner(league)
    home, away = a_drafted_team(league, "Orc", apothecary=0), a_drafted_team(league, "Human")
    home = happens(home, GoldChanged(120_000 - home.treasury, "so that there is enough"))
    away = happens(away, GoldChanged(80_000 - away.treasury, "so that there is enough"))
    fixture = a_fixture(home, away)
    result = a_written_match(
        fixture, touchdown("home", 1), dice={"winnings.home": (3,), "winnings.away": (3,), "fan_factor.home": (5,)}
    )
    won = result.home_winnings
    home.refresh_from_db()
    fans = home.fan_factor
    gained = fold(home).fan_factor - Team.objects.get(pk=home.pk).fan_factor
    assert gained == 0
    line = Line("Lineman", "Late Arrival", 99)
    buy(home, coach_of(home), Purchase(players=(line,)))
    undo = amending.undo(by, result, "It was played by others.")
    found = amending.consequences(undo)
    assert [(one.fixture, one.how, one.before, one.after) for one in found.matches] == [
        (fixture.number, "undone", "1-0", "")
    ]
    settled(Career(league, by, home, (away, away), []), undo)
    home.refresh_from_db()
    away.refresh_from_db()
    fixture.refresh_from_db()
    assert (home.treasury, away.treasury) == (70_000, 80_000)
    assert won > 0
    assert home.fan_factor == fans - _fans(result, "home")
    assert home.players.filter(name="Late Arrival", status="active").exists()
    assert (fixture.status, fixture.round) == (FixtureStatus.OPEN, 1)
    assert not Result.objects.exists()
    assert (home.played, away.played) == (0, 0)
    assert_reconciled(league)


def _fans(result: Result, side: str) -> int:
    from engine.match.facts import FanFactor, decode_facts

    return sum(
        fact.change
        for fact in decode_facts(result.facts)
        if isinstance(fact, FanFactor) and fact.side == side
    )


def test_deriving_everything_anew_changes_nothing(career: Career):
    """Case 30: every act, on the rosters that it met, comes to what it came to."""
    buy(career.team, coach_of(career.team), Purchase(players=(Line("Lineman", "Somebody", 77),)))
    from matches.domain.amending.past import Past
    from matches.domain.amending.walking import Walk

    past = Past(career.league, 1)
    gone = Walk(past, {}, {})
    kinds = set()
    for number, step in enumerate(past.steps):
        if not step.texts or not deriving.can_derive(step.kind):
            continue
        stood = {team: gone.stood(team, number) for team in step.texts}
        answers = Act.objects.get(pk=step.pk).answers
        material = past.material(number, set(step.texts))
        edition = past.books.at(step.place)
        given = Circumstances(edition, step.parameters, answers, stood, stood, step.events, material)
        assert deriving.derive(step.kind, given).events == step.events
        kinds.add(step.kind)
    assert kinds == {"draft", "match", "buy"}
