"""Leagues, people and teams for tests, made by the verbs that people use: never by inserting rows of a roster."""

from __future__ import annotations

import random
from itertools import count
from typing import Any

import msgspec
from django.test import Client

from engine.acts import Draft
from engine.match.log import encode_log
from engine.random_teams import random_draft
from engine.roster import RosterEvent
from engine.simulate import filled_by_chance
from league.domain.leagues import create_league
from league.models import League, Membership, Role, User
from matches.domain import logs
from matches.domain.applying import apply_log
from matches.domain.fixtures import make_fixture
from matches.models import Fixture, MatchLog, Result
from teams.domain.drafting import accept_team, draft_team
from teams.domain.ledger import operation
from teams.domain.reconciling import reconcile_league
from teams.models import Player, Team

_numbers = count(1)


def assert_reconciled(league: League) -> None:
    """Every row of the league's teams and players is what its ledger says."""
    assert [str(difference) for difference in reconcile_league(league)] == []


def a_user(name: str = "", **fields: Any) -> User:
    return User.objects.create_user(name or f"person-{next(_numbers)}", **fields)


def a_league(name: str = "", by: User | None = None, **ways: Any) -> League:
    """Opened by staff who are no members of it."""
    staff = by or a_user(is_staff=True)
    league = create_league(staff, name or f"League {next(_numbers)}", **ways)
    if by is None:
        league.memberships.all().delete()
    return league


def a_member(league: League, role: str, name: str = "") -> User:
    user = a_user(name)
    Membership.objects.create(league=league, user=user, role=role)
    return user


def a_coach(league: League, name: str = "") -> User:
    return a_member(league, Role.COACH, name)


def a_commissioner(league: League, name: str = "") -> User:
    return a_member(league, Role.COMMISSIONER, name)


def a_draft(league: League, race: str = "Orc", name: str = "", seed: int = 7, **changes: Any) -> Draft:
    """Legal, unless the changes say otherwise."""
    draft = random_draft(league.rules, race, random.Random(seed))
    return msgspec.structs.replace(draft, name=name or f"{race} {next(_numbers)}", **changes)


def a_drafted_team(
    league: League,
    race: str = "Orc",
    coach: User | None = None,
    name: str = "",
    seed: int = 7,
    accepted: bool = True,
    **changes: Any,
) -> Team:
    """Drafted by its coach, and accepted by a commissioner."""
    coach = coach or a_coach(league)
    team = draft_team(league, coach, a_draft(league, race, name, seed, **changes))
    if accepted:
        accept_team(_some_commissioner(league), team)
    return Team.objects.select_related("league", "coach").get(pk=team.pk)


def _some_commissioner(league: League) -> User:
    found = league.memberships.filter(role=Role.COMMISSIONER).first()
    return found.user if found else a_commissioner(league)


def happens(team: Team, *events: RosterEvent, kind: str = "test") -> Team:
    """These events happen to the team by an act of the ledger, as a match or a correction would bring them."""
    with operation(team.league, None, kind, {}) as op:
        op.record(team, events)
    return Team.objects.select_related("league", "coach").get(pk=team.pk)


def a_player(team: Team, uid: int = 1) -> Player:
    return team.players.get(uid=uid)


def browser(user: User | None = None) -> Client:
    """A client of the pages, logged in as the user."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def a_fixture(home: Team, away: Team, round: int = 1) -> Fixture:
    """Of the teams as they are now, whatever the two that are given have been through since."""
    made = make_fixture(_some_commissioner(home.league), home.league, home, away, round)
    return Fixture.objects.select_related("league", "season", "home", "away").get(pk=made.pk)


def a_submitted_log(fixture: Fixture, by: User | None = None, seed: int = 1) -> MatchLog:
    """A whole match, played by chance between the teams as they are now, and handed in."""
    head = logs.template(fixture)
    played = filled_by_chance(fixture.league.rules, head, random.Random(seed))
    return logs.submit_file(fixture, by or _some_commissioner(fixture.league), encode_log(played))


def a_played_match(home: Team, away: Team, round: int = 1, seed: int = 1) -> Result:
    """Made a fixture, played by chance, and applied by a commissioner."""
    log = a_submitted_log(a_fixture(home, away, round), seed=seed)
    return apply_log(log, _some_commissioner(home.league))


def coach_of(team: Team) -> User:
    assert team.coach is not None
    return team.coach
