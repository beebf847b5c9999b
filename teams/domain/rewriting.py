"""The low-level writer of a corrected past, beside ``ledger.operation``: it puts new acts in the places of old ones.

Nothing is deleted: an act that is replaced stays, and says by which act. The new act stands in its place in the order
of the league, happened when the old one did, and is recorded now.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db.models import F, OuterRef, Subquery

from engine.roster import Roster, RosterEvent, encode_events
from league.domain import clock
from league.models import League, User
from teams.domain.ledger import SAID_COLUMNS, SAYINGS, rewrite, say, standings_of
from teams.models import Act, Improvement, RosterEvents, Team

ROWS = 500
"""Acts that are looked up at once."""


@dataclass(frozen=True, slots=True)
class Replacement:
    """A new act in the place of ``act``, an act's primary key. ``events`` by the team's primary key.

    ``answers`` are builtins; None keeps those of the old act, or of the act ``restores``, which the old one replaced.
    """

    act: int
    parameters: Mapping[str, Any]
    events: Mapping[int, tuple[RosterEvent, ...]]
    answers: Sequence[Any] | None = None
    restores: int | None = None


def replace(
    league: League,
    by: User | None,
    replacements: Sequence[Replacement],
    rosters: Mapping[int, tuple[Roster, Roster]],
    key: str | None = None,
) -> list[Act]:
    """The new acts, in the order of the replacements; the first leads the amendment that they belong to.

    ``rosters`` are the teams that come out differently, by primary key: as they stood, and as they stand in the end.
    The league must be held, inside a transaction. Acts, events and rows are each written in bulk.
    """
    now = clock.now()
    old = _old(replacements)
    first = league.sequence + 1
    rows = [
        Act(
            league=league,
            sequence=first + number,
            place=old[one.act].place,
            kind=old[one.act].kind,
            by=by,
            as_commissioner=True,
            at=old[one.act].at,
            recorded=now,
            parameters=msgspec.to_builtins(dict(one.parameters)),
            answers=list(one.answers or ()),
            idempotency_key=None if number else key,
            # Two acts cannot stand in one place, not even for a moment: until the old one is replaced, the new one is.
            replaced_by_id=one.act,
            # And so long it names the act whose long answers are copied where they lie.
            amendment_id=(one.restores or one.act) if one.answers is None else None,
        )
        for number, one in enumerate(replacements)
    ]
    made = Act.objects.bulk_create(rows)
    _copy_answers(made)
    _change_places(league, first, made[0])
    RosterEvents.objects.bulk_create(
        RosterEvents(act=act, team_id=team, events=encode_events(told))
        for act, one in zip(made, replacements, strict=True)
        for team, told in one.events.items()
        if told
    )
    league.sequence = first + len(made) - 1
    league.save(update_fields=["sequence"])
    _project(league, made, rosters)
    return made


def _old(replacements: Sequence[Replacement]) -> dict[int, Act]:
    """Without their answers, which are long: they are copied where they lie."""
    found: dict[int, Act] = {}
    for start in range(0, len(replacements), ROWS):
        part = [one.act for one in replacements[start : start + ROWS]]
        found.update({act.pk: act for act in Act.objects.defer("answers").filter(pk__in=part)})
    return found


def _copy_answers(made: Sequence[Act]) -> None:
    """The new acts still name, as their amendment, the act whose answers they have; one statement for many acts."""
    kept = [act.pk for act in made if act.amendment_id is not None]
    source = Act.objects.filter(pk=OuterRef("amendment")).values("answers")[:1]
    for start in range(0, len(kept), ROWS):
        Act.objects.filter(pk__in=kept[start : start + ROWS]).update(answers=Subquery(source))


def _change_places(league: League, first: int, head: Act) -> None:
    """Three statements: the new acts name the old, the old are replaced by the new, the new stand."""
    new = Act.objects.filter(league=league, sequence__gte=first)
    successor = new.filter(replaced_by=OuterRef("pk")).values("pk")[:1]
    replaced = Act.objects.filter(pk__in=new.values("replaced_by"))
    replaced.update(replaced_by=Subquery(successor))
    new.update(replaced_by=None, amendment=head)
    head.replaced_by_id, head.amendment_id = None, head.pk


def _project(league: League, made: Sequence[Act], rosters: Mapping[int, tuple[Roster, Roster]]) -> None:
    rewrite(
        league,
        {team: after for team, (_, after) in rosters.items()},
        shown={team: before for team, (before, _) in rosters.items()},
    )
    if any(act.kind in SAYINGS for act in made):
        _say(league, made)
    for team, (_, roster) in rosters.items():
        known = [one.id for one in roster.players]
        # A star player roll of somebody who never signed is over.
        Improvement.objects.filter(team=team, open=True).exclude(player__in=known).update(
            open=False, version=F("version") + 1
        )


def _say(league: League, made: Sequence[Act]) -> None:
    """What acts say of a team that is no event of its roster."""
    slugs = {act.parameters.get("team", "") for act in made if act.kind in SAYINGS}
    teams = list(Team.objects.select_related("coach").filter(league=league, slug__in=slugs))
    say(teams, standings_of(league))
    for team in teams:
        team.save(update_fields=SAID_COLUMNS)
