"""The ledger: acts, what they did to each roster, and the rows that are projected from it.

This is the one place that writes ``Act``, ``RosterEvents``, ``Team`` and ``Player``. Every change of a roster is one
``operation``: one transaction that holds the league, writes one act with its events, and projects the rosters that
it touched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from engine import roster as engine
from engine.acts import name_key, search_key
from engine.edition import Edition
from engine.questions import Refusal
from engine.roster import Roster, RosterEvent, decode_events, encode_events, evolve
from league.domain import clock
from league.errors import Conflict
from league.models import League, User
from teams.domain.deriving import signed, with_ids
from teams.models import Act, Player, RosterEvents, Team

ROSTER_FIELDS = tuple(name for name in Roster.__struct_fields__ if name != "players")
PLAYER_FIELDS = tuple(name for name in engine.Player.__struct_fields__ if name != "id")
KEY_LENGTH = 200
"""Characters of an idempotency key."""
_TUPLES = frozenset(("start", "stats", "skills", "gained", "injuries"))
_PLAYER_COLUMNS = (*PLAYER_FIELDS, "search_key", "owed")
NOTHING: Mapping[int, Mapping[str, Any]] = MappingProxyType({})
RULED_COLUMNS = ("strength", "worth")
"""Of a team: what is worked out by the rules in force."""
SAID_COLUMNS = ("accepted", "withdrawn", "coach")
"""Of a team: what its acts say of it that is no event of its roster."""


class AlreadyDone(Conflict):
    """This idempotency key has landed before. ``act`` is what it did."""

    def __init__(self, act: Act) -> None:
        self.act = act
        super().__init__(
            _(
                "This was already done: act {number} of the league's ledger, on {moment}. Nothing was changed."
            ).format(number=act.sequence, moment=date_format(timezone.localtime(act.at), "DATETIME_FORMAT"))
        )


class Operation:
    """What one act changes. Events are checked against the rosters at once, and written when the operation closes."""

    def __init__(self, league: League) -> None:
        self.league = league
        """As it is in the database, held until the transaction ends."""
        self.edition: Edition = league.rules
        self.allow_empty = False
        """Whether the act stands in the ledger also when no roster changes."""
        self._teams: dict[int, Team] = {}
        self._before: dict[int, Roster] = {}
        self._now: dict[int, Roster] = {}
        self._events: dict[int, tuple[RosterEvent, ...]] = {}
        self._act: Act | None = None

    @property
    def act(self) -> Act:
        """The act in the ledger, once the operation is closed."""
        if self._act is None:
            raise RuntimeError(
                "The act is written when the operation closes, and only if something was recorded."
            )
        return self._act

    def rosters(self, *teams: Team) -> tuple[Roster, ...]:
        """The rosters as they are now, what was recorded here included. Two queries for all that are not read yet."""
        missing = {team.pk for team in teams} - self._teams.keys()
        if missing:
            # The teams given may be older than the lock on their league.
            rows = {team.pk: team for team in Team.objects.filter(pk__in=missing, league_id=self.league.pk)}
            if rows.keys() != missing:
                raise Refusal(_("The team does not play in {league}.").format(league=self.league.name))
            self._teams.update(rows)
            self._before.update(rosters_of(rows.values()))
            self._now.update({pk: self._before[pk] for pk in rows})
        return tuple(self._now[team.pk] for team in teams)

    def roster(self, team: Team) -> Roster:
        return self.rosters(team)[0]

    def team(self, team: Team) -> Team:
        """The team's row as it was when the operation began."""
        self.rosters(team)
        return self._teams[team.pk]

    def ids_for(self, team: Team, events: tuple[RosterEvent, ...]) -> tuple[int, ...]:
        """Ids of those who sign by these events: none that an act which was replaced once gave to somebody else."""
        fresh = signed(events)
        if not fresh:
            return ()
        gone = RosterEvents.objects.filter(team=team.pk, act__replaced_by__isnull=False)
        signing = gone.filter(Q(events__contains='"hired"') | Q(events__contains='"joined"'))
        given = {
            one for text in signing.values_list("events", flat=True) for one in signed(decode_events(text))
        }
        if given.isdisjoint(fresh):
            return fresh
        first = max(given | {one.id for one in self.roster(team).players}) + 1
        return tuple(range(first, first + len(fresh)))

    def record(self, team: Team, events: Iterable[RosterEvent]) -> Roster:
        """The roster after these events. Raises Refusal for an event that the roster cannot have."""
        told = tuple(events)
        told = with_ids(told, dict(zip(signed(told), self.ids_for(team, told), strict=True)))
        self._now[team.pk] = evolve(self.roster(team), *told)
        self._events[team.pk] = self._events.get(team.pk, ()) + told
        return self._now[team.pk]

    def found(self, slug: str, coach: User | None, events: Iterable[RosterEvent]) -> Team:
        """A new team of this history."""
        told = tuple(events)
        roster = evolve(Roster(), *told)
        team = Team(league=self.league, slug=slug, coach=coach)
        _write_team(team, roster, self.edition)
        team.save(force_insert=True)
        self._teams[team.pk] = team
        self._before[team.pk] = Roster()
        self._now[team.pk] = roster
        self._events[team.pk] = told
        return team

    def accept(self, team: Team) -> None:
        """Lets the team play. The act says so; no roster changes by it."""
        self._set(team, accepted=True)

    def withdraw(self, team: Team) -> None:
        """Takes the team out of the league's lists. The act says so; no roster changes by it."""
        self._set(team, withdrawn=True)

    def hand_over(self, team: Team, coach: User) -> None:
        """Gives the team another coach. The act says so; no roster changes by it."""
        self._set(team, coach=coach)

    def _set(self, team: Team, **fields: Any) -> None:
        row = self.team(team)
        for name, value in fields.items():
            setattr(row, name, value)
            setattr(team, name, value)
        row.save(update_fields=list(fields))
        self.allow_empty = True

    def close(self, act: Act) -> None:
        changed = {pk: told for pk, told in self._events.items() if told}
        if not changed and not self.allow_empty:
            return
        act.sequence = act.place = self.league.sequence + 1
        act.save(force_insert=True)
        self._act = act
        self.league.sequence = act.sequence
        self.league.save(update_fields=["sequence"])
        RosterEvents.objects.bulk_create(
            RosterEvents(act=act, team_id=pk, events=encode_events(told)) for pk, told in changed.items()
        )
        self._project(changed)

    def _project(self, changed: Iterable[int]) -> None:
        players: list[Player] = []
        for pk in changed:
            team, roster = self._teams[pk], self._now[pk]
            columns = _write_team(team, roster, self.edition)
            if columns:
                team.save(update_fields=columns)
            known = {one.id: one for one in self._before[pk].players}
            # A roster keeps the players that no event concerned, as the same objects.
            players += [
                player_row(pk, one, self.edition) for one in roster.players if known.get(one.id) is not one
            ]
        Player.objects.bulk_create(
            players,
            update_conflicts=True,
            unique_fields=["team", "uid"],
            update_fields=_PLAYER_COLUMNS,
        )


