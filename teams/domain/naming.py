"""Names of teams and players, and shirt numbers."""

from __future__ import annotations

from collections.abc import Mapping

from engine import acts
from engine.edition import Edition
from engine.roster import Roster, RosterEvent
from league.models import User
from teams.domain.changing import change
from teams.domain.names import require_free_name
from teams.models import Team


def rename_team(team: Team, by: User, name: str, key: str | None = None) -> Team:
    """The address of the team stays. Raises Refusal for a name that another team of the league has."""

    def decide(edition: Edition, roster: Roster) -> tuple[RosterEvent, ...]:
        events = acts.rename_team(edition, roster, name)
        require_free_name(team.league, name, team)
        return events

    return change(team, by, "rename", {"name": name}, decide, key)


def rename_player(team: Team, by: User, player: int, name: str, key: str | None = None) -> Team:
    """``player`` is his number in the ledger."""
    return change(
        team,
        by,
        "rename_player",
        {"player": player, "name": name},
        lambda edition, roster: acts.rename_player(edition, roster, player, name),
        key,
    )


def renumber(team: Team, by: User, numbers: Mapping[int, int], key: str | None = None) -> Team:
    """Shirt numbers by the players' numbers in the ledger; players may swap shirts."""
    return change(
        team,
        by,
        "renumber",
        {"numbers": {str(player): number for player, number in numbers.items()}},
        lambda edition, roster: acts.renumber(edition, roster, numbers),
        key,
    )
