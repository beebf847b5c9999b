"""Acts of the commissioner's own: decrees, with a reason that everybody reads in the ledger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from engine import acts
from engine.acts import Decree
from engine.acts.decreeing import Trophy
from engine.acts.naming import clean_name
from engine.describe import describe_event
from engine.edition import Edition
from engine.questions import Refusal
from engine.roster import Injured, Roster, RosterEvent, TrophyChanged, evolve
from league.domain.roles import require_commissioner, viewer
from league.errors import Conflict
from league.models import League, User
from teams.domain.changing import require_same
from teams.domain.deriving import Circumstances, Derived, deriver, loader
from teams.domain.ledger import AlreadyDone, history, operation, rosters_of
from teams.models import Team

KIND = "decree"


@dataclass(frozen=True, slots=True)
class Outlook:
    """What decrees would come to. ``odd``: what no draft would allow, and a decree may do all the same."""

    sentences: tuple[tuple[Team, tuple[str, ...]], ...]
    strength: int
    strength_after: int
    odd: tuple[str, ...]


def decree(team: Team, by: User, decrees: Sequence[Decree], reason: str, key: str | None = None) -> Team:
    """One act of the ledger with everything that is decreed. A trophy has one holder in the league: whoever has it
    gives it up in the same act.

    For the commissioner, also of their own team. Raises Refusal with every decree that cannot be.
    """
    require_commissioner(viewer(by, team.league))
    why = acts.clean_reason(reason)
    said = {"team": team.slug, "reason": why, "decrees": msgspec.to_builtins(tuple(decrees))}
    try:
        with operation(team.league, by, KIND, said, as_commissioner=True, key=key) as op:
            holders = _holders(team, decrees)
            # All of them before the act: the rosters are read at once.
            op.rosters(team, *holders)
            if op.team(team).withdrawn:
                raise Conflict(
                    _("{team} is withdrawn; nothing can be decreed for it.").format(team=team.name)
                )
            for one, events in _told(op.edition, team, op.roster(team), holders, decrees, why):
                op.record(one, events)
    except AlreadyDone as done:
        require_same(done.act, by, KIND, said)
    return Team.objects.select_related("league", "coach").get(pk=team.pk)


def outlook(team: Team, by: User, decrees: Sequence[Decree], reason: str = "") -> Outlook:
    """What the decrees would come to; nothing is stored. Raises Refusal as ``decree`` does."""
    require_commissioner(viewer(by, team.league))
    edition = team.league.rules
    holders = _holders(team, decrees)
    rosters = rosters_of([team, *holders])
    told = _told(edition, team, rosters[team.pk], holders, decrees, reason)
    after = {one.pk: evolve(rosters[one.pk], *events) for one, events in told}
    return Outlook(
        tuple((one, tuple(describe_event(after[one.pk], event) for event in events)) for one, events in told),
        edition.rules.strength(rosters[team.pk]),
        edition.rules.strength(after[team.pk]),
        acts.odd_after(edition, after[team.pk]),
    )


def injuries(team: Team, player: int) -> tuple[Injured, ...]:
    """What a decree can heal of a player: the injuries of his history that stand, the oldest first. One query."""
    return acts.open_injuries(history([team])[team.pk], player)


def _told(
    edition: Edition,
    team: Team,
    roster: Roster,
    holders: Sequence[Team],
    decrees: Sequence[Decree],
    reason: str,
) -> list[tuple[Team, tuple[RosterEvent, ...]]]:
    events = acts.decree(edition, roster, decrees, reason)
    return [(team, events), *((one, _given_up(one.trophies, events)) for one in holders)]


def _given_up(trophies: Sequence[str], events: Sequence[RosterEvent]) -> tuple[RosterEvent, ...]:
    """What one holder of these trophies gives up by what another team is awarded."""
    won = {event.trophy for event in events if isinstance(event, TrophyChanged) and event.held}
    return tuple(TrophyChanged(name, False) for name in trophies if name in won)


def _holders(team: Team, decrees: Sequence[Decree]) -> list[Team]:
    """The teams that hold what is awarded to another."""
    awarded = set()
    for one in decrees:
        if isinstance(one, Trophy) and one.held:
            try:
                awarded.add(clean_name(one.trophy))
            except Refusal:
                # The decree itself is refused for it.
                continue
    if not awarded:
        return []
    others = Team.objects.filter(league=team.league_id).exclude(pk=team.pk).order_by("name_key")
    return [one for one in others if awarded & set(one.trophies)]


# --- what a decree would come to on other rosters -----------------------------------------------------------------


@loader(KIND)
def _team_of(league: League, of: Mapping[int, Mapping[str, Any]]) -> dict[int, int]:
    """The team that each act decrees for, by primary key."""
    slugs = {said["team"] for said in of.values()}
    known = dict(Team.objects.filter(league=league, slug__in=slugs).values_list("slug", "pk"))
    return {act: known[said["team"]] for act, said in of.items()}


@deriver(KIND)
def _derived(given: Circumstances) -> Derived:
    """An injury that never was cannot be healed, nor can somebody return who never left."""
    team = given.material
    decrees = acts.read_decrees(given.parameters["decrees"])
    events = acts.decree(given.edition, given.now[team], decrees, given.parameters["reason"])
    others = {pk: _given_up(roster.trophies, events) for pk, roster in given.now.items() if pk != team}
    return Derived({team: events, **others})