def act_of_key(league: League, key: str | None) -> Act | None:
    """What the request with this idempotency key did before. Raises Refusal for a text that is no key."""
    if not key:
        return None
    if len(key) > KEY_LENGTH or not key.isprintable():
        raise Refusal(
            _("An idempotency key is one line of at most {most} characters.").format(most=KEY_LENGTH)
        )
    return Act.objects.select_related("by").filter(league=league, idempotency_key=key).first()


@contextmanager
def operation(
    league: League,
    by: User | None,
    kind: str,
    parameters: Mapping[str, Any],
    answers: Iterable[Any] = (),
    as_commissioner: bool = False,
    key: str | None = None,
) -> Iterator[Operation]:
    """One act: all of it lands, or nothing. Nothing is written when nothing was recorded.

    The league is held from the beginning, so that what the operation reads is what it changes. ``answers`` are
    entries (``Rolled``, ``Chosen``). Raises AlreadyDone when an act of this league has the idempotency key.
    """
    with transaction.atomic():
        held = League.objects.select_for_update().get(pk=league.pk)
        done = act_of_key(held, key)
        if done is not None:
            raise AlreadyDone(done)
        op = Operation(held)
        yield op
        now = clock.now()
        op.close(
            Act(
                league=held,
                kind=kind,
                by=by,
                as_commissioner=as_commissioner,
                at=now,
                recorded=now,
                parameters=msgspec.to_builtins(dict(parameters)),
                answers=[msgspec.to_builtins(answer) for answer in answers],
                idempotency_key=key,
            )
        )
        league.sequence = held.sequence


