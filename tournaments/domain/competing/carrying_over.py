"""From one season to the next: the same competition again, with those who took part, up or down a division.

Rosters are of the teams and not of a season: whoever misses his next match misses the first of the new season, and
treasuries, injuries and star player points stay, since no edition that is played here has a rule for the time between.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from engine.questions import Refusal
from league.domain.leagues import open_season
from league.domain.roles import Person, require_commissioner, viewer
from league.errors import Conflict
from tournaments.domain.competing import entering, setting_up
from tournaments.domain.competing.tables import standings
from tournaments.models import Competition, Entry, Format, State


def carry_over(
    by: Person,
    competition: Competition,
    name: str,
    *,
    new_season: bool = True,
    season_name: str = "",
    moving: int = 0,
) -> Competition:
    """The competition again, open for entries, with all entries that took part to the end.

    ``new_season``: the league's next season is opened, unless it has gone on already. ``moving`` entries of each
    division go up, and as many of the one above go down; divisions are above each other in the order of their names.
    Raises Refusal for a competition that has not ended, and for more who move than there are.
    """
    require_commissioner(viewer(by, competition.league))
    if competition.state not in (State.ENDED, State.ARCHIVED):
        raise Conflict(
            _("{competition} has not ended, so nothing of it is carried over.").format(
                competition=competition.name
            )
        )
    with transaction.atomic():
        competition = Competition.objects.select_related("league").get(pk=competition.pk)
        places = divisions_after(competition, moving)
        if new_season and competition.season_id == competition.league.season.pk:
            open_season(by, competition.league, season_name)
        again = setting_up.create(
            by,
            competition.league,
            name,
            competition.kind,
            trophy=competition.trophy,
            rosters=competition.rosters,
            scoring=competition.scoring,
            criteria=competition.criteria,
            settings=competition.settings,
            stages=[(one.name, one.format, one.settings) for one in competition.stages.order_by("number")],
        )
        organiser = competition.organiser
        # Who has left the league runs nothing in it any more.
        if organiser is not None and viewer(organiser, competition.league).is_member:
            setting_up.appoint(by, again, organiser)
        for entry in _staying(competition):
            entering.enter(by, again, entry.team, **_fields(entry, places.get(entry.number, entry.division)))
        return setting_up.open_entries(by, again)


def _staying(competition: Competition) -> Sequence[Entry]:
    rows = (
        competition.entries.filter(state=Entry.State.IN)
        .select_related("team__coach", "user")
        .order_by("number")
    )
    return [one for one in rows if one.team is None or (one.team.accepted and not one.team.withdrawn)]


def _fields(entry: Entry, division: str) -> dict[str, Any]:
    return {
        "name": entry.name,
        "coach": entry.coach_name,
        "race": entry.race,
        "user": None if entry.team else entry.user,
        "naf_number": entry.naf_number,
        "rating": 0 if entry.team else entry.rating,
        "club": entry.club,
        "squad": entry.squad,
        "division": division,
    }


def divisions_after(competition: Competition, moving: int) -> dict[int, str]:
    """The division of each entry in the next season, by its number; of its last season with divisions."""
    stages = competition.stages.filter(format__in=(Format.ROUND_ROBIN, Format.OPEN)).order_by("number")
    stage = stages.last()
    if moving < 0:
        raise Refusal(_("The entries that change their division are counted from 0."))
    if not moving:
        return {}
    if stage is None:
        raise Refusal(
            _("{competition} has no season with divisions, so nobody goes up or down.").format(
                competition=competition.name
            )
        )
    stage.competition = competition
    playing = set(competition.entries.filter(state=Entry.State.IN).values_list("number", flat=True))
    tables = {
        name: [int(row.entrant) for row in table.rows if row.entrant in playing]
        for name, table in standings(stage).items()
    }
    order = sorted(tables)
    for name, numbers in tables.items():
        needed = moving * (2 if name not in (order[0], order[-1]) else 1)
        if len(order) < 2 or len(numbers) < needed:
            where = _("Division {name}").format(name=name) if name else stage.name
            raise Refusal(
                _("{where} has too few entries for {moving} to go up or down.").format(
                    where=where, moving=moving
                )
            )
    after = {number: name for name, numbers in tables.items() for number in numbers}
    for above, below in pairwise(order):
        after |= dict.fromkeys(tables[above][-moving:], below)
        after |= dict.fromkeys(tables[below][:moving], above)
    return after
