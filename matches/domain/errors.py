"""Refusals of this app that a caller may want to tell apart."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.errors import Conflict
from league.models import User
from matches.models import MatchLog, Result


def when(moment: datetime) -> str:
    """A moment as a sentence names it; the zone is the site's."""
    return date_format(timezone.localtime(moment), "DATETIME_FORMAT")


def who(user: User | None) -> str:
    return user.username if user else _("somebody whose account is gone")


class AlreadyApplied(Conflict):
    """The fixture has its result; nothing more lands on it. ``result`` is what stands."""

    def __init__(self, result: Result) -> None:
        self.result = result
        super().__init__(
            _(
                "This match was already applied by {person} on {moment}: {result}. Nothing was changed."
            ).format(person=who(result.act.by), moment=when(result.act.at), result=result)
        )


class AlreadySubmitted(Conflict):
    """The same log was handed in before. ``log`` is the one that stands."""

    def __init__(self, log: MatchLog) -> None:
        self.log = log
        super().__init__(
            _("This very log was already submitted by {person} on {moment}. It is kept once.").format(
                person=who(log.submitted_by), moment=when(log.updated)
            )
        )


class AlreadyImported(Conflict):
    """The league has this match from a file already. ``log`` is the one that was made of it."""

    def __init__(self, log: MatchLog) -> None:
        self.log = log
        super().__init__(
            _(
                "This match is in the league already: it was read for {match}, round {round}, by {person} on "
                "{moment}. Nothing was changed."
            ).format(
                match=log.fixture,
                round=log.fixture.round,
                person=who(log.submitted_by),
                moment=when(log.created),
            )
        )


class Overtaken(Conflict):
    """The log has changed since the person saw it. ``log`` is the newest state."""

    def __init__(self, log: MatchLog) -> None:
        self.log = log
        super().__init__(
            _(
                "{person} changed this log meanwhile, on {moment}. Your answer was not stored; this is the log as "
                "it stands now."
            ).format(person=who(log.submitted_by), moment=when(log.updated))
        )


class NotApplicable(Conflict):
    """The log's state does not allow what was asked for."""