# --- rows and values --------------------------------------------------------------------------------------------


def roster_of(team: Team) -> Roster:
    """The roster that the team's rows show: one query, the team itself is taken as given."""
    return roster_from_rows(team, team.players.all())


def rosters_of(teams: Iterable[Team]) -> dict[int, Roster]:
    """Rosters by the team's primary key, in one query."""
    rows = list(teams)
    players: dict[int, list[Player]] = {team.pk: [] for team in rows}
    for player in Player.objects.filter(team__in=players.keys()).order_by():
        players[player.team_id].append(player)
    return {team.pk: roster_from_rows(team, players[team.pk]) for team in rows}


def roster_from_rows(team: Team, players: Iterable[Player]) -> Roster:
    fields = {name: getattr(team, name) for name in ROSTER_FIELDS}
    fields["trophies"] = tuple(fields["trophies"])
    signed = sorted(players, key=lambda one: one.uid)
    return Roster(**fields, players=tuple(player_from_row(one) for one in signed))


def player_from_row(row: Player) -> engine.Player:
    fields = {name: getattr(row, name) for name in PLAYER_FIELDS}
    for name in _TUPLES:
        fields[name] = tuple(fields[name])
    return engine.Player(id=row.uid, **fields)


def player_row(team_id: int, player: engine.Player, edition: Edition) -> Player:
    """The row of a player, not stored."""
    fields = {name: getattr(player, name) for name in PLAYER_FIELDS}
    found_by = search_key(player.name)
    return Player(team_id=team_id, uid=player.id, search_key=found_by, owed=owed(player, edition), **fields)


def owed(player: engine.Player, edition: Edition) -> int:
    """Star player rolls that the player may make now; nobody who is gone may."""
    if player.status != "active":
        return 0
    return edition.rules.improvements_owed(player.spp, player.advances)


def team_columns(roster: Roster, edition: Edition) -> dict[str, Any]:
    """What the team's row shows of this roster."""
    return {
        **{name: getattr(roster, name) for name in ROSTER_FIELDS},
        "trophies": list(roster.trophies),
        "name_key": name_key(roster.name),
        "search_key": search_key(roster.name),
        "strength": edition.rules.strength(roster),
        "worth": engine.worth(roster, edition.creation),
        "spp": sum(one.spp for one in roster.players if one.status == "active"),
    }


def _write_team(team: Team, roster: Roster, edition: Edition) -> list[str]:
    """Sets the columns and names those that changed."""
    changed = []
    for name, value in team_columns(roster, edition).items():
        if getattr(team, name) != value:
            setattr(team, name, value)
            changed.append(name)
    return changed


# --- reading the ledger -------------------------------------------------------------------------------------------


def history(teams: Iterable[Team], until: datetime | None = None) -> dict[int, list[RosterEvent]]:
    """Every event that stands, by the team's primary key, in the order of the ledger: one query."""
    told: dict[int, list[RosterEvent]] = {team.pk: [] for team in teams}
    rows = RosterEvents.objects.filter(team__in=told.keys(), act__replaced_by=None)
    if until is not None:
        rows = rows.filter(act__at__lte=until)
    for team_id, events in rows.order_by("act__place").values_list("team_id", "events"):
        told[team_id] += decode_events(events)
    return told


def fold(team: Team, until: datetime | None = None) -> Roster:
    """The roster as the ledger has it, now or as it stood at a moment."""
    return evolve(Roster(), *history([team], until)[team.pk])


@dataclass(frozen=True, slots=True)
class Standing:
    """What acts say of a team that is no event of its roster. ``coach`` is the name of an account."""

    coach: str | None = None
    accepted: bool = False
    withdrawn: bool = False


