"""Home and away evened out over the league matches that are still to be played.

Only matches are turned round in which nobody has a say: neither team owns a home field, nobody has agreed on a ground,
and no log is begun or handed in. So it may be that not everybody's venues come out even.

Source: LRB4, League matches; lrb4-cs.txt:3323-3325
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from engine.contest.played import Id
from engine.contest.schedule import Meeting
from engine.contest.venues import balanced
from engine.questions import Refusal
from league.domain.roles import Person, require_commissioner, viewer
from league.models import League, Season
from matches.domain.hosting import uneven
from matches.models import Fixture, FixtureStatus, Hosting, LogStatus, MatchLog, Stage


def to_turn(season: Season) -> tuple[Fixture, ...]:
    """The fixtures that had better be played at the other's ground, in the order of play; none where nothing is gained,
    nor where nobody owns a home field."""
    if not uneven(season):
        return ()
    fixtures = list(
        season.fixtures.filter(stage=Stage.LEAGUE, neutral=False)
        .select_related("home", "away")
        .order_by("round", "number")
    )
    free = _free(season)
    lead: dict[Id, int] = {}
    for one in fixtures:
        if one.pk not in free:
            lead[one.home_id] = lead.get(one.home_id, 0) + 1
            lead[one.away_id] = lead.get(one.away_id, 0) - 1
    loose = [one for one in fixtures if one.pk in free]
    turned = balanced([Meeting(one.home_id, one.away_id) for one in loose], lead)
    return tuple(one for one, new in zip(loose, turned, strict=True) if new.home != one.home_id)


def _free(season: Season) -> set[int]:
    begun = MatchLog.objects.filter(fixture__season=season).exclude(status=LogStatus.REJECTED)
    return set(
        season.fixtures.filter(status=FixtureStatus.OPEN, hosting=Hosting.NOBODY)
        .filter(Q(home__stadium=""), Q(away__stadium=""))
        .exclude(pk__in=begun.values("fixture"))
        .values_list("pk", flat=True)
    )


def even_out(by: Person, league: League) -> tuple[Fixture, ...]:
    """Turns them round in the season that is played. For the commissioner.

    Raises Refusal where nothing is gained by it.
    """
    require_commissioner(viewer(by, league))
    with transaction.atomic():
        League.objects.select_for_update().get(pk=league.pk)
        found = to_turn(league.season)
        if not found:
            raise Refusal(
                _("No match that is to be played could be turned round to share the venues more evenly.")
            )
        for one in found:
            one.home, one.away = one.away, one.home
        Fixture.objects.bulk_update(found, ["home", "away"])
    return found
