"""Refusals of this app that a caller may want to tell apart."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from league.errors import Conflict
from league.models import User
from matches.models import MatchLog, Result


def when(moment: datetime) -> str:
    """A moment as a sentence names it; the zone is the site's."""
    return f"{timezone.localtime(moment):%d %B %Y, %H:%M}"


def who(user: User | None) -> str:
    return user.username if user else "somebody whose account is gone"


class AlreadyApplied(Conflict):
    """The fixture has its result; nothing more lands on it. ``result`` is what stands."""

    def __init__(self, result: Result) -> None:
        self.result = result
        super().__init__(
            f"This match was already applied by {who(result.act.by)} on {when(result.act.at)}: {result}. "
            "Nothing was changed."
        )


class AlreadySubmitted(Conflict):
    """The same log was handed in before. ``log`` is the one that stands."""

    def __init__(self, log: MatchLog) -> None:
        self.log = log
        super().__init__(
            f"This very log was already submitted by {who(log.submitted_by)} on {when(log.updated)}. "
            "It is kept once."
        )


class AlreadyImported(Conflict):
    """The league has this match from a file already. ``log`` is the one that was made of it."""

    def __init__(self, log: MatchLog) -> None:
        self.log = log
        super().__init__(
            f"This match is in the league already: it was read for {log.fixture}, round {log.fixture.round}, by "
            f"{who(log.submitted_by)} on {when(log.created)}. Nothing was changed."
        )


class Overtaken(Conflict):
    """The log has changed since the person saw it. ``log`` is the newest state."""

    def __init__(self, log: MatchLog) -> None:
        self.log = log
        super().__init__(
            f"{who(log.submitted_by)} changed this log meanwhile, on {when(log.updated)}. "
            "Your answer was not stored; this is the log as it stands now."
        )


class NotApplicable(Conflict):
    """The log's state does not allow what was asked for."""
