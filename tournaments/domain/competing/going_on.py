"""Who plays on from the stage before, and in what order."""

from __future__ import annotations

from itertools import zip_longest

from django.utils.translation import gettext as _

from engine.contest.groups import advanced
from engine.contest.played import Id
from engine.questions import Refusal
from tournaments.domain.competing.paired import names, stand_ins
from tournaments.domain.competing.tables import standings
from tournaments.models import Entry, Stage


def field(stage: Stage, each: int) -> list[int]:
    """The numbers of the entries that play on, the firsts of all tables of the stage before first, then the seconds.

    ``each`` of every table, or, where it is 0, everybody who is still there; who was not in that stage comes last then.
    Raises Refusal for the first stage, and where a table has not so many.
    """
    before = stage.competition.stages.filter(number__lt=stage.number).order_by("number").last()
    if before is None:
        raise Refusal(
            _("{stage} is the first stage, so nobody plays on from one before it.").format(stage=stage.name)
        )
    before.competition = stage.competition
    there = [one.number for one in still_there(stage)]
    tables: list[list[Id]] = [
        [row.entrant for row in table.rows if row.entrant in there] for table in standings(before).values()
    ]
    if each:
        with names(stage):
            return [int(one) for rank in advanced(tables, each) for one in rank]
    ranked = [int(one) for rank in zip_longest(*tables) for one in rank if one is not None]
    return [*ranked, *(number for number in there if number not in ranked)]


def still_there(stage: Stage) -> list[Entry]:
    """Who can play in a stage that begins. Who only stood in before plays on where he stands in again."""
    stood_in = stand_ins(stage.competition.stages.all()) - stand_ins([stage])
    found = stage.competition.entries.filter(state=Entry.State.IN).exclude(number__in=stood_in)
    return list(found.order_by("number"))