def standings_of(
    league: League, until: datetime | None = None, instead: Mapping[int, Mapping[str, Any]] = NOTHING
) -> dict[str, Standing]:
    """By the team's address, as the acts that stand have it, now or at a moment: one query.

    ``instead``: what acts would say, by their place, that are to stand there.
    """
    acts = Act.objects.filter(league=league, kind__in=SAYINGS, replaced_by=None)
    if until is not None:
        acts = acts.filter(at__lte=until)
    found: dict[str, Standing] = {}
    rows = acts.order_by("place").values_list("place", "kind", "parameters", "roster_events__team__slug")
    for place, kind, says, drafted in rows:
        said = instead.get(place, says)
        slug = drafted or said.get("team", "")
        if not said.get("void"):
            found[slug] = replace(found.get(slug, Standing()), **SAYINGS[kind](said))
    return found


def say(teams: Sequence[Team], said: Mapping[str, Standing]) -> None:
    """Sets on the rows what acts say of them, and saves nothing: one query, the teams come with their coaches.

    A coach whose account is gone, or has another name now, stays as the row has it.
    """
    standings = {team: said.get(team.slug, Standing()) for team in teams}
    names = [one.coach for one in standings.values() if one.coach]
    accounts = User.objects.in_bulk(names, field_name="username")
    for team, stands in standings.items():
        team.accepted, team.withdrawn = stands.accepted, stands.withdrawn
        team.coach = accounts.get(stands.coach or "", team.coach)


SAYINGS: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "draft": lambda said: {"coach": said.get("coach")},
    "accept": lambda said: {"accepted": True},
    "withdraw": lambda said: {"withdrawn": True},
    "hand_over": lambda said: {"coach": said.get("coach")},
}
"""Kinds of acts that say something of a team, and what."""


# --- rewriting the projections --------------------------------------------------------------------------------


def reproject(league: League) -> None:
    """Works out anew what depends on the rules in force: ratings, worth, and star player rolls that are owed.

    The league must be held. Rosters stay as their rows have them: three queries, and two more where something changed.
    """
    edition = league.rules
    teams = list(Team.objects.filter(league=league))
    rosters = rosters_of(teams)
    changed = [team for team in teams if _write_team(team, rosters[team.pk], edition)]
    Team.objects.bulk_update(changed, RULED_COLUMNS)
    players = []
    for row in Player.objects.filter(team__league=league):
        due = owed(player_from_row(row), edition)
        if row.owed != due:
            row.owed = due
            players.append(row)
    Player.objects.bulk_update(players, ["owed"])


def rewrite(
    league: League,
    rosters: Mapping[int, Roster],
    standings: Mapping[str, Standing] | None = None,
    shown: Mapping[int, Roster] | None = None,
) -> None:
    """Writes the rows of these teams, by primary key, as the rosters have them; rows of nobody are deleted.

    The league must be held. ``standings`` by address, where what acts say of a team is written as well; a coach whose
    account is gone, or has another name now, stays as the row has it. ``shown``: the rosters that the rows show, where
    that is known; then players who are the same are not written.
    """
    edition = league.rules
    teams = list(Team.objects.select_related("coach").filter(league=league, pk__in=rosters.keys()))
    if standings is not None:
        say(teams, standings)
    for team in teams:
        columns = _write_team(team, rosters[team.pk], edition)
        if standings is not None:
            columns += SAID_COLUMNS
        if columns:
            team.save(update_fields=columns)
    same = {(pk, one) for pk, roster in (shown or {}).items() for one in roster.players}
    Player.objects.bulk_create(
        [
            player_row(pk, one, edition)
            for pk, roster in rosters.items()
            for one in roster.players
            if (pk, one) not in same
        ],
        update_conflicts=True,
        unique_fields=["team", "uid"],
        update_fields=_PLAYER_COLUMNS,
    )
    known = {(pk, one.id) for pk, roster in rosters.items() for one in roster.players}
    strays = [
        pk
        for pk, team, uid in Player.objects.filter(team__in=rosters.keys()).values_list(
            "pk", "team_id", "uid"
        )
        if (team, uid) not in known
    ]
    Player.objects.filter(pk__in=strays).delete()
