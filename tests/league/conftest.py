"""A league, and somebody in each role."""

from __future__ import annotations

import pytest
from django.test import Client

from league.domain.leagues import create_league
from league.models import League, Membership, Role, User


@pytest.fixture
def staff(db: None) -> User:
    return User.objects.create_user("site-staff", is_staff=True)


@pytest.fixture
def league(staff: User) -> League:
    """Public, by the book. Staff opened it, and are no members."""
    league = create_league(staff, "Old World Cup")
    league.memberships.all().delete()
    return league


@pytest.fixture
def private(staff: User) -> League:
    league = create_league(staff, "Secret Cup", public=False)
    league.memberships.all().delete()
    return league


def member(league: League, name: str, role: str) -> User:
    user, _ = User.objects.get_or_create(username=name)
    Membership.objects.create(league=league, user=user, role=role)
    return user


@pytest.fixture
def commissioner(league: League) -> User:
    return member(league, "the-commissioner", Role.COMMISSIONER)


@pytest.fixture
def coach(league: League) -> User:
    return member(league, "a-coach", Role.COACH)


@pytest.fixture
def stranger(db: None) -> User:
    return User.objects.create_user("a-stranger")


def browser(user: User | None) -> Client:
    """A client of the pages, logged in as the user."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client
