"""Proves the projections of a league against its ledger, and rewrites them from it.

Apps above add what they project themselves: ``provers`` are asked after the rows of teams and players.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.roster import Roster, RosterEvent, evolve
from league.domain import clock
from league.domain.languages import in_language_of
from league.domain.roles import require_commissioner, require_staff, viewer
from league.models import League, User
from teams.domain.ledger import (
    PLAYER_FIELDS,
    Standing,
    history,
    owed,
    player_from_row,
    rewrite,
    standings_of,
    team_columns,
)
from teams.models import Act, Player, Team

log = logging.getLogger(__name__)

KEPT = 50
"""Differences that the league keeps of its last proof; a broken league has thousands."""


class Difference(msgspec.Struct, frozen=True):
    """A row that says something else than the ledger. ``subject``: a team, a player, or the league itself."""

    subject: str
    what: str
    ledger: str
    row: str

    def __str__(self) -> str:
        return _("{subject}, {what}: {ledger} in the ledger, {row} in the row").format(
            subject=self.subject, what=self.what, ledger=self.ledger, row=self.row
        )


class Prover(Protocol):
    """Proves what an app above projects from the ledger; ``mend``: the league is held, and the rows are rewritten."""

    def __call__(self, league: League, mend: bool) -> Iterable[Difference]: ...


provers: list[Prover] = []


def reconcile(team: Team) -> tuple[Difference, ...]:
    """Where the rows of one team differ from its ledger."""
    told, said = history([team])[team.pk], standings_of(team.league)
    return tuple(_team(team, evolve(Roster(), *told), list(team.players.all()), said))


def reconcile_league(league: League) -> tuple[Difference, ...]:
    """Where rows of the league differ from its ledger: a fixed number of queries, whatever its size."""
    league = League.objects.get(pk=league.pk)
    found = _prove(league)[0]
    for prove in provers:
        found += prove(league, mend=False)
    return tuple(found)


def mend(league: League) -> tuple[Difference, ...]:
    """Rewrites every projection of the league from its ledger, in one transaction; what differed before.

    The ledger itself is never written. A gap in the numbers of its acts is told, and stays.
    """
    with transaction.atomic():
        held = League.objects.select_for_update().get(pk=league.pk)
        found, rosters = _prove(held)
        if found:
            rewrite(held, rosters, standings_of(held))
            last = Act.objects.filter(league=held).order_by("-sequence").values_list("sequence", flat=True)
            held.sequence = last.first() or 0
            held.save(update_fields=["sequence"])
        for prove in provers:
            found += prove(held, mend=True)
    league.sequence = held.sequence
    return tuple(found)


def reconcile_and_note(league: League) -> tuple[Difference, ...]:
    """As ``reconcile_league``; the league keeps when it was proved and the first of the differences, for its page."""
    with in_language_of(league):
        found = reconcile_league(league)
        _note(league, found)
        for difference in found:
            log.error("%s: %s", league.slug, difference)
    return found


def reconcile_as(by: User, league: League) -> tuple[Difference, ...]:
    """What a commissioner asks for in the admin."""
    require_commissioner(viewer(by, league))
    return reconcile_and_note(league)


def mend_as(by: User, league: League) -> tuple[Difference, ...]:
    """Repair is the staff's."""
    require_staff(by)
    with in_language_of(league):
        found = mend(league)
        for difference in found:
            log.warning("%s: mended: %s", league.slug, difference)
        _note(league, reconcile_league(league))
    return found


def _note(league: League, found: tuple[Difference, ...]) -> None:
    lines = [str(difference) for difference in found[:KEPT]]
    if len(found) > KEPT:
        lines.append(ngettext("and {n} more", "and {n} more", len(found) - KEPT).format(n=len(found) - KEPT))
    League.objects.filter(pk=league.pk).update(proved=clock.now(), differences=lines)


# --- teams and players ----------------------------------------------------------------------------------------


def _prove(league: League) -> tuple[list[Difference], dict[int, Roster]]:
    """What differs, and the rosters as the ledger has them."""
    teams = list(Team.objects.select_related("coach").filter(league=league))
    for team in teams:
        team.league = league
    rosters = {pk: _folded(events) for pk, events in history(teams).items()}
    players: dict[int, list[Player]] = {team.pk: [] for team in teams}
    for player in Player.objects.filter(team__league=league):
        players[player.team_id].append(player)
    said = standings_of(league)
    found = list(_sequence(league))
    for team in teams:
        found += _team(team, rosters[team.pk], players[team.pk], said)
    return found, rosters


def _folded(events: list[RosterEvent]) -> Roster:
    return evolve(Roster(), *events)


def _sequence(league: League) -> Iterable[Difference]:
    numbers = list(Act.objects.filter(league=league).order_by("sequence").values_list("sequence", flat=True))
    last = League.objects.values_list("sequence", flat=True).get(pk=league.pk)
    if numbers != list(range(1, len(numbers) + 1)):
        yield Difference(
            league.name,
            _("acts"),
            _("1 to {last} without a gap").format(last=len(numbers)),
            _("a gap"),
        )
    if last != len(numbers):
        yield Difference(league.name, _("number of the last act"), str(len(numbers)), str(last))


def _team(
    team: Team, roster: Roster, rows: list[Player], said: Mapping[str, Standing]
) -> Iterable[Difference]:
    edition = team.league.rules
    yield from _columns(team.name, team_columns(roster, edition), team)
    yield from _sayings(team, said.get(team.slug, Standing()))
    by_uid = {row.uid: row for row in rows}
    for one in roster.players:
        subject = _("{player} of {team}").format(player=one.name, team=team.name)
        row = by_uid.pop(one.id, None)
        if row is None:
            yield Difference(subject, _("row"), _("one"), _("none"))
            continue
        shown = player_from_row(row)
        for name in PLAYER_FIELDS:
            if getattr(one, name) != getattr(shown, name):
                yield Difference(subject, name, str(getattr(one, name)), str(getattr(shown, name)))
        if row.owed != owed(one, edition):
            yield Difference(subject, _("rolls owed"), str(owed(one, edition)), str(row.owed))
    for row in by_uid.values():
        subject = _("{player} of {team}").format(player=row.name, team=team.name)
        yield Difference(subject, _("row"), _("none"), _("one"))


def _sayings(team: Team, said: Standing) -> Iterable[Difference]:
    for name in ("accepted", "withdrawn"):
        if getattr(team, name) != getattr(said, name):
            yield Difference(team.name, name, str(getattr(said, name)), str(getattr(team, name)))
    coach = team.coach.username if team.coach else None
    # An account that was deleted, or has another name since, stays in the ledger as it was.
    if said.coach and coach != said.coach and User.objects.filter(username=said.coach).exists():
        yield Difference(team.name, _("coach"), said.coach, coach or _("nobody"))


def _columns(subject: str, ledger: Mapping[str, Any], row: Team) -> Iterable[Difference]:
    for name, value in ledger.items():
        if getattr(row, name) != value:
            yield Difference(subject, name, str(value), str(getattr(row, name)))
