"""What the teams of a league cannot come to in the end, whatever each act on the way could be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from django.utils.translation import gettext as _

from engine.acts import name_key
from engine.questions import Refusal
from engine.roster import Roster
from matches.domain.amending.past import Past
from teams.models import Team


class Plan(Protocol):
    """What an amendment puts in the place of an act, as far as it says something of a team."""

    @property
    def parameters(self) -> Mapping[str, Any]: ...


def require_possible(past: Past, planned: Mapping[int, Plan], now: Mapping[int, Roster]) -> None:
    """Raises Refusal. ``now`` are the rosters of the teams that come out differently, by primary key."""
    accepts, withdraws = (_said(past, planned, kind) for kind in ("accept", "withdraw"))
    there = []
    for team in past.teams.values():
        accepted = accepts.get(team.slug, team.accepted)
        withdrawn = withdraws.get(team.slug, team.withdrawn)
        if accepted and withdrawn and not (team.accepted and team.withdrawn):
            raise Refusal(
                _("{team} was withdrawn since; it cannot be accepted again.").format(team=team.name)
                if team.withdrawn
                else _("{team} is accepted by now and plays; it cannot be withdrawn again.").format(
                    team=team.name
                )
            )
        if not withdrawn:
            there.append(team)
    _require_names(past, there, now)
    _require_one_holder(there, now)


def _said(past: Past, planned: Mapping[int, Plan], kind: str) -> dict[str, bool]:
    """By the team's address, whether an act of this kind stands for it in the end; only of what is planned."""
    return {
        planned[step.place].parameters.get("team", ""): not planned[step.place].parameters.get("void")
        for step in past.steps
        if step.kind == kind and step.place in planned
    }


def _require_names(past: Past, teams: Iterable[Team], now: Mapping[int, Roster]) -> None:
    """Two teams cannot have one name."""
    taken: set[str] = set()
    for row in teams:
        name = now[row.pk].name if row.pk in now else row.name
        if name_key(name) in taken:
            raise Refusal(
                _("Two teams of {league} would be named {name}.").format(league=past.league.name, name=name)
            )
        taken.add(name_key(name))


def _require_one_holder(teams: Iterable[Team], now: Mapping[int, Roster]) -> None:
    """A trophy has one holder in the league. Two who hold it already are no fault of the amendment."""
    holders: dict[str, Team] = {}
    for row in teams:
        for trophy in now[row.pk].trophies if row.pk in now else row.trophies:
            other = holders.setdefault(trophy, row)
            won = any(
                one.pk in now and trophy in now[one.pk].trophies and trophy not in one.trophies
                for one in (other, row)
            )
            if other.pk != row.pk and won:
                raise Refusal(
                    _(
                        "{team} and {other} would both hold the trophy {trophy}; take it from the one that is not to "
                        "have it first."
                    ).format(team=other.name, other=row.name, trophy=trophy)
                )
