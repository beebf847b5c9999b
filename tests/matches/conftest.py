"""Two drafted teams, their coaches, their commissioner, and a match between them."""

from __future__ import annotations

import random
from dataclasses import dataclass

import msgspec
import pytest
from django.test import Client

from engine.match.log import MatchLog as Document
from engine.match.log import encode_log
from engine.random_teams import random_draft
from engine.simulate import filled_by_chance
from league.domain.leagues import create_league
from league.models import League, Membership, Role, User
from matches.domain import logs
from matches.domain.fixtures import make_fixture
from matches.models import Fixture
from teams.domain.drafting import accept_team, draft_team
from teams.models import Team


@dataclass
class World:
    """A league with a match to play. ``browse`` and ``simulated`` are what most tests need."""

    league: League
    commissioner: User
    home_coach: User
    away_coach: User
    bystander: User
    """A coach of the league whose team is not in the match."""
    stranger: User
    home: Team
    away: Team
    fixture: Fixture

    def browse(self, user: User | None) -> Client:
        client = Client()
        if user is not None:
            client.force_login(user)
        return client

    def url(self, page: str = "") -> str:
        return f"/l/{self.league.slug}/m/{self.fixture.number}/{page}"

    def again(self, round: int = 2) -> Fixture:
        return make_fixture(self.commissioner, self.league, self.away, self.home, round)


def member(league: League, name: str, role: str) -> User:
    user = User.objects.create_user(name)
    Membership.objects.create(league=league, user=user, role=role)
    return user


def a_team(league: League, by: User, coach: User, race: str, name: str, seed: int) -> Team:
    drafted = random_draft(league.rules, race, random.Random(seed))
    drafted = msgspec.structs.replace(drafted, name=name)
    team = draft_team(league, by, drafted, coach)
    return accept_team(by, team)


def simulated(fixture: Fixture, seed: int = 1) -> Document:
    """A complete match of the teams as they are now."""
    return filled_by_chance(fixture.league.rules, logs.template(fixture), random.Random(seed))


def as_bytes(fixture: Fixture, seed: int = 1) -> bytes:
    return encode_log(simulated(fixture, seed))


@pytest.fixture
def world(db: None) -> World:
    staff = User.objects.create_user("site-staff", is_staff=True)
    league = create_league(staff, "Old World Cup")
    league.memberships.all().delete()
    commissioner = member(league, "the-commissioner", Role.COMMISSIONER)
    home_coach = member(league, "home-coach", Role.COACH)
    away_coach = member(league, "away-coach", Role.COACH)
    home = a_team(league, commissioner, home_coach, "Orc", "Gouged Eye <b>", 1)
    away = a_team(league, commissioner, away_coach, "Human", "Reikland O'Reavers", 2)
    return World(
        league=league,
        commissioner=commissioner,
        home_coach=home_coach,
        away_coach=away_coach,
        bystander=member(league, "bystander", Role.COACH),
        stranger=User.objects.create_user("stranger"),
        home=home,
        away=away,
        fixture=make_fixture(commissioner, league, home, away, 1),
    )
