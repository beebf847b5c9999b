"""A ledger that comes from elsewhere: written as it was told, and projected as every ledger is.

Acts keep their numbers, times and answers, events stay as they are to the byte. The rows of teams and players are never
brought along: they are folded from the events, and an event that its roster cannot have refuses the whole ledger.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.models import Model
from django.utils.translation import gettext as _

from engine.acts import clean_name
from engine.questions import Refusal
from engine.roster import Roster, decode_events, evolve
from league.models import League, User
from teams.domain.ledger import player_row, rewrite, standings_of, team_columns
from teams.models import Act, RosterEvents, Team

ROWS = 500
"""Acts that are written at once."""


RANGES = BaseDatabaseOperations.integer_field_ranges
"""What whole numbers a column takes, by its kind; SQLite would take any."""


class Unsound(Refusal):
    """The ledger cannot be. ``sequence`` is the number of the act that stands in the way, ``team`` an address."""

    def __init__(self, message: str, sequence: int = 0, team: str = "") -> None:
        super().__init__(message)
        self.sequence, self.team = sequence, team


def store(row: Model, update: bool = False) -> None:
    """Writes the row as it is: its moments are those that it was given, and not now.

    Raises Refusal for a value that its column does not take.
    """
    require_fit(row)
    row.save_base(raw=True, force_insert=not update, force_update=update)


def require_fit(row: Model) -> None:
    """Raises Refusal for a value that its column does not take. SQLite would take most of them."""
    for field in row._meta.concrete_fields:
        value = getattr(row, field.attname)
        if field.primary_key or field.remote_field or value is None:
            continue
        if field.choices and value not in dict(field.flatchoices) and not (field.blank and value == ""):
            raise Refusal(
                _("{field} cannot be {value!r}").format(field=field.verbose_name, value=str(value)[:40])
            )
        least, most = RANGES.get(field.get_internal_type(), (None, None))
        if least is not None and not least <= value <= most:
            raise Refusal(
                _("{field} must be between {least} and {most}").format(
                    field=field.verbose_name, least=least, most=most
                )
            )
        for check in field.validators if value not in field.empty_values else ():
            try:
                check(value)
            except Exception as fault:
                raise Refusal(
                    _("{field} does not fit: {fault}").format(
                        field=field.verbose_name, fault=_sentence(fault)
                    )
                ) from None


def _sentence(fault: Any) -> str:
    return str(next(iter(getattr(fault, "messages", [])), fault)).rstrip(".")


class Restored:
    """One league's ledger while it is written. The league is held and has no act yet."""

    def __init__(self, league: League) -> None:
        self.league = league
        self.teams: dict[str, Team] = {}
        self.acts: dict[int, int] = {}
        """Primary keys by the sequence."""
        self._places: dict[int, int] = {}
        """The place of every act, by its sequence."""
        self._standing: set[int] = set()
        """Places that have an act that stands."""
        self._waiting: list[tuple[Act, Mapping[str, str]]] = []
        """Acts that stand and are to be written with the next few."""
        self._replaced: dict[int, tuple[Act, Mapping[str, str], int]] = {}
        """Acts that wait for the one that stands in their place, by their sequence."""
        self._amendments: dict[int, list[int]] = {}
        """Sequences of acts, by that of the first of their amendment."""

    def found(self, slug: str, coach: User | None, created: Any) -> Team:
        """A team without anything; its acts tell the rest."""
        # No name is compared in capitals, so that none is taken by a team whose name is not known yet.
        name_key = f"TEAM {len(self.teams) + 1}"
        team = Team(league=self.league, slug=slug, name_key=name_key, coach=coach, created=created)
        if slug in self.teams:
            raise Refusal(_("there is a team {team!r} already").format(team=slug))
        store(team)
        self.teams[slug] = team
        return team

    def add(
        self, act: Act, events: Mapping[str, str], replaced_by: int | None, amendment: int | None
    ) -> None:
        """The next act, with what it did by the address of the team."""
        wanted = len(self._places) + 1
        if act.sequence != wanted:
            raise Refusal(
                _("act {number} stands where act {wanted} should").format(number=act.sequence, wanted=wanted)
            )
        if act.place > act.sequence:
            raise Refusal(
                _("act {number} has the place {place}, which is yet to come").format(
                    number=act.sequence, place=act.place
                )
            )
        require_fit(act)
        for slug, text in events.items():
            if slug not in self.teams:
                raise Refusal(
                    _("act {number} tells of a team {team!r}, which is not there").format(
                        number=act.sequence, team=slug
                    )
                )
            _require_readable(act, slug, text)
        self._places[act.sequence] = act.place
        if amendment is not None:
            self._amendments.setdefault(amendment, []).append(act.sequence)
        if replaced_by is not None:
            self._replaced[act.sequence] = act, events, replaced_by
            return
        if act.place in self._standing:
            raise Refusal(_("two acts stand at the place {place}").format(place=act.place))
        self._standing.add(act.place)
        self._waiting.append((act, events))
        if len(self._waiting) >= ROWS:
            self._write()

    def _write(self) -> None:
        Act.objects.bulk_create([act for act, _ in self._waiting])
        RosterEvents.objects.bulk_create(
            RosterEvents(act=act, team=self.teams[slug], events=text)
            for act, events in self._waiting
            for slug, text in events.items()
        )
        self.acts |= {act.sequence: act.pk for act, _ in self._waiting}
        self._waiting = []

    def close(self) -> None:
        """The rest of the ledger, and the rows that follow from it. Raises Unsound."""
        self._write()
        # What stands in its place has always a later number: from the last to the first, each finds its own.
        for sequence, (act, events, replaced_by) in sorted(self._replaced.items(), reverse=True):
            if replaced_by <= sequence or self._places.get(replaced_by) != act.place:
                raise Unsound(
                    _("act {number} is replaced by act {other}, which is not there").format(
                        number=sequence, other=replaced_by
                    ),
                    sequence,
                )
            act.replaced_by_id = self.acts[replaced_by]
            self._waiting.append((act, events))
            self._write()
        for head, sequences in self._amendments.items():
            if head > sequences[0] or head not in self.acts:
                message = _("act {number} belongs to an amendment that is not there").format(
                    number=sequences[0]
                )
                raise Unsound(message, sequences[0])
            Act.objects.filter(pk__in=[self.acts[one] for one in sequences]).update(amendment=self.acts[head])
        if len(self._standing) != len(set(self._places.values())):
            lost = min(place for place in self._places.values() if place not in self._standing)
            raise Unsound(_("no act stands at the place {place}").format(place=lost), lost)
        self._project()

    def _project(self) -> None:
        rosters = self._folded()
        self._require_sound(rosters)
        coaches = {team.pk: team.coach_id for team in self.teams.values()}
        rewrite(self.league, rosters, standings_of(self.league))
        # Accounts are named otherwise now than when the acts were made: whose team it is, its row has said.
        for team in Team.objects.filter(league=self.league):
            if team.coach_id != coaches[team.pk]:
                Team.objects.filter(pk=team.pk).update(coach=coaches[team.pk])

    def _folded(self) -> dict[int, Roster]:
        """Rosters by the primary key of the team."""
        rosters = {team.pk: Roster() for team in self.teams.values()}
        slugs = {team.pk: slug for slug, team in self.teams.items()}
        rows = RosterEvents.objects.filter(act__league=self.league, act__replaced_by=None)
        told = rows.order_by("act__place").values_list("act__sequence", "team_id", "events")
        for sequence, pk, text in told.iterator(ROWS):
            try:
                rosters[pk] = evolve(rosters[pk], *decode_events(text))
            except Refusal as refusal:
                message = _("act {number} cannot be applied to {team!r}: {reason}").format(
                    number=sequence, team=slugs[pk], reason=refusal.message.rstrip(".")
                )
                raise Unsound(message, sequence) from None
        return rosters

    def _require_sound(self, rosters: Mapping[int, Roster]) -> None:
        """Raises Unsound for a roster that no row can show, and for a name that two teams have."""
        said = standings_of(self.league)
        named: dict[str, str] = {}
        for slug, team in self.teams.items():
            roster = rosters[team.pk]
            try:
                clean_name(roster.name, _("its name"))
                columns = team_columns(roster, self.league.rules)
                require_fit(Team(league=self.league, slug=slug, **columns))
                for one in roster.players:
                    require_fit(player_row(team.pk, one, self.league.rules))
            except Refusal as refusal:
                message = _("the team {team!r} cannot be: {reason}").format(
                    team=slug, reason=refusal.message.rstrip(".")
                )
                raise Unsound(message, team=slug) from None
            if slug in said and said[slug].withdrawn:
                continue
            other = named.setdefault(columns["name_key"], slug)
            if other != slug:
                message = _("the teams {team!r} and {other!r} have the same name").format(
                    team=other, other=slug
                )
                raise Unsound(message, team=slug)


def _require_readable(act: Act, slug: str, text: str) -> None:
    try:
        decode_events(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refusal(
            _("the events of act {number} for {team!r} cannot be read").format(number=act.sequence, team=slug)
        ) from None
