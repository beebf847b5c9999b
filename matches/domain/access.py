"""Who may do what with a fixture and its logs."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.domain.roles import Forbidden, NotVisible, Viewer
from matches.models import Fixture, LogStatus, MatchLog

NO_LOG = gettext_noop("There is no such log.")


def coaches(viewer: Viewer, fixture: Fixture) -> bool:
    """Whether the person is a member of the league, and coaches one of the two teams."""
    return viewer.is_coach and viewer.user.pk in (fixture.home.coach_id, fixture.away.coach_id)


def may_enter(viewer: Viewer, fixture: Fixture) -> bool:
    """May enter or upload a log: a coach of the match, and the commissioner."""
    return viewer.is_commissioner or coaches(viewer, fixture)


def require_may_enter(viewer: Viewer, fixture: Fixture) -> None:
    if not may_enter(viewer, fixture):
        raise Forbidden(
            _(
                "Only the coaches of {home} and {away} and the commissioner may enter the log of this match."
            ).format(home=fixture.home.name, away=fixture.away.name)
        )


def may_see_log(viewer: Viewer, log: MatchLog) -> bool:
    """A log that is applied, or was, is everybody's; a rejected one concerns its submitter; the others both coaches.

    A correction in preparation is the commissioner's alone.
    """
    if viewer.is_commissioner:
        return True
    if log.status in (LogStatus.APPLIED, LogStatus.REPLACED):
        return viewer.can_read
    if log.status == LogStatus.AMENDING:
        return False
    if log.status == LogStatus.REJECTED:
        return log.submitted_by_id is not None and log.submitted_by_id == viewer.user.pk
    return coaches(viewer, log.fixture)


def require_may_see_log(viewer: Viewer, log: MatchLog) -> None:
    if not may_see_log(viewer, log):
        raise NotVisible(_(NO_LOG))
