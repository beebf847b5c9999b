"""Teams and players as they stood at the end of a day, from the ledger.

What comes back are rows that are not stored: they say what the rows said then, had the ledger been then what it is
now. An act that was amended keeps the day of what it corrects.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from datetime import date, datetime, time

from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from engine.questions import Refusal
from engine.roster import Roster, evolve
from league.domain.roles import NotVisible
from league.domain.rules import rule_books
from league.models import User
from teams.domain.ledger import Standing, history, player_row, standings_of, team_columns
from teams.models import Player, Team


@dataclass(frozen=True, slots=True)
class Past:
    """A team at the end of a day, in the time zone of the server. ``players``: all who had ever signed.

    They are asked for here: ``team.players`` are the stored rows, as they are now. The team's league plays by the
    rules of then.
    """

    day: date
    team: Team
    players: tuple[Player, ...]

    def player(self, uid: int) -> Player:
        """Raises NotVisible for whoever had not signed yet."""
        for one in self.players:
            if one.uid == uid:
                return one
        raise NotVisible(
            _("There was no such player of {team} on {day}.").format(team=self.team.name, day=words(self.day))
        )


def words(day: date) -> str:
    return date_format(day, "DATE_FORMAT")


def read_day(text: str) -> date:
    """The day of ``?on=``. Raises Refusal for what is none, and for a day that has not come."""
    try:
        day = parse_date(text.strip())
    except ValueError:
        day = None
    if day is None:
        raise Refusal(_("{day!r} is no day; write it as 2026-11-20.").format(day=text.strip()[:30]))
    if day > timezone.localdate():
        raise Refusal(_("{day} has not come yet.").format(day=words(day)))
    return day


def end_of(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.max))


def team_on(team: Team, day: date) -> Past:
    """The team as it stood at the end of the day: four queries, whatever its history.

    Raises NotVisible for a day before it was founded.
    """
    until = _moment(team, day)
    roster = evolve(Roster(), *history([team], until)[team.pk])
    if not roster.name:
        raise _too_early(team, day)
    books = rule_books(team.league)
    edition = books.on(until)
    league = copy(team.league)
    league.edition, league.house_rules = edition.key, edition.house_rules
    said = standings_of(team.league, until).get(team.slug, Standing())
    then = Team(
        pk=team.pk,
        league=league,
        slug=team.slug,
        created=team.created,
        coach=_coach(team, said),
        accepted=said.accepted,
        withdrawn=said.withdrawn,
        **team_columns(roster, edition),
    )
    players = tuple(player_row(team.pk, one, edition) for one in roster.players)
    for player in players:
        player.team = then
    return Past(day, then, players)


def _moment(team: Team, day: date) -> datetime:
    try:
        return end_of(day)
    except (OverflowError, ValueError):
        raise _too_early(team, day) from None


def _too_early(team: Team, day: date) -> NotVisible:
    founded = (
        team.roster_events.filter(act__replaced_by=None).order_by("act__place").select_related("act").first()
    )
    if founded is None:
        return NotVisible(_("{team} was not there yet on {day}.").format(team=team.name, day=words(day)))
    return NotVisible(
        _("{team} was not there yet on {day}; its ledger begins on {first_day}.").format(
            team=team.name, day=words(day), first_day=words(timezone.localdate(founded.act.at))
        )
    )


def _coach(team: Team, said: Standing) -> User | None:
    """An account that is gone, or has another name since, is nobody."""
    if team.coach is not None and team.coach.username == said.coach:
        return team.coach
    return User.objects.filter(username=said.coach).first() if said.coach else None
