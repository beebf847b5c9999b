"""Proves the rows against the ledger."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from engine.roster import Roster, RosterEvent, evolve
from league.models import League
from teams.domain.ledger import PLAYER_FIELDS, history, owed, player_from_row, team_columns
from teams.models import Act, Player, Team


class Difference(msgspec.Struct, frozen=True):
    """A row that says something else than the ledger. ``subject``: a team, a player, or the league itself."""

    subject: str
    what: str
    ledger: str
    row: str

    def __str__(self) -> str:
        return f"{self.subject}, {self.what}: {self.ledger} in the ledger, {self.row} in the row"


def reconcile(team: Team) -> tuple[Difference, ...]:
    """Where the rows of one team differ from its ledger."""
    return tuple(_team(team, history([team])[team.pk], list(team.players.all()), _accepted(team.league)))


def reconcile_league(league: League) -> tuple[Difference, ...]:
    """Where rows of the league differ from its ledger: five queries, whatever its size."""
    teams = list(Team.objects.filter(league=league))
    for team in teams:
        team.league = league
    told = history(teams)
    players: dict[int, list[Player]] = {team.pk: [] for team in teams}
    for player in Player.objects.filter(team__league=league):
        players[player.team_id].append(player)
    accepted = _accepted(league)
    found = list(_sequence(league))
    for team in teams:
        found += _team(team, told[team.pk], players[team.pk], accepted)
    return tuple(found)


def _sequence(league: League) -> Iterable[Difference]:
    numbers = list(Act.objects.filter(league=league).order_by("sequence").values_list("sequence", flat=True))
    last = League.objects.values_list("sequence", flat=True).get(pk=league.pk)
    if numbers != list(range(1, len(numbers) + 1)):
        yield Difference(league.name, "acts", f"1 to {len(numbers)} without a gap", "a gap")
    if last != len(numbers):
        yield Difference(league.name, "number of the last act", str(len(numbers)), str(last))


def _accepted(league: League) -> frozenset[str]:
    """Addresses of the teams that the ledger says are accepted."""
    acts = Act.objects.filter(league=league, kind="accept", replaced_by=None)
    return frozenset(said["team"] for said in acts.values_list("parameters", flat=True))


def _team(
    team: Team, told: list[RosterEvent], rows: list[Player], accepted: frozenset[str]
) -> Iterable[Difference]:
    edition = team.league.rules
    roster = evolve(Roster(), *told)
    yield from _columns(team.name, team_columns(roster, edition), team)
    if team.accepted != (team.slug in accepted):
        yield Difference(team.name, "accepted", str(team.slug in accepted), str(team.accepted))
    by_uid = {row.uid: row for row in rows}
    for one in roster.players:
        subject = f"{one.name} of {team.name}"
        row = by_uid.pop(one.id, None)
        if row is None:
            yield Difference(subject, "row", "one", "none")
            continue
        shown = player_from_row(row)
        for name in PLAYER_FIELDS:
            if getattr(one, name) != getattr(shown, name):
                yield Difference(subject, name, str(getattr(one, name)), str(getattr(shown, name)))
        if row.owed != owed(one, edition):
            yield Difference(subject, "rolls owed", str(owed(one, edition)), str(row.owed))
    for row in by_uid.values():
        yield Difference(f"{row.name} of {team.name}", "row", "none", "one")


def _columns(subject: str, ledger: Mapping[str, Any], row: Team) -> Iterable[Difference]:
    for name, value in ledger.items():
        if getattr(row, name) != value:
            yield Difference(subject, name, str(value), str(getattr(row, name)))
