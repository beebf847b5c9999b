"""A competition of the whole league: all of its teams are entered at once."""

from __future__ import annotations

from django.db import transaction

from league.domain.roles import Person, viewer
from tournaments.domain.competing import reading
from tournaments.domain.competing.access import require_organiser
from tournaments.domain.competing.entering import enter
from tournaments.models import Competition, Entry


def enter_all(by: Person, competition: Competition) -> list[Entry]:
    """Every accepted team of the league that is not entered yet, in the order of their names, or, where one of them may
    not enter, none. For the organiser."""
    require_organiser(by, competition)
    with transaction.atomic():
        waiting = reading.teams_to_enter(viewer(by, competition.league), competition, organiser=True)
        return [enter(by, competition, team) for team in waiting]
