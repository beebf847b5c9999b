"""An invitation's life: made, used once, expired, revoked."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser

from engine.questions import Refusal
from league.domain import invitations, roles
from league.errors import Conflict, Forbidden, NotVisible
from league.models import Invitation, League, Role, User

pytestmark = pytest.mark.both_databases

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_a_link_lets_one_person_in_once(
    league: League, commissioner: User, stranger: User, user: User
) -> None:
    link = invitations.invite(commissioner, league)
    assert link.status == "open"
    assert invitations.accept(stranger, link.token).role == Role.COACH
    link.refresh_from_db()
    assert (link.status, link.used_by) == ("used", stranger)
    for who in (user, stranger):
        with pytest.raises(Conflict, match="has been used"):
            invitations.accept(who, link.token)
    assert roles.viewer(user, league).role is None


def test_a_link_lets_into_a_private_league(private: League, staff: User, stranger: User) -> None:
    invitations.accept(stranger, invitations.invite(staff, private).token)
    assert roles.viewer(stranger, private).can_read


def test_a_link_expires(league: League, commissioner: User, stranger: User) -> None:
    with time_machine.travel(NOON, tick=False):
        link = invitations.invite(commissioner, league, days=2)
    with time_machine.travel(NOON + timedelta(days=2), tick=False):
        assert link.status == "expired"
        with pytest.raises(Refusal, match="expired on 3 March 2026"):
            invitations.accept(stranger, link.token)
    with time_machine.travel(NOON + timedelta(days=1, hours=23), tick=False):
        invitations.accept(stranger, link.token)


def test_a_member_does_not_use_a_link_up(league: League, commissioner: User, coach: User) -> None:
    link = invitations.invite(commissioner, league)
    for who in (coach, commissioner):
        with pytest.raises(Refusal, match="already"):
            invitations.accept(who, link.token)
    link.refresh_from_db()
    assert link.status == "open"
    assert roles.viewer(commissioner, league).role == Role.COMMISSIONER


def test_a_coach_may_be_invited_as_commissioner(league: League, commissioner: User, coach: User) -> None:
    invitations.accept(coach, invitations.invite(commissioner, league, Role.COMMISSIONER).token)
    assert roles.viewer(coach, league).is_commissioner


def test_an_unused_link_is_revoked(league: League, private: League, commissioner: User, staff: User) -> None:
    link = invitations.invite(commissioner, league)
    foreign = invitations.invite(staff, private)
    with pytest.raises(NotVisible):
        invitations.revoke(commissioner, league, foreign.pk)
    invitations.revoke(commissioner, league, link.pk)
    with pytest.raises(NotVisible):
        invitations.accept(staff, link.token)
    assert Invitation.objects.get() == foreign


def test_a_used_link_cannot_be_revoked(league: League, commissioner: User, stranger: User) -> None:
    link = invitations.invite(commissioner, league)
    invitations.accept(stranger, link.token)
    with pytest.raises(Conflict):
        invitations.revoke(commissioner, league, link.pk)


@pytest.mark.parametrize(("role", "days"), [("king", 3), (Role.COACH, 0), (Role.COACH, 91)])
def test_a_senseless_invitation_is_refused(league: League, commissioner: User, role: str, days: int) -> None:
    with pytest.raises(Refusal):
        invitations.invite(commissioner, league, role, days)


def test_who_may_invite_and_accept(league: League, private: League, coach: User, commissioner: User) -> None:
    with pytest.raises(Forbidden):
        invitations.invite(coach, league)
    with pytest.raises(NotVisible):
        invitations.invite(commissioner, private)
    with pytest.raises(Forbidden):
        invitations.accept(AnonymousUser(), invitations.invite(commissioner, league).token)
