"""A league that moves to another edition takes no major along that is being played: its prizes are of the old rules."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.edition import Edition
from league.models import League
from tournaments.models import Competition, Kind, State


def keeps_from_moving(league: League, edition: Edition) -> list[str]:
    """One query."""
    going_on = Competition.objects.filter(league=league, kind=Kind.MAJOR, state=State.RUNNING)
    return [
        _("{name} is being played, and its prizes are those of the rules of before; end it first.").format(
            name=name
        )
        for name in going_on.order_by("number").values_list("name", flat=True)
    ]
