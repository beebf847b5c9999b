"""The clock of a round: until when it is played, by the time of the server."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from engine.questions import Refusal
from league.domain import clock
from league.domain.roles import Person
from league.errors import Conflict
from tournaments.domain.competing.access import organising
from tournaments.models import Round

LONGEST = 600
"""Minutes."""


def start(by: Person, round: Round, minutes: int) -> Round:
    """The round has so many minutes from now; a clock that is running begins anew."""
    if not 1 <= minutes <= LONGEST:
        raise Refusal(
            _("A round clock runs from 1 to {longest} minutes, and {minutes} were asked for.").format(
                longest=LONGEST, minutes=minutes
            )
        )
    return _set(by, round, clock.now() + timedelta(minutes=minutes))


def stop(by: Person, round: Round) -> Round:
    """There is no clock any more. Stopped twice is stopped once."""
    return _set(by, round, None)


def _set(by: Person, round: Round, until: datetime | None) -> Round:
    with organising(by, round.stage.competition):
        row = Round.objects.select_related("stage").get(pk=round.pk)
        if row.state == Round.State.DRAFT:
            raise Conflict(_("{round} is not published, so its clock does not run.").format(round=row))
        row.clock_until = until
        row.save(update_fields=["clock_until"])
    round.clock_until = until
    return round
